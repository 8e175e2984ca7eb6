"""The programs in examples/ run, and the game in examples/crossing, installed by pip, plays everywhere."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

import outflank
from outflank.client import Client
from outflank.contract import Game, Text
from outflank.protocol import read, read_host, write
from outflank.search.batch import Batch
from outflank.search.perft import perft_by_depth
from outflank.search.playout import playouts
from outflank.server.app import application
from tests.conftest import ROOT
from tests.installed import install_crossing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EXAMPLES = ROOT / "examples"

SAYS = {
    "batch_numpy": r"20000 actions, \d+ matches ended; observations \(100, 12, 36\)",
    "bot_match": r"Player 1 has won ===[^?]*Outcome\(returns=\(1.0, -1.0\), winner=1, reason='elimination'\)",
    "count_positions": r"9 9 81 80 567 559",
    "over_the_server": r"Player [12] has won: (elimination|round_limit)\.",
    "position": r"1:1,0 +attack +unit 1 dies, unit 2 becomes",
    "random_match": r"Outcome\(returns=.*, winner=[12], reason='(elimination|round_limit)'\)",
}


def run(*words: str, path: Path | None = None, typed: str = "") -> str:
    """What a Python program prints; it must end well. ``path``: where else it may import from."""
    places = [str(path)] if path else []
    if os.environ.get("PYTHONPATH"):
        places.append(os.environ["PYTHONPATH"])
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=env, input=typed, capture_output=True, text=True, timeout=250
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--new-per-minute", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.mark.parametrize("program", sorted(path.stem for path in EXAMPLES.glob("*.py")))
def test_each_program_runs(program: str, server: str) -> None:
    assert re.search(SAYS[program], run(f"examples/{program}.py", server))


def test_no_program_is_missing() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == SAYS.keys()


# ---- the example game


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed Crossing."""
    return install_crossing(tmp_path_factory.mktemp("crossing"))


@pytest.fixture
def crossing(site: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, found by its entry point."""
    assert "crossing" not in outflank.games.games()
    monkeypatch.syspath_prepend(site)
    return outflank.load("crossing")


def test_the_game_is_found_and_has_all_that_the_contract_names(crossing: Game) -> None:
    assert outflank.games.games() == [*outflank.games.BUILT_IN, "crossing"]
    for contract, module in ((Game, crossing), (Text, outflank.text("crossing"))):
        named = {name for name in (*vars(contract), *contract.__annotations__) if not name.startswith("_")}
        assert named and not [name for name in named if not hasattr(module, name)]
    assert crossing.ID == "crossing"


def test_the_compiled_search_plays_it(crossing: Game) -> None:
    state = crossing.start(crossing.Options(), 0)
    assert perft_by_depth(state, 3) == [13, 169, 2331]
    assert playouts(state, 20, 1000, 1) == playouts(state, 20, 1000, 1)
    batch = Batch(state, 3)
    batch.step(state.legal_actions()[:3])
    assert list(batch.players) == [2, 2, 2]
    assert (sum(batch.masks), sum(batch.observations)) == (3 * 13, 3 * 20)


def test_it_passes_the_kit_that_every_game_must_pass(site: Path) -> None:
    """In a process of its own: the kit looks for the installed games when it is collected."""
    kit = "tests/conformance/test_game.py"
    told = run("-m", "pytest", "-q", "-p", "no:cacheprovider", kit, "-k", "crossing", path=site)
    found = re.search(r"(\d+) passed", told)
    assert found and int(found[1]) >= 10 and "failed" not in told


def test_its_bad_options_and_positions_are_refused(crossing: Game) -> None:
    with pytest.raises(outflank.BadOptions, match="width must be"):
        crossing.start(crossing.Options(width=1), 0)
    text = outflank.text("crossing")
    for line in ("", "crossing/2 x", "crossing/1 22/22/../11/11 1 1 1 0", "crossing/1 11/../../../.. 1 1 0 0"):
        with pytest.raises(outflank.BadPosition):
            text.from_position(line)


def test_two_clients_play_it_at_a_host(crossing: Game) -> None:
    places = [outflank.Place("human", "Ada"), outflank.Place("human", "Bob")]
    host = outflank.Host.start("m", outflank.begin("crossing", {}, places, 1, at=0))
    clients = {player: Client(player, "test") for player in (1, 2)}
    rng = random.Random(3)

    def deliver(player: int, messages: list[Any]) -> None:
        for message in messages:
            for number, answer in host.receive(player, read(write(message)), 0).mail:
                if number in clients:
                    deliver(number, clients[number].receive(read_host(write(answer)), 0))

    for player, client in clients.items():
        client.connect(None, 0)
        for message in host.hello(player, 0):
            client.receive(read_host(write(message)), 0)
    while host.match.running:
        client = clients[host.match.state.player]
        assert client.my_turn and client.view is not None
        deliver(client.player or 0, client.look([]))
        assert client.advice is not None
        assert [len(row) for row in client.advice.grid] == [5] * 6
        # The generic page and the terminal know an action by its notation alone.
        notations = client.advice.notations
        assert [host.text.parse(words, client.view) for words in notations] == client.legal
        deliver(client.player or 0, client.act(rng.choice(client.legal), 0))
    ends = [client.over for client in clients.values()]
    assert [end.winner for end in ends if end] == [host.match.state.winner_of()] * 2
    told = outflank.fold(host.match.events)
    assert crossing.dump(told.state) == crossing.dump(host.match.state)


def test_the_greedy_player_plays_it_well(crossing: Game) -> None:
    won = 0
    for number in range(10):
        levels = ["greedy", "random"] if number % 2 else ["random", "greedy"]
        places = [outflank.Place("computer", bot=level) for level in levels]
        host = outflank.Host.start("m", outflank.begin("crossing", {}, places, number, at=0))
        seats = outflank.Seats(host)
        while seats.due():
            seats.play(0)
        assert not seats.reports and host.match.outcome
        won += levels[host.match.outcome.winner - 1] == "greedy"
    assert won >= 9


def test_a_person_plays_it_over_the_server(crossing: Game) -> None:
    with TestClient(application()) as http:
        assert "crossing" in [each["id"] for each in http.get("/api/games").json()]
        refused = http.post("/api/game/create", json={"game": "crossing", "options": {"width": 99}})
        assert (refused.status_code, refused.json()["detail"]) == (422, "bad_width")
        players = [{"kind": "human", "name": "Ada"}, {"kind": "computer", "bot": "greedy"}]
        made = http.post("/api/game/create", json={"game": "crossing", "players": players}).json()["game_id"]
        token = http.post(f"/api/game/{made}/join", json={}).json()["player_token"]
        headers = {"X-Player-Token": token}
        until = time.monotonic() + 60
        while (told := http.get(f"/api/game/{made}/state", headers=headers).json())["view"]["winner"] is None:
            assert time.monotonic() < until
            if told["legal"]:
                http.post(f"/api/game/{made}/action", headers=headers, json=told["legal"][0])
        assert http.get(f"/api/game/{made}").json()["finished"]


def test_a_person_plays_it_in_the_terminal(site: Path) -> None:
    told = run("-m", "outflank", "terminal", "crossing", "--language", "en", path=site, typed="moves\n2,4-2,3\nquit\n")
    assert "0,4-0,3" in told
    assert "3  . . 1 . ." in told and "Round 2, player 1 moves" in told
