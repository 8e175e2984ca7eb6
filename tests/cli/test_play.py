"""``outflank play --replay``: the replays of an arena open in the page, and what is none is one clear line."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from outflank.cli import main, play, serve
from outflank.cli.trouble import Trouble
from outflank.server.pages import PAGES
from tests.golden import FOLDER

SHORT = FOLDER / "cellwar-1-elimination.cwreplay"


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of one with a bot that forfeits both its games, and two more games."""
    folder = tmp_path_factory.mktemp("arena")
    bots = folder / "bots.py"
    bots.write_text("class Crashes:\n    def choose(self, turn): raise ValueError('no')\n")
    words = ["--game", "cellwar", "--maps", "8x8", "--set", "max_rounds=2", "--backend", "serial", "--quiet"]
    out = folder / "its results"
    assert main(["arena", *words, "--bots", f"{bots}:Crashes,random", "--games", "2", "--out", str(out)]) == 0
    return out


def about(address: str) -> Any:
    """What the server says of the replay that a page shows."""
    found = re.fullmatch(r"(http://[^/]+)/replay/(file-[0-9a-f]+)", address)
    assert found is not None, address
    with urlopen(f"{found[1]}/api/replay/{found[2]}", timeout=20) as answer:
        return json.load(answer)


def test_the_replays_of_an_arena_are_shown_by_a_server(arena: Path, server: str) -> None:
    for line in (arena / "games.jsonl").read_text().splitlines()[1:]:
        row = json.loads(line)
        assert row["faults"]
        where = play.bring(server, (arena / "replays" / row["replay"]).read_bytes())
        assert re.fullmatch(PAGES, where)
        told = about(server + where)
        assert (told["game"], told["winner"], told["length"]) == ("cellwar", row["winner"], row["moves"])
        assert [seat["name"] for seat in told["seats"]] == [["Crashes", "random"][seat] for seat in row["seats"]]
        with urlopen(f"{server}/api{where}/frames?from=0&to={row['moves']}", timeout=20) as answer:
            assert len(json.load(answer)) == row["moves"] + 1


def test_the_command_of_the_report_opens_the_page(arena: Path, tmp_path: Path) -> None:
    """As it is copied from there."""
    commands = re.findall(r'<code class="whole">outflank (.*?)</code>', (arena / "report.html").read_text())
    assert len(commands) == 2
    words = shlex.split(unescape(commands[0]))
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}.new"; mv "{opened}.new" "{opened}"\n')
    browser.chmod(0o755)
    env = os.environ | {"BROWSER": str(browser), "DISPLAY": ":0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "outflank", *words, "--port", "0"], stdout=subprocess.PIPE, text=True, env=env
    )
    with process:
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            address = said.split()[3]
            assert said == f"Outflank is at {address} (Ctrl-C ends it)\n"
            assert about(address)["game"] == "cellwar"
            until = time.monotonic() + 30
            while not opened.is_file() and time.monotonic() < until:
                time.sleep(0.02)
            assert opened.read_text().strip() == address
        finally:
            process.send_signal(signal.SIGINT)
    assert process.returncode == 130


def test_a_server_that_runs_already_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            here = process.stdout.readline().split()[-1]
            words = ["play", "--replay", str(SHORT), "--port", "0", "--no-browser", "--data", str(tmp_path)]
            assert main(words) == 0
            said = capsys.readouterr().out
            address = said.split()[-1]
            assert said.startswith("Outflank runs already") and address.startswith(here)
            assert about(address)["game"] == "cellwar"
        finally:
            process.terminate()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none.cwreplay", "there is no such file"),
        (".", "there is no such file"),
        ("half.cwreplay", "only a part of one"),
        ("words.txt", "no replay"),
        ("other.cwreplay", "altered"),
    ],
)
def test_what_is_no_replay_is_one_line(
    name: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(serve, "until_stopped", lambda *_: 0)
    data = SHORT.read_bytes()
    winner = data.index(b"\xa6winner") + 7
    Path("half.cwreplay").write_bytes(data[: len(data) // 2])
    Path("words.txt").write_text("a game of chess")
    Path("other.cwreplay").write_bytes(data[:winner] + bytes([3 - data[winner]]) + data[winner + 1 :])
    assert main(["play", "--replay", name, "--no-browser", "--port", "0"]) == 2
    line = capsys.readouterr().err.strip()
    assert line.startswith("outflank: ") and name in line and told in line and "\n" not in line


def test_a_replay_says_its_game_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(serve, "until_stopped", lambda *_: 0)
    assert main(["play", "cellwar", "--replay", str(SHORT), "--no-browser", "--port", "0"]) == 2
    assert "leave the game out" in capsys.readouterr().err


def test_a_server_that_does_not_take_it_is_told(server: str) -> None:
    with pytest.raises(Trouble, match="cannot be shown at"):
        play.bring(server, b"no replay")
    with pytest.raises(Trouble, match="cannot be shown at"):
        play.bring("http://127.0.0.1:1", SHORT.read_bytes())
