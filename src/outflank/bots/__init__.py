"""Players that are programs: what they get, what they give, and the levels by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from outflank import state
from outflank.bots.chance import Chance
from outflank.bots.greedy import Greedy
from outflank.bots.planner import Planner
from outflank.contract import Levelled, Refusal
from outflank.games import load

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from outflank.contract import Json, Level


@dataclass(slots=True)
class Turn:
    """What a bot is given to decide one action: what a person would see, never the state.

    ``legal`` holds the actions as on the wire, at least one. ``seed`` is the same during one turn. ``budget`` counts
    nodes (actions that may be tried): a bot that plans a whole turn spends it once a turn. ``memory`` is the bot's own,
    kept for it during the match. ``hurry`` is set while the bot thinks when somebody wants its action now; ``fault``
    afterwards, where the bot failed and another action was taken in place of its own: what it did wrong.
    """

    view: Json
    legal: Sequence[Json]
    seed: int
    budget: int
    memory: dict[str, Any] = field(default_factory=dict)
    hurry: bool = False
    fault: str | None = None


class Bot(Protocol):
    """A computer player."""

    def choose(self, turn: Turn) -> Json:
        """One of ``turn.legal``."""


@runtime_checkable
class Thinker(Bot, Protocol):
    """A computer player whose thinking can be followed, and cut short."""

    def think(self, turn: Turn) -> Generator[int, None, Json]:
        """Yields the nodes spent so far, every few milliseconds where the rules are compiled, and returns one of
        ``turn.legal``: soon, when ``turn.hurry`` is found set."""


STANDARD = "greedy"
"""The level of a computer player of whom nothing else is said."""
BUDGETS = {"random": 1, "greedy": 400}
"""Players of any game, and their nodes per action."""
KIND = "light" if str(state.__file__).endswith(".py") else "full"
"""The budgets that are played with here: the full ones where the rules are compiled."""


def levels(game: str) -> tuple[str, ...]:
    """What ``make`` knows for this game: the players of any game, then its own levels, the weakest first.

    Raises Refusal UnknownGame.
    """
    rules = load(game)
    return (*BUDGETS, *(rules.LEVELS if isinstance(rules, Levelled) else ()))


def offered(game: str) -> tuple[str, ...]:
    """What people are offered, the weakest first: the game's own levels, or the players of any game where it has none.

    Raises Refusal UnknownGame.
    """
    rules = load(game)
    return tuple(rules.LEVELS) if isinstance(rules, Levelled) and rules.LEVELS else tuple(BUDGETS)


def budget(game: str, level: str, kind: str = "full") -> int:
    """The nodes that this level may spend, ``full`` or ``light``. Raises Refusal UnknownGame or UnknownBot."""
    if level in BUDGETS:
        return BUDGETS[level]
    known = _level(game, level)
    return known.full if kind == "full" else known.light


ADVISER = "hard"
"""The level whose play is told as a hint, in games that have it; else their strongest."""


def suggest(game: str, view: Json, legal: Sequence[Json], kind: str = KIND) -> tuple[str, list[Json]]:
    """Which level was asked, and what it would do: its next action, and what it has planned to do after it.

    From what a player sees, and always the same. Raises Refusal UnknownGame.
    """
    known = offered(game)
    level = ADVISER if ADVISER in known else known[-1]
    turn = Turn(view, legal, seed=1, budget=budget(game, level, kind))
    first = make(game, level).choose(turn)
    return level, [first, *turn.memory.get("plan", ())]


def make(game: str, level: str) -> Bot:
    """A computer player. Raises Refusal UnknownGame or UnknownBot."""
    match level:
        case "random":
            load(game)
            return Chance()
        case "greedy":
            return Greedy(load(game))
        case _:
            return Planner(load(game), _level(game, level))


def _level(game: str, level: str) -> Level:
    rules = load(game)
    if isinstance(rules, Levelled) and level in rules.LEVELS:
        return rules.LEVELS[level]
    message = f"There is no computer player {level!r}; there is {', '.join(levels(game))}."
    raise Refusal("UnknownBot", message, "unknown_bot", bot=level[:40])
