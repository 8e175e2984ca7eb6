"""Replays over REST: of matches that are over here, and of files that somebody brings."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from outflank.contract import Json, Refusal
from outflank.games import text
from outflank.protocol import Seat
from outflank.replay import LARGEST, Replay, record
from outflank.server.replies import answering, body, number
from outflank.server.routes import limit

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from starlette.requests import Request

    from outflank.contract import Text
    from outflank.server.hub import Hub

KEPT = 32
"""So many replays are held ready, and"""
KEPT_EVENTS = 200_000
"""so many events of them together, but always the last one; what is asked for after that is played again."""
FILES = 64
"""So many files that somebody brought are kept, and"""
FILES_BYTES = 64 * 1024 * 1024
"""so many bytes of them; their addresses work until others have taken their place."""
AT_ONCE = 2
"""So many are read and played at a time, for that is work for the processor: the others wait."""
FRAMES = 200
"""So many moments one answer holds."""
RENEWED = 1.0
"""Seconds between two looks at a match that still runs."""
PREFIX = "file-"
"""Ids of files that somebody brought begin so; matches' ids are plain hexadecimal."""

T = TypeVar("T")


class Summary(msgspec.Struct):
    """What a player of replays shows around the board. ``turns``: the moments at which a turn begins."""

    replay_id: str
    match_id: str
    game: str
    options: Json
    seats: list[Seat]
    started_at: int
    ended_at: int
    winner: int | None
    reason: str | None
    length: int
    turns: list[int]
    times: list[int]
    """Per event the milliseconds since the start."""
    running: bool = False
    """The match goes on: only computers play, so that it can be watched meanwhile."""


class Frame(msgspec.Struct):
    """The board after ``moment`` events, what the last of them did, and who did it."""

    moment: int
    view: Json
    effects: list[Json]
    player: int | None
    what: str | None
    """Action, EndTurn, PlayerDisconnected or Rollback; null at the start."""
    grid: list[list[str]] | None = None
    """The board in words, when ``words`` asks for it: for pages that have no pictures of the game."""


class Shelf:
    """Replays ready to be looked at."""

    def __init__(self) -> None:
        self._ready: OrderedDict[str, Replay] = OrderedDict()
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._running: OrderedDict[str, tuple[float, Replay]] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Replay]] = {}
        self._work = asyncio.Semaphore(AT_ONCE)

    async def bring(self, data: bytes) -> tuple[str, Replay]:
        """A file that somebody brought. Raises BadReplay."""
        replay_id = PREFIX + hashlib.sha256(data).hexdigest()[:32]
        replay = await self._played(replay_id, data)
        self._files[replay_id] = data
        while len(self._files) > FILES or sum(map(len, self._files.values())) > FILES_BYTES:
            self._files.popitem(last=False)
        return replay_id, replay

    async def get(self, replay_id: str, hub: Hub) -> Replay:
        """Raises Refusal GameNotFound, or NotOver for a match that is not, and in which people play."""
        if replay_id in self._ready:
            self._ready.move_to_end(replay_id)
            return self._ready[replay_id]
        if replay_id.startswith(PREFIX):
            data = self._files.get(replay_id)
            if data is None:
                raise Refusal("GameNotFound", "That file is not here any more: load it again.", "replay_gone")
        elif await _watched(replay_id, hub):
            return await self._so_far(replay_id, hub)
        else:
            data = await self.file_of(replay_id, hub)
        return await self._played(replay_id, data)

    async def file_of(self, match_id: str, hub: Hub) -> bytes:
        """The replay file of a match that is over. Raises Refusal GameNotFound or NotOver."""
        match_ = (await hub.get(match_id)).host.match
        if match_.state.player or not match_.complete:
            raise Refusal("NotOver", "The replay can be had when the match is over.", "not_over")
        return await self._recorded(match_id, hub)

    async def _recorded(self, match_id: str, hub: Hub) -> bytes:
        async with self._work:
            events = list((await hub.get(match_id)).host.match.events)
            return await asyncio.to_thread(record, match_id, events)

    async def _so_far(self, match_id: str, hub: Hub) -> Replay:
        """A match that still runs, as it is or was a moment ago."""
        since, replay = self._running.get(match_id, (0.0, None))
        if replay is None or time.monotonic() - since > RENEWED:
            data = await self._recorded(match_id, hub)
            async with self._work:
                replay = await asyncio.to_thread(Replay.load, data)
            self._running[match_id] = time.monotonic(), replay
            _shorten(self._running, lambda each: len(each[1]))
        return replay

    async def _played(self, replay_id: str, data: bytes) -> Replay:
        """The replay of this file, held ready from now on; whoever else asks meanwhile waits too. Raises BadReplay."""
        replay = self._ready.get(replay_id)
        if replay is None:
            coming = self._coming.get(replay_id)
            if coming is None:
                coming = self._coming[replay_id] = asyncio.create_task(self._play(data))
                coming.add_done_callback(lambda _: self._coming.pop(replay_id))
            replay = await asyncio.shield(coming)
        self._ready[replay_id] = replay
        self._ready.move_to_end(replay_id)
        _shorten(self._ready, len)
        return replay

    async def _play(self, data: bytes) -> Replay:
        async with self._work:
            return await asyncio.to_thread(Replay.load, data)


def _shorten(kept: OrderedDict[str, T], events: Callable[[T], int]) -> None:
    """Let the longest unused of them go while they are too many, or have too many ``events`` together."""
    while len(kept) > 1 and (len(kept) > KEPT or sum(map(events, kept.values())) > KEPT_EVENTS):
        kept.popitem(last=False)


async def _watched(match_id: str, hub: Hub) -> bool:
    """Whether this match runs and only computers play it: nothing has to be hidden from anybody."""
    match_ = (await hub.get(match_id)).host.match
    return match_.running and all(place.kind == "computer" for place in match_.places)


def _shelf(request: Request) -> Shelf:
    found: Shelf = request.app.state.shelf
    return found


def _hub(request: Request) -> Hub:
    found: Hub = request.app.state.hub
    return found


async def download(request: Request) -> Any:
    match_id = request.path_params["game_id"]
    name = f'attachment; filename="{match_id}.cwreplay"'
    data = await _shelf(request).file_of(match_id, _hub(request))
    return Response(data, media_type="application/octet-stream", headers={"Content-Disposition": name})


async def bring(request: Request) -> Any:
    """The body is a replay file; the answer says under which id it can be looked at."""
    limit(request)
    replay_id, replay = await _shelf(request).bring(await body(request, LARGEST))
    return _summary(replay_id, replay)


async def summary(request: Request) -> Any:
    replay_id = request.path_params["replay_id"]
    return _summary(replay_id, await _shelf(request).get(replay_id, _hub(request)))


def _summary(replay_id: str, replay: Replay) -> Summary:
    file = replay.file
    outcome = replay.end.outcome
    return Summary(
        replay_id=replay_id,
        match_id=file.match_id,
        game=file.game,
        options=file.config,
        seats=[
            Seat(each.player_id, each.name, "computer" if each.is_ai else "human", each.level) for each in file.players
        ],
        started_at=file.started_at,
        ended_at=file.ended_at,
        winner=file.winner,
        reason=outcome.reason if outcome else None,
        length=len(replay),
        turns=replay.turns(),
        times=[max(0, event.timestamp - file.started_at) for event in file.events],
        running=replay.end.state.player != 0,
    )


async def frames(request: Request) -> Any:
    """Moments ``from`` to ``to`` (at most FRAMES of them); ``eyes``: as that player saw it, else the open board.

    ``words``, when it is 1: the board in words as well.
    """
    replay = await _shelf(request).get(request.path_params["replay_id"], _hub(request))
    query = request.query_params
    first = max(0, min(number("from", query.get("from", "0")), len(replay)))
    last = max(first, min(number("to", query.get("to", str(first))), len(replay), first + FRAMES - 1))
    eyes = number("eyes", query["eyes"]) if "eyes" in query else None
    if eyes is not None and not 1 <= eyes <= len(replay.file.players):
        raise Refusal("NoSuchSeat", f"There is no player {eyes} in this match.", "no_such_seat")
    words = text(replay.file.game, replay.file.rules_version) if query.get("words") == "1" else None
    return await asyncio.to_thread(lambda: list(_frames(replay, first, last, eyes, words)))


def _frames(replay: Replay, first: int, last: int, eyes: int | None, words: Text | None) -> Iterator[Frame]:
    for moment, (view, effects) in enumerate(replay.frames(first, last, eyes), first):
        event = replay.file.events[moment - 1] if moment else None
        what = None if event is None else event.event_type if isinstance(event.event_type, str) else "Action"
        yield Frame(
            moment=moment,
            view=view,
            effects=effects,
            player=event.player_id if event else None,
            what=what,
            grid=words.grid(view) if words else None,
        )


async def evaluation(request: Request) -> Any:
    """How the match went, turn by turn."""
    names = request.path_params
    replay = await _shelf(request).get(names.get("replay_id") or names["game_id"], _hub(request))
    return await asyncio.to_thread(replay.evaluation)


def routes(prefix: str) -> list[Route]:
    table: list[tuple[str, str, Callable[[Request], Awaitable[Any]]]] = [
        ("GET", "/game/{game_id}/replay", download),
        ("GET", "/game/{game_id}/evaluation", evaluation),
        ("POST", "/replay", bring),
        ("GET", "/replay/{replay_id}", summary),
        ("GET", "/replay/{replay_id}/frames", frames),
        ("GET", "/replay/{replay_id}/evaluation", evaluation),
    ]
    if not prefix:
        table = table[:2]  # at the root /replay/... is an address of the page
    return [Route(prefix + path, answering(handler), methods=[method]) for method, path, handler in table]
