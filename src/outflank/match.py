"""A match: a list of events, and the state they add up to."""

from __future__ import annotations

import unicodedata
from array import array
from copy import copy
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

from outflank.codec import fingerprint, read_options, write_options
from outflank.contract import Json, Refusal
from outflank.games import load, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outflank.contract import Game, Outcome
    from outflank.state import State

NAME_LENGTH = 24
PACKED = 0x94
"""The first byte of a MessagePack array of four."""
NAMES = {"human": "Anonymous", "computer": "Bot", "open": ""}

UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Kinds of characters that show nothing, turn the writing direction, or end a line."""
FORBIDDEN = "<>&\u115f\u1160\u2800\u3164\uffa0"
"""Markup, and letters that look like nothing."""

Kind = Literal["human", "computer", "open"]


class Place(Struct, frozen=True):
    """A seat: who plays there, or under which name somebody may take it. ``bot``: the level of a computer player."""

    kind: Kind = "open"
    name: str = ""
    bot: str | None = None


class Started(Struct, frozen=True, tag="started"):
    """The first event. ``position`` starts from another board than the options' own. ``at``: milliseconds."""

    game: str
    version: int
    fingerprint: str
    options: Json
    seed: int
    places: tuple[Place, ...]
    at: int
    position: str | None = None


class Joined(Struct, frozen=True, tag="joined"):
    """Somebody took an open seat: a person, or the computer player of level ``bot``."""

    player: int
    name: str
    at: int
    bot: str | None = None


class Acted(Struct, frozen=True, tag="acted"):
    """An action was carried out. ``command_id``: what its sender called the command, so that it is answered once."""

    player: int
    action: int
    at: int
    command_id: str | None = None


class RolledBack(Struct, frozen=True, tag="rolled_back"):
    """Actions from event number ``to`` on are taken back; who left meanwhile stays away."""

    to: int
    at: int


class Left(Struct, frozen=True, tag="left"):
    """A player is lost, or has given up by the command ``command_id``."""

    player: int
    at: int
    command_id: str | None = None


Event = Started | Joined | Acted | RolledBack | Left

_encode = msgspec.msgpack.Encoder().encode
_event = msgspec.msgpack.Decoder(Event)
_acted = msgspec.msgpack.Decoder(tuple[int, int, int, str | None])


class Log:
    """The events of a match in order, packed: many matches are in memory, and few look back."""

    __slots__ = ("_data", "_ends")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._data = bytearray()
        self._ends = array("L")
        for event in events:
            self.append(event)

    def append(self, event: Event) -> None:
        if isinstance(event, Acted):  # nearly all are: without the names of the fields
            self._data += _encode((event.player, event.action, event.at, event.command_id))
        else:
            self._data += _encode(event)
        self._ends.append(len(self._data))

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: int) -> Event:
        end = self._ends[index]
        at = index % len(self)
        data = self._data[self._ends[at - 1] if at else 0 : end]
        return Acted(*_acted.decode(data)) if data[0] == PACKED else _event.decode(data)

    def __iter__(self) -> Iterator[Event]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log | list) and list(self) == list(other)


def check_name(name: str, kind: Kind) -> str:
    """A name as it is shown. Empty: the kind's own. Raises Refusal BadName."""
    name = unicodedata.normalize("NFC", name).strip()
    if len(name) > NAME_LENGTH:
        raise Refusal("BadName", f"A name has at most {NAME_LENGTH} characters.", "name_too_long", most=NAME_LENGTH)
    if any(unicodedata.category(letter) in UNSEEN or letter in FORBIDDEN for letter in name):
        raise Refusal("BadName", "A name has no control characters and none of < > &.", "name_has_markup")
    return name or NAMES[kind]


def begin(
    game_id: str, options: Json, places: Iterable[Place], seed: int, at: int, position: str | None = None
) -> Started:
    """The first event of a match. Raises BadOptions, BadPosition, or Refusal UnknownGame, BadName, BadPlayers."""
    game = load(game_id)
    chosen = write_options(read_options(game, options))
    named = tuple(Place(place.kind, check_name(place.name, place.kind), place.bot) for place in places)
    started = Started(game_id, game.VERSION, fingerprint(game, chosen), chosen, seed, named, at, position)
    count = first_state(started).players
    if len(named) != count:
        message = f"{len(named)} players are named, but {count} play."
        raise Refusal("BadPlayers", message, "bad_players", named=len(named), players=count)
    return started


def first_state(started: Started) -> State:
    """The state before the first action."""
    if started.position is not None:
        return text(started.game, started.version).from_position(started.position)
    game = load(started.game, started.version)
    return game.start(read_options(game, started.options), started.seed)


class Match:
    """Events, and what they have led to. ``add`` is the only change. ``complete``: every seat is taken.

    ``light``: the state with which the running turn began is not kept, but made again from the events when a turn is
    taken back, which is rare: a server has many matches in memory.
    """

    def __init__(self, started: Started, light: bool = False) -> None:
        self.game: Game = load(started.game, started.version)
        self.started = started
        self.events = Log([started])
        self.places: list[Place] = list(started.places)
        self.complete = self._complete()
        self.state: State = first_state(started)
        self.left: set[int] = set()
        self.turn_index = 1  # the event with which the running turn begins
        self.turn_state: State | None = None if light else self.state.copy()

    @property
    def running(self) -> bool:
        """Every seat is taken and the match is not over."""
        return self.complete and self.state.player != 0

    def _complete(self) -> bool:
        return all(place.kind != "open" for place in self.places)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def add(self, event: Event) -> None:
        """Take one more event; it must be possible (a host sees to that)."""
        match event:
            case Started():
                raise ValueError("a match starts once")
            case Joined():
                kind: Kind = "human" if event.bot is None else "computer"
                self.places[event.player - 1] = Place(kind, event.name, event.bot)
                self.complete = self._complete()
            case Acted():
                mover = self.state.player
                self.state.apply(event.action)
                if self.state.player != mover:
                    self._turn_begins(len(self.events) + 1)
            case RolledBack():
                self.state = self.turn_start()
            case Left():
                self._leave(event.player)
        self.events.append(event)

    def resumed(self, state: State, turn_state: State) -> Match:
        """A match with the same start and seats that goes on from copies of these: the state of another moment, and of
        where its turn began. Its events are Started and what is added; who has left before is not known."""
        made = copy(self)
        made.events, made.places, made.left = Log([self.started]), list(self.places), set()
        made.state, made.turn_state, made.turn_index = state.copy(), turn_state.copy(), 1
        return made

    def _leave(self, player: int) -> None:
        mover = self.state.player
        self.left.add(player)
        self.game.leave(self.state, player)
        if self.state.player != mover:
            self._turn_begins(len(self.events) + 1)
        elif self.turn_state is not None:
            self.game.leave(self.turn_state, player)

    def _turn_begins(self, index: int) -> None:
        self.turn_index = index
        if self.turn_state is not None:
            self.turn_state = self.state.copy()

    def turn_start(self) -> State:
        """A state as when the running turn began, but without those who have left since."""
        if self.turn_state is not None:
            return self.turn_state.copy()
        then = fold((self.events[index] for index in range(self.turn_index)), light=True).state
        for index in range(self.turn_index, len(self.events)):
            event = self.events[index]
            if isinstance(event, Left):
                self.game.leave(then, event.player)
        return then


def fold(events: Iterable[Event], light: bool = False) -> Match:
    """The match that these events add up to; the first must be Started."""
    match_: Match | None = None
    for event in events:
        if match_ is None:
            if not isinstance(event, Started):
                raise ValueError("a match begins with Started")
            match_ = Match(event, light)
        else:
            match_.add(event)
    if match_ is None:
        raise ValueError("a match begins with Started")
    return match_
