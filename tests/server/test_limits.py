"""Limits and secrets: too much is refused with a code and a wait, and no legal move ever is; no secret is logged."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket as sockets_
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from outflank.contract import Refusal
from outflank.server import app as apps
from outflank.server import limits, routes, sockets
from outflank.server.limits import Allowance, Strangers
from outflank.server.openapi import document
from outflank.server.store import Memory
from tests.server.conftest import create, join, token
from tests.server.test_sockets import connected, hear, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.server.conftest import Server


# ---- a bot at its limit


def test_at_its_limit_a_bot_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the limit of its address nor that of its connection is in the way of a legal move."""
    clock = [1_000_000]
    monkeypatch.setattr(sockets, "now", lambda: clock[0])
    with TestClient(apps.application(per_minute=3)) as web:
        match_id = create(web, "human", "human")
        seats = [join(web, match_id) for _ in range(2)]
        for path in ("create", f"{match_id}/join"):
            answer = web.post(f"/api/game/{path}", json={})
            assert (answer.status_code, answer.json()["error"]) == (429, "TooManyRequests")
            assert int(answer.headers["Retry-After"]) == answer.json()["values"]["seconds"] == 20
        header = token(seats[0])
        with connected(web, match_id, {"player": 1, "token": seats[0]["player_token"]}) as socket:
            update = until(socket, "YourTurn")[-2]
            for number in range(limits.MESSAGES):
                socket.send_json({"type": "ping"} if number % 2 else {"type": "sync", "after": update["seq"] + 1})
                assert hear(socket)["type"] in ("Pong", "Synced")
            socket.send_json({"type": "ping"})
            refused = hear(socket)
            assert (refused["error"], refused["detail"]) == ("TooManyRequests", "too_many_messages")
            assert refused["values"] == {"seconds": 1}
            socket.send_json({"type": "look", "request": 7})
            refused = hear(socket)
            assert (refused["error"], refused["request"]) == ("TooManyRequests", 7)
            socket.send_json({"type": "action", "unit_id": 99, "dx": 0, "dy": 0, "command_id": "bad"})
            assert hear(socket)["error"] == "UnitNotFound", "an illegal move is told what is wrong with it"
            socket.send_json({"type": "action", **update["legal"][0], "command_id": "good"})
            assert until(socket, "Accepted")[-1]["command_id"] == "good"
            assert web.post(f"/api/game/{match_id}/end_turn", headers=header).status_code == 200
            until(socket, "StateUpdate")
            clock[0] += 1_000 * refused["values"]["seconds"]
            socket.send_json({"type": "ping"})
            assert until(socket, "Pong"), "after the wait it is heard again"


def test_previews_are_limited_apart_from_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four for each new match that would be allowed; what is refused anyway does not count, and after the wait the
    page is answered again."""
    clock = [1_000_000]
    monkeypatch.setattr(routes, "now", lambda: clock[0])
    board = "/api/game/preview?width=64&height=64"
    with TestClient(apps.application(per_minute=2)) as web:
        for _ in range(limits.PREVIEWS * 2):
            assert web.get("/api/game/preview?width=2&height=2").status_code == 422
            assert web.get(board).status_code == 200
        answer = web.get(board)
        told = answer.json()
        assert (answer.status_code, told["error"], told["detail"]) == (429, "TooManyRequests", "too_many_previews")
        assert int(answer.headers["Retry-After"]) == told["values"]["seconds"] == 8
        create(web, "human", "human")
        create(web, "human", "human")
        assert web.post("/api/game/create", json={}).json()["detail"] == "too_many_requests"
        clock[0] += 8_000
        assert web.get(board).status_code == 200
    with TestClient(apps.application(per_minute=0)) as web:
        assert all(web.get("/api/game/preview").status_code == 200 for _ in range(9)), "0 is no limit"


def test_an_allowance_fills_again() -> None:
    allowance = Allowance(0)
    assert [allowance.take(0) for _ in range(limits.MESSAGES)] == [0] * limits.MESSAGES
    assert allowance.take(0) == 1 and allowance.take(40) == 1
    assert allowance.take(100) == 0, "a twentieth of a second is one message"
    assert [allowance.take(10**9) for _ in range(limits.MESSAGES + 1)] == [0] * limits.MESSAGES + [1], "and no more"
    assert Allowance(1_000).take(0) == 0, "a clock that is set back is no reason to refuse"


# ---- strangers


def test_connections_that_say_nothing_are_few(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGERS_EACH", 2)
    match_id = create(web, "human", "human")
    seat = join(web, match_id)
    strangers: Strangers = web.app.state.strangers  # type: ignore[attr-defined]
    with connected(web, match_id), connected(web, match_id):
        with pytest.raises(WebSocketDenialResponse) as caught, connected(web, match_id):
            raise AssertionError("it was accepted")
        assert caught.value.status_code == 429 and caught.value.headers["Retry-After"] == "10"
        assert caught.value.json()["detail"] == "too_many_connections"
        answer = web.post(f"/api/game/{match_id}/action", json={}, headers=token(seat))
        assert answer.status_code == 409, "others are served"
    with connected(web, match_id, {"player": 1, "token": seat["player_token"]}) as socket:
        assert hear(socket)["type"] == "Welcome"
        assert strangers.count == 0, "whoever has said hello is none"


def test_strangers_are_counted_in_all_and_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STRANGERS", 3)
    strangers = Strangers()
    one, two = strangers.one_more("a"), strangers.one_more("b")
    with one, two, strangers.one_more("c"):
        with pytest.raises(Refusal), strangers.one_more("d"):
            raise AssertionError("it was let in")
        assert strangers.count == 3
    assert strangers.count == 0 and not strangers._open


# ---- what is no message


def memory(process: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_rubbish_of_every_kind_is_told_and_bounded(server: Server) -> None:
    """Deep, malformed, binary, too long, too many: a code for each, others go on, and the memory stays as it was."""
    with httpx.Client(base_url=server.address, timeout=60) as web:
        match_id = web.post("/api/game/create", json={}).json()["game_id"]
        seats = [web.post(f"/api/game/{match_id}/join").json()["player_token"] for _ in range(2)]
        for body in (b"[" * 60_000, b'{"unit_id":' * 5_000, b"\xff\xfe", b"nul", b'{"dx":1e999}', b'"' + b"x" * 60_000):
            answer = web.post(f"/api/game/{match_id}/action", content=body, headers={"X-Player-Token": seats[0]})
            assert (answer.status_code, answer.json()["error"]) == (422, "BadRequest"), body[:20]
        large = web.post(f"/api/game/{match_id}/action", content=b" " * 70_000, headers={"X-Player-Token": seats[0]})
        assert (large.status_code, large.json()["error"]) == (413, "TooLarge")
    address = f"{server.sockets}/ws/game/{match_id}/ws"
    rubbish: list[str | bytes] = ["[" * 60_000, '{"type":' * 7_000, "", "null", b"\x00" * 60_000, '{"type":"fly"}']

    async def talk(number: int) -> None:
        async with connect(address, compression=None, max_size=None) as socket, asyncio.timeout(30):
            if number % 2:
                await socket.send(json.dumps({"type": "hello", "player": 1, "token": seats[0]}))
            with pytest.raises(ConnectionClosed) as caught:
                for each in rubbish * 20:
                    await socket.send(each)
                while True:
                    told = json.loads(await socket.recv())
                    if told["type"] == "Refused":
                        assert told["error"] == "BadMessage"
            assert caught.value.rcvd is None or caught.value.rcvd.code == sockets.POLICY

    async def others() -> None:
        async with connect(address, compression=None) as socket, asyncio.timeout(10):
            await socket.send(json.dumps({"type": "hello", "player": 2, "token": seats[1]}))
            while json.loads(await socket.recv())["type"] != "StateUpdate":
                pass

    async def flood(times: int) -> None:
        for _ in range(times):
            await asyncio.gather(*(talk(number) for number in range(10)), others())

    asyncio.run(flood(1))
    before = memory(server.process.pid)
    asyncio.run(flood(5))
    assert memory(server.process.pid) - before < 20_000_000


# ---- secrets


class Lines(logging.Handler):
    """Everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.getMessage()} {record.args}")


@asynccontextmanager
async def serving(log: Lines) -> AsyncIterator[str]:
    """A server that logs every access."""
    listening = sockets_.create_server(("127.0.0.1", 0))
    config = apps.configuration(apps.application(Memory()), access_log=True)
    loggers = [logging.getLogger(name) for name in ("", "uvicorn", "uvicorn.access", "uvicorn.error")]
    for logger in loggers:
        logger.addHandler(log)
    server = apps.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        for logger in loggers:
            logger.removeHandler(log)


def test_no_secret_is_in_a_log_an_address_or_an_export() -> None:
    log = Lines()
    secrets: list[str] = []

    async def use() -> None:
        async with serving(log) as address, httpx.AsyncClient(base_url=address, timeout=60) as web:
            made = (await web.post("/api/game/create", json={"max_rounds": 1, "width": 6, "height": 6})).json()
            match_id = made["game_id"]
            secrets.extend(made["invitations"].values())
            for code in list(secrets):
                seat = (await web.post(f"/api/game/{match_id}/join", json={"code": code})).json()
                secrets.append(seat["player_token"])
            one, two = secrets[2:]
            wrong = await web.post(f"/api/game/{match_id}/join", json={"code": secrets[0]})
            assert wrong.json()["error"] == "SeatTaken"
            where = address.replace("http", "ws") + f"/ws/game/{match_id}/ws"
            with pytest.raises(InvalidStatus) as foreign:
                await connect(where, origin="http://elsewhere.example").__aenter__()  # type: ignore[arg-type]
            assert foreign.value.response.status_code == 403
            async with connect(where) as socket:
                await socket.send(json.dumps({"type": "hello", "player": 1, "token": one}))
                assert json.loads(await socket.recv())["type"] == "Welcome"
                await socket.send(json.dumps({"type": "hello", "token": two}))
            async with connect(where) as socket:
                await socket.send(json.dumps({"type": "hello", "token": two[:-1]}))
                refused = str(await socket.recv())
                assert "Unauthorized" in refused and two[:-1] not in refused
            for player in (one, two):
                headers = {"X-Player-Token": player}
                legal: list[Any] = [{}]
                while legal:
                    legal = (await web.get(f"/api/game/{match_id}/state", headers=headers)).json()["legal"]
                    if legal:
                        await web.post(f"/api/game/{match_id}/action", json=legal[0], headers=headers)
            export = await web.get(f"/api/game/{match_id}/replay")
            assert export.status_code == 200, export.text
            shown = await web.get(f"/api/replay/{match_id}")
            page = await web.get(f"/match/{match_id}")
            assert page.status_code == 503 or page.headers["Referrer-Policy"] == "no-referrer"
            for secret in secrets:
                assert secret.encode() not in export.content and secret not in shown.text + page.text

    asyncio.run(use())
    told = "\n".join(log.lines)
    assert "/join" in told and "/ws/game/" in told and "/action" in told, "nothing was logged"
    assert len(secrets) == 4
    for secret in secrets:
        assert secret not in told


def test_no_address_takes_a_secret() -> None:
    for path, methods in document()["paths"].items():
        for told in methods.values():
            for each in told["parameters"]:
                assert each["in"] == "header" or each["name"] not in ("token", "code", "player_token"), path
