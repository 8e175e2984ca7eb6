"""How often a turn is planned anew because an enemy has come into sight."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.bots import Turn, make, planner
from outflank.games.cellwar import game, text

ROW = "1I:{},1,1I:{},1,2I:{},1,2I:{},4"
CROWD = f"cellwar/1 11x11 {'/'.join(ROW.format(*range(4 * y + 1, 4 * y + 5)) for y in range(11))} 1 9"
"""Two armies that stand one step beyond each other's sight."""


def plans(level: str) -> int:
    """How often a level plans the first player's turn there."""
    state, bot = text.from_position(CROWD), make("cellwar", level)
    memory: dict[str, Any] = {}
    while state.player == 1:
        turn = Turn(game.view(state, 1), game.legal(state, 1), 3, 600, memory)
        state.apply(game.decode(state, bot.choose(turn)))
    return int(memory["plans"])


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_turn_is_planned_anew_a_few_times_at_most_and_on_great_boards_less(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plans(level) == planner.PLANS
    monkeypatch.setattr(planner, "MANY", 50)  # as if this board were great: there are more legal actions than that
    assert plans(level) == planner.FEWER


def test_only_boards_beyond_20_by_20_are_great() -> None:
    """A unit on every cell, each with its nine actions, is not more than the bound."""
    assert planner.MANY >= 20 * 20 * 9
