"""One match in memory: its host, its computer players, and whoever is connected to it."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

from outflank.bots import KIND
from outflank.contract import Refusal
from outflank.host import SPECTATORS, Host, Step
from outflank.match import Joined, Started
from outflank.protocol import Faltered, Hint, HostMessage, Hurry, Look, PlayerPresence, Presence, Refused, Replaced
from outflank.seats import Seats
from outflank.server.auth import digest, new_token, plain_code
from outflank.server.store.kept import Change, Conflict, Kept, StoreFailed, merge
from outflank.server.thinking import Thought

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from outflank.bots import Turn
    from outflank.match import Event
    from outflank.protocol import Act, ClientMessage, Leave
    from outflank.server.store.kept import Store
    from outflank.server.thinking import Thoughts


CONNECTED = 0
"""Kept in place of a deadline for a player who is connected: the next server does not know them to be there."""

_logger = logging.getLogger("uvicorn.error")


class Wire(Protocol):
    """A connection that messages can be put on."""

    def put(self, message: HostMessage, coded: bytes | None = None) -> None:
        """Send this, after what was put before; ``coded``: as on the wire, where that is known already."""

    def drop(self) -> None:
        """Close it, so that the client comes back and asks for what it missed."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Live:
    """Everything that changes the match holds ``lock``, stores first and tells then.

    ``broken``: the store failed or knows better, so that what is in memory is not to be trusted; the hub takes the
    match up from the store again.
    """

    def __init__(
        self,
        match_id: str,
        kept: Kept,
        store: Store,
        thoughts: Thoughts,
        looks: Thoughts,
        lost_after: int | None,
        remind: Callable[[int], None],
        count_from: int = 0,
        come_within: float = 0,
    ) -> None:
        self.host = Host(match_id, kept.events, count_from)
        if kept.rematch is not None:
            self.host.ask_for_rematch(*kept.rematch, {})
        self.seats = Seats(self.host, kind=KIND)
        self.tokens = kept.seats
        self.invitations = kept.invitations
        self.deadlines: dict[int, int] = {}
        self.wires: dict[int, list[Wire]] = {}
        self.lock = asyncio.Lock()
        self.broken = False
        self.used_at = now()
        self._kept_events = len(kept.events)
        self._clocks = set(kept.deadlines)  # players of whom the store keeps a deadline, or that they are connected
        self._store = store
        self._thoughts = thoughts
        self._looks = looks
        self._lost_after = lost_after if self.host.game.ROLLBACK else None
        self._remind = remind
        self._come_within = come_within
        self._somebody_came: asyncio.Event | None = None  # while it is waited for
        self._thinking: asyncio.Task[None] | None = None
        self._thought: Thought | None = None
        self._faltered: Faltered | None = None
        self._hints: set[asyncio.Task[HostMessage]] = set()
        self._ended = False
        for player, due in kept.deadlines.items():
            # Whoever was connected when the match left memory this way has the whole time to come back.
            self.deadlines[player] = due if due != CONNECTED else now() + (lost_after or 0)
            remind(self.deadlines[player])

    # ---- seats

    async def join(self, player: int | None, name: str, code: str | None = None) -> tuple[int, str]:
        """A seat and its token, which is told only now. Raises Refusal."""
        async with Unbroken(self):
            if code is not None:
                player = self._invited(code)
            taken, step = self.host.join(player, name, now())
            token = new_token()
            await self._publish(step, seats={taken: digest(token)}, invitations={taken: None})
        self.wake()
        return taken, token

    def _invited(self, code: str) -> int:
        given = digest(plain_code(code)), digest(code)  # an older server's codes told letters of both kinds apart
        for player, kept in self.invitations.items():
            if any(hmac.compare_digest(kept, each) for each in given):
                return player
        raise Refusal("SeatTaken", "This invitation was used, or is none of this match.", "invitation_used")

    async def fill(self, player: int, level: str) -> None:
        """Let the computer take an open seat. Raises Refusal."""
        async with Unbroken(self):
            step = self.host.fill(player, level, now())
            self.seats.add(player, level)
            await self._publish(step, invitations={player: None})
        self.wake()

    def player_of(self, token: str | None) -> int | None:
        """The player whose token this is."""
        given = digest(token or "")
        for player, kept in self.tokens.items():
            if hmac.compare_digest(kept, given):
                return player
        return None

    def held(self, cookies: Mapping[str, str], name: str) -> list[int]:
        """The seats whose cookies, named ``name`` % player, prove right."""
        return [player for player in sorted(self.tokens) if self.player_of(cookies.get(name % player)) == player]

    # ---- connections

    async def connect(self, player: int | None, after: int, wire: Wire) -> None:
        """A new connection of a player, or a spectator: it takes the seat over. Raises Refusal."""
        async with Unbroken(self):
            greeting = self.host.hello(player, after)
            number = player or SPECTATORS
            if player is not None:
                for other in self.wires.pop(number, []):
                    other.put(Replaced())
                await self._returned(player)
            self.wires.setdefault(number, []).append(wire)
            for message in greeting:
                wire.put(message)
            if self._thought is not None and self._thought.told:
                wire.put(self._thought.message())
            self._tell_presence()
        if player is not None:
            self._come_within = 0
            if self._somebody_came is not None:
                self._somebody_came.set()
        self.wake()

    async def disconnect(self, player: int | None, wire: Wire) -> None:
        """A connection is gone: from now on its player's clock runs, if a loss would matter."""
        wires = self.wires.get(player or SPECTATORS, [])
        if wire not in wires:
            return
        wires.remove(wire)
        if player is None or wires or self._ended:
            return
        async with self.lock:
            if not self.wires.get(player) and self._lost_after is not None and self._counts(player):
                due = now() + self._lost_after
                with suppress(Refusal):  # the store failed: the match is taken up anew, and the clock with it
                    await self._keep((), deadlines={player: due})
            self._tell_presence()

    def _counts(self, player: int) -> bool:
        """Whether the loss of this player would matter to anybody."""
        match_ = self.host.match
        return match_.running and player not in match_.left and match_.places[player - 1].kind == "human"

    async def _returned(self, player: int) -> None:
        """The clock of a player who is back stops; whoever was lost while nobody waited gets the whole time again."""
        if self._lost_after is None or not self._counts(player):
            return
        change: dict[int, int | None] = {}
        if not self._somebody_waits():
            for other, due in self.deadlines.items():
                change[other] = max(due, now() + self._lost_after)
        change[player] = CONNECTED
        await self._keep((), deadlines=change)

    def _somebody_waits(self) -> bool:
        """Whether a person plays on who is not lost: present, or a program that never opened a socket."""
        return any(
            place.kind == "human" and player not in self.deadlines and player not in self.host.match.left
            for player, place in enumerate(self.host.match.places, 1)
        )

    async def ask_for_rematch(self, player: int, match_id: str, codes: Mapping[int, str]) -> None:
        """Tell the others that another match waits for them. Raises Refusal.

        Who asked for which match is kept; codes are secrets, which the store never sees: who comes back when this
        match has left memory is told of the other one without, and takes a seat that is open there.
        """
        async with Unbroken(self):
            await self._publish(self.host.ask_for_rematch(player, match_id, codes), rematch=(player, match_id))

    async def overdue(self) -> None:
        """Remove players whose time is up, while somebody waits for them. Raises Refusal."""
        async with Unbroken(self):
            for player, due in sorted(self.deadlines.items(), key=lambda each: each[1]):
                if due <= now() and self._somebody_waits():
                    step = self.host.leave(player, now())
                    await self._publish(step, deadlines={player: None})
                    self._tell_presence()
        self.wake()

    def _tell_presence(self) -> None:
        message = Presence(
            [
                PlayerPresence(player, bool(self.wires.get(player)), self.deadlines.get(player))
                for player, place in enumerate(self.host.match.places, 1)
                if place.kind == "human"
            ]
        )
        for number, wires in self.wires.items():
            if number != SPECTATORS:
                for wire in wires:
                    wire.put(message)

    # ---- messages

    async def receive(self, player: int | None, message: ClientMessage, wire: Wire | None = None) -> list[HostMessage]:
        """Carry a message out and return the answers to its sender; a spectator's are put on ``wire`` alone."""
        if isinstance(message, Look):
            return [await self._look(player, message, wire)]
        if isinstance(message, Hint):
            return await self._hint(player, message, wire)
        if isinstance(message, Hurry) and player is not None and self._thought is not None:
            self._thought.hurry()
        async with Unbroken(self):
            step = self.host.receive(player, message, now())
            if player is None and wire is not None:
                for number, answer in step.mail:
                    if number == SPECTATORS:
                        wire.put(answer)
                return []
            await self._publish(step)
            answers = [answer for number, answer in step.mail if number == player]
        self.wake()
        return answers

    async def _look(self, player: int | None, look: Look, wire: Wire | None) -> HostMessage:
        """Advice may take long on a great board: nobody else waits for it."""
        async with Unbroken(self):
            work = self.host.look(player, look)
        answer = await self._looks.of(work)
        if answer is None:
            late = "There is too much on this board to advise on."
            answer = Refused(None, "TooLarge", "TooLarge", late, request=look.request)
        if wire is not None:
            wire.put(answer)
        return answer

    async def _hint(self, player: int | None, hint: Hint, wire: Wire | None) -> list[HostMessage]:
        """It takes long to find: what else comes over the same wire is heard meanwhile."""
        async with Unbroken(self):
            work = self.host.hint(player, hint)

        async def find() -> HostMessage:
            answer: HostMessage | None = None
            try:
                answer = await self._looks.of(work)
            except Exception:  # whoever asked is not left waiting
                _logger.exception("A hint in match %s could not be found", self.host.match_id)
            if answer is None:
                answer = Refused(None, "TooLarge", "no_hint", "No hint was found.", request=hint.request)
            if wire is not None:
                wire.put(answer)
            return answer

        finding = asyncio.get_running_loop().create_task(find())
        self._hints.add(finding)
        finding.add_done_callback(self._hints.discard)
        return [await finding] if wire is None else []

    async def _publish(
        self,
        step: Step,
        seats: dict[int, bytes] | None = None,
        invitations: dict[int, bytes | None] | None = None,
        deadlines: dict[int, int | None] | None = None,
        rematch: tuple[int, str] | None = None,
    ) -> None:
        """Store first, then tell: nobody sees what might be lost."""
        if step.events and self.host.match.state.player == 0:
            deadlines = dict.fromkeys(self._clocks) | (deadlines or {})  # a match that is over waits for nobody
        if step.events or seats or invitations or deadlines or rematch:
            await self._keep(tuple(step.events), seats, invitations, deadlines, rematch)
        for number, message in step.mail:
            if wires := self.wires.get(number):
                coded = self.host.coded(number, message)
                for wire in wires:
                    wire.put(message, coded)

    async def _keep(
        self,
        events: tuple[Event, ...],
        seats: dict[int, bytes] | None = None,
        invitations: dict[int, bytes | None] | None = None,
        deadlines: dict[int, int | None] | None = None,
        rematch: tuple[int, str] | None = None,
    ) -> None:
        """Have the store keep a change, then have it here. Raises Refusal StoreFailed, and the match is broken."""
        change = Change(
            self.host.match_id, self._kept_events, events, seats or {}, invitations or {}, deadlines or {}, rematch
        )
        try:
            await self._store.write(change)
        except (Conflict, StoreFailed) as error:
            self.broken = True
            self.end()
            message = "The server cannot keep this now; nothing was done. Try again in a moment."
            raise Refusal("StoreFailed", message, "store_failed") from error
        self._kept_events += len(events)
        self.tokens.update(change.seats)
        merge(self.invitations, change.invitations)
        running = {player: due if due != CONNECTED else None for player, due in change.deadlines.items()}
        merge(self.deadlines, running)
        for player, kept in change.deadlines.items():
            (self._clocks.discard if kept is None else self._clocks.add)(player)
        for due in running.values():
            if due is not None:
                self._remind(due)

    # ---- computer players

    def wake(self) -> None:
        """Let the computer player who is due think, if nobody does yet."""
        self.used_at = now()
        if self._ended or self.seats.due() is None:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        try:
            await self._think_on()
        except Exception:  # not the bot's fault, whose crashes are reports: the next message lets it try again
            _logger.exception("The computer player of match %s cannot go on", self.host.match_id)
        finally:
            self._thought = None

    async def _thought_of(self, player: int, turn: Turn) -> Act | Leave | None:
        """What the computer player decides, while all are told how long it thinks; None: it takes too long."""
        began = self.host.match.turn_index
        if self._thought is None or self._thought.began != began:
            self._thought = Thought(player, began, self.host.game.HIDDEN)
        thought = self._thought
        thought.about(turn)
        thinking = asyncio.ensure_future(self._thoughts.of(partial(self.seats.think, player, turn, thought.tell)))
        try:
            while not (await asyncio.wait({thinking}, timeout=thought.due()))[0]:
                if message := thought.news():
                    self._tell_everybody(message)
        finally:
            thinking.cancel()
        return await thinking

    def _tell_everybody(self, message: HostMessage) -> None:
        for number, wires in self.wires.items():
            if number != SPECTATORS or not self.host.game.HIDDEN:
                for wire in wires:
                    wire.put(message)

    async def _wait_for_somebody(self) -> None:
        """A match that the computer opens begins when a person sees it: who comes later is told no effects of before.

        Only for the match's first action, and for so long at most: programs may never open a socket.
        """
        within, self._come_within = self._come_within, 0
        match_ = self.host.match
        fresh = isinstance(match_.events[-1], Started | Joined)
        if within and fresh and any(place.kind == "human" for place in match_.places):
            self._somebody_came = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout(within):
                    await self._somebody_came.wait()
            self._somebody_came = None

    async def _think_on(self) -> None:
        await self._wait_for_somebody()
        while True:
            async with self.lock:
                player = self.seats.due()
                if player is None or self._ended:
                    return
                turn = self.seats.turn()
                count = len(self.host.match.events)
            act = await self._thought_of(player, turn)
            async with self.lock:
                # Somebody may have left meanwhile: then the thought is worth nothing, and is thought anew.
                if len(self.host.match.events) != count or self._ended:
                    continue
                step = self.host.receive(player, act or self.seats.dismiss(player, turn), now())
                if turn.fault is not None:
                    self._falters(player, turn.fault, lasting=act is None)
                if not step.events:
                    raise RuntimeError(f"match {self.host.match_id} refused what it calls legal: {step.mail}")
                try:
                    await self._publish(step)
                except Refusal:
                    return  # the match is broken: whoever asks for it next takes it up from the store
                self._tell_faltered()

    def _falters(self, player: int, fault: str, lasting: bool) -> None:
        """A computer player failed and was replaced: who runs the server is told at once, and why."""
        told = "A computer player of match %s failed: player %d, level %s: %s"
        _logger.warning(told, self.host.match_id, player, self.seats.level(player), fault)
        lasting = lasting or (self._faltered is not None and self._faltered.lasting)
        self._faltered = Faltered(player, lasting)

    def _tell_faltered(self) -> None:
        """Everybody is told once a turn, when it has ended: how often, and when, might tell what is hidden."""
        faltered = self._faltered
        if faltered is not None and self.host.match.state.player != faltered.player:
            self._faltered = None
            self._tell_everybody(faltered)

    def end(self) -> None:
        """The match leaves memory: nobody thinks about it any more, and whoever is connected has to come back."""
        self._ended = True
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        for wires in self.wires.values():
            for wire in wires:
                wire.drop()

    @property
    def idle(self) -> bool:
        """Nobody is connected and nobody thinks."""
        thinking = self._thinking is not None and not self._thinking.done()
        return not (any(self.wires.values()) or thinking or self.lock.locked())


class Unbroken:
    """Holds a match's lock, and refuses a match that is broken."""

    def __init__(self, live: Live) -> None:
        self._live = live

    async def __aenter__(self) -> None:
        await self._live.lock.acquire()
        if self._live.broken:
            self._live.lock.release()
            message = "The server takes this match up again: try again in a moment."
            raise Refusal("StoreFailed", message, "store_failed")

    async def __aexit__(self, *_: object) -> None:
        self._live.lock.release()
