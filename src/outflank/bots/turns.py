"""Searches for whole turns: by a script, and by evolution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.search.evolution import Evolution, scripted

if TYPE_CHECKING:
    from collections.abc import Generator

    from outflank.bots import Turn
    from outflank.contract import Game, Json, Level
    from outflank.rng import Rng
    from outflank.state import State

CHUNK = 400
"""Nodes at a time: some milliseconds where the rules are compiled."""


def script(game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
    """All units follow the script of the number ``script``."""
    state = game.imagine(turn.view, rng)
    actions = scripted(state, [level.numbers["script"]], turn.seed)
    yield len(actions)
    return encoded(game, state, actions)


def evolution(game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
    """The best plan that evolution finds for the budget."""
    state = game.imagine(turn.view, rng)
    search = Evolution(state, level.numbers, turn.budget, turn.seed)
    yield search.step(1)  # there is a plan now, be it by a script
    while not search.done() and not turn.hurry:
        yield search.step(CHUNK)
    return encoded(game, state, search.best())


def encoded(game: Game, state: State, actions: list[int]) -> list[Json]:
    """Actions that follow each other, as on the wire. ``state`` is played on."""
    told: list[Json] = []
    for action in actions:
        told.append(game.encode(state, action))
        state.apply(action)
    return told
