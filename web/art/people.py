"""The people: infantry, rocket and sniper, facing right, fit or bandaged, limping and on one knee."""

from __future__ import annotations

from .canvas import Canvas, bands, disc, ellipse, joined, line, poly, rect, rows
from .damage import puff
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
...CDDC....
..CDCCaBB..
.CDCCaaaBB.
.BCCCCaCBBA
BBBBBBBBBBB.
.aAAAAAAAA..
.ssklllll...
.skl#ll#l...
.skNNllln...
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

LEGS_STEP = """
.AABBAABB.
.AAB..AABB
.xyy..AAB.
.xyyz.xyy.
......xyyz
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


def shade(c: Canvas, x: float, width: float) -> None:
    c.shade = ellipse(x, 29.5, width, 1.6)


def rifle(c: Canvas, x: int, y: int, *, tip: tuple[int, int]) -> None:
    """Held at (x, y), pointing along ``tip``: butt, body, barrel."""
    dx, dy = tip
    c.paint(line(x - 5, y + (2 if dy < 0 else 1), x, y, 2), "leather", MID)
    c.paint(line(x - 1, y, x + dx, y + dy, 1), "steel", LIGHT)
    c.paint(line(x - 1, y + 1, x + dx // 2, y + 1 + dy // 2, 1), "steel", SHADOW, edge=False)
    c.paint(rect(x + 1, y + 1, x + 2, y + 3), "steel", SHADOW, edge=False)


def infantry(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 15, 8)
    breath = frame
    if stage == 4:
        _kneeling(c, frame)
        return
    x, low = 10, (0, 0, 1, 2)[stage]
    legs = LEGS if stage < 2 else LEGS_HURT
    c.stamp(legs, x, 25, LEGEND)
    y = 19 + low + breath
    lean = (0, 0, 1, 2)[stage]
    if stage < 3:
        c.paint(
            poly((7, y), (10, y), (10, y + 5), (7, y + 5)), "leather", bands((y, LIGHT), (y + 3, MID), (y + 5, SHADOW))
        )  # the pack
    c.stamp((TORSO, TORSO_TORN, TORSO_TORN, TORSO_SLING)[stage], x + lean // 2, y, LEGEND)
    head = (HEAD, HEAD_DENTED, HEAD_BANDAGED, HEAD_EYE)[stage]
    c.stamp(head, x - 1 + lean, y - (10 if stage < 2 else 8), LEGEND)
    if stage < 2:
        rifle(c, 16, y + 3, tip=(11, -3))
    elif stage == 2:
        rifle(c, 17, y + 3, tip=(10, 1))
    else:
        rifle(c, 18, y + 4, tip=(8, 5))
    if stage < 3:
        hand = 15 + lean
        c.paint(
            rect(hand - 4, y + 2, hand - 1, y + 4),
            "team",
            bands((y + 2, LIGHT), (y + 3, MID), (y + 4, SHADOW)),
            edge=True,
        )
        c.paint(rect(hand, y + 3, hand + 1, y + 4), "skin", bands((y + 3, LIGHT), (y + 4, MID)))
        c.paint(
            rect(20, y + 2 + stage // 2, 21, y + 3 + stage // 2),
            "skin",
            bands((y + 2 + stage // 2, LIGHT), (y + 9, MID)),
        )
    else:
        c.paint(rect(18, y + 3, 19, y + 4), "skin", MID)


def _kneeling(c: Canvas, frame: int) -> None:
    """Hardly up any more: on one knee, leaning on the rifle."""
    y = 20 + frame
    c.paint(line(22, 16, 22, 29, 2), "steel", lambda px, py: LIGHT if px == 22 else SHADOW)
    c.paint(rect(21, 14, 24, 18), "leather", MID)
    c.stamp(KNEEL, 8, 25, LEGEND)
    c.stamp(TORSO_SLING, 10, y, LEGEND)
    c.stamp(HEAD_EYE, 11, y - 7, LEGEND)
    c.paint(line(18, y + 2, 22, y, 2), "team", SHADOW)
    c.paint(rect(22, y, 23, y + 1), "skin", LIGHT)
    puff(c, 6.5, 27 - frame, 1.6)
    puff(c, 4, 24 - frame, 1.2)


def rocket(c: Canvas, stage: int, frame: int) -> None:
    shade(c, 14, 8)
    x, low = 8, (0, 0, 1, 2, 3)[stage]
    y = 19 + low + frame
    if stage == 4:
        c.stamp(KNEEL, x - 1, 25, LEGEND)
        y = 20 + frame
    else:
        c.stamp(LEGS if stage < 2 else LEGS_HURT, x, 25, LEGEND)
    lean = (0, 0, 0, 1, 2)[stage]
    c.stamp((TORSO, TORSO_TORN, TORSO_TORN, TORSO_SLING, TORSO_SLING)[stage], x + lean // 2, y, LEGEND)
    c.stamp(
        (HEAD, HEAD_DENTED, HEAD_BANDAGED, HEAD_EYE, HEAD_EYE)[stage],
        x - 1 + lean,
        y - (10 if stage < 2 else 8),
        LEGEND,
    )
    _launcher(c, stage, y)


def _launcher(c: Canvas, stage: int, y: int) -> None:
    if stage == 4:  # stood on the ground, empty
        c.paint(poly((22, 12), (26, 12), (26, 29), (22, 29)), "team", lambda px, py: LIGHT if px < 24 else SHADOW)
        c.paint(rect(22, 11, 26, 12), "soot", OUTLINE)
        c.paint(rect(22, 26, 26, 27), "steel", MID, edge=False)
        c.paint(line(16, y + 2, 21, y + 1, 2), "team", SHADOW)
        c.paint(rect(21, y, 22, y + 2), "skin", LIGHT)
        return
    slope = (-2, -1, 1, 4)[stage]
    ax, ay, bx, by = 2, y - 1 - slope // 2, 23, y - 1 + slope
    tube = joined(*(line(ax, ay + w, bx, by + w) for w in range(5)))
    c.paint(tube, "steel", SHADOW)
    c.paint(line(ax, ay, bx, by), "steel", SHINE, edge=False)
    c.paint(line(ax, ay + 1, bx, by + 1), "steel", LIGHT, edge=False)
    c.paint(line(ax, ay + 2, bx, by + 2), "steel", MID, edge=False)
    c.paint(
        poly((ax - 2, ay - 2), (ax, ay - 1), (ax, ay + 5), (ax - 2, ay + 6)),
        "steel",
        bands((ay, LIGHT), (ay + 3, MID), (ay + 6, SHADOW)),
    )
    if stage < 3:
        c.paint(
            poly((bx + 1, by - 1), (bx + 4, by - 1), (bx + 7, by + 2), (bx + 4, by + 5), (bx + 1, by + 5)),
            "fire" if stage < 9 else "soot",
            lambda px, py: LIGHT if py < by + 1 else MID if py < by + 3 else SHADOW,
        )
    c.paint(rect(15, y + 3, 16, y + 6), "leather", MID)
    c.paint(rect(14, y + 3, 15, y + 5), "skin", bands((y + 3, LIGHT), (y + 5, MID)))
    c.paint(rect(9, y + 3, 13, y + 5), "team", bands((y + 3, LIGHT), (y + 4, MID), (y + 5, SHADOW)))


def sniper(c: Canvas, stage: int, frame: int) -> None:
    """Lying flat under a cape of leaves behind a long rifle on two legs."""
    shade(c, 14, 13)
    y = frame if stage < 4 else 0
    drop = (0, 0, 0, 2, 5)[stage]
    # The rifle.
    if stage < 3:
        c.paint(line(14, 21 + y, 31, 19, 1), "steel", LIGHT)
        c.paint(line(14, 22 + y, 25, 21, 1), "steel", SHADOW)
        c.paint(joined(line(27, 20, 24, 29), line(27, 20, 30, 29)), "steel", MID)
        c.paint(rect(18, 17 + y, 23, 18 + y), "rubber", bands((17 + y, LIGHT), (18 + y, MID)))
        c.paint(rect(22, 17 + y, 23, 18 + y), "glass", LIGHT, edge=False)
    else:
        c.paint(line(15, 24, 29, 25 + drop // 2, 2), "steel", lambda px, py: LIGHT if py < 26 else SHADOW)
        c.paint(line(26, 26, 24, 29), "steel", MID)
    # Legs and body.
    c.paint(rect(1, 27, 5, 29), "rubber", bands((27, LIGHT), (28, MID), (29, SHADOW)))
    c.paint(
        poly((4, 25), (12, 22 + y), (18, 23 + y), (19, 29), (4, 29)),
        "team",
        bands((24, LIGHT), (26, MID), (29, SHADOW)),
    )
    hood = ellipse(15, 20 + y + drop * 0.6, 4.6, 4.6)
    c.paint(
        hood,
        "team" if stage < 2 else "cloth",
        lambda px, py: SHINE if py < 17 + y else LIGHT if py < 19 + y + drop else MID if py < 22 + y + drop else SHADOW,
    )
    face = rect(16, 20 + y + drop // 2, 19, 23 + y + drop // 2)
    c.paint(face, "skin", lambda px, py: LIGHT if px > 16 else MID)
    c.dot(18, 21 + y + drop // 2, "soot", OUTLINE)
    # Leaves.
    for lx, ly in ((6, 24), (9, 23), (12, 22), (11, 18), (14, 15), (17, 16), (7, 26), (13, 25)):
        if (lx + ly) % (5 - min(stage, 3)) or stage == 0:
            c.paint(
                poly((lx - 1, ly + y), (lx, ly - 2 + y), (lx + 1, ly + y)),
                "leaf",
                rows(ly + y - 1, LIGHT, MID),
                edge="soft",
            )
    c.paint(rect(17, 25 + y, 21, 27 + y), "team", bands((25 + y, LIGHT), (26 + y, MID), (27 + y, SHADOW)))
    c.paint(disc(22, 25, 1.2), "skin", LIGHT)
