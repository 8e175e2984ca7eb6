"""outflank join: a bot at a server's match, through lost connections, and every refusal in one line."""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from outflank.cli import join, main
from outflank.cli.trouble import Trouble
from tests.cli.conftest import post

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bots" / "random_bot.py"


def match(server: str, rounds: int = 8, *, open_seats: int = 1) -> str:
    """The id of a new match: computer players and open seats."""
    players = [{"kind": "computer", "bot": "random"}] * (2 - open_seats) + [{"kind": "open"}] * open_seats
    return str(
        post(f"{server}/api/game/create", {"width": 7, "height": 7, "max_rounds": rounds, "players": players})[
            "game_id"
        ]
    )


@pytest.mark.parametrize("form", ["{}/match/{}", "{}/api/game/{}", "{}/game/{}", "{}/ws/game/{}/ws"])
def test_every_address_of_a_match_will_do(form: str) -> None:
    place = join.Place(form.format("https://example.org:8443", "1a2b"))
    assert place.rest == "https://example.org:8443/api/game/1a2b"
    assert place.socket == "wss://example.org:8443/ws/game/1a2b/ws"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://",
        "ftp://a/match/1",
        "http://a/",
        "http://a/match/",
        "/match/1",
        "http://[x/match/1",
        "http://a:99999/match/1",
    ],
)
def test_others_will_not(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", url, "--bot", "random"]) == 2
    line = capsys.readouterr().err
    assert "is no address of a match" in line and line.count("\n") == 1


@pytest.mark.parametrize("bot", ["random", "greedy", f"{sys.executable} {EXAMPLE}"])
def test_a_bot_plays_a_match(server: str, bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", f"{server}/match/{match(server)}", "--bot", bot, "--name", "Guest", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Joined as player 2. To come back: --player 2 --token ")
    assert "The match is over: player " in told


def test_two_bots_meet(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"{server}/match/{match(server, 4, open_seats=2)}"
    other = threading.Thread(target=main, args=(["join", url, "--bot", "random", "--player", "2"],))
    other.start()
    assert main(["join", url, "--bot", "random", "--player", "1"]) == 0
    other.join(60)
    assert capsys.readouterr().out.count("The match is over") == 2


def test_a_token_takes_a_seat_up_again(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"{server}/api/game/{match(server)}"
    token = post(f"{url}/join", {})["player_token"]
    assert main(["join", url, "--bot", "random", "--token", token]) == 0
    assert "The match is over" in capsys.readouterr().out


@contextlib.contextmanager
def leaky(server: str, bytes_each: int) -> Iterator[str]:
    """A way to the server on which every connection breaks after so many bytes of answers."""
    parts = urlsplit(server)
    gate = socket.create_server(("127.0.0.1", 0))

    def pump(source: socket.socket, target: socket.socket, most: float) -> None:
        with contextlib.suppress(OSError):
            while most > 0 and (data := source.recv(4096)):
                target.sendall(data)
                most -= len(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = gate.accept()
                there = socket.create_connection((parts.hostname or "", parts.port or 0))
                threading.Thread(target=pump, args=(client, there, float("inf")), daemon=True).start()
                threading.Thread(target=pump, args=(there, client, bytes_each), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{gate.getsockname()[1]}"
    finally:
        gate.shutdown(socket.SHUT_RDWR)
        gate.close()


def test_a_broken_connection_costs_no_move(
    server: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join, "AGAIN", (0.01, 0.05))
    game = match(server, 12)
    with leaky(server, 15_000) as way:
        assert main(["join", f"{way}/match/{game}", "--bot", "random", "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert told.count("The connection is lost") >= 2 and "The match is over" in told


def test_a_program_that_fails_leaves(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"{server}/match/{match(server)}"
    assert main(["join", url, "--bot", f"{sys.executable} -c pass"]) == 2
    assert "the program has left the match: it ended with status 0" in capsys.readouterr().err
    assert main(["join", url, "--bot", "random"]) == 2
    assert "taken" in capsys.readouterr().err


def test_refusals_are_one_line(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = match(server)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}/match/1"
        for words, told in [
            ([f"{server}/match/none", "--bot", "random"], "no such match"),
            ([nowhere, "--bot", "random"], "does not answer"),
            ([f"{server}/match/{game}", "--bot", "/no/such/program"], "cannot be started"),
            ([f"{server}/match/{game}", "--bot", "random", "--player", "9"], "no player 9"),
            ([f"{server}/match/{game}", "--bot", "random", "--name", "<b>"], "name"),
            ([f"{server}/match/{game}", "--bot", "random", "--token", "x"], "not yours"),
            ([f"{server}/match/{game}", "--bot", "random", "--bot-timeout", "0"], "0.1 to 3600"),
        ]:
            assert main(["join", *words]) == 2, words
            line = capsys.readouterr().err
            assert told in line and line.count("\n") == 1, words


def test_a_server_of_another_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.cli.join.json.load", lambda _: [])
    monkeypatch.setattr(join, "urlopen", lambda *_, **__: contextlib.nullcontext())
    with pytest.raises(Trouble, match="no Outflank server"):
        join.Place("http://a/match/1").ask("GET", "")
