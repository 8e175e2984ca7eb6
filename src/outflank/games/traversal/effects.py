"""What happened in a Traversal match, for animation, sound and the log; everybody is told everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.traversal.board import OUT, SPAN
from outflank.games.traversal.decode import exit_square
from outflank.games.traversal.explain import attack, way
from outflank.games.traversal.routes import LEAP
from outflank.games.traversal.view import at, piece_at, traversal

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.traversal.rules import Traversal
    from outflank.games.traversal.shapes import TraversalEffect
    from outflank.state import State


def effects(before: State, action: int, after: State, player: int | None) -> list[Json]:
    """TraversalEffects, in order. ``action`` -1: somebody left."""
    was, now = traversal(before), traversal(after)
    told: list[TraversalEffect]
    if action < 0:
        told = [{"kind": "left", "player": int(now.left)}] if now.left and not was.left else []
    else:
        told = _moved(was, *divmod(int(action), SPAN))
        if now.skipped:
            told.append({"kind": "skipped", "player": int(now.skipped)})
        if now.player:
            told.append({"kind": "turn", "player": int(now.player)})
    return cast("list[Json]", told)


def _moved(was: Traversal, piece: int, to: int) -> list[TraversalEffect]:
    cell = int(was.at[piece])
    one = piece_at(piece, cell)
    cost = was.survey(cell)
    if to == OUT:
        last = exit_square(was, cost, piece)
        assert last is not None, "a legal exit has a way"
        path = [at(square) for square in way(was, cost, last)]
        return [{"kind": "exited", "piece": one, "path": path, "points": int(was.field.strength[piece])}]
    path = [at(square) for square in way(was, cost, to)]
    special = cost[to] == LEAP
    target = was.board[to] - 1
    if target < 0:
        return [{"kind": "moved", "piece": one, "path": path, "special": special}]
    other = piece_at(target, to)
    return [
        {
            "kind": "attacked",
            "piece": one,
            "target": other,
            "path": path,
            "special": special,
            "attack": attack(was, cell, to, cost[to]),
        },
        {"kind": "captured", "piece": other, "at": at(to)},
    ]
