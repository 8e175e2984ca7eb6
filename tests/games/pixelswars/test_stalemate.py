"""Two Experts come to an end on the small battlefields: nobody waits for ever for the other one to come."""

from __future__ import annotations

import pytest

from outflank.arena import Tournament, play
from outflank.cli.version import compiled
from tests.conftest import FULL

SMALL = ("1", "2", "3", "4")


@pytest.mark.skipif(not compiled(), reason="Expert thinks for minutes where nothing is compiled: see pytest-compiled")
@pytest.mark.parametrize("budget", ["full", "light"] if FULL else ["light"])
def test_two_experts_do_not_wait_for_each_other(budget: str) -> None:
    games = 40 if FULL else 4
    rows = [
        play(job)
        for job in Tournament(game="pixelswars", bots=("expert",), games=games, boards=SMALL, budget=budget).jobs()
    ]
    assert {row.board for row in rows} == set(SMALL)
    assert all(row.reason == "elimination" and row.rounds < 75 for row in rows)
