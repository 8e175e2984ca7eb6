"""The server's own WebSocket class against those who flood it, vanish, or meet a fault of the server."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import socket
import struct
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import Protocol, State

from outflank.server import app as apps
from outflank.server.live import Live
from outflank.server.store import Memory, Sqlite
from outflank.server.websocket import FLOOD, UNHEARD, WebSocket
from tests.server.test_limits import Lines, serving

if TYPE_CHECKING:
    from pathlib import Path

    from outflank.server.sockets import Connection
    from tests.server.conftest import Server

TEXT, CONTINUED, CLOSE, PING, LAST = 1, 0, 8, 9, 0x80


def shake(path: str, **headers: str) -> bytes:
    """The request that asks for a WebSocket."""
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return (
        f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def frame(head: int, data: bytes = b"") -> bytes:
    return bytes([head]) + struct.pack("!BH", 0x80 | 126, len(data)) + bytes(4) + data


@pytest.mark.parametrize(
    "flood",
    [
        frame(TEXT, b"x") + frame(CONTINUED) * 50_000,
        frame(LAST | PING) * 50_000,
        frame(LAST | TEXT, b'{"type":"ping"}') * 50_000,
    ],
    ids=["pieces of nothing", "pings", "messages"],
)
def test_a_flood_of_small_frames_is_cut_off(server: Server, flood: bytes) -> None:
    """It ends after about as many as may be; others are answered meanwhile."""
    place = urlsplit(server.address)
    with httpx.Client(base_url=server.address, timeout=20) as web:
        match_id = web.post("/api/game/create", json={"game": "traversal"}).json()["game_id"]
        seat = web.post(f"/api/game/{match_id}/join").json()
        with socket.create_connection((cast("str", place.hostname), cast("int", place.port)), timeout=20) as wire:
            wire.sendall(shake(f"/ws/game/{match_id}/ws"))
            assert b" 101 " in wire.recv(4096)
            wire.sendall(frame(LAST | TEXT, json.dumps({"type": "hello", "token": seat["player_token"]}).encode()))
            assert b"Welcome" in wire.recv(4096)
            with pytest.raises(ConnectionError):
                for _ in range(20):
                    wire.sendall(flood)
        assert web.get("/api/health").status_code == 200


class Wire:
    """A transport that goes nowhere."""

    def __init__(self) -> None:
        self.written = b""
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading

    def get_extra_info(self, _: str) -> Any:
        return None

    def get_protocol(self) -> asyncio.Protocol:
        return asyncio.Protocol()


async def asking(request: bytes, ping: float = 0) -> tuple[WebSocket, Wire]:
    """A connection that has asked for a handshake, which is not answered yet."""
    config = apps.configuration(apps.application(Memory()), ping)
    config.load()
    wire = Wire()
    found = WebSocket(config, ServerState(), {})
    found.connection_made(cast("asyncio.BaseTransport", wire))
    found.data_received(request)
    return found, wire


@pytest.mark.parametrize(
    "request_",
    [shake("/ws/game/0/ws"), shake("/ws/game/0/ws", Origin="http://elsewhere"), shake("/nowhere")],
    ids=["hello", "another site", "no such address"],
)
def test_who_is_gone_before_the_handshake_is_answered_is_no_error(request_: bytes) -> None:
    log = Lines()
    logger = logging.getLogger("uvicorn.error")

    async def vanish() -> None:
        found, wire = await asking(request_)
        logger.addHandler(log)  # only now: who configures a server takes all handlers away
        wire.closed = True
        found.connection_lost(None)
        await asyncio.gather(*found._server.tasks)

    try:
        asyncio.run(vanish())
    finally:
        logger.removeHandler(log)
    assert not log.lines


def test_what_comes_before_hello_is_bounded() -> None:
    async def flood() -> None:
        found, wire = await asking(shake("/ws/game/0/ws"))
        for _ in range(3):
            await asyncio.sleep(0)
        found.data_received(frame(LAST | TEXT, b"x") * 3 * FLOOD)
        assert wire.closed and len(found._heard) < 2 * FLOOD
        found.connection_lost(None)
        await asyncio.gather(*found._server.tasks)

    asyncio.run(flood())


class Ears:
    """Hears what a connection is sent, as long as it is not ``busy``."""

    def __init__(self) -> None:
        self.heard = 0
        self.idle = asyncio.Event()
        self.idle.set()

    async def hear(self, _: bytes | None) -> None:
        await self.idle.wait()
        self.heard += 1

    async def gone(self) -> None:
        pass


async def open_to(ears: Ears, ping: float = 0) -> tuple[WebSocket, Wire]:
    """A connection after hello."""

    async def app(_: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await found.hand_over(cast("Connection", ears))

    found, wire = await asking(shake("/ws/game/0/ws"), ping)
    found._config.loaded_app = app
    await asyncio.gather(*found._server.tasks)
    return found, wire


async def some_time() -> None:
    for _ in range(4 * UNHEARD):
        await asyncio.sleep(0)


def test_who_does_not_read_is_not_heard_further() -> None:
    """Else answers of any size would pile up for those who ask without reading."""

    async def use() -> None:
        ears = Ears()
        found, _ = await open_to(ears)
        found.pause_writing()
        found.data_received(frame(LAST | TEXT, b"x") * 10)
        await some_time()
        assert ears.heard == 0
        found.resume_writing()
        await some_time()
        assert ears.heard == 10
        found.connection_lost(None)

    asyncio.run(use())


def test_a_pong_that_waits_behind_messages_is_no_silence() -> None:
    async def use(busy: bool) -> bool:
        ears = Ears()
        found, _ = await open_to(ears, ping=20.0)
        found._tend()  # asks
        if busy:
            ears.idle.clear()
            found.data_received(frame(LAST | TEXT, b"x") * 2 * UNHEARD)
            found._tend()
            await some_time()
        found._tend()  # nothing was heard since
        there = found._ws.state is State.OPEN
        ears.idle.set()
        await some_time()
        assert ears.heard == (2 * UNHEARD if busy else 0)
        found.connection_lost(None)
        return there

    assert asyncio.run(use(busy=True))
    assert not asyncio.run(use(busy=False))


def test_a_fault_of_the_server_ends_the_connection_and_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever sent the message would wait for its answer for ever; the client comes back instead."""

    async def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    async def use() -> None:
        log = Lines()
        async with serving(log) as address, httpx.AsyncClient(base_url=address, timeout=60) as web:
            match_id = (await web.post("/api/game/create", json={"game": "traversal"})).json()["game_id"]
            place = address.replace("http", "ws") + f"/ws/game/{match_id}/ws"
            async with connect(place, compression=None) as wire, asyncio.timeout(20):
                await wire.send('{"type":"hello"}')
                await wire.recv()
                monkeypatch.setattr(Live, "receive", fail)
                await wire.send('{"type":"sync"}')
                with pytest.raises(ConnectionClosed) as caught:
                    while True:
                        await wire.recv()
                assert caught.value.rcvd is not None and caught.value.rcvd.code == 1011
        assert any("could not be carried out" in line for line in log.lines)

    asyncio.run(use())


def test_a_line_of_the_log_is_one_line() -> None:
    async def use() -> None:
        log = Lines()
        path = "/ws/game/a%0aINFO/ws"
        async with serving(log) as address, connect(address.replace("http", "ws") + path, compression=None) as wire:
            await wire.send('{"type":"hello"}')
            await wire.recv()
        assert any("a%0AINFO" in line for line in log.lines)
        assert not any("\nINFO" in line for line in log.lines)

    asyncio.run(use())


def test_a_store_outlives_a_question_that_makes_no_sense(tmp_path: Path) -> None:
    async def use() -> None:
        store = Sqlite(tmp_path)
        await store.open()
        try:
            with pytest.raises(UnicodeEncodeError):
                await store.read("\ud800")
            assert await asyncio.wait_for(store.read("other"), 10) is None
        finally:
            await store.close()

    asyncio.run(use())


@pytest.mark.parametrize("polite", [True, False], ids=["says goodbye", "is cut off"])
def test_a_connection_that_is_gone_leaves_nothing_for_a_collector(polite: bool) -> None:
    """What keeps itself alive is found late by a server that has little of it: memory would grow with every match."""
    kinds = (WebSocket, Protocol, HttpToolsProtocol)

    def alive() -> list[str]:
        return [type(each).__name__ for each in gc.get_objects() if isinstance(each, kinds)]

    async def come_and_go() -> None:
        async with serving(Lines()) as address, httpx.AsyncClient(base_url=address, timeout=20) as web:
            match_id = (await web.post("/api/game/create", json={"game": "traversal"})).json()["game_id"]
            seat = (await web.post(f"/api/game/{match_id}/join")).json()
            place = urlsplit(address)
            gc.collect()
            before = len(alive())  # of the requests just made
            reader, writer = await asyncio.open_connection(place.hostname, place.port)
            writer.write(shake(f"/ws/game/{match_id}/ws"))
            assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
            writer.write(frame(LAST | TEXT, json.dumps({"type": "hello", "token": seat["player_token"]}).encode()))
            assert await reader.read(1)
            assert len(alive()) > before
            if polite:
                writer.write(frame(LAST | CLOSE, struct.pack("!H", 1000)))
            else:
                writer.transport.abort()
            async with asyncio.timeout(20):
                while len(alive()) > before:
                    await asyncio.sleep(0.01)
            writer.close()

    gc.disable()
    try:
        asyncio.run(come_and_go())
    finally:
        gc.enable()
