"""All that a board may draw of Traversal without knowing its rules, from the view alone: where every piece could go and
by which way, what an attack comes to, and who is in danger."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.traversal.board import OUT, PIECES, SIDE, SPAN, SQUARES
from outflank.games.traversal.decode import decode, encode, exit_cost, exit_square
from outflank.games.traversal.explain import attack, way
from outflank.games.traversal.imagine import known
from outflank.games.traversal.routes import LEAP
from outflank.games.traversal.view import at, owner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.contract import Json
    from outflank.games.traversal.rules import Traversal
    from outflank.games.traversal.shapes import (
        TraversalAdvice,
        TraversalChoice,
        TraversalEither,
        TraversalPieceAdvice,
        TraversalView,
    )


def advice(view: Json, draft: Sequence[Json] = ()) -> Json:
    """A TraversalAdvice, after the actions of ``draft``. Raises IllegalAction when one of them is not legal."""
    told = cast("TraversalView", view)
    state = known(told)
    for each in draft:
        state.apply(decode(state, each))
    acting = state.player if state.player == told["player_id"] else 0
    pieces: list[TraversalPieceAdvice] = []
    dangers: dict[int, list[int]] = {}
    for piece in range(PIECES):
        if state.at[piece] < 0:
            continue
        choices = _choices(state, piece, owner(piece) == acting)
        pieces.append(
            {
                "id": piece,
                "owner": owner(piece),
                "at": at(int(state.at[piece])),
                "choices": choices,
                "in_danger_from": dangers.setdefault(piece, []),
            }
        )
        for choice in choices:
            if choice["to"] is not None and "attack" in choice and choice["attack"]["success"]:
                x, y = choice["to"]
                dangers.setdefault(state.board[y * SIDE + x] - 1, []).append(piece)
    moving = [each["id"] for each in pieces if any(choice["action"] for choice in each["choices"])]
    given: TraversalAdvice = {"pieces": pieces, "waiting": moving}
    return cast("Json", given)


def _choices(state: Traversal, piece: int, acting: bool) -> list[TraversalChoice]:
    """All that a piece could do if its side were to move; with actions when it is."""
    cell = int(state.at[piece])
    cost = state.survey(cell)
    found: list[TraversalChoice] = []
    for to in range(SQUARES):
        if cost[to] == 0 or to == cell:
            continue
        choice = _choice(state, piece, to, way(state, cost, to), acting)
        choice["cost"] = None if cost[to] == LEAP else cost[to] - 1
        if state.board[to]:
            choice["kind"] = "attack"
            choice["attack"] = attack(state, cell, to, cost[to])
            if not choice["attack"]["success"]:
                choice["action"] = None
        found.append(choice)
    price = exit_cost(state, cost, piece)
    last = exit_square(state, cost, piece)
    if price is not None and last is not None:
        choice = _choice(state, piece, OUT, way(state, cost, last), acting)
        choice["cost"] = price
        choice["points"] = int(state.field.strength[piece])
        found.append(choice)
    return found


def _choice(state: Traversal, piece: int, to: int, path: list[int], acting: bool) -> TraversalChoice:
    """What all choices have."""
    return {
        "action": cast("TraversalEither", encode(state, piece * SPAN + to)) if acting else None,
        "kind": "exit" if to == OUT else "move",
        "to": None if to == OUT else at(to),
        "cost": None,
        "path": [at(square) for square in path],
        "heights": [int(state.field.heights[square]) for square in path],
    }
