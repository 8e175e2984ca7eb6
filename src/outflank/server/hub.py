"""The live matches: each with its host, its computer players and whoever is connected to it."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Protocol

from outflank.bots import make
from outflank.contract import Refusal
from outflank.host import SPECTATORS, Host, Step
from outflank.match import begin
from outflank.protocol import HostMessage, Look, Refused, Replaced
from outflank.seats import Seats
from outflank.server.auth import digest, new_token
from outflank.server.thinking import Thoughts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from outflank.contract import Json
    from outflank.match import Place
    from outflank.protocol import ClientMessage
    from outflank.server.store import Store

MATCHES = 5_000
"""So many matches are kept in memory; the longest unused without a connection makes room for a new one."""


class Wire(Protocol):
    """A connection that messages can be put on."""

    def put(self, message: HostMessage) -> None:
        """Send this, after what was put before."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Live:
    """One match in memory. Everything that changes it holds ``lock``."""

    def __init__(self, host: Host, store: Store, thoughts: Thoughts, looks: Thoughts) -> None:
        self.host = host
        self.seats = Seats(host)
        self.tokens: dict[int, bytes] = {}
        self.wires: dict[int, list[Wire]] = {}
        self.lock = asyncio.Lock()
        self._store = store
        self._thoughts = thoughts
        self._looks = looks
        self._thinking: asyncio.Task[None] | None = None
        self._ended = False

    async def join(self, player: int | None, name: str) -> tuple[int, str]:
        """A seat and its token, which is told only now. Raises Refusal."""
        async with self.lock:
            taken, step = self.host.join(player, name, now())
            token = new_token()
            self.tokens[taken] = digest(token)
            await self._publish(step)
        self.wake()
        return taken, token

    def player_of(self, token: str | None) -> int | None:
        """The player whose token this is."""
        given = digest(token or "")
        for player, kept in self.tokens.items():
            if hmac.compare_digest(kept, given):
                return player
        return None

    async def connect(self, player: int | None, after: int, wire: Wire) -> None:
        """A new connection of a player, or a spectator: it takes the seat over. Raises Refusal."""
        async with self.lock:
            greeting = self.host.hello(player, after)
            number = player or SPECTATORS
            if player is not None:
                for other in self.wires.pop(number, []):
                    other.put(Replaced())
            self.wires.setdefault(number, []).append(wire)
            for message in greeting:
                wire.put(message)
        self.wake()

    def disconnect(self, player: int | None, wire: Wire) -> None:
        wires = self.wires.get(player or SPECTATORS, [])
        if wire in wires:
            wires.remove(wire)

    async def receive(self, player: int | None, message: ClientMessage, wire: Wire | None = None) -> list[HostMessage]:
        """Carry a message out and return the answers to its sender; a spectator's are put on ``wire`` alone."""
        if isinstance(message, Look):
            return [await self._look(player, message, wire)]
        async with self.lock:
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
        async with self.lock:
            work = self.host.look(player, look)
        answer = await self._looks.of(work)
        if answer is None:
            late = "There is too much on this board to advise on."
            answer = Refused(None, "TooLarge", "TooLarge", late, request=look.request)
        if wire is not None:
            wire.put(answer)
        return answer

    async def _publish(self, step: Step) -> None:
        """Store first, then tell: nobody sees what might be lost."""
        if step.events:
            await self._store.append(self.host.match_id, step.events)
        for number, message in step.mail:
            for wire in self.wires.get(number, ()):
                wire.put(message)

    # ---- computer players

    def wake(self) -> None:
        """Let the computer player who is due think, if nobody does yet."""
        if self._ended or self.seats.due() is None:
            return
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        while True:
            async with self.lock:
                player = self.seats.due()
                if player is None:
                    return
                turn = self.seats.turn()
                count = len(self.host.match.events)
            act = await self._thoughts.of(partial(self.seats.think, player, turn))
            async with self.lock:
                # Somebody may have left meanwhile: then the thought is worth nothing, and is thought anew.
                if len(self.host.match.events) != count:
                    continue
                step = self.host.receive(player, act or self.seats.dismiss(player, turn), now())
                if not step.events:
                    raise RuntimeError(f"match {self.host.match_id} refused what it calls legal: {step.mail}")
                await self._publish(step)

    def end(self) -> None:
        """The match makes room: nobody thinks about it any more."""
        self._ended = True
        if self._thinking is not None:
            self._thinking.cancel()

    @property
    def connected(self) -> bool:
        return any(self.wires.values())


class Hub:
    """All matches of this server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._thoughts = Thoughts()
        self._looks = Thoughts()
        self._live: OrderedDict[str, Live] = OrderedDict()

    async def create(self, game: str, options: Json, places: Iterable[Place], position: str | None) -> Live:
        """A new match. Raises BadOptions, BadPosition or Refusal."""
        named = list(places)
        for place in named:
            if place.kind == "computer":
                make(game, place.bot or "greedy")
        started = begin(game, options, named, secrets.randbits(32), now(), position)
        await self._make_room()
        match_id = secrets.token_hex(8)
        await self._store.append(match_id, [started])
        live = Live(Host.start(match_id, started), self._store, self._thoughts, self._looks)
        self._live[match_id] = live
        live.wake()
        return live

    async def _make_room(self) -> None:
        if len(self._live) < MATCHES:
            return
        for match_id, live in self._live.items():
            if not live.connected:
                del self._live[match_id]
                live.end()
                await self._store.forget(match_id)
                return
        raise Refusal("TooManyMatches", "This server has no room for another match now.", "too_many_matches")

    def get(self, match_id: str) -> Live:
        """A match. Raises Refusal GameNotFound."""
        live = self._live.get(match_id)
        if live is None:
            raise Refusal("GameNotFound", "There is no such match on this server.", "game_not_found")
        self._live.move_to_end(match_id)
        return live

    def held(self, live: Live, cookies: Mapping[str, str], name: str) -> list[int]:
        """The seats of a match whose cookies, named ``name`` % player, prove right."""
        return [p for p in sorted(live.tokens) if live.player_of(cookies.get(name % p)) == p]
