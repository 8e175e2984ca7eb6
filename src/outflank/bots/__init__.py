"""Players that are programs: what they get, what they give, and the levels by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from outflank.bots.chance import Chance
from outflank.bots.greedy import Greedy
from outflank.contract import Refusal
from outflank.games import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.contract import Json


@dataclass(slots=True)
class Turn:
    """What a bot is given to decide one action: what a person would see, never the state.

    ``legal`` holds the actions as on the wire, at least one. ``seed`` is the same during one turn. ``budget``
    counts nodes (actions that may be tried). ``memory`` is the bot's own, kept for it during the match.
    """

    view: Json
    legal: Sequence[Json]
    seed: int
    budget: int
    memory: dict[str, Any] = field(default_factory=dict)


class Bot(Protocol):
    """A computer player."""

    def choose(self, turn: Turn) -> Json:
        """One of ``turn.legal``."""


LEVELS = ("random", "greedy")
STANDARD = "greedy"
"""The level of a computer player of whom nothing else is said."""
BUDGETS = {"random": 1, "greedy": 400}
"""Nodes per action. A whole turn has its own bound, which is in greedy.py."""


def make(game: str, level: str) -> Bot:
    """A computer player. Raises Refusal UnknownGame or UnknownBot."""
    rules = load(game)
    match level:
        case "random":
            return Chance()
        case "greedy":
            return Greedy(rules)
        case _:
            message = f"There is no computer player {level!r}; there is {', '.join(LEVELS)}."
            raise Refusal("UnknownBot", message, "unknown_bot", bot=level[:40])
