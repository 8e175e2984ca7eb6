"""Turns with one clear point: which levels find it. Expert finds all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from outflank import make
from outflank.bots import KIND, Turn, budget
from outflank.games.pixelswars import game, text
from tests.conftest import FULL

if TYPE_CHECKING:
    from outflank.state import State

PUZZLES = json.loads((Path(__file__).parents[2] / "data/puzzles/pixelswars.json").read_text())
NODES = 3000
"""Enough for each where nothing is compiled; a test at its great numbers gives the full budget, as in a match."""


def nodes_of(level: str) -> int:
    return (
        budget("pixelswars", level, "full")
        if FULL and KIND == "full"
        else min(NODES, budget("pixelswars", level, "light"))
    )


def played(puzzle: dict[str, Any], level: str, seed: int) -> tuple[State, list[str]]:
    """Where a level's turn leads, and what it does in it."""
    state = text.from_position(puzzle["position"])
    player = state.player
    bot = make("pixelswars", level)
    memory: dict[str, Any] = {}
    told: list[str] = []
    while state.player == player:
        nodes = nodes_of(level)
        action = bot.choose(Turn(game.view(state, player), game.legal(state, player), seed, nodes, memory))
        told.append(text.notation(action))
        state.apply(game.decode(state, action))
    return state, told


def solved(puzzle: dict[str, Any], level: str, seed: int) -> bool:
    """``won``: the match is won in this turn. ``plays``: all actions of one of these lists are in it, and none of
    ``never``."""
    player = text.from_position(puzzle["position"]).player
    state, told = played(puzzle, level, seed)
    if puzzle.get("won") and state.winner_of() != player:
        return False
    plays = puzzle.get("plays", [[]])
    return any(all(each in told for each in some) for some in plays) and not set(puzzle.get("never", ())) & set(told)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle["name"])
def test_levels_solve_puzzles(puzzle: dict[str, Any]) -> None:
    for level in puzzle["solved_by"]:
        assert solved(puzzle, level, 1), f"{level} should see: {puzzle['reason']}"


def test_expert_is_asked_all() -> None:
    assert len(PUZZLES) >= 10
    assert all("expert" in puzzle["solved_by"] and puzzle["reason"] for puzzle in PUZZLES)
    assert sum("easy" not in puzzle["solved_by"] for puzzle in PUZZLES) >= 4, "some are hard"
