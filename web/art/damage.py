"""What a hit leaves: soot, holes, smoke and fire, drawn over a unit that is already there."""

from __future__ import annotations

from .canvas import BAYER, Canvas, ball, disc
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE


def scorch(c: Canvas, x: float, y: float, r: float) -> None:
    """A burnt patch with a frayed edge."""
    for cx, cy in disc(x, y, r + 1):
        distance = ((cx - x) ** 2 + (cy - y) ** 2) ** 0.5
        if distance <= r - 0.8 or BAYER[cy % 4][cx % 4] / 16 > (distance - r + 0.8) / 1.8:
            c.tint({(cx, cy)}, "soot")


def hole(c: Canvas, x: int, y: int, *, glow: bool = False) -> None:
    """A shot through the plate: black, with a bright lower lip."""
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        if (x + dx, y + dy) in c.cells:
            c.dot(x + dx, y + dy, "soot", OUTLINE)
    for dx in (0, 1):
        if (x + dx, y + 2) in c.cells:
            c.dot(x + dx, y + 2, "fire" if glow else "steel", MID if glow else LIGHT)


def crack(c: Canvas, *cells: tuple[int, int]) -> None:
    for x, y in cells:
        if (x, y) in c.cells:
            c.dot(x, y, "soot", OUTLINE)


def scratch(c: Canvas, x: int, y: int, length: int = 3) -> None:
    """Bare metal in a slanting line, dark below."""
    for i in range(length):
        if (x + i, y - i) in c.cells:
            c.dot(x + i, y - i, "steel", SHINE)
        if (x + i, y - i + 1) in c.cells:
            c.dot(x + i, y - i + 1, "soot", SHADOW)


def puff(c: Canvas, x: float, y: float, r: float, material: str = "smoke") -> None:
    shape = disc(x, y, r)
    c.paint(shape, material, ball(x, y, r + 0.6), edge="soft")


# Smoke climbs and drifts back; the second picture is the first a little later.
PLUMES: dict[int, tuple[tuple[tuple[float, float, float], ...], tuple[tuple[float, float, float], ...]]] = {
    1: (((0, -2, 1.2), (-1.5, -5.5, 1.6)), ((-0.5, -2.5, 1.6), (-2, -6, 1.2))),
    2: (
        ((0.5, -1.5, 1.6), (-1, -5, 2.3), (-3.5, -8.5, 1.6)),
        ((0, -2, 1.6), (-1.5, -5.5, 2.6), (-5, -9, 1.2)),
    ),
    3: (
        ((0.5, -1.5, 2.6), (-1, -5, 3.3), (-4.5, -8.5, 2.6), (-7.5, -12.5, 1.6)),
        ((0, -2, 2.3), (-1.5, -5.5, 3.4), (-5, -9, 2.3), (-9, -13, 1.2)),
    ),
}


def smoke(c: Canvas, x: float, y: float, size: int, frame: int, material: str = "smoke") -> None:
    for dx, dy, r in reversed(PLUMES[size][frame]):
        puff(c, x + dx, y + dy, r, material)


FLAMES = {
    1: ("..1..\n.121.\n12321\n.131.", "...1.\n.121.\n12321\n.131."),
    2: (
        "...1...\n..11...\n..121.1\n1.1221.\n.122321\n.123321\n..2432.",
        "....1..\n1..11..\n..1221.\n.112211\n.123221\n.123321\n..2342.",
    ),
}
_FIRE = {"1": ("fire", SHADOW), "2": ("fire", MID), "3": ("fire", LIGHT), "4": ("fire", SHINE)}


def fire(c: Canvas, x: int, y: int, size: int, frame: int) -> None:
    """A flame standing on (x, y)."""
    rows = FLAMES[size][frame]
    height, width = rows.count("\n") + 1, rows.index("\n")
    c.stamp(rows, x - width // 2, y - height + 1, _FIRE)
