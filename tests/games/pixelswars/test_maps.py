"""Battlefields: the twelve keep their promises; whatever else claims to be one is refused with a place, or played."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.contract import BadOptions
from outflank.games.pixelswars import maps
from outflank.games.pixelswars.catalog import GROUNDS, UNITS
from outflank.games.pixelswars.maps import COUNT, KINDS, LANGUAGES, LEAST, LETTERS, MOST, SENTENCES, Layout, check
from outflank.games.pixelswars.start import start
from tests.conftest import FULL, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = ROOT / "src" / "outflank" / "games" / "pixelswars" / "maps"
NUMBERS = range(1, COUNT + 1)
GOOD: dict[str, Any] = json.loads((FOLDER / "01.json").read_text(encoding="utf-8"))
PLACE = re.compile(r"(map|format|id|funds|grid|units|name|about)(\[\d+\]|\.\w+)*")


def layouts() -> list[Layout]:
    return [maps.load(number) for number in NUMBERS]


# ---- the twelve


def test_there_are_twelve_each_in_its_file() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == [f"{number:02}.json" for number in NUMBERS]
    assert [layout.number for layout in layouts()] == list(NUMBERS)
    assert len({layout.grid for layout in layouts()}) == COUNT


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_is_wrong_with_it_and_nothing_lost(number: int) -> None:
    data = json.loads((FOLDER / f"{number:02}.json").read_text(encoding="utf-8"))
    assert check(data) == []  # no warnings either
    layout = maps.load(number)
    assert layout.name == data["name"] and layout.about == data["about"]
    assert list(layout.grid) == data["grid"] and list(layout.funds) == data["funds"]
    told = [{"kind": kind, "player": player, "at": [x, y]} for kind, player, x, y in layout.units]
    assert told == data["units"]


@pytest.mark.parametrize("number", [0, 13, -1, True, 10**30])
def test_there_is_no_other(number: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        maps.load(number)
    assert refusal.value.detail == "bad_map"


def test_nine_are_small_or_medium_and_three_large() -> None:
    sizes = [(layout.width, layout.height) for layout in layouts()]
    assert all(8 <= side <= 18 for size in sizes for side in size)
    assert sizes[0] == (8, 8) and sizes[-1] == (18, 18)
    assert all(wide * high <= 150 for wide, high in sizes[:9]) and all(min(size) >= 16 for size in sizes[9:])
    assert len(set(sizes)) >= 9 and sum(wide != high for wide, high in sizes) >= 6


@pytest.mark.parametrize("number", NUMBERS)
def test_it_is_the_same_when_it_is_turned_round(number: int) -> None:
    layout = maps.load(number)
    assert [row[::-1] for row in reversed(layout.grid)] == list(layout.grid)
    assert layout.grid != tuple(reversed(layout.grid))  # and not a mere mirror image, which would look mechanical
    assert layout.grid != tuple(row[::-1] for row in layout.grid)
    half = len(layout.units) // 2
    assert half == (5 if number <= 9 else 11)
    wide, high = layout.width, layout.height
    for (kind, player, x, y), other in zip(layout.units[:half], layout.units[half:], strict=True):
        assert player == 1 and other == (kind, 2, wide - 1 - x, high - 1 - y)


@pytest.mark.parametrize("number", NUMBERS)
def test_both_sides_have_what_a_war_needs(number: int) -> None:
    layout = maps.load(number)
    counted = Counter("".join(layout.grid))
    assert counted["B"] >= 2 and counted["C"] >= 4 and counted["H"] >= 1
    assert counted["r"] and counted["f"] and counted["m"]
    base = next((x, y) for y, row in enumerate(layout.grid) for x, letter in enumerate(row) if letter == "B")
    own = [(x, y) for _, player, x, y in layout.units if player == 1]
    assert min(abs(x - base[0]) + abs(y - base[1]) for x, y in own) <= 3
    cities = [(x, y) for y, row in enumerate(layout.grid) for x, letter in enumerate(row) if letter == "C"]
    assert sum(min(abs(x - u) + abs(y - v) for u, v in own) <= 6 for x, y in cities) >= 2
    assert not [unit for unit in layout.units if LETTERS[layout.grid[unit[3]][unit[2]]].building]
    kinds = {kind for kind, _, _, _ in layout.units}
    assert sum(kind in kinds for kind in ("infantry", "rocket", "sniper")) >= 1
    if number > 9:
        assert {"anti_air", "helicopter"} <= kinds and counted["A"] >= 2


def crossings(grid: tuple[str, ...]) -> list[tuple[int, int]]:
    """Cells by which one gets dry over water that lies on both their sides."""

    def dry(x: int, y: int) -> bool | None:
        return grid[y][x] != "w" if 0 <= y < len(grid) and 0 <= x < len(grid[0]) else None

    found = []
    for y, row in enumerate(grid):
        for x in range(len(row)):
            across, along = [dry(x - 1, y), dry(x + 1, y)], [dry(x, y - 1), dry(x, y + 1)]
            if dry(x, y) and [True, True] in (across, along) and [False, False] in (across, along):
                found.append((x, y))
    return found


def test_water_has_narrow_crossings_and_flyers_are_sold_on_boards_of_every_size() -> None:
    assert crossings(("gwg", "ggg", "gwg")) == [(1, 1)] and crossings(("gwg", "gwg", "ggg")) == []
    narrow = {layout.number: crossings(layout.grid) for layout in layouts()}
    over_water = [number for number in NUMBERS if narrow[number]]
    assert sum(number <= 9 for number in over_water) >= 3 and sum(number > 9 for number in over_water) >= 2
    for number in over_water:  # one for each side
        wide, high = maps.load(number).width, maps.load(number).height
        assert len(narrow[number]) >= 2 and {(wide - 1 - x, high - 1 - y) for x, y in narrow[number]} == {
            *narrow[number]
        }
    assert all(any("w" in row for row in maps.load(number).grid) for number in NUMBERS if number > 9)
    airports = {layout.number: "".join(layout.grid).count("A") for layout in layouts()}
    assert all(airports[number] >= 2 for number in NUMBERS if number > 9)
    assert sum(airports[number] >= 2 for number in NUMBERS if number <= 9) >= 4
    assert all(count % 2 == 0 for count in airports.values())


@pytest.mark.parametrize("number", NUMBERS)
def test_nobody_is_shot_at_before_having_moved(number: int) -> None:
    state = start(maps.load(number), 0)
    cells = state.field.cells
    for action in state.legal_actions():
        if action >= cells * cells:
            continue
        assert state.board[action % cells] == 0, "a shot in the first moment"
        after = state.copy()
        after.apply(action)
        shots = [each for each in after.legal_actions() if each < cells * cells and after.board[each % cells]]
        assert not [shot for shot in shots if shot // cells == action % cells and shot % cells != shot // cells]


def test_names_and_texts_are_there_in_three_languages_and_its_own() -> None:
    for language in LANGUAGES:
        names = [layout.name[language] for layout in layouts()]
        texts = [layout.about[language] for layout in layouts()]
        assert len(set(names)) == len(set(texts)) == COUNT
        assert all(2 <= len(name) <= 30 for name in names) and all(60 <= len(text) <= 200 for text in texts)
    for layout in layouts():
        assert len(set(layout.about.values())) == len(set(layout.name.values())) == 3
        straight = [text for text in (*layout.name.values(), *layout.about.values()) if "'" in text or '"' in text]
        assert not straight
        french = f"{layout.name['fr']} {layout.about['fr']}"
        assert not re.search(r" [;:!?»]|« ", french), "a line could break before the sign"


# ---- every fault, at its place


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    change(data)
    return data


def at(*path: str | int, value: object) -> dict[str, Any]:
    """The good map with one value replaced."""
    data: Any = copy.deepcopy(GOOD)
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return dict(data)


FAULTS: list[tuple[object, str, str]] = [
    (None, "map_object", "map"),
    ([1, 2], "map_object", "map"),
    (changed(lambda data: data.pop("grid")), "map_missing", "map"),
    (at("colour", value="blue"), "map_unknown", "map"),
    (at("format", value=2), "map_whole", "format"),
    (at("format", value=True), "map_whole", "format"),
    (at("id", value=13), "map_whole", "id"),
    (at("name", value="Meadow"), "map_object", "name"),
    (at("name", value={"fr": "Pré"}), "map_missing", "name"),
    (at("name", "en", value=""), "map_text", "name.en"),
    (at("name", "en", value="x" * 41), "map_text", "name.en"),
    (at("about", "de", value="two\nlines"), "map_text", "about.de"),
    (at("about", "it", value="ciao"), "map_unknown", "about"),
    (at("funds", value=[0]), "map_funds", "funds"),
    (at("funds", value=[0, -1]), "map_whole", "funds[1]"),
    (at("grid", value="gggg"), "map_list", "grid"),
    (at("grid", value=[]), "map_height", "grid"),
    (at("grid", value=["gggggggg"] * 19), "map_height", "grid"),
    (at("grid", value=[""] * 8), "map_width", "grid[0]"),
    (at("grid", value=["gggg"] * 8), "map_width", "grid[0]"),
    (at("grid", 3, value="fggrrrC"), "map_ragged", "grid[3]"),
    (at("grid", 3, value=7), "map_row", "grid[3]"),
    (at("grid", 3, value="fggrrxCg"), "map_letter", "grid[3][5]"),
    (at("grid", 3, value="fggrrfCg"), "map_lopsided", "grid[3][5]"),
    (at("grid", 4, value="gCfrrggf"), "map_lopsided", "grid[3][5]"),
    (at("units", value={}), "map_list", "units"),
    (at("units", value=[]), "map_no_army", "units"),
    (at("units", value=GOOD["units"][:5]), "map_no_army", "units"),
    (at("units", value=[{"kind": "jeep", "player": 1, "at": [0, 0]}] * 33), "map_army", "units"),
    (at("units", 2, value="tank"), "map_object", "units[2]"),
    (at("units", 2, value={"kind": "tank", "player": 1}), "map_missing", "units[2]"),
    (at("units", 2, "hp", value=3), "map_unknown", "units[2]"),
    (at("units", 2, "kind", value="boat"), "map_kind", "units[2].kind"),
    (at("units", 2, "player", value=3), "map_whole", "units[2].player"),
    (at("units", 2, "at", value=[1]), "map_place", "units[2].at"),
    (at("units", 2, "at", value=[1, -1]), "map_place", "units[2].at"),
    (at("units", 2, "at", value=[8, 0]), "map_outside", "units[2].at"),
    (at("units", 2, "at", value=[0, 2]), "map_taken", "units[2].at"),
    (at("units", 2, "at", value=[3, 0]), "map_alone", "units[2]"),
    (at("units", 2, "kind", value="jeep"), "map_alone", "units[2]"),
]


@pytest.mark.parametrize(("data", "code", "place"), FAULTS, ids=[f"{code}-{place}" for _, code, place in FAULTS])
def test_a_fault_is_told_with_its_place(data: object, code: str, place: str) -> None:
    assert (code, place) in [(fault.code, fault.place) for fault in check(data)]
    with pytest.raises(BadOptions) as refusal:
        maps.read(data)
    assert refusal.value.code == "BadOptions" and refusal.value.detail in SENTENCES


def lake() -> dict[str, Any]:
    """The good map, flooded but for two corners, with one infantry in each."""
    grid = ["gwwwwwww", *["wwwwwwww"] * 6, "wwwwwwwg"]
    units = [{"kind": "infantry", "player": 1, "at": [0, 0]}, {"kind": "infantry", "player": 2, "at": [7, 7]}]
    return {**GOOD, "grid": grid, "units": units}


def test_a_unit_cannot_stand_in_the_water_but_above_it() -> None:
    data = lake()
    for unit, place in zip(data["units"], ([1, 0], [6, 7]), strict=True):
        unit["at"] = place
    assert [fault.code for fault in check(data)] == ["map_water", "map_water"]
    for unit in data["units"]:
        unit["kind"] = "helicopter"
    assert check(data) == []


def test_who_can_get_nowhere_is_a_warning() -> None:
    faults = check(lake())
    assert [(fault.code, fault.place, fault.warning) for fault in faults] == [
        ("map_stranded", "units[0]", True),
        ("map_stranded", "units[1]", True),
    ]
    assert maps.read(lake()).units[0] == ("infantry", 1, 0, 0)


def test_a_map_without_number_and_texts_is_one_of_ones_own() -> None:
    data = {"format": 1, "name": {"en": "Plain"}, "grid": GOOD["grid"], "units": GOOD["units"]}
    layout = maps.read(data)
    assert layout.number == 0 and layout.funds == (0, 0)
    assert layout.name == layout.about == {"en": "Plain", "fr": "Plain", "de": "Plain"}


def test_the_sentences_are_those_of_the_texts() -> None:
    texts = json.loads((ROOT / "src/outflank/i18n/en.json").read_text(encoding="utf-8"))
    assert {key: texts[f"error.{key}"] for key in SENTENCES} == SENTENCES
    shown = {code for _, code, _ in FAULTS} | {"map_water", "map_stranded"}
    assert shown == SENTENCES.keys(), "every fault has a test"


# ---- anything at all

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=20,
)


@st.composite
def almost(draw: st.DrawFn) -> object:
    """A good map with some values replaced, anywhere in it."""
    data: Any = copy.deepcopy(maps_of_files()[draw(st.integers(0, COUNT - 1))])
    for _ in range(draw(st.integers(1, 3))):
        inner = data
        while True:
            steps = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
            if not steps:
                break
            step = draw(st.sampled_from(steps))
            if not isinstance(inner[step], dict | list) or draw(st.integers(0, 3)) == 0:
                inner[step] = draw(ANYTHING)
                break
            inner = inner[step]
    return data


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, Any]:
    """A map as a person without taste would draw it: symmetric, mostly, with units anywhere."""
    wide, high = draw(st.integers(LEAST, 9)), draw(st.integers(LEAST, 9))
    letters = draw(st.lists(st.sampled_from("rgfmwCBHA"), min_size=1, max_size=6))
    cells = draw(st.lists(st.sampled_from(letters), min_size=wide * high, max_size=wide * high))
    for cell in range(wide * high // 2):
        cells[-1 - cell] = cells[cell]
    if draw(st.integers(0, 9)) == 0:
        cells[0] = "x"
    rows = ["".join(cells[y * wide : (y + 1) * wide]) for y in range(high)]
    units = []
    for _ in range(draw(st.integers(1, 4))):
        kind, x, y = draw(st.sampled_from(list(KINDS))), draw(st.integers(0, wide - 1)), draw(st.integers(0, high - 1))
        units.append({"kind": kind, "player": 1, "at": [x, y]})
        units.append({"kind": kind, "player": 2, "at": [wide - 1 - x, high - 1 - y]})
    funds = [draw(st.integers(0, 5000)), draw(st.integers(0, 5000))]
    return {"format": 1, "name": {"en": "Drawn"}, "grid": rows, "units": units, "funds": funds}


def maps_of_files() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir())]


def refused_or_played(data: object, seed: int, rounds: int) -> str:
    """The promise: a place for every fault, or a match that can be played to its end."""
    faults = check(data)
    for fault in faults:
        assert PLACE.fullmatch(fault.place) and fault.message.startswith(f"{fault.place}: ")
        assert fault.message == SENTENCES[fault.code].format(**fault.values) and fault.message.isprintable()
    if any(not fault.warning for fault in faults):
        with pytest.raises(BadOptions):
            maps.read(data)
        return "refused"
    state = start(maps.read(data), rounds)
    cells = state.field.cells
    for _ in range(rounds * 2 * 400):
        legal = state.legal_actions()
        if not legal:
            break
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        end = (seed >> 8) % 8 == 0  # else a crowd of flyers would fly about for ever
        state.apply(legal[-1] if end else legal[(seed >> 16) % len(legal)])
    assert state.player == 0 and state.winner in (1, 2)
    assert sum(state.board[cell] != 0 for cell in range(cells)) > 0
    return "played"


def test_maps_from_anywhere_are_refused_with_places_or_played_to_the_end(figures: Callable[..., None]) -> None:
    """Any JSON, damaged maps of the game, and maps drawn without taste; both answers must come up often."""
    counted: Counter[str] = Counter()
    told = settings(max_examples=3000 if FULL else 150, deadline=None, derandomize=True)

    @told
    @given(ANYTHING, st.integers(0, 2**32))
    def anything(data: object, seed: int) -> None:
        assert refused_or_played(data, seed, 2) == "refused"
        counted["refused"] += 1

    @told
    @given(almost(), st.integers(0, 2**32))
    def damaged(data: object, seed: int) -> None:
        counted[refused_or_played(data, seed, 2)] += 1

    @told
    @given(drawn(), st.integers(0, 2**32))
    def tasteless(data: object, seed: int) -> None:
        counted[refused_or_played(data, seed, 6)] += 1

    anything()
    damaged()
    tasteless()
    assert counted["refused"] > 150 and counted["played"] > 50
    figures(maps_refused=counted["refused"], maps_played=counted["played"])


def test_the_letters_are_those_of_the_catalogue() -> None:
    assert "".join(LETTERS) == "rgfmwCBHA" and len(GROUNDS) == len(LETTERS)
    assert list(KINDS) == [unit.kind for unit in UNITS]
    assert MOST == 18
