"""Crossing in words: the board of the terminal and of the generic page, notations and positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from outflank import BadPosition, IllegalAction
from outflank_crossing.rules import Crossing

if TYPE_CHECKING:
    from outflank import State
    from outflank.contract import Json

TITLE = {"en": "Crossing", "fr": "Le Passage", "de": "Überquerung"}
OPTIONS = {
    "width": {"en": "Columns", "fr": "Colonnes", "de": "Spalten"},
    "height": {"en": "Rows", "fr": "Lignes", "de": "Zeilen"},
}
SIGNS = ".12"
_NOTATION = re.compile(r"(\d+),(\d+)\s*-\s*(\d+),(\d+)")
_POSITION = re.compile(r"crossing/1 ([.12]{2,12}(?:/[.12]{2,12}){4,11}) ([012]) (\d{1,6}) ([012]) ([012])")


def grid(view: Json) -> list[list[str]]:
    """``1`` and ``2`` a runner, ``.`` a free cell."""
    return [[SIGNS[owner] for owner in row] for row in view["rows"]]


def text(view: Json) -> str:
    """The round, whose turn it is, and the board with its coordinates."""
    rows = grid(view)
    turn = f"player {view['winner']} has won" if view["winner"] else f"player {view['current_player']} moves"
    lines = [f"Round {view['round']}, {turn}", "   " + " ".join(str(x) for x in range(len(rows[0])))]
    return "\n".join(lines + [f"{y:<2} " + " ".join(row) for y, row in enumerate(rows)])


def notation(action: Json) -> str:
    """``1,4-2,3``: from column 1, row 4 to column 2, row 3."""
    return f"{action['from'][0]},{action['from'][1]}-{action['to'][0]},{action['to'][1]}"


def parse(words: str, view: Json) -> Json:
    """The action a notation stands for; whether it is legal the game says."""
    match = _NOTATION.fullmatch(words.strip())
    if match is None:
        raise IllegalAction("InvalidAction", "An action is written like 1,4-2,3.", "crossing_notation")
    x, y, to_x, to_y = map(int, match.groups())
    return {"from": [x, y], "to": [to_x, to_y]}


def position(state: State) -> str:
    """``crossing/1 22222/22222/...../...../11111/11111 1 1 0 0``: rows, to move, round, winner, who has left."""
    match_ = cast("Crossing", state)
    signs = "".join(SIGNS[owner] for owner in match_.board)
    rows = "/".join(signs[i : i + match_.width] for i in range(0, len(signs), match_.width))
    return f"crossing/1 {rows} {match_.player} {match_.round} {match_.winner} {match_.left}"


def from_position(line: str) -> Crossing:
    """The state of a position line."""
    match = _POSITION.fullmatch(line.strip())
    rows = match[1].split("/") if match else []
    if match is None or len({len(row) for row in rows}) != 1:
        raise BadPosition("BadPosition", f"This is no position of Crossing: {line[:80]!r}.")
    state = Crossing(len(rows[0]), len(rows))
    state.board = [SIGNS.index(sign) for row in rows for sign in row]
    state.player, state.round, state.winner, state.left = (int(match[i]) for i in range(2, 6))
    if (state.player == 0) != (state.winner > 0):
        raise BadPosition("BadPosition", "A match that is over has a winner, and one that runs has none.")
    if state.player and not state.legal_actions():
        raise BadPosition("BadPosition", f"Player {state.player} is to move and cannot.")
    return state
