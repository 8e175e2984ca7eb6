"""Matches over WebSocket inside this process: hello, seats, takeover, and what is no message."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from outflank.server import sockets
from tests.server.conftest import JSON, create, join, token

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def connected(web: TestClient, match_id: str, hello: JSON | None = None, **more: Any) -> Iterator[WebSocketTestSession]:
    with web.websocket_connect(f"/ws/game/{match_id}/ws", **more) as socket:
        if hello is not None:
            socket.send_json({"type": "hello", **hello})
        yield socket


def hear(socket: WebSocketTestSession) -> JSON:
    """The next message that is not about who is there."""
    while (message := socket.receive_json())["type"] == "Presence":
        pass
    told: JSON = message
    return told


def closed(socket: WebSocketTestSession) -> int:
    """The code with which the server closes."""
    with pytest.raises(WebSocketDisconnect) as caught:
        hear(socket)
    return caught.value.code


def until(socket: WebSocketTestSession, kind: str) -> list[JSON]:
    """All messages up to the first of this kind."""
    found: list[JSON] = []
    while not found or found[-1]["type"] != kind:
        found.append(hear(socket))
    return found


def two(web: TestClient) -> tuple[str, list[JSON]]:
    match_id = create(web, "human", "human")
    return match_id, [join(web, match_id) for _ in range(2)]


@pytest.mark.parametrize("prefix", ["/ws", "/api", ""])
def test_hello_by_cookie(web: TestClient, prefix: str) -> None:
    match_id, _ = two(web)
    with web.websocket_connect(f"{prefix}/game/{match_id}/ws") as socket:
        socket.send_json({"type": "hello", "player": 1, "after": 0})
        welcome, update, turn = (hear(socket) for _ in range(3))
    assert (welcome["type"], welcome["player"], welcome["match_id"]) == ("Welcome", 1, match_id)
    assert (update["type"], update["resync"], len(update["legal"])) == ("StateUpdate", True, 9)
    assert turn["type"] == "YourTurn" and turn["seq"] == update["seq"] + 1


def test_hello_by_token(web: TestClient) -> None:
    match_id, (_, other) = two(web)
    web.cookies.clear()
    for player in (2, None):
        with connected(web, match_id, {"player": player, "token": other["player_token"]}) as socket:
            assert hear(socket)["player"] == 2


def test_who_has_no_seat_is_told_so(web: TestClient) -> None:
    match_id, (one, _) = two(web)
    web.cookies.clear()
    wrong: list[tuple[JSON, str]] = [
        ({"player": 1}, "Unauthorized"),
        ({"player": 2, "token": one["player_token"]}, "Unauthorized"),
        ({"player": 1, "token": "guessed"}, "Unauthorized"),
        ({"player": 1, "token": ""}, "Unauthorized"),
        ({"player": 10**15}, "Unauthorized"),
        ({"player": -1}, "Unauthorized"),
        ({"player": 0}, "Unauthorized"),
        ({"player": None}, "Hidden"),
        ({"player": 1, "protocol": 0, "token": one["player_token"]}, "OldPage"),
        ({"player": "1"}, "BadMessage"),
        ({"player": 1, "name": "x"}, "BadMessage"),
    ]
    for hello, error in wrong:
        with connected(web, match_id, hello) as socket:
            refused = hear(socket)
            assert (refused["type"], refused["error"]) == ("Refused", error), hello
            assert closed(socket) == sockets.POLICY
    with connected(web, "0123456789abcdef", {"player": 1}) as socket:
        assert hear(socket)["error"] == "GameNotFound"
        assert closed(socket) == sockets.POLICY


@pytest.mark.parametrize("first", ['{"type":"ping"}', "", "[]", "x" * 5000, '{"type":"hello"', b"\x00\x01"])
def test_the_first_message_must_be_hello(web: TestClient, first: str | bytes) -> None:
    match_id, _ = two(web)
    with connected(web, match_id) as socket:
        if isinstance(first, bytes):
            socket.send_bytes(first)
        else:
            socket.send_text(first)
        assert hear(socket)["error"] == "BadMessage"
        assert closed(socket) == sockets.POLICY


def test_hello_must_come_in_time(web: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_WITHIN", 0.01)
    match_id, _ = two(web)
    with connected(web, match_id) as socket:
        assert closed(socket) == sockets.POLICY


@pytest.mark.parametrize("origin", ["http://evil", "null", "http://testserver.evil"])
def test_another_sites_page_gets_no_connection(web: TestClient, origin: str) -> None:
    match_id, _ = two(web)
    with pytest.raises(WebSocketDisconnect), connected(web, match_id, headers={"Origin": origin}):
        raise AssertionError("it was accepted")
    with connected(web, match_id, {"player": 1}, headers={"Origin": "http://testserver"}) as socket:
        assert hear(socket)["type"] == "Welcome"


def test_two_people_at_one_browser(web: TestClient) -> None:
    match_id, _ = two(web)
    with (
        connected(web, match_id, {"player": 1}) as one,
        connected(web, match_id, {"player": 2}) as other,
    ):
        until(one, "YourTurn")
        until(other, "StateUpdate")
        one.send_json({"type": "action", "unit_id": 1, "dx": 0, "dy": 0, "command_id": "a"})
        assert [each["type"] for each in until(one, "Accepted")] == ["StateUpdate", "Accepted"]
        one.send_json({"type": "end_turn", "command_id": "b"})
        assert [each["type"] for each in until(one, "Accepted")] == ["StateUpdate", "Accepted"]
        told = until(other, "YourTurn")
        assert [each["type"] for each in told] == ["StateUpdate", "YourTurn"]  # one message for the whole turn
        other.send_json({"type": "look", "request": 5, "draft": []})
        assert until(other, "Looked")[-1]["request"] == 5


def test_a_second_connection_takes_the_seat_over(web: TestClient) -> None:
    match_id, _ = two(web)
    with connected(web, match_id, {"player": 1}) as first:
        until(first, "YourTurn")
        with connected(web, match_id, {"player": 1, "after": 3}) as second:
            assert until(second, "YourTurn")[0]["type"] == "Welcome"
            assert hear(first) == {"type": "Replaced"}
            assert closed(first) == sockets.POLICY
            second.send_json({"type": "ping"})
            until(second, "Pong")


def test_the_same_command_over_a_new_connection_has_one_effect(web: TestClient) -> None:
    match_id, (one, _) = two(web)
    command = {"type": "action", "action": {"unit_id": 1, "dx": 1, "dy": 1}, "command_id": "once", "seq": 3}
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        socket.send_json(command)
        first = until(socket, "Accepted")
    with connected(web, match_id, {"player": 1, "after": first[0]["seq"] - 1}) as socket:
        socket.send_json(command)
        again = until(socket, "Accepted")
    assert again[-1] == first[-1] and first[0] in again
    view = web.get(f"/api/game/{match_id}/state", headers=token(one)).json()["view"]
    assert view == first[0]["view"] and [(unit["x"], unit["y"]) for unit in view["my_units"]] == [(2, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[" * 50_000,
        '{"type":"nope"}',
        '{"type":"hello","player":1}',
        '{"type":"action","action":[]}',
        '{"type":"action","command_id":"' + "x" * 65 + '"}',
        '{"type":"action","command_id":""}',
        '{"type":"sync","after":-1}',
        '{"type":"sync","after":NaN}',
        '{"type":"look","request":1,"draft":[' + "{}," * 64 + "{}]}",
        '{"type":"look","request":1,"draft":[1]}',
        '{"type":"look","request":' + "9" * 5000 + "}",
        '{"type":"ping","x":1}',
        '{"type":"leave","command_id":"\\ud800"}',
        b"\x80\x81",
    ],
)
def test_what_is_no_message_is_answered_and_changes_nothing(web: TestClient, text: str | bytes) -> None:
    match_id, (one, _) = two(web)
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        if isinstance(text, bytes):
            socket.send_bytes(text)
        else:
            socket.send_text(text)
        refused = hear(socket)
        assert (refused["type"], refused["error"]) == ("Refused", "BadMessage"), refused
        assert len(json.dumps(refused)) < 1000
        socket.send_json({"type": "ping"})
        assert hear(socket)["type"] == "Pong"
    assert web.get(f"/api/game/{match_id}/state", headers=token(one)).json()["view"]["current_player"] == 1


@pytest.mark.parametrize(
    "draft",
    [
        [{}],
        [{"unit_id": 10**18, "dx": 0, "dy": 0}],
        [{"unit_id": -1, "dx": 0, "dy": 0}],
        [{"unit_id": 1, "dx": 0.0, "dy": 0}],
        [{"unit_id": True, "dx": 0, "dy": 0}],
        [{"unit_id": None, "dx": {}, "dy": []}],
        [{"unit_id": 1, "dx": 0, "dy": 0}] * 2,
        [{"end_turn": True}],
        [{"end_turn": 1}],
        [{"unit_id": 1, "dx": 0, "dy": 0}, {"end_turn": True}, {"unit_id": 2, "dx": 0, "dy": 0}],
    ],
)
def test_drafts_that_are_not_legal_are_refused(web: TestClient, draft: list[JSON]) -> None:
    match_id, _ = two(web)
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        socket.send_json({"type": "look", "request": 7, "draft": draft})
        answer = hear(socket)
        assert answer["type"] == "Refused" and answer["request"] == 7, answer


def test_a_connection_that_only_talks_nonsense_is_closed(web: TestClient) -> None:
    match_id, _ = two(web)
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        for _ in range(sockets.BAD + 1):
            socket.send_text("nonsense")
        with pytest.raises(WebSocketDisconnect) as caught:
            for _ in range(sockets.BAD + 1):
                assert hear(socket)["type"] == "Refused"
        assert caught.value.code == sockets.POLICY


def test_after_the_end_anybody_may_watch(web: TestClient) -> None:
    match_id, _ = two(web)
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        socket.send_json({"type": "leave", "command_id": "bye"})
        until(socket, "Accepted")
    web.cookies.clear()
    with connected(web, match_id, {"player": None}) as socket:
        told = until(socket, "GameOver")
        assert told[-1]["winner"] == 2 and told[1]["view"]["player_id"] == 0
        assert all(tile["seen"] == "visible" for row in told[1]["view"]["tiles"] for tile in row)
        for message in ({"type": "end_turn"}, {"type": "leave", "command_id": "x"}):
            socket.send_json(message)
            assert hear(socket)["error"] == "NotYourTurn"


def test_the_computer_plays_on_by_itself(web: TestClient) -> None:
    match_id = create(web, "human", "computer", width=6, height=6)
    join(web, match_id)
    with connected(web, match_id, {"player": 1}) as socket:
        until(socket, "YourTurn")
        for _ in range(3):
            socket.send_json({"type": "action", "unit_id": 1, "dx": 0, "dy": 0})
            until(socket, "Accepted")
            socket.send_json({"type": "end_turn"})
            if any(each["type"] == "GameOver" for each in until_turn_or_end(socket)):
                return


def until_turn_or_end(socket: WebSocketTestSession) -> list[JSON]:
    found: list[JSON] = [hear(socket)]
    while found[-1]["type"] not in ("YourTurn", "GameOver"):
        found.append(hear(socket))
    return found
