"""What flashes and passes: explosion, muzzle flash, shots, capture, healing, dust and smoke."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .canvas import Canvas, ball, bands, disc, ellipse, joined, line, poly, rect, rows
from .damage import puff
from .image import Image
from .palette import LIGHT, MID, SHADOW, SHINE
from .sprite import TILE, Sprite, noise

BLAST = 40
BLAST_ANCHOR = (8, 8)
TWELVE = [(math.cos(i * math.pi / 6 + 0.2), math.sin(i * math.pi / 6 + 0.2)) for i in range(12)]


# Per picture of the explosion: how far the outer lumps are, how large, how much they have risen, and of what they are.
BLASTS = (
    (5, 3.6, 0, ("fire",)),
    (9, 5.0, 0, ("fire",)),
    (11, 5.6, 1, ("fire", "fire", "fume")),
    (12, 5.4, 2, ("fume", "fume", "fire")),
    (13, 4.4, 4, ("fume", "smoke")),
    (14, 3.2, 6, ("smoke",)),
    (15, 2.2, 8, ("smoke",)),
)


def explosion(frame: int) -> Image:
    c = Canvas(BLAST, BLAST)
    if frame == 0:
        c.paint(disc(20, 20, 5), "fire", SHINE)
        for dx, dy in TWELVE[::3]:
            c.paint(line(20, 20, 20 + dx * 11, 20 + dy * 11), "fire", SHINE, edge=False)
        c.outlined()
        return c.image()
    age = frame - 1
    reach, size, risen, stuff = BLASTS[age]
    middle = 21 - risen
    for i, (dx, dy) in enumerate(TWELVE):
        if age < 5 or (i + age) % 3:
            near = 0.72 + noise(i, 3, age // 2) / 640
            r = size * (0.72 + noise(i, 5) / 600)
            x, y = 20 + dx * reach * near, middle + dy * reach * near * 0.92
            puff(c, x, y, r, stuff[noise(i, 9) % len(stuff)])
    if age < 5:  # the inner lumps boil up over the outer ones
        inner = (("fire",), ("fire",), ("fire",), ("fume", "fire"), ("fume", "smoke"))[age]
        for i, (dx, dy) in enumerate(TWELVE[::2]):
            r = (3.2, 5.0, 5.6, 5.2, 4.0)[age]
            puff(c, 20 + dx * reach * 0.42, middle + dy * reach * 0.4, r, inner[i % len(inner)])
    if age < 3:
        core = (5.0, 5.6, 3.4)[age]
        c.paint(disc(20, middle, core), "fire", LIGHT, edge=False)
        c.paint(disc(20, middle, core - 1.6), "fire", SHINE, edge=False)
    if age in (1, 2, 3):  # what flies about
        for i, (dx, dy) in enumerate(TWELVE[1::2]):
            far = 12 + age * 2 + noise(i, 2) % 3
            x, y = round(20 + dx * far), round(20 + dy * far)
            c.paint(rect(x, y, x + i % 2, y), "fire" if age < 3 else "soot", LIGHT)
    c.outlined()
    return c.image()


def muzzle(frame: int) -> Image:
    """Bursts to the right from the middle of the left edge."""
    c = Canvas(16, 16)
    if frame == 0:
        c.paint(
            joined(poly((0, 7), (7, 4), (5, 7), (12, 8), (5, 9), (7, 12), (0, 9))),
            "fire",
            lambda px, py: SHINE if abs(py - 8) < 2 and px < 6 else LIGHT,
        )
    elif frame == 1:
        c.paint(
            poly((0, 6), (8, 2), (7, 6), (15, 8), (7, 10), (8, 14), (0, 10)),
            "fire",
            lambda px, py: SHINE if abs(py - 8) < 3 and px < 7 else LIGHT if px < 10 else MID,
        )
    else:
        puff(c, 5, 8, 2.6)
        puff(c, 10, 6.5, 2)
        c.dot(2, 8, "fire", MID)
        c.dot(3, 8, "fire", LIGHT)
    c.outlined()
    return c.image()


def shell() -> Image:
    c = Canvas(9, 7)
    c.paint(joined(rect(1, 2, 5, 4), {(6, 3)}, rect(6, 3, 7, 3)), "steel", bands((2, SHINE), (3, LIGHT), (4, SHADOW)))
    c.paint(rect(1, 2, 2, 4), "gold", bands((2, LIGHT), (3, MID), (4, SHADOW)), edge=False)
    c.outlined()
    return c.image()


def missile(frame: int) -> Image:
    """Flies to the right with a tail of fire."""
    c = Canvas(20, 9)
    c.paint(
        poly((5 - 3 - frame, 4), (7, 3), (7, 5)), "fire", lambda px, _: SHINE if px > 5 else LIGHT if px > 3 else MID
    )
    c.paint(poly((6, 1), (8, 1), (10, 4), (8, 7), (6, 7), (8, 4)), "heart", lambda px, py: LIGHT if py < 4 else SHADOW)
    c.paint(rect(7, 3, 15, 5), "paper", bands((3, SHINE), (4, MID), (5, SHADOW)))
    c.paint(poly((15, 3), (18, 4), (15, 5)), "heart", bands((3, LIGHT), (4, MID), (5, SHADOW)), edge=False)
    c.outlined()
    return c.image()


def tracer() -> Image:
    c = Canvas(12, 5)
    c.paint(rect(2, 2, 10, 2), "fire", lambda px, _: SHINE if px > 7 else LIGHT if px > 4 else MID)
    c.outlined()
    return c.image()


def sparkle(frame: int) -> Image:
    """Stars that rise around a building which has changed hands."""
    c = Canvas(TILE, 32)
    for i, (x, y) in enumerate(((4, 22), (12, 26), (19, 20), (8, 13), (16, 11), (12, 5))):
        age = frame - i // 2
        if 0 <= age < 4:
            r = (0, 2, 3, 1)[age]
            cy = y - age * 2
            for d in range(-r, r + 1):
                tone = SHINE if abs(d) < 2 else LIGHT
                c.dot(x + d, cy, "gold", tone)
                c.dot(x, cy + d, "gold", tone)
            if r == 3:
                for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
                    c.dot(x + dx, cy + dy, "gold", MID)
    c.outlined()
    return c.image()


def heal(frame: int) -> Image:
    """Plus signs that climb and fade."""
    c = Canvas(TILE, 32)
    for i, (x, y) in enumerate(((6, 25), (17, 22), (11, 16))):
        age = frame - i
        if 0 <= age < 4:
            r = (1, 2, 2, 1)[age]
            cy = y - age * 4
            c.paint(
                joined(
                    rect(x - r, cy, x + r, cy + 1),
                    rect(x, cy - r, x + 1, cy + 1 + r),
                    rect(x + 1, cy, x + r + 1, cy + 1),
                ),
                "heal",
                rows(cy - 1, SHINE, LIGHT, MID),
            )
    c.outlined()
    return c.image()


def dust(frame: int) -> Image:
    c = Canvas(TILE, 12)
    for i, x in enumerate((4, 9, 14, 19)):
        spread = (x - 11.5) * frame * 0.12
        r = (2.2, 2.8, 2.2, 1.3)[frame] - noise(i, 3) / 300
        y = 9 - frame * 1.2 - noise(i, frame, 5) / 160
        c.paint(disc(x + spread, y, r), "sand", ball(x + spread, y, r + 0.8), edge="soft")
    c.outlined()
    return c.image()


def smoke(frame: int) -> Image:
    c = Canvas(16, TILE)
    for dx, dy, r in ((0, 0, 2.6), (2, -4, 3.2), (-1, -8, 2.6), (1, -12, 1.8)):
        grown = r + (frame - 2) * 0.4
        y = 20 + dy - frame * 1.4
        if grown > 0.8 and y > 2:
            puff(c, 7.5 + dx, y, grown if frame < 3 else grown - (frame - 2) * 1.1, "fume" if frame < 1 else "smoke")
    c.outlined()
    return c.image()


def hit(frame: int) -> Image:
    """Sparks where a shot lands and nothing dies."""
    c = Canvas(TILE, TILE)
    for i, (dx, dy) in enumerate(TWELVE[::2]):
        a, b = ((1, 4), (4, 8), (8, 10))[frame]
        c.paint(
            line(11.5 + dx * a, 11.5 + dy * a, 11.5 + dx * (b + i % 2), 11.5 + dy * (b + i % 2)),
            "fire",
            (SHINE, LIGHT, MID)[frame],
        )
    if frame < 2:
        c.paint(disc(11.5, 11.5, 3 - frame), "fire", SHINE)
    c.outlined()
    return c.image()


def ring(frame: int) -> Image:
    """A dust ring on the ground, for a landing or a purchase."""
    c = Canvas(32, 16)
    r = (6, 10, 13, 14)[frame]
    shape = ellipse(15.5, 8, r, r * 0.42) - ellipse(
        15.5, 8, r - (3, 3, 2, 1)[frame], r * 0.42 - (1.6, 1.6, 1.2, 0.6)[frame]
    )
    c.paint({p for p in shape if frame < 3 or (p[0] + p[1]) % 2}, "sand", lambda px, py: SHINE if py < 8 else LIGHT)
    return c.image()


def sprites() -> Iterator[Sprite]:
    for frame in range(8):
        yield Sprite(f"fx/explosion/{frame}", explosion(frame), BLAST_ANCHOR)
    for frame in range(3):
        yield Sprite(f"fx/muzzle/{frame}", muzzle(frame), (0, 8))
        yield Sprite(f"fx/hit/{frame}", hit(frame))
    yield Sprite("fx/shell/0", shell(), (4, 3))
    for frame in range(2):
        yield Sprite(f"fx/missile/{frame}", missile(frame), (12, 4))
    yield Sprite("fx/tracer/0", tracer(), (6, 2))
    for frame in range(6):
        yield Sprite(f"fx/sparkle/{frame}", sparkle(frame), (0, 8))
        yield Sprite(f"fx/heal/{frame}", heal(frame), (0, 8))
    for frame in range(4):
        yield Sprite(f"fx/dust/{frame}", dust(frame), (0, -12))
        yield Sprite(f"fx/ring/{frame}", ring(frame), (4, -12))
    for frame in range(5):
        yield Sprite(f"fx/smoke/{frame}", smoke(frame), (-4, 8))
