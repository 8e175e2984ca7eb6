"""The computer player of every level: it plans a turn with one of the shared searches, and plays the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from outflank.bots import deepening, turns
from outflank.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Generator

    from outflank.bots import Turn
    from outflank.contract import Game, Json, Level


class Search(Protocol):
    """A way to plan: ``turn`` is what the player sees, ``level`` its numbers."""

    def __call__(self, game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
        """Yields the nodes spent so far; returns the actions to play, in order: at least one, the first one legal."""


SEARCHES: dict[str, Search] = {"script": turns.script, "evolution": turns.evolution, "alphabeta": deepening.alphabeta}
"""The searches by name."""


class Planner:
    """Plans when it has no plan, and when what was planned is not possible any more."""

    def __init__(self, game: Game, level: Level) -> None:
        self.game = game
        self.level = level

    def choose(self, turn: Turn) -> Json:
        thinking = self.think(turn)
        while True:
            try:
                next(thinking)
            except StopIteration as done:
                action: Json = done.value
                return action

    def think(self, turn: Turn) -> Generator[int, None, Json]:
        memory = turn.memory
        if memory.get("seed") != turn.seed:  # another turn
            memory.update(seed=turn.seed, plan=[], plans=0)
        plan: list[Json] = memory["plan"]
        if not (plan and plan[0] in turn.legal):
            rng = Rng(turn.seed + memory["plans"])
            memory["plans"] += 1
            plan[:] = yield from SEARCHES[self.level.search](self.game, turn, self.level, rng)
        return plan.pop(0)
