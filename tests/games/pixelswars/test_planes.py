"""What learning agents see: each plane is what planes.py says, computed again from the view; batches show the same."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from outflank.games.pixelswars import game
from outflank.games.pixelswars.catalog import GROUNDS, UNITS
from outflank.search.batch import Batch
from tests.games.pixelswars.test_advice import positions

KINDS = [unit.kind for unit in UNITS]


def expected(view: dict[str, Any], player: int) -> Any:
    """All planes, from the view alone."""
    kinds, grounds = len(UNITS), len(GROUNDS)
    planes = np.zeros((2 * kinds + grounds + 9, view["height"], view["width"]), np.uint8)
    for y, row in enumerate(view["grid"]):
        for x, letter in enumerate(row):
            planes[2 * kinds + [each.letter for each in GROUNDS].index(letter), y, x] = 1
    buildings = 2 * kinds + grounds
    for each in view["buildings"]:
        whose = 2 if each["owner"] == 0 else 0 if each["owner"] == player else 1
        planes[buildings + whose, each["y"], each["x"]] = each["points"]
    for unit in view["units"]:
        first = 0 if unit["owner"] == player else kinds
        planes[first + KINDS.index(unit["kind"]), unit["y"], unit["x"]] = min(unit["hp"], 255)
        if unit["owner"] == view["current_player"]:
            left = unit["movement"], unit["attacks"], unit["captures"]
            planes[buildings + 3 : buildings + 6, unit["y"], unit["x"]] = left
    for plane, who in ((6, player), (7, 3 - player)):
        planes[buildings + plane] = min(view["funds"][who - 1] // 100, 255)
    planes[buildings + 8] = player == view["current_player"]
    return planes


def test_every_plane() -> None:
    for state in positions(25, 17):
        state.red = 30_000 if state.blue else 150
        view = game.view(state, None)
        for player in (1, 2):
            seen = np.frombuffer(bytes(state.observation(player)), np.uint8)
            assert np.array_equal(seen, expected(view, player).ravel())
            assert len(seen) == state.planes() * state.cells()


def test_a_batch_shows_the_same() -> None:
    start = game.start(game.Options(map=4, max_rounds=4), 0)
    batch = Batch(start, 3, 50)
    states = [start.copy() for _ in range(3)]
    rng = random.Random(5)
    for _ in range(160):
        actions = [rng.choice(state.legal_actions()) for state in states]
        batch.step(actions)
        masks = np.frombuffer(bytes(batch.masks), np.uint8).reshape(3, -1)
        seen = np.frombuffer(bytes(batch.observations), np.uint8).reshape(3, -1)
        for i, (state, action) in enumerate(zip(states, actions, strict=True)):
            state.apply(action)
            if state.player == 0 or batch.truncated[i]:
                states[i] = start.copy()
            now = states[i]
            assert list(np.flatnonzero(masks[i])) == now.legal_actions()
            assert seen[i].tobytes() == bytes(now.observation(now.player))
