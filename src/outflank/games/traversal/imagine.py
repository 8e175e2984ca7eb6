"""The Traversal state that a view shows: nothing is hidden, so it is the state itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.traversal.board import SIDE
from outflank.games.traversal.start import Rules, empty
from outflank.games.traversal.view import REASONS

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.traversal.rules import Traversal
    from outflank.games.traversal.shapes import TraversalView
    from outflank.rng import Rng
    from outflank.state import State

REASON_NUMBERS = {name: number for number, name in REASONS.items()}


def imagine(view: Json, rng: Rng) -> State:
    """The state; there is nothing to guess."""
    return known(cast("TraversalView", view))


def known(told: TraversalView) -> Traversal:
    """The state of a view."""
    rules = Rules(told["adjacency"], told["base_defence"], told["specials_attack"], told["exit_cost"])
    state = empty(tuple(int(digit) for row in told["heights"] for digit in row), rules)
    state.seed = -1 if told["seed"] is None else told["seed"]
    for piece in told["pieces"]:
        state.place(piece["id"], piece["y"] * SIDE + piece["x"])
    for gone in told["exited"]:
        state.exit(gone["id"])
    state.count_moves(told["moves"])
    state.current = state.player = told["current_player"]
    state.skipped = told["skipped"]
    if told["left"]:
        state.left = told["left"][0]
    if told["winner"] is not None and told["reason"] is not None:
        state.finish(told["winner"], REASON_NUMBERS[told["reason"]])
    return state
