"""What is hidden changes nothing of what a server sends: bodies and sizes over HTTP, and every WebSocket text."""

from __future__ import annotations

import random
from typing import Any

from starlette.testclient import TestClient

from outflank.contract import Json
from outflank.games.cellwar import position
from outflank.games.cellwar.decode import encode
from tests.conformance.pairs import CHANGES, Eyes, applied, played
from tests.server.conftest import join, token

NAME = "00000000"  # stands for the ids and tokens, which are random and of fixed length


def lines(seed: int) -> tuple[str, str, Json]:
    """Two positions that the player to move cannot tell apart, and an action that reveals no difference."""
    rng = random.Random(seed)
    while True:
        state = played(rng, rng.choice([2, 3]), 9, rng.randint(20, 90), private=True)
        if state is None or position.write(state).split()[9] != "-":
            continue
        player = state.player
        twin = rng.choice(list(CHANGES.values()))(rng, state, Eyes(player))
        if twin is None or twin.sightings(player) != state.sightings(player):
            continue
        for action in rng.sample(actions := state.legal_actions(), len(actions)):
            taught = [Eyes(player).step(each, applied(each, action))[0] for each in (state, twin)]
            if taught[0] == taught[1] and action % 9:
                return position.write(state), position.write(twin), encode(state, action)


def transcript(web: TestClient, line: str, action: Json, seed: int) -> list[Any]:
    """All that the player to move is answered, and an onlooker."""
    rng = random.Random(seed)
    state = position.read(line)
    players, player = state.players, state.player
    fields = {"width": 9, "height": 9, "player_count": players, "private_ids": True, "position": line}
    match_id = web.post("/api/game/create", json=fields).json()["game_id"]
    seats = [join(web, match_id, name=f"P{number}") for number in range(1, players + 1)]
    seat = seats[player - 1]
    told: list[Any] = []

    def ask(method: str, end: str, body: Any = None, headers: dict[str, str] | None = None) -> None:
        answer = web.request(method, f"/api/game/{match_id}{end}", json=body, headers=headers)
        text = answer.text.replace(match_id, NAME)
        told.append((answer.status_code, text, answer.headers.get("content-length"), answer.headers["content-type"]))

    mine = token(seat)
    ask("GET", "")
    ask("GET", "/state", headers=mine)
    ask("POST", "/end_turn", headers=mine)
    for unit in [1, 2, 9, 10, 17, 18, rng.getrandbits(33)]:
        ask("POST", "/action", {"unit_id": unit, "dx": 5, "dy": 0}, mine)
    ask("POST", "/action", action, mine)
    hellos: tuple[Json, ...] = ({"player": player}, {"player": None})
    for hello in hellos:
        with web.websocket_connect(f"/ws/game/{match_id}/ws") as socket:
            socket.send_json({"type": "hello", **hello})
            if hello["player"] is None:
                told.append(socket.receive_text())
                continue
            socket.send_json({"type": "look", "request": 1, "draft": []})
            socket.send_json({"type": "sync", "after": 0})
            socket.send_json({"type": "action", "unit_id": 2, "dx": 7, "dy": 7, "command_id": "x"})
            socket.send_json({"type": "ping"})
            text = ""
            while not text.startswith('{"type":"Pong"'):
                text = socket.receive_text().replace(match_id, NAME)
                told.append(text)
    return told


def test_every_answer_over_http_and_websocket_is_equal(web: TestClient, full: bool) -> None:
    for seed in range(300 if full else 25):
        one, other, action = lines(seed)
        assert one != other
        assert transcript(web, one, action, seed) == transcript(web, other, action, seed), seed
