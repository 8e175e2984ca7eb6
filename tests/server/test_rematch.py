"""After a match: whoever begins another one asks the others to it, and nobody is told more than the own invitation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.server.conftest import JSON, create, join, token
from tests.server.test_sockets import connected, hear, until

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def seats(web: TestClient, count: int) -> tuple[str, list[JSON]]:
    match_id = create(web, *["human"] * count, player_count=count)
    taken = [join(web, match_id) for _ in range(count)]
    web.cookies.clear()
    return match_id, taken


def hello(seat: JSON) -> JSON:
    return {"player": seat["player_id"], "token": seat["player_token"]}


def end(web: TestClient, match_id: str, taken: list[JSON]) -> None:
    """Everybody but the first leaves."""
    for seat in taken[1:]:
        with connected(web, match_id, hello(seat)) as socket:
            socket.send_json({"type": "leave", "command_id": "bye"})
            until(socket, "Accepted")


def test_each_is_told_the_own_invitation(web: TestClient) -> None:
    match_id, taken = seats(web, 3)
    path = f"/api/game/{match_id}/rematch"
    again = web.post("/api/game/create", json={"player_count": 3}).json()
    codes = again["invitations"]
    wish = {"match_id": again["game_id"], "codes": {"2": codes["2"], "3": codes["3"]}}
    early = web.post(path, json=wish, headers=token(taken[0]))
    assert (early.status_code, early.json()["error"]) == (409, "NotOver")
    end(web, match_id, taken)
    with (
        connected(web, match_id, hello(taken[0])) as asker,
        connected(web, match_id, hello(taken[1])) as other,
        connected(web, match_id, {}) as spectator,
    ):
        for socket in (asker, other, spectator):
            until(socket, "GameOver")
        assert web.post(path, json=wish, headers=token(taken[0])).json() == {}
        asked = {"type": "Rematch", "player": 1, "match_id": again["game_id"], "code": codes["2"]}
        assert hear(other) == asked
        for socket in (asker, spectator):
            socket.send_json({"type": "ping"})
            assert hear(socket)["type"] == "Pong", "nobody else is told"
    with connected(web, match_id, hello(taken[2])) as late:
        assert until(late, "Rematch")[-1] == {**asked, "code": codes["3"]}
    with connected(web, match_id, {}) as spectator:
        until(spectator, "GameOver")
        spectator.send_json({"type": "ping"})
        assert hear(spectator)["type"] == "Pong"
    joined = web.post(f"/api/game/{again['game_id']}/join", json={"code": codes["2"]})
    assert joined.json()["player_id"] == 2


def test_who_may_not_ask_for_what(web: TestClient) -> None:
    match_id, taken = seats(web, 2)
    end(web, match_id, taken)
    path = f"/api/game/{match_id}/rematch"
    other = create(web, "open", "open")
    header = token(taken[0])
    wrong: list[tuple[JSON, dict[str, str], int]] = [
        ({"match_id": other}, {}, 401),
        ({"match_id": "0123456789abcdef"}, header, 404),
        ({"match_id": other, "codes": {"2": "<script>"}}, header, 422),
        ({"match_id": other, "codes": {"2": "x" * 65}}, header, 422),
        ({"match_id": other, "secret": 1}, header, 422),
        ({}, header, 422),
    ]
    for wish, headers, status in wrong:
        assert web.post(path, json=wish, headers=headers).status_code == status, wish
    with connected(web, match_id, hello(taken[1])) as socket:
        until(socket, "GameOver")
        socket.send_json({"type": "ping"})
        assert hear(socket)["type"] == "Pong", "nothing of it was told"
        assert web.post(path, json={"match_id": other, "codes": {"x": "abcdefgh"}}, headers=header).status_code == 200
        assert hear(socket)["code"] is None


def test_a_match_that_left_memory_still_asks(web: TestClient) -> None:
    """Without the code, which the store never sees: a seat that is open in the other match is taken without."""
    match_id, taken = seats(web, 3)
    end(web, match_id, taken)
    again = web.post("/api/game/create", json={"player_count": 3}).json()
    wish = {"match_id": again["game_id"], "codes": {"2": again["invitations"]["2"]}}
    assert web.post(f"/api/game/{match_id}/rematch", json=wish, headers=token(taken[0])).status_code == 200
    del web.app.state.hub._live[match_id]  # type: ignore[attr-defined]
    with connected(web, match_id, hello(taken[1])) as late:
        late.send_json({"type": "ping"})
        (asked,) = [each for each in until(late, "Pong") if each["type"] == "Rematch"]
    assert asked == {"type": "Rematch", "player": 1, "match_id": again["game_id"], "code": None}
    with connected(web, match_id, hello(taken[0])) as asker:
        until(asker, "GameOver")
        asker.send_json({"type": "ping"})
        assert hear(asker)["type"] == "Pong", "whoever asked is not asked"
    joined = web.post(f"/api/game/{asked['match_id']}/join", json={"player": 2})
    assert joined.status_code == 200
