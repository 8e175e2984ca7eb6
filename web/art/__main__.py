"""``python -m web.art`` draws the atlas and the pictures of the documents; ``--check`` only says what is stale."""

from __future__ import annotations

import sys
from pathlib import Path

from . import atlas, png, sheet

DOCS = atlas.HERE.parent.parent / "docs"


def outputs() -> dict[Path, bytes]:
    """Every file the generator writes."""
    sprites = atlas.overridden(atlas.drawn())
    image, frames = atlas.packed(sprites)
    named = {sprite.name: sprite for sprite in sprites}
    files = {
        atlas.OUTPUT / "pixelswars.png": png.write(image),
        atlas.OUTPUT / "pixelswars.json": atlas.table(frames, image).encode(),
        DOCS / "units.png": png.write(sheet.contact(named)),
    }
    for name, board in sheet.boards(named).items():
        files[DOCS / f"boards-{name}.png"] = png.write(board)
    return files


def stale(files: dict[Path, bytes]) -> list[Path]:
    """Files that differ: pictures by their pixels, since compressors differ."""
    out = []
    for path, data in files.items():
        old = path.read_bytes() if path.exists() else b""
        same = old == data
        if old and not same and path.suffix == ".png":
            same = png.read(old) == png.read(data)
        if not same:
            out.append(path)
    return out


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: python -m web.art [--check]", file=sys.stderr)
        return 2
    try:
        files = outputs()
    except atlas.BadOverride as error:
        print(f"web/art/override/{error}", file=sys.stderr)
        return 1
    changed = stale(files)
    for path in changed:
        if not arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
        print(f"{'stale' if arguments else 'wrote'}: {path.relative_to(DOCS.parent)}")
    return 1 if arguments and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
