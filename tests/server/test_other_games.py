"""A game that is not CellWar on the server: no action ends a turn, and nobody who is lost is removed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from outflank import games
from outflank.match import Place
from outflank.protocol import Refused
from outflank.server.hub import Hub
from outflank.server.store import Memory
from tests.conftest import ROOT
from tests.server.conftest import join, token
from tests.server.test_races import Inbox
from tests.server.test_sockets import connected, until

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.fixture(autouse=True)
def crossing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example game, as if it were built in."""
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "crossing"))
    monkeypatch.setitem(games.BUILT_IN, "crossing", "outflank_crossing")


def test_a_turn_that_no_action_ends_cannot_be_ended(web: TestClient) -> None:
    match_id = web.post("/api/game/create", json={"game": "crossing"}).json()["game_id"]
    seats = [join(web, match_id) for _ in range(2)]
    for seat in seats:
        answer = web.post(f"/api/game/{match_id}/end_turn", headers=token(seat))
        assert (answer.status_code, answer.json()["error"], answer.json()["detail"]) == (
            409,
            "NoEndTurn",
            "no_end_turn",
        )
    with connected(web, match_id, {"player": 1, "token": seats[0]["player_token"]}) as socket:
        seq = until(socket, "YourTurn")[-1]["seq"]
        socket.send_json({"type": "end_turn", "command_id": "e"})
        (refused,) = until(socket, "Refused")
        assert (refused["error"], refused["command_id"]) == ("NoEndTurn", "e")
        socket.send_json({"type": "ping"})
        assert until(socket, "Pong") == [{"type": "Pong", "seq": seq}], "nothing has changed"
    legal = web.get(f"/api/game/{match_id}/state", headers=token(seats[0])).json()["legal"]
    done = web.post(f"/api/game/{match_id}/action", json=legal[0], headers=token(seats[0]))
    assert done.status_code == 200 and done.json()["view"]["current_player"] == 2


def test_whoever_is_lost_is_waited_for() -> None:
    async def use() -> None:
        live, _ = await Hub(Memory(), lost_after=30_000).create("crossing", {}, [Place("open")] * 2, None)
        for _ in range(2):
            await live.join(None, "")
        one, two = Inbox(), Inbox()
        await live.connect(1, 0, one)
        await live.connect(2, 0, two)
        await live.disconnect(1, one)
        assert live.deadlines == {}
        await live.overdue()
        assert live.host.match.left == set()
        assert not any(isinstance(each, Refused) for each in two.messages)

    asyncio.run(use())
