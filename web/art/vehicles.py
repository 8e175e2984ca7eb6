"""The vehicles: jeep and tank, facing right, whole or in four stages of ruin."""

from __future__ import annotations

from itertools import pairwise

from .canvas import Canvas, bands, columns, disc, ellipse, joined, line, poly, rect, rows
from .damage import fire, hole, scorch, scratch, smoke
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
    shade(c, 4, 28)
    _tracks(c, stage, frame)
    hull = poly((7, 17), (23, 17), (27, 21), (26, 22), (4, 22), (4, 20))
    if stage >= 1:
        hull -= rect(3, 19, 4, 22)
    if stage >= 2:
        hull -= joined(rect(25, 19, 28, 22), rect(4, 20, 6, 22))
    c.paint(hull, "team", rows(17, SHINE, LIGHT, LIGHT, MID, SHADOW))
    c.paint(poly((24, 18), (27, 21), (26, 22), (22, 22)) & hull, "team", MID, edge=False)
    c.paint(line(24, 17, 27, 21) & hull, "team", SHINE, edge=False)
    for x in (6, 11, 16, 21):
        c.dot(x, 21, "team", OUTLINE)
    c.paint(rect(5, 18, 8, 19), "steel", rows(18, LIGHT, MID))  # the exhaust
    y = frame if stage < 4 else 1
    x = -3 if stage == 4 else -2
    if stage < 3:
        _barrel(c, ((17, 12 + y), (26, 11 + y)))
    elif stage == 3:
        _barrel(c, ((17, 13 + y), (22, 14 + y), (26, 18 + y)))
    else:
        _barrel(c, ((16, 14), (21, 16)), brake=False)
    outline = ((9, 9), (17, 9), (20, 13), (18, 17), (8, 17), (6, 13))
    turret = poly(*((px + x, py + y) for px, py in outline))
    if stage >= 3:
        turret -= poly((17 + x, 8 + y), (23 + x, 8 + y), (23 + x, 12 + y))
    c.paint(turret, "team", rows(9 + y, SHINE, SHINE, LIGHT, LIGHT, MID, MID, SHADOW))
    cheek = poly((18 + x, 11 + y), (20 + x, 13 + y), (18 + x, 17 + y), (16 + x, 16 + y))
    c.paint(cheek & turret, "team", SHADOW, edge=False)
    c.paint(rect(9 + x, 13 + y, 12 + x, 14 + y), "paper", MID, edge=False)  # a white stripe
    if stage < 3:
        hatch = poly((9 + x, 7 + y), (14 + x, 7 + y), (15 + x, 9 + y), (8 + x, 9 + y))
        c.paint(hatch, "team", rows(7 + y, SHINE, LIGHT, SHADOW))
    else:  # it stands open
        c.paint(rect(9 + x, 9 + y, 14 + x, 9 + y), "soot", SHADOW)
        c.paint(line(13 + x, 8 + y, 16 + x, 4 + y, 2), "team", MID)
    if stage == 0:
        c.paint(line(6, 10 + y, 5, 2 + y), "steel", SHADOW)
    elif stage == 1:
        c.paint(joined(line(7, 10 + y, 7, 6 + y), line(7, 6 + y, 4, 5 + y)), "steel", SHADOW)
    _tank_hits(c, stage, frame, x, y)


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
    band = poly((7, 21), (25, 21), (27, 23), (27, 26), (24, 30), (7, 30), (4, 26), (4, 23))
    if stage >= 3:
        band -= rect(20, 28, 26, 31) if stage == 3 else joined(rect(19, 26, 29, 31), rect(3, 27, 6, 31))
    c.paint(band, "rubber", SHADOW)
    for x in range(4 + frame, 28, 2):  # the links
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
        c.paint(joined(line(22, 28, 26, 30), line(26, 30, 28, 29)), "rubber", MID)
    if stage == 4:
        c.paint(line(19, 30, 28, 30), "rubber", MID)


def _tank_hits(c: Canvas, stage: int, frame: int, x: int, y: int) -> None:
    if stage >= 1:
        scorch(c, 22, 19, 2.6 + stage * 0.2)
        hole(c, 15 + x, 14 + y)
        scratch(c, 10 + x, 13 + y)
        scratch(c, 12, 21, 2)
    if stage >= 2:
        scorch(c, 9, 19, 2 + stage * 0.2)
        hole(c, 18, 19)
    if stage >= 3:
        scorch(c, 14 + x, 11 + y, 2.8)
        hole(c, 11, 20, glow=True)
    if stage == 4:
        scorch(c, 16, 19, 3)
        hole(c, 22, 20, glow=True)
    if stage == 2:
        smoke(c, 7, 16, 1, frame)
    if stage == 3:
        smoke(c, 9, 16, 2, frame, "fume")
    if stage == 4:
        smoke(c, 11, 14, 3, frame, "fume")
        fire(c, 11, 10, 2, frame)
        fire(c, 23, 19, 1, 1 - frame)


def jeep(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 4, 28)
    y = frame if stage < 3 else 0
    c.paint(rect(7, 22, 25, 25), "rubber", OUTLINE)  # the frame below
    if stage < 1:  # the spare wheel
        c.paint(disc(5.5, 18.5 + y, 2.6), "rubber", lambda px, py: MID if px < 5 or py < 18 else SHADOW)
        c.paint(disc(5.5, 18.5 + y, 0.8), "steel", LIGHT, edge=False)
    _jeep_crew(c, stage, y)
    tub = poly((7, 18 + y), (10, 17 + y), (18, 17 + y), (20, 18 + y), (26, 19 + y), (27, 24 + y), (6, 24 + y))
    if stage >= 2:
        tub -= joined(rect(25, 18, 28, 20), rect(5, 15, 7, 19))
    if stage >= 3:
        tub -= poly((20, 17), (24, 17), (22, 19))
    c.paint(tub, "team", rows(17 + y, LIGHT, LIGHT, MID, MID, MID, SHADOW))
    c.paint(joined(line(20, 18 + y, 26, 19 + y), line(7, 18 + y, 10, 17 + y)) & tub, "team", SHINE, edge=False)
    c.paint(poly((11, 18 + y), (16, 18 + y), (16, 21 + y), (12, 21 + y)), "team", OUTLINE, edge=False)  # the way in
    c.paint(line(11, 22 + y, 16, 22 + y), "team", LIGHT, edge=False)
    for x in (21, 23):
        c.paint(rect(x, 20 + y, x, 22 + y), "team", SHADOW, edge=False)
    c.paint(rect(26, 20 + y, 27, 21 + y), "gold", LIGHT if stage < 1 else SHADOW)  # the lamp
    if stage < 1:
        c.paint(rect(25, 23 + y, 27, 24 + y), "steel", rows(23 + y, LIGHT, SHADOW))  # the bumper
    if stage < 2:
        c.paint(line(19, 18 + y, 17, 11 + y, 2), "steel", LIGHT)
        c.paint(line(20, 17 + y, 19, 12 + y), "glass", LIGHT if stage == 0 else SHADOW, edge=False)
    elif stage == 2:
        c.paint(joined(line(19, 18 + y, 18, 14 + y, 2), {(20, 13 + y)}), "steel", LIGHT)
    else:
        c.paint(line(19, 18 + y, 22, 16 + y), "steel", MID)
    wheel(c, 10, 26, 4.2, torn=stage == 4)
    wheel(c, 23, 26, 4.2, torn=stage >= 3)
    if stage >= 1:
        scorch(c, 24, 21, 2.3 + stage * 0.2)
        hole(c, 18, 21 + y)
        scratch(c, 7, 21 + y)
    if stage >= 2:
        scorch(c, 8, 20, 1.8)
        hole(c, 8, 20 + y)
    if stage >= 3:
        scorch(c, 22, 19, 2.4)
        hole(c, 24, 20 + y, glow=True)
    if stage == 4:
        scorch(c, 14, 21, 2.4)
    if stage == 2:
        smoke(c, 24, 17 + y, 1, frame)
    if stage == 3:
        smoke(c, 24, 17, 2, frame, "fume")
    if stage == 4:
        smoke(c, 23, 15, 3, frame, "fume")
        fire(c, 23, 18, 2, frame)
        fire(c, 9, 18, 1, frame)


def _jeep_crew(c: Canvas, stage: int, y: int) -> None:
    """The machine gun on its post and the driver's head."""
    if stage < 4:
        c.paint(rect(8, 8 + y, 9, 18 + y), "steel", columns(8, LIGHT, SHADOW))
    if stage < 3:
        if stage < 2:
            c.paint(rect(10, 5 + y, 20, 5 + y), "steel", LIGHT)
            c.paint(rect(19, 4 + y, 20, 6 + y), "steel", rows(4 + y, SHINE, LIGHT, SHADOW))
        else:
            c.paint(line(10, 6 + y, 13, 6 + y), "steel", MID)
            c.paint(line(14, 6 + y, 17, 3 + y), "steel", SHADOW)
        c.paint(rect(4, 4 + y, 10, 7 + y), "steel", rows(4 + y, SHINE, LIGHT, MID, SHADOW))
        c.paint(rect(5, 8 + y, 7, 11 + y), "gold", rows(8 + y, LIGHT, MID, MID, SHADOW))  # the belt's box
    elif stage == 3:
        c.paint(poly((5, 10), (7, 9), (12, 13), (10, 15)), "steel", MID)
    if stage < 4:
        dy = y + (3 if stage == 3 else 0)
        c.paint(rect(11, 15 + dy, 16, 18 + dy), "team", SHADOW)
        c.paint(rect(12, 13 + dy, 16, 15 + dy), "skin", columns(12, SHADOW, MID, LIGHT))
        c.dot(15, 14 + dy, "soot", OUTLINE)
        helmet = poly((13, 9 + dy), (15, 9 + dy), (17, 12 + dy), (11, 12 + dy), (11, 11 + dy))
        c.paint(helmet, "team" if stage < 2 else "cloth", rows(9 + dy, SHINE, LIGHT, MID, SHADOW))
