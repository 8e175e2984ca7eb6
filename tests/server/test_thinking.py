"""What is told while the computer thinks, how it is cut short, and hints: from the own view alone, and only alone."""

from __future__ import annotations

import time
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from outflank.bots import KIND, Turn, budget, make, offered, planner
from outflank.contract import Level
from outflank.games import games, load
from outflank.server import live, thinking
from tests.server.conftest import JSON, create, join, token
from tests.server.test_sockets import connected, until

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from starlette.testclient import TestClient, WebSocketTestSession


NODES = 1000


class Slow:
    """A computer player that thinks until it is told to come to an end, or for ever."""

    def __init__(self) -> None:
        self.heeds = True
        self.done = Event()
        self.spent: list[int] = []

    def __call__(self, game: Any, turn: Turn, *_: Any) -> Generator[int, None, list[JSON]]:
        while not (turn.hurry and self.heeds) and not self.done.is_set():
            time.sleep(0.005)
            self.spent.append(min(NODES, len(self.spent) + 1))
            yield self.spent[-1]
        return [turn.legal[-1]]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """The one level of CellWar and Traversal."""
    made = Slow()
    monkeypatch.setitem(planner.SEARCHES, "slow", made)
    monkeypatch.setattr(thinking, "TELL", 0.05)
    for game in ("cellwar", "traversal"):
        monkeypatch.setattr(load(game), "LEVELS", {"slow": Level("slow", NODES, NODES)}, raising=False)
    yield made
    made.done.set()


@pytest.fixture
def warnings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What whoever runs the server is warned of."""
    found: list[str] = []
    monkeypatch.setattr(live._logger, "warning", lambda told, *values: found.append(told % values))
    return found


def answered(socket: WebSocketTestSession) -> list[str]:
    """The kinds of all messages that are under way."""
    socket.send_json({"type": "ping"})
    return [each["type"] for each in until(socket, "Pong")]


def begin(web: TestClient, game: str, *others: str, position: str | None = None) -> tuple[str, JSON]:
    """A match of one person and computers; whoever is no computer takes the first seat."""
    players = [{}, *({"kind": "computer", "bot": bot} if bot else {} for bot in others)]
    made = web.post("/api/game/create", json={"game": game, "players": players, "position": position})
    match = str(made.json()["game_id"])
    seat = join(web, match, 1)
    web.cookies.clear()
    return match, {"player": 1, "token": seat["player_token"]}


def act(web: TestClient, match: str, hello: JSON) -> JSON:
    """Any legal actions until it is somebody else's turn; the state after them."""
    headers = token({"player_token": hello["token"]})
    while (now := web.get(f"/api/game/{match}/state", headers=headers).json())["legal"]:
        web.post(f"/api/game/{match}/action", json=now["legal"][-1], headers=headers)
    return dict(now)


def test_it_is_told_how_far_the_computer_is_and_it_acts_at_once_when_somebody_says_so(
    web: TestClient, slow: Slow
) -> None:
    match, hello = begin(web, "traversal", "slow")
    with connected(web, match, hello) as socket, connected(web, match, {"player": None}) as spectator:
        act(web, match, hello)
        told = [until(socket, "Thinking")[-1] for _ in range(2)]
        assert [(each["player"], each["budget"]) for each in told] == [(2, NODES)] * 2
        assert 0 < told[0]["spent"] < told[1]["spent"] <= NODES
        assert until(spectator, "Thinking")[-1]["player"] == 2
        spectator.send_json({"type": "hurry"})
        spectator.send_json({"type": "ping"})
        until(spectator, "Pong")
        assert not slow.done.is_set() and web.get(f"/api/game/{match}").json()["finished"] is False
        with connected(web, match, {"player": None}) as late:
            assert until(late, "Thinking")[-1]["budget"] == NODES  # also to whoever comes while it thinks
        began = time.monotonic()
        socket.send_json({"type": "hurry"})
        update = until(socket, "StateUpdate")[-1]
        assert update["view"]["current_player"] == 1 and update["legal"]
        assert time.monotonic() - began < 2


def test_in_a_game_with_secrets_it_is_told_once_a_turn_and_without_figures(web: TestClient, slow: Slow) -> None:
    match, hello = begin(web, "cellwar", "slow")
    with connected(web, match, hello) as socket:
        act(web, match, hello)
        assert until(socket, "Thinking")[-1] == {"type": "Thinking", "player": 2, "spent": None, "budget": None}
        before = len(slow.spent)
        while len(slow.spent) < before + 60:
            time.sleep(0.01)  # longer than several tellings apart
        socket.send_json({"type": "hurry"})
        told = until(socket, "YourTurn")
        assert "Thinking" not in [each["type"] for each in told]


def test_whoever_overruns_is_asked_to_end_and_then_replaced_by_a_legal_action(
    web: TestClient, slow: Slow, monkeypatch: pytest.MonkeyPatch, warnings: list[str]
) -> None:
    monkeypatch.setattr(thinking, "ENOUGH", 0.1)
    match, hello = begin(web, "traversal", "slow")
    kept = web.app.state.hub._live[match]  # type: ignore[attr-defined]
    with connected(web, match, hello) as socket:
        until(socket, "YourTurn")
        act(web, match, hello)
        until(socket, "YourTurn")
        assert not kept.seats.reports and not warnings
        slow.heeds = False
        monkeypatch.setattr(thinking, "WITHIN", 0.3)
        act(web, match, hello)
        until(socket, "YourTurn")
        assert "did not answer in time" in kept.seats.reports[-1]
        assert until(socket, "Faltered")[-1] == {"type": "Faltered", "player": 2, "lasting": True}
        logged = f"match {match} failed: player 2, level slow: it did not answer in time, and is replaced by chance"
        assert len(warnings) == 1 and logged in warnings[0]
        act(web, match, hello)
        until(socket, "YourTurn")
        assert "Faltered" not in answered(socket)  # it is told once: chance makes no mistakes


def test_whoever_crashes_is_replaced_by_a_legal_action_and_reported(
    web: TestClient, slow: Slow, monkeypatch: pytest.MonkeyPatch, warnings: list[str]
) -> None:
    def fails(*_: Any) -> Generator[int, None, list[JSON]]:
        yield 1
        time.sleep(0.2)  # so that whoever asks meanwhile sees that it is not their turn
        raise RuntimeError("lost the thread")

    monkeypatch.setitem(planner.SEARCHES, "slow", fails)
    match, hello = begin(web, "traversal", "slow")
    kept = web.app.state.hub._live[match]  # type: ignore[attr-defined]
    with connected(web, match, hello) as socket, connected(web, match, {"player": None}) as spectator:
        until(socket, "YourTurn")
        act(web, match, hello)
        until(socket, "YourTurn")
        assert "RuntimeError: lost the thread" in kept.seats.reports[-1]
        for wire in (socket, spectator):
            told = until(wire, "Faltered")
            assert told[-1] == {"type": "Faltered", "player": 2, "lasting": False}
            assert "thread" not in str(told)
        logged = f"match {match} failed: player 2, level slow: RuntimeError: lost the thread"
        assert len(warnings) == 1 and logged in warnings[0]


def test_a_crash_in_every_action_is_told_once_a_turn_and_after_it(
    web: TestClient, slow: Slow, monkeypatch: pytest.MonkeyPatch, warnings: list[str]
) -> None:
    def fails(*_: Any) -> Generator[int, None, list[JSON]]:
        yield 1
        time.sleep(0.2)  # so that whoever asks meanwhile sees that it is not their turn
        raise RuntimeError("lost the thread")

    monkeypatch.setitem(planner.SEARCHES, "slow", fails)
    match, hello = begin(web, "cellwar", "slow", position="cellwar/1 8x8 1I,1I,1I,5/8/8/8/8/8/8/5,2I,2I,2I 1 1")
    with connected(web, match, hello) as socket:
        until(socket, "YourTurn")
        for _ in range(3):
            act(web, match, hello)
            assert "Faltered" not in [each["type"] for each in until(socket, "YourTurn")]
            assert answered(socket).count("Faltered") == 1
    assert len(warnings) > 3  # more than one a turn


# ---- hints


@pytest.mark.parametrize("game", games())
def test_a_hint_is_the_turn_that_hard_would_play_found_from_the_view(web: TestClient, game: str) -> None:
    match, hello = begin(web, game, offered(game)[0])
    with connected(web, match, hello) as socket:
        first = until(socket, "StateUpdate")[-1]
        events = len(web.app.state.hub._live[match].host.match.events)  # type: ignore[attr-defined]
        socket.send_json({"type": "hint", "request": -1})
        hinted = until(socket, "Hinted")[-1]
        assert hinted["actions"][0] in first["legal"] and hinted["said"]
        assert hinted["request"] == -1 and hinted["seq"] <= first["seq"]
        turn = Turn(first["view"], first["legal"], seed=1, budget=budget(game, "hard", KIND))
        assert (hinted["level"], hinted["actions"][0]) == ("hard", make(game, "hard").choose(turn))
        assert hinted["actions"][1:] == turn.memory["plan"]
        assert len(web.app.state.hub._live[match].host.match.events) == events  # type: ignore[attr-defined]


def test_there_are_no_hints_with_other_people_nor_out_of_turn(web: TestClient) -> None:
    match = create(web, "human", "human", player_count=2)
    seats = [join(web, match) for _ in range(2)]
    web.cookies.clear()
    hellos = [{"player": seat["player_id"], "token": seat["player_token"]} for seat in seats]
    with connected(web, match, hellos[0]) as first, connected(web, match, hellos[1]) as second:
        for socket, code in ((first, "HintNotAllowed"), (second, "NotYourTurn")):
            socket.send_json({"type": "hint", "request": -3})
            refused = until(socket, "Refused")[-1]
            assert (refused["error"], refused["request"]) == (code, -3)
        second.send_json({"type": "leave", "command_id": "bye"})
        until(second, "Accepted")
        first.send_json({"type": "hint", "request": -4})
        assert until(first, "Refused")[-1]["error"] == "GameOver"


def test_moves_are_heard_while_a_hint_is_sought(web: TestClient, slow: Slow) -> None:
    match, hello = begin(web, "traversal", "random")
    with connected(web, match, hello) as socket:
        first = until(socket, "StateUpdate")[-1]
        socket.send_json({"type": "hint", "request": -1})
        socket.send_json({"type": "action", "action": first["legal"][0], "command_id": "a"})
        assert until(socket, "Accepted")[-1]["command_id"] == "a"
        slow.done.set()
        assert until(socket, "Hinted")[-1]["seq"] <= first["seq"]


def test_who_asks_for_a_hint_that_fails_is_told(
    web: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("outflank.host.suggest", fails)
    match, hello = begin(web, "traversal", "random")
    with connected(web, match, hello) as socket:
        until(socket, "StateUpdate")
        socket.send_json({"type": "hint", "request": -1})
        refused = until(socket, "Refused")[-1]
        assert (refused["detail"], refused["request"]) == ("no_hint", -1) and "secret" not in str(refused)
    assert "secret" in caplog.text, "whoever runs the server sees why"


def test_hints_are_bounded(web: TestClient) -> None:
    match, hello = begin(web, "cellwar", "random")
    with connected(web, match, hello) as socket:
        until(socket, "StateUpdate")
        for request in range(30):
            socket.send_json({"type": "hint", "request": -request - 1})
        refused = until(socket, "Refused")[-1]
        assert refused["error"] == "TooManyRequests" and refused["request"] < 0
