"""All units: which function draws which kind, and every picture of it by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .aircraft import helicopter, plane
from .canvas import Canvas
from .guns import anti_air, artillery
from .palette import TEAMS
from .people import infantry, rocket, sniper
from .sprite import Sprite
from .vehicles import jeep, tank

SIZE = 32
ANCHOR = (4, 8)
STAGES = range(5)
FRAMES = range(2)

DRAWINGS: dict[str, Callable[[Canvas, int, int], None]] = {
    "infantry": infantry,
    "rocket": rocket,
    "sniper": sniper,
    "jeep": jeep,
    "tank": tank,
    "artillery": artillery,
    "anti_air": anti_air,
    "helicopter": helicopter,
    "plane": plane,
}


def canvas(kind: str, stage: int, frame: int) -> Canvas:
    c = Canvas(SIZE, SIZE)
    DRAWINGS[kind](c, stage, frame)
    c.outlined()
    return c


def sprites() -> Iterator[Sprite]:
    for kind in DRAWINGS:
        for stage in STAGES:
            for frame in FRAMES:
                drawn = canvas(kind, stage, frame)
                for team in TEAMS:
                    yield Sprite(f"unit/{kind}/{team}/{stage}/{frame}", drawn.image(team), ANCHOR)
