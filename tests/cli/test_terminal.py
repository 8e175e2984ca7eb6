"""The terminal: the questions and the board of the CellWar document, programs at its seats, and every way out."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from outflank import games
from outflank.cli import main, paint
from outflank.cli.complete import candidates
from outflank.cli.words import Words
from outflank.replay import Replay
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BOT = """import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "state":
        print(json.dumps({"type": "action", **told["legal"][0]}), flush=True)
"""


@pytest.fixture
def bot(tmp_path: Path) -> str:
    """The command of a program that plays."""
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return f"{sys.executable} {file}"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lines that a person will type; then the terminal is closed."""

    def lines(*wanted: str) -> None:
        waiting = iter(wanted)

        def answer(prompt: str) -> str:
            line = next(waiting, None)
            print(prompt + (line if line is not None else ""))
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr("builtins.input", answer)

    return lines


def test_the_session_of_the_document(typed: Callable[..., None], bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed("10x10", "2", "H", "P", bot, "1,1", "1,0", "q")
    assert main(["terminal", "cellwar", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"""=== CellWar CLI ===
Map size (NxM): 10x10
Number of players: 2
Player 1: [H]uman / [P]ython bot? H
Player 2: [H]uman / [P]ython bot? P
  Bot command: {bot}
""")
    assert (
        """
=== Round 1 | Player 1's turn ===
   0  1  2  3  4  5  6  7  8  9
0  .  .  .  ?  ?  ?  ?  ?  ?  ?
1  .  1I .  ?  ?  ?  ?  ?  ?  ?
2  .  .  .  ?  ?  ?  ?  ?  ?  ?
3  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
4  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
5  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
6  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
7  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
8  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
9  ?  ?  ?  ?  ?  ?  ?  ?  ?  ?
Units: 1I@(1,1)
Select unit (x,y) or 'q' to quit: 1,1
Unit: Infantry at (1,1)
Valid moves: (0,0) (-1,-1) (0,-1) (1,-1) (-1,0) (1,0) (-1,1) (0,1) (1,1)
Enter move (dx,dy): 1,0
Turn ended.

=== Round 2 | Player 1's turn ===
"""
        in shown
    )
    assert "Units: 1I@(2,1)" in shown


def test_questions_answered_wrongly(typed: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    typed("ten", "one", "1", "2", "", "python", "/no/such/program", "", "random", "q")
    assert main(["terminal", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert "Invalid size, using 10x10" in shown
    assert shown.count("A number, at least 2.") == 2
    assert shown.count("cannot be started") == 2
    assert "9  ?" in shown


def test_units_chosen_wrongly(typed: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    position = "cellwar/1 5x5 5/1,1I:1,1,1A:3,1/5/5/2I:2,4 1 1"
    typed("0,0", "3,1", "1,1", "nonsense", "", "1,1", "5,5", "1,1", "0,0", "1,1", "3,1", "1,0", "q")
    assert main(["terminal", "--position", position, "--players", "you,random", "--seed", "1", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    for told in (
        "You have no such unit.",
        "A move is written like 1,0",
        "acts on its own cell or one beside it",
        "Unit: Factory at (3,1)",
        "1F1@(1,1)*",
        "has already acted",
    ):
        assert told in shown, told
    waits = shown.index("Select unit (x,y) or 'q' to quit: 3,1")
    assert "actory" in shown[waits:].splitlines()[1]


@pytest.mark.parametrize(("language", "told"), [("fr", "Choisissez une unité"), ("de", "Einheit wählen")])
def test_the_terminal_speaks(
    typed: Callable[..., None], capsys: pytest.CaptureFixture[str], language: str, told: str
) -> None:
    typed("6x6", "2", "h", "h", "", "1,1", "q")
    assert main(["terminal", "--language", language]) == 0
    shown = capsys.readouterr().out
    assert told in shown and "Select" not in shown and "Round" not in shown and "Unit:" not in shown


def test_programs_play_each_other_and_the_match_is_kept(
    bot: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.cwreplay"
    words = ["terminal", "--size", "5x5", "--players", f"{bot},random", "--set", "max_rounds=5", "--save", str(file)]
    assert main([*words, "--seed", "4", "--language", "en"]) == 0
    assert "has won." in capsys.readouterr().out
    replay = Replay.load(file.read_bytes())
    assert replay.file.players[0].is_ai and replay.file.winner in (1, 2)


def test_a_program_that_fails_leaves_and_the_match_goes_on(
    typed: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    typed("1,1", "0,0")
    bad = f"{sys.executable} -c pass"
    assert main(["terminal", "--players", f"you,{bad}", "--language", "en"]) == 0
    told = capsys.readouterr()
    assert "Player 2 has left the match." in told.out and "Player 1 has won." in told.out
    assert told.err.startswith("outflank: player 2: left: it ended with status 0")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--save", "/no/such/folder/x"], "no such folder"),
        (["--bot-timeout", "0"], "0.1 to 3600"),
        (["--size", "99999999999999999x5"], "from"),
        (["--players", "you"], "player_count"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terminal", *words]) == 2
    line = capsys.readouterr().err.strip()
    assert line.startswith("outflank: ") and told in line and "\n" not in line


def test_colours_are_the_players_and_only_for_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = [["1I*", "2F1", "3A", "4I", "5I", "(2I)", "?", ".", ","]]
    plain, painted = paint.board(grid, colours=False), paint.board(grid, colours=True)
    assert re.sub(r"\033\[\d*m", "", painted) == plain
    assert re.findall(r"\033\[(\d\d)m(\S+?)\033\[0m", painted) == [
        ("34", "1I*"), ("31", "2F1"), ("32", "3A"), ("33", "4I"), ("35", "5I"),
        ("31", "(2I)"), ("90", "?"), ("90", ","),
    ]  # fmt: skip

    class Screen:
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert paint.colourful(Screen()) == (os.name == "posix")  # type: ignore[arg-type]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not paint.colourful(Screen())  # type: ignore[arg-type]


@pytest.mark.skipif(os.name != "posix", reason="pty is of POSIX")
def test_ctrl_c_in_a_real_terminal(bot: str) -> None:
    import pty

    us, them = pty.openpty()
    words = [sys.executable, "-m", "outflank", "terminal", "--players", f"you,{bot}", "--language", "en"]
    env = {**os.environ, "TERM": "xterm", "NO_COLOR": ""}
    process = subprocess.Popen(words, stdin=them, stdout=them, stderr=them, env=env, start_new_session=True)
    os.close(them)
    seen = b""
    while b"Select unit" not in seen:
        assert select.select([us], [], [], 30)[0], seen
        seen += os.read(us, 4096)
    assert b"\033[34m1I\033[0m" in seen
    for _ in range(20):  # one that comes just before the terminal is read is heard with the next one
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(1)
            break
    assert process.returncode == 130
    while select.select([us], [], [], 0)[0]:
        try:
            seen += os.read(us, 4096)
        except OSError:  # the other end is closed
            break
    assert b"Traceback" not in seen
    os.close(us)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_closed_window_ends_the_programs_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    file = tmp_path / "stubborn.py"
    file.write_text(f"import os, time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    words = [sys.executable, "-m", "outflank", "terminal", "--players", f"{sys.executable} {file},random"]
    process = subprocess.Popen([*words, "--bot-timeout", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 30
    while not (note.exists() and note.read_text()):
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 128 + signal.SIGTERM and told == b""
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


def test_a_game_without_units_and_without_a_translation(
    typed: Callable[..., None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "crossing"))
    monkeypatch.setitem(games.BUILT_IN, "crossing", "outflank_crossing")
    typed("help", "moves", "nonsense", "q")
    assert main(["terminal", "crossing", "--players", "you,random", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Crossing in the terminal.")
    assert "Possible now: " in shown and "Player 1, your action (or help): q" in shown
    assert main(["terminal", "crossing", "--players", "random,random", "--seed", "1", "--language", "en"]) == 0
    assert "has won." in capsys.readouterr().out


def test_what_an_enemy_did_is_told(typed: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    position = "cellwar/1 5x5 5/1,1I:1,3/5/1I:2,4/1I:3,1,2I:4,2 1 1"
    typed("", "1,1", "0,0", "0,3", "0,0", "0,4", "1,0", "", "2,4", "-1,0", "")
    with_names = ["terminal", "--position", position, "--players", "you,you", "--language", "en"]
    assert main(with_names) == 0
    shown = capsys.readouterr().out
    second, third = shown.split("Turn ended.")[1:]
    assert "Infantry of Player 1 appears at (1,4)." in second and "digs in" not in second
    assert "Infantry of Player 2 destroys your infantry at (1,4)." in third


def test_a_battlefield_by_its_number(typed: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    typed("moves", "e", "end", "q")
    assert main(["terminal", "pixelswars", "--map", "1", "--players", "you,random", "--seed", "2"]) == 0
    shown = capsys.readouterr().out
    assert "=== Round 1 | Player 1's turn ===" in shown and "=== Round 2 | Player 1's turn ===" in shown
    assert "1Ta180" in shown and re.search(r"\b[a-h][1-8]-[a-h][1-8]\b", shown)
    assert main(["terminal", "cellwar", "--map", "1"]) == 2
    assert "no option" in capsys.readouterr().err


def test_units_are_painted_in_a_game_with_a_board_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    words, game = games.text("pixelswars"), games.load("pixelswars")
    view = game.view(game.start(game.Options(), 0), 1)
    plain = paint.shown(Words("en"), words, view)
    monkeypatch.setattr(paint, "colourful", lambda: True)
    painted = paint.shown(Words("en"), words, view)
    assert re.sub(r"\033\[\d*m", "", painted) == plain
    assert "\033[34m1Ta180\033[0m" in painted and "\033[31m2Ta180\033[0m" in painted


def test_the_tabulator_goes_word_by_word() -> None:
    known = ["a2-a3", "a2-b3", "a2xc4", "b1-b2", "capture a2", "buy tank a1", "end"]
    assert candidates("", known) == ["a2-", "a2x", "b1-", "capture ", "buy ", "end"]
    assert candidates("a2-", known) == ["a2-a3", "a2-b3"]
    assert candidates("buy ", known) == ["buy tank "]
    assert candidates("z", known) == []
