"""The guns on wheels: artillery and anti-air, facing right, whole or in four stages of ruin."""

from __future__ import annotations

from .canvas import Canvas, Shape, columns, disc, ellipse, joined, line, poly, rect, rows
from .damage import fire, hole, scorch, scratch, smoke
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE
from .vehicles import shade, wheel


def artillery(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 4, 24)
    kick = frame if stage < 3 else 0
    if stage < 4:  # the trail on the ground behind
        trail = poly((4, 28), (12, 22), (14, 24), (7, 30), (4, 30))
        c.paint(trail, "team", lambda px, py: LIGHT if py < 28.6 - (px - 4) * 0.6 else SHADOW)
        if stage < 2:
            c.paint(rect(4, 28, 5, 30), "steel", rows(28, LIGHT, MID, SHADOW))
    else:
        c.paint(poly((6, 27), (12, 23), (14, 25), (8, 30), (7, 30)), "team", SHADOW)
    _gun(c, stage, kick)
    shield = (
        poly((15, 12), (19, 11), (22, 22), (18, 24)),
        poly((15, 12), (17, 14), (20, 13), (22, 22), (18, 24)),
        poly((15, 15), (17, 13), (18, 16), (20, 14), (22, 22), (18, 24)),
        poly((16, 18), (18, 17), (20, 19), (22, 22), (18, 24)),
        poly((16, 20), (19, 21), (22, 23), (18, 25)),
    )[stage]
    c.paint(shield, "team", lambda px, py: (SHINE, LIGHT, LIGHT, MID, SHADOW)[min(4, max(0, px - 15 - (py - 12) // 4))])
    c.paint(rect(10, 21, 20, 23), "team", rows(21, LIGHT, MID, SHADOW))
    _great_wheel(c, stage)
    if stage >= 1:
        scorch(c, 18, 18, 2.1 + stage * 0.2)
        hole(c, 19, 17)
        scratch(c, 7, 26)
    if stage >= 2:
        scorch(c, 8, 25, 2.1 + stage * 0.2)
    if stage >= 3:
        scorch(c, 13, 20, 2)
    if stage == 2:
        smoke(c, 11, 18, 1, frame)
    if stage == 3:
        smoke(c, 11, 19, 2, frame, "fume")
    if stage == 4:
        smoke(c, 14, 17, 3, frame, "fume")
        fire(c, 16, 22, 2, frame)
        fire(c, 8, 26, 1, frame)


def _gun(c: Canvas, stage: int, kick: int) -> None:
    x, y = -kick, kick
    if stage == 4:  # snapped off, the rest on the ground
        c.paint(poly((10, 18), (13, 16), (19, 21), (16, 23)), "steel", lambda px, py: LIGHT if py < 20 else SHADOW)
        c.paint(poly((20, 27), (26, 26), (27, 30), (20, 30)), "steel", rows(26, SHINE, LIGHT, MID, SHADOW))
        c.paint(rect(20, 28, 20, 29), "soot", OUTLINE, edge=False)
        return
    tip = ((25, 4), (25, 4), (25, 7), (22, 11))[stage]
    _tube(c, (9 + x, 20 + y), (tip[0] + x, tip[1] + y), 4)
    if stage == 3:  # bent
        _tube(c, (22, 11), (27, 16), 4)
    _tube(c, (11 + x, 19 + y), (19 + x, 11 + y), 4, "team")
    breech = poly((7 + x, 20 + y), (10 + x, 17 + y), (13 + x, 20 + y), (10 + x, 23 + y))
    c.paint(breech, "steel", lambda px, py: SHINE if px + py < 28 else LIGHT if py < 20 + y else SHADOW)
    if stage < 3:  # the brake at the muzzle
        bx, by = tip[0] + x, tip[1] + y
        brake = poly((bx - 1, by - 1), (bx + 1, by - 2), (bx + 2, by + 2), (bx, by + 4))
        c.paint(brake, "steel", rows(by - 2, SHINE, SHINE, LIGHT, MID, SHADOW))


def _tube(c: Canvas, a: tuple[int, int], b: tuple[int, int], width: int, material: str = "steel") -> None:
    """A slanted barrel, light above, shade below."""
    whole = joined(*(line(a[0], a[1] + w, b[0], b[1] + w) for w in range(width)))
    c.paint(whole, material, MID)
    c.paint(line(*a, *b), material, SHINE, edge=False)
    c.paint(line(a[0], a[1] + 1, b[0], b[1] + 1) & whole, material, LIGHT, edge=False)
    c.paint(line(a[0], a[1] + width - 1, b[0], b[1] + width - 1), material, SHADOW, edge=False)


def _great_wheel(c: Canvas, stage: int) -> None:
    x, y, r = 14.5, 24.5, 5.6
    tyre = disc(x, y, r)
    gone: Shape = set()
    if stage == 3:
        gone = poly((15, 26), (22, 24), (22, 31), (16, 31))
    if stage == 4:
        tyre = ellipse(x, 27, 6.6, 3)
        y = 27
        gone = rect(15, 22, 21, 26)
    c.paint(
        tyre - gone, "rubber", lambda px, py: LIGHT if px + py < x + y - 6 else MID if px + py < x + y - 3 else SHADOW
    )
    inner = disc(x, y, r - 1.8) if stage < 4 else ellipse(x, y, 4.6, 1.6)
    c.paint(inner - gone, "soot", SHADOW, edge=False)
    spokes = ((3, 0), (0, 3), (2.4, 2.4), (2.4, -2.4))[: (4, 4, 3, 3, 0)[stage]]
    for dx, dy in spokes:
        c.paint(line(x - dx, y - dy, x + dx, y + dy) - gone, "leather", LIGHT if stage < 3 else MID, edge=False)
    c.paint(disc(x, y, 1.3), "steel", lambda px, py: SHINE if px < x and py < y else MID, edge=False)


def anti_air(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 4, 28)
    y = frame if stage < 3 else 0
    c.paint(rect(5, 23, 26, 26), "rubber", OUTLINE)
    _dish(c, stage, frame, y)
    _quad(c, stage, y)
    bed = rect(4, 20 + y, 18, 25 + y)
    if stage >= 2:
        bed -= rect(4, 20, 5, 22)
    c.paint(bed, "team", rows(20 + y, SHINE, LIGHT, MID, MID, SHADOW, SHADOW))
    for x in (8, 12, 16):
        c.paint(line(x, 21 + y, x, 24 + y), "team", SHADOW, edge=False)
    cab = poly((19, 14 + y), (23, 14 + y), (25, 19 + y), (27, 20 + y), (27, 25 + y), (19, 25 + y))
    if stage >= 3:
        cab -= poly((18, 13), (22, 13), (18, 17))
    c.paint(cab, "team", rows(14 + y, SHINE, *[LIGHT] * 6, MID, MID, MID, SHADOW, SHADOW))
    window = poly((21, 16 + y), (22, 16 + y), (24, 19 + y), (21, 19 + y))
    if stage < 2:
        c.paint(window, "glass", lambda px, py: SHINE if px + py < 39 + y else LIGHT if px < 24 else MID)
    else:
        c.paint(window, "soot", OUTLINE)
    c.paint(rect(26, 21 + y, 27, 22 + y), "gold", LIGHT if stage < 1 else SHADOW)
    if stage < 1:
        c.paint(rect(25, 24 + y, 27, 25 + y), "steel", rows(24 + y, LIGHT, SHADOW))
    for i, x in enumerate((7, 13, 23)):
        wheel(c, x, 27, 3.3, torn=(stage >= 3 and i == 2) or (stage == 4 and i == 0) or (stage == 2 and i == 1))
    if stage >= 1:
        scorch(c, 23, 22, 2.1 + stage * 0.2)
        hole(c, 9, 22 + y)
        scratch(c, 13, 24 + y)
        scratch(c, 10, 18 + y)
    if stage >= 2:
        scorch(c, 5, 22, 1.8)
        hole(c, 21, 22 + y)
    if stage >= 3:
        scorch(c, 14, 22, 2.2)
        hole(c, 15, 22, glow=True)
    if stage == 4:
        scorch(c, 21, 18, 3)
    if stage == 2:
        smoke(c, 23, 13 + y, 1, frame)
    if stage == 3:
        smoke(c, 23, 14, 2, frame, "fume")
    if stage == 4:
        smoke(c, 21, 14, 3, frame, "fume")
        fire(c, 23, 16, 2, frame)
        fire(c, 8, 20, 1, frame)


def _quad(c: Canvas, stage: int, y: int) -> None:
    """Barrels in two pairs, pointing at the sky."""
    aims: tuple[tuple[int, int, int, int], ...] = (
        ((11, 15, 14, 3), (15, 16, 22, 5)),
        ((11, 15, 14, 3), (15, 16, 21, 8)),
        ((11, 15, 13, 9), (15, 16, 21, 8)),
        ((15, 16, 21, 11),),
        (),
    )[stage]
    for ax, ay, bx, by in aims:
        barrel = joined(*(line(ax + w, ay + y, bx + w, by + y) for w in range(3)))
        c.paint(barrel, "steel", LIGHT)
        c.paint(line(ax, ay + y, bx, by + y), "steel", SHINE, edge=False)
        c.paint(line(ax + 1, ay + y, bx + 1, by + y), "steel", OUTLINE, edge=False)  # between the two of the pair
        c.paint(line(ax + 2, ay + y, bx + 2, by + y), "steel", MID, edge=False)
        if stage < 3:
            c.paint(rect(bx - 1, by + y - 1, bx + 3, by + y), "steel", rows(by + y - 1, LIGHT, SHADOW))
            c.paint(rect(bx + 1, by + y - 1, bx + 1, by + y), "steel", OUTLINE, edge=False)
    if stage < 4:
        mount = poly((8, 14 + y), (14, 13 + y), (18, 17 + y), (17, 20 + y), (7, 20 + y))
        c.paint(mount, "team", rows(13 + y, SHINE, SHINE, LIGHT, LIGHT, MID, MID, SHADOW))
    else:
        c.paint(poly((9, 18), (15, 16), (16, 20), (8, 20)), "soot", rows(16, LIGHT, MID, MID, SHADOW))


def _dish(c: Canvas, stage: int, frame: int, y: int) -> None:
    """The radar turns: broad, then narrow."""
    if stage == 4:
        return
    c.paint(rect(6, 13 + y, 7, 20 + y), "steel", columns(6, MID, SHADOW))
    if stage == 3:
        c.paint(poly((4, 17), (8, 14), (9, 16), (5, 19)), "steel", MID)
        return
    bowl = ellipse(6.5, 9.5 + y, (3.6, 2.6)[frame], 3.6)
    if stage >= 1:
        bowl -= poly((6, 4 + y), (10, 4 + y), (10, 9 + y))
    if stage == 2:
        bowl -= rect(0, 4 + y, 5, 9 + y)
    c.paint(
        bowl,
        "steel",
        lambda px, py: (
            SHADOW if px + py < 14 + y else MID if px + py < 16 + y else LIGHT if px + py < 18 + y else SHINE
        ),
    )
    c.paint(disc(6.5, 9.5 + y, 0.8), "team", MID)
