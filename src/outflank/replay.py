"""A match as a file: write, read, verify, and any moment of it at once.

The file (``.cwreplay``) is one MessagePack map with the names of the CellWar document, and what makes it last: the
game, the version of its rules, the fingerprint of rules and options, the seed, and hashes of the state on the way.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from outflank.contract import END_TURN_ACTION, Json, Refusal
from outflank.match import Acted, Event, Joined, Left, Match, Place, RolledBack, Started

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from outflank.state import State

FORMAT = 1
LARGEST = 4 * 1024 * 1024
"""Bytes that a replay file may have."""
LONGEST = 200_000
"""Events that a replay may have."""
HASH_EVERY = 50
"""Events between two hashes of the state; the last state always has one."""
KEEP_EVERY = 32
"""Events between two states that are kept for seeking; more where they are large or many:"""
KEPT_SIZE = 2_000_000
"""so great they may be together, in the measure of ``State.size``: about 12 MB."""


class BadReplay(Refusal):
    """Bytes that are no replay, or one that does not play to what it says."""


class Player(Struct, frozen=True, omit_defaults=True):
    """``level``: how well a computer player played, where that is known."""

    player_id: int
    name: str
    is_ai: bool
    level: str | None = None


class Action(Struct, frozen=True, rename={"action": "Action"}):
    """An action with the game's own fields."""

    action: Json


class Moment(Struct, frozen=True):
    """One input. ``timestamp``: milliseconds since 1970; ``round``: before it; ``player_id``: who did it."""

    timestamp: int
    round: int
    player_id: int
    event_type: Action | Literal["EndTurn", "PlayerDisconnected", "Rollback"]


class File(Struct, frozen=True):
    """What a replay file holds. ``hashes``: [number of events played, first 16 hex digits of the state's SHA-256]."""

    version: Annotated[int, Meta(ge=1)]
    match_id: Annotated[str, Meta(max_length=64)]
    started_at: int
    ended_at: int
    winner: int | None
    players: list[Player]
    config: Json
    events: list[Moment]
    game: str
    rules_version: int
    fingerprint: str
    seed: int
    hashes: list[tuple[int, str]]
    position: str | None = None


class _Head(Struct):
    """Enough of a file to tell one of a newer version from rubbish."""

    version: int
    match_id: str


_decoder = msgspec.msgpack.Decoder(File)
_head = msgspec.msgpack.Decoder(_Head)
_encoder = msgspec.msgpack.Encoder()


def state_hash(match_: Match) -> str:
    """The first 16 hex digits of the SHA-256 of the state's dump."""
    return hashlib.sha256(match_.game.dump(match_.state)).hexdigest()[:16]


def record(match_id: str, events: Iterable[Event]) -> bytes:
    """The replay file of these events (the first is Started)."""
    given = list(events)
    started = given[0]
    if not isinstance(started, Started):
        raise ValueError("a match begins with Started")
    match_ = Match(started)
    moments: list[Moment] = []
    hashes: list[tuple[int, str]] = []
    for event in given[1:]:
        moment = _moment(match_, event)
        match_.add(event)
        if moment is not None:
            moments.append(moment)
            if len(moments) % HASH_EVERY == 0:
                hashes.append((len(moments), state_hash(match_)))
    if not hashes or hashes[-1][0] != len(moments):
        hashes.append((len(moments), state_hash(match_)))
    outcome = match_.outcome
    file = File(
        version=FORMAT,
        match_id=match_id,
        started_at=started.at,
        ended_at=given[-1].at,
        winner=outcome.winner if outcome is not None else None,
        players=[Player(n, each.name, each.kind == "computer", each.bot) for n, each in enumerate(match_.places, 1)],
        config=started.options,
        events=moments,
        game=started.game,
        rules_version=started.version,
        fingerprint=started.fingerprint,
        seed=started.seed,
        hashes=hashes,
        position=started.position,
    )
    return _encoder.encode(file)


def _moment(match_: Match, event: Event) -> Moment | None:
    """An event of a match as the file has it; joins are left out: names stand in ``players``."""
    round_ = int(match_.state.round)
    match event:
        case Acted():
            wire = match_.game.encode(match_.state, event.action)
            kind: Any = "EndTurn" if wire == END_TURN_ACTION else Action(wire)
            return Moment(event.at, round_, event.player, kind)
        case Left():
            return Moment(event.at, round_, event.player, "PlayerDisconnected")
        case RolledBack():
            return Moment(event.at, round_, match_.state.player, "Rollback")
        case Joined() | Started():
            return None


def read(data: bytes) -> File:
    """The content of a file, not yet played. Raises BadReplay: foreign, truncated, too large, newer."""
    if len(data) > LARGEST:
        raise BadReplay("BadReplay", f"A replay has at most {LARGEST // 1024} kB.", "replay_too_large")
    try:
        head = _head.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        raise BadReplay("BadReplay", "This is no replay, or only a part of one.", "replay_unreadable") from None
    if head.version > FORMAT:
        message = f"This replay is of a newer version ({head.version}) than this program reads ({FORMAT})."
        raise BadReplay("BadReplay", message, "replay_newer", version=head.version)
    try:
        file = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        message = f"This replay is damaged: {error}."
        raise BadReplay("BadReplay", message, "replay_damaged") from None
    if len(file.events) > LONGEST:
        raise BadReplay("BadReplay", f"A replay has at most {LONGEST} events.", "replay_too_large")
    return file


class Replay:
    """A replay that was played once, whole: every moment can be had within milliseconds, of a long match on a great
    board within a tenth of a second. Several threads may ask at once.

    Moment 0 is the start, moment ``len(replay)`` the end. Raises BadReplay when an event is not possible, or a state
    is another than the file says.
    """

    def __init__(self, file: File) -> None:
        self.file = file
        self._events: list[Event] = []
        self._kept: list[tuple[int, State, State]] = []
        self._every = KEEP_EVERY
        self._turns = [0]
        places = tuple(Place("computer" if each.is_ai else "human", each.name, each.level) for each in file.players)
        started = Started(
            file.game,
            file.rules_version,
            file.fingerprint,
            file.config,
            file.seed,
            places,
            file.started_at,
            file.position,
        )
        try:
            match_ = Match(started)
        except Refusal as refusal:
            message = f"This replay cannot be started: {refusal.message}"
            if refusal.code in ("UnknownGame", "UnknownVersion"):
                raise BadReplay("BadReplay", message, refusal.detail, **refusal.values) from None
            raise BadReplay("BadReplay", message, "replay_damaged") from None
        self.game = match_.game
        self.started = started
        self.end = match_
        """The match after all events; not to be changed."""
        if match_.state.players != len(places):
            raise BadReplay("BadReplay", "This replay names more or fewer players than play.", "replay_damaged")
        self._play(match_)

    @classmethod
    def load(cls, data: bytes) -> Replay:
        """A replay from a file's bytes. Raises BadReplay."""
        return cls(read(data))

    def __len__(self) -> int:
        return len(self._events)

    def _play(self, match_: Match) -> None:
        hashes = dict(self.file.hashes)
        for number, moment in enumerate(self.file.events):
            self._keep(number, match_)
            mover = match_.state.player
            try:
                event = self._event(match_, moment)
                match_.add(event)
            except (Refusal, ValueError, IndexError, OverflowError) as error:
                message = f"Event {number} of this replay is not possible: {error}"
                raise BadReplay("BadReplay", message, "replay_damaged") from None
            self._events.append(event)
            if match_.state.player != mover:
                self._turns.append(number + 1)
            expected = hashes.get(number + 1)
            if expected is not None and expected != state_hash(match_):
                message = f"This replay was altered: after event {number} the board is not the one it says."
                raise BadReplay("BadReplay", message, "replay_altered", event=number)
        if not self._kept:
            self._keep(0, match_)
        last = self.file.hashes[-1][0] if self.file.hashes else -1
        outcome = match_.outcome
        if last != len(self._events) or (outcome.winner if outcome else None) != self.file.winner:
            raise BadReplay("BadReplay", "This replay was altered: its end is not the one it says.", "replay_altered")

    def _keep(self, number: int, match_: Match) -> None:
        """Keep the state after so many events, if its turn has come; of too many, every other one goes."""
        if number % self._every:
            return
        self._kept.append((number, match_.state.copy(), match_.turn_start()))
        if len(self._kept) > 2 and 2 * len(self._kept) * int(match_.state.size()) > KEPT_SIZE:
            del self._kept[1::2]
            self._every *= 2

    def _event(self, match_: Match, moment: Moment) -> Event:
        match moment.event_type:
            case Action(wire):
                return self._acted(match_, moment, wire)
            case "EndTurn":
                return self._acted(match_, moment, END_TURN_ACTION)
            case "PlayerDisconnected":
                if not 1 <= moment.player_id <= match_.state.players:
                    raise ValueError(f"there is no player {moment.player_id}")
                return Left(moment.player_id, moment.timestamp)
            case "Rollback":
                return RolledBack(match_.turn_index, moment.timestamp)

    def _acted(self, match_: Match, moment: Moment, wire: Json) -> Acted:
        if moment.player_id != match_.state.player:
            raise ValueError(f"it is not the turn of player {moment.player_id}")
        return Acted(moment.player_id, self.game.decode(match_.state, wire), moment.timestamp)

    def at(self, moment: int) -> Match:
        """The match after so many events; it has only the events since the last kept state. ``moment`` is clipped."""
        wanted = max(0, min(moment, len(self)))
        place = bisect_right(self._kept, wanted, key=lambda kept: kept[0]) - 1
        number, state, turn_state = self._kept[place]
        match_ = self.end.resumed(state, turn_state)
        for event in self._events[number:wanted]:
            match_.add(event)
        return match_

    def along(self, moments: Iterable[int]) -> Iterator[Match]:
        """The match after so many events, for each of these moments, which ascend: one match that is played on, so
        that all of them take no longer than the match itself."""
        match_, here = self.at(0), 0
        for wanted in moments:
            if wanted - here > self._every:
                match_, here = self.at(wanted), wanted
            for event in self._events[here:wanted]:
                match_.add(event)
            here = max(here, wanted)
            yield match_

    def view(self, moment: int, eyes: int | None = None) -> Json:
        """The board after so many events: whole, or as player ``eyes`` saw it."""
        return self._seen(self.at(moment).state, eyes)

    def effects(self, moment: int, eyes: int | None = None) -> list[Json]:
        """What event ``moment`` (from 1) did, as its own player saw it, or as player ``eyes`` did."""
        if not 1 <= moment <= len(self):
            return []
        return next(self.frames(moment, moment, eyes))[1]

    def frames(self, first: int, last: int, eyes: int | None = None) -> Iterator[tuple[Json, list[Json]]]:
        """``view`` and ``effects`` of each moment from ``first`` to ``last``, which are 0 to ``len(self)``."""
        before: State | None = None
        moments = range(max(0, first - 1), last + 1)
        for moment, match_ in zip(moments, self.along(moments), strict=True):
            if moment >= first:
                told = self._told(before, moment, match_.state, eyes) if before is not None else []
                yield self._seen(match_.state, eyes), told
            before = match_.state.copy()

    def _seen(self, state: State, eyes: int | None) -> Json:
        return self.game.reveal(state) if eyes is None else self.game.view(state, eyes)

    def _told(self, before: State, moment: int, after: State, eyes: int | None) -> list[Json]:
        event = self._events[moment - 1]
        action = event.action if isinstance(event, Acted) else -1
        return self.game.effects(before, action, after, eyes or self.file.events[moment - 1].player_id)

    def turns(self) -> list[int]:
        """The moments at which a turn begins, or the match ends; 0 first."""
        return list(self._turns)

    def evaluation(self) -> Evaluation:
        """How the match went: what the true positions were worth, by the game's own judgement; empty if it has none."""
        points: list[Point] = []
        moments = list(dict.fromkeys([*self._turns, len(self)]))
        for moment, match_ in zip(moments, self.along(moments), strict=True):
            state = match_.state
            try:
                values = [int(state.evaluate(player)) for player in range(1, state.players + 1)]
            except NotImplementedError:
                return Evaluation([], [])
            mover = self.file.events[moment - 1].player_id if moment else 0
            points.append(Point(moment, int(state.round), mover, values, []))
        return judged(points, over=self.end.state.player == 0)


class Point(Struct, frozen=True):
    """A moment at which a turn begins, and who moved before it (0: nobody). ``values``: of each player's position, by
    the game's own measure; ``shares``: the same against all others', from -100 (lost) to 100 (won)."""

    moment: int
    round: int
    player: int
    values: list[int]
    shares: list[int]


class Turning(Struct, frozen=True):
    """A turn that changed much: of ``player``, from one moment to another; ``shares``: by how much for each player."""

    start: int
    end: int
    round: int
    player: int
    shares: list[int]


class Evaluation(Struct, frozen=True):
    """``turning``: the turns that changed the most, in their order."""

    points: list[Point]
    turning: list[Turning]


MOST_TURNING = 3
LEAST_TURNING = 8
"""A turn that changes no share by so much is no turning point."""


def judged(points: list[Point], over: bool) -> Evaluation:
    """The points with their shares, and what turned the match. The last one decides when it is ``over``."""
    edges = [[value * len(each.values) - sum(each.values) for value in each.values] for each in points]
    running = edges[:-1] if over else edges
    scale = max([1, *(abs(edge) for each in running for edge in each)])
    # Half of the greatest lead of the match counts as 50: whoever leads by far already gains little by still more.
    shares = [[round(200 * edge / (2 * abs(edge) + scale)) for edge in each] for each in edges]
    made = [msgspec.structs.replace(point, shares=each) for point, each in zip(points, shares, strict=True)]
    turns = [
        Turning(
            before.moment,
            after.moment,
            before.round,
            after.player,
            [new - old for old, new in zip(before.shares, after.shares, strict=True)],
        )
        for before, after in zip(made, made[1:-1] if over else made[1:], strict=False)
    ]
    great = [each for each in turns if max(map(abs, each.shares)) >= LEAST_TURNING]
    greatest = sorted(great, key=lambda each: -max(map(abs, each.shares)))[:MOST_TURNING]
    return Evaluation(made, sorted(greatest, key=lambda each: each.start))
