"""The levels of the computer: which a game has, and that they play what the server says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from outflank.bots import KIND, budget, levels, offered
from outflank.games import games

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def test_every_game_tells_its_levels_and_what_they_may_spend_here(web: TestClient) -> None:
    told = {each["id"]: each for each in web.get("/api/games").json()}
    assert list(told) == games()
    for game, info in told.items():
        assert [each["name"] for each in info["levels"]] == list(offered(game))
        assert [each["nodes"] for each in info["levels"]] == [budget(game, each, KIND) for each in offered(game)]
        assert [each["full"] for each in info["levels"]] == [budget(game, each) for each in offered(game)]
        assert info["budget"] == KIND


@pytest.mark.parametrize("game", games())
def test_every_level_takes_a_seat(web: TestClient, game: str) -> None:
    for level in levels(game):
        made = web.post("/api/game/create", json={"game": game, "players": [{}, {"kind": "computer", "bot": level}]})
        seats = web.get(f"/api/game/{made.json()['game_id']}").json()["seats"]
        assert [seat["bot"] for seat in seats] == [None, level]


def test_the_computer_takes_an_open_seat_on_a_chosen_level(web: TestClient) -> None:
    match = web.post("/api/game/create", json={"players": [{}, {}]}).json()["game_id"]
    headers = {"X-Player-Token": web.post(f"/api/game/{match}/join").json()["player_token"]}
    level = offered("cellwar")[-1]
    refused = web.post(f"/api/game/{match}/fill", json={"player": 2, "bot": "genius"}, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (422, "UnknownBot")
    filled = web.post(f"/api/game/{match}/fill", json={"player": 2, "bot": level}, headers=headers)
    assert filled.json()["seats"][1]["bot"] == level
