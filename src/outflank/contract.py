"""What a game is for people and hosts: the functions of a ``game.py``, and the few values they exchange."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.rng import Rng
    from outflank.state import State

Json = dict[str, Any]
"""A JSON object: what actions, views, effects and advice are on the wire."""

END_TURN_ACTION: Json = {"end_turn": True}
"""The action that ends a turn, as on the wire of every game that has one."""


class Refusal(ValueError):
    """Something that was asked for and is not done; nothing has changed.

    ``code`` is stable and for programs, ``detail`` (also stable) tells apart the reasons that share a
    code and is the key of the translation, ``message`` is an English sentence that can be shown as it is,
    ``values`` fill the blanks of the translated sentence.
    """

    def __init__(self, code: str, message: str, detail: str = "", **values: int | str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.detail = detail or code
        self.values = values


class IllegalAction(Refusal):
    """The rules forbid this action in this state."""


class BadOptions(Refusal):
    """A match cannot be started with these options."""


class BadPosition(Refusal):
    """A line of text, or bytes, that are no position of this game."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: one return per player in [-1, 1], the winner (0: a draw) and why."""

    returns: tuple[float, ...]
    winner: int
    reason: str


@dataclass(frozen=True, slots=True)
class Level:
    """How the computer plays on one level: a search (one of ``outflank.bots.planner.SEARCHES``), the nodes it may
    spend on a turn (``full``: compiled; ``light``: where nothing is compiled), and what its numbers are set to."""

    search: str
    full: int
    light: int
    numbers: dict[str, int] = field(default_factory=dict)


class Game(Protocol):
    """A set of rules as a host sees it: a module with these names (``games/cellwar/game.py`` is one).

    Players are numbered 1..n. Nothing here performs I/O, reads a clock or draws unseeded numbers.
    """

    ID: str
    """The game's name in addresses, files and ``load(ID)``."""
    VERSION: int
    """Rises whenever any rule or number changes."""
    HIDDEN: bool
    """Whether something is hidden from a player, so that a running match shows nothing to others."""
    ROLLBACK: bool
    """Whether a match goes on without a player who is lost: the own unfinished turn is then taken back, and a server
    takes whoever is away for long for lost. Else everybody waits."""
    END_TURN: bool
    """Whether a turn ends by an action of its own, which is END_TURN_ACTION on the wire."""
    Options: Any
    """A frozen dataclass of what is chosen before the start, with defaults."""

    def check(self, options: Any) -> None:
        """Raise BadOptions when a match cannot start with these."""

    def start(self, options: Any, seed: int) -> State:
        """The state before the first action. Equal arguments give equal states."""

    def view(self, state: State, player: int | None) -> Json:
        """What this player may see (None: a spectator of a running match).

        Whatever else it holds, everybody finds in it ``current_player``, ``round`` and ``winner`` (None while the
        match runs).
        """

    def legal(self, state: State, player: int) -> list[Json]:
        """What this player may do now, as on the wire; empty when it is not their turn."""

    def encode(self, state: State, action: int) -> Json:
        """An action as on the wire: a program's message has its fields beside ``type``, ``command_id`` and ``seq``, so
        that none of them, nor one called ``action``, may be the action's own."""

    def decode(self, state: State, action: Json) -> int:
        """An action from the wire; IllegalAction when it is not legal now."""

    def effects(self, before: State, action: int, after: State, player: int | None) -> list[Json]:
        """What this player may be told happened (``action`` -1: somebody left), in order."""

    def automatic(self, state: State) -> int | None:
        """An action that the host takes for a player who has nothing left to decide, or None."""

    def leave(self, state: State, player: int) -> None:
        """A player is lost or gives up. Changes ``state``."""

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended, or None while it runs."""

    def reveal(self, state: State) -> Json:
        """The whole board, for replays and for spectators of a finished match."""

    def advice(self, view: Json, draft: Sequence[Json] = ()) -> Json:
        """All that a board may draw without knowing rules, computed from the view alone."""

    def imagine(self, view: Json, rng: Rng) -> State:
        """A state that gives this view to its player."""

    def dump(self, state: State) -> bytes:
        """The whole state as bytes; ``load`` reads them."""

    def load(self, data: bytes) -> State:
        """The state that ``dump`` wrote; BadPosition when it is none."""


@runtime_checkable
class Tabled(Protocol):
    """A game whose numbers are shown outside a match, in help and set-up: its module has this as well."""

    def tables(self) -> Json:
        """Units, grounds, maps or whatever else the game is made of, as JSON; always the same."""


@runtime_checkable
class Noticed(Protocol):
    """A game with secrets that can tell without two views whether they differ: its module has this as well."""

    def noticed(self, before: State, action: int, after: State, player: int) -> bool:
        """Whether this player's view may be another one than before. False: it is surely the same, to the last byte."""


@runtime_checkable
class Sampled(Protocol):
    """A game with secrets of which many states can be made that fit a view: its module has this as well."""

    def sample(self, view: Json, rng: Rng, count: int) -> list[State]:
        """So many states, each of which gives exactly this view to its player. What is hidden is guessed by chance, as
        likely as can be told from the view; ``imagine`` keeps to what is known instead."""

    def glimpses(self, view: Json, after: Json | None = None) -> list[int]:
        """What is seen of others now, as numbers: a new one in the course of a turn is worth a second thought.
        ``after`` the player's own last action: at least all that are new since then, which may be quicker to find."""


@runtime_checkable
class Levelled(Protocol):
    """A game that the computer plays on several levels: its module has this as well."""

    LEVELS: dict[str, Level]
    """By name, the weakest first."""


@runtime_checkable
class Opened(Protocol):
    """A game that says how far into a match bots take over when they are compared: its module has this as well."""

    OPENING: int
    """Actions at random of each player, where nobody asks for another number."""


Label = str | dict[str, str]
"""Words for people: the same in every language, or one per language, ``en`` among them."""


@runtime_checkable
class Named(Protocol):
    """A game in words that also says what people call it and its options: its ``text.py`` has these as well."""

    TITLE: Label
    OPTIONS: dict[str, Label]


@runtime_checkable
class Telling(Protocol):
    """A game in words that also tells what happened: its ``text.py`` has these as well, and the texts of every language
    what they name."""

    def story(self, effects: Sequence[Json]) -> list[tuple[str, Json]]:
        """One sentence each: the key after ``<game>.log.``, and what fills its blanks. There a list is a cell, a dict a
        unit (``<game>.your.<name>`` or ``<game>.their.<name>``), a text the key of a noun, and ``player`` a player."""

    def place(self, cell: Sequence[int]) -> str:
        """A cell as sentences and actions call it."""

    def said(self, action: Json, view: Json) -> str:
        """An action as somebody who sees this view would write it; ``parse`` reads it."""

    def called(self, unit: Json) -> str:
        """The last part of the keys under which the unit is called yours or theirs; other blanks are its own fields."""


class Text(Protocol):
    """The same game in words: the module ``text.py`` beside ``game.py``."""

    def grid(self, view: Json) -> list[list[str]]:
        """One short word per cell, row by row: the board of a terminal and of the generic page."""

    def text(self, view: Json) -> str:
        """The whole view in lines of text."""

    def notation(self, action: Json) -> str:
        """An action in a few characters."""

    def parse(self, words: str, view: Json) -> Json:
        """The action a notation stands for; IllegalAction when it is none."""

    def position(self, state: State) -> str:
        """One versioned line of text from which ``from_position`` makes an equal state."""

    def from_position(self, line: str) -> State:
        """The state of a position line; BadPosition says what is wrong with it."""
