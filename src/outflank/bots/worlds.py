"""The search for a turn where something is hidden: over worlds that fit what is seen, and again when more is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.bots.turns import CHUNK, encoded
from outflank.contract import Sampled
from outflank.search.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Generator

    from outflank.bots import Turn
    from outflank.contract import Game, Json, Level
    from outflank.rng import Rng

FIRST = 70
"""Per cent of a turn's budget for its first plan, where a second may be needed; a later one has as much of the rest."""


def worlds(game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
    """The plan that is best in ``worlds`` sampled worlds together (0: in the one that forecasts are made from)."""
    number = level.numbers["worlds"]
    spent = turn.memory["spent"]
    budget = turn.budget - spent
    if number and isinstance(game, Sampled):
        starts = game.sample(turn.view, rng, number)
        budget = budget * FIRST // 100
    else:
        starts = [game.imagine(turn.view, rng)]
    search = Worlds([start.bare() for start in starts], level.numbers, budget, turn.seed)
    yield search.step(1)  # there is a plan now, be it by a script
    while not search.done() and not turn.hurry:
        yield search.step(CHUNK)
    turn.memory["spent"] = spent + search.spent
    return encoded(game, starts[0], search.best())
