"""The data of tests/data/pixelswars in the product's words: boards, kinds, grounds, digests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.games.pixelswars import game
from outflank.games.pixelswars.catalog import GROUNDS
from outflank.games.pixelswars.start import KIND_NUMBERS, empty

if TYPE_CHECKING:
    from outflank.games.pixelswars.rules import PixelsWars

DATA = Path(__file__).parents[2] / "data" / "pixelswars"
LETTERS = {**{each.ground: each.letter for each in GROUNDS}, "building": "C"}


def read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


BOARDS: dict[int, dict[str, Any]] = {each["id"]: each for each in read("boards")["boards"]}


def kind(told: str) -> str:
    """The data's spelling of a kind in ours."""
    return {"infantry-rocket": "rocket", "infantry-sniper": "sniper", "anti-air": "anti_air"}.get(told, told)


def ground(told: str) -> str:
    return {"moutain": "mountain"}.get(told, told)


def letters(grid: list[str]) -> tuple[str, ...]:
    """A grid of the data in our letters."""
    return tuple(row.replace("F", "B") for row in grid)


def bare(number: int) -> PixelsWars:
    """A board of the data without its units."""
    return empty(letters(BOARDS[number]["grid"]))


def begun(number: int) -> PixelsWars:
    """A board of the data before the first action."""
    state = bare(number)
    for told, owner, cell in BOARDS[number]["units"]:
        state.place(cell, KIND_NUMBERS[kind(told)], owner)
    return state


def digest(state: PixelsWars) -> dict[str, Any]:
    """The state as games.json tells it, in our spelling of the kinds."""
    told = game.view(state, None)
    return {
        "turn": told["turn"],
        "side": told["current_player"],
        "winner": told["winner"],
        "funds": told["funds"],
        "units": [list(each.values()) for each in ({key: unit[key] for key in ORDER} for unit in told["units"])],
        "buildings": [
            [each["x"], each["y"], each["owner"], each["points"]]
            for each in told["buildings"]
            if (each["owner"], each["points"]) != (0, 20)
        ],
    }


ORDER = ("id", "kind", "owner", "x", "y", "hp", "movement", "attacks", "captures")


def expected(told: dict[str, Any]) -> dict[str, Any]:
    """A digest of the data with the kinds in our spelling."""
    return {**told, "units": [[number, kind(name), *rest] for number, name, *rest in told["units"]]}


def do(state: PixelsWars, action: dict[str, Any]) -> None:
    """An action of the data, as its player would send it."""
    width = state.field.width

    def at(cell: int) -> list[int]:
        return [cell % width, cell // width]

    match action["k"]:
        case "move":
            told = [{"move": action["u"], "to": at(cell)} for cell in action["path"]]
        case "attack":
            told = [{"attack": action["u"], "target": action["v"]}]
        case "capture":
            told = [{"capture": action["u"]}]
        case "buy":
            told = [{"buy": kind(action["type"]), "at": at(action["cell"])}]
        case _:
            told = [{"end_turn": True}]
    for each in told:
        number = game.decode(state, each)
        assert number in state.legal_actions()
        state.apply(number)
