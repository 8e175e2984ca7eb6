"""Counts of positions: fixed numbers, the same compiled or not, and found again by a model of the written rules."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from outflank.games.cellwar import position
from outflank.search.perft import perft, perft_by_depth
from tests.games.cellwar.model import Model, modelled

DATA = Path(__file__).parents[1] / "data" / "cellwar" / "perft.json"
POSITIONS: list[dict[str, Any]] = json.loads(DATA.read_text())["positions"]
NAMES = [each["name"] for each in POSITIONS]


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_counts(known: dict[str, Any]) -> None:
    state = position.read(known["position"])
    assert perft_by_depth(state, len(known["counts"])) == known["counts"]
    assert position.write(state) == known["position"], "counting changes nothing"


def test_depth_zero_and_below() -> None:
    state = position.read(POSITIONS[0]["position"])
    assert perft(state, 0) == 1
    with pytest.raises(ValueError, match="depth"):
        perft(state, -1)


def test_an_ended_match_has_no_successors() -> None:
    # Player 1 may stay, and then end the turn, or take, which ends the match.
    assert perft_by_depth(position.read("cellwar/1 2x1 1I:1,2I:2 1 1"), 2) == [2, 1]


def slow_perft(match: Model, depth: int) -> int:
    legal = match.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = deepcopy(match)
        after.do(action)
        after.snapshot = None
        total += slow_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_the_model_counts_the_same(known: dict[str, Any]) -> None:
    small = [depth for depth, count in enumerate(known["counts"], 1) if count <= 200]
    found = [slow_perft(modelled(position.read(known["position"])), depth) for depth in small]
    assert found == known["counts"][: len(small)]
