"""Positions with something to find: a win by force, the only defence, a piece for nothing.

All were found in matches, or made for a rule, and proven by a far deeper search: every action that is not accepted
gives something away.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from outflank.bots import KIND, Turn, budget, make
from outflank.games.traversal import game, text
from outflank.games.traversal.levels import LEVELS
from tests.conftest import ROOT

PUZZLES: list[dict[str, Any]] = json.loads((ROOT / "tests" / "data" / "puzzles" / "traversal.json").read_text())
NAMES = list(LEVELS)


def solvers() -> list[tuple[int, str]]:
    """Each puzzle with the levels that must solve it: from ``solved_from`` on."""
    return [
        (number, level)
        for number, puzzle in enumerate(PUZZLES)
        for level in NAMES[NAMES.index(puzzle["solved_from"]) :]
    ]


@pytest.mark.parametrize(("number", "level"), solvers())
def test_it_is_solved(number: int, level: str) -> None:
    puzzle = PUZZLES[number]
    state = text.from_position(puzzle["position"])
    view = game.view(state, state.player)
    legal = game.legal(state, state.player)
    for seed in range(3 if level != "expert" else 1):
        choice = make("traversal", level).choose(Turn(view, legal, seed, budget("traversal", level, KIND)))
        assert text.said(choice, view) in puzzle["accepted"], puzzle["why"]


def test_there_are_enough_and_each_has_other_actions() -> None:
    assert len(PUZZLES) >= 12
    for puzzle in PUZZLES:
        state = text.from_position(puzzle["position"])
        view = game.view(state, state.player)
        said = {text.said(each, view) for each in game.legal(state, state.player)}
        assert set(puzzle["accepted"]) < said and len(said) > 25
