"""The aircraft: helicopter and plane, facing right, over their shade on the ground."""

from __future__ import annotations

from .canvas import Canvas, bands, ellipse, joined, line, poly, rect
from .damage import crack, fire, hole, scorch, smoke
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE


def helicopter(c: Canvas, stage: int, frame: int) -> None:
    c.shade = ellipse(16, 29.5, 8, 1.6)
    y = frame + (0, 0, 0, 1, 2)[stage]
    # Tail boom and fin.
    boom = poly((11, 13 + y), (2, 11 + y), (1, 13 + y), (11, 18 + y))
    if stage < 4:
        c.paint(boom, "team", lambda px, py: LIGHT if py < 13 + y + (px - 1) * 0.15 else SHADOW)
        c.paint(poly((0, 6 + y), (2, 6 + y), (5, 12 + y), (2, 13 + y)), "team", lambda px, py: LIGHT if px < 2 else MID)
    else:
        c.paint(poly((11, 13 + y), (6, 12 + y), (5, 15 + y), (11, 18 + y)), "soot", MID)
    if stage < 3:
        turn = ((2, 0), (1, 2))[frame]
        c.paint(line(3 - turn[0], 12 + y - 3 + turn[0], 3 + turn[0], 12 + y + 3 - turn[0]), "steel", SHINE)
    # Skids.
    if stage < 4:
        c.paint(joined(line(13, 21 + y, 12, 25 + y), line(20, 21 + y, 21, 25 + y)), "steel", SHADOW)
        c.paint(joined(line(8, 26 + y, 23, 26 + y), {(24, 25 + y)}), "steel", LIGHT)
    else:
        c.paint(joined(line(13, 21 + y, 10, 25 + y), line(8, 25 + y, 14, 26 + y)), "steel", MID)
    body = joined(ellipse(17, 17 + y, 8.4, 5.2), rect(10, 13 + y, 16, 20 + y) - {(10, 20 + y), (10, 13 + y)})
    c.paint(body, "team", bands((13 + y, SHINE), (15 + y, LIGHT), (18 + y, MID), (23 + y, SHADOW)))
    glass = {(px, py) for px, py in ellipse(19.5, 16.5 + y, 5.8, 4) if px >= 18 and py <= 18 + y}
    c.paint(glass, "glass", lambda px, py: SHINE if px + py < 34 + y else LIGHT if px + py < 38 + y else MID)
    if stage < 2:
        c.paint(line(21, 13 + y, 21, 18 + y), "team", SHADOW, edge=False)
    # Rocket pod and chin gun.
    c.paint(rect(12, 19 + y, 18, 21 + y), "steel", bands((19 + y, LIGHT), (20 + y, MID), (21 + y, SHADOW)))
    c.dot(18, 20 + y, "fire", MID)
    if stage < 3:
        c.paint(line(23, 21 + y, 28, 22 + y), "steel", MID)
    # Mast and rotor.
    c.paint(rect(13, 9 + y, 18, 12 + y), "team", bands((9 + y, LIGHT), (10 + y, MID), (12 + y, SHADOW)))
    c.paint(rect(15, 6 + y, 16, 9 + y), "steel", MID)
    _rotor(c, stage, frame, y)
    if stage >= 1:
        scorch(c, 13, 16 + y, 1.8 + stage * 0.5)
        hole(c, 15, 16 + y)
    if stage >= 2:
        crack(c, (20, 14 + y), (21, 15 + y), (22, 15 + y), (22, 16 + y), (23, 17 + y))
        scorch(c, 6, 14 + y, 2 + stage * 0.4)
        c.erase(rect(0, 5 + y, 2, 8 + y))
    if stage >= 3:
        scorch(c, 17, 19 + y, 3)
        hole(c, 12, 14 + y, glow=True)
        c.tint(glass, "soot", -1)
        c.erase(rect(0, 4 + y, 3, 10 + y))
    if stage == 4:
        scorch(c, 20, 16 + y, 4)
    if stage == 2:
        smoke(c, 11, 11 + y, 1, frame)
    if stage == 3:
        smoke(c, 11, 12 + y, 2, frame, "fume")
    if stage == 4:
        smoke(c, 12, 12 + y, 3, frame, "fume")
        fire(c, 12, 15 + y, 2, frame)
        fire(c, 6, 14 + y, 1, frame)


def _rotor(c: Canvas, stage: int, frame: int, y: int) -> None:
    left, right = ((2, 30), (8, 24))[frame]
    if stage == 2:
        right -= 4
    if stage >= 3:
        left, right = left + 3, 18
    if stage == 4:
        c.paint(joined(line(10, 10 + y, 15, 6 + y), line(16, 6 + y, 20, 7 + y)), "steel", MID)
        return
    c.paint(line(left, 5 + y, right, 5 + y), "steel", lambda px, _: SHINE if px < 16 else LIGHT)
    if frame:
        c.paint(line(14, 4 + y, 17, 4 + y), "steel", LIGHT, edge=False)
    c.paint(rect(14, 5 + y, 17, 6 + y), "steel", SHADOW, edge=False)


def plane(c: Canvas, stage: int, frame: int) -> None:
    c.shade = ellipse(15, 29.5, 10, 1.6)
    y = frame + (0, 0, 0, 1, 2)[stage]
    # The far wing and the fin.
    c.paint(poly((14, 13 + y), (8, 7 + y), (11, 7 + y), (19, 13 + y)), "team", SHADOW)
    if stage < 4:
        tip = 4 if stage < 3 else 8
        c.paint(
            poly((3, 13 + y), (1, tip + y), (4, tip + y), (10, 12 + y), (10, 14 + y)),
            "team",
            lambda px, py: SHINE if py < 6 + y else LIGHT if px < 4 + (py - tip - y) * 0.6 else MID,
        )
    # Fuselage.
    body = poly(
        (2, 14 + y), (6, 12 + y), (20, 12 + y), (27, 14 + y), (31, 17 + y), (26, 18 + y), (5, 18 + y), (2, 17 + y)
    )
    c.paint(body, "team", bands((12 + y, SHINE), (14 + y, LIGHT), (16 + y, MID), (18 + y, SHADOW)))
    c.paint(poly((28, 15 + y), (31, 17 + y), (28, 17 + y)), "steel", LIGHT, edge=False)
    c.paint(rect(1, 14 + y, 3, 17 + y), "steel", bands((14 + y, LIGHT), (15 + y, MID), (17 + y, SHADOW)))
    glass = poly((17, 12 + y), (19, 10 + y), (22, 10 + y), (25, 13 + y))
    c.paint(glass, "glass", lambda px, py: SHINE if px < 20 else LIGHT if py < 12 + y else MID)
    c.paint(poly((13, 15 + y), (17, 15 + y), (17, 17 + y), (14, 17 + y)), "soot", OUTLINE, edge=False)  # the intake
    # The near wing.
    wing = poly((10, 16 + y), (20, 16 + y), (10, 25 + y), (5, 26 + y), (5, 24 + y))
    if stage == 2:
        wing -= poly((4, 24 + y), (10, 23 + y), (10, 28 + y), (4, 28 + y))
    if stage >= 3:
        wing -= rect(0, 21 + y - (stage == 4), 20, 30)
    c.paint(
        wing,
        "team",
        lambda px, py: SHINE if px + py * 0.9 > 32.5 + y * 0.9 else LIGHT if px > 11 - (py - 16 - y) * 0.5 else MID,
    )
    if stage < 2:
        c.paint(rect(11, 21 + y, 16, 22 + y), "steel", bands((21 + y, SHINE), (22 + y, MID)))
        c.dot(17, 21 + y, "fire", MID)
    if stage < 3:
        c.paint(poly((2, 17 + y), (7, 17 + y), (2, 21 + y), (0, 21 + y)), "team", MID)
    # Exhaust.
    if stage < 4:
        length = (3, 1)[frame] if stage < 2 else 1
        c.paint(
            poly((0, 15 + y), (1, 14 + y), (1, 17 + y), (1 - length + 1, 16 + y)),
            "fire",
            lambda px, _: SHINE if px > 0 else MID,
            edge=False,
        )
    if stage >= 1:
        scorch(c, 8, 15 + y, 1.6 + stage * 0.5)
        hole(c, 21, 15 + y)
    if stage >= 2:
        scorch(c, 12, 19 + y, 2 + stage * 0.4)
        hole(c, 9, 14 + y)
        c.erase(rect(0, 3 + y, 2, 6 + y))
    if stage >= 3:
        scorch(c, 24, 15 + y, 3)
        hole(c, 25, 15 + y, glow=True)
        c.tint(glass, "soot", -1)
    if stage == 4:
        scorch(c, 16, 15 + y, 4)
    if stage == 2:
        smoke(c, 5, 12 + y, 1, frame)
    if stage == 3:
        smoke(c, 8, 12 + y, 2, frame, "fume")
    if stage == 4:
        smoke(c, 8, 12 + y, 3, frame, "fume")
        fire(c, 7, 14 + y, 2, frame)
        fire(c, 24, 14 + y, 1, frame)
