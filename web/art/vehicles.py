"""The vehicles: jeep, tank, artillery and anti-air, facing right, whole or in four stages of ruin."""

from __future__ import annotations

from itertools import pairwise

from .canvas import Canvas, Shape, bands, disc, ellipse, joined, line, poly, rect, rows
from .damage import crack, fire, hole, scorch, smoke
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE


def shade(c: Canvas, x0: int, x1: int, y: int = 30) -> None:
    c.shade = ellipse((x0 + x1) / 2, y - 0.5, (x1 - x0) / 2, 1.6)


def wheel(c: Canvas, x: float, y: float, r: float, *, torn: bool = False) -> None:
    """A tyre with a bright hub; a torn one is flat, its rim showing."""
    if torn:
        c.paint(ellipse(x, y + 1, r + 0.6, r - 1), "rubber", SHADOW)
        c.paint(disc(x, y + 0.6, max(1.0, r - 2)), "soot", MID, edge=False)
        return
    tyre = disc(x, y, r)
    c.paint(tyre, "rubber", lambda px, py: MID if py < y - r * 0.4 or px < x - r * 0.5 else SHADOW)
    hub = disc(x, y, r - 1.9)
    c.paint(hub, "steel", lambda px, py: LIGHT if py < y or px < x else MID, edge=False)
    c.dot(round(x - 0.1), round(y - 0.1), "rubber", OUTLINE)


def tank(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 3, 30)
    _tracks(c, stage, frame)
    bob = 0 if frame == 0 or stage == 4 else 1
    hull = poly((6, 17), (24, 17), (29, 21), (28, 22), (3, 22), (3, 20))
    c.paint(hull, "team", bands((17, SHINE), (19, LIGHT), (20, MID), (22, SHADOW)))
    c.paint(poly((25, 18), (29, 21), (28, 22), (23, 22)), "team", MID, edge=False)
    c.paint(line(25, 17, 29, 21), "team", SHINE, edge=False)
    for x in (6, 11, 16, 21):
        c.dot(x, 21, "team", OUTLINE)
    c.paint(rect(4, 18, 7, 19), "steel", bands((18, LIGHT), (19, MID)))  # the exhaust
    dx, dy = (0, bob) if stage < 4 else (-2, 1)
    if stage < 3:
        _barrel(c, ((19, 13 + dy), (30, 11 + dy)))
    elif stage == 3:
        _barrel(c, ((19, 13 + dy), (25, 14 + dy), (29, 18 + dy)))
    else:
        _barrel(c, ((17, 15), (22, 16)), brake=False)
    turret = poly(
        (9 + dx, 9 + dy),
        (17 + dx, 9 + dy),
        (21 + dx, 13 + dy),
        (19 + dx, 17 + dy),
        (8 + dx, 17 + dy),
        (5 + dx, 13 + dy),
    )
    c.paint(turret, "team", bands((10 + dy, SHINE), (12 + dy, LIGHT), (14 + dy, MID), (17 + dy, SHADOW)))
    c.paint(
        poly((19 + dx, 11 + dy), (21 + dx, 13 + dy), (19 + dx, 17 + dy), (17 + dx, 16 + dy)), "team", SHADOW, edge=False
    )
    c.paint(rect(9 + dx, 13 + dy, 12 + dx, 14 + dy), "paper", MID, edge=False)  # a white stripe
    if stage < 3:
        c.paint(
            poly((9 + dx, 7 + dy), (14 + dx, 7 + dy), (15 + dx, 9 + dy), (8 + dx, 9 + dy)),
            "team",
            bands((7 + dy, SHINE), (8 + dy, LIGHT), (9 + dy, SHADOW)),
        )
    else:  # the hatch stands open
        c.paint(rect(9 + dx, 9 + dy, 14 + dx, 9 + dy), "soot", SHADOW)
        c.paint(line(8 + dx, 9 + dy, 6 + dx, 4 + dy, 2), "team", MID)
    if stage == 0:
        c.paint(line(7, 10 + dy, 5, 2 + dy), "steel", SHADOW, edge=False)
    elif stage == 1:
        c.paint(joined(line(7, 10 + dy, 6, 6 + dy), line(6, 6 + dy, 2, 5 + dy)), "steel", SHADOW, edge=False)
    _tank_hits(c, stage, frame, dx, dy)


def _barrel(c: Canvas, points: tuple[tuple[float, float], ...], *, brake: bool = True) -> None:
    for (ax, ay), (bx, by) in pairwise(points):
        c.paint(line(ax, ay, bx, by, 3), "steel", MID)
        c.paint(line(ax, ay, bx, by, 1), "steel", SHINE, edge=False)
        c.paint(line(ax, ay + 2, bx, by + 2, 1), "steel", SHADOW, edge=False)
    x, y = points[-1]
    if brake:
        c.paint(
            rect(round(x) - 1, round(y) - 1, round(x) + 1, round(y) + 3),
            "steel",
            bands((round(y), LIGHT), (round(y) + 1, MID), (round(y) + 3, SHADOW)),
        )


def _tracks(c: Canvas, stage: int, frame: int) -> None:
    band = poly((6, 21), (26, 21), (29, 24), (28, 27), (25, 30), (7, 30), (4, 27), (3, 24))
    if stage >= 3:
        band -= rect(21, 28, 26, 31) if stage == 3 else joined(rect(19, 26, 29, 31), rect(3, 27, 6, 31))
    c.paint(band, "rubber", SHADOW)
    for x in range(4 + frame, 30, 2):  # the links
        for y in (21, 22, 29, 30):
            if (x, y) in band:
                c.dot(x, y, "rubber", MID if y < 25 else OUTLINE)
    for i, x in enumerate((8, 13, 18, 23)):
        if stage == 2 and i == 1:
            c.paint(disc(x + 0.5, 26, 2.4), "soot", OUTLINE, edge=False)
        elif stage >= 3 and i in (1, 3):
            c.paint(disc(x + 0.5, 26 + (stage == 4), 2.4), "soot", SHADOW, edge=False)
        else:
            c.paint(
                disc(x + 0.5, 26, 2.4),
                "steel",
                rows(24, SHINE, LIGHT, MID, SHADOW),
                edge=False,
            )
            c.paint(rect(x, 26, x + 1, 26), "rubber", OUTLINE, edge=False)
    if stage == 3:  # the band hangs loose
        c.paint(joined(line(24, 28, 30, 30), line(30, 30, 31, 29)), "rubber", MID)
    if stage == 4:
        c.paint(line(20, 30, 31, 30), "rubber", MID)


def _tank_hits(c: Canvas, stage: int, frame: int, dx: int, dy: int) -> None:
    if stage >= 1:
        scorch(c, 22, 19, 2.5 + stage * 0.6)
        hole(c, 15 + dx, 14 + dy)
        c.erase(rect(2, 19, 3, 23))
    if stage >= 2:
        scorch(c, 8, 19, 2.4 + stage * 0.4)
        hole(c, 18, 19)
        c.erase(joined(rect(26, 19, 30, 22), rect(3, 20, 5, 22)))
        crack(c, (12, 17), (13, 18), (12, 19), (13, 20))
    if stage >= 3:
        scorch(c, 14 + dx, 11 + dy, 3.4)
        hole(c, 9, 20, glow=True)
        c.erase(poly((18 + dx, 8 + dy), (23, 8 + dy), (23, 12 + dy)))
    if stage == 4:
        scorch(c, 18, 18, 5)
        hole(c, 20, 19, glow=True)
    if stage == 2:
        smoke(c, 10, 7 + dy, 1, frame)
    if stage == 3:
        smoke(c, 12, 8 + dy, 2, frame, "fume")
    if stage == 4:
        smoke(c, 10, 7, 3, frame, "fume")
        fire(c, 9 + dx, 10 + dy, 2, frame)
        fire(c, 22, 18, 1, 1 - frame)


def jeep(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 2, 30)
    bob = frame if stage < 3 else 0
    tilt = 1 if stage >= 3 else 0
    y = bob
    c.paint(rect(5, 22, 27, 25), "rubber", OUTLINE)  # the frame below
    if stage < 3:
        c.paint(disc(3.5, 19 + y, 3), "rubber", lambda px, py: MID if px < 3 or py < 18 else SHADOW)
        c.paint(disc(3.5, 19 + y, 1), "steel", LIGHT, edge=False)
    _jeep_crew(c, stage, y)
    tub = poly((5, 18 + y), (9, 17 + y), (18, 17 + y), (20, 18 + y), (29, 19 + y), (30, 24 + y), (4, 24 + y))
    c.paint(tub, "team", bands((18 + y, LIGHT), (21 + y, MID), (24 + y, SHADOW)))
    c.paint(line(20, 18 + y, 29, 19 + y), "team", SHINE, edge=False)
    c.paint(line(5, 18 + y, 10, 17 + y), "team", SHINE, edge=False)
    c.paint(
        poly((11, 18 + y), (16, 18 + y), (16, 21 + y), (12, 21 + y)), "team", OUTLINE, edge=False
    )  # the door's hole
    c.paint(line(11, 22 + y, 16, 22 + y), "team", LIGHT, edge=False)
    c.paint(rect(22, 21 + y, 24, 21 + y), "team", OUTLINE, edge=False)
    c.paint(rect(29, 20 + y, 30, 21 + y), "gold", LIGHT if stage < 2 else SHADOW)  # lamp
    c.paint(rect(28, 23 + y, 31, 24 + y), "steel", bands((23 + y, LIGHT), (24 + y, SHADOW)))  # bumper
    if stage < 2:
        c.paint(line(19, 18 + y, 17, 11 + y, 2), "steel", LIGHT)
        c.paint(line(20, 17 + y, 19, 12 + y), "glass", LIGHT, edge=False)
    elif stage == 2:
        c.paint(joined(line(19, 18 + y, 18, 14 + y, 2), {(20, 13 + y)}), "steel", LIGHT)
    else:
        c.paint(joined(line(19, 18 + y, 22, 16 + y)), "steel", MID)
    wheel(c, 9, 26, 4.2, torn=stage == 4)
    wheel(c, 24, 26 + tilt * 0, 4.2, torn=stage >= 3)
    if stage >= 1:
        scorch(c, 25, 21, 1.8 + stage * 0.5)
        hole(c, 19, 21 + y)
        c.erase(rect(30, 22, 31, 25))
    if stage >= 2:
        scorch(c, 8, 20, 2 + stage * 0.4)
        hole(c, 7, 20 + y)
        c.erase(joined(rect(28, 18, 31, 20), rect(3, 15, 4, 18)))
    if stage >= 3:
        scorch(c, 22, 19, 3)
        hole(c, 24, 19 + y, glow=True)
        c.erase(poly((20, 17), (24, 17), (22, 19)))
    if stage == 4:
        scorch(c, 14, 20, 4)
    if stage == 2:
        smoke(c, 25, 17 + y, 1, frame)
    if stage == 3:
        smoke(c, 25, 17, 2, frame, "fume")
    if stage == 4:
        smoke(c, 23, 14, 3, frame, "fume")
        fire(c, 24, 18, 2, frame)
        fire(c, 8, 18, 1, frame)


def _jeep_crew(c: Canvas, stage: int, y: int) -> None:
    """The machine gun on its post and the driver's head."""
    if stage < 4:
        c.paint(rect(8, 12 + y, 9, 18 + y), "steel", lambda px, _: LIGHT if px == 8 else SHADOW)
    if stage < 2:
        c.paint(rect(5, 10 + y, 12, 12 + y), "steel", bands((10 + y, LIGHT), (11 + y, MID), (12 + y, SHADOW)))
        c.paint(rect(13, 10 + y, 20, 11 + y), "steel", bands((10 + y, LIGHT), (11 + y, SHADOW)))
        c.paint(rect(6, 13 + y, 7, 14 + y), "leather", MID)
    elif stage == 2:
        c.paint(rect(5, 10 + y, 12, 12 + y), "steel", bands((10 + y, LIGHT), (11 + y, MID), (12 + y, SHADOW)))
        c.paint(joined(line(13, 11 + y, 16, 12 + y), line(16, 12 + y, 18, 15 + y)), "steel", MID)
    elif stage == 3:
        c.paint(poly((4, 10), (6, 9), (11, 13), (9, 15)), "steel", MID)
    if stage < 4:
        dy = y + (2 if stage == 3 else 0)
        c.paint(rect(12, 15 + dy, 16, 18 + dy), "team", SHADOW)
        c.paint(rect(13, 12 + dy, 17, 15 + dy), "skin", lambda px, py: LIGHT if px > 14 else MID)
        c.dot(16, 13 + dy, "soot", OUTLINE)
        helmet = poly((13, 9 + dy), (16, 9 + dy), (18, 12 + dy), (12, 12 + dy), (12, 10 + dy))
        c.paint(
            helmet,
            "team" if stage < 3 else "cloth",
            bands((9 + dy, SHINE), (10 + dy, LIGHT), (11 + dy, MID), (12 + dy, SHADOW)),
        )


def artillery(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 1, 24)
    kick = frame if stage < 3 else 0
    # The trail on the ground behind.
    if stage < 4:
        c.paint(
            poly((1, 28), (12, 22), (14, 24), (4, 30), (1, 30)),
            "team",
            lambda px, py: LIGHT if py < 29 - (px - 1) * 0.52 else SHADOW,
        )
        c.paint(rect(1, 28, 3, 30), "steel", bands((28, LIGHT), (29, MID), (30, SHADOW)))
    else:
        c.paint(poly((5, 27), (12, 23), (14, 25), (8, 30), (6, 30)), "team", SHADOW)
    _gun(c, stage, kick)
    if stage < 4:
        shield = (
            poly((15, 12), (19, 11), (22, 22), (18, 24)) if stage < 3 else poly((16, 15), (19, 14), (22, 22), (18, 24))
        )
        c.paint(
            shield,
            "team",
            lambda px, py: SHINE if px <= 15 + (py - 12) * 0.3 else LIGHT if px < 18 + (py - 12) * 0.3 else MID,
        )
    c.paint(rect(10, 21, 20, 23), "team", bands((21, LIGHT), (22, MID), (23, SHADOW)))
    _great_wheel(c, stage)
    if stage >= 1:
        scorch(c, 18, 18, 1.8 + stage * 0.5)
        hole(c, 18, 15)
        c.erase(rect(18, 10, 21, 13))
    if stage >= 2:
        scorch(c, 9, 24, 2 + stage * 0.5)
        c.erase(joined(poly((15, 11), (18, 11), (15, 15)), rect(1, 27, 2, 28)))
        hole(c, 19, 19)
    if stage >= 3:
        scorch(c, 14, 21, 3)
    if stage == 2:
        smoke(c, 12, 17, 1, frame)
    if stage == 3:
        smoke(c, 13, 18, 2, frame, "fume")
    if stage == 4:
        smoke(c, 14, 15, 3, frame, "fume")
        fire(c, 16, 21, 2, frame)
        fire(c, 7, 26, 1, frame)


def _gun(c: Canvas, stage: int, kick: int) -> None:
    x, y = -kick, kick
    if stage == 4:  # snapped off, hanging down
        c.paint(poly((10, 18), (13, 16), (19, 21), (16, 23)), "steel", lambda px, py: LIGHT if py < 20 else SHADOW)
        c.paint(poly((22, 28), (28, 27), (29, 30), (22, 30)), "steel", bands((28, LIGHT), (29, MID), (30, SHADOW)))
        return
    tip = (30, 4) if stage < 2 else (29, 7) if stage == 2 else (23, 12)
    _tube(c, (9 + x, 21 + y), (tip[0] + x, tip[1] + y), 3)
    if stage == 3:  # bent
        _tube(c, (23, 12), (29, 15), 3)
    _tube(c, (12 + x, 21 + y), (20 + x, 14 + y), 2, "team")
    c.paint(
        poly((7 + x, 20 + y), (10 + x, 17 + y), (13 + x, 20 + y), (10 + x, 23 + y)),
        "steel",
        lambda px, py: LIGHT if px + py < 28 else MID if py < 21 + y else SHADOW,
    )
    if stage < 3:  # the brake at the muzzle
        bx, by = tip[0] + x, tip[1] + y
        c.paint(
            poly((bx - 2, by - 1), (bx + 1, by - 2), (bx + 2, by + 2), (bx - 1, by + 3)),
            "steel",
            lambda px, py: SHINE if py < by else MID if py < by + 2 else SHADOW,
        )


def _tube(c: Canvas, a: tuple[int, int], b: tuple[int, int], width: int, material: str = "steel") -> None:
    """A slanted barrel, light above, shade below."""
    whole = joined(*(line(a[0], a[1] + w, b[0], b[1] + w) for w in range(width)))
    c.paint(whole, material, MID)
    c.paint(line(*a, *b), material, SHINE if width > 2 else LIGHT, edge=False)
    c.paint(line(a[0], a[1] + width - 1, b[0], b[1] + width - 1), material, SHADOW, edge=False)


def _great_wheel(c: Canvas, stage: int) -> None:
    x, y, r = 14.5, 24.5, 5.6
    tyre = disc(x, y, r)
    gone: Shape = set()
    if stage == 3:
        gone = poly((15, 25), (22, 24), (22, 31), (16, 31))
    if stage == 4:
        tyre = ellipse(x, 27, 6.6, 3)
        y = 27
        gone = rect(15, 22, 21, 26)
    c.paint(tyre - gone, "rubber", lambda px, py: MID if px + py < x + y - 5 else SHADOW)
    inner = disc(x, y, r - 1.8) if stage < 4 else ellipse(x, y, 4.6, 1.6)
    c.paint(inner - gone, "soot", SHADOW, edge=False)
    for dx, dy in ((3, 0), (0, 3), (2.4, 2.4), (2.4, -2.4)):
        if stage < 4:
            c.paint(line(x - dx, y - dy, x + dx, y + dy) - gone, "leather", LIGHT if stage < 3 else MID, edge=False)
    c.paint(disc(x, y, 1.3), "steel", lambda px, py: SHINE if px < x and py < y else MID, edge=False)


def anti_air(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 2, 30)
    bob = frame if stage < 3 else 0
    y = bob
    c.paint(rect(4, 23, 28, 26), "rubber", OUTLINE)
    _dish(c, stage, frame, y)
    _quad(c, stage, y)
    c.paint(
        poly((2, 20 + y), (19, 20 + y), (19, 25 + y), (2, 25 + y)),
        "team",
        bands((20 + y, SHINE), (21 + y, LIGHT), (23 + y, MID), (25 + y, SHADOW)),
    )
    for x in (7, 12, 17):
        c.paint(line(x, 22 + y, x, 25 + y), "team", SHADOW, edge=False)
    cab = poly((20, 14 + y), (25, 14 + y), (28, 19 + y), (30, 20 + y), (30, 25 + y), (20, 25 + y))
    c.paint(cab, "team", bands((14 + y, SHINE), (15 + y, LIGHT), (22 + y, MID), (25 + y, SHADOW)))
    window = poly((22, 16 + y), (24, 16 + y), (26, 19 + y), (22, 19 + y))
    c.paint(
        window,
        "glass" if stage < 2 else "soot",
        (lambda px, py: SHINE if px + py < 39 + y else LIGHT if px < 25 else MID) if stage < 2 else OUTLINE,
    )
    c.paint(rect(29, 21 + y, 30, 22 + y), "gold", LIGHT if stage < 3 else SHADOW)
    c.paint(rect(28, 24 + y, 31, 25 + y), "steel", bands((24 + y, LIGHT), (25 + y, SHADOW)))
    for i, x in enumerate((6, 13, 25)):
        wheel(c, x, 27, 3.3, torn=(stage >= 3 and i == 2) or (stage == 4 and i == 0) or (stage == 2 and i == 1))
    if stage >= 1:
        scorch(c, 25, 22, 1.6 + stage * 0.5)
        hole(c, 10, 22 + y)
        c.erase(rect(30, 23, 31, 26))
    if stage >= 2:
        scorch(c, 6, 22, 2 + stage * 0.4)
        c.erase(joined(rect(1, 19, 3, 22), poly((26, 14), (29, 14), (29, 19))))
        hole(c, 22, 22 + y)
    if stage >= 3:
        scorch(c, 21, 18, 3)
        c.erase(poly((19, 13), (23, 13), (19, 17)))
        hole(c, 15, 22, glow=True)
    if stage == 4:
        scorch(c, 12, 22, 4)
    if stage == 2:
        smoke(c, 24, 13 + y, 1, frame)
    if stage == 3:
        smoke(c, 24, 13, 2, frame, "fume")
    if stage == 4:
        smoke(c, 21, 13, 3, frame, "fume")
        fire(c, 24, 16, 2, frame)
        fire(c, 7, 20, 1, frame)


def _quad(c: Canvas, stage: int, y: int) -> None:
    """Four barrels in two pairs, pointing at the sky."""
    pairs: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    if stage < 2:
        pairs = (((9, 15), (15, 2)), ((13, 16), (19, 3)))
    elif stage == 2:
        pairs = (((9, 15), (13, 6)), ((13, 16), (19, 3)))
    elif stage == 3:
        pairs = (((13, 16), (20, 9)),)
    else:
        pairs = ()
    for a, b in pairs:
        barrel = joined(*(line(a[0] + w, a[1] + y, b[0] + w, b[1] + y) for w in range(3)))
        c.paint(barrel, "steel", MID)
        c.paint(line(a[0], a[1] + y, b[0], b[1] + y), "steel", SHINE, edge=False)
        c.paint(line(a[0] + 2, a[1] + y, b[0] + 2, b[1] + y), "steel", SHADOW, edge=False)
        c.paint(
            rect(b[0] - 1, b[1] + y, b[0] + 3, b[1] + 1 + y), "steel", bands((b[1] + y, LIGHT), (b[1] + 1 + y, SHADOW))
        )
    if stage < 4:
        c.paint(
            poly((8, 14 + y), (14, 13 + y), (18, 17 + y), (17, 20 + y), (7, 20 + y)),
            "team",
            bands((14 + y, SHINE), (16 + y, LIGHT), (18 + y, MID), (20 + y, SHADOW)),
        )
    else:
        c.paint(poly((9, 17), (15, 16), (16, 20), (8, 20)), "soot", MID)


def _dish(c: Canvas, stage: int, frame: int, y: int) -> None:
    if stage >= 3:
        if stage == 3:
            c.paint(line(4, 20, 3, 15), "steel", MID)
        return
    c.paint(line(4, 20 + y, 4, 14 + y, 2), "steel", MID)
    wide = 3.4 if frame == 0 else 2.2
    bowl = ellipse(4, 10 + y, wide, 4.2)
    if stage >= 1:
        bowl -= poly((1, 5 + y), (4, 5 + y), (1, 9 + y))
    if stage == 2:
        bowl -= rect(5, 4, 8, 11)
    c.paint(bowl, "steel", lambda px, py: SHINE if px < 4 and py < 10 + y else LIGHT if py < 12 + y else MID)
    c.paint(disc(4, 10 + y, 1), "team", SHADOW, edge=False)
