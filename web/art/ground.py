"""The flat ground: grass, roads, shores and bridges; roads and shores join their neighbours by a mask of four bits."""

from __future__ import annotations

from collections.abc import Iterator

from .canvas import Canvas, columns, rect, rows
from .image import Image
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE
from .sprite import TILE, Sprite, noise

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
CORNERS = {"ne": (NORTH, EAST), "se": (SOUTH, EAST), "sw": (SOUTH, WEST), "nw": (NORTH, WEST)}
GRASSES = 6

TUFTS = ("#.#\n.#.", "#..#\n.##.", ".#\n#.", "#.\n.#")
# Where they stand: column, row, which.
TUFTS_AT = (
    ((4, 6, 0), (15, 17, 2)),
    ((17, 5, 1), (6, 18, 3)),
    ((3, 15, 0), (12, 4, 3), (19, 12, 2)),
    ((16, 18, 0), (4, 4, 2)),
    ((9, 3, 0), (18, 20, 1)),
    ((5, 9, 2), (18, 6, 0)),
)


def grass(variant: int) -> Image:
    c = Canvas(TILE, TILE)
    c.paint(rect(0, 0, TILE - 1, TILE - 1), "grass", MID, edge=False)
    for x, y, which in TUFTS_AT[variant]:
        _tuft(c, x, y, TUFTS[which])
    if variant in (1, 4):  # a worn patch
        x, y = 5 + noise(1, variant, 9) % 9, 5 + noise(2, variant, 9) % 11
        for dx in range(-4, 6):
            for dy in range(-1, 2):
                if abs(dx) + 3 * abs(dy) < 5 + noise(dx, dy, variant) % 2 and not (dx + dy) % 2:
                    c.dot(x + dx, y + dy, "grass", LIGHT)
    if variant == 3:  # flowers
        for number in range(3):
            x, y = 3 + noise(number, 3, 11) % 17, 4 + noise(number, 3, 13) % 16
            c.dot(x, y - 1, "paper", LIGHT)
            c.dot(x - 1, y, "paper", MID)
            c.dot(x + 1, y, "paper", LIGHT)
            c.dot(x, y, "gold", MID)
            c.dot(x, y + 1, "paper", MID)
    if variant == 5:  # a stone
        c.paint(rect(15, 15, 17, 16), "rock", lambda px, py: LIGHT if py == 15 else MID, edge=False)
        c.dot(14, 16, "rock", MID)
        for x in range(14, 19):
            c.dot(x, 17, "grass", SHADOW)
    return c.image()


def _tuft(c: Canvas, x: int, y: int, rows: str) -> None:
    for dy, row in enumerate(rows.split("\n")):
        for dx, letter in enumerate(row):
            if letter == "#":
                c.dot(x + dx, y + dy, "grass", SHADOW)
                if not dy:
                    c.dot(x + dx, y + dy - 1, "grass", LIGHT)


def road(mask: int) -> Image:
    """A paved way, 16 pixels wide, on clear ground."""
    near, far = 4, TILE - 5
    way = rect(near, near, far, far)
    if bin(mask).count("1") <= 1 or mask in (3, 6, 12, 9):  # ends and bends are rounded
        for bits, corner in (
            ((NORTH, WEST), (near, near)),
            ((NORTH, EAST), (far, near)),
            ((SOUTH, WEST), (near, far)),
            ((SOUTH, EAST), (far, far)),
        ):
            if not mask & (bits[0] | bits[1]):
                x, y = corner
                sx, sy = (1 if x == near else -1), (1 if y == near else -1)
                way -= {(x, y), (x + sx, y), (x + 2 * sx, y), (x, y + sy), (x, y + 2 * sy), (x + sx, y + sy)}
    if mask & NORTH:
        way |= rect(near, 0, far, near)
    if mask & SOUTH:
        way |= rect(near, far, far, TILE - 1)
    if mask & WEST:
        way |= rect(0, near, near, far)
    if mask & EAST:
        way |= rect(far, near, TILE - 1, far)
    c = Canvas(TILE, TILE)
    _pave(c, way, mask)
    if mask in (NORTH | SOUTH, EAST | WEST):
        for at in (2, 3, 4, 5, 14, 15, 16, 17):
            for side in (11, 12):
                c.dot(*((side, at + 2) if mask & NORTH else (at + 2, side)), "road", SHINE)
    return c.image()


def _open(x: int, y: int, mask: int) -> bool:
    """Whether the way goes on beyond the edge of the cell there."""
    return (
        (y < 0 and bool(mask & NORTH))
        or (y >= TILE and bool(mask & SOUTH))
        or (x < 0 and bool(mask & WEST))
        or (x >= TILE and bool(mask & EAST))
    )


def _pave(c: Canvas, way: set[tuple[int, int]], mask: int) -> None:
    def inside(x: int, y: int) -> bool:
        return (x, y) in way or _open(x, y, mask)

    for x, y in way:
        edge = not (inside(x - 1, y) and inside(x + 1, y) and inside(x, y - 1) and inside(x, y + 1))
        inner = not (inside(x - 2, y) and inside(x + 2, y) and inside(x, y - 2) and inside(x, y + 2))
        speck = noise(x, y, 21)
        tone = OUTLINE if edge else LIGHT if inner else MID
        if tone == MID and speck < 9:
            tone = SHADOW if speck < 5 else LIGHT
        c.dot(x, y, "road", tone)
    for x, y in way:  # the kerb throws a thin shade on the grass below
        if not inside(x, y + 1) and y + 1 < TILE:
            c.dot(x, y + 1, "grass", SHADOW)


def plaza(corner: str) -> Image:
    """Fills the corner between four cells of road."""
    c = Canvas(TILE, TILE)
    x = range(18, TILE) if "e" in corner else range(6)
    y = range(18, TILE) if "s" in corner else range(6)
    for px in x:
        for py in y:
            speck = noise(px, py, 23)
            c.dot(px, py, "road", SHADOW if speck < 5 else MID)
    return c.image()


WOBBLE = (0, 0, 0, 1, 1, 1, 0, 0, -1, -1, 0, 0, 1, 1, 0, 0, 0, -1, -1, -1, 0, 0, 0, 0)
FAR = 99.0


def _depth(x: int, y: int, mask: int) -> float:
    """How far from the shore a pixel of water lies; less than nought is land."""
    across, down = WOBBLE[x] * 0.7, WOBBLE[y] * 0.7
    sides = {
        NORTH: FAR if mask & NORTH else y + 0.5 - across,
        SOUTH: FAR if mask & SOUTH else TILE - y - 0.5 + across,
        WEST: FAR if mask & WEST else x + 0.5 - down,
        EAST: FAR if mask & EAST else TILE - x - 0.5 + down,
    }
    nearest = min(sides.values())
    for a, b in CORNERS.values():  # round where two shores meet
        if not mask & a and not mask & b:
            r = 9.0
            if sides[a] < r and sides[b] < r:
                nearest = min(nearest, r - ((r - sides[a]) ** 2 + (r - sides[b]) ** 2) ** 0.5)
    return nearest


def _water_pixel(c: Canvas, x: int, y: int, depth: float, frame: int, bank: bool) -> None:
    if depth < 1.6:
        return  # the grass below shows
    if depth < 2.4:
        c.dot(x, y, "sand", SHADOW)
    elif depth < 4.4:
        c.dot(x, y, "sand", LIGHT if depth < 3.4 else MID)
    elif bank and depth < 5.4:
        c.dot(x, y, "sand", SHADOW)
    elif depth < 6.4 + frame * 0.6:
        c.dot(x, y, "water", SHINE if (depth < 5.6 + frame * 0.5 or (x + y) % 2) else LIGHT)
    elif (depth < 8.4 and (x + y) % 2 == 0) or depth < 7.4:
        c.dot(x, y, "water", LIGHT)
    else:
        c.dot(x, y, "water", MID)


# On the open water, four ways; and what may stand in a bay: left end, row, length.
WAVES = (
    ((3, 4, 5), (13, 11, 6), (5, 18, 4)),
    ((12, 5, 6), (2, 14, 5)),
    ((6, 8, 6), (15, 17, 5), (16, 2, 3)),
    ((4, 20, 6), (14, 8, 4)),
)
BAY = ((9, 9, 5), (12, 14, 3))


def _waves(c: Canvas, waves: tuple[tuple[int, int, int], ...], frame: int) -> None:
    """Short crests with a trough below; they run to the right."""
    for left, y, length in waves:
        for dx in range(length):
            x = left + dx + 2 * frame
            c.dot(x, y, "water", LIGHT)
            if 0 < dx < length - 1:
                c.dot(x, y + 1, "water", SHADOW)
    x, y, length = waves[0]
    if frame:
        c.dot(x + length + 2, y - 1, "water", SHINE)
    elif len(waves) > 2:
        c.dot(waves[1][0] - 2, waves[1][1] + 2, "water", SHINE)


def wave(variant: int, frame: int) -> Image:
    c = Canvas(TILE, TILE)
    _waves(c, WAVES[variant], frame)
    return c.image()


def water(mask: int, frame: int) -> Image:
    c = Canvas(TILE, TILE)
    depth = {(x, y): _depth(x, y, mask) for x in range(TILE) for y in range(TILE)}
    for (x, y), d in depth.items():
        _water_pixel(c, x, y, d, frame, not mask & NORTH and y < 9 and d >= y - 1)
    if mask not in (15, 0):
        _waves(c, BAY[:1] if mask in (5, 10) else BAY, frame)
    return c.image()


def shore_corner(corner: str, frame: int) -> Image:
    """The tip of land where water goes on along two sides but not between them."""
    c = Canvas(TILE, TILE)
    for x in range(TILE):
        for y in range(TILE):
            dx = (TILE - x - 0.5) if "e" in corner else x + 0.5
            dy = (TILE - y - 0.5) if "s" in corner else y + 0.5
            depth = (dx * dx + dy * dy) ** 0.5
            if depth < 8.4:
                _water_pixel(c, x, y, depth, frame, "n" in corner and x in range(2, 22) and depth < 5.4 and dy > dx)
                if depth < 1.6:
                    c.dot(x, y, "grass", MID)
    return c.image()


def bridge(across: bool) -> Image:
    """Planks between two rails; drawn over water."""
    c = Canvas(TILE, TILE)
    end = TILE - 1
    if across:
        c.shade = rect(0, 21, end, 23)
        c.paint(rect(0, 3, end, 20), "bark", OUTLINE)
        for x in range(0, TILE, 4):
            c.paint(rect(x, 4, x + 2, 18), "bark", columns(x, LIGHT, MID), edge=False)
        c.paint(rect(0, 19, end, 19), "bark", SHADOW, edge=False)
        for y in (3, 17):
            c.paint(
                rect(0, y, end, y + 2),
                "leather",
                rows(y, SHINE, MID, OUTLINE),
                edge=False,
            )
            for x in (3, 15):
                c.paint(
                    rect(x, y - 1, x + 3, y + 2),
                    "leather",
                    rows(y - 1, SHINE, LIGHT, MID),
                )
    else:
        c.shade = rect(21, 0, 22, end)
        c.paint(rect(3, 0, 20, end), "bark", OUTLINE)
        for y in range(0, TILE, 4):
            c.paint(rect(5, y, 18, y + 2), "bark", rows(y, LIGHT, MID), edge=False)
        for x in (3, 18):
            c.paint(
                rect(x, 0, x + 2, end),
                "leather",
                columns(x, SHINE, MID, OUTLINE),
                edge=False,
            )
            for y in (2, 14):
                c.paint(
                    rect(x - 1, y, x + 2, y + 4),
                    "leather",
                    rows(y, SHINE, LIGHT, LIGHT, SHADOW),
                )
    return c.image()


def sprites() -> Iterator[Sprite]:
    for variant in range(GRASSES):
        yield Sprite(f"terrain/grass/{variant}", grass(variant))
    for mask in range(16):
        yield Sprite(f"terrain/road/{mask}", road(mask))
        for frame in range(2):
            yield Sprite(f"terrain/water/{mask}/{frame}", water(mask, frame))
    for corner in CORNERS:
        yield Sprite(f"terrain/road/plaza/{corner}", plaza(corner))
        for frame in range(2):
            yield Sprite(f"terrain/water/corner/{corner}/{frame}", shore_corner(corner, frame))
    for variant in range(len(WAVES)):
        for frame in range(2):
            yield Sprite(f"terrain/water/wave/{variant}/{frame}", wave(variant, frame))
    yield Sprite("terrain/bridge/h", bridge(True))
    yield Sprite("terrain/bridge/v", bridge(False))
