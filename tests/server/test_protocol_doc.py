"""docs/protocol.md cannot rot: its examples are messages, all messages have one, and its program plays a match."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest

from outflank.contract import BadOptions
from outflank.games import load
from outflank.protocol import ClientMessage, HostMessage, read, read_host, write
from outflank.server import openapi, replays
from outflank.server.replies import STATUS, Problem
from outflank.server.routes import routes

if TYPE_CHECKING:
    from tests.server.conftest import Server

DOC = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
TEXT = DOC.read_text()


def examples(kind: str) -> list[str]:
    found = re.findall(rf"```{kind}\n(.*?)```", TEXT, re.S)
    assert found, f"no example of {kind}"
    return found


def subset(part: Any, whole: Any) -> bool:
    """Whether an example says nothing that the message does not (defaults may be left out of it)."""
    return all(whole.get(key) == value for key, value in part.items())


def test_every_message_has_an_example_and_every_example_is_a_message() -> None:
    shown: set[type] = set()
    for example in examples("json client"):
        message = read(example)
        shown.add(type(message))
        given = json.loads(example)
        if given["type"] == "action" and "action" not in given:
            given = {"type": "action", "action": {key: given[key] for key in given if key != "type"}}
        assert subset(given, json.loads(write(message))), example
    for example in examples("json host"):
        answer = read_host(example)
        shown.add(type(answer))
        assert json.loads(example) == json.loads(write(answer)), f"left out or unknown: {example}"
    assert shown == {*get_args(ClientMessage), *get_args(HostMessage)}


def test_the_view_is_the_one_that_is_sent() -> None:
    game = load("cellwar")
    # Three by three is too small for the formula of starting cells, so they are given.
    options = game.Options(width=3, height=3, start_positions=((0, 0), (2, 2)))
    game.check(options)
    with pytest.raises(BadOptions):
        game.check(game.Options(width=2, height=2))
    state = game.start(options, 1)
    (view,) = examples("json view")
    assert json.loads(view) == msgspec.to_builtins(game.view(state, 1))
    move, end = (json.loads(each) for each in examples("json action"))
    assert move in game.legal(state, 1)
    state.apply(game.decode(state, move))
    assert game.legal(state, 1) == [end]


def test_refusals_and_their_status() -> None:
    (refusal,) = examples("json refusal")
    told = msgspec.json.decode(refusal, type=Problem)
    assert set(json.loads(refusal)) == set(Problem.__struct_fields__) and told.error == "InvalidAction"
    table = {
        code.strip(): int(status)
        for status, codes in re.findall(r"^\| (\d{3}) \| (.*?) \|$", TEXT, re.M)
        for code in codes.split(",")
    }
    assert {code: status for code, status in table.items() if status != 422} == STATUS


def test_every_address_is_documented() -> None:
    told = set(re.findall(r"`(GET|POST) /api(/[a-z/_{}.]+)", TEXT))
    there = {
        (method, route.path.removeprefix("/api").replace("game_id", "id"))
        for route in [*routes("/api"), *replays.routes("/api"), *openapi.own_routes("/api")]
        for method in (route.methods or set()) - {"HEAD"}
        if "rest" not in route.path
    }
    assert told == there


@pytest.mark.parametrize("create", [True, False])
def test_the_program_plays_a_match(server: Server, tmp_path: Path, create: bool) -> None:
    (program,) = examples("python")
    assert len([line for line in program.splitlines() if line]) <= 25
    file = tmp_path / "bot.py"
    file.write_text(program)
    command = [sys.executable, "-I", str(file), server.address]
    if not create:
        import httpx

        players = [{"kind": "computer", "bot": "random"}, {"kind": "open"}]
        body = {"options": {"max_rounds": 5, "width": 6, "height": 6}, "players": players}
        command.append(httpx.post(f"{server.address}/api/game/create", json=body, timeout=60).json()["game_id"])
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"winner: [12]\n", done.stdout)
