"""What a player sees of a Traversal match: everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from outflank.games.traversal.board import EXITS_TO_END, KINDS, MAX_MOVES, OWN, PIECES, SIDE
from outflank.games.traversal.rules import (
    BOTH_BLOCKED,
    MOVE_LIMIT,
    NO_PIECES,
    RESIGNATION,
    SENTINEL_FIRST,
    TWO_EXITS,
    Traversal,
)
from outflank.games.traversal.start import rules_of
from outflank.games.traversal.terrain import rows

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.traversal.shapes import Cell, Kind, TraversalGone, TraversalPiece, TraversalView
    from outflank.state import State

NAMES: tuple[Kind, ...] = ("explorer", "vanguard", "sentinel")
"""Of the kinds, by their numbers."""
REASONS = {
    SENTINEL_FIRST: "sentinel_first",
    TWO_EXITS: "two_exits",
    NO_PIECES: "no_pieces",
    MOVE_LIMIT: "move_limit",
    BOTH_BLOCKED: "both_blocked",
    RESIGNATION: "resignation",
}


def traversal(state: State) -> Traversal:
    """The state, known to be this game's. Raises TypeError on another's."""
    if not isinstance(state, Traversal):
        raise TypeError(f"a Traversal state was expected, not {type(state).__name__}")
    return state


def at(square: int) -> Cell:
    """A square as everybody is told of it: column and row."""
    return square % SIDE, square // SIDE


def owner(piece: int) -> int:
    return 1 if piece < OWN else 2


def kind(piece: int) -> Kind:
    return NAMES[KINDS[piece % OWN]]


def piece_at(piece: int, square: int) -> TraversalPiece:
    x, y = at(square)
    return {"id": piece, "owner": owner(piece), "kind": kind(piece), "x": x, "y": y}


def gone(piece: int) -> TraversalGone:
    return {"id": piece, "owner": owner(piece), "kind": kind(piece)}


def view(state: State, player: int | None) -> Json:
    """A TraversalView."""
    whole = traversal(state)
    over = whole.player == 0
    rules = rules_of(whole.field)
    exited = [int(piece) for piece in (whole.first_out, whole.second_out)[: whole.exits]]
    captured = [piece for piece in range(PIECES) if whole.at[piece] < 0 and piece not in exited]
    final = [int(whole.final_score(each)) for each in (1, 2)] if whole.reason == NO_PIECES else None
    told: TraversalView = {
        "player_id": player or 0,
        "width": SIDE,
        "height": SIDE,
        "heights": rows(list(whole.field.heights)),
        "seed": int(whole.seed) if whole.seed >= 0 else None,
        "pieces": [piece_at(piece, int(whole.at[piece])) for piece in range(PIECES) if whole.at[piece] >= 0],
        "exited": [gone(piece) for piece in exited],
        "captured": [gone(piece) for piece in captured],
        "score": [int(whole.light), int(whole.dark)],
        "final_score": final,
        "current_player": int(whole.current),
        "round": int(whole.round),
        "moves": int(whole.moves),
        "max_moves": MAX_MOVES,
        "exits_to_end": EXITS_TO_END,
        "adjacency": rules.adjacency,
        "base_defence": cast(Any, rules.base_defence),
        "specials_attack": rules.specials_attack,
        "exit_cost": rules.exit_cost,
        "skipped": int(whole.skipped),
        "left": [int(whole.left)] if whole.left else [],
        "winner": int(whole.winner) if over else None,
        "reason": cast(Any, REASONS[whole.reason]) if over else None,
    }
    return cast("Json", told)


def reveal(state: State) -> Json:
    """The same, for nobody in particular."""
    return view(state, None)
