"""Turns with one clear point: which levels find it, whatever chance has them believe. Expert finds all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from outflank import make
from outflank.bots import KIND as BUILD
from outflank.bots import Turn, budget
from outflank.games.cellwar import game, text
from outflank.games.cellwar.board import FACTORY, KIND, OWNER, OWNERS
from outflank.games.cellwar.levels import LEVELS
from outflank.games.cellwar.view import cellwar
from tests.conftest import ROOT

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar

PUZZLES: list[dict[str, Any]] = json.loads((ROOT / "tests" / "data" / "puzzles" / "cellwar.json").read_text())
NODES = 3000
"""Enough for each where nothing is compiled; elsewhere a level has its full budget, as in a match."""


def nodes_of(level: str) -> int:
    return budget("cellwar", level, "full") if BUILD == "full" else min(NODES, budget("cellwar", level, "light"))


def played(puzzle: dict[str, Any], level: str, seed: int) -> tuple[CellWar, list[str]]:
    """Where a level's turn leads, and what it does in it."""
    state = cellwar(text.from_position(puzzle["position"]))
    player, nodes = state.player, nodes_of(level)
    bot = make("cellwar", level)
    memory: dict[str, Any] = {}
    told: list[str] = []
    while state.player == player:
        action = bot.choose(Turn(game.view(state, player), game.legal(state, player), seed, nodes, memory))
        told.append(text.notation(action))
        state.apply(game.decode(state, action))
    return state, told


def factories(state: CellWar, player: int) -> int:
    return sum(unit & KIND == FACTORY and (unit >> OWNER) & OWNERS == player for unit in list(state.board) if unit)


def solved(puzzle: dict[str, Any], level: str, seed: int) -> bool:
    """``won``: the match is won in this turn. ``factories``: so many are left to the player. ``plays``: all actions of
    one of these lists are in the turn, and none of ``never``."""
    player = text.from_position(puzzle["position"]).player
    state, told = played(puzzle, level, seed)
    if puzzle.get("won") and state.winner_of() != player:
        return False
    if factories(state, player) < puzzle.get("factories", 0):
        return False
    plays = puzzle.get("plays", [[]])
    return any(all(each in told for each in some) for some in plays) and not set(puzzle.get("never", ())) & set(told)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle["name"])
def test_levels_solve_puzzles(puzzle: dict[str, Any]) -> None:
    for level in puzzle["solved_by"]:
        for seed in (1, 2):
            assert solved(puzzle, level, seed), f"{level} should see: {puzzle['reason']}"


def test_expert_is_asked_all_and_some_are_hard() -> None:
    assert len(PUZZLES) >= 10
    assert all("expert" in puzzle["solved_by"] and puzzle["reason"] for puzzle in PUZZLES)
    assert all(puzzle["solved_by"] == [level for level in LEVELS if level in puzzle["solved_by"]] for puzzle in PUZZLES)
    assert sum("easy" not in puzzle["solved_by"] for puzzle in PUZZLES) >= 4
