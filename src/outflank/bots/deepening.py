"""The search that looks ahead action by action, deeper and deeper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.search.alphabeta import AlphaBeta

if TYPE_CHECKING:
    from collections.abc import Generator

    from outflank.bots import Turn
    from outflank.contract import Game, Json, Level
    from outflank.rng import Rng

CHUNK = 1000
"""Nodes at a time: a few milliseconds where the rules are compiled."""


def alphabeta(game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
    """The action that alpha-beta finds for the budget; it plans no further."""
    state = game.imagine(turn.view, rng)
    search = AlphaBeta(state, level.numbers, rng.next())
    going = True
    while going and not turn.hurry and search.nodes < turn.budget:
        going = search.run(min(CHUNK, turn.budget - int(search.nodes)))
        yield int(search.nodes)
    return [game.encode(state, int(search.best))]
