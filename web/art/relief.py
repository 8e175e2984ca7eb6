"""What stands on the ground: forests and mountains, in variants, with pieces that join neighbouring cells."""

from __future__ import annotations

from collections.abc import Iterator

from .canvas import Canvas, Shader, ball, disc, ellipse, joined, poly, rect, rows
from .image import Image
from .palette import LIGHT, MID, SHADOW, SHINE
from .sprite import Sprite, noise

WIDTH, HEIGHT = 28, 32
ANCHOR = (2, 8)
FORESTS = 4
MOUNTAINS = 3


def broadleaf(c: Canvas, x: int, y: int, r: float, seed: int = 0) -> None:
    """A round tree whose trunk stands on (x, y)."""
    c.shade |= ellipse(x + 0.5, y + 0.5, r + 0.5, 1.6)
    c.paint(rect(x, y - 3, x + 1, y), "bark", lambda px, _: LIGHT if px == x else SHADOW)
    cy = y - 2 - r
    crown = joined(disc(x + 0.5, cy, r), disc(x - r * 0.5, cy + 1.5, r * 0.7), disc(x + 1 + r * 0.5, cy + 1.5, r * 0.7))
    light = ball(x - 0.5, cy - 0.5, r + 1.2)

    def tone(px: int, py: int) -> int:
        value = light(px, py)
        if noise(px, py, seed + 31) < 40 and value > SHADOW:
            return value - 1
        return value

    c.paint(crown, "leaf", tone)


def _tier(x: int, base: int) -> Shader:
    def tone(px: int, py: int) -> int:
        if py == base or px > x + 1 + (base - py) % 2:
            return SHADOW
        return LIGHT if px <= x - py % 2 and py < base - 1 else MID

    return tone


def conifer(c: Canvas, x: int, y: int, height: int) -> None:
    """Three tiers of branches."""
    c.shade |= ellipse(x + 0.5, y + 0.5, 4, 1.6)
    c.paint(rect(x, y - 2, x + 1, y), "bark", lambda px, _: MID if px == x else SHADOW)
    third = height / 3
    for tier, half in ((0, 5), (1, 4), (2, 2.6)):
        base = y - 2 - round(tier * third * 0.82)
        top = base - round(third) - 1
        shape = poly((x - half + 0.5, base), (x + 0.5, top), (x + half + 0.5, base))
        c.paint(
            shape,
            "pine",
            _tier(x, base),
            edge="soft",
        )
    c.dot(x, y - 2 - height + 1, "pine", SHINE)


def forest(variant: int) -> Image:
    c = Canvas(WIDTH, HEIGHT)
    plans = (
        (("b", 8, 19, 4.6), ("b", 20, 20, 4.6), ("b", 13, 28, 5.0), ("b", 22, 29, 3.6)),
        (("c", 7, 20, 15), ("b", 19, 19, 4.8), ("b", 8, 28, 4.2), ("c", 19, 29, 14)),
        (("c", 6, 19, 14), ("c", 14, 18, 16), ("c", 22, 20, 14), ("c", 10, 28, 15), ("c", 18, 29, 13)),
        (("b", 7, 20, 4.6), ("c", 16, 18, 15), ("b", 21, 23, 4.0), ("b", 12, 29, 4.8), ("c", 22, 30, 11)),
    )
    for kind, x, y, size in plans[variant]:
        if kind == "b":
            broadleaf(c, x, y, size, variant)
        else:
            conifer(c, x, y, int(size))
    c.outlined()
    return c.image()


def forest_link(down: bool) -> Image:
    """A bush over the seam between two cells of forest: to the one on the left, or to the one above."""
    c = Canvas(16, 18)
    broadleaf(c, 7, 15, 4.0, 5)
    if down:
        broadleaf(c, 3, 16, 2.6, 6)
        broadleaf(c, 11, 16, 2.6, 7)
    c.outlined()
    return c.image()


def _peak(c: Canvas, x: float, top: int, base: int, half: float, seed: int, *, snow: int) -> None:
    """A peak lit from the left; its ridge wanders down from the top."""
    slopes: dict[int, tuple[int, int, int]] = {}
    left = right = ridge = float(x)
    steps = base - top
    for y in range(top, base + 1):
        grow = half / steps
        jag = (noise(y, seed, 1) % 3 - 1) * 0.35
        left -= grow + jag
        right += grow + (noise(y, seed, 2) % 3 - 1) * 0.35
        ridge += (noise(y, seed, 4) % 5 - 2) * 0.4 + 0.12
        slopes[y] = (round(left), round(right), round(min(max(ridge, left + 2), right - 2)))
    shape = {(px, y) for y, (a, b, _) in slopes.items() for px in range(a, b + 1)}

    def tone(px: int, py: int) -> int:
        a, b, middle = slopes[py]
        spur = (py - top) * 3 > steps and noise(py // 4, seed, 6) % 3
        if px < middle:  # in the light, with a hollow beside the ridge
            if px <= a + 1 and (py + px) % 3:
                return SHINE
            hollow = a + (middle - a) * (0.5 if spur else 0.66) + noise(py, seed, 7) % 2
            return MID if px > hollow and (px < middle - 1 or py % 2) else LIGHT
        if px == middle:
            return LIGHT
        edge = middle + (b - middle) * 0.55
        return MID if spur and edge <= px < edge + 1 else SHADOW

    c.paint(shape, "rock", tone)
    for y in range(top, top + snow + 3):
        a, b, middle = slopes[y]
        for px in range(a, b + 1):
            if y < top + snow + (noise(px, seed, 8) % 4 - 1 if px != middle else 2):
                c.dot(
                    px,
                    y,
                    "snow",
                    SHINE if px < middle - 1 else LIGHT if px <= middle else SHADOW if px > middle + 1 else MID,
                )


def mountain(variant: int) -> Image:
    c = Canvas(WIDTH, HEIGHT)
    c.shade |= ellipse(16, 30, 11, 1.6)
    if variant == 0:
        _peak(c, 19, 11, 29, 7, 3, snow=3)
        _peak(c, 12, 3, 30, 11, 5, snow=7)
    elif variant == 1:
        _peak(c, 8, 9, 28, 7, 9, snow=4)
        _peak(c, 17, 4, 30, 9.5, 12, snow=6)
    else:
        _peak(c, 14, 2, 30, 12, 17, snow=8)
        _peak(c, 22, 18, 30, 5, 19, snow=0)
    for x, y in ((4, 29), (21, 30), (13, 30)):
        c.paint(rect(x + variant, y - 1, x + variant + 2, y), "rock", rows(y - 1, LIGHT, SHADOW))
    c.outlined()
    return c.image()


def mountain_link(down: bool) -> Image:
    c = Canvas(16, 18)
    _peak(c, 7, 4 if down else 6, 16, 6, 23 if down else 29, snow=0)
    c.outlined()
    return c.image()


def sprites() -> Iterator[Sprite]:
    for variant in range(FORESTS):
        yield Sprite(f"terrain/forest/{variant}", forest(variant), ANCHOR)
    for variant in range(MOUNTAINS):
        yield Sprite(f"terrain/mountain/{variant}", mountain(variant), ANCHOR)
    for name, link in (("forest", forest_link), ("mountain", mountain_link)):
        # Drawn at the right or the lower of two neighbours, over the seam between them.
        yield Sprite(f"terrain/{name}/link/w", link(False), (8, 2))
        yield Sprite(f"terrain/{name}/link/n", link(True), (8 - 12, 10))
