"""PixelsWars in words: the board of the terminal and of the generic page, notations and positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from outflank.contract import END_TURN_ACTION, IllegalAction, Json
from outflank.games.pixelswars import position as positions
from outflank.games.pixelswars.position import cell_name
from outflank.games.pixelswars.view import pixelswars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.games.pixelswars.shapes import PixelsWarsUnit, PixelsWarsView
    from outflank.state import State

SHORT = {
    "infantry": "In",
    "rocket": "Ro",
    "sniper": "Sn",
    "jeep": "Je",
    "tank": "Ta",
    "artillery": "Ar",
    "anti_air": "AA",
    "helicopter": "He",
    "plane": "Pl",
}
_UNIT = r"#?([0-9]{1,10}|[a-z][0-9]{1,2})"
_GO = re.compile(rf"{_UNIT}\s*([-x])\s*{_UNIT}")
_CAPTURE = re.compile(rf"(?:capture|secure)\s+{_UNIT}")
_BUY = re.compile(r"buy\s+([a-z_-]+)\s+([a-z][0-9]{1,2})")


def short(kind: str) -> str:
    """Two letters for a kind of unit."""
    return SHORT.get(kind, kind[:2].capitalize())


def grid(view: Json) -> list[list[str]]:
    """The letter of the ground, a building's owner and points behind it (``C1``, ``B0:10``); where a unit stands: its
    owner, kind and HP before that (``1Ta180``, ``2In61C1``), ``*`` when it can do nothing more this turn."""
    told = cast("PixelsWarsView", view)
    held = {(each["x"], each["y"]): each for each in told["buildings"]}
    units = {(each["x"], each["y"]): each for each in told["units"]}
    rows: list[list[str]] = []
    for y, row in enumerate(told["grid"]):
        words: list[str] = []
        for x, letter in enumerate(row):
            ground = letter if letter.isupper() else {"g": ".", "r": "=", "f": "♣", "m": "▲", "w": "~"}[letter]
            if (x, y) in held:
                ground += str(held[x, y]["owner"] or "")
                if held[x, y]["points"] < 20:
                    ground += f":{held[x, y]['points']}"
            if (x, y) in units:
                one = units[x, y]
                ground = f"{one['owner']}{short(one['kind'])}{one['hp']}" + (ground if (x, y) in held else "")
            words.append(ground)
        rows.append(words)
    return rows


def text(view: Json) -> str:
    """The round and the money, the board with its coordinates, and all units."""
    told = cast("PixelsWarsView", view)
    rows = grid(view)
    wide = max(3, *(len(word) for row in rows for word in row)) + 1
    lines = [_headline(told)]
    lines.append(" " * 3 + "".join(cell_name(x, 0)[0].ljust(wide) for x in range(told["width"])).rstrip())
    lines += [str(y + 1).ljust(3) + "".join(word.ljust(wide) for word in row).rstrip() for y, row in enumerate(rows)]
    for player in (1, 2):
        units = [_unit(told, each) for each in told["units"] if each["owner"] == player]
        lines.append(f"Player {player} ({told['funds'][player - 1]}$): " + " ".join(units))
    return "\n".join(lines)


def _headline(told: PixelsWarsView) -> str:
    limit = f" of {told['max_rounds']}" if told["max_rounds"] else ""
    if told["winner"] is not None:
        return f"=== Round {told['round']}{limit} | Player {told['winner']} has won ==="
    return f"=== Round {told['round']}{limit} | Player {told['current_player']}'s turn ==="


def _unit(told: PixelsWarsView, unit: PixelsWarsUnit) -> str:
    """``tank@b3:180`` and, for the player to move, movement, attacks and captures that are left."""
    name = f"{unit['kind']}@{cell_name(unit['x'], unit['y'])}:{unit['hp']}"
    if told["winner"] is not None or unit["owner"] != told["current_player"]:
        return name
    return f"{name}({unit['movement']}/{unit['attacks']}/{unit['captures']})"


def notation(action: Json) -> str:
    """``12-c5`` (unit 12 goes), ``12x7`` (shoots), ``capture 12``, ``buy tank a1``, ``end``."""
    if "move" in action:
        return f"{action['move']}-{cell_name(*action['to'])}"
    if "attack" in action:
        return f"{action['attack']}x{action['target']}"
    if "capture" in action:
        return f"capture {action['capture']}"
    if "buy" in action:
        return f"buy {action['buy']} {cell_name(*action['at'])}"
    return "end"


def parse(words: str, view: Json) -> Json:
    """The action a notation stands for; a unit is named by its id or its cell. Raises IllegalAction when it is none."""
    told = cast("PixelsWarsView", view)
    line = words.strip().lower()
    if line == "end":
        return dict(END_TURN_ACTION)
    if match := _CAPTURE.fullmatch(line):
        return {"capture": _id(match[1], told)}
    if match := _BUY.fullmatch(line):
        return {"buy": match[1].replace("-", "_"), "at": _cell(match[2])}
    match = _GO.fullmatch(line)
    if match and match[2] == "x":
        return {"attack": _id(match[1], told), "target": _id(match[3], told)}
    if match and match[3][0].isalpha():
        return {"move": _id(match[1], told), "to": _cell(match[3])}
    message = "An action is written like b3-c5, b3xc4, capture b3, buy tank a1, or end."
    raise IllegalAction("InvalidAction", message, "pixelswars_notation")


def _cell(name: str) -> list[int]:
    return [ord(name[0]) - ord("a"), int(name[1:]) - 1]


def _id(name: str, told: PixelsWarsView) -> int:
    """The id of the unit that is named by it or by its cell."""
    if name.isdigit():
        return int(name)
    for unit in told["units"]:
        if [unit["x"], unit["y"]] == _cell(name):
            return unit["id"]
    raise IllegalAction("UnitNotFound", f"There is no unit on {name}.", "nobody_there", cell=name)


def position(state: State) -> str:
    """One versioned line of text."""
    return positions.write(pixelswars(state))


def from_position(line: str) -> State:
    """The state of a position line. Raises BadPosition."""
    return positions.read(line)


# ---- what happened


def story(effects: Sequence[Json]) -> list[tuple[str, Json]]:
    """One sentence for each effect, and one for all that the cities pay; none for turns."""
    told: list[tuple[str, Json]] = []
    paid = [each for each in effects if each["kind"] == "income"]
    for effect in effects:
        if effect["kind"] == "income":
            if effect is paid[0]:
                number = "one" if len(paid) == 1 else "other"
                amount = sum(each["amount"] for each in paid)
                told.append((f"income.{number}", {"player": effect["player"], "amount": amount, "count": len(paid)}))
        elif "unit" in effect:
            blanks = {name: value for name, value in effect.items() if name not in ("kind", "path", "player")}
            if "path" in effect:
                blanks["to"] = effect["path"][-1]
            if "building" in effect:
                blanks["building"] = f"pixelswars.ground.{effect['building']}"
            told.append((effect["kind"], blanks))
    return told


def place(cell: Sequence[int]) -> str:
    """``b3``."""
    return cell_name(cell[0], cell[1])


def said(action: Json, view: Json) -> str:
    """With the cells of the units instead of their ids: ``b3-c5``, ``b3xc4``, ``capture b3``."""
    cells = {each["id"]: cell_name(each["x"], each["y"]) for each in view["units"]}
    if "move" in action:
        return f"{cells[action['move']]}-{cell_name(*action['to'])}"
    if "attack" in action:
        return f"{cells[action['attack']]}x{cells[action['target']]}"
    return f"capture {cells[action['capture']]}" if "capture" in action else notation(action)


def called(unit: Json) -> str:
    """By its kind."""
    return str(unit["kind"])
