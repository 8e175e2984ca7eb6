"""``outflank arena``: a table, JSON and a page that needs nothing else; what is asked wrongly is one line."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from outflank.arena import Results, Row, Tournament
from outflank.cli import main
from outflank.cli.arena import Progress

QUICK = ["arena", "--game", "pixelswars", "--maps", "1", "--set", "max_rounds=5", "--backend", "serial"]


class Reader(HTMLParser):
    """Checks that tags match, and notes what is referred to."""

    VOID = ("meta", "line", "circle")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "action", "srcset")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_tournament_leaves_a_table_a_page_and_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    bots = "greedy,<b>x=random,random"
    assert main([*QUICK, "--bots", "greedy,random,other=random", "--games", "2", "--out", str(out)]) == 0
    shown = capsys.readouterr()
    assert "pixelswars: 6 of 6 games" in shown.out and "greedy - random" in shown.out and "first player" in shown.out
    assert "6/6 games" in shown.err and bots
    report = json.loads((out / "report.json").read_text())
    assert report["played"] == 6 and [bot["name"] for bot in report["bots"]] == ["greedy", "random", "other"]
    assert len((out / "games.jsonl").read_text().splitlines()) == 7
    page = (out / "report.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    for link in reader.links:
        assert not re.match(r"[a-z]+:|//|/", link) and (out / link).is_file(), link
    assert len([link for link in reader.links if link.endswith(".cwreplay")]) == 6
    told = " ".join(reader.words)
    assert "Cross-table" in told and "What it is worth to begin" in told and "outflank replay" in told
    for number in range(1, 7):
        assert f"outflank play --replay {out / 'replays' / f'{number:06}.cwreplay'}" in reader.words
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page and "<svg" in page
    assert "<script" not in page and "url(" not in page and "@import" not in page
    assert main(["replay", str(out / "replays" / "000001.cwreplay"), "--verify"]) == 0


class Terminal(io.StringIO):
    """The end of a program's standard error that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_in_a_terminal_progress_is_drawn_over_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most five times a second, and the last game in any case."""
    held = Tournament(game="pixelswars", bots=("ada=greedy", "bob=random"), games=8, boards=("1",))
    results, terminal, now = Results(held), Terminal(), 1000.0
    monkeypatch.setattr("sys.stderr", terminal)
    progress = Progress(quiet=False, clock=lambda: now)
    progress.end()
    assert terminal.getvalue() == ""
    drawn: list[str] = []
    for number, seconds in enumerate((15.0, 0.15, 0.15, 15.0, 0.1, 0.05, 29.55, 0.1)):
        now += seconds
        row = Row(number, number // 2, "1", 7, (number % 2, 1 - number % 2), number % 2 + 1, "elimination", 9, 3, "abc")
        results.add(row)
        progress(row, results)
        drawn.append(terminal.getvalue())
        terminal.seek(0)
        terminal.truncate()
    assert all(len(each) == 111 and each.startswith("\r") for each in drawn if each)
    assert [each.strip() for each in drawn] == [
        "[###.....................] 1/8 games, about 1:45 left; ada 100.0 % (21 to 100)",
        "",
        "[#########...............] 3/8 games, about 0:25 left; ada 100.0 % (44 to 100)",
        "[############............] 4/8 games, about 0:30 left; ada 100.0 % (51 to 100)",
        "",
        "",
        "[#####################...] 7/8 games, about 0:08 left; ada 100.0 % (65 to 100)",
        "[########################] 8/8 games, about 0:00 left; ada 100.0 % (68 to 100)",
    ]
    progress.end()
    assert terminal.getvalue() == "\n"


def test_what_was_played_before_does_not_speed_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After --resume the time that is left is reckoned from the games of this time alone; --quiet draws nothing."""
    held = Tournament(game="pixelswars", bots=("greedy",), games=10, boards=("1",))
    rows = [Row(number, number, "1", 7, (0, 0), 1, "elimination", 9, 3, "abc") for number in range(6)]
    for quiet in (False, True):
        now, terminal = 0.0, Terminal()
        monkeypatch.setattr("sys.stderr", terminal)
        progress = Progress(quiet=quiet, clock=lambda: now)  # noqa: B023
        now = 10.0
        progress(rows[-1], Results(held, rows=rows))
        progress.end()
        said = "[##############..........] 6/10 games, about 0:40 left"
        assert terminal.getvalue() == ("" if quiet else "\r" + said.ljust(110) + "\n")


def test_it_is_resumed_and_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*QUICK, "--bots", "greedy", "--games", "2", "--out", str(tmp_path), "--no-replays", "--quiet"]
    assert main(words) == 0
    assert main(words) == 2 and "--resume" in capsys.readouterr().err
    assert main([*words, "--resume"]) == 0
    assert "2 of 2 games" in capsys.readouterr().out


def test_a_sequential_test_tells_by_its_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    test = ["--sprt", "0,200", "--games", "300", "--no-replays", "--quiet"]
    assert main([*QUICK, "--bots", "greedy,random", *test, "--out", str(tmp_path / "one")]) == 0
    assert "greedy is taken to be 200 Elo stronger" in capsys.readouterr().out
    assert main([*QUICK, "--bots", "random,greedy", *test, "--out", str(tmp_path / "two")]) == 1
    assert main([*QUICK, "--bots", "random,greedy", *test[:2], "--games", "2", "--out", str(tmp_path / "three")]) == 1
    assert "not decided" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--bots", "genius"], "There is no bot 'genius'"),
        (["--bots", "greedy,nothing.py:Bot"], "there is no file"),
        (["--bots", ","], "1 to 64 bots"),
        (["--bots", "random", "--maps", "77"], "from 1 to 12"),
        (["--bots", "random", "--maps", "8x8"], "no map '8x8'"),
        (["--bots", "random", "--game", "draughts"], "no game “draughts”"),
        (["--bots", "random", "--games", "0"], "At least one game"),
        (["--bots", "random", "--set", "fog"], "like max_rounds=50"),
        (["--bots", "random", "--set", "fog=1"], "no option “fog”"),
        (["--bots", "random,greedy", "--sprt", "5"], "like 0,10"),
        (["--bots", "random,greedy", "--sprt", "10,0"], "the smaller one first"),
        (["--bots", "random,greedy", "--sprt", "0,10", "--alpha", "2"], "between 0 and 0.5"),
        (["--bots", "random", "--sprt", "0,10"], "between two bots"),
        (["--bots", "random", "--jobs", "0"], "1 to 1024"),
        (["--bots", "random", "--bot-timeout", "0"], "0.1 to 3600"),
        (["--bots", "random", "--resume"], "--out FOLDER"),
        (["--bots", "random", "--out", "/proc/nothing/here"], "/proc/nothing"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*QUICK, *words]) == 2
    line = capsys.readouterr().err.strip()
    assert line.startswith("outflank: ") and told in line and "\n" not in line
    assert list(tmp_path.iterdir()) == [], "nothing was begun"


def test_a_program_that_cannot_play_ends_it_soon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits for a hundred games of a name that was written wrongly; one that fails later is played on."""
    bad = f"bad={shlex.join([sys.executable, str(tmp_path / 'nowhere.py')])}"
    asked = [*QUICK, "--bots", f"random,{bad}", "--games", "8", "--quiet"]
    assert main([*asked, "--out", str(tmp_path / "first")]) == 2
    told = capsys.readouterr().err
    assert "bad has failed in its first turn, 3 games long. crash: it ended with status 2" in told
    assert len((tmp_path / "first" / "games.jsonl").read_text().splitlines()) == 4
    assert main([*asked, "--keep-going", "--out", str(tmp_path / "second")]) == 0
    late = tmp_path / "late.py"
    late.write_text(LATE, encoding="utf-8")
    assert main([*QUICK, "--bots", f"random,{late}:Late", "--games", "8", "--quiet", "--out", str(tmp_path / "3")]) == 0
    report = json.loads((tmp_path / "3" / "report.json").read_text())
    assert report["played"] == 8 and [bot["faults"] for bot in report["bots"]] == [{}, {"crash": 8}]


LATE = """
class Late:
    def __init__(self):
        self.turns = 0

    def choose(self, turn):
        for action in turn.legal:
            if "end_turn" in action:
                self.turns += 1
                assert self.turns < 3, "it is tired"
                return action
        return turn.legal[0]
"""
"""Plays two turns, then fails."""
