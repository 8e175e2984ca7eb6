"""One game of an arena, from its job to its row: rules, views and chance as at a host, without its messages."""

from __future__ import annotations

import hashlib
import re
import signal
import statistics
import threading
import time
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec
from msgspec import Struct

from outflank.arena.entrants import entrant, labels, seated
from outflank.bots import STANDARD, Turn, budget
from outflank.contract import END_TURN_ACTION, IllegalAction, Json, Refusal
from outflank.match import Acted, Left, Match, Place, RolledBack, begin, check_name
from outflank.replay import LONGEST, record, state_hash
from outflank.rng import Rng
from outflank.seats import Gone
from outflank.seats.pipe import Pipe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from outflank.arena.entrants import Entrant
    from outflank.arena.tournament import Job
    from outflank.bots import Bot
    from outflank.contract import Game
    from outflank.state import State

TRIES = 20
"""So many openings are tried until one does not end the match."""
STEPS = 2_000
"""Actions that an opening may have."""
PACE = 400
"""Milliseconds between two actions of a replay."""
_UNSAFE = re.compile(r"[^\w.@#-]")
"""What of a bot's name is not taken into the name of a file."""
_coded = msgspec.json.Encoder().encode


class Clock(Struct, frozen=True):
    """How long a seat thought: processor seconds, or for a program the seconds until it had answered."""

    turns: int
    total: float
    median: float
    longest: float


class Fault(Struct, frozen=True):
    """Why a seat has lost its game: ``crash``, ``time-out`` or ``illegal``, and what happened."""

    seat: int
    kind: str
    said: str


class Row(Struct, frozen=True):
    """What came of a job. ``winner``: a seat, 0: nobody; ``hash``: of the last state, as in a replay; ``logs``: the
    files of what programs wrote to their standard error; ``seconds``: per seat. All but these two is the same wherever
    it is played."""

    number: int
    set: int
    board: str
    seed: int
    seats: tuple[int, ...]
    winner: int
    reason: str
    moves: int
    rounds: int
    hash: str
    faults: tuple[Fault, ...] = ()
    replay: str | None = None
    logs: tuple[str, ...] = ()
    seconds: tuple[Clock, ...] = ()

    def result(self) -> Json:
        """The row without the figures of this machine and what bots said."""
        told: Json = msgspec.to_builtins(self)
        for name in ("seconds", "replay", "logs"):
            del told[name]
        told["faults"] = [[each.seat, each.kind] for each in self.faults]
        return told


def play(job: Job) -> Row:
    """Play a job. Raises Refusal when it cannot be begun."""
    names = labels(job.game, job.bots)
    _running.clear()
    who = [entrant(job.game, job.bots[each]) for each in job.seats]
    match_ = opened(job, [_place(names[each], who[seat]) for seat, each in enumerate(job.seats)])
    seats: list[Seat] = []
    try:
        for each in who:
            seats.append(Seat(job, len(seats) + 1, each))
            _running.append(seats[-1])
        while match_.running and len(match_.events) < LONGEST:
            seats[match_.state.player - 1].act(match_)
    finally:
        for seat in seats:
            seat.close()
    if job.replay is not None:
        data = record(f"arena{job.number + 1:06}", match_.events)
        Path(job.replay).write_bytes(data)
    logs = _logged(Path(job.logs), job, names, seats) if job.logs is not None else ()
    outcome = match_.outcome
    return Row(
        number=job.number,
        set=job.set,
        board=job.board,
        seed=job.seed,
        seats=job.seats,
        winner=outcome.winner if outcome else 0,
        reason=outcome.reason if outcome else "too_long",
        moves=len(match_.events) - 1,
        rounds=int(match_.state.round),
        hash=state_hash(match_),
        faults=tuple(seat.fault for seat in seats if seat.fault is not None),
        replay=Path(job.replay).name if job.replay is not None else None,
        logs=logs,
        seconds=tuple(seat.clock() for seat in seats),
    )


def _logged(folder: Path, job: Job, names: Sequence[str], seats: Sequence[Seat]) -> tuple[str, ...]:
    """Keep what the programs wrote to their standard error: a file for each that wrote something."""
    written: list[str] = []
    for seat, each in zip(seats, job.seats, strict=True):
        name = f"{job.number + 1:06}-{_UNSAFE.sub('_', names[each])}"
        if job.seats.count(each) > 1:
            name += f"-{seat.player}"  # it plays against itself
        file = folder / f"{name}.txt"
        if log := seat.log():
            folder.mkdir(exist_ok=True)
            file.write_bytes(log)
            written.append(file.name)
        else:
            file.unlink(missing_ok=True)  # of a game whose result was lost, and which was played again
    return tuple(written)


_running: list[Seat] = []
"""The seats of the game that this process plays."""


def abandon() -> None:
    """End the programs of the running game at once: this process is about to end."""
    for seat in _running:
        seat.kill()


def _place(name: str, who: Entrant) -> Place:
    try:
        name = check_name(name, "computer")
    except Refusal:
        name = ""
    return Place("computer", name, who.what if who.kind == "level" else "program")


# ---- the opening


def opened(job: Job, places: Sequence[Place]) -> Match:
    """The match after its opening: chance has acted for every player, up to the end of a turn."""
    started = begin(job.game, job.options, places, job.seed, job.at)
    for attempt in range(TRIES):
        match_ = Match(started)
        shuffle(match_, job.opening, Rng(job.seed + attempt))
        if match_.running:
            return match_
    return Match(started)


def shuffle(match_: Match, actions: int, rng: Rng) -> None:
    """So many actions of each player by chance, the same number for all, and to the end of the last turn."""
    state = match_.state
    left = [actions] * int(state.players)
    turning = True
    for _ in range(STEPS):
        if not state.player or (turning and not any(left)):
            return
        player = int(state.player)
        legal = state.legal_actions()
        end = _end(match_.game, state) if match_.game.END_TURN else None
        free = [action for action in legal if action != end] if left[player - 1] or end is None else []
        if not left[player - 1] and end is None:  # it has acted enough, but its turn cannot end yet
            left[player - 1] = 1
        if free:
            left[player - 1] -= 1
            end = free[rng.below(len(free))]
        assert end is not None
        acted(match_, end)
        state = match_.state
        turning = state.player != player


def _end(game: Game, state: State) -> int | None:
    """The action that ends the turn, if that is possible."""
    try:
        return game.decode(state, END_TURN_ACTION)
    except IllegalAction:
        return None


def acted(match_: Match, action: int) -> None:
    """One action, and what a host then does for a player who has nothing left to decide."""
    forced: int | None = action
    while forced is not None:
        match_.add(Acted(int(match_.state.player), forced, match_.started.at + PACE * len(match_.events)))
        forced = match_.game.automatic(match_.state)


# ---- one seat


class Seat:
    """A bot in its seat, for one game."""

    def __init__(self, job: Job, player: int, who: Entrant) -> None:
        self.player = player
        self.who = who
        self.fault: Fault | None = None
        self._job = job
        self._memory: dict[str, Any] = {}
        self._turns: list[float] = []
        self._began = -1  # the event with which the running turn began
        self._seed = 0
        self._budget = budget(job.game, who.what if who.kind == "level" else STANDARD, job.budget)
        self._bot: Bot | None = None
        self._clock = time.perf_counter if who.kind == "program" else time.process_time
        try:
            self._bot = seated(job.game, who, job.patience)
        except Exception as error:  # somebody's own class
            self._failed("crash", error)

    def act(self, match_: Match) -> None:
        """One action; whoever fails leaves the match."""
        began = self._clock()
        try:
            if match_.turn_index != self._began:
                self._began = match_.turn_index
                self._turns.append(0.0)
                digest = hashlib.sha256(f"{self._job.seed} {self.player} {len(self._turns)}".encode()).digest()
                self._seed = int.from_bytes(digest[:4])
            action = self._decided(match_)
        except _Late as late:
            self._failed("time-out", late)
        except Gone as gone:
            self._failed(gone.kind, gone)
        except IllegalAction as refused:
            self._failed("illegal", refused)
        except (Exception, SystemExit) as error:  # whatever a bot does wrong
            self._failed("crash", error)
        finally:
            self._turns[-1] += self._clock() - began
        if self.fault is None:
            acted(match_, action)
        else:
            _leave(match_, self.player)

    def _decided(self, match_: Match) -> int:
        """The action that the bot chooses. Raises whatever it raises, and IllegalAction."""
        assert self._bot is not None or self.fault is not None
        if self._bot is None:
            raise RuntimeError("it could not be made")
        game, state = match_.game, match_.state
        with _limited(self._job.patience if self.who.kind == "class" else None):
            if self.who.kind == "level":
                chosen = self._bot.choose(Glance(game, state, self._seed, self._budget, self._memory))
            else:
                view, legal = game.view(state, self.player), game.legal(state, self.player)
                chosen = self._bot.choose(Turn(view, legal, self._seed, self._budget, self._memory))
        try:
            wire = msgspec.json.decode(_coded(chosen))
            return game.decode(state, wire)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.code, f"it chose {wire!s:.200}: {refusal.message}") from None
        except (TypeError, ValueError, AttributeError, msgspec.MsgspecError):
            raise IllegalAction("InvalidAction", f"it chose {chosen!s:.200}, which is no action") from None

    def _failed(self, kind: str, error: BaseException) -> None:
        if self.fault is None:
            told = str(error) if isinstance(error, Gone | Refusal | _Late) else f"{type(error).__name__}: {error}"
            self.fault = Fault(self.player, kind, told[:300])

    def clock(self) -> Clock:
        """Figures of the turns it has had."""
        if not self._turns:
            return Clock(0, 0.0, 0.0, 0.0)
        median = statistics.median(self._turns)
        return Clock(len(self._turns), *(round(each, 5) for each in (sum(self._turns), median, max(self._turns))))

    def log(self) -> bytes:
        """What a program wrote to its standard error; of other bots nothing."""
        return self._bot.log() if isinstance(self._bot, Pipe) else b""

    def kill(self) -> None:
        if isinstance(self._bot, Pipe):
            self._bot.kill()

    def close(self) -> None:
        close: Callable[[], None] | None = getattr(self._bot, "close", None)
        if close is not None:
            try:
                close()
            except Exception as error:
                self._failed("crash", error)


def _leave(match_: Match, player: int) -> None:
    """As at a host: where a match goes on without a player, the unfinished turn is taken back."""
    at = match_.started.at + PACE * len(match_.events)
    if match_.game.ROLLBACK:
        match_.add(RolledBack(match_.turn_index, at))
    match_.add(Left(player, at))


class _Late(Exception):
    """A bot has thought too long."""


@contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Ends with _Late what takes longer: at once where the system can wake us, else when it is done."""
    if seconds is None:
        yield
        return
    late = _Late(f"it did not answer in {seconds:g} s")

    def wake(*_: object) -> None:
        raise late

    began = time.monotonic()
    if hasattr(signal, "SIGALRM") and threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGALRM, wake)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    else:
        yield
    if time.monotonic() - began > seconds:
        raise late


# ---- what a level is given


class Glance(Turn):
    """A turn whose view and legal actions are made when they are looked at: who plays on a plan only asks whether its
    next action is possible, and most of the time would go into what nobody reads. Only for the levels that are part
    of this package: like any bot they see the view and nothing else."""

    def __init__(self, game: Game, state: State, seed: int, nodes: int, memory: dict[str, Any]) -> None:
        self._look: Callable[[], Json] = lambda: game.view(state, state.player)
        self._seen: Json | None = None
        self.legal = Possible(game, state)
        self.seed, self.budget, self.memory, self.hurry = seed, nodes, memory, False

    @property
    def view(self) -> Json:
        if self._seen is None:
            self._seen = self._look()
        return self._seen

    @view.setter
    def view(self, view: Json) -> None:
        self._seen = view


class Possible(Sequence[Json]):
    """The legal actions, made when they are counted or read; whether one is among them, its own check tells."""

    def __init__(self, game: Game, state: State) -> None:
        self._list: Callable[[], list[Json]] = lambda: game.legal(state, state.player)
        self._possible: Callable[[Any], int] = lambda action: game.decode(state, action)
        self._made: list[Json] | None = None

    def _all(self) -> list[Json]:
        if self._made is None:
            self._made = self._list()
        return self._made

    def __contains__(self, action: object) -> bool:
        if self._made is not None:
            return action in self._made
        try:
            self._possible(action)
        except IllegalAction:
            return False
        return True

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Json]: ...
    def __getitem__(self, index: int | slice) -> Json | Sequence[Json]:
        return self._all()[index]
