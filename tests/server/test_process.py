"""A server in a process of its own: whole matches over real connections, cut ones too, and its end."""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import socket
import struct
import time
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from outflank.client import Client
from outflank.protocol import ClientMessage, read_host, write
from tests.server.conftest import Server

WITHIN = 120.0  # seconds for a whole match; it ends long before


def made(server: Server, *kinds: str, **options: Any) -> tuple[str, list[dict[str, Any]]]:
    """A match and its seats."""
    players = [{"kind": kind, **({"bot": "random"} if kind == "computer" else {})} for kind in kinds]
    with httpx.Client(base_url=server.address, timeout=60) as web:
        match_id = web.post("/api/game/create", json={"players": players, "options": options}).json()["game_id"]
        seats = [web.post(f"/api/game/{match_id}/join").json() for kind in kinds if kind != "computer"]
    return match_id, seats


def now() -> int:
    return time.monotonic_ns() // 1_000_000


class Player:
    """A client over a real WebSocket, which is cut now and then."""

    def __init__(self, server: Server, match_id: str, seat: dict[str, Any], rng: random.Random, cuts: float) -> None:
        self.address = f"{server.sockets}/ws/game/{match_id}/ws"
        self.token = seat["player_token"]
        self.client = Client(seat["player_id"], f"c{seat['player_id']}")
        self.rng = rng
        self.cuts = cuts
        self.connections = 0

    async def play(self) -> None:
        """Play at random until the match is over and nothing is under way."""
        while self.client.over is None or self.client.busy:
            async with connect(self.address, compression=None) as socket:
                self.connections += 1
                try:
                    await self._play(socket)
                except ConnectionClosed:
                    continue

    async def _play(self, socket: ClientConnection) -> None:
        await self.send(socket, self.client.connect(self.token, now()))
        while self.client.over is None or self.client.busy:
            try:
                message = read_host(await asyncio.wait_for(socket.recv(), 1))
            except TimeoutError:
                await self.send(socket, self.client.tick(now()))
                continue
            await self.send(socket, self.client.receive(message, now()))
            if self.client.my_turn and self.client.legal and not self.client.busy and not self.client._hello:
                await self.send(socket, self.client.act(self.rng.choice(self.client.legal), now()))
                if self.rng.random() < self.cuts:
                    socket.transport.abort()  # between the command and its answer
                    return

    async def send(self, socket: ClientConnection, messages: list[ClientMessage]) -> None:
        for message in messages:
            await socket.send(write(message).decode())


async def program(server: Server, match_id: str, seat: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A program over REST: asks for the state, and acts when it may. Its last view."""
    headers = {"X-Player-Token": seat["player_token"]}
    async with httpx.AsyncClient(base_url=f"{server.address}/api/game/{match_id}", headers=headers, timeout=60) as web:
        while True:
            present = (await web.get("/state")).json()
            if present["view"] is not None and present["view"]["winner"] is not None:
                view: dict[str, Any] = present["view"]
                return view
            if present["legal"]:
                key = {"Idempotency-Key": str(rng.getrandbits(60))}
                action = rng.choice(present["legal"])
                answer = await web.post("/action", json=action, headers=key)
                assert answer.status_code in (200, 409), answer.text
            else:
                await asyncio.sleep(0.02)


def test_two_clients_and_a_program_play_a_match(server: Server) -> None:
    match_id, seats = made(server, "human", "human", "human", width=7, height=7, player_count=3, max_rounds=8)
    players = [Player(server, match_id, seat, random.Random(n), 0) for n, seat in enumerate(seats[:2])]

    async def play() -> dict[str, Any]:
        async with asyncio.timeout(WITHIN), asyncio.TaskGroup() as group:
            third = group.create_task(program(server, match_id, seats[2], random.Random(9)))
            for each in players:
                group.create_task(each.play())
        return third.result()

    view = asyncio.run(play())
    for player in players:
        assert player.client.over is not None and player.client.view is not None
        assert player.client.over.winner == view["winner"] == player.client.view["winner"]
        state = httpx.get(
            f"{server.address}/api/game/{match_id}/state", headers={"X-Player-Token": player.token}, timeout=60
        ).json()
        assert state["view"] == player.client.view and state["seq"] == player.client.seq


@pytest.mark.parametrize("seed", range(2))
def test_connections_cut_between_command_and_answer(server: Server, seed: int, full: bool) -> None:
    cut = 0
    for number in range(20 if full else 1):
        match_id, seats = made(server, "human", "human", "computer", width=7, height=7, player_count=3, max_rounds=6)
        players = [Player(server, match_id, seat, random.Random(seed + 2 * number), 0.3) for seat in seats]

        async def play(players: list[Player] = players) -> None:
            async with asyncio.timeout(WITHIN):
                await asyncio.gather(*(each.play() for each in players))

        asyncio.run(play())
        cut += sum(player.connections - 1 for player in players)
        for player in players:
            state = httpx.get(
                f"{server.address}/api/game/{match_id}/state", headers={"X-Player-Token": player.token}, timeout=60
            ).json()
            assert state["view"] == player.client.view
    assert cut > (40 if full else 2), "hardly anything was cut"


def test_a_foreign_origin_is_refused_with_403(server: Server) -> None:
    match_id, _ = made(server, "human", "human")

    async def knock() -> int:
        try:
            async with connect(f"{server.sockets}/ws/game/{match_id}/ws", origin="http://evil"):  # type: ignore[arg-type]
                return 101
        except InvalidStatus as status:
            return status.response.status_code

    assert asyncio.run(knock()) == 403


def test_messages_that_are_too_large_end_the_connection_and_nothing_else(server: Server) -> None:
    match_id, seats = made(server, "human", "human")

    async def flood() -> None:
        address = f"{server.sockets}/ws/game/{match_id}/ws"
        for text in ("x" * 70_000, '{"type":"hello","player":1,"token":"' + "x" * 70_000 + '"}'):
            async with connect(address, compression=None) as socket, asyncio.timeout(20):
                await socket.send(text)
                with pytest.raises(ConnectionClosed) as caught:
                    await socket.recv()
                assert caught.value.rcvd is not None and caught.value.rcvd.code == 1009
        async with connect(address, compression=None) as socket, asyncio.timeout(20):
            await socket.send(json.dumps({"type": "hello", "player": 1, "token": seats[0]["player_token"]}))
            assert json.loads(await socket.recv())["type"] == "Welcome"

    asyncio.run(flood())


def raw(server: Server) -> socket.socket:
    place = urlsplit(server.address)
    assert place.hostname is not None and place.port is not None
    return socket.create_connection((place.hostname, place.port), timeout=20)


def test_a_client_that_does_not_read_holds_up_nobody(server: Server) -> None:
    """It asks for more than it takes; others go on, and the server still stops."""
    match_id, seats = made(server, "human", "human", width=30, height=30)
    slow = raw(server)
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(
        f"GET /ws/game/{match_id}/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )

    def frame(message: dict[str, Any]) -> bytes:
        data = json.dumps(message).encode()
        return b"\x81" + struct.pack("!BH", 0x80 | 126, len(data)) + bytes(4) + data

    slow.sendall(frame({"type": "hello", "player": 1, "token": seats[0]["player_token"]}) + frame({"type": "sync"}))
    slow.settimeout(0.5)
    sent = 0
    try:
        for _ in range(3_000):
            slow.sendall(frame({"type": "sync", "after": 0}))
            sent += 1
    except (TimeoutError, ConnectionError):
        pass  # the server has stopped reading from it, or has let it go
    with httpx.Client(base_url=server.address, timeout=5) as web:
        headers = {"X-Player-Token": seats[0]["player_token"]}
        answer = web.post(f"/api/game/{match_id}/action", json={"unit_id": 1, "dx": 0, "dy": 0}, headers=headers)
        assert answer.status_code == 200 and sent > 100
    code, errors = server.stop()
    assert "Traceback" not in errors, errors
    assert code in (0, -15, 143), code
    slow.close()


def test_half_a_request_holds_up_nobody(server: Server) -> None:
    halves = [raw(server) for _ in range(50)]
    for half in halves:
        half.sendall(b"POST /api/game/create HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
    begin = time.monotonic()
    assert httpx.get(f"{server.address}/api/health", timeout=5).json()["status"] == "ok"
    assert time.monotonic() - begin < 5
    code, _ = server.stop()
    assert code in (0, -15, 143)
    for half in halves:
        half.close()


def test_paths_as_they_come_over_the_wire(server: Server) -> None:
    """No library tidies these up before they are sent."""
    place = urlsplit(server.address)
    for path in (
        "/../../pyproject.toml",
        "/assets/../../__init__.py",
        "/..%2f__init__.py",
        "/%00",
        "//x",
        "/" + "x" * 5000,
    ):
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=10)
        connection.putrequest("GET", path, skip_host=False)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status in (404, 503) and b"__version__" not in body and b"build-system" not in body, path
        connection.close()


@pytest.mark.parametrize("full_house", [False, True])
def test_sigterm_ends_it_within_five_seconds(server: Server, full_house: bool) -> None:
    """Also with open connections and computer players in the middle of a match."""

    async def stop() -> tuple[int, str, list[int | None]]:
        sockets: list[ClientConnection] = []
        for _ in range(10 if full_house else 0):
            match_id, seats = made(server, "human", "computer", width=20, height=20)
            made(server, "computer", "computer", width=20, height=20)
            socket = await connect(f"{server.sockets}/ws/game/{match_id}/ws", compression=None)
            await socket.send(json.dumps({"type": "hello", "player": 1, "token": seats[0]["player_token"]}))
            assert json.loads(await socket.recv())["type"] == "Welcome"
            sockets.append(socket)
        code, errors = await asyncio.to_thread(server.stop, 5)
        for socket in sockets:
            await socket.wait_closed()
        return code, errors, [socket.close_code for socket in sockets]

    code, errors, codes = asyncio.run(stop())
    assert code in (0, -15, 143) and "Traceback" not in errors, errors
    assert set(codes) <= {1012}, "clients are told to come back later"
