"""The other end of a host: sequence, view, the one command under way, and what to do when messages are lost."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from outflank.contract import END_TURN_ACTION
from outflank.protocol import (
    Accepted,
    Act,
    ClientMessage,
    EndTurn,
    Faltered,
    GameOver,
    Hello,
    Hint,
    Hinted,
    HostMessage,
    Hurry,
    Leave,
    Look,
    Looked,
    PlayerDisconnected,
    PlayerPresence,
    Pong,
    Presence,
    Refused,
    Rematch,
    Replaced,
    Rollback,
    Seat,
    SeatsChanged,
    Sequenced,
    StateUpdate,
    Sync,
    Synced,
    Thinking,
    Welcome,
    YourTurn,
)

if TYPE_CHECKING:
    from outflank.contract import Json

AGAIN = 2_000
"""Milliseconds after which a command without an answer is sent again, with the same id."""
QUIET = 10_000
"""Milliseconds without a message after which the client asks whether it missed any."""


class Busy(RuntimeError):
    """A command is still under way: its answer must be awaited first."""


class Client:
    """One player's end. Messages and the time go in; what it returns is to be sent. No I/O.

    ``name`` starts the ids of its commands and must differ between two clients of one player.
    ``news`` holds the sequenced messages in order, for whoever draws or logs them; take them from the left.
    ``draft`` holds own actions that are only tried: advice is on the view after them, the host knows nothing of them
    until ``commit``.
    """

    def __init__(self, player: int | None, name: str) -> None:
        self.player = player
        self.name = name
        self.seq = 0
        self.state_seq = 0
        self.view: Json | None = None
        self.legal: list[Json] = []
        self.seats: list[Seat] = []
        self.welcome: Welcome | None = None
        self.my_turn = False
        self.over: GameOver | None = None
        self.refused: Refused | None = None
        self.advice: Looked | None = None
        self.draft: list[Json] = []
        self.hinted: Hinted | None = None
        self.thinking: Thinking | None = None
        self.faltered: Faltered | None = None
        self.presence: list[PlayerPresence] = []
        self.rematch: Rematch | None = None
        self.replaced = False
        self.news: deque[Sequenced] = deque()
        self._held: dict[int, Sequenced] = {}
        self._command: Act | EndTurn | Leave | None = None
        self._next: deque[Json] = deque()  # to be sent one by one, each on the state that the one before led to
        self._sent_at = 0
        self._heard_at = 0
        self._hello: Hello | None = None  # until it is answered
        self._count = 0
        self._request = 0
        self._hint = 0  # below 0: not to be taken for the request of a look
        self._due = 0  # the seq that the last accepted command led to
        self._seats_seq = 0  # of what told the seats

    @property
    def busy(self) -> bool:
        """Whether a command awaits its answer, or another one its turn."""
        return self._command is not None or bool(self._next)

    # ---- what goes out

    def connect(self, token: str | None, now: int) -> list[ClientMessage]:
        """The transport is open, for the first time or again."""
        self._heard_at = self._sent_at = now
        self._hello = Hello(self.player, token, self.seq)
        return [self._hello, self._command] if self._command is not None else [self._hello]

    def act(self, action: Json, now: int) -> list[ClientMessage]:
        """Send an action. Raises Busy while another command is under way."""
        return self._start(Act(action, self._next_id(), self.state_seq), now)

    def end_turn(self, now: int) -> list[ClientMessage]:
        """End the turn. Raises Busy while another command is under way."""
        return self._start(EndTurn(self._next_id(), self.state_seq), now)

    def leave(self, now: int) -> list[ClientMessage]:
        """Give up. Raises Busy while another command is under way."""
        return self._start(Leave(self._next_id()), now)

    def look(self, draft: list[Json]) -> list[ClientMessage]:
        """Ask for advice on the view after these own actions; the newest answer is ``advice``."""
        self.draft = list(draft)
        self._request += 1
        return [Look(self._request, self.draft)]

    def sketch(self, action: Json) -> list[ClientMessage]:
        """Try one more own action."""
        return self.look([*self.draft, action])

    def discard(self) -> list[ClientMessage]:
        """Take back what was only tried."""
        return self.look([])

    def commit(self, now: int, then: Json | None = None) -> list[ClientMessage]:
        """Send what was tried, in order, and ``then``; a refusal drops the rest. Raises Busy like ``act``."""
        return self.perform(self.draft if then is None else [*self.draft, then], now)

    def perform(self, actions: list[Json], now: int) -> list[ClientMessage]:
        """Send these, in order; a refusal drops the rest. Raises Busy like ``act``."""
        if self.busy:
            raise Busy("a command is under way")
        self._next.extend(actions)
        self.draft = []
        return self._go_on(now)

    def hint(self) -> list[ClientMessage]:
        """Ask what the computer would do on the present view; the newest answer is ``hinted``."""
        self.hinted = None
        self._hint -= 1
        return [Hint(self._hint)]

    def hurry(self) -> list[ClientMessage]:
        """The computer player who thinks shall act now."""
        return [Hurry()]

    def _go_on(self, now: int) -> list[ClientMessage]:
        """Send the next of several, once the one before has been answered and its state has come."""
        if not self._next or self._command is not None or self.seq < self._due:
            return []
        action = self._next.popleft()
        if action == END_TURN_ACTION:
            return self._start(EndTurn(self._next_id(), self.state_seq), now)
        return self._start(Act(action, self._next_id(), self.state_seq), now)

    def tick(self, now: int) -> list[ClientMessage]:
        """Call this now and then: sends again what got no answer, and asks after a long silence."""
        if self._hello is not None and now - self._sent_at >= AGAIN:
            self._sent_at = now
            return [self._hello]
        if self._command is not None and now - self._sent_at >= AGAIN:
            self._sent_at = now
            return [self._command]
        if self._held or now - self._heard_at >= QUIET:
            self._heard_at = now
            return [Sync(self.seq)]
        return []

    def _next_id(self) -> str:
        if self._command is not None:
            raise Busy("a command is under way")
        self._count += 1
        return f"{self.name}-{self._count}"

    def _start(self, command: Act | EndTurn | Leave, now: int) -> list[ClientMessage]:
        self._command = command
        self._sent_at = now
        self.refused = None
        return [command]

    # ---- what comes in

    def receive(self, message: HostMessage, now: int) -> list[ClientMessage]:
        """Take one message, in whatever order; returns what to send back."""
        self._heard_at = now
        return [*self._read(message), *self._go_on(now)]

    def _read(self, message: HostMessage) -> list[ClientMessage]:
        match message:
            case Welcome():
                self.welcome = message
                # What was known when hello was said counts: messages may have come before a late Welcome.
                if self._hello is not None and message.seq < self._hello.after:
                    self.seq = self.state_seq = self._due = 0  # another host has taken the match up and counts anew
                    self._seats_seq = 0
                    self._held.clear()
                self._hello = None
                self._sit(message)
            case Accepted():
                if self._answers(message.command_id):
                    self._command = None
                    self._due = message.seq
                return self._catch_up(message.seq)
            case Refused():
                return self._refuse(message)
            case Looked():
                if message.request == self._request:
                    self.advice = message
            case Hinted():
                if message.request == self._hint and message.seq <= self.state_seq:
                    self.hinted = message
            case Thinking():
                if self.view is None or self.view.get("current_player") == message.player:
                    self.thinking = message
            case Faltered():
                self.faltered = message
            case Synced() | Pong():
                return self._catch_up(message.seq)
            case Replaced():
                self.replaced = True
            case Presence():
                self.presence = message.players
            case Rematch():
                self.rematch = message
            case StateUpdate() | YourTurn() | GameOver() | PlayerDisconnected() | Rollback() | SeatsChanged():
                return self._sequenced(message)
        return []

    def _answers(self, command_id: str | None) -> bool:
        return self._command is not None and self._command.command_id == command_id

    def _refuse(self, message: Refused) -> list[ClientMessage]:
        if self._answers(message.command_id):
            self._command = None
            self._next.clear()
            self.refused = message
        elif message.request == self._request and message.error != "TooManyRequests":
            self.draft = []  # not possible (any more)
        out: list[ClientMessage] = []
        for missed in message.missed:
            out += self._sequenced(missed)
        return out

    def _catch_up(self, seq: int) -> list[ClientMessage]:
        return [Sync(self.seq)] if seq > self.seq else []

    def _sequenced(self, message: Sequenced) -> list[ClientMessage]:
        if isinstance(message, StateUpdate) and message.resync:
            if message.seq > self.seq:
                self._held = {seq: held for seq, held in self._held.items() if seq > message.seq}
                self._take(message)
            elif message.seq == self.seq and self.view is None:
                self._take(message)
        elif message.seq > self.seq:
            self._held[message.seq] = message
        while self.seq + 1 in self._held:
            self._take(self._held.pop(self.seq + 1))
        return [Sync(self.seq)] if self._held else []

    def _take(self, message: Sequenced) -> None:
        self.seq = message.seq
        match message:
            case StateUpdate():
                self.view = message.view
                self.legal = message.legal
                self.state_seq = message.seq
                self.advice = None
                self._request += 1  # what was asked on an older view is not awaited any more
                self.my_turn = bool(message.legal)
                self.hinted = None
                self._hint -= 1
                if self.thinking and message.view.get("current_player") != self.thinking.player:
                    self.thinking = None
            case SeatsChanged():
                self._sit(message)
            case GameOver():
                self.over = message
                self.my_turn = False
                self.thinking = None
            case YourTurn():
                self.my_turn = True
            case PlayerDisconnected() | Rollback():
                pass
        self.news.append(message)

    def _sit(self, message: Welcome | SeatsChanged) -> None:
        """Who sits where; after a Welcome come messages of old, which know less than it does."""
        if message.seq >= self._seats_seq:
            self.seats = message.seats
            self._seats_seq = message.seq
