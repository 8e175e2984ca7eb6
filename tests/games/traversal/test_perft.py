"""Counts of positions: fixed numbers, the same compiled or not, and found again by the model of the written rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from outflank.games.traversal import game, position
from outflank.search.perft import perft_by_depth
from tests.games.traversal.model import Model
from tests.games.traversal.vectors import read

POSITIONS: list[dict[str, Any]] = read("perft")["positions"]
NAMES = [each["name"] for each in POSITIONS]


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_counts(known: dict[str, Any]) -> None:
    state = position.read(known["position"])
    assert perft_by_depth(state, len(known["counts"])) == known["counts"]
    assert position.write(state) == known["position"], "counting changes nothing"


def slow_perft(model: Model, depth: int) -> int:
    legal = model.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = model.copy()
        after.do(action)
        total += slow_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_the_model_counts_the_same(known: dict[str, Any]) -> None:
    model = Model.of(json.loads(json.dumps(game.view(position.read(known["position"]), None))))
    small = [depth for depth, count in enumerate(known["counts"], 1) if count <= 3_000]
    assert [slow_perft(model, depth) for depth in small] == known["counts"][: len(small)]
