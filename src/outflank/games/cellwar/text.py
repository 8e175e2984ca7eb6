"""CellWar in words: the board of the terminal and of the generic page, notations and positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from outflank.contract import IllegalAction, Json
from outflank.games.cellwar import position as positions
from outflank.games.cellwar.view import cellwar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.games.cellwar.shapes import CellWarTile, CellWarUnit, CellWarView
    from outflank.state import State

_NOTATION = re.compile(r"#?([0-9]{1,10})\s*[: ]\s*\(?(-?[0-9]{1,2})\s*,\s*(-?[0-9]{1,2})\)?")


def grid(view: Json) -> list[list[str]]:
    """``.`` free, ``?`` never seen, ``1I`` ``1F2`` ``1A`` a unit, ``1I*`` one that has acted, ``(1I)`` and ``,`` as
    last seen."""
    told = cast("CellWarView", view)
    acted = {(each["x"], each["y"]) for each in told["my_units"] if each["acted"]}
    return [
        [_word(tile) + ("*" if (x, y) in acted else "") for x, tile in enumerate(row)]
        for y, row in enumerate(told["tiles"])
    ]


def _word(tile: CellWarTile) -> str:
    if "unit" in tile:
        name = _name(tile["unit"])
        return name if tile["seen"] == "visible" else f"({name})"
    return {"visible": ".", "last_known": ",", "fog": "?"}[tile["seen"]]


def _name(unit: CellWarUnit) -> str:
    letter = {"infantry": "I", "fortification": f"F{unit['counter']}", "factory": "A"}[unit["type"]]
    return f"{unit['owner']}{letter}"


def text(view: Json) -> str:
    """The round, the board with its coordinates, and the viewer's units."""
    told = cast("CellWarView", view)
    rows = grid(view)
    wide = max(3, *(len(word) for row in rows for word in row)) + 1
    lines = [_headline(told), " " * 3 + "".join(str(x).ljust(wide) for x in range(told["width"])).rstrip()]
    lines += [str(y).ljust(3) + "".join(word.ljust(wide) for word in row).rstrip() for y, row in enumerate(rows)]
    units = [
        f"{_name(cast('CellWarUnit', each))}@({each['x']},{each['y']})" + ("*" if each["acted"] else "")
        for each in told["my_units"]
    ]
    return "\n".join([*lines, "Units: " + " ".join(units) if units else "No units."])


def _headline(told: CellWarView) -> str:
    limit = f" of {told['max_rounds']}" if told["max_rounds"] else ""
    if told["winner"] is not None:
        return f"=== Round {told['round']}{limit} | Player {told['winner']} has won ==="
    return f"=== Round {told['round']}{limit} | Player {told['current_player']}'s turn ==="


def notation(action: Json) -> str:
    """``12:1,0`` (unit 12 to the right), ``end``."""
    return "end" if "end_turn" in action else f"{action['unit_id']}:{action['dx']},{action['dy']}"


def parse(words: str, view: Json) -> Json:
    """The action a notation stands for. Raises IllegalAction when it is none."""
    if words.strip() == "end":
        return {"end_turn": True}
    match = _NOTATION.fullmatch(words.strip())
    if match is None:
        raise IllegalAction("InvalidAction", "An action is written like 12:1,0, or end.", "bad_notation")
    return {"unit_id": int(match[1]), "dx": int(match[2]), "dy": int(match[3])}


def position(state: State) -> str:
    """One versioned line of text."""
    return positions.write(cellwar(state))


def from_position(line: str) -> State:
    """The state of a position line. Raises BadPosition."""
    return positions.read(line)


# ---- what happened


def story(effects: Sequence[Json]) -> list[tuple[str, Json]]:
    """One sentence for each effect or, where two of them are one attack, for both; none for turns."""
    told: list[tuple[str, Json]] = []
    waiting = list(effects)
    while waiting:
        effect = waiting.pop(0)
        sentence = _one(effect)
        if waiting and (pair := _pair(effect, waiting[0])):
            waiting.pop(0)
            sentence = pair
        if sentence[0]:
            told.append(sentence)
    return told


def _one(effect: Json) -> tuple[str, Json]:
    """The sentence of an effect alone, and what fills it."""
    unit = effect.get("unit")
    if unit is None:
        return "", {}
    key = effect["kind"]
    if key == "changed":
        key = {"factory": "factory", "fortification": "fortified"}.get(unit["type"], "exposed")
        unit = effect["was"]
    elif key == "produced" and "at" not in effect:
        key = "appeared_new"
    blanks = {"unit": unit} | {name: effect[name] for name in ("at", "to") if name in effect}
    return key, blanks | ({"from": effect["at"]} if "at" in effect else {})


def _pair(first: Json, second: Json) -> tuple[str, Json] | None:
    """Two effects that are one attack."""
    if first["kind"] != "died" or "unit" not in second:
        return None
    if second["kind"] == "moved" and second["to"] == first["at"]:
        return "captured", {"unit": second["unit"], "target": first["unit"], "to": first["at"]}
    if second["kind"] == "changed" and second["at"] == first.get("to"):
        return "broke", {"unit": first["unit"], "target": second["was"], "to": first["to"]}
    return None


def place(cell: Sequence[int]) -> str:
    """``(1,0)``."""
    return f"({cell[0]},{cell[1]})"


def said(action: Json, view: Json) -> str:
    """As its notation."""
    return notation(action)


def called(unit: Json) -> str:
    """By its type."""
    return str(unit["type"])
