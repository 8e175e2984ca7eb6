"""The atlas: every sprite in one picture, found by name in a table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from . import buildings, effects, ground, icons, png, relief, units
from .image import Image
from .sprite import TILE, Sprite

HERE = Path(__file__).resolve().parent
OVERRIDES = HERE / "override"
OUTPUT = HERE.parent / "src" / "art"
WIDTH = 1024


class BadOverride(ValueError):
    """A picture in override/ that cannot take a sprite's place."""


def drawn() -> list[Sprite]:
    """Everything, in the order of the names' families."""
    return [sprite for family in (units, ground, relief, buildings, icons, effects) for sprite in family.sprites()]


def overridden(sprites: Iterable[Sprite], folder: Path = OVERRIDES) -> list[Sprite]:
    """The sprites, people's own pictures in place of those that have one: ``/`` in the name is ``__`` in the file."""
    files = {path.stem.replace("__", "/"): path for path in sorted(folder.glob("*.png"))}
    out = []
    for sprite in sprites:
        path = files.pop(sprite.name, None)
        if path is not None:
            try:
                image = png.read(path.read_bytes())
            except png.BadPng as error:
                raise BadOverride(f"{path.name}: {error}") from error
            if image.size != sprite.image.size:
                have, want = ("x".join(map(str, size)) for size in (image.size, sprite.image.size))
                raise BadOverride(f"{path.name}: is {have} pixels, must be {want} like {sprite.name}")
            sprite = Sprite(sprite.name, image, sprite.anchor)
        out.append(sprite)
    if files:
        raise BadOverride(f"{min(files.values()).name}: there is no sprite of this name")
    return out


def packed(sprites: Iterable[Sprite]) -> tuple[Image, dict[str, list[int]]]:
    """Shelves of sprites of one height, equal pictures only once; a frame is x, y, width, height and anchor."""
    todo = sorted(sprites, key=lambda sprite: (-sprite.image.height, -sprite.image.width, sprite.name))
    places: dict[tuple[tuple[int, int], tuple[object, ...]], tuple[int, int]] = {}
    frames: dict[str, list[int]] = {}
    spots: list[tuple[Image, int, int]] = []
    x = y = shelf = 0
    for sprite in todo:
        image = sprite.image
        key = (image.size, tuple(image.pixels))
        if key not in places:
            if x + image.width > WIDTH:
                x, y, shelf = 0, y + shelf, 0
            places[key] = (x, y)
            spots.append((image, x, y))
            x += image.width
            shelf = max(shelf, image.height)
        frames[sprite.name] = [*places[key], *image.size, *sprite.anchor]
    sheet = Image(WIDTH, y + shelf)
    for image, left, top in spots:
        sheet.paste(image, left, top)
    return sheet, dict(sorted(frames.items()))


def table(frames: dict[str, list[int]], sheet: Image) -> str:
    """The JSON beside the picture, one frame a line."""
    facts = {"tile": TILE, "width": sheet.width, "height": sheet.height, "idle": 500, "shimmer": 900}
    head = "".join(f'  "{key}": {json.dumps(value)},\n' for key, value in facts.items())
    body = ",\n".join(f"    {json.dumps(name)}: {json.dumps(frame)}" for name, frame in frames.items())
    return f'{{\n{head}  "frames": {{\n{body}\n  }}\n}}\n'


def missing(kinds: Iterable[str]) -> list[str]:
    """Kinds of units that no function draws."""
    return sorted(set(kinds) - set(units.DRAWINGS))
