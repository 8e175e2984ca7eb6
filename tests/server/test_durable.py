"""What was acknowledged is kept: kill -9, a full disk, lost players, invitations, replays."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from outflank.client import Client
from outflank.match import Acted, Event, Place
from outflank.protocol import Act, Leave, read_host, write
from outflank.replay import Replay
from outflank.server import hub as hubs
from outflank.server import live as lives
from outflank.server.app import application
from outflank.server.auth import digest
from outflank.server.hub import Hub
from outflank.server.live import CONNECTED, Live
from outflank.server.store import Change, Memory, Sqlite, StoreFailed

JSON = dict[str, Any]


class Process:
    """`outflank serve` on a folder; it can be killed and started again at the same address."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "outflank", "serve", "--port", str(port), "--data", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--new-per-minute", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.]+:(\d+)", line)
        assert found is not None, self.process.communicate(timeout=5)
        self.address, self.port = found[0], int(found[1])

    def end(self, how: signal.Signals) -> str:
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=10)
        return errors

    def socket(self, match_id: str) -> ClientConnection:
        return connect(self.address.replace("http", "ws") + f"/ws/game/{match_id}/ws", open_timeout=10).__enter__()


def new_match(address: str, players: int = 2, **options: Any) -> tuple[str, list[str]]:
    """A match with a token per player."""
    fields = {"width": 6, "height": 6, "player_count": players, **options}
    match_id = httpx.post(f"{address}/api/game/create", json=fields, timeout=60).json()["game_id"]
    seats = [httpx.post(f"{address}/api/game/{match_id}/join", timeout=60).json() for _ in range(players)]
    return match_id, [seat["player_token"] for seat in seats]


class Player:
    """A client with a token, that greets again whenever the connection is gone."""

    def __init__(self, match_id: str, player: int, token: str) -> None:
        self.client = Client(player, f"p{player}")
        self.match_id, self.token = match_id, token
        self.socket: ClientConnection | None = None
        self.acknowledged: list[str] = []

    def greet(self, server: Process) -> None:
        self.socket = server.socket(self.match_id)
        self.send(self.client.connect(self.token, _ms()))

    def send(self, messages: list[Any]) -> None:
        assert self.socket is not None
        for message in messages:
            self.socket.send(write(message).decode())

    def hear(self) -> None:
        """Take what has arrived, and ask for what seems lost. Raises ConnectionClosed."""
        assert self.socket is not None
        try:
            while True:
                command = self.client._command
                self.send(self.client.receive(read_host(self.socket.recv(timeout=0.02)), _ms()))
                if command is not None and not self.client.busy and self.client.refused is None:
                    self.acknowledged.append(str(command.command_id))
        except TimeoutError:
            self.send(self.client.tick(_ms()))


def _ms() -> int:
    return time.monotonic_ns() // 1_000_000


@pytest.mark.parametrize("seed", range(3))
def test_kill_9_at_random_moments_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    """The server dies between any two of its steps; what a player was told happened has happened, once."""
    rng = random.Random(seed)
    server = Process(tmp_path)
    match_id, tokens = new_match(server.address, max_rounds=30)
    players = [Player(match_id, number, token) for number, token in enumerate(tokens, 1)]
    sent = kills = 0
    until = time.monotonic() + 90
    try:
        for player in players:
            player.greet(server)
        while not any(player.client.over for player in players) and (sent < 60 or kills < 2):
            assert time.monotonic() < until, "the match does not go on"
            for player in players:
                try:
                    player.hear()
                    if player.client.legal and not player.client.busy:
                        player.send(player.client.act(rng.choice(player.client.legal), _ms()))
                        sent += 1
                        if sent == 5 or rng.random() < 0.08:
                            # Perhaps before the command is kept, perhaps after it was answered: nobody knows.
                            kills += 1
                            server.end(signal.SIGKILL)
                            server = Process(tmp_path, server.port)
                except ConnectionClosed:
                    player.greet(server)
        while any(player.client.busy for player in players):
            assert time.monotonic() < until, "a command gets no answer"
            for player in players:
                try:
                    player.hear()
                except ConnectionClosed:
                    player.greet(server)
        assert kills >= 1
    finally:
        server.end(signal.SIGKILL)
    events = asyncio.run(_events(tmp_path, match_id))
    ids = [event.command_id for event in events if isinstance(event, Acted) and event.command_id]
    assert len(ids) == len(set(ids)), "a command had two effects"
    for player in players:
        assert set(player.acknowledged) <= set(ids), "something acknowledged is lost"
    assert set(ids) == {*players[0].acknowledged, *players[1].acknowledged}


async def _events(folder: Path, match_id: str) -> list[Event]:
    from outflank.server.store import Sqlite

    store = Sqlite(folder)
    await store.open()
    kept = await store.read(match_id)
    await store.close()
    assert kept is not None
    return kept.events


def test_a_second_server_on_the_same_folder_says_so(tmp_path: Path) -> None:
    server = Process(tmp_path)
    try:
        command = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert done.returncode == 2 and "Another Outflank server uses the data folder" in done.stderr
        assert server.address in done.stderr and done.stdout == "" and "Traceback" not in done.stderr
        command = [sys.executable, "-m", "outflank", "play", "--no-browser", "--port", "0", "--data", str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        assert (done.returncode, done.stdout) == (0, f"Outflank runs already, at {server.address}/\n")
    finally:
        server.end(signal.SIGKILL)


def test_sigterm_tells_everybody_and_closes_with_1012(tmp_path: Path) -> None:
    server = Process(tmp_path)
    with closing(httpx.Client(base_url=server.address, timeout=60)) as http:
        rows = [new_match(server.address) for _ in range(10)]
        sockets = []
        for match_id, tokens in rows:
            for player, token in enumerate(tokens, 1):
                socket = server.socket(match_id)
                socket.send(f'{{"type":"hello","player":{player},"token":"{token}"}}')
                sockets.append(socket)
        for socket in sockets:
            while "StateUpdate" not in str(socket.recv(timeout=10)):
                pass
        assert http.get("/api/health").status_code == 200
        errors = server.end(signal.SIGTERM)
        assert "Traceback" not in errors
        codes = []
        for socket in sockets:
            try:
                while True:
                    socket.recv(timeout=10)
            except ConnectionClosed as gone:
                codes.append(gone.rcvd.code if gone.rcvd else 1006)
        assert codes == [1012] * len(sockets)
    again = Process(tmp_path, server.port)
    try:
        for match_id, tokens in rows:
            answer = httpx.get(
                f"{again.address}/api/game/{match_id}/state", headers={"X-Player-Token": tokens[0]}, timeout=60
            ).json()
            assert answer["started"] and answer["view"]["current_player"] == 1
    finally:
        again.end(signal.SIGKILL)


# ---- in one process


class Inbox:
    """A connection that keeps what is put on it."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.dropped = False

    def put(self, message: Any, coded: bytes | None = None) -> None:
        self.messages.append(message)

    def drop(self) -> None:
        self.dropped = True

    def kinds(self) -> list[str]:
        return [type(message).__name__ for message in self.messages]


async def seated(hub: Hub, players: int = 2) -> Live:
    options = {"width": 7, "height": 7, "player_count": players}
    live, _ = await hub.create("cellwar", options, [Place("open")] * players, None)
    for _ in range(players):
        await live.join(None, "")
    return live


class Clock:
    """The time as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000
        for module in (lives, hubs):
            monkeypatch.setattr(module, "now", lambda: self.now)


def test_a_store_that_fails_leaves_nothing_half_done() -> None:
    class Full(Memory):
        full = False

        async def write(self, change: Change) -> None:
            if self.full:
                raise StoreFailed("the disk is full")
            await super().write(change)

    async def use() -> None:
        store = Full()
        hub = Hub(store)
        live = await seated(hub)
        one, two = Inbox(), Inbox()
        await live.connect(1, 0, one)
        await live.connect(2, 0, two)
        heard = len(two.messages)
        store.full = True
        with pytest.raises(Exception, match="cannot keep this now") as caught:
            await live.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "k"))
        assert getattr(caught.value, "code", "") == "StoreFailed"
        assert one.dropped and two.dropped and len(two.messages) == heard, "something was told that is not kept"
        store.full = False
        again = await hub.get(live.host.match_id)
        assert again is not live and len(again.host.match.events) == 3
        await again.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "k"))
        assert len(again.host.match.events) == 4

    asyncio.run(use())


def test_a_lost_player_leaves_after_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def use() -> None:
        hub = Hub(Memory(), lost_after=30_000)
        live = await seated(hub, 3)
        boxes = {player: Inbox() for player in (1, 2, 3)}
        for player, box in boxes.items():
            await live.connect(player, 0, box)
        await live.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}))
        await live.disconnect(1, boxes[1])
        assert live.deadlines == {1: clock.now + 30_000}
        clock.now += 10_000
        await live.overdue()
        assert live.host.match.left == set(), "ten seconds are not thirty"
        back = Inbox()
        await live.connect(1, 0, back)
        assert live.deadlines == {}
        clock.now += 60_000
        await live.overdue()
        assert live.host.match.left == set(), "whoever is back stays"
        await live.disconnect(1, back)
        clock.now += 30_001
        await live.overdue()
        assert live.host.match.left == {1} and live.deadlines == {}
        told = boxes[2].kinds()
        at = told.index("Rollback")
        assert told[at : at + 4] == ["Rollback", "PlayerDisconnected", "StateUpdate", "YourTurn"]

    asyncio.run(use())


def test_nobody_is_lost_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two at one screen close it; whoever comes back first gives the other the whole time again."""
    clock = Clock(monkeypatch)

    async def use() -> None:
        hub = Hub(Memory(), lost_after=30_000)
        live = await seated(hub)
        boxes = {player: Inbox() for player in (1, 2)}
        for player, box in boxes.items():
            await live.connect(player, 0, box)
        for player, box in boxes.items():
            await live.disconnect(player, box)
        clock.now += 600_000
        await live.overdue()
        assert live.host.match.left == set()
        await live.connect(2, 0, Inbox())
        await live.overdue()
        assert live.host.match.left == set() and live.deadlines == {1: clock.now + 30_000}
        clock.now += 30_001
        await live.overdue()
        assert live.host.match.left == {1} and live.host.match.state.player == 0

    asyncio.run(use())


def test_deadlines_survive_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)

    async def use() -> None:
        store = Memory()
        hub = Hub(store, lost_after=30_000)
        live = await seated(hub, 3)
        boxes = {player: Inbox() for player in (1, 2, 3)}
        for player, box in boxes.items():
            await live.connect(player, 0, box)
        await live.disconnect(3, boxes[3])
        assert await store.deadlines() == [
            (live.host.match_id, 1, CONNECTED),
            (live.host.match_id, 2, CONNECTED),
            (live.host.match_id, 3, clock.now + 30_000),
        ]
        # kill -9: nothing more is written. A new server; player 1 comes back, 2 and 3 do not.
        clock.now += 5_000
        again = Hub(store, lost_after=30_000)
        await again.open()
        try:
            taken_up = await again.get(live.host.match_id)
            await taken_up.connect(1, 0, Inbox())
            clock.now += 30_001
            await taken_up.overdue()
            assert taken_up.host.match.left == {2, 3} and taken_up.host.match.state.player == 0
        finally:
            await again.close()

    asyncio.run(use())


def test_no_token_and_no_code_is_in_the_files(tmp_path: Path) -> None:
    """What opens a seat is kept as a digest: whoever reads the database can take none."""

    async def use() -> list[str]:
        hub = Hub(Sqlite(tmp_path))
        await hub.open()
        live, codes = await hub.create("cellwar", {}, [Place("open")] * 2, None)
        _, token = await live.join(None, "Ada of the file", codes[1])
        another, more = await hub.create("cellwar", {}, [Place("open")] * 2, None)
        await another.join(1, "")
        await another.join(2, "")
        await another.receive(1, Leave("bye"))
        await another.ask_for_rematch(1, live.host.match_id, {2: codes[2]})
        kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert b"Ada of the file" in kept and digest(token) in kept and digest(codes[2]) in kept
        await hub.close()
        return [token, *codes.values(), *more.values()]

    secrets = asyncio.run(use())
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert len(secrets) == 5 and not [secret for secret in secrets if secret.encode() in kept]


# ---- invitations and replays over REST


@pytest.fixture
def web() -> Any:
    with TestClient(application(), base_url="http://testserver") as client:
        yield client


def test_an_invitation_takes_its_seat_once(web: TestClient) -> None:
    made = web.post("/api/game/create", json={"player_count": 3}).json()
    match_id, codes = made["game_id"], made["invitations"]
    assert sorted(codes) == ["1", "2", "3"] and len({*codes.values()}) == 3
    taken = web.post(f"/api/game/{match_id}/join", json={"code": codes["3"], "name": "Ada"}).json()
    assert taken["player_id"] == 3
    for code in (codes["3"], "x", ""):
        again = web.post(f"/api/game/{match_id}/join", json={"code": code})
        assert (again.status_code, again.json()["error"]) == (409, "SeatTaken")
    assert web.post(f"/api/game/{match_id}/join").json()["player_id"] == 1
    late = web.post(f"/api/game/{match_id}/join", json={"code": codes["1"]})
    assert late.json()["detail"] == "invitation_used"
    info = web.get(f"/api/game/{match_id}")
    for secret in (*codes.values(), taken["player_token"]):
        assert secret not in info.text


def test_a_code_leads_to_its_match_however_it_is_typed_and_once(web: TestClient) -> None:
    made = web.post("/api/game/create", json={"game": "traversal"}).json()
    match_id, code = made["game_id"], made["invitations"]["2"]
    assert len(code) == 12
    looks_like = code.replace("0", "o").replace("1", "l")
    for typed in (code, code.lower(), looks_like, f" {code[:4]}-{code[4:8]} {code[8:]} "):
        assert web.post("/api/game/find", json={"code": typed}).json() == {"game_id": match_id}, typed
    web.post(f"/api/game/{match_id}/join", json={"code": looks_like})
    for typed in (code, code[:-1], "", "x" * 64, "\N{LATIN SMALL LETTER SHARP S}" * 64, "\0", match_id):
        missing = web.post("/api/game/find", json={"code": typed})
        assert (missing.status_code, missing.json()["detail"]) == (404, "code_not_found"), typed
    for typed in ("x" * 65, None, 5, [code]):
        assert web.post("/api/game/find", json={"code": typed}).status_code == 422, typed


def test_who_guesses_codes_has_few_tries() -> None:
    """At the match as anywhere: looking for one and taking a seat count together."""
    with TestClient(application(per_minute=4), base_url="http://testserver") as web:
        made = web.post("/api/game/create", json={"game": "traversal"}).json()
        tries = [web.post("/api/game/find", json={"code": f"{number:012}"}).status_code for number in range(3)]
        assert tries == [404, 404, 404]
        path = f"/api/game/{made['game_id']}/join"
        for late in (
            web.post("/api/game/find", json={"code": made["invitations"]["1"]}),
            web.post(path, json={"code": made["invitations"]["1"]}),
        ):
            assert late.status_code == 429 and int(late.headers["retry-after"]) >= 1


def test_the_computer_fills_an_open_seat(web: TestClient) -> None:
    match_id = web.post("/api/game/create", json={"width": 6, "height": 6}).json()["game_id"]
    refused = web.post(f"/api/game/{match_id}/fill", json={"player": 2})
    assert refused.status_code == 401
    token = web.post(f"/api/game/{match_id}/join").json()["player_token"]
    header = {"X-Player-Token": token}
    filled = web.post(f"/api/game/{match_id}/fill", json={"player": 2, "bot": "random"}, headers=header)
    assert filled.json()["started"] and filled.json()["seats"][1]["bot"] == "random"
    for wish, status in [({"player": 2}, 409), ({"player": 9}, 404), ({"player": 2, "bot": "no"}, 422)]:
        assert web.post(f"/api/game/{match_id}/fill", json=wish, headers=header).status_code == status


def test_a_match_that_has_not_begun_is_called_off(web: TestClient) -> None:
    made = web.post("/api/game/create", json={"player_count": 3}).json()
    path, codes = f"/api/game/{made['game_id']}", made["invitations"]
    assert web.post(f"{path}/cancel").status_code == 401
    token = web.post(f"{path}/join", json={"code": codes["1"]}).json()["player_token"]
    foreign = web.post(f"{path}/cancel", headers={"Origin": "http://evil.example"})
    assert foreign.json()["error"] == "ForeignOrigin" and web.get(path).status_code == 200
    web.cookies.clear()
    header = {"X-Player-Token": token}
    with web.websocket_connect(f"/ws/game/{made['game_id']}/ws") as socket:
        socket.send_json({"type": "hello", "token": token})
        assert socket.receive_json()["type"] == "Welcome"
        assert web.post(f"{path}/cancel", headers=header).json() == {}
        with pytest.raises(WebSocketDisconnect):
            while True:
                socket.receive_json()
    for answer in (
        web.get(path),
        web.post(f"{path}/join", json={"code": codes["2"]}),
        web.post("/api/game/find", json={"code": codes["2"]}),
        web.post(f"{path}/cancel", headers=header),
    ):
        assert (answer.status_code, answer.json()["error"]) == (404, "GameNotFound")


def test_a_match_that_has_begun_is_not(web: TestClient) -> None:
    match_id = web.post("/api/game/create", json={"width": 6, "height": 6}).json()["game_id"]
    tokens = [web.post(f"/api/game/{match_id}/join").json()["player_token"] for _ in range(2)]
    refused = web.post(f"/api/game/{match_id}/cancel", headers={"X-Player-Token": tokens[1]})
    assert (refused.status_code, refused.json()["error"]) == (409, "AlreadyStarted")
    assert web.get(f"/api/game/{match_id}").json()["started"]


def test_a_browser_fills_a_seat_with_its_cookie(web: TestClient) -> None:
    match_id = web.post("/api/game/create", json={"player_count": 3}).json()["game_id"]
    assert web.post(f"/api/game/{match_id}/fill", json={"player": 1}).status_code == 401
    web.post(f"/api/game/{match_id}/join", json={"player": 2})
    foreign = web.post(f"/api/game/{match_id}/fill", json={"player": 1}, headers={"Origin": "http://evil.example"})
    assert foreign.json()["error"] == "ForeignOrigin"
    assert web.post(f"/api/game/{match_id}/fill", json={"player": 1}).json()["seats"][0]["kind"] == "computer"


def test_a_replay_can_be_had_when_the_match_is_over(web: TestClient) -> None:
    fields = {"width": 5, "height": 5, "max_rounds": 3}
    match_id = web.post("/api/game/create", json=fields).json()["game_id"]
    tokens = [web.post(f"/api/game/{match_id}/join").json()["player_token"] for _ in range(2)]
    early = web.get(f"/api/game/{match_id}/replay")
    assert (early.status_code, early.json()["error"]) == (409, "NotOver")
    states = [web.get(f"/api/game/{match_id}/state", headers={"X-Player-Token": token}).json() for token in tokens]
    while states[0]["view"]["winner"] is None:
        player = states[0]["view"]["current_player"]
        header = {"X-Player-Token": tokens[player - 1]}
        legal = web.get(f"/api/game/{match_id}/state", headers=header).json()["legal"]
        web.post(f"/api/game/{match_id}/action", json=legal[0], headers=header)
        states[0] = web.get(f"/api/game/{match_id}/state", headers={"X-Player-Token": tokens[0]}).json()
    answer = web.get(f"/api/game/{match_id}/replay")
    assert answer.status_code == 200 and f"{match_id}.cwreplay" in answer.headers["content-disposition"]
    replay = Replay.load(answer.content)
    assert replay.file.match_id == match_id and replay.file.winner == states[0]["view"]["winner"]


def test_new_matches_are_limited_and_moves_are_not() -> None:
    with TestClient(application(per_minute=4), base_url="http://testserver") as web:
        match_id = web.post("/api/game/create", json={"width": 6, "height": 6}).json()["game_id"]
        tokens = [web.post(f"/api/game/{match_id}/join").json()["player_token"] for _ in range(2)]
        codes = [web.post("/api/game/create").status_code for _ in range(6)]
        assert codes == [200, 429, 429, 429, 429, 429]
        refused = web.post("/api/game/create").json()
        assert refused["error"] == "TooManyRequests" and refused["values"]["seconds"] >= 1
        header = {"X-Player-Token": tokens[0]}
        for _ in range(30):
            assert web.get(f"/api/game/{match_id}/state", headers=header).status_code == 200
        moved = web.post(f"/api/game/{match_id}/action", json={"unit_id": 1, "dx": 0, "dy": 0}, headers=header)
        assert moved.status_code == 200


def test_a_replay_is_looked_at_moment_by_moment(web: TestClient) -> None:
    fields = {"width": 6, "height": 6, "max_rounds": 4, "players": [{"kind": "computer", "bot": "random"}] * 2}
    match_id = web.post("/api/game/create", json=fields).json()["game_id"]
    while not web.get(f"/api/game/{match_id}").json()["finished"]:
        time.sleep(0.01)
    told = web.get(f"/api/replay/{match_id}").json()
    assert told["replay_id"] == match_id and told["length"] == len(told["times"]) and told["turns"][0] == 0
    whole = web.get(f"/api/replay/{match_id}/frames?from=0&to=9999").json()
    assert [frame["moment"] for frame in whole] == list(range(min(told["length"], 199) + 1))
    assert whole[0]["what"] is None and whole[-1]["view"]["winner"] == told["winner"]
    assert all(tile["seen"] == "visible" for row in whole[0]["view"]["tiles"] for tile in row)
    eyes = web.get(f"/api/replay/{match_id}/frames?from=1&to=1&eyes=2").json()
    assert eyes[0]["grid"] is None
    worded = web.get(f"/api/replay/{match_id}/frames?words=1").json()
    assert len(worded[0]["grid"]) == 6 and {"1I", "2I"} <= {word for row in worded[0]["grid"] for word in row}
    assert any(tile["seen"] == "fog" for row in eyes[0]["view"]["tiles"] for tile in row)
    data = web.get(f"/api/game/{match_id}/replay").content
    brought = web.post("/api/replay", content=data).json()
    assert brought["replay_id"].startswith("file-") and brought["length"] == told["length"]
    again = web.get(f"/api/replay/{brought['replay_id']}/frames?from=0&to=9999").json()
    assert again == whole
    for path, status, error in [
        ("file-0", 404, "GameNotFound"),
        ("0" * 16, 404, "GameNotFound"),
        (f"{match_id}/frames?eyes=3", 404, "NoSuchSeat"),
        (f"{match_id}/frames?from=x", 422, "BadOptions"),
    ]:
        answer = web.get(f"/api/replay/{path}")
        assert (answer.status_code, answer.json()["error"]) == (status, error), path
    for broken, detail in [
        (b"", "replay_unreadable"),
        (data[:-9], "replay_unreadable"),
        (b"x" * 5_000_000, "too_large"),
    ]:
        refused = web.post("/api/replay", content=broken)
        assert refused.status_code in (413, 422) and refused.json()["detail"] == detail


def test_a_replay_of_a_running_match_is_refused(web: TestClient) -> None:
    match_id = web.post("/api/game/create", json={"width": 6, "height": 6}).json()["game_id"]
    for path in (f"/api/replay/{match_id}", f"/api/replay/{match_id}/frames", f"/game/{match_id}/replay"):
        assert web.get(path).json()["error"] == "NotOver"
