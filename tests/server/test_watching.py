"""Matches of computers: watched while they run, by anybody; and how a match went, once it is over."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest
from starlette.testclient import TestClient

from outflank.match import Place, begin
from outflank.replay import Replay, record
from outflank.server import replays
from outflank.server.app import application
from outflank.server.replays import AT_ONCE, Shelf
from tests.server.conftest import JSON, create, join, token
from tests.server.test_thinking import Slow, slow

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


# ---- what is held ready


def a_file(number: int) -> bytes:
    """A replay of a match that has not been played, another one for each number."""
    return record(f"m{number}", [begin("cellwar", {}, [Place("human"), Place("human")], 1, at=0)])


def test_few_replays_are_played_at_once_and_each_of_them_once(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, loaded = 0, 0, []
    lock, load = threading.Lock(), Replay.load

    def slowly(data: bytes) -> Replay:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
            loaded.append(data)
        time.sleep(0.02)
        with lock:
            running -= 1
        return load(data)

    monkeypatch.setattr(Replay, "load", slowly)

    async def ask() -> None:
        shelf = Shelf()
        files = [a_file(number) for number in range(4)]
        await asyncio.gather(*(shelf.bring(data) for data in files * 3))
        assert most <= AT_ONCE and sorted(loaded) == sorted(files)

    asyncio.run(ask())


def test_large_replays_and_files_leave_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [a_file(number) for number in range(5)]
    monkeypatch.setattr(Replay, "__len__", lambda _: 100)
    monkeypatch.setattr(replays, "KEPT_EVENTS", 300)
    monkeypatch.setattr(replays, "FILES_BYTES", 2 * len(files[0]))

    async def ask() -> None:
        shelf = Shelf()
        ids = [(await shelf.bring(data))[0] for data in files]
        assert list(shelf._ready) == ids[-3:] and list(shelf._files) == ids[-2:]
        monkeypatch.setattr(replays, "KEPT_EVENTS", 1)
        await shelf.bring(files[0])
        assert list(shelf._ready) == ids[:1], "the last one is always there"

    asyncio.run(ask())


def test_files_are_brought_as_seldom_as_matches_are_begun() -> None:
    with TestClient(application(per_minute=2)) as web:
        answers = [web.post("/api/replay", content=a_file(1)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
