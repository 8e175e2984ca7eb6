"""The four buildings, for nobody and for every side: city, army base, hospital and airport."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .canvas import Canvas, bands, ellipse, joined, line, poly, rect, rows
from .palette import LIGHT, MID, OUTLINE, OWNERS, SHADOW, SHINE
from .sprite import ATOP, TILE, Sprite

HEIGHT = 32


def plot(c: Canvas, material: str = "concrete") -> None:
    """The paved ground under a building."""
    ground = rect(1, 10, 22, 30) - {(1, 10), (22, 10), (1, 30), (22, 30)}
    c.paint(ground, material, lambda px, py: SHADOW if py == 30 or px == 22 else LIGHT if py == 10 or px == 1 else MID)


def block(c: Canvas, x0: int, y0: int, x1: int, y1: int, material: str = "wall") -> None:
    """A wall with its right side in the shade."""
    side = max(2, (x1 - x0) // 4)
    c.paint(
        rect(x0, y0, x1, y1),
        material,
        lambda px, py: SHADOW if px > x1 - side else SHINE if px == x0 else LIGHT if py < y1 - 1 else MID,
    )


def windows(c: Canvas, xs: tuple[int, ...], ys: tuple[int, ...], lamp: int = -1) -> None:
    for i, y in enumerate(ys):
        for j, x in enumerate(xs):
            if i * len(xs) + j == lamp:
                c.paint(rect(x, y, x + 1, y + 1), "gold", LIGHT, edge=False)
            else:
                c.paint(rect(x, y, x + 1, y + 1), "glass", rows(y, MID, SHADOW), edge=False)


def flag(c: Canvas, x: int, y: int) -> None:
    """The owner's flag on a pole standing on (x, y)."""
    cloth = poly((x + 1, y - 7), (x + 6, y - 6), (x + 5, y - 5), (x + 6, y - 3), (x + 1, y - 3))
    c.paint(cloth, "team", rows(y - 7, SHINE, LIGHT, LIGHT, MID, SHADOW))
    c.paint(rect(x, y - 7, x, y), "paper", rows(y - 7, SHINE, MID), edge=False)


def city(c: Canvas) -> None:
    plot(c)
    block(c, 3, 6, 10, 28)
    c.paint(rect(2, 4, 11, 6), "team", bands((4, SHINE), (5, LIGHT), (6, SHADOW)))
    windows(c, (4, 7), (9, 13, 17, 21), 3)
    c.paint(rect(5, 25, 7, 28), "brick", bands((25, SHADOW), (28, MID)))
    block(c, 15, 9, 21, 24)
    c.paint(rect(14, 7, 22, 9), "team", bands((7, SHINE), (8, LIGHT), (9, SHADOW)))
    windows(c, (16, 19), (12, 16), 2)
    # A house in front.
    block(c, 11, 20, 20, 29, "wall")
    c.paint(
        poly((10, 20), (13, 14), (18, 14), (22, 20)), "team", bands((14, SHINE), (16, LIGHT), (18, MID), (20, SHADOW))
    )
    windows(c, (12, 17), (23,), 0)
    c.paint(rect(14, 25, 16, 29), "brick", lambda px, py: MID if px < 16 else SHADOW)
    c.paint(line(6, 1, 6, 3), "steel", LIGHT, edge=False)


def army_base(c: Canvas) -> None:
    plot(c, "concrete")
    c.paint(rect(17, 5, 20, 14), "slate", lambda px, py: LIGHT if px == 17 else MID if px < 20 else SHADOW)  # chimney
    c.paint(rect(17, 6, 20, 7), "team", MID, edge=False)
    block(c, 2, 13, 21, 28, "slate")
    roof = poly((1, 14), (3, 9), (15, 9), (22, 14))
    c.paint(roof, "team", bands((9, SHINE), (11, LIGHT), (12, MID), (14, SHADOW)))
    for x in (6, 10, 14):
        c.paint(line(x, 10, x - 1, 13), "team", SHADOW, edge=False)
    # The gate with its stripes, a star above.
    c.paint(rect(6, 20, 17, 29), "rubber", OUTLINE)
    for y in range(21, 30, 2):
        c.paint(rect(7, y, 16, y), "steel", MID if y < 26 else SHADOW, edge=False)
    for i, x in enumerate(range(5, 19, 2)):
        c.paint(
            rect(x, 19, min(x + 1, 18), 19), "gold" if i % 2 == 0 else "soot", MID if i % 2 == 0 else SHADOW, edge=False
        )
    star = joined(
        {(12, 13), (11, 14), (12, 14), (13, 14)},
        rect(9, 15, 15, 15),
        rect(10, 16, 14, 16),
        {(10, 17), (11, 17), (13, 17), (14, 17)},
    )
    c.paint(star, "gold", lambda px, py: SHINE if py < 15 else LIGHT if py < 17 else MID)


def hospital(c: Canvas) -> None:
    plot(c)
    block(c, 2, 15, 21, 29, "paper")
    c.paint(rect(1, 13, 22, 15), "team", bands((13, SHINE), (14, LIGHT), (15, SHADOW)))
    block(c, 6, 6, 17, 22, "paper")
    c.paint(rect(5, 4, 18, 6), "team", bands((4, SHINE), (5, LIGHT), (6, SHADOW)))
    cross = joined(rect(10, 8, 13, 17), rect(7, 11, 16, 14))
    c.paint(
        cross,
        "heart",
        lambda px, py: (
            LIGHT
            if (px == 10 and py < 11) or py in (8, 11)
            else SHADOW
            if (py in (17, 14) and not 9 < px < 14) or py == 17
            else MID
        ),
        edge="soft",
    )
    windows(c, (3, 19), (18, 22))
    c.paint(
        rect(9, 23, 14, 29), "glass", lambda px, py: SHINE if px + py < 34 else MID if px not in (11, 12) else SHADOW
    )
    c.paint(rect(8, 21, 15, 22), "team", bands((21, LIGHT), (22, SHADOW)))


def airport(c: Canvas) -> None:
    plot(c)
    # The runway.
    c.paint(rect(0, 24, 23, 30), "slate", bands((24, SHADOW), (30, SHADOW)))
    c.paint(rect(0, 24, 23, 24), "slate", LIGHT, edge=False)
    c.paint(rect(0, 30, 23, 30), "slate", LIGHT, edge=False)
    for x in (2, 8, 14, 20):
        c.paint(rect(x, 27, x + 3, 27), "paper", LIGHT, edge=False)
    # The hangar.
    hangar = {(px, py) for px, py in ellipse(15.5, 21, 7, 8) if py <= 22}
    c.paint(
        hangar,
        "team",
        lambda px, py: SHINE if py < 15 and px < 17 else LIGHT if px < 14 else MID if px < 19 else SHADOW,
    )
    c.paint(
        {(px, py) for px, py in ellipse(15.5, 21.5, 4.6, 5) if py <= 22},
        "soot",
        lambda px, py: OUTLINE if py < 20 else SHADOW,
    )
    c.paint(
        joined(line(13, 20, 18, 20), {(15, 18), (15, 19), (16, 18), (16, 19)}, {(15, 21), (16, 21)}),
        "steel",
        LIGHT,
        edge=False,
    )
    # The tower.
    c.paint(rect(3, 10, 6, 23), "wall", lambda px, _: SHINE if px == 3 else LIGHT if px < 6 else SHADOW)
    c.paint(
        poly((1, 4), (8, 4), (7, 9), (2, 9)),
        "glass",
        lambda px, py: SHINE if px + py < 10 else LIGHT if px < 5 else MID,
    )
    c.paint(line(4, 5, 4, 9), "slate", SHADOW, edge=False)
    c.paint(rect(1, 2, 8, 3), "team", bands((2, SHINE), (3, MID)))
    c.paint(rect(2, 10, 7, 10), "team", SHADOW, edge=False)
    c.paint({(4, 0), (4, 1)}, "heart", MID, edge=False)


DRAWINGS: dict[str, Callable[[Canvas], None]] = {
    "city": city,
    "army_base": army_base,
    "hospital": hospital,
    "airport": airport,
}


def sprites() -> Iterator[Sprite]:
    for kind, draw in DRAWINGS.items():
        for owner in OWNERS:
            c = Canvas(TILE, HEIGHT)
            draw(c)
            if owner != "neutral":
                flag(c, *{"city": (16, 8), "army_base": (5, 9), "hospital": (11, 7), "airport": (14, 13)}[kind])
            c.outlined()
            yield Sprite(f"building/{kind}/{owner}", c.image(owner), ATOP)
