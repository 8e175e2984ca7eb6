"""The command ``outflank``: what is asked wrongly is answered in one line."""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from outflank.cli import COMMANDS, main, parser, play, serve
from outflank.cli.trouble import Trouble
from outflank.cli.words import Words

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


WRONG = [
    (["play", "--port", "70000"], "70000 is no port", "Trouble/bad_port"),
    (["serve", "--port", "-1"], "-1 is no port", "Trouble/bad_port"),
    (["play", "draughts"], "draughts", "UnknownGame/unknown_game"),
    (["play", "cellwar", "--replay", __file__], "no replay", "BadReplay/replay_unreadable"),
    (["play", "--replay", "no/such"], "no such file", "Trouble/no_replay_file"),
    (["serve", "--host", "192.0.2.1"], "Cannot listen on 192.0.2.1", "Trouble/cannot_listen"),
    (["serve", "--host", "no such host"], "Cannot listen on no such host", "Trouble/cannot_listen"),
    (["serve", "--port", "0", "--data", "/dev/null"], "/dev/null cannot be used", "Trouble/folder_unusable"),
    (["terminal", "draughts"], "draughts", "UnknownGame/unknown_game"),
    (["terminal", "--size", "10"], "like 10x10", "Trouble/bad_size"),
    (["terminal", "--size", "2x2"], "do not fit on 2 × 2", "BadOptions/starts_too_close"),
    (["terminal", "--players", "you,"], "nobody for player 2", "Trouble/nobody_named"),
    (["terminal", "--players", "you,/no/such/program"], "cannot be started", "UnknownProgram/unknown_program"),
    (["terminal", "--players", "you,esy"], "no program, “esy”. Known are you, random, ", "UnknownBot/unknown_level"),
    (["terminal", "--set", "fog"], "like max_rounds=50", "Trouble/bad_setting"),
    (["terminal", "--set", "fog=1"], "has no option “fog”", "BadOptions/unknown_option"),
    (["terminal", "--position", "cellwar/9"], "cellwar/1", "BadPosition/position_head"),
    (["terminal", "--save", "/no/such/folder/x"], "no such folder", "Trouble/no_save_folder"),
    (["terminal", "--bot-timeout", "0"], "0.1 to 3600", "Trouble/bad_patience"),
    (["replay", "no/such"], "no/such cannot be read", "Trouble/file_unreadable"),
    (["replay", __file__], "no replay", "BadReplay/replay_unreadable"),
    (["replay", "x", "--speed", "9"], "0.5 to 4", "Trouble/bad_speed"),
    (["join", "nowhere", "--bot", "random"], "no address of a match", "Trouble/no_match_address"),
    (["join", "http://127.0.0.1:1/match/1", "--bot", "random"], "does not answer", "Trouble/no_answer"),
    (["maps", "show", "13"], "from 1 to 12", "BadOptions/bad_map"),
    (["maps", "check", "no/such"], "no/such cannot be read", "Trouble/file_unreadable"),
    (["perft", "nonsense", "1"], "position", "BadPosition/position_head"),
    (["perft", "start", "1", "--game", "draughts"], "draughts", "UnknownGame/unknown_game"),
    (["bot", "new", "marvin", "--game", "draughts"], "draughts", "UnknownGame/unknown_game"),
    (["arena", "--game", "draughts", "--bots", "random"], "draughts", "UnknownGame/unknown_game"),
]
"""What is asked, what is said of it in English, and its code in every language."""
ENGLISH = [
    (["perft", "start", "0"], "DEPTH", "Trouble/bad_depth"),
    (["bot", "new", "a b", "--game", "cellwar"], "no name for a bot", "Trouble/bad_bot_name"),
    (["arena", "--game", "cellwar", "--bots", "random", "--jobs", "0"], "1 to 1024", "Trouble/bad_jobs"),
]
"""What only programmers meet is not translated."""


def wrong(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that is said."""
    assert main(words) == 2
    said = capsys.readouterr().err
    assert said.startswith("outflank: ") and said.count("\n") == 1 and said.endswith("\n")
    return said.removeprefix("outflank: ").strip()


@pytest.mark.parametrize(("words", "told", "code"), [*WRONG, *ENGLISH])
def test_what_is_wrong_is_one_line(
    words: list[str], told: str, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    line = wrong(words, capsys)
    assert told in line and line.endswith(f" ({code})")


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize(("words", "told", "code"), WRONG)
def test_and_in_the_language_of_who_asks(
    words: list[str],
    told: str,
    code: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The code is the same, the sentence is the one that was translated, with its blanks filled."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    sentence = wrong(words, capsys).removesuffix(f" ({code})")
    text = Words(language)(f"error.{code.rpartition('/')[2]}")
    assert re.search(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) + "$", sentence), (text, sentence)
    assert "{" not in sentence


def test_the_option_for_the_language_goes_before_that_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    asked = ["terminal", "cellwar", "--size", "2x2"]
    assert "2 joueurs ne tiennent pas" in wrong(asked, capsys)
    assert "2 Spieler passen nicht" in wrong([*asked, "--language", "de"], capsys)
    assert "2 players do not fit" in wrong([*asked, "--language", "en"], capsys)


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
        found = re.search(rf"ort {taken} .*: --port (\d+)\. \(Trouble/port_in_use\)$", last_line(capsys))
        assert found is not None
        free = int(found[1])
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
