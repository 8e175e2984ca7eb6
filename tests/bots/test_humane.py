"""The weakest level loses to whoever has read the rules and follows one simple plan."""

from __future__ import annotations

import pytest

from outflank.arena import Tournament, play
from outflank.cli.version import compiled

GAMES = 24 if compiled() else 6
PLANS = [
    ("cellwar", "CellWar", ("8x8", "10x10")),
    ("pixelswars", "PixelsWars", ("1", "2", "3", "4")),
    ("traversal", "Traversal", ("default",)),
]


@pytest.mark.parametrize(("game", "plan", "boards"), PLANS)
def test_easy_loses_to_a_simple_plan(game: str, plan: str, boards: tuple[str, ...]) -> None:
    bots = (f"tests/bots/beginner.py:{plan}", "easy")
    rows = [play(job) for job in Tournament(game=game, bots=bots, games=GAMES, boards=boards).jobs()]
    assert not any(row.faults for row in rows)
    won = sum(row.winner > 0 and row.seats[row.winner - 1] == 0 for row in rows)
    lost = sum(row.winner > 0 and row.seats[row.winner - 1] == 1 for row in rows)
    assert won > lost, (won, lost)
    assert lost > 0, "and it is not asleep"
