"""The computer player of every level: it plans a turn with one of the shared searches, and plays the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from outflank.bots import deepening, turns, worlds
from outflank.contract import Sampled
from outflank.rng import Rng
from outflank.search import alphabeta as looking_ahead
from outflank.search import evolution as breeding
from outflank.search import worlds as guessing

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from outflank.bots import Turn
    from outflank.contract import Game, Json, Level


class Search(Protocol):
    """A way to plan: ``turn`` is what the player sees, ``level`` its numbers."""

    def __call__(self, game: Game, turn: Turn, level: Level, rng: Rng) -> Generator[int, None, list[Json]]:
        """Yields the nodes spent so far; returns the actions to play, in order: at least one, the first one legal."""


SEARCHES: dict[str, Search] = {
    "script": turns.script,
    "evolution": turns.evolution,
    "alphabeta": deepening.alphabeta,
    "worlds": worlds.worlds,
}
"""The searches by name."""
NUMBERS: dict[str, Iterable[str]] = {
    "script": ("script",),
    "evolution": breeding.NUMBERS,
    "alphabeta": looking_ahead.STANDARD,
    "worlds": ("worlds", *guessing.NUMBERS),
}
"""What a level can tell each of them."""
PLANS = 4
"""So often a turn is planned, at most, because something came into sight;"""
MANY, FEWER = 3600, 2
"""with more legal actions than that, on boards beyond 20 by 20 cells, so often: each plan takes long there."""


class Planner:
    """Plans when it has no plan, when what was planned is not possible any more, and when something came into sight.

    Raises ValueError for a level with a search or a number that there is not: a mistake in a game's table.
    """

    def __init__(self, game: Game, level: Level) -> None:
        unknown = level.numbers.keys() - {*NUMBERS.get(level.search, ())}
        if level.search not in SEARCHES or unknown:
            raise ValueError(f"a level of {game.ID} asks {level.search!r} for {', '.join(sorted(unknown)) or 'a plan'}")
        self.game = game
        self.level = level
        self.glimpses = game.glimpses if isinstance(game, Sampled) else None

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
            memory.update(seed=turn.seed, plan=[], plans=0, spent=0, seen={}, done=[None])
            memory["most"] = PLANS if len(turn.legal) <= MANY else FEWER
        plan: list[Json] = memory["plan"]
        if self.surprised(turn) or not (plan and plan[0] in turn.legal):
            rng = Rng(turn.seed + memory["plans"])
            memory["plans"] += 1
            plan[:] = yield from SEARCHES[self.level.search](self.game, turn, self.level, rng)
        action = plan.pop(0)
        memory["done"].append(action)
        return action

    def surprised(self, turn: Turn) -> bool:
        """Whether something is in sight that was not when this was last asked."""
        if self.glimpses is None or len(turn.legal) == 1:
            return False
        seen: dict[int, bool] = turn.memory["seen"]
        done: list[Json | None] = turn.memory["done"]  # own actions since this was last asked; None: nothing is known
        new = [one for action in done for one in self.glimpses(turn.view, action) if one not in seen]
        done.clear()
        seen.update(dict.fromkeys(new, True))
        return bool(new) and turn.memory["plans"] < turn.memory["most"]
