"""The example bots play whole matches without one refused line, and are as short as their page says."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from outflank.bots import make
from outflank.games import load
from outflank.host import Host
from outflank.match import Left, Place, begin
from outflank.seats import Seats
from outflank.seats.pipe import Pipe

FOLDER = Path(__file__).parent.parent.parent / "examples" / "bots"
RUN = {".py": sys.executable, ".mjs": shutil.which("node") or "node"}
BOTS = sorted(FOLDER.iterdir())


def test_there_are_two_languages() -> None:
    assert {bot.suffix for bot in BOTS} == {".py", ".mjs"}


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_an_example_plays(bot: Path) -> None:
    assert len(bot.read_text().splitlines()) < 40
    options = {"width": 8, "height": 8, "max_rounds": 15}
    host = Host.start("m", begin("cellwar", options, [Place("computer"), Place("computer")], 5, 0))
    pipe = Pipe(f"{RUN[bot.suffix]} {bot}", load("cellwar"), patience=30)
    try:
        seats = Seats(host, {1: pipe, 2: make("cellwar", "random")})
        while seats.due() is not None:
            seats.play(0)
            assert pipe._refused == 0
    finally:
        pipe.close()
    assert host.match.outcome is not None and not any(isinstance(event, Left) for event in host.match.events)
    assert seats.reports == []
