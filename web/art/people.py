"""The people: infantry, rocket and sniper, facing right, fit or bandaged, limping and on one knee."""

from __future__ import annotations

from .canvas import Canvas, ball, columns, ellipse, joined, line, poly, rect, rows
from .damage import puff, scorch
from .palette import LIGHT, MID, OUTLINE, SHADOW, SHINE

LEGEND = {
    "a": ("team", OUTLINE),
    "A": ("team", SHADOW),
    "B": ("team", MID),
    "C": ("team", LIGHT),
    "D": ("team", SHINE),
    "s": ("skin", SHADOW),
    "k": ("skin", MID),
    "l": ("skin", LIGHT),
    "#": ("soot", OUTLINE),
    "t": ("leather", SHADOW),
    "u": ("leather", MID),
    "v": ("leather", LIGHT),
    "x": ("rubber", SHADOW),
    "y": ("rubber", MID),
    "z": ("rubber", LIGHT),
    "w": ("cloth", SHADOW),
    "W": ("cloth", LIGHT),
    "r": ("blood", MID),
    "n": ("soot", MID),
    "N": ("soot", LIGHT),
    "g": ("steel", SHADOW),
    "h": ("steel", MID),
    "i": ("steel", LIGHT),
}

HEAD = """
...CDDCC...
..CDCCCBB..
.CDCCCCCBB.
.BCCCCCBBBA
BBBBBBBBBBBB
.aAAAAAAAAA.
.ssklllll...
.skl#ll#l...
.skklllll...
..ssskkk....
"""

HEAD_DENTED = """
...CDD......
..CDCCa.B...
.CDCCaaaBB..
.BCCCCaCBBA.
BBBBBBBBBBBB
.aAAAAAAAAA.
.ssWWllll...
.skwWll#l...
.skl#llln...
..ssskkk....
"""

HEAD_BANDAGED = """
...tuuuu...
..tuuuutt..
.WWWWWWWWw.
.WrrWWWWWw.
.wWWWWWWww.
.sskllllls.
.skl#ll#l..
.skNlllln..
..ssskkk...
"""

HEAD_EYE = """
...tuuuu...
..tuWWuut..
.WWWWWWWWw.
.WrrrWWWWw.
.wWrWWWWww.
.ssklWWWWs.
.skl#WWWw..
.skNNlwwn..
..ssskkk...
"""

TORSO = """
.ABCCCCB..
ABBCCCCBB.
ABBBCCCBBA
ABBBCCCBBA
.ABBBCBBA.
.tuuuvuut.
"""

TORSO_TORN = """
.ABCCnCB..
ABBCCnCBB.
AnBBCCCNBA
AnnBCCCBBA
.ABBnCBBA.
.tuuuvuut.
"""

TORSO_SLING = """
.ABCCWCB..
ABBCWCnBB.
AnnWCCCBnA
ABWWWWWWnA
.AwwwwwWA.
.tuuttvut.
"""

LEGS = """
.AABBAABB.
.AAB..AABB
.AAB..AAB.
.xyy..xyy.
.xyyz.xyyz
"""

LEGS_HURT = """
.AABBAABB.
.AAB..WWw.
.AAB..wWr.
.xyy...AAB
.xyyz..xyy
"""

KNEEL = """
.AABBBBBB...
AABBBBAABB..
AAB...AABB..
.AABB.AAB...
xyAAABxyyz..
"""


# A clump of leaves on the sniper's cape.
CLUMP = """
..e..
.eff.
effgg
.fgg.
"""


def shade(c: Canvas, x: float, width: float) -> None:
    c.shade = ellipse(x, 29.5, width, 1.6)


def rifle(c: Canvas, x: int, y: int, *, tip: tuple[int, int]) -> None:
    """Held at (x, y), pointing along ``tip``: butt, body, barrel."""
    dx, dy = tip
    c.paint(line(x - 5, y + (2 if dy < 0 else 1), x, y, 2), "leather", MID)
    c.paint(line(x - 1, y, x + dx, y + dy), "steel", LIGHT)
    c.paint(line(x - 1, y + 1, x + dx - 4, y + 1 + dy * (dx - 4) / dx), "leather", MID, edge=False)
    c.paint(line(x + dx - 1, y + dy, x + dx, y + dy), "steel", SHINE, edge=False)
    c.paint(rect(x + 1, y + 1, x + 2, y + 3), "steel", SHADOW, edge=False)


def sleeve(c: Canvas, x0: int, y0: int, x1: int, *, bandaged: bool = False) -> None:
    """The near arm, with its hand."""
    c.paint(rect(x0, y0, x1, y0 + 2), "cloth" if bandaged else "team", rows(y0, LIGHT, MID, SHADOW))
    c.paint(rect(x1 + 1, y0 + 1, x1 + 2, y0 + 2), "skin", rows(y0 + 1, LIGHT, MID))


def infantry(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 15, 8)
    if stage == 4:
        _kneeling(c, frame)
        return
    low = (0, 0, 1, 2)[stage]
    lean = (0, 0, 1, 2)[stage]
    y = 19 + low + frame
    c.stamp(LEGS if stage < 2 else LEGS_HURT, 10, 25, LEGEND)
    if stage < 2:  # the pack with its rolled blanket
        c.paint(rect(6, y, 10, y + 5), "leather", rows(y, LIGHT, MID, MID, MID, SHADOW))
        if stage == 0:
            c.paint(rect(6, y - 3, 10, y - 1), "leather", rows(y - 3, SHINE, LIGHT, MID))
    elif stage == 2:
        c.paint(poly((7, y + 1), (10, y), (10, y + 6), (8, y + 7)), "leather", rows(y, LIGHT, MID, MID, SHADOW))
    c.stamp((TORSO, TORSO_TORN, TORSO_TORN, TORSO_SLING)[stage], 10 + lean // 2, y, LEGEND)
    head = (HEAD, HEAD_DENTED, HEAD_BANDAGED, HEAD_EYE)[stage]
    c.stamp(head, 9 + lean, y - (10 if stage < 2 else 8), LEGEND)
    if stage < 2:
        rifle(c, 16, y + 3, tip=(11, -5))
    elif stage == 2:
        rifle(c, 17, y + 3, tip=(10, -1))
    else:
        rifle(c, 18, y + 4, tip=(8, 5))
    if stage < 3:
        sleeve(c, 11 + lean, y + 2, 14 + lean, bandaged=stage > 0)
        front = y + 1 + stage // 2
        c.paint(rect(20, front, 21, front + 1), "skin", rows(front, LIGHT, MID))
    else:
        c.paint(rect(18, y + 3, 19, y + 4), "skin", MID)


def _kneeling(c: Canvas, frame: int) -> None:
    """Hardly up any more: on one knee, leaning on the rifle."""
    y = 20 + frame
    c.paint(rect(23, 15, 24, 29), "steel", columns(23, LIGHT, SHADOW))
    c.paint(rect(22, 23, 25, 29), "leather", columns(22, LIGHT, MID, MID, SHADOW))
    c.stamp(KNEEL, 8, 25, LEGEND)
    c.stamp(TORSO_SLING, 10, y, LEGEND)
    c.stamp(HEAD_EYE, 10, y - 7, LEGEND)
    c.paint(line(18, y + 2, 22, y, 2), "team", SHADOW)
    c.paint(rect(22, y, 24, y + 1), "skin", rows(y, LIGHT, MID))
    _dust(c, 5, frame)


def _dust(c: Canvas, x: float, frame: int) -> None:
    puff(c, x - 1.5, 24.5 - frame, 1.6)
    puff(c, x + 0.5, 27.5 - frame, 1.6)


def rocket(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 14, 8)
    x, low = 9, (0, 0, 1, 2, 1)[stage]
    lean = (0, 0, 0, 1, 1)[stage]
    y = 19 + low + frame
    if stage == 4:
        c.stamp(KNEEL, x - 2, 25, LEGEND)
    else:
        c.stamp(LEGS if stage < 2 else LEGS_HURT, x, 25, LEGEND)
    c.stamp((TORSO, TORSO_TORN, TORSO_TORN, TORSO_SLING, TORSO_SLING)[stage], x + lean // 2, y, LEGEND)
    up = (12, 12, 10, 9, 7)[stage]
    c.stamp((HEAD, HEAD_DENTED, HEAD_BANDAGED, HEAD_EYE, HEAD_EYE)[stage], x - 1 + lean, y - up, LEGEND)
    _launcher(c, stage, y)
    if stage == 4:
        _dust(c, 4, frame)


def _launcher(c: Canvas, stage: int, y: int) -> None:
    """The fat tube on the shoulder; at the end it only serves to lean on."""
    if stage == 4:
        c.paint(rect(22, 11, 26, 29), "slate", columns(22, LIGHT, LIGHT, MID, SHADOW, SHADOW))
        c.paint(rect(21, 27, 27, 29), "slate", rows(27, LIGHT, MID, SHADOW))
        c.paint(rect(22, 14, 26, 15), "team", columns(22, SHINE, LIGHT, MID, MID, SHADOW))
        c.paint(rect(22, 11, 26, 11), "soot", OUTLINE)
        c.paint(line(17, y + 2, 21, y + 1, 2), "team", SHADOW)
        c.paint(rect(21, y, 22, y + 2), "skin", LIGHT)
        return
    ax, bx = 6, 21
    ay, by = ((y, y - 2), (y, y - 2), (y - 1, y), (y - 3, y + 2))[stage]
    c.paint(joined(*(line(ax, ay + w, bx, by + w) for w in range(4))), "slate", MID)
    for w, tone in enumerate((LIGHT, SHINE, MID, SHADOW)):
        c.paint(line(ax, ay + w, bx, by + w), "slate", tone, edge=False)
    c.paint(
        poly((ax - 2, ay - 2), (ax, ay - 1), (ax, ay + 4), (ax - 2, ay + 5)),
        "slate",
        rows(ay - 2, SHINE, LIGHT, LIGHT, MID, SHADOW),
    )
    middle = (ay * 2 + by) // 3
    c.paint(rect(9, middle, 10, middle + 3), "team", rows(middle, SHINE, LIGHT, MID, SHADOW))
    if stage < 3:  # the warhead
        head = poly(
            (bx + 1, by - 1), (bx + 2, by - 1), (bx + 7, by + 1), (bx + 7, by + 2), (bx + 2, by + 4), (bx + 1, by + 4)
        )
        c.paint(head, "gold", rows(by - 1, SHINE, LIGHT, LIGHT, MID, SHADOW))
        c.paint(rect(bx + 2, by - 1, bx + 2, by + 4), "heart", rows(by - 1, LIGHT, MID, MID, MID, SHADOW), edge=False)
    else:  # the front of the tube has burst
        c.paint({(bx, by), (bx + 1, by - 1), (bx + 1, by + 3), (bx, by + 2)}, "soot", SHADOW)
    if stage:
        scorch(c, 15, middle + 2, 1.4 + stage * 0.6)
    c.paint(rect(16, y + 2, 17, y + 5), "leather", columns(16, LIGHT, SHADOW))
    sleeve(c, 11, y + 3, 14, bandaged=stage > 0)


def sniper(c: Canvas, stage: int, frame: int) -> None:
    """Lying flat under a cape of leaves behind a long rifle on two legs."""
    shade(c, 14, 13)
    y = frame if stage < 4 else 1
    if stage < 4:
        _long_rifle(c, stage, y)
    else:  # fallen from the hands, in two pieces
        c.paint(line(19, 28, 23, 29, 2), "leather", MID)
        c.paint(line(25, 28, 27, 26), "steel", LIGHT)
    c.paint(rect(4, 26, 7, 29), "rubber", rows(26, LIGHT, MID, SHADOW))
    sag = (0, 0, 0, 1, 3)[stage]
    back = poly((6, 26), (8, 24 + y // 2 + sag // 2), (13, 21 + y + sag), (16, 23 + y), (18, 29), (6, 29))
    c.paint(back, "team", lambda px, py: LIGHT if py < 31 - px * 0.45 + sag + y else MID if py < 27 else SHADOW)
    if stage >= 2:
        c.tint(joined(rect(8, 26, 9, 27), rect(12, 24, 12, 26), rect(10, 28, 11, 28)), "soot")
    if stage >= 3:
        c.paint(rect(8, 25, 10, 29), "cloth", columns(8, LIGHT, MID, SHADOW), edge="soft")
    hx, hy = ((11, 19), (11, 19), (12, 19), (13, 20), (17, 24))[stage]
    hood = ellipse(hx - 0.5, hy + y, 4.6, 4.6)
    c.paint(hood, "team" if stage < 2 else "cloth", ball(hx - 1, hy + y, 5))
    c.paint(
        rect(hx, hy - 1 + y, hx + 3, hy + 3 + y) - {(hx + 3, hy + 3 + y)}, "skin", columns(hx, MID, LIGHT, LIGHT, MID)
    )
    c.dot(hx + 2, hy + y, "soot", OUTLINE)
    if stage >= 2:
        c.paint(rect(hx - 4, hy - 2 + y, hx - 3, hy - 1 + y), "blood", MID, edge=False)
    spots = (
        ((4, 23), (5, 20), (8, 13), (6, 25), (10, 24)),
        ((4, 23), (5, 20), (10, 24)),
        ((4, 23), (10, 24)),
        ((4, 23),),
        (),
    )[stage]
    for lx, ly in spots:
        c.stamp(CLUMP, lx, ly + (y if lx > 7 else 0), LEAVES, edge="soft")
    if stage < 4:
        arm = y + (2 if stage == 3 else 0)
        c.paint(
            line(12, 26 + arm // 2, 17, 24 + arm, 2),
            "cloth" if stage == 1 else "team",
            rows(24 + arm, LIGHT, MID, SHADOW),
        )
        c.paint(rect(17, 23 + arm, 18, 25 + arm), "skin", rows(23 + arm, LIGHT, LIGHT, MID))
    else:
        c.paint(line(14, 28, 21, 29), "team", LIGHT)
        c.paint(rect(22, 28, 23, 29), "skin", LIGHT)
        _dust(c, 6, frame)


LEAVES = {"e": ("leaf", SHINE), "f": ("leaf", LIGHT), "g": ("leaf", MID)}


def _long_rifle(c: Canvas, stage: int, y: int) -> None:
    if stage == 3:
        c.paint(line(16, 23, 27, 26, 2), "steel", MID)
        c.paint(line(16, 23, 27, 26), "steel", LIGHT, edge=False)
        c.paint(line(25, 27, 23, 29), "steel", MID)
        return
    legs = joined(line(25, 22, 22, 29), line(25, 22, 28, 29)) if stage < 2 else line(25, 22, 23, 29)
    c.paint(legs, "steel", MID)
    c.paint(rect(12, 21 + y, 20, 22 + y), "leather", rows(21 + y, LIGHT, MID))
    c.paint(line(18, 21 + y, 29, 20), "steel", SHINE)
    c.paint(line(18, 22 + y, 28, 21), "steel", SHADOW, edge=False)
    c.paint(rect(28, 19, 29, 21), "steel", rows(19, LIGHT, MID, SHADOW))
    if stage < 2:
        c.paint(rect(16, 17 + y, 21, 18 + y), "rubber", rows(17 + y, LIGHT, MID))
        c.paint(rect(21, 16 + y, 21, 18 + y), "glass", LIGHT if stage == 0 else SHADOW, edge=False)
        c.paint(rect(18, 19 + y, 19, 20 + y), "rubber", MID, edge=False)
    elif stage == 2:
        c.paint(rect(17, 18 + y, 19, 19 + y), "rubber", rows(18 + y, LIGHT, MID))
