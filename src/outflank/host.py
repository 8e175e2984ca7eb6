"""The authority over one match: messages and the time go in, events and messages come out; no I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from outflank.bots import suggest
from outflank.contract import END_TURN_ACTION, IllegalAction, Json, Noticed, Refusal, Telling
from outflank.games import text
from outflank.match import NAMES, Acted, Event, Joined, Left, Match, RolledBack, Started, check_name, fold
from outflank.protocol import (
    DRAFT_LENGTH,
    Accepted,
    Act,
    ClientMessage,
    EndTurn,
    GameOver,
    Hello,
    Hint,
    Hinted,
    HostMessage,
    Hurry,
    Leave,
    Look,
    Looked,
    Ping,
    PlayerDisconnected,
    Pong,
    Refused,
    Rematch,
    Rollback,
    Seat,
    SeatsChanged,
    Sequenced,
    StateUpdate,
    Sync,
    Synced,
    Welcome,
    YourTurn,
    write,
    write_rest,
)
from outflank.recipient import LAST, Recipient

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from outflank.state import State

SPECTATORS = 0
"""The recipient that stands for everybody who only watches."""
Mail = list[tuple[int, HostMessage]]

_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Step:
    """What came of a message: events to store first, then messages to send, in order."""

    events: list[Event] = field(default_factory=list)
    mail: Mail = field(default_factory=list)


class Host:
    """One match. Feed it messages; store the events of each Step before its messages are sent.

    ``count_from``: for a match that is taken up again, a number above all that another host may have given its
    messages (the time in milliseconds is one), so that no client takes a new message for one that it has.
    """

    def __init__(self, match_id: str, events: Iterable[Event], count_from: int = 0) -> None:
        self.match_id = match_id
        self.count_from = count_from
        self.match: Match = fold(events, light=True)
        self.game = self.match.game
        self._notices = self.game.noticed if isinstance(self.game, Noticed) else None
        self.text = text(self.match.started.game, self.match.started.version)
        self.rematch: dict[int, Rematch] = {}
        self.recipients = {number: Recipient() for number in range(self.match.state.players + 1)}
        if self.match.complete:
            self._present()
        self._recall()

    @classmethod
    def start(cls, match_id: str, started: Started) -> Host:
        """A new match. Its first event is to be stored by the caller."""
        return cls(match_id, [started])

    # ---- seats and connections

    def seats(self) -> list[Seat]:
        return [Seat(number, each.name, each.kind, each.bot) for number, each in enumerate(self.match.places, 1)]

    def join(self, player: int | None, name: str, now: int) -> tuple[int, Step]:
        """Take an open seat, the first one when ``player`` is None. Raises Refusal SeatTaken, NoSuchSeat, BadName."""
        taken = self._open_seat(player)
        named = check_name(name or self.match.places[taken - 1].name, "human")
        return taken, self._seat(Joined(taken, named, now))

    def fill(self, player: int, bot: str, now: int) -> Step:
        """Give an open seat to a computer player. Raises Refusal SeatTaken, NoSuchSeat."""
        self._open_seat(player)
        return self._seat(Joined(player, NAMES["computer"], now, bot))

    def _open_seat(self, player: int | None) -> int:
        """That seat, or the first open one. Raises Refusal."""
        open_seats = [number for number, each in enumerate(self.match.places, 1) if each.kind == "open"]
        if player is not None and not 1 <= player <= len(self.match.places):
            raise Refusal("NoSuchSeat", f"There is no player {player} in this match.", "no_such_seat")
        if not open_seats or (player is not None and player not in open_seats):
            raise Refusal("SeatTaken", "That seat is taken, or the match has begun.", "seat_taken")
        return open_seats[0] if player is None else player

    def _seat(self, joined: Joined) -> Step:
        step = Step()
        self._add(joined, step)
        for number in self._present_recipients():
            self._send(number, SeatsChanged(0, self.seats()), step.mail)
        if self.match.complete:
            for recipient in self.recipients.values():
                recipient.seq = max(recipient.seq, self.count_from)
            self._update(None, -1, None, step.mail)
            self._call(step.mail)
        return step

    def hello(self, player: int | None, after: int) -> list[HostMessage]:
        """What a new connection is sent. Raises Refusal Hidden for a spectator of a running match with secrets."""
        if player is None and self.game.HIDDEN and self.match.state.player != 0:
            raise Refusal("Hidden", "This match can be watched when it is over.", "hidden")
        number = player or SPECTATORS
        recipient = self.recipients[number]
        started = self.match.started
        welcome = Welcome(
            match_id=self.match_id,
            game=started.game,
            version=started.version,
            options=started.options,
            player=player,
            seats=self.seats(),
            seq=recipient.seq,
            hidden=self.game.HIDDEN,
        )
        missed = self._missed(number, after)
        mail: Mail = []
        self._remind(number, mail)
        asked = [self.rematch[number]] if number in self.rematch else []
        return [welcome, *missed, *(message for _, message in mail), *asked]

    # ---- messages

    def receive(self, player: int | None, message: ClientMessage, now: int) -> Step:
        """Answer one message of a player (None: a spectator). Every command is answered; a refusal changes nothing."""
        number = player or SPECTATORS
        step = Step()
        match message:
            case Act() | EndTurn() | Leave():
                self._command(player, message, now, step)
            case Sync():
                missed = self._missed(number, message.after)
                step.mail += [(number, each) for each in missed]
                if isinstance(missed[0], StateUpdate) and missed[0].resync:
                    self._remind(number, step.mail)
            case Look():
                step.mail.append((number, self.look(player, message)()))
            case Hint():
                step.mail.append((number, self.hint(player, message)()))
            case Hurry():
                pass  # whoever lets the computer players think sees to it
            case Ping():
                step.mail.append((number, Pong(self.recipients[number].seq)))
            case Hello():
                step.mail.append((number, _refused(None, Refusal("BadMessage", "You have said hello.", "said_hello"))))
        return step

    def ask_for_rematch(self, player: int, match_id: str, codes: Mapping[int, str]) -> Step:
        """``player`` has begun another match and asks the others to it: each is told only the own invitation.

        Raises Refusal NotOver.
        """
        if not self.match.complete or self.match.state.player:
            raise Refusal("NotOver", "A rematch can be asked for when the match is over.", "not_over")
        others = [number for number in self.recipients if number not in (SPECTATORS, player)]
        self.rematch = {number: Rematch(player, match_id, codes.get(number)) for number in others}
        return Step(mail=list(self.rematch.items()))

    def leave(self, player: int, now: int) -> Step:
        """A player is lost. Nothing happens to one who has left, or when the match is over."""
        step = Step()
        if self.match.running and player not in self.match.left:
            self._leave(player, now, step)
        return step

    def _command(self, player: int | None, command: Act | EndTurn | Leave, now: int, step: Step) -> None:
        if player is None:
            step.mail.append((SPECTATORS, _refused(command.command_id, _not_your_turn())))
            return
        recipient = self.recipients[player]
        known = recipient.answers.get(command.command_id) if command.command_id is not None else None
        if known is not None:
            step.mail.append((player, known))
            return
        answer: HostMessage
        try:
            self._carry_out(player, command, now, step)
            answer = Accepted(command.command_id, recipient.seq)
        except Refusal as refusal:
            answer = _refused(command.command_id, refusal)
            if refusal.code == "Stale":
                answer = msgspec.structs.replace(answer, missed=self._missed(player, command_seq(command)))
        stale = isinstance(answer, Refused) and answer.error == "Stale"  # stays so, and is told afresh what it missed
        if command.command_id is not None and not stale:
            recipient.remember(command.command_id, answer)
        step.mail.append((player, answer))

    def _carry_out(self, player: int, command: Act | EndTurn | Leave, now: int, step: Step) -> None:
        """Carry a command out, or raise Refusal before anything is changed."""
        if not self.match.complete:
            raise Refusal("NotStarted", "The match begins when every seat is taken.", "not_started")
        # Before all that follows from the board: whoever acts on an old one must be told what they missed, or they
        # would go on acting on it.
        seq = None if isinstance(command, Leave) else command.seq
        if seq is not None and seq < self.recipients[player].state_seq:
            raise Refusal("Stale", "The board has changed since you chose that.", "stale")
        self.recipients[player].had(seq or 0)
        if self.match.state.player == 0:
            raise IllegalAction("GameOver", "The match is over.", "game_over")
        if player in self.match.left:
            raise Refusal("NotYourTurn", "You have left this match.", "you_have_left")
        if isinstance(command, Leave):
            self._leave(player, now, step, command.command_id)
            return
        if isinstance(command, EndTurn) and not self.game.END_TURN:
            raise IllegalAction("NoEndTurn", "In this game a turn ends by itself.", "no_end_turn")
        if player != self.match.state.player:
            raise _not_your_turn()
        wire = command.action if isinstance(command, Act) else END_TURN_ACTION
        self._act(player, self.game.decode(self.match.state, wire), now, step, command.command_id)

    def _act(self, player: int, action: int, now: int, step: Step, command_id: str | None = None) -> None:
        before = self.match.state.copy()
        self._add(Acted(player, action, now, command_id), step)
        self._update(before, action, player, step.mail)
        if self.match.state.player != before.player:
            self._call(step.mail)
        forced = self.game.automatic(self.match.state)
        if forced is not None:
            self._act(self.match.state.player, forced, now, step)

    def _leave(self, player: int, now: int, step: Step, command_id: str | None = None) -> None:
        in_turn = self.match.state.player == player
        watching = self._present_recipients()
        if in_turn and self.game.ROLLBACK:
            self._add(RolledBack(self.match.turn_index, now), step)
            for number in watching:
                self._send(number, Rollback(0), step.mail)
        before = self.match.state.copy()
        self._add(Left(player, now, command_id), step)
        for number in watching:
            self._send(number, PlayerDisconnected(0, player), step.mail)
        self._update(before, -1, None, step.mail)
        if self.match.state.player != before.player:
            self._call(step.mail)

    def look(self, player: int | None, look: Look) -> Callable[[], Looked | Refused]:
        """What works out the answer to a Look. It has all it needs: it may be called later, in another thread."""
        number = player or SPECTATORS
        if not self.match.complete:
            refused = _refused(None, Refusal("NotStarted", "The match has not begun.", "not_started"), look.request)
            return lambda: refused
        view, legal, seq = self._view(number), self._legal(number), self.recipients[number].state_seq

        def answer() -> Looked | Refused:
            try:
                advice = self.game.advice(view, look.draft)
            except IllegalAction as refusal:
                return _refused(None, refusal, look.request)
            return Looked(
                request=look.request,
                seq=seq,
                advice=advice,
                grid=self.text.grid(view),
                text=self.text.text(view),
                notations=[self.text.notation(action) for action in legal],
            )

        return answer

    def hint(self, player: int | None, hint: Hint) -> Callable[[], Hinted | Refused]:
        """What works out the answer to a Hint: see ``look``. Only who plays without other people may ask."""
        number = player or SPECTATORS
        try:
            self._may_ask(player)
        except Refusal as refusal:
            refused = _refused(None, refusal, hint.request)
            return lambda: refused
        game = self.match.started.game
        view, legal, seq = self._view(number), self._legal(number), self.recipients[number].state_seq

        def answer() -> Hinted:
            level, actions = suggest(game, view, legal)
            text = self.text
            said = text.said(actions[0], view) if isinstance(text, Telling) else text.notation(actions[0])
            return Hinted(hint.request, seq, level, actions[:DRAFT_LENGTH], said)

        return answer

    def _may_ask(self, player: int | None) -> None:
        """Raise Refusal when this player gets no hint now."""
        if not self.match.complete:
            raise Refusal("NotStarted", "The match has not begun.", "not_started")
        if self.match.state.player == 0:
            raise IllegalAction("GameOver", "The match is over.", "game_over")
        if player is None or player != self.match.state.player:
            raise _not_your_turn()
        if self.others(player):
            raise Refusal("HintNotAllowed", "There are no hints while other people play.", "hint_not_allowed")

    def others(self, player: int) -> bool:
        """Whether other people play on."""
        return any(
            place.kind != "computer" and number not in (player, *self.match.left)
            for number, place in enumerate(self.match.places, 1)
        )

    # ---- what is told to whom

    def _add(self, event: Event, step: Step) -> None:
        self.match.add(event)
        step.events.append(event)

    def _present_recipients(self) -> list[int]:
        """Players who have not left; spectators where nothing is hidden from them."""
        players = [number for number in self.recipients if number != SPECTATORS and number not in self.match.left]
        return players if self.game.HIDDEN and self.match.state.player else [*players, SPECTATORS]

    def _view(self, number: int) -> Json:
        if number == SPECTATORS and self.match.state.player == 0:
            return self.game.reveal(self.match.state)
        return self.game.view(self.match.state, number or None)

    def _noticed(self, before: State, action: int, number: int) -> bool:
        """Whether it is worth the time to look at this recipient's view."""
        if number == SPECTATORS or self._notices is None:
            return True
        return self._notices(before, action, self.match.state, number)

    def _legal(self, number: int) -> list[Json]:
        return self.game.legal(self.match.state, number) if number else []

    def _send(self, number: int, message: Sequenced, mail: Mail, view: bytes = b"") -> None:
        """``view``: that of a StateUpdate as JSON."""
        recipient = self.recipients[number]
        recipient.seq += 1
        numbered = msgspec.structs.replace(message, seq=recipient.seq)
        recipient.keep(view, write_rest(numbered) if isinstance(numbered, StateUpdate) else write(numbered))
        mail.append((number, numbered))

    def coded(self, number: int, message: HostMessage) -> bytes | None:
        """A message of a Step as on the wire, if it is kept so."""
        if isinstance(message, StateUpdate | YourTurn) and not getattr(message, "resync", False):
            return self.recipients[number].coded(message.seq)
        return None

    def _update(self, before: State | None, action: int, actor: int | None, mail: Mail) -> None:
        """Tell everybody whose view has changed; at the end of a turn everybody, so that the number of messages
        does not tell how much an enemy did."""
        state = self.match.state
        turned = before is None or state.player != before.player
        for number in self._present_recipients():
            recipient = self.recipients[number]
            if before is not None and not (turned or number == actor or self._noticed(before, action, number)):
                continue
            view = self._view(number)
            code = _encode(view)
            if not (turned or number == actor or code != recipient.view):
                continue
            told = self.game.effects(before, action, state, number or None) if before is not None else []
            jump = before is None and self.count_from > 0
            self._send(number, StateUpdate(0, view, self._legal(number), told, resync=jump), mail, code)
            recipient.state_seq = recipient.seq
            recipient.view = code

    def _call(self, mail: Mail) -> None:
        """Call the next player, or tell everybody that the match is over."""
        player = self.match.state.player
        for number in [player] if player else self._present_recipients():
            self._remind(number, mail)
        if not player:
            for recipient in self.recipients.values():
                recipient.trim(LAST)

    def _remind(self, number: int, mail: Mail) -> None:
        """Tell one recipient that it is their turn, or that the match is over, if so it is."""
        outcome = self.match.outcome
        if outcome is not None:
            self._send(number, GameOver(0, outcome.winner, outcome.reason), mail)
        elif self.match.running and number == self.match.state.player:
            self._send(number, YourTurn(0), mail)

    def _present(self) -> None:
        """A match taken up again, or begun complete: everybody has the present view, as the first message."""
        for number in self._present_recipients():
            recipient = self.recipients[number]
            view = self._view(number)
            recipient.view = _encode(view)
            first = recipient.seq = recipient.state_seq = self.count_from + 1
            update = StateUpdate(first, view, self._legal(number), [], resync=self.count_from > 0)
            recipient.keep(recipient.view, write_rest(update))

    def _recall(self) -> None:
        """The answers to the last commands in the log, so that a command sent again after a restart has one effect."""
        for event in self.match.events:
            if isinstance(event, Acted | Left) and event.command_id is not None:
                recipient = self.recipients[event.player]
                recipient.remember(event.command_id, Accepted(event.command_id, recipient.seq))

    def _missed(self, number: int, after: int) -> list[Sequenced | Synced]:
        """What came after the message ``after``; the whole present view when that is not kept, or none was had."""
        recipient = self.recipients[number]
        if after == recipient.seq:
            return [Synced(after)]
        had_some = after > 0 or not self.match.complete  # before the match begins there is no view to send instead
        if had_some and after < recipient.seq and (missed := recipient.since(after)) is not None:
            return [*missed]
        if not self.match.complete:
            return [Synced(recipient.seq)]
        return [StateUpdate(recipient.seq, self._view(number), self._legal(number), [], resync=True)]


def command_seq(command: Act | EndTurn | Leave) -> int:
    """The message that a command was made on; 0 when it does not say."""
    return 0 if isinstance(command, Leave) else command.seq or 0


def _not_your_turn() -> IllegalAction:
    return IllegalAction("NotYourTurn", "It is not your turn.", "not_your_turn")


def _refused(command_id: str | None, refusal: Refusal, request: int | None = None) -> Refused:
    return Refused(command_id, refusal.code, refusal.detail, refusal.message, refusal.values, request=request)
