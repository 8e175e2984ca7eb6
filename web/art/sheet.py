"""The pictures for people: the contact sheet of the units, and three boards."""

from __future__ import annotations

from .board import Placed, picture
from .image import Image
from .palette import RAMPS
from .sprite import Sprite
from .units import DRAWINGS, SIZE, STAGES

BACK = RAMPS["grass"][2]


def contact(sprites: dict[str, Sprite], scale: int = 3) -> Image:
    """A row for each unit: blue from healthy to critical facing right, red the same facing left."""
    step = SIZE + 4
    out = Image(step * 10 + 12, step * len(DRAWINGS) + 4, BACK)
    for row, kind in enumerate(DRAWINGS):
        for stage in STAGES:
            blue = sprites[f"unit/{kind}/blue/{stage}/0"].image
            red = sprites[f"unit/{kind}/red/{stage}/0"].image.mirrored()
            out.paste(blue, 4 + stage * step, 4 + row * step)
            out.paste(red, 12 + (stage + 5) * step, 4 + row * step)
    return out.scaled(scale)


MEADOW = [
    "..f.=.^^..~~",
    ".#==#.^..~~~",
    ".f.=..f.~~~.",
    "..f====.~~..",
    "~~..=.====#.",
    "~~~=====.f..",
    "..~~.=.f.^f.",
    ".#..f=..^^^.",
    "..===#===...",
    "ff....f..#ff",
]
COAST = [
    "~~~~~.ff..f.",
    "~~~~..#==.ff",
    "~~~..f.=...f",
    "~#.....=.^..",
    "==~~~==#=^^.",
    "~~~~~~.=.^..",
    "~~.~~~.==#..",
    "~..f.~~~=~~~",
    ".#====~~=~~~",
    "ff...==#=...",
]
PASS = [
    "^^^^.ff.....",
    "^^#^..f.#==.",
    "^..==.....=f",
    "^f.=^^^...=.",
    ".f.=^^#===#.",
    "...=^^^..f=.",
    ".#==.^..ff=.",
    "..f=.....#=^",
    "ff.======.^^",
    "fff..#..^^^^",
]


def _units(*texts: str) -> list[Placed]:
    """``4,1 unit/tank/blue/0/0``, one a text."""
    out = []
    for text in texts:
        cell, name = text.split()
        x, y = map(int, cell.split(","))
        out.append((x, y, name))
    return out


BOARDS: dict[str, tuple[list[str], list[Placed]]] = {
    "meadow": (
        MEADOW,
        _units(
            *(
                "1,1 building/army_base/blue",
                "4,1 building/city/blue",
                "10,4 building/city/neutral",
                "1,7 building/hospital/neutral",
            ),
            *("5,8 building/city/red", "9,9 building/army_base/red"),
            *(
                "2,1 unit/infantry/blue/0/0",
                "4,3 unit/tank/blue/1/0",
                "5,2 unit/rocket/blue/0/1",
                "3,5 unit/jeep/blue/0/0",
                "7,2 unit/helicopter/blue/0/0",
            ),
            *(
                "6,5 -unit/tank/red/2/0",
                "8,4 -unit/jeep/red/0/0",
                "9,8 -unit/artillery/red/0/0",
                "6,8 -unit/infantry/red/1/0",
                "11,6 -unit/sniper/red/0/0",
            ),
            *(
                "6,5 icon/crosshair/0",
                "4,4 icon/reach/blue",
                "3,3 icon/reach/blue",
                "2,3 icon/reach/blue",
                "5,4 icon/reach/blue",
            ),
        ),
    ),
    "coast": (
        COAST,
        _units(
            *(
                "6,1 building/airport/blue",
                "1,3 building/city/neutral",
                "7,4 building/army_base/blue",
                "9,6 building/city/blue",
            ),
            *("1,8 building/airport/red", "7,9 building/hospital/red"),
            *(
                "2,1 unit/plane/blue/0/0",
                "8,3 unit/anti_air/blue/0/0",
                "5,4 unit/tank/blue/0/0",
                "7,6 unit/infantry/blue/2/0",
                "9,4 unit/artillery/blue/0/0",
            ),
            *(
                "3,6 -unit/helicopter/red/0/0",
                "3,8 -unit/jeep/red/3/0",
                "8,8 -unit/tank/red/0/0",
                "5,8 -unit/anti_air/red/1/0",
                "0,4 -unit/infantry/red/0/0",
            ),
            *("8,8 fx/explosion/2", "2,3 icon/capture/red"),
        ),
    ),
    "pass": (
        PASS,
        _units(
            *(
                "2,1 building/city/neutral",
                "8,1 building/army_base/blue",
                "6,4 building/hospital/neutral",
                "10,4 building/city/blue",
            ),
            *("1,6 building/city/red", "9,7 building/airport/neutral", "5,9 building/army_base/red"),
            *(
                "10,2 unit/tank/blue/3/0",
                "9,1 unit/rocket/blue/0/0",
                "9,4 unit/infantry/blue/0/0",
                "4,3 unit/sniper/blue/0/0",
                "7,6 unit/plane/blue/2/0",
            ),
            *(
                "3,3 -unit/rocket/red/1/0",
                "3,6 -unit/artillery/red/0/0",
                "5,8 -unit/tank/red/4/0",
                "7,8 -unit/anti_air/red/0/0",
                "8,8 -unit/infantry/red/0/0",
            ),
            *("3,5 icon/path/n", "3,4 icon/path/head/n"),
        ),
    ),
}


def boards(sprites: dict[str, Sprite]) -> dict[str, Image]:
    return {name: picture(rows, things, sprites) for name, (rows, things) in BOARDS.items()}
