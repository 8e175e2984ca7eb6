"""Battlefields: the twelve that come with the game, those that people draw, and all that can be wrong with one."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from outflank.contract import BadOptions
from outflank.games.pixelswars.catalog import GROUNDS, UNITS

COUNT: Final = 12
FORMAT: Final = 1
LEAST, MOST = 5, 18  # cells along a side
ARMY: Final = 32  # units a side, at most
FUNDS: Final = 100_000
LANGUAGES: Final = ("en", "fr", "de")
LENGTHS: Final = {"name": 40, "about": 240}

SPACES: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"  # of French texts; Python takes them for unprintable

KINDS: Final = {unit.kind: unit for unit in UNITS}
LETTERS: Final = {ground.letter: ground for ground in GROUNDS}


@dataclass(frozen=True, slots=True)
class Layout:
    """A battlefield before the first turn. ``number`` is 0 for one that does not come with the game; ``name`` and
    ``about`` are by language; ``grid`` is one letter a cell (catalogue); ``units`` are (kind, player, x, y) in the
    order of their ids."""

    number: int
    name: dict[str, str]
    about: dict[str, str]
    width: int
    height: int
    grid: tuple[str, ...]
    units: tuple[tuple[str, int, int, int], ...]
    funds: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. ``code`` is stable, ``place`` like ``grid[3][5]`` (row, then column; ``map`` for the
    whole), ``message`` an English sentence. With a ``warning`` the map can be played all the same."""

    code: str
    place: str
    message: str
    values: dict[str, int | str]
    warning: bool = False


# The English sentences of i18n, which a test compares.
SENTENCES: Final = {
    "map_object": "{place}: this must be an object with named fields.",
    "map_list": "{place}: this must be a list.",
    "map_whole": "{place}: this must be a whole number from {least} to {most}.",
    "map_missing": "{place}: the field “{field}” is missing.",
    "map_unknown": "{place}: there is no field “{field}” here.",
    "map_text": "{place}: this must be a text of 1 to {most} characters on one line.",
    "map_funds": "{place}: this must be a list of two whole numbers, what each player starts with.",
    "map_row": "{place}: a row is a text of letters, one for each cell.",
    "map_height": "{place}: there must be {least} to {most} rows, not {count}.",
    "map_width": "{place}: a row must have {least} to {most} letters, not {count}.",
    "map_ragged": "{place}: this row has {count} letters, the first one {width}.",
    "map_letter": "{place}: “{letter}” stands for no ground. The letters are {letters}.",
    "map_lopsided": "{place}: “{letter}” stands here, but “{other}” on the cell opposite, {opposite}: "
    "a map must look the same when it is turned round.",
    "map_kind": "{place}: there is no such unit. The units are {kinds}.",
    "map_place": "{place}: a place is a list of two whole numbers, column and row, both from 0.",
    "map_outside": "{place}: that is beyond the edge of the board.",
    "map_water": "{place}: this unit cannot stand on such ground.",
    "map_taken": "{place}: another unit, {other}, stands on this cell.",
    "map_alone": "{place}: on the cell opposite, {opposite}, the other side must have the same unit.",
    "map_no_army": "{place}: player {player} has no unit.",
    "map_army": "{place}: player {player} has {count} units; there may be {most}.",
    "map_stranded": "{place}: this unit can reach neither a building nor an enemy.",
}


@lru_cache(COUNT)
def load(number: int) -> Layout:
    """A battlefield that comes with the game, 1..12. Raises BadOptions."""
    if isinstance(number, bool) or not 1 <= number <= COUNT:
        message = f"The map must be a whole number from 1 to {COUNT}."
        raise BadOptions("BadOptions", message, "bad_map", least=1, most=COUNT)
    file = files("outflank.games.pixelswars").joinpath("maps", f"{number:02}.json")
    return read(json.loads(file.read_text(encoding="utf-8")))


def read(data: object) -> Layout:
    """The battlefield that this JSON describes. Raises BadOptions with the first fault."""
    for fault in check(data):
        if not fault.warning:
            raise BadOptions("BadOptions", fault.message, fault.code, **fault.values)
    assert isinstance(data, dict)  # for the types; check has seen it
    about: dict[str, str] = data.get("about", {"en": data["name"]["en"]})
    funds = data.get("funds", [0, 0])
    return Layout(
        data.get("id", 0),
        {language: data["name"].get(language, data["name"]["en"]) for language in LANGUAGES},
        {language: about.get(language, about["en"]) for language in LANGUAGES},
        len(data["grid"][0]),
        len(data["grid"]),
        tuple(data["grid"]),
        tuple((each["kind"], each["player"], each["at"][0], each["at"][1]) for each in data["units"]),
        (funds[0], funds[1]),
    )


def check(data: object) -> list[Fault]:
    """All that is wrong with a map, any JSON at all: its fields first, then the grid, the units, and warnings."""
    faults = _Faults()
    fields = faults.fields("map", data, ("format", "name", "grid", "units"), ("id", "about", "funds"))
    for field, least, most in (("format", FORMAT, FORMAT), ("id", 0, COUNT)):
        if field in fields:
            faults.whole(field, fields[field], least, most)
    for field, most in LENGTHS.items():
        if field in fields:
            texts = faults.fields(field, fields[field], LANGUAGES[:1], LANGUAGES[1:])
            for language, text in texts.items():
                faults.text(f"{field}.{language}", text, most)
    if "funds" in fields:
        faults.funds(fields["funds"])
    grid = faults.grid(fields["grid"]) if "grid" in fields else []
    if "units" in fields and faults.is_list("units", fields["units"]):
        faults.armies(fields["units"], grid)
    return faults.found


class _Faults:
    """What has been found so far."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, code: str, place: str, *, warning: bool = False, **values: int | str) -> None:
        values["place"] = place
        self.found.append(Fault(code, place, SENTENCES[code].format(**values), values, warning))

    # ---- single values

    def fields(self, place: str, data: object, needed: tuple[str, ...], allowed: tuple[str, ...]) -> dict[str, Any]:
        """The known fields of an object."""
        if not isinstance(data, dict):
            self.add("map_object", place)
            return {}
        for name in needed:
            if name not in data:
                self.add("map_missing", place, field=name)
        for name in data:
            if name not in needed + allowed:
                self.add("map_unknown", place, field=_short(str(name)))
        return {name: data[name] for name in needed + allowed if name in data}

    def whole(self, place: str, data: object, least: int, most: int) -> bool:
        if _whole(data, least, most):
            return True
        self.add("map_whole", place, least=least, most=most)
        return False

    def text(self, place: str, data: object, most: int) -> None:
        if not (isinstance(data, str) and len(data) <= most and data.strip() and _printable(data)):
            self.add("map_text", place, most=most)

    def is_list(self, place: str, data: object) -> bool:
        if isinstance(data, list):
            return True
        self.add("map_list", place)
        return False

    def funds(self, data: object) -> None:
        if not (isinstance(data, list) and len(data) == 2):
            self.add("map_funds", "funds")
            return
        for i, amount in enumerate(data):
            self.whole(f"funds[{i}]", amount, 0, FUNDS)

    # ---- the ground

    def grid(self, data: object) -> list[str]:
        """The rows, or nothing when they are no rectangle of the right size."""
        if not self.is_list("grid", data):
            return []
        assert isinstance(data, list)
        faults = len(self.found)
        if not LEAST <= len(data) <= MOST:
            self.add("map_height", "grid", least=LEAST, most=MOST, count=len(data))
        rows = data[: MOST + 1]  # a thousand rows too many are one fault
        width = len(rows[0]) if rows and isinstance(rows[0], str) else LEAST
        if not LEAST <= width <= MOST:
            self.add("map_width", "grid[0]", least=LEAST, most=MOST, count=width)
        for y, row in enumerate(rows):
            if not isinstance(row, str):
                self.add("map_row", f"grid[{y}]")
            elif len(row) != width:
                self.add("map_ragged", f"grid[{y}]", count=len(row), width=width)
        shapeless = len(self.found) > faults
        for y, row in enumerate(rows):
            for x, letter in enumerate(row[: MOST + 1] if isinstance(row, str) else ""):
                if letter not in LETTERS:
                    self.add("map_letter", f"grid[{y}][{x}]", letter=_short(letter), letters=" ".join(LETTERS))
        if len(self.found) == faults:
            self.turned(rows)
        return [] if shapeless else rows

    def turned(self, rows: list[str]) -> None:
        """Every cell against the one opposite, each pair once."""
        wide, high = len(rows[0]), len(rows)
        for cell in range(wide * high // 2):
            y, x = divmod(cell, wide)
            v, u = high - 1 - y, wide - 1 - x
            if rows[y][x] != rows[v][u]:
                opposite = f"grid[{v}][{u}]"
                self.add("map_lopsided", f"grid[{y}][{x}]", letter=rows[y][x], other=rows[v][u], opposite=opposite)

    # ---- the units

    def armies(self, data: list[object], grid: list[str]) -> None:
        before = len(self.found)
        units = [self.unit(f"units[{i}]", each) for i, each in enumerate(data[: 2 * ARMY + 1])]
        if len(self.found) > before:
            return
        whole = [each for each in units if each is not None]
        for player in (1, 2):
            count = sum(each[1] == player for each in whole)
            if count == 0:
                self.add("map_no_army", "units", player=player)
            elif count > ARMY:
                self.add("map_army", "units", player=player, count=count, most=ARMY)
        if grid:
            self.stand(whole, grid)
        if grid and not self.found:
            self.stranded(whole, grid)

    def unit(self, place: str, data: object) -> tuple[str, int, int, int] | None:
        """(kind, player, x, y), or None when a field is wrong."""
        before = len(self.found)
        fields = self.fields(place, data, ("kind", "player", "at"), ())
        if len(self.found) > before:
            return None
        kind, player, at = fields["kind"], fields["player"], fields["at"]
        if not (isinstance(kind, str) and kind in KINDS):
            self.add("map_kind", f"{place}.kind", kinds=", ".join(KINDS))
        self.whole(f"{place}.player", player, 1, 2)
        if not (isinstance(at, list | tuple) and len(at) == 2 and all(_whole(each, 0, 999) for each in at)):
            self.add("map_place", f"{place}.at")
        return (kind, player, at[0], at[1]) if len(self.found) == before else None

    def stand(self, units: list[tuple[str, int, int, int]], grid: list[str]) -> None:
        """Every unit on the board, on ground that carries it, alone, and opposite its twin."""
        wide, high = len(grid[0]), len(grid)
        taken: dict[tuple[int, int], int] = {}
        twins = {(kind, 3 - player, wide - 1 - x, high - 1 - y) for kind, player, x, y in units}
        for i, unit in enumerate(units):
            kind, _, x, y = unit
            place = f"units[{i}]"
            if x >= wide or y >= high:
                self.add("map_outside", f"{place}.at")
                continue
            if (x, y) in taken:
                self.add("map_taken", f"{place}.at", other=f"units[{taken[x, y]}]")
            taken.setdefault((x, y), i)
            if not _carries(grid[y][x], kind):
                self.add("map_water", f"{place}.at")
            if unit not in twins:
                self.add("map_alone", place, opposite=f"[{wide - 1 - x}, {high - 1 - y}]")

    def stranded(self, units: list[tuple[str, int, int, int]], grid: list[str]) -> None:
        """Units that no way leads to a building, and that never have an enemy's first cell in range."""
        for i, (kind, player, x, y) in enumerate(units):
            area = _area(grid, kind, (x, y))
            far = KINDS[kind].farthest
            enemies = [(u, v) for _, owner, u, v in units if owner != player]
            if any(LETTERS[grid[v][u]].building for u, v in area):
                continue
            if not any(max(abs(u - a), abs(v - b)) <= far for u, v in area for a, b in enemies):
                self.add("map_stranded", f"units[{i}]", warning=True)


def _whole(data: object, least: int, most: int) -> bool:
    return isinstance(data, int) and not isinstance(data, bool) and least <= data <= most


def _printable(text: str) -> bool:
    return all(each.isprintable() or each in SPACES for each in text)


def _short(text: str) -> str:
    """Words of a file, fit to be shown."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[:24])


def _carries(letter: str, kind: str) -> bool:
    ground = LETTERS.get(letter)
    if ground is None:
        return True  # wrong enough: the letter is a fault of its own
    return (ground.air_cost if KINDS[kind].domain == "air" else ground.cost) > 0


def _area(grid: list[str], kind: str, start: tuple[int, int]) -> list[tuple[int, int]]:
    """All cells that a unit could come to if nobody stood in its way and it had all the time."""
    seen = {start: True}
    waiting = deque([start])
    while waiting:
        x, y = waiting.popleft()
        for u, v in ((x, y - 1), (x, y + 1), (x + 1, y), (x - 1, y)):
            inside = 0 <= u < len(grid[0]) and 0 <= v < len(grid)
            if inside and (u, v) not in seen and _carries(grid[v][u], kind):
                seen[u, v] = True
                waiting.append((u, v))
    return list(seen)
