"""``outflank arena``: a table, JSON and a page that needs nothing else; what is asked wrongly is one line."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from outflank.cli import main

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
    assert "prefers-color-scheme: dark" in page and 'name="viewport"' in page and "<svg" in page
    assert "<script" not in page and "url(" not in page and "@import" not in page
    assert main(["replay", str(out / "replays" / "000001.cwreplay"), "--verify"]) == 0


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
        (["--bots", "random", "--game", "draughts"], "no game 'draughts'"),
        (["--bots", "random", "--games", "0"], "At least one game"),
        (["--bots", "random", "--set", "fog"], "like max_rounds=50"),
        (["--bots", "random", "--set", "fog=1"], "no option 'fog'"),
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
