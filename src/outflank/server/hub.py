"""All matches of a server: created, taken up from the store when somebody asks, and let go when nobody does."""

from __future__ import annotations

import asyncio
import heapq
import logging
import secrets
from collections import OrderedDict
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from outflank.bots import STANDARD, make
from outflank.contract import Refusal
from outflank.match import begin
from outflank.server.auth import digest, new_code, plain_code
from outflank.server.live import CONNECTED, Live, Unbroken, now
from outflank.server.store.kept import Change, Kept, StoreFailed
from outflank.server.thinking import Thoughts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.contract import Json
    from outflank.match import Place
    from outflank.server.store.kept import Store

IN_MEMORY = 2_000
"""Above so many matches, those that nobody is connected to leave memory, the longest unused first."""
IDLE = 60_000
"""Milliseconds after which a match that nobody is connected to leaves memory."""
LOST_AFTER = 30_000
"""Milliseconds without a connection after which a player is lost, in games where that counts as leaving."""
AFTER_START = 10_000
"""Milliseconds that everybody has to come back after the server started, whatever their deadline was."""
COME_WITHIN = 1.5
"""Seconds that a computer player who opens a new match waits for the first person's connection, so that they see its
whole first turn; programs that only use REST never open one."""
TICK = 1.0
"""Seconds between two looks at the deadlines."""

_logger = logging.getLogger("uvicorn.error")


class Hub:
    """The matches in memory, and the clock that runs for lost players."""

    def __init__(self, store: Store, lost_after: int | None = LOST_AFTER) -> None:
        self.store = store
        self.draining = False
        self._lost_after = lost_after
        self._thoughts = Thoughts()
        self._looks = Thoughts()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._due: list[tuple[int, str]] = []
        self._clock: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Open the store and start the clock. Raises StoreFailed."""
        await self.store.open()
        soonest = now() + AFTER_START
        again = now() + max(AFTER_START, self._lost_after or 0)
        self._due = [
            (max(due, soonest) if due != CONNECTED else again, match_id)
            for match_id, _, due in await self.store.deadlines()
        ]
        heapq.heapify(self._due)
        self._clock = asyncio.get_running_loop().create_task(self._tick())

    async def close(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            with suppress(asyncio.CancelledError):
                await self._clock
        for live in self._live.values():
            live.end()
        await self.store.close()

    async def create(
        self, game: str, options: Json, places: Iterable[Place], position: str | None, seed: int | None = None
    ) -> tuple[Live, dict[int, str]]:
        """A new match, and a code per open seat, told only now. Raises BadOptions, BadPosition or Refusal."""
        named = list(places)
        for place in named:
            if place.kind == "computer":
                make(game, place.bot or STANDARD)
        drawn = secrets.randbits(32) if seed is None else seed
        started = begin(game, options, named, drawn, now(), position)
        codes = {player: new_code() for player, place in enumerate(named, 1) if place.kind == "open"}
        match_id = secrets.token_hex(8)
        change = Change(match_id, 0, (started,), invitations={each: digest(code) for each, code in codes.items()})
        try:
            await self.store.write(change)
        except StoreFailed as error:
            raise _failed() from error
        kept = Kept([started], {}, {player: code for player, code in change.invitations.items() if code}, {})
        return self._take_up(match_id, kept, 0, COME_WITHIN), codes

    async def get(self, match_id: str) -> Live:
        """A match, from memory or from the store. Raises Refusal GameNotFound or StoreFailed."""
        if (live := self._here(match_id)) is not None:
            self._live.move_to_end(match_id)
            live.used_at = now()  # whoever asks may take a while until they say what for
            return live
        lock = self._loading.setdefault(match_id, asyncio.Lock())
        try:
            async with lock:
                return await self._load(match_id)
        finally:
            if not lock.locked():
                self._loading.pop(match_id, None)

    async def call_off(self, live: Live) -> None:
        """A match that has not begun is no more. Raises Refusal AlreadyStarted or StoreFailed."""
        async with Unbroken(live):
            if live.host.match.complete:
                raise Refusal("AlreadyStarted", "The match has begun: it cannot be called off.", "already_started")
            try:
                await self.store.forget(live.host.match_id)
            except StoreFailed as error:
                raise _failed() from error
            live.broken = True
        live.end()
        if self._live.get(live.host.match_id) is live:
            del self._live[live.host.match_id]

    async def invited(self, code: str) -> str:
        """The id of the match that this code is an invitation to. Raises Refusal GameNotFound or StoreFailed."""
        try:
            found = await self.store.invited(digest(plain_code(code)))
        except StoreFailed as error:
            raise _failed() from error
        if found is None:
            raise Refusal("GameNotFound", "No open seat has this code: it may have been used.", "code_not_found")
        return found

    async def _load(self, match_id: str) -> Live:
        if (live := self._here(match_id)) is not None:
            return live
        try:
            kept = await self.store.read(match_id)
        except StoreFailed as error:
            raise _failed() from error
        if kept is None:
            raise Refusal("GameNotFound", "There is no such match on this server.", "game_not_found")
        # Where a reading has failed those who waited for it read for themselves: still there is only one of each match.
        return self._here(match_id) or self._take_up(match_id, kept, now())

    def _here(self, match_id: str) -> Live | None:
        """The match, if it is in memory and can be trusted."""
        live = self._live.get(match_id)
        return None if live is None or live.broken else live

    def _take_up(self, match_id: str, kept: Kept, count_from: int, come_within: float = 0) -> Live:
        self._let_go()
        remind = partial(self._remind, match_id)
        live = Live(
            match_id, kept, self.store, self._thoughts, self._looks, self._lost_after, remind, count_from, come_within
        )
        self._live[match_id] = live
        live.wake()  # the computer may have been at it when the match left memory, or the server stopped
        return live

    def _let_go(self) -> None:
        """Matches that nobody is connected to leave memory: they are in the store."""
        long_ago = now() - IDLE
        for match_id, live in list(self._live.items()):
            if (live.used_at <= long_ago or len(self._live) >= IN_MEMORY) and live.idle:
                live.end()
                del self._live[match_id]

    # ---- lost players

    def _remind(self, match_id: str, due: int) -> None:
        heapq.heappush(self._due, (due, match_id))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            while self._due and self._due[0][0] <= now():
                await self._look_after(heapq.heappop(self._due)[1])
            self._let_go()

    async def _look_after(self, match_id: str) -> None:
        """Remove the lost players of a match. Whatever is wrong with it, the clock goes on for all the others."""
        try:
            await (await self.get(match_id)).overdue()
        except Refusal:
            return  # it is not here, or the store failed: whoever asks for it next takes it up, and its clock
        except Exception:
            _logger.exception("The deadlines of match %s cannot be looked after", match_id)

    def drain(self) -> None:
        """The server is about to stop: everybody is told to come back."""
        self.draining = True
        for live in self._live.values():
            live.end()

    @property
    def matches(self) -> int:
        """How many matches are in memory."""
        return len(self._live)


def _failed() -> Refusal:
    message = "The server cannot read or keep matches now. Try again in a moment."
    return Refusal("StoreFailed", message, "store_failed")
