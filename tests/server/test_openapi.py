"""The OpenAPI document is the truth: every route is in it, and schemathesis finds no answer that is not."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from outflank.server import openapi, replays, routes

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from tests.server.conftest import Server

load_all_checks()
# A body or query may fit its schema and still be refused, for what is on the board or what a game's options allow:
# 422 is a documented answer to it. So are numbers like 5.0, whole for JSON Schema and not for msgspec.
NOT_CHECKED = {"positive_data_acceptance"}


def test_every_route_is_told() -> None:
    there = {
        (method, route.path.removeprefix("/api"))
        for route in [*routes.routes("/api"), *replays.routes("/api"), *openapi.own_routes("/api")]
        for method in (route.methods or set()) - {"HEAD"}
        if "{rest" not in route.path
    }
    assert there == set(openapi.OPERATIONS)


def test_it_is_served(web: TestClient) -> None:
    for prefix in ("/api", ""):
        told = web.get(f"{prefix}/openapi.json").json()
        assert told == json.loads(json.dumps(openapi.document())) and told["openapi"] == "3.1.0"
    action = told["paths"]["/api/game/{game_id}/action"]["post"]
    assert action["security"] == [{"seat": []}] and set(action["responses"]) >= {"200", "401", "404", "409", "422"}


# ---- schemathesis


@dataclass
class Api:
    """A server process, the document it tells, and a match to ask about."""

    address: str
    schema: Any
    match: str
    tokens: list[str]
    over: str
    rng: random.Random


@pytest.fixture
def api(server: Server) -> Api:
    with httpx.Client(base_url=server.address, timeout=60) as web:
        fields = {"width": 6, "height": 6, "player_count": 3}
        match = web.post("/api/game/create", json=fields).json()["game_id"]
        tokens = [web.post(f"/api/game/{match}/join").json()["player_token"] for _ in range(2)]
        computers = {"players": [{"kind": "computer", "bot": "random"}] * 2, "max_rounds": 2}
        over = web.post("/api/game/create", json={**computers, "width": 6, "height": 6}).json()["game_id"]
        while not web.get(f"/api/game/{over}").json()["finished"]:
            time.sleep(0.05)
    told = schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")
    return Api(server.address, told, match, tokens, over, random.Random(1))


def aimed(api: Api, case: Case) -> None:
    """Most requests are about a match that there is, by one of its players: else all would be GameNotFound."""
    if case.path.endswith("/cancel"):
        case.path_parameters["game_id"] = api.over  # of the other one nothing would be left to ask about
    elif case.path_parameters and api.rng.random() < 0.8:
        for name in case.path_parameters:
            case.path_parameters[name] = api.over if name == "replay_id" or api.rng.random() < 0.2 else api.match
    if api.rng.random() < 0.8:
        case.headers["X-Player-Token"] = api.rng.choice(api.tokens)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_answer_is_untold(api: Api, mode: GenerationMode, full: bool) -> None:
    seen: Counter[str] = Counter()
    kept: list[Any] = [check for check in CHECKS.get_all() if check.__name__ in NOT_CHECKED]
    for found in api.schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=500 if full else 20,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: Case) -> None:
            aimed(api, case)
            answer = case.call(session=session)
            seen[f"{case.method} {case.path} {answer.status_code}"] += 1
            case.validate_response(answer, excluded_checks=kept)

        with requests.Session() as session:
            try:
                ask()
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE  # a route that takes nothing can be given nothing wrong
    bodies = {f"/api{path}" for (_, path), told in openapi.OPERATIONS.items() if told.body}
    assert {line.split()[1] for line in seen} >= bodies
    if mode is GenerationMode.POSITIVE:
        assert sum(line.endswith(" 200") for line in seen) >= 9, seen
