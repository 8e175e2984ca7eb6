"""Matches of computers: watched while they run, by anybody; and how a match went, once it is over."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from tests.server.conftest import JSON, create, join, token
from tests.server.test_thinking import Slow, slow

if TYPE_CHECKING:
    from starlette.testclient import TestClient

__all__ = ["slow"]


def computers(web: TestClient, game: str, *levels: str, **options: int) -> str:
    players = [{"kind": "computer", "bot": level} for level in levels]
    made = web.post("/api/game/create", json={"game": game, "players": players, "options": options})
    return str(made.json()["game_id"])


def over(web: TestClient, match: str) -> JSON:
    """The replay, once the match is over."""
    for _ in range(500):
        told: JSON = web.get(f"/api/replay/{match}").json()
        if not told.get("running"):
            return told
        time.sleep(0.02)
    raise AssertionError(told)


def test_a_match_of_computers_is_watched_while_it_runs_also_where_people_would_see_fog(
    web: TestClient, slow: Slow
) -> None:
    match = computers(web, "cellwar", "random", "slow", width=6, height=6)
    for _ in range(200):
        if (told := web.get(f"/api/replay/{match}").json())["length"] > 0:
            break
        time.sleep(0.02)
    assert told["running"] and told["winner"] is None and told["reason"] is None
    assert [seat["bot"] for seat in told["seats"]] == ["random", "slow"]
    frames = web.get(f"/api/replay/{match}/frames?from=0&to={told['length']}").json()
    owners = {tile["unit"]["owner"] for row in frames[0]["view"]["tiles"] for tile in row if tile.get("unit")}
    assert len(frames) == told["length"] + 1 and owners == {1, 2}
    assert web.get(f"/api/game/{match}/replay").json()["error"] == "NotOver"
    assert web.get(f"/api/game/{match}/evaluation").json()["points"]


def test_a_match_in_which_somebody_plays_is_not(web: TestClient) -> None:
    match = create(web, "human", "computer", width=6, height=6)
    for path in (f"/api/replay/{match}", f"/api/replay/{match}/evaluation", f"/api/game/{match}/evaluation"):
        assert web.get(path).json()["error"] == "NotOver"  # it has not begun
    join(web, match)
    for path in (f"/api/replay/{match}", f"/api/replay/{match}/evaluation", f"/api/game/{match}/evaluation"):
        refused = web.get(path)
        assert (refused.status_code, refused.json()["error"]) == (409, "NotOver")


@pytest.mark.parametrize(("game", "options"), [("cellwar", {"max_rounds": 6}), ("pixelswars", {"max_rounds": 4})])
def test_how_a_match_went_is_told_turn_by_turn(web: TestClient, game: str, options: dict[str, int]) -> None:
    match = computers(web, game, "random", "greedy", **options)
    told = over(web, match)
    went = web.get(f"/api/game/{match}/evaluation").json()
    assert went == web.get(f"/api/replay/{match}/evaluation").json()
    moments = [point["moment"] for point in went["points"]]
    assert moments == sorted({*told["turns"], told["length"]})
    for point in went["points"]:
        assert len(point["values"]) == 2 and all(-100 <= share <= 100 for share in point["shares"])
        assert point["shares"][0] == -point["shares"][1]
    assert len(went["turning"]) <= 3
    for turn in went["turning"]:
        before, after = (next(p for p in went["points"] if p["moment"] == turn[edge]) for edge in ("start", "end"))
        assert turn["shares"] == [b - a for a, b in zip(before["shares"], after["shares"], strict=True)]
    file = web.get(f"/api/game/{match}/replay").content
    brought = web.post("/api/replay", content=file).json()
    assert web.get(f"/api/replay/{brought['replay_id']}/evaluation").json() == went
    assert [seat["bot"] for seat in brought["seats"]] == ["random", "greedy"]


def test_a_winner_has_everything_in_the_end(web: TestClient) -> None:
    match = create(web, "human", "human", width=6, height=6)
    seats = [join(web, match) for _ in range(2)]
    web.cookies.clear()
    with web.websocket_connect(f"/ws/game/{match}/ws") as socket:
        socket.send_json({"type": "hello", "player": 2, "token": seats[1]["player_token"]})
        socket.send_json({"type": "leave", "command_id": "bye"})
        while socket.receive_json()["type"] != "Accepted":
            pass
    went = web.get(f"/api/game/{match}/evaluation", headers=token(seats[0])).json()
    assert went["points"][-1]["shares"] == [100, -100] and went["turning"] == []
