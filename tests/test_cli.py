"""The command ``outflank``: what is asked wrongly is answered in one line."""

from __future__ import annotations

import shlex
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from outflank.cli import COMMANDS, main, parser, play, serve
from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert str(COMMANDS[command].__doc__) in shown.replace("\n", " ")


def test_the_examples_of_the_help_are_commands() -> None:
    lines = [line for module in COMMANDS.values() for line in getattr(module, "EXAMPLES", "").splitlines()[1:]]
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "outflank" and parser().parse_args(words[1:]).command == words[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["play", "--port", "70000"], "70000 is no port"),
        (["serve", "--port", "-1"], "-1 is no port"),
        (["play", "draughts"], "draughts"),
        (["serve", "--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
        (["serve", "--host", "no such host"], "cannot listen on no such host"),
        (["terminal", "draughts"], "draughts"),
        (["terminal", "--size", "10"], "like 10x10"),
        (["terminal", "--size", "2x2"], "do not fit on 2x2"),
        (["terminal", "--players", "you,"], "nobody for player 2"),
        (["terminal", "--players", "you,/no/such/program"], "cannot be started"),
        (["terminal", "--players", "you,esy"], "no program, 'esy'. Known are you, random, "),
        (["terminal", "--set", "fog"], "like max_rounds=50"),
        (["terminal", "--set", "fog=1"], "has no option 'fog'"),
        (["terminal", "--position", "cellwar/9"], "cellwar/1"),
        (["perft", "start", "0"], "DEPTH"),
        (["perft", "nonsense", "1"], "position"),
        (["perft", "start", "1", "--game", "draughts"], "draughts"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    line = last_line(capsys)
    assert line.startswith("outflank: ")
    assert "\n" not in line
    assert told in line


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_in_use_is_told_together_with_a_free_one(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "serve"):
        assert main([command, "--port", str(taken)]) == 2
        line = last_line(capsys)
        assert f"port {taken} is in use" in line
        free = int(line.rsplit("--port ", 1)[1].rstrip("."))
        serve.listen("127.0.0.1", free, any_port=False).close()


def test_whoever_asked_for_no_port_gets_the_next_free_one(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "PORT", taken)
    with serve.listen("127.0.0.1", None, any_port=True) as found:
        assert found.getsockname()[1] > taken
    with pytest.raises(Trouble, match="is in use"):
        serve.listen("127.0.0.1", None, any_port=False)


def test_an_address_can_be_opened_in_a_browser() -> None:
    with serve.listen("127.0.0.1", 0, any_port=False) as found:
        assert serve.address(found) == f"http://127.0.0.1:{found.getsockname()[1]}"
    with serve.listen("0.0.0.0", 0, any_port=False) as found:
        assert "0.0.0.0" not in serve.address(found)


def test_without_a_screen_the_address_has_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    play.show("http://127.0.0.1:1/")
    assert "open the address" in last_line(capsys)


@pytest.mark.parametrize(("words", "opened"), [([], "/"), (["cellwar"], "/new/cellwar"), (["--no-browser"], None)])
def test_play_opens_the_page(words: list[str], opened: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the game that is named; unless that is not wished."""
    shown: list[str] = []
    looked = threading.Event()

    def browser(address: str) -> bool:
        shown.append(address)
        looked.set()
        return True

    def served(listening: socket.socket, arguments: object, ready: Callable[[], None]) -> int:
        with listening:
            ready()
            if opened:
                assert looked.wait(20)
            shown.append(serve.address(listening))
        return 0

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", browser)
    monkeypatch.setattr(serve, "until_stopped", served)
    assert main(["play", *words, "--port", "0"]) == 0
    *pages, address = shown
    assert pages == ([address + opened] if opened else [])


def test_perft_prints_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    line = "cellwar/1 5x5 5/1,1I:1,3/5/3,2I:2,1/5 1 1"
    assert main(["perft", line, "4"]) == 0
    told = [row.split() for row in capsys.readouterr().out.splitlines()]
    assert [(int(row[0]), int(row[1])) for row in told] == [(1, 9), (2, 9), (3, 81), (4, 80)]
    assert main(["perft", "start", "2"]) == 0
    assert [row.split()[1] for row in capsys.readouterr().out.splitlines()] == ["9", "9"]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What a person will type; then the terminal is closed."""
    waiting = iter(lines)

    def answer(prompt: str) -> str:
        print(prompt)
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", answer)


def test_a_match_is_played_to_its_end_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    position = "cellwar/1 5x3 5/1,1I:1,1,2I:2,1/5 1 1"
    typed(monkeypatch, "", "help", "moves", "nonsense", "1:5,5", "1:1,0", "end", "1:1,0", "end", "leave")
    words = ["terminal", "--position", position, "--players", "you,random", "--seed", "3", "--language", "en"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "Possible now: 1:0,0" in shown
    assert "An action" in shown or "not possible" in shown
    assert "acts on its own cell or one beside it" in shown
    assert "has won." in shown


def test_closing_the_terminal_ends_the_match_in_good_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "1:1,1")
    assert main(["terminal", "--language", "de"]) == 0
    assert "Abgebrochen" in capsys.readouterr().out


def test_two_people_at_one_terminal_do_not_see_each_others_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "", "1:0,0")  # player 2 never presses Enter
    assert main(["terminal", "--players", "you,you", "--language", "en"]) == 0
    after = capsys.readouterr().out.rsplit("Turn ended.", 1)[1]
    assert "Player 2: sit down alone" in after
    assert "2I" not in after


def test_the_core_is_imported_without_the_server() -> None:
    """A command that only counts or tells its version must not load what only the server needs."""
    script = (
        "import outflank.cli, sys; print([m for m in ('starlette', 'uvicorn', 'numpy', 'asyncio') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
