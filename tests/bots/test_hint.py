"""A hint is what Hard would play: from the same view, seed and budget, in every game, and not what Easy would."""

from __future__ import annotations

import pytest

from outflank import Host, Place, Seats, begin
from outflank.bots import Turn, budget, make, suggest
from outflank.contract import Json
from outflank.games import games

ACTIONS = 12


@pytest.mark.parametrize("game", games())
def test_a_hint_is_what_hard_would_play(game: str) -> None:
    host = Host.start("m", begin(game, {}, [Place("computer", bot="random")] * 2, 7, at=0))
    seats = Seats(host)
    as_easy = 0
    for _ in range(ACTIONS):
        turn = seats.turn()

        def chosen(level: str, turn: Turn = turn) -> list[Json]:
            own = Turn(turn.view, turn.legal, seed=1, budget=budget(game, level, "light"))
            return [make(game, level).choose(own), *own.memory["plan"]]

        assert suggest(game, turn.view, turn.legal, "light") == ("hard", chosen("hard"))
        as_easy += chosen("easy") == chosen("hard")
        seats.play(0)
    assert as_easy < ACTIONS  # else this would not tell one from the other
