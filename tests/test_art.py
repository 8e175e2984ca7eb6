"""The pictures of PixelsWars: all there, the same on every run, five stages that differ, and replaceable by people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.games.pixelswars import catalog
from web.art import __main__ as generator
from web.art import atlas, png, units
from web.art.image import Image
from web.art.palette import OWNERS, TEAMS
from web.art.sprite import TILE, Sprite

SMOKY = {"smoke", "fume", "fire"}


@pytest.fixture(scope="module")
def sprites() -> dict[str, Sprite]:
    return {sprite.name: sprite for sprite in atlas.drawn()}


def test_the_committed_files_are_what_the_generator_draws() -> None:
    assert generator.stale(generator.outputs()) == []


def test_two_runs_draw_the_same(sprites: dict[str, Sprite]) -> None:
    again = {sprite.name: sprite for sprite in atlas.drawn()}
    assert list(again) == list(sprites)
    assert all(again[name].image == sprite.image for name, sprite in sprites.items())


def test_every_unit_side_stage_and_frame_is_there(sprites: dict[str, Sprite]) -> None:
    for kind in units.DRAWINGS:
        for team in TEAMS:
            for stage in range(5):
                first, second = (sprites[f"unit/{kind}/{team}/{stage}/{frame}"].image for frame in (0, 1))
                assert first != second, f"{kind} {stage} does not move"
    assert sprites["unit/tank/blue/0/0"].image != sprites["unit/tank/red/0/0"].image


def test_a_unit_of_the_catalogue_without_a_drawing_is_named() -> None:
    assert atlas.missing(unit.kind for unit in catalog.UNITS) == []
    assert atlas.missing([*units.DRAWINGS, "zeppelin", "boat"]) == ["boat", "zeppelin"]


def opaque(image: Image) -> dict[int, tuple[int, ...]]:
    return {at: colour for at, colour in enumerate(image.pixels) if colour[3] == 255}


@pytest.mark.parametrize("kind", units.DRAWINGS)
def test_neighbouring_stages_differ_at_a_glance(kind: str) -> None:
    """In at least 6 % of what is opaque, and in the outline or the smoke."""
    for frame in range(2):
        for stage in range(4):
            before, after = (units.canvas(kind, stage + more, frame) for more in (0, 1))
            old, new = opaque(before.image("blue")), opaque(after.image("blue"))
            both = old.keys() | new.keys()
            changed = sum(old.get(at) != new.get(at) for at in both)
            assert changed >= 0.06 * len(both), f"{kind} {stage} {frame}: {changed} of {len(both)}"
            smoke = [{cell for cell, (stuff, _) in c.cells.items() if stuff in SMOKY} for c in (before, after)]
            assert old.keys() != new.keys() or smoke[0] != smoke[1]


@pytest.mark.parametrize("kind", units.DRAWINGS)
def test_damage_only_grows(kind: str) -> None:
    """Flames stand only on what is nearly lost; smoke rises from the middle on, at the last from people's feet."""
    stuff = [[material for material, _ in units.canvas(kind, stage, 0).cells.values()] for stage in range(5)]
    person = kind in ("infantry", "rocket", "sniper")
    flames = [materials.count("fire") for materials in stuff]
    assert max(flames[:4]) <= 12
    assert flames[4] > 30 or person
    for stage, materials in enumerate(stuff):
        assert bool({"smoke", "fume"} & set(materials)) == (stage == 4 if person else stage >= 2), stage


def test_neighbours_on_the_board_do_not_cover_each_other() -> None:
    """A healthy unit is hardly wider than its cell, four pixels in from the sides, and no outline is cut off."""
    wide = {
        (kind, frame): sorted(columns - set(range(3, 30)))
        for kind in units.DRAWINGS
        for frame in range(2)
        for columns in [{x for (x, _), (_, tone) in units.canvas(kind, 0, frame).cells.items() if tone}]
    }
    assert {unit: columns for unit, columns in wide.items() if columns} == {}
    high = [
        kind
        for kind in units.DRAWINGS
        for (_, y), (_, tone) in units.canvas(kind, 0, 0).cells.items()
        if tone and not 0 < y < 31
    ]
    assert high == []


def test_every_ground_building_and_mark_is_there(sprites: dict[str, Sprite]) -> None:
    wanted = [f"terrain/road/{mask}" for mask in range(16)]
    wanted += [f"terrain/water/{mask}/{frame}" for mask in range(16) for frame in range(2)]
    for corner in ("ne", "se", "sw", "nw"):
        wanted += [f"terrain/road/plaza/{corner}", *(f"terrain/water/corner/{corner}/{frame}" for frame in range(2))]
    wanted += [f"terrain/grass/{variant}" for variant in range(6)]
    wanted += [f"terrain/water/wave/{variant}/{frame}" for variant in range(4) for frame in range(2)]
    for high, variants in (("forest", 4), ("mountain", 3)):
        wanted += [f"terrain/{high}/{variant}" for variant in range(variants)]
        wanted += [f"terrain/{high}/link/{way}" for way in "nw"]
    wanted += [f"terrain/bridge/{way}" for way in "hv"]
    wanted += [f"building/{kind}/{owner}" for kind in ("city", "army_base", "hospital", "airport") for owner in OWNERS]
    wanted += [f"icon/{mark}/{team}" for mark in ("team", "capture", "reach", "stripes") for team in TEAMS]
    wanted += [f"icon/heart/{beat}" for beat in range(3)] + [f"icon/crosshair/{beat}" for beat in range(2)]
    wanted += [f"icon/cursor/{beat}" for beat in range(2)] + [f"icon/coin/{turn}" for turn in range(4)]
    wanted += [f"icon/flag/{team}/{wave}" for team in TEAMS for wave in range(2)] + ["icon/shield", "icon/star"]
    for what in ("move", "attack", "capture"):
        wanted += [f"icon/mark/{what}", f"icon/mark/{what}/spent"]
    wanted += [f"icon/path/{ends}" for ends in (*"nesw", "ns", "ew", "ne", "es", "sw", "nw")]
    wanted += [f"icon/path/head/{way}" for way in "nesw"]
    effects = {"explosion": 8, "smoke": 5, "muzzle": 3, "hit": 3, "sparkle": 6, "heal": 6, "ring": 4, "dust": 4}
    effects |= {"tracer": 1, "shell": 1, "missile": 2}
    wanted += [f"fx/{name}/{frame}" for name, count in effects.items() for frame in range(count)]
    wanted.append("icon/reach/neutral")
    assert [name for name in wanted if name not in sprites] == []
    assert [name for name in sprites if name not in wanted and not name.startswith("unit/")] == [], "and nothing else"
    assert len(set(wanted)) == len(wanted)
    empty = [name for name in wanted if not any(alpha for *_, alpha in sprites[name].image.pixels)]
    assert empty == [], "nothing is drawn"


def test_masks_open_and_close_the_right_sides(sprites: dict[str, Sprite]) -> None:
    """Two cells that join show no edge between them; a closed side shows the grass below."""
    sides = {1: (12, 0), 2: (23, 12), 4: (12, 23), 8: (0, 12)}
    for mask in range(16):
        for name in (f"terrain/road/{mask}", f"terrain/water/{mask}/0"):
            image = sprites[name].image
            for bit, (x, y) in sides.items():
                assert (image.get(x, y)[3] == 255) == bool(mask & bit), (name, bit)


def test_the_atlas_holds_every_sprite_unharmed(sprites: dict[str, Sprite]) -> None:
    sheet, frames = atlas.packed(sprites.values())
    for name, (x, y, width, height, *anchor) in frames.items():
        assert sheet.crop(x, y, width, height) == sprites[name].image
        assert tuple(anchor) == sprites[name].anchor
    assert json.loads(atlas.table(frames, sheet))["frames"] == frames
    assert len(set(sheet.pixels)) <= 256
    assert all(sprites[name].image.size == (TILE, TILE) for name in sprites if name.startswith("terrain/grass/"))


def test_a_picture_of_ones_own_takes_the_place(tmp_path: Path, sprites: dict[str, Sprite]) -> None:
    name = "unit/tank/blue/0/0"
    own = Image(32, 32, (1, 2, 3, 200))
    (tmp_path / "unit__tank__blue__0__0.png").write_bytes(png.write(own))
    changed = {sprite.name: sprite for sprite in atlas.overridden(sprites.values(), tmp_path)}
    assert changed[name].image == own
    assert changed[name].anchor == sprites[name].anchor
    assert all(changed[other] is sprite for other, sprite in sprites.items() if other != name)


@pytest.mark.parametrize(
    ("file", "data", "words"),
    [
        ("unit__tank__blue__0__0", png.write(Image(24, 32)), "is 24x32 pixels, must be 32x32"),
        ("unit__spoon", png.write(Image(32, 32)), "there is no sprite of this name"),
        ("unit__tank__blue__0__0", b"GIF89a", "not a PNG file"),
        ("unit__tank__blue__0__0", png.write(Image(32, 32))[:60], "damaged"),
    ],
)
def test_a_picture_that_does_not_fit_is_refused(
    tmp_path: Path, sprites: dict[str, Sprite], file: str, data: bytes, words: str
) -> None:
    (tmp_path / f"{file}.png").write_bytes(data)
    with pytest.raises(atlas.BadOverride, match=f"{file}.png: .*{words}"):
        atlas.overridden(sprites.values(), tmp_path)


def test_png_of_many_colours() -> None:
    image = Image(40, 20)
    image.pixels = [(x * 6, y * 12, (x * y) % 256, 255 - x) for y in range(20) for x in range(40)]
    assert png.read(png.write(image)) == image


def test_png_filters_and_kinds_that_other_programs_write() -> None:
    import struct
    import zlib

    def file(kind: int, raw: bytes) -> bytes:
        def chunk(name: bytes, body: bytes) -> bytes:
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        header = struct.pack(">IIBBBBB", 3, 5, 8, kind, 0, 0, 0)
        return png.SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")

    rows = [bytes((9, 9, 9, 20, 20, 20, 7, 7, 7))] * 5
    coded = [
        bytes((0, 9, 9, 9, 20, 20, 20, 7, 7, 7)),
        bytes((1, 9, 9, 9, 11, 11, 11, 243, 243, 243)),
        bytes((2, *[0] * 9)),
        bytes((3, 5, 5, 5, 6, 6, 6, 250, 250, 250)),
        bytes((4, *[0] * 9)),
    ]
    assert [tuple(c) for c in png.read(file(2, b"".join(coded))).pixels] == [
        (v, v, v, 255) for row in rows for v in row[::3]
    ]
    grey = png.read(file(4, b"".join(b"\0" + bytes((5, 1, 6, 2, 7, 3)) for _ in range(5))))
    assert grey.pixels[:3] == [(5, 5, 5, 1), (6, 6, 6, 2), (7, 7, 7, 3)]
    with pytest.raises(png.BadPng, match="unknown line filter"):
        png.read(file(2, b"".join(b"\7" + row for row in rows)))
