"""The aircraft: helicopter and plane, facing right, over their shade on the ground."""

from __future__ import annotations

from .canvas import Canvas, columns, disc, ellipse, joined, line, poly, rect, rows
from .damage import crack, fire, hole, scorch, scratch, smoke
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE

SINK = (0, 0, 0, 1, 2)
"""How much lower a damaged one flies."""


def helicopter(c: Canvas, stage: int, frame: int) -> None:
    c.shade = ellipse(16, 29.5, 8, 1.6)
    y = frame + SINK[stage]
    _tail(c, stage, frame, y)
    if stage == 0:
        c.paint(joined(line(13, 22 + y, 12, 25 + y), line(21, 22 + y, 22, 25 + y)), "steel", SHADOW)
        c.paint(joined(line(9, 26 + y, 24, 26 + y), {(25, 25 + y)}), "steel", LIGHT)
    elif stage < 4:  # the skid is bent, then half gone
        c.paint(joined(line(13, 22 + y, 12, 25 + y), line(21, 22 + y, 22, 24 + y)), "steel", SHADOW)
        c.paint(line(8, 26 + y, 16, 26 + y), "steel", LIGHT)
        if stage == 1:
            c.paint(line(17, 26 + y, 25, 23 + y), "steel", LIGHT)
    body = joined(ellipse(17.5, 17 + y, 8.6, 5.4), rect(10, 14 + y, 15, 20 + y))
    c.paint(body, "team", rows(12 + y, SHINE, SHINE, LIGHT, LIGHT, MID, MID, MID, SHADOW, SHADOW, SHADOW))
    c.paint(rect(11, 17 + y, 16, 17 + y), "paper", LIGHT, edge=False)
    glass = {(px, py) for px, py in ellipse(19.5, 16.5 + y, 6.2, 4.2) if px >= 19 and py <= 18 + y}
    c.paint(glass, "glass", lambda px, py: SHINE if px + py < 36 + y else LIGHT if px + py < 39 + y else MID)
    if stage < 2:
        c.paint(line(22, 13 + y, 22, 18 + y), "team", SHADOW, edge=False)
    if stage < 3:  # the rocket pod and the gun under the chin
        c.paint(rect(12, 20 + y, 19, 22 + y), "steel", rows(20 + y, SHINE, LIGHT, SHADOW))
        c.paint(rect(19, 20 + y, 19, 22 + y), "soot", rows(20 + y, OUTLINE, MID, OUTLINE), edge=False)
        c.paint(line(22, 22 + y, 27, 23 + y), "steel", MID)
    c.paint(rect(13, 9 + y, 18, 12 + y), "team", rows(9 + y, SHINE, LIGHT, MID, SHADOW))
    c.paint(rect(15, 6 + y, 16, 9 + y), "steel", columns(15, LIGHT, SHADOW))
    _rotor(c, stage, frame, y)
    if stage >= 1:
        scorch(c, 13, 15 + y, 2.3 + stage * 0.2)
        hole(c, 14, 15 + y)
        scratch(c, 6, 15 + y)
        scratch(c, 17, 20 + y)
    if stage >= 2:
        crack(c, (20, 14 + y), (21, 15 + y), (22, 15 + y), (22, 16 + y), (23, 17 + y))
        scorch(c, 7, 14 + y, 2)
    if stage >= 3:
        scorch(c, 17, 20 + y, 2.6)
        hole(c, 17, 18 + y, glow=True)
        c.tint({(px, py) for px, py in glass if px + py > 37 + y}, "soot")
    if stage == 4:
        scorch(c, 11, 17 + y, 3)
        c.tint(glass, "soot")
    if stage == 2:
        smoke(c, 10, 11 + y, 1, frame)
    if stage == 3:
        smoke(c, 10, 13 + y, 2, frame, "fume")
    if stage == 4:
        smoke(c, 11, 13 + y, 3, frame, "fume")
        fire(c, 12, 15 + y, 2, frame)
        fire(c, 20, 15 + y, 1, frame)


def _tail(c: Canvas, stage: int, frame: int, y: int) -> None:
    boom = poly((11, 14 + y), (5, 12 + y), (4, 13 + y), (5, 15 + y), (11, 18 + y))
    if stage == 4:
        boom -= rect(0, 0, 6, 31)
    c.paint(
        boom,
        "team",
        lambda px, py: SHINE if py < 12.6 + y + px * 0.12 else LIGHT if py < 14 + y + px * 0.12 else SHADOW,
    )
    if stage < 3:
        fin = poly((4, 7 + y), (6, 7 + y), (8, 12 + y), (5, 13 + y))
        if stage == 2:
            fin -= rect(0, 0, 10, 9 + y)
        c.paint(fin, "team", columns(4, SHINE, LIGHT, MID, SHADOW))
        dx, dy = ((2, 2), (0, 3))[frame]
        c.paint(line(6 - dx, 12 + y - dy, 6 + dx, 12 + y + dy), "steel", SHINE)
    elif stage == 3:
        c.paint(poly((5, 11 + y), (7, 10 + y), (8, 13 + y), (5, 13 + y)), "team", SHADOW)


def _rotor(c: Canvas, stage: int, frame: int, y: int) -> None:
    """Two blades that turn: wide, then narrow; later one, then a bent stump."""
    left, right = ((4, 27), (9, 22))[frame]
    if stage == 4:
        c.paint(joined(line(9, 11 + y, 15, 6 + y), line(16, 6 + y, 21, 7 + y)), "steel", MID)
        return
    if stage == 2:
        right -= 5
    if stage == 3:
        c.paint(line(left + 2, 5 + y, 16, 5 + y), "steel", LIGHT)
        c.paint(line(16, 5 + y, 22, 8 + y), "steel", MID)
        return
    c.paint(line(left, 5 + y, right, 5 + y), "steel", lambda px, _: SHINE if px < 15 else LIGHT)
    if frame:
        c.paint(line(13, 4 + y, 18, 4 + y), "steel", LIGHT, edge=False)
    c.paint(rect(14, 5 + y, 17, 6 + y), "steel", SHADOW, edge=False)


def plane(c: Canvas, stage: int, frame: int) -> None:
    c.shade = ellipse(16, 29.5, 10, 1.6)
    y = frame + SINK[stage]
    if stage < 4:  # the far wing
        c.paint(poly((16, 13 + y), (13, 6 + y), (15, 6 + y), (21, 13 + y)), "team", rows(6 + y, LIGHT, SHADOW))
    tip = (4, 4, 6, 8, 11)[stage]
    fin = poly((6, 13 + y), (4, tip + y), (6, tip + y), (11, 12 + y), (11, 14 + y))
    c.paint(fin, "team", lambda px, py: SHINE if py == tip + y else LIGHT if px < 6 + (py - tip - y) * 0.5 else MID)
    if stage < 3:
        c.paint(poly((6, 8 + y), (8, 8 + y), (9, 9 + y), (6, 9 + y)), "paper", LIGHT, edge=False)
    _fuselage(c, stage, frame, y)
    wing = poly((12, 16 + y), (21, 16 + y), (12, 25 + y), (9, 26 + y), (9, 24 + y))
    if stage == 1:
        wing -= rect(0, 25 + y, 7, 31)
    if stage == 2:
        wing -= poly((4, 23 + y), (7, 24 + y), (9, 22 + y), (12, 23 + y), (12, 30), (4, 30))
    if stage >= 3:
        wing -= rect(0, 21 + y, 22, 31)
    front = 33.5 + y * 0.9
    c.paint(
        wing,
        "team",
        lambda px, py: SHINE if px + py * 0.9 > front else LIGHT if px > 13 - (py - 16 - y) * 0.4 else MID,
    )
    if stage < 3:
        c.paint(poly((11, 20 + y), (13, 20 + y), (12, 21 + y), (11, 21 + y)), "paper", LIGHT, edge=False)
    if stage == 0:  # a missile under the wing
        c.paint(rect(15, 21 + y, 19, 22 + y), "cloth", rows(21 + y, SHINE, SHADOW))
        c.paint(rect(20, 21 + y, 20, 22 + y), "heart", rows(21 + y, LIGHT, SHADOW))
    if stage < 4:
        c.paint(poly((6, 17 + y), (9, 17 + y), (5, 21 + y), (4, 21 + y)), "team", rows(17 + y, LIGHT, MID, MID, SHADOW))
    if stage >= 1:
        scorch(c, 10, 15 + y, 2.3 + stage * 0.2)
        hole(c, 20, 15 + y)
        scratch(c, 13, 19 + y, 4)
    if stage >= 2:
        scorch(c, 13, 19 + y, 2)
        hole(c, 10, 14 + y)
    if stage >= 3:
        scorch(c, 22, 15 + y, 2.4)
        hole(c, 17, 17 + y, glow=True)
    if stage == 4:
        scorch(c, 16, 15 + y, 3)
        c.erase({(29, 17 + y), (28, 16 + y), (28, 17 + y)})
    if stage == 2:
        smoke(c, 8, 12 + y, 1, frame)
    if stage == 3:
        smoke(c, 10, 13 + y, 2, frame, "fume")
    if stage == 4:
        smoke(c, 12, 13 + y, 3, frame, "fume")
        fire(c, 11, 15 + y, 2, frame)
        fire(c, 22, 13 + y, 1, frame)


def _fuselage(c: Canvas, stage: int, frame: int, y: int) -> None:
    sides = ((6, 14), (9, 12), (19, 12), (24, 14), (29, 17), (24, 18), (8, 18), (6, 17))
    c.paint(poly(*((px, py + y) for px, py in sides)), "team", rows(12 + y, SHINE, LIGHT, LIGHT, MID, MID, SHADOW))
    c.paint(poly((26, 15 + y), (29, 17 + y), (26, 17 + y)), "steel", rows(15 + y, SHINE, LIGHT, MID), edge=False)
    c.paint(rect(5, 14 + y, 7, 17 + y), "steel", rows(14 + y, LIGHT, MID, MID, SHADOW))
    canopy = poly((17, 12 + y), (19, 10 + y), (21, 10 + y), (24, 13 + y))
    c.paint(canopy, "glass", lambda px, py: SHINE if px < 20 else LIGHT if py < 12 + y else MID)
    if stage == 2:
        crack(c, (20, 11 + y), (21, 11 + y), (21, 12 + y))
    if stage >= 3:
        c.tint(canopy, "soot")
    c.paint(poly((14, 15 + y), (17, 15 + y), (17, 16 + y), (15, 17 + y)), "soot", OUTLINE, edge=False)  # the intake
    if stage < 2:
        c.paint(
            poly((4 - frame, 15 + y), (4, 14 + y), (4, 17 + y), (4 - frame, 16 + y)),
            "fire",
            columns(2, MID, LIGHT, SHINE),
        )
    elif stage == 2 or (stage == 3 and frame):
        c.paint(disc(4, 15.5 + y, 0.8), "fire", LIGHT)
