"""Counts of positions: fixed numbers, the same compiled or not, and found again by the model of the written rules."""

from __future__ import annotations

import json
from typing import Any

import pytest

from outflank.games.pixelswars import game, position
from outflank.games.pixelswars.maps import load
from outflank.games.pixelswars.start import start
from outflank.search.perft import perft_by_depth
from tests.games.pixelswars.model import Model
from tests.games.pixelswars.vectors import read

POSITIONS: list[dict[str, Any]] = read("perft")["positions"]
NAMES = [each["name"] for each in POSITIONS]


@pytest.mark.parametrize("known", POSITIONS, ids=NAMES)
def test_counts(known: dict[str, Any]) -> None:
    state = position.read(known["position"])
    assert perft_by_depth(state, len(known["counts"])) == known["counts"]
    assert position.write(state) == known["position"], "counting changes nothing"


@pytest.mark.parametrize(
    "known", [each for each in POSITIONS if each["name"].startswith("map ")], ids=lambda each: each["name"]
)
def test_a_position_called_a_map_is_its_start(known: dict[str, Any]) -> None:
    assert known["position"] == position.write(start(load(int(known["name"].removeprefix("map "))), 0))


def test_some_positions_are_of_maps() -> None:
    assert {"map 1", "map 4", "map 12"} <= {*NAMES}


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
