"""Traversal in words: the board of the terminal and of the generic page, notations and positions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from outflank.contract import IllegalAction, Json
from outflank.games.traversal import position as positions
from outflank.games.traversal.board import OWN, SIDE
from outflank.games.traversal.names import PIECES_BY_NAME, SQUARES_BY_NAME, piece_name, square_name
from outflank.games.traversal.view import at, traversal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.games.traversal.shapes import TraversalPiece, TraversalView
    from outflank.state import State

_SQUARE = r"[a-j](?:10|[1-9])"
_ACTION = re.compile(rf"(?:([EVS][12])(?:\s+({_SQUARE}))?|({_SQUARE}))\s*(-\s*out|[-x]\s*{_SQUARE})")


def grid(view: Json) -> list[list[str]]:
    """The height of the square, and before it who stands there: owner and name (``1E1:3``)."""
    told = cast("TraversalView", view)
    rows = [list(row) for row in told["heights"]]
    for piece in told["pieces"]:
        rows[piece["y"]][piece["x"]] = f"{piece['owner']}{piece_name(piece['id'])}:{rows[piece['y']][piece['x']]}"
    return rows


def text(view: Json) -> str:
    """Moves and score, the board with its coordinates, and what has left it."""
    told = cast("TraversalView", view)
    lines = [_headline(told), " " * 3 + "".join(square_name(x)[0].ljust(7) for x in range(SIDE)).rstrip()]
    for y, row in enumerate(grid(view)):
        lines.append(str(y + 1).ljust(3) + "".join(word.ljust(7) for word in row).rstrip())
    for player in (1, 2):
        out = [piece_name(each["id"]) for each in told["exited"] if each["owner"] == player]
        lost = [piece_name(each["id"]) for each in told["captured"] if each["owner"] == player]
        exit_row = "row 10" if player == 1 else "row 1"
        lines.append(
            f"Player {player} (leaves beyond {exit_row}): {told['score'][player - 1]} points"
            + (f", {told['final_score'][player - 1]} with the strongest piece left" if told["final_score"] else "")
            + (f", out: {' '.join(out)}" if out else "")
            + (f", captured: {' '.join(lost)}" if lost else "")
        )
    return "\n".join(lines)


def _headline(told: TraversalView) -> str:
    moves = f"{told['moves']} of {told['max_moves']} moves"
    if told["winner"] == 0:
        return f"=== {moves} | A draw ==="
    if told["winner"] is not None:
        return f"=== {moves} | Player {told['winner']} has won ==="
    passed = f" (player {told['skipped']} could not move)" if told["skipped"] else ""
    return f"=== {moves} | Player {told['current_player']}'s turn{passed} ==="


def notation(action: Json) -> str:
    """``E1-d4`` (the first Explorer goes or attacks), ``S1-out`` (the first Sentinel exits)."""
    if "exit" in action:
        return f"{piece_name(action['exit'])}-out"
    x, y = action["to"]
    return f"{piece_name(action['piece'])}-{square_name(y * SIDE + x)}"


def parse(words: str, view: Json) -> Json:
    """The action a notation stands for; a piece is named in capitals (``E1-d4``), or by its square (``c3-d4``), or by
    both. Raises IllegalAction when it is none."""
    told = cast("TraversalView", view)
    match = _ACTION.fullmatch(words.strip())
    if match is None:
        message = "An action is written like E1-d4, c3-d4, E1 c3xd4, or S1-out; pieces in capitals, squares not."
        raise IllegalAction("InvalidAction", message, "traversal_notation")
    start = match[2] or match[3]
    if match[1]:
        number = PIECES_BY_NAME[match[1]] + OWN * (told["current_player"] - 1)
    if start:
        piece = _standing(told, start)
        if match[1] and piece["id"] != number:
            raise IllegalAction("UnitNotFound", f"{match[1]} does not stand on {start}.", "elsewhere", cell=start)
        number = piece["id"]
    to = match[4].lstrip("-x ")
    return {"exit": number} if to == "out" else {"piece": number, "to": list(at(SQUARES_BY_NAME[to]))}


def _standing(told: TraversalView, name: str) -> TraversalPiece:
    for piece in told["pieces"]:
        if (piece["x"], piece["y"]) == at(SQUARES_BY_NAME[name]):
            return piece
    raise IllegalAction("UnitNotFound", f"There is nothing on {name}.", "nobody_there", cell=name)


def position(state: State) -> str:
    """One versioned line of text."""
    return positions.write(traversal(state))


def from_position(line: str) -> State:
    """The state of a position line. Raises BadPosition."""
    return positions.read(line)


# ---- what happened, and what may


def story(effects: Sequence[Json]) -> list[tuple[str, Json]]:
    """One sentence for each effect: a capture is told with its attack; none for turns."""
    told: list[tuple[str, Json]] = []
    for effect in effects:
        match effect["kind"]:
            case "moved":
                told.append(("went", {"unit": effect["piece"], "to": effect["path"][-1]}))
            case "attacked":
                totals = {name: effect["attack"][name] for name in ("attack", "defence")}
                told.append(
                    ("took", {"unit": effect["piece"], "target": effect["target"], "to": effect["path"][-1], **totals})
                )
            case "exited":
                number = "one" if effect["points"] == 1 else "other"
                told.append((f"left_board.{number}", {"unit": effect["piece"], "points": effect["points"]}))
            case "skipped":
                told.append(("passed", {"player": effect["player"]}))
    return told


def place(cell: Sequence[int]) -> str:
    """``c3``."""
    return square_name(cell[1] * SIDE + cell[0])


def said(action: Json, view: Json) -> str:
    """With where it comes from and whether it attacks: ``E1 c3-d4``, ``V2 c3xd4``, ``S1 c9-out``."""
    told = cast("TraversalView", view)
    number = action["exit"] if "exit" in action else action["piece"]
    piece = next(each for each in told["pieces"] if each["id"] == number)
    start = f"{piece_name(number)} {place((piece['x'], piece['y']))}"
    if "exit" in action:
        return f"{start}-out"
    attacks = any([each["x"], each["y"]] == list(action["to"]) for each in told["pieces"])
    return f"{start}{'x' if attacks else '-'}{place(action['to'])}"


def called(unit: Json) -> str:
    """By its kind."""
    return str(unit["kind"])
