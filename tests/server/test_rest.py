"""The REST interface: what it answers, and with which code it refuses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from outflank import __version__
from outflank.server.replies import BODY
from tests.server.conftest import JSON, create, join, token

PREFIXES = ("/api", "")


def problem(answer: Any) -> tuple[int, str, str]:
    """The status, code and detail of a refusal, whose shape is checked."""
    told = answer.json()
    assert set(told) == {"error", "detail", "message", "values"} and told["message"], told
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, told["error"], told["detail"]


def two(web: TestClient, **options: Any) -> tuple[str, list[JSON]]:
    """A match between two programs."""
    match_id = create(web, "human", "human", **options)
    return match_id, [join(web, match_id) for _ in range(2)]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_health_and_games(web: TestClient, prefix: str) -> None:
    assert web.get(f"{prefix}/health").json() == {"status": "ok", "version": __version__}
    games = {each["id"]: each for each in web.get(f"{prefix}/games").json()}
    properties = games["cellwar"]["options"]["$defs"]["Options"]["properties"]
    assert games["cellwar"]["version"] == 1 and properties["width"]["default"] == 10
    assert properties["private_ids"] == {"type": "boolean", "default": False}


def test_preview(web: TestClient) -> None:
    view = web.get("/api/game/preview?width=7&height=6&player_count=3").json()["view"]
    units = [tile["unit"]["owner"] for row in view["tiles"] for tile in row if "unit" in tile]
    assert (view["width"], view["height"], sorted(units)) == (7, 6, [1, 2, 3])
    for query in (
        "width=x",
        "width=1e3",
        "width=1_0",
        "width=%207",
        "width=\N{ARABIC-INDIC DIGIT EIGHT}",
        "colour=1",
        "width=65",
        "width=-1",
        "width=99999999999999",
        "width=2&height=2",
    ):
        assert problem(web.get(f"/api/game/preview?{query}"))[:2] == (422, "BadOptions"), query
    assert problem(web.get("/api/game/preview?game=chess"))[:2] == (404, "UnknownGame")


# ---- create


def test_options_may_stand_at_the_top_or_nested(web: TestClient) -> None:
    for body in (
        {"width": 8, "height": 7},
        {"options": {"width": 8, "height": 7}},
        {"width": 8, "options": {"width": 8, "height": 7}, "game": "cellwar", "players": [{"kind": "open"}] * 2},
    ):
        match_id = web.post("/game/create", json=body).json()["game_id"]
        info = web.get(f"/api/game/{match_id}").json()
        assert (info["options"]["width"], info["options"]["height"]) == (8, 7)
        assert re.fullmatch(r"[0-9a-f]{16}", match_id) and not info["started"]
    assert web.post("/api/game/create").status_code == 200  # everything has a default


@pytest.mark.parametrize(
    ("body", "status", "error", "detail"),
    [
        ({"width": 8, "options": {"width": 9}}, 422, "BadOptions", "option_given_twice"),
        ({"width": 8.5}, 422, "BadOptions", "unreadable_options"),
        ({"width": True}, 422, "BadOptions", None),
        ({"width": 10**30}, 422, "BadOptions", None),
        ({"width": None}, 422, "BadOptions", None),
        ({"colour": 1}, 422, "BadOptions", "unknown_option"),
        ({"width": 4, "height": 4, "player_count": 8}, 422, "BadOptions", "starts_too_close"),
        ({"start_positions": [[1, 1], [1, 2]]}, 422, "BadOptions", "starts_too_close"),
        ({"start_positions": [[1, 1], [1]]}, 422, "BadOptions", "unreadable_options"),
        ({"start_positions": [[1, 1], [-5, 10**20]]}, 422, "BadOptions", None),
        ({"max_rounds": 0}, 422, "BadOptions", "bad_max_rounds"),
        ({"game": "chess"}, 404, "UnknownGame", "unknown_game"),
        ({"game": "../secrets"}, 404, "UnknownGame", "unknown_game"),
        ({"game": 1}, 422, "BadRequest", "bad_request"),
        ({"options": []}, 422, "BadRequest", "bad_request"),
        ({"position": "nonsense"}, 422, "BadPosition", None),
        ({"players": [{"kind": "open"}]}, 422, "BadPlayers", "bad_players"),
        ({"players": [{"kind": "ghost"}] * 2}, 422, "BadPlayers", "bad_request"),
        ({"players": {}}, 422, "BadPlayers", "bad_request"),
        ({"players": [{"kind": "computer", "bot": "deep"}] * 2}, 422, "UnknownBot", "unknown_bot"),
        ({"players": [{"kind": "open", "name": "<b>"}] * 2}, 422, "BadName", "name_has_markup"),
    ],
)
def test_what_cannot_be_created(web: TestClient, body: JSON, status: int, error: str, detail: str | None) -> None:
    found = problem(web.post("/api/game/create", json=body))
    assert found[:2] == (status, error) and detail in (None, found[2]), found


def test_a_seed_only_where_nothing_is_hidden(web: TestClient) -> None:
    seats = [{"kind": "open"}, {"kind": "computer"}]
    wish = {"game": "pixelswars", "options": {"map": 2}, "players": seats, "seed": 7}
    made = web.post("/api/game/create", json=wish)
    assert made.status_code == 200, made.text
    hub = web.app.state.hub  # type: ignore[attr-defined]
    assert hub._live[made.json()["game_id"]].host.match.started.seed == 7
    for wrong in (-1, 2**32, True, "7"):
        answer = web.post("/api/game/create", json={**wish, "seed": wrong})
        assert problem(answer)[1] == "BadRequest", answer.text
    answer = web.post("/api/game/create", json={"players": seats, "seed": 7})
    assert problem(answer) == (422, "BadRequest", "seed_of_match")


def test_a_level_belongs_to_computer_players_only(web: TestClient) -> None:
    players = [{"kind": "human", "bot": "anything"}, {"kind": "computer"}]
    match_id = web.post("/api/game/create", json={"players": players}).json()["game_id"]
    seats = web.get(f"/api/game/{match_id}").json()["seats"]
    assert [(seat["kind"], seat["bot"]) for seat in seats] == [("open", None), ("computer", "greedy")]


# ---- join


def test_join_sets_a_cookie_that_only_the_server_reads(web: TestClient) -> None:
    match_id = create(web, "human", "human")
    answer = web.post(f"/api/game/{match_id}/join", json={"player": 2, "name": " Zoë "})
    seat = answer.json()
    assert seat["player_id"] == 2 and len(seat["player_token"]) >= 32
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"outflank_{match_id}_2={seat['player_token']};")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {word.strip() for word in cookie.split(";")}
    assert "Secure" not in cookie and "Max-Age" in cookie
    with TestClient(web.app, base_url="https://testserver") as secure:
        assert "Secure" in secure.post(f"/api/game/{match_id}/join").headers["set-cookie"]
    assert web.get(f"/api/game/{match_id}").json()["seats"][1]["name"] == "Zoë"


def test_the_browser_knows_its_seats_by_cookie_alone(web: TestClient) -> None:
    match_id = create(web, "human", "human", "human", player_count=3)
    assert web.get(f"/api/game/{match_id}").json()["mine"] == []
    join(web, match_id, 1)
    join(web, match_id, 3)
    assert web.get(f"/api/game/{match_id}").json()["mine"] == [1, 3]
    web.cookies.clear()
    web.cookies.set(f"outflank_{match_id}_1", "guessed")
    assert web.get(f"/api/game/{match_id}").json()["mine"] == []


def test_seats_that_cannot_be_taken(web: TestClient) -> None:
    match_id = create(web, "human", "human")
    path = f"/api/game/{match_id}/join"
    for player in (0, 3, -1, 10**18):
        assert problem(web.post(path, json={"player": player})) == (404, "NoSuchSeat", "no_such_seat")
    join(web, match_id, 1)
    assert problem(web.post(path, json={"player": 1})) == (409, "SeatTaken", "seat_taken")
    join(web, match_id)
    assert problem(web.post(path)) == (409, "SeatTaken", "seat_taken")
    assert problem(web.post("/api/game/0123456789abcdef/join")) == (404, "GameNotFound", "game_not_found")
    assert problem(web.get("/api/game/0123456789abcdef")) == (404, "GameNotFound", "game_not_found")
    assert problem(web.post(path, json={"player": "1"}))[:2] == (422, "BadRequest")
    assert problem(web.post(path, json={"seat": 1}))[:2] == (422, "BadRequest")


# ---- play


def test_a_program_plays(web: TestClient) -> None:
    match_id, (one, other) = two(web)
    path = f"/api/game/{match_id}"
    present = web.get(f"{path}/state", headers=token(one)).json()
    assert present["started"] and present["view"]["current_player"] == 1 and len(present["legal"]) == 9
    assert web.get(f"{path}/state", headers=token(other)).json()["legal"] == []
    after = web.post(f"{path}/action", json={"unit_id": 1, "dx": 1, "dy": 0}, headers=token(one)).json()
    assert after["legal"] == [{"end_turn": True}] and after["seq"] > present["seq"]
    assert web.post(f"{path}/end_turn", headers=token(one)).json()["view"]["current_player"] == 2


def test_before_the_match_begins(web: TestClient) -> None:
    match_id = create(web, "human", "human")
    seat = join(web, match_id)
    path = f"/api/game/{match_id}"
    assert web.get(f"{path}/state", headers=token(seat)).json() == {
        "started": False,
        "seq": 1,
        "view": None,
        "legal": [],
    }
    assert problem(web.post(f"{path}/end_turn", headers=token(seat))) == (409, "NotStarted", "not_started")


def test_refused_actions(web: TestClient) -> None:
    match_id, (one, other) = two(web)
    path = f"/api/game/{match_id}"

    def act(body: Any, seat: JSON = one) -> tuple[int, str, str]:
        return problem(web.post(f"{path}/action", json=body, headers=token(seat)))

    first = web.get(f"{path}/state", headers=token(one)).content
    stay = {"unit_id": 1, "dx": 0, "dy": 0}
    assert act(stay, other) == (409, "NotYourTurn", "not_your_turn")
    assert act({**stay, "unit_id": 2}) == (404, "UnitNotFound", "unit_not_found")
    assert act({**stay, "unit_id": 10**40}) == (404, "UnitNotFound", "unit_not_found")
    assert act({**stay, "dx": 5, "dy": 3}) == (422, "InvalidAction", "bad_vector")
    assert act({**stay, "dx": 0.5}) == (422, "InvalidAction", "bad_action")
    assert act({"action": {"type": "Move", "direction": "N"}}) == (422, "InvalidAction", "bad_action")
    assert act({}) == (422, "InvalidAction", "bad_action")
    assert problem(web.post(f"{path}/end_turn", headers=token(one))) == (422, "InvalidAction", "units_have_not_acted")
    for headers in ({}, {"X-Player-Token": ""}, {"X-Player-Token": "x" * 500}, {"X-Player-Token": "\xfe"}):
        raw = {key: value.encode("latin-1") for key, value in headers.items()}
        for method, end in (("GET", "state"), ("POST", "action"), ("POST", "end_turn")):
            answer = web.request(method, f"{path}/{end}", headers=raw, json=stay)
            assert problem(answer) == (401, "Unauthorized", "unauthorized")
    assert web.get(f"{path}/state", headers=token(one)).content == first  # nothing has changed
    assert web.post(f"{path}/action", json=stay, headers=token(one)).status_code == 200
    assert act(stay) == (409, "UnitAlreadyActed", "unit_already_acted")
    gone = {"X-Player-Token": one["player_token"]}
    assert problem(web.post("/api/game/none/action", json=stay, headers=gone))[:2] == (404, "GameNotFound")


def test_a_finished_match_refuses_with_409(web: TestClient) -> None:
    line = "cellwar/1 5x5 1I,1,2I,2/5/5/5/5 1 1"
    match_id = web.post("/api/game/create", json={"width": 5, "height": 5, "position": line}).json()["game_id"]
    one, other = join(web, match_id), join(web, match_id)
    path = f"/api/game/{match_id}"
    web.post(f"{path}/action", json={"unit_id": 1, "dx": 1, "dy": 0}, headers=token(one))
    web.post(f"{path}/end_turn", headers=token(one))
    answer = web.post(f"{path}/action", json={"unit_id": 2, "dx": -1, "dy": 0}, headers=token(other)).json()
    assert answer["view"]["winner"] == 2 and answer["legal"] == []
    again = web.post(f"{path}/action", json={"unit_id": 2, "dx": 0, "dy": 0}, headers=token(other))
    assert problem(again) == (409, "GameOver", "game_over")
    assert web.get(f"{path}").json()["finished"]


def test_a_repeated_key_has_one_effect(web: TestClient) -> None:
    match_id, (one, _) = two(web)
    path = f"/api/game/{match_id}/action"
    headers = {**token(one), "Idempotency-Key": "k-1"}
    body = {"unit_id": 1, "dx": 1, "dy": 1}
    first = web.post(path, json=body, headers=headers)
    assert web.post(path, json=body, headers=headers).content == first.content
    assert problem(web.post(path, json=body, headers=token(one)))[1] == "UnitAlreadyActed"
    for key in ("", "k" * 65):
        assert problem(web.post(path, json=body, headers={**token(one), "Idempotency-Key": key}))[1] == "BadRequest"


# ---- what is no request


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b"\x00" * 100,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"[" * 60_000,
        b'{"name":"\\ud800"}',
        b'{"player":NaN}',
        b'{"player":1e999}',
        b'{"player":' + b"9" * 5000 + b"}",
        b'{"player":1.0e400}',
    ],
)
@pytest.mark.parametrize("end", ["create", "join"])
def test_unreadable_bodies(web: TestClient, data: bytes, end: str) -> None:
    match_id = create(web, "human", "human")
    path = "/api/game/create" if end == "create" else f"/api/game/{match_id}/join"
    answer = web.post(path, content=data)
    assert problem(answer)[0] == 422
    assert len(answer.content) < 1000
    assert [seat["kind"] for seat in web.get(f"/api/game/{match_id}").json()["seats"]] == ["open", "open"]


def test_doubled_names_in_a_body_are_one(web: TestClient) -> None:
    match_id = create(web, "human", "human")
    web.post(f"/api/game/{match_id}/join", content=b'{"player":1,"player":2}')
    assert [seat["kind"] for seat in web.get(f"/api/game/{match_id}").json()["seats"]] == ["open", "human"]


def test_a_body_has_a_limit(web: TestClient) -> None:
    match_id, (one, _) = two(web)
    for path in ("/api/game/create", f"/api/game/{match_id}/join", f"/api/game/{match_id}/action"):
        answer = web.post(path, content=b'{"x":"' + b"x" * BODY + b'"}', headers=token(one))
        assert problem(answer) == (413, "TooLarge", "too_large")


def test_another_sites_page_is_refused(web: TestClient) -> None:
    for origin in (
        "http://evil",
        "https://testserver",
        "null",
        "http://testserver.evil",
        "http://testserver:81",
        "http://user@testserver",
    ):
        if origin == "https://testserver":
            continue  # the same host behind a proxy that ends TLS
        found = problem(web.post("/api/game/create", headers={"Origin": origin}))
        assert found == (403, "ForeignOrigin", "foreign_origin"), origin
    assert web.post("/api/game/create", headers={"Origin": "http://testserver"}).status_code == 200


def test_unknown_addresses_under_game(web: TestClient) -> None:
    for path in ("/api/game/a/b/c", "/game/a/replay", "/api/game/"):
        assert problem(web.get(path))[:2] in [(404, "NotFound"), (404, "GameNotFound")], path
    assert web.delete("/api/game/create").status_code in (404, 405)
