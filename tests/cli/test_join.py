"""outflank join: a bot at a server's match, through lost connections, and every refusal in one line."""

from __future__ import annotations

import contextlib
import io
import socket
import subprocess
import sys
import threading
import time
from email.message import Message
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import HTTPError
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


def test_an_invitation_takes_its_own_seat(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = post(f"{server}/api/game/create", {"width": 7, "height": 7, "max_rounds": 4})
    url = f"{server}/match/{made['game_id']}"
    other = threading.Thread(target=main, args=(["join", url, "--bot", "random", "--player", "1"],))
    other.start()
    assert main(["join", f"{url}#{made['invitations']['2']}", "--bot", "random"]) == 0
    other.join(60)
    assert "Joined as player 2." in capsys.readouterr().out
    assert main(["join", f"{url}#wrong", "--bot", "random"]) == 2


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
    assert "The program has left the match: it ended with status 0" in capsys.readouterr().err
    assert main(["join", url, "--bot", "random"]) == 2
    assert "taken" in capsys.readouterr().err


def test_refusals_are_one_line(
    server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the language of this terminal, also what the server refuses; its code with it."""
    game = match(server)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{unused.getsockname()[1]}/match/1"
        here = f"{server}/match/{game}"
        for words, english, german, code in [
            ([f"{server}/match/none"], "no such match", "Diese Partie gibt es nicht", "GameNotFound/game_not_found"),
            ([nowhere], "does not answer", "antwortet nicht", "Trouble/no_answer"),
            ([here, "--bot", "/no/such"], "cannot be started", "nicht starten", "UnknownProgram/unknown_program"),
            ([here, "--player", "9"], "no such seat", "Diesen Platz gibt es", "NoSuchSeat/no_such_seat"),
            ([here, "--name", "<b>"], "A name", "Ein Name", "BadName/name_has_markup"),
            ([here, "--token", "x"], "holds no seat", "kein Platz", "Unauthorized/token_refused"),
            ([here, "--bot-timeout", "0"], "0.1 to 3600", "0.1 bis 3600", "Trouble/bad_patience"),
        ]:
            for language, told in (("C", english), ("de_DE.UTF-8", german)):
                monkeypatch.setenv("LC_ALL", language)
                assert main(["join", "--bot", "random", *words]) == 2, words
                line = capsys.readouterr().err
                assert told in line and line.endswith(f" ({code})\n") and line.count("\n") == 1, words


def test_what_a_server_says_in_no_form_of_ours_is_told_by_its_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for answer in (b"<html>", b"[]", b'{"message": 3}'):

        def urlopen(*_: object, answer: bytes = answer, **__: object) -> None:
            raise HTTPError("http://a", 502, "Bad Gateway", Message(), io.BytesIO(answer))

        monkeypatch.setattr("urllib.request.urlopen", urlopen)
        assert main(["join", "http://a/match/1", "--bot", "random"]) == 2
        assert "status 502. (Trouble/answer_status)" in capsys.readouterr().err


@pytest.mark.parametrize("answer", [b"[]", b"<html>", b"\xff", b""])
def test_a_server_of_another_kind(monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: contextlib.nullcontext(io.BytesIO(answer)))
    with pytest.raises(Trouble, match="no Outflank server"):
        join.Place("http://a/match/1").ask("GET", "")


def test_the_replay_of_a_match_on_a_server(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"{server}/match/{match(server, 4)}"
    assert main(["replay", url, "--verify"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["join", url, "--bot", "random"]) == 0
    capsys.readouterr()
    assert main(["replay", url, "--verify"]) == 0
    assert "has won" in capsys.readouterr().out


def started(port: int, data: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "outflank", "serve", "--port", str(port), "--data", str(data)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline()
    return process


def test_a_killed_server_costs_no_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is started again on the same data: the bot comes back by itself and the match goes on."""
    bot, count = tmp_path / "slow.py", tmp_path / "count"
    slow = f"        time.sleep(0.05)\n        open({str(count)!r}, 'a').write('x')\n        action = "
    source = EXAMPLE.read_text().replace("import random\n", "import random\nimport time\n")
    bot.write_text(source.replace("        action = ", slow))
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    server = started(port, tmp_path / "data")
    game = match(f"http://127.0.0.1:{port}", 12)
    ended: list[int] = []
    words = ["join", f"http://127.0.0.1:{port}/match/{game}", "--bot", f"{sys.executable} {bot}"]
    player = threading.Thread(target=lambda: ended.append(main(words)))
    player.start()
    try:
        while not count.exists() or len(count.read_text()) < 6:
            time.sleep(0.01)
        server.kill()
        server.wait(20)
        assert not ended, "the match was over too soon to show anything"
    finally:
        again = started(port, tmp_path / "data")
        player.join(60)
        again.terminate()
        for process in (server, again):
            process.wait(20)
            assert process.stdout is not None
            process.stdout.close()
    told = capsys.readouterr().out
    assert ended == [0] and "The connection is lost" in told and "The match is over" in told
