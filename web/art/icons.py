"""The marks of the interface: hearts, crosshair, what a unit has left, coins, flags, paths, reach and range."""

from __future__ import annotations

from collections.abc import Iterator

from .canvas import Canvas, ball, bands, columns, disc, ellipse, joined, line, poly, rect, rows
from .image import Image
from .palette import LIGHT, MID, OUTLINE, RAMPS, SHADOW, SHINE, TEAMS
from .sprite import TILE, Sprite

ROUND = ("blue", "sky")
"""Player 1's mark is a circle, player 2's a diamond: a side is known without its colour."""

HEARTS = (
    ".11.22.\n1332222\n1332222\n1222222\n.22224.\n..224..\n...4...",
    ".......\n.11.22.\n1322222\n1222222\n.22224.\n..224..\n...4...",
    ".......\n.......\n.1...2.\n.13222.\n..224..\n...4...\n.......",
)
_HEART = {"1": ("heart", LIGHT), "2": ("heart", MID), "3": ("heart", SHINE), "4": ("heart", SHADOW)}

# A boot, a cartridge and a flag: what a unit may still do.
MARKS = {
    "move": "..223...\n..223...\n..223...\n..22222.\n.1222223\n44444444\n4.44..44",
    "attack": "...11...\n..1122..\n..1122..\n..3344..\n..3344..\n..3344..\n..5555..",
    "capture": "1.......\n1322....\n132222..\n1322222.\n13222...\n1.......\n1.......",
}
_MARK = {
    "move": {"1": ("leather", SHINE), "2": ("leather", LIGHT), "3": ("leather", MID), "4": ("leather", SHADOW)},
    "attack": {
        "1": ("brick", SHINE),
        "2": ("brick", MID),
        "3": ("gold", SHINE),
        "4": ("gold", MID),
        "5": ("gold", SHADOW),
    },
    "capture": {"1": ("paper", SHINE), "2": ("heal", MID), "3": ("heal", LIGHT)},
}


def _stamped(rows: str, legend: dict[str, tuple[str, int]], size: int) -> Canvas:
    c = Canvas(size, size)
    c.stamp(rows, 1, 1, legend)
    c.outlined()
    return c


def mark(name: str, spent: bool) -> Image:
    """In colour, or grey and struck through."""
    c = Canvas(10, 9)
    c.stamp(MARKS[name], 1, 1, _MARK[name])
    if spent:
        for cell, (_, tone) in list(c.cells.items()):
            c.cells[cell] = ("neutral", SHADOW if tone <= MID else MID)
        c.paint({(i + 1, 8 - i) for i in range(8)}, "heart", LIGHT)
    c.outlined()
    return c.image()


def team(side: str) -> Image:
    c = Canvas(9, 9)
    shape = (
        disc(4, 4, 3.2)
        if side in ROUND
        else {(x, y) for x in range(1, 8) for y in range(1, 8) if abs(x - 4) + abs(y - 4) <= 3}
    )
    c.paint(shape, "team", ball(4, 4, 3.6))
    c.outlined()
    return c.image(side)


AIM = 30


def crosshair(frame: int) -> Image:
    """Corners and four ticks around the cell that close in; what is aimed at stays in view."""
    c = Canvas(AIM, AIM)
    near, far = 1 + frame, AIM - 2 - frame
    for x, dx in ((near, 1), (far, -1)):
        for y, dy in ((near, 1), (far, -1)):
            corner = rect(min(x, x + 5 * dx), min(y, y + dy), max(x, x + 5 * dx), max(y, y + dy))
            corner |= rect(min(x, x + dx), min(y, y + 5 * dy), max(x, x + dx), max(y, y + 5 * dy))
            c.paint(corner, "gold", rows(min(y, y + dy), SHINE, LIGHT))
    for at in (near, far - 2):
        c.paint(rect(14, at, 15, at + 2), "gold", columns(14, SHINE, LIGHT))
        c.paint(rect(at, 14, at + 2, 15), "gold", rows(14, SHINE, LIGHT))
    c.outlined()
    return c.image()


def coin(frame: int) -> Image:
    c = Canvas(11, 11)
    wide = (4.2, 3.0, 1.0, 3.0)[frame]
    c.paint(ellipse(5, 5, wide, 4.2), "gold", lambda px, py: SHINE if px + py < 7 else LIGHT if px + py < 11 else MID)
    if frame != 2:
        c.paint(rect(5, 3, 5, 7), "gold", SHADOW, edge=False)
        if frame == 0:
            c.paint({(4, 3), (6, 3), (4, 7), (6, 7)}, "gold", SHADOW, edge=False)
    c.outlined()
    return c.image()


def flag(side: str, frame: int) -> Image:
    """A flag that waves, at full height."""
    c = Canvas(16, 20)
    _pole(c)
    _cloth(c, 3, frame)
    c.outlined()
    return c.image(side)


def capture(side: str) -> Image:
    """Half taken: the flag at half mast, and a bar that is half full."""
    c = Canvas(16, 20)
    _pole(c)
    _cloth(c, 7, 0)
    c.outlined()
    for x in range(16):
        for y in range(16, 20):
            c.dot(x, y, "soot", OUTLINE)
    for x in range(1, 15):
        c.dot(x, 17, "team" if x < 8 else "slate", LIGHT if x < 8 else SHADOW)
        c.dot(x, 18, "team" if x < 8 else "slate", MID if x < 8 else OUTLINE)
    return c.image(side)


def _pole(c: Canvas) -> None:
    c.paint(rect(2, 2, 3, 18), "steel", lambda px, _: SHINE if px == 2 else MID)
    c.paint(rect(2, 1, 3, 2), "gold", LIGHT)


def _cloth(c: Canvas, y: int, frame: int) -> None:
    waves = ((0, 0, 1, 1, 1, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0, 0, 1, 1))[frame]
    for i, wave in enumerate(waves):
        for dy in range(6):
            x = 4 + i
            tone = LIGHT if wave == 0 and dy < 4 else MID
            if dy == 0:
                tone = SHINE
            if dy == 5:
                tone = SHADOW
            c.dot(x, y + wave + dy, "team", tone)


def shield() -> Image:
    c = Canvas(13, 14)
    body = poly((1, 2), (6, 1), (11, 2), (11, 7), (6, 12), (1, 7))
    c.paint(body, "steel", lambda px, py: SHINE if py < 3 else LIGHT if px < 6 else MID)
    c.paint(
        poly((3, 4), (6, 3), (9, 4), (9, 7), (6, 10), (3, 7)),
        "heal",
        lambda px, py: LIGHT if px < 6 else MID,
        edge="soft",
    )
    c.paint(joined(line(4, 6, 5, 7), line(5, 7, 8, 4)), "paper", SHINE, edge=False)
    c.outlined()
    return c.image()


def path(ends: str) -> Image:
    """A piece of the way: its ends among n, e, s, w; a capital letter is the arrow's head, one alone its beginning."""
    c = Canvas(TILE, TILE)
    bars = {"n": rect(9, 0, 14, 14), "s": rect(9, 9, 14, 23), "w": rect(0, 9, 14, 14), "e": rect(9, 9, 23, 14)}
    if ends.isupper():
        head = Canvas(TILE, TILE)
        tip = poly((11, 5), (12, 5), (20, 13), (20, 14), (3, 14), (3, 13))
        head.paint(
            joined(tip, rect(9, 14, 14, 23)),
            "gold",
            lambda px, py: SHINE if (px, py - 1) not in tip and py < 14 else LIGHT,
        )
        picture = _arrow(head)
        for _ in range("NESW".index(ends)):
            picture = picture.turned()
        return picture
    shape = joined(*(bars[end] for end in ends))
    if len(ends) == 1:
        shape |= disc(11.5, 11.5, 5)
    elif ends not in ("ns", "ew"):
        corner = {"ne": (9, 14), "es": (9, 9), "sw": (14, 9), "nw": (14, 14)}[ends]
        shape -= {corner}
    c.paint(shape, "gold", LIGHT)
    return _arrow(c)


def _arrow(c: Canvas) -> Image:
    inner = set(c.cells)
    for x, y in inner:
        inside = [
            (x + dx, y + dy) in inner or not (0 <= x + dx < TILE and 0 <= y + dy < TILE)
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
        ]
        if not inside[3] or not inside[2]:
            c.dot(x, y, "gold", MID)
        elif not inside[0] or not inside[1]:
            c.dot(x, y, "gold", SHINE)
    c.outlined()
    return c.image()


def reach(side: str) -> Image:
    """The diamond on a cell that can be reached."""
    c = Canvas(TILE, TILE)
    shape = {(x, y) for x in range(TILE) for y in range(TILE) if abs(x - 11.5) + abs(y - 11.5) <= 4}
    c.paint(
        shape,
        "team" if side != "neutral" else "paper",
        lambda px, py: SHINE if px + py < 21 else LIGHT if px + py < 25 else MID,
    )
    c.outlined()
    return c.image(side)


def stripes(side: str) -> Image:
    """Slanting stripes that go on from cell to cell; what lies below shines through."""
    out = Image(TILE, TILE)
    dark, light = RAMPS[side][MID], RAMPS[side][SHINE]
    for x in range(TILE):
        for y in range(TILE):
            at = (x + y) % 8
            if at < 3:
                out.put(x, y, (*light[:3], 150) if at == 0 else (*dark[:3], 150))
            else:
                out.put(x, y, (*dark[:3], 56))
    return out


def cursor(frame: int) -> Image:
    c = Canvas(TILE, TILE)
    at = frame
    for sx in (0, 1):
        for sy in (0, 1):
            x, y = (at, TILE - 1 - at)[sx], (at, TILE - 1 - at)[sy]
            dx, dy = (1, -1)[sx], (1, -1)[sy]
            c.paint(
                joined(line(x + dx, y + dy, x + 6 * dx, y + dy), line(x + dx, y + dy, x + dx, y + 6 * dy)),
                "paper",
                SHINE,
            )
    c.outlined()
    return c.image()


def star() -> Image:
    c = Canvas(11, 11)
    shape = joined(
        {(5, 1)},
        rect(4, 2, 6, 3),
        rect(1, 4, 9, 4),
        rect(2, 5, 8, 5),
        rect(3, 6, 7, 7),
        rect(2, 8, 4, 8),
        rect(6, 8, 8, 8),
        {(2, 9), (8, 9)},
    )
    c.paint(shape, "gold", bands((3, SHINE), (5, LIGHT), (9, MID)))
    c.outlined()
    return c.image()


def sprites() -> Iterator[Sprite]:
    for frame, drawing in enumerate(HEARTS):
        yield Sprite(f"icon/heart/{frame}", _stamped(drawing, _HEART, 9).image())
    for frame in range(2):
        yield Sprite(f"icon/crosshair/{frame}", crosshair(frame), (3, 3))
        yield Sprite(f"icon/cursor/{frame}", cursor(frame))
    for frame in range(4):
        yield Sprite(f"icon/coin/{frame}", coin(frame))
    for name in MARKS:
        yield Sprite(f"icon/mark/{name}", mark(name, False))
        yield Sprite(f"icon/mark/{name}/spent", mark(name, True))
    for side in TEAMS:
        yield Sprite(f"icon/team/{side}", team(side))
        yield Sprite(f"icon/capture/{side}", capture(side), (-9, -4))  # on the building, lower right
        yield Sprite(f"icon/reach/{side}", reach(side))
        yield Sprite(f"icon/stripes/{side}", stripes(side))
        for frame in range(2):
            yield Sprite(f"icon/flag/{side}/{frame}", flag(side, frame))
    yield Sprite("icon/reach/neutral", reach("neutral"))
    yield Sprite("icon/shield", shield())
    yield Sprite("icon/star", star())
    for ends in ("n", "e", "s", "w", "ns", "ew", "ne", "es", "sw", "nw"):
        yield Sprite(f"icon/path/{ends}", path(ends))
    for head in "NESW":
        yield Sprite(f"icon/path/head/{head.lower()}", path(head))
