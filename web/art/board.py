"""Boards as pictures, from letters: the twin of ``web/src/art/ground.ts``, for the documents."""

from __future__ import annotations

from .image import Image
from .palette import RAMPS
from .sprite import TILE, Sprite, noise

KINDS = {".": "grass", "=": "road", "~": "water", "f": "forest", "^": "mountain", "#": "building"}
DIRECTIONS = ((0, -1, 1), (1, 0, 2), (0, 1, 4), (-1, 0, 8))
CORNERS = {"ne": (1, -1, 3), "se": (1, 1, 6), "sw": (-1, 1, 12), "nw": (-1, -1, 9)}

MEADOW = (0, 0, 1, 2, 2, 4, 0, 1, 2, 4, 0, 1, 2, 3, 4, 5)
"""How often each picture of grass comes: flowers and stones are rare."""


class Ground:
    """What lies on each cell of a board of letters, as names of sprites from the bottom up."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.width, self.height = len(rows[0]), len(rows)

    def kind(self, x: int, y: int) -> str | None:
        if 0 <= x < self.width and 0 <= y < self.height:
            return KINDS[self.rows[y][x]]
        return None

    def bridge(self, x: int, y: int) -> str | None:
        """``h`` or ``v`` where a road crosses water."""
        if self.kind(x, y) != "road":
            return None
        wet = [self.kind(x + dx, y + dy) == "water" for dx, dy, _ in DIRECTIONS]
        return "h" if wet[0] and wet[2] else "v" if wet[1] and wet[3] else None

    def _wet(self, x: int, y: int) -> bool:
        return self.kind(x, y) in ("water", None) or self.bridge(x, y) is not None

    def _paved(self, x: int, y: int) -> bool:
        return self.kind(x, y) in ("road", "building")

    def layers(self, x: int, y: int, frame: int = 0) -> list[str]:
        kind, bridge = self.kind(x, y), self.bridge(x, y)
        pick = noise(x, y)
        names = [f"terrain/grass/{MEADOW[pick % len(MEADOW)]}"]
        if kind == "water" or bridge:
            mask = sum(bit for dx, dy, bit in DIRECTIONS if self._wet(x + dx, y + dy))
            names.append(f"terrain/water/{mask}/{frame}")
            if mask == 15 and pick % 5 < 4:
                names.append(f"terrain/water/wave/{pick % 5}/{frame}")
            for corner, (dx, dy, bits) in CORNERS.items():
                if mask & bits == bits and not self._wet(x + dx, y + dy):
                    names.append(f"terrain/water/corner/{corner}/{frame}")
            if bridge:
                names.append(f"terrain/bridge/{bridge}")
        elif kind in ("road", "building"):
            joins = self._paved if kind == "road" else lambda nx, ny: self.kind(nx, ny) == "road"
            mask = sum(bit for dx, dy, bit in DIRECTIONS if joins(x + dx, y + dy))
            if kind == "road" or mask:
                names.append(f"terrain/road/{mask}")
            if kind == "road":
                for corner, (dx, dy, bits) in CORNERS.items():
                    around = ((x + dx, y), (x, y + dy), (x + dx, y + dy))
                    if mask & bits == bits and all(self.kind(*cell) == "road" for cell in around):
                        names.append(f"terrain/road/plaza/{corner}")
        elif kind in ("forest", "mountain"):
            for side, (dx, dy) in (("n", (0, -1)), ("w", (-1, 0))):
                if self.kind(x + dx, y + dy) == kind:
                    names.append(f"terrain/{kind}/link/{side}")
            names.append(f"terrain/{kind}/{pick % (4 if kind == 'forest' else 3)}")
        return names


Placed = tuple[int, int, str]
"""A cell and the name of a sprite on it; a name that begins with ``-`` faces left."""


def picture(rows: list[str], things: list[Placed], sprites: dict[str, Sprite], scale: int = 2) -> Image:
    """The board with its buildings and units in the order of the rows, the flat ground first."""
    ground = Ground(rows)
    margin = 10
    out = Image(ground.width * TILE + 2 * margin, ground.height * TILE + 2 * margin, RAMPS["grass"][1])

    def draw(name: str, x: int, y: int) -> None:
        sprite = sprites[name.removeprefix("-")]
        image = sprite.image.mirrored() if name.startswith("-") else sprite.image
        out.paste(image, margin + x * TILE - sprite.anchor[0], margin + y * TILE - sprite.anchor[1])

    cells = [(x, y) for y in range(ground.height) for x in range(ground.width)]
    tall: list[Placed] = []
    for x, y in cells:
        for name in ground.layers(x, y):
            if name.startswith(("terrain/forest", "terrain/mountain")):
                tall.append((x, y, name))
            else:
                draw(name, x, y)
    buildings = [thing for thing in things if thing[2].startswith("building/")]
    for x, y, name in sorted(tall + buildings, key=lambda thing: (thing[1], thing[0])):
        draw(name, x, y)
    for x, y, name in sorted(
        (t for t in things if t not in buildings), key=lambda t: (t[2].startswith(("icon/", "fx/")), t[1])
    ):
        draw(name, x, y)
    return out.scaled(scale)
