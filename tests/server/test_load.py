"""A deploy in the middle of many matches, and many that come and go; `./run test --full`: the great numbers."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from outflank.client import Client
from outflank.host import Host
from outflank.match import Acted, Match, Place
from outflank.protocol import Act, StateUpdate, Welcome, read_host, write
from outflank.server import hub as hubs
from outflank.server.hub import Hub
from outflank.server.live import Live
from outflank.server.store import Sqlite
from tests.server.test_durable import Inbox, Process, _events

if TYPE_CHECKING:
    from collections.abc import Callable

BACK_WITHIN = 10.0


def ms() -> int:
    return time.monotonic_ns() // 1_000_000


# ---- a deploy


class Player:
    """A client that plays now and then, and comes back whenever its connection ends."""

    def __init__(self, address: str, match_id: str, player: int, token: str, rng: random.Random) -> None:
        self.client = Client(player, f"p{player}")
        self.address, self.token, self.rng = address.replace("http", "ws") + f"/ws/game/{match_id}/ws", token, rng
        self.codes: list[int] = []
        self.gone_at = 0.0
        self.away: list[float] = []
        self.acknowledged: list[str] = []
        self.stop = False
        self.acts_at = 0.0

    async def run(self) -> None:
        while not self.stop:
            try:
                async with connect(self.address, compression=None, open_timeout=5) as socket:
                    await self.send(socket, self.client.connect(self.token, ms()))
                    await self.play(socket)
            except ConnectionClosed as gone:
                self.codes.append(gone.rcvd.code if gone.rcvd else 1006)
                self.gone_at = self.gone_at or time.monotonic()
            except (OSError, TimeoutError, WebSocketException):
                pass  # the server is not there yet
            await asyncio.sleep(0.2 + 0.5 * self.rng.random())

    async def play(self, socket: ClientConnection) -> None:
        while not self.stop:
            try:
                message = read_host(await asyncio.wait_for(socket.recv(), 0.5))
            except TimeoutError:
                await self.send(socket, self.client.tick(ms()))
            else:
                if isinstance(message, StateUpdate | Welcome) and self.gone_at:
                    self.away.append(time.monotonic() - self.gone_at)
                    self.gone_at = 0.0
                command = self.client._command
                await self.send(socket, self.client.receive(message, ms()))
                if command is not None and not self.client.busy and self.client.refused is None:
                    self.acknowledged.append(str(command.command_id))
            may = self.client.legal and not self.client.busy and not self.client.over
            if may and time.monotonic() >= self.acts_at:
                self.acts_at = time.monotonic() + self.rng.random()
                await self.send(socket, self.client.act(self.rng.choice(self.client.legal), ms()))

    async def send(self, socket: ClientConnection, messages: list[Any]) -> None:
        for message in messages:
            await socket.send(write(message).decode())


def test_a_deploy_in_the_middle_of_many_matches(tmp_path: Path, full: bool, figures: Callable[..., None]) -> None:
    """SIGTERM: everybody is told, and is back at the next server within ten seconds; nothing acknowledged is lost."""
    many = 300 if full else 10
    rng = random.Random(4)
    server = Process(tmp_path)
    made: list[tuple[str, list[str]]] = []
    with httpx.Client(base_url=server.address, timeout=60) as web:
        for _ in range(many):
            match_id = web.post("/api/game/create", json={"max_rounds": 500}).json()["game_id"]
            made.append((match_id, [web.post(f"/api/game/{match_id}/join").json()["player_token"] for _ in range(2)]))
    players = {
        match_id: [Player(server.address, match_id, number, key, rng) for number, key in enumerate(keys, 1)]
        for match_id, keys in made
    }
    everybody = [player for pair in players.values() for player in pair]

    async def deploy() -> Process:
        running = [asyncio.create_task(player.run()) for player in everybody]
        async with asyncio.timeout(60 if full else 20):
            while not all(player.client.view for player in everybody) or not all(
                pair[0].acknowledged for pair in players.values()
            ):
                await asyncio.sleep(0.1)
        errors = await asyncio.to_thread(server.end, signal.SIGTERM)
        assert "Traceback" not in errors, errors
        next_ = await asyncio.to_thread(Process, tmp_path, server.port)
        async with asyncio.timeout(60):
            while not all(player.away for player in everybody):
                await asyncio.sleep(0.1)
        await asyncio.sleep(1)  # they go on playing
        for player in everybody:
            player.stop = True
        await asyncio.gather(*running)
        return next_

    last = asyncio.run(deploy())
    errors = last.end(signal.SIGTERM)
    assert "Traceback" not in errors, errors
    assert {player.codes[0] for player in everybody} == {1012}, "somebody was not told"
    slowest = max(player.away[0] for player in everybody)
    figures(matches=many, slowest_back_seconds=round(slowest, 2))
    assert slowest < BACK_WITHIN
    for match_id, pair in players.items():
        events = asyncio.run(_events(tmp_path, match_id))
        ids = [event.command_id for event in events if isinstance(event, Acted) and event.command_id]
        assert len(ids) == len(set(ids)) and {*pair[0].acknowledged, *pair[1].acknowledged} <= set(ids)


# ---- many matches that come and go


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def alive() -> int:
    """Matches that something still holds on to."""
    gc.collect()
    return sum(isinstance(each, Live | Host | Match) for each in gc.get_objects())


async def one_match(hub: Hub, number: int) -> None:
    """A whole short match: of two computers, or of a person, who is connected, against one."""
    options = {"width": 6, "height": 6, "max_rounds": 3}
    kinds = [Place("open") if number % 2 else Place("computer", bot="random"), Place("computer", bot="random")]
    live, _ = await hub.create("cellwar", options, kinds, None)
    box = Inbox()
    if number % 2:
        await live.join(None, "")
        await live.connect(1, 0, box)
    while live.host.match.state.player:
        state = live.host.match.state
        if number % 2 and state.player == 1:
            await live.receive(1, Act(live.host.game.legal(state, 1)[0], f"c{len(live.host.match.events)}"))
        else:
            await asyncio.sleep(0.001)
    await live.disconnect(1, box)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_finished_matches_leave_nothing_behind(
    tmp_path: Path, full: bool, monkeypatch: pytest.MonkeyPatch, figures: Callable[..., None]
) -> None:
    """Memory is flat, and tasks, threads, deadlines and matches are what they were at the start."""
    many = 5_000 if full else 120
    monkeypatch.setattr(hubs, "IDLE", 0)
    monkeypatch.setattr(hubs, "TICK", 0.02)

    async def use() -> None:
        store = Sqlite(tmp_path)
        hub = Hub(store, lost_after=200)
        await hub.open()

        async def play(numbers: range) -> None:
            for at in range(numbers.start, numbers.stop, 20):
                await asyncio.gather(*(one_match(hub, number) for number in range(at, min(at + 20, numbers.stop))))

        async def quiet() -> None:
            async with asyncio.timeout(20):
                while hub.matches or hub._due or hub._loading or len(asyncio.all_tasks()) > tasks:
                    await asyncio.sleep(0.05)

        before, tasks = alive(), len(asyncio.all_tasks())
        await play(range(many // 4))
        await quiet()
        threads, memory = threading.active_count(), resident()
        await play(range(many // 4, many))
        await quiet()
        assert alive() == before and threading.active_count() <= threads
        assert await store.deadlines() == []
        grown = resident() - memory
        figures(matches=many, grown_kb=grown // 1000)
        assert grown < 8_000_000
        await hub.close()

    asyncio.run(use())
