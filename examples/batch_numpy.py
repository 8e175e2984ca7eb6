"""A hundred matches in lock-step, their masks and observations as NumPy arrays."""

from typing import Any

import numpy as np

import outflank
from outflank.search.batch import Batch


def array(buffer: Any, *shape: int) -> Any:
    """The same bytes as an array: nothing is copied."""
    return np.frombuffer(buffer, np.uint8).reshape(shape)


game = outflank.load("cellwar")
batch = Batch(game.start(game.Options(width=6, height=6), seed=1), n=100, limit=500)
rng = np.random.default_rng(1)
ended = 0
for _ in range(200):
    masks = array(batch.masks, batch.n, batch.actions)
    batch.step((rng.random(masks.shape) * masks).argmax(axis=1).tolist())
    ended += int(array(batch.done, batch.n).sum())
seen = array(batch.observations, batch.n, batch.planes, batch.cells)
print(f"{200 * batch.n} actions, {ended} matches ended; observations {seen.shape}")
