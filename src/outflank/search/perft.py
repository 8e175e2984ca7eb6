"""How many positions are reached after so many actions: the number by which two sets of rules are compared."""

from __future__ import annotations

from outflank.native import i64, vec
from outflank.state import State


def perft(state: State, depth: i64) -> int:
    """The number of sequences of ``depth`` legal actions from ``state``, which stays as it is.

    A match that ends earlier counts in no greater depth. Depth 0 is 1. Raises ValueError below that.
    """
    if depth < 0:
        raise ValueError("depth must be 0 or more")
    if depth == 0:
        return 1
    return _count(state, depth)


def perft_by_depth(state: State, depth: i64) -> list[int]:
    """``perft`` of 1, 2, ... ``depth``."""
    return [perft(state, each) for each in range(i64(1), depth + 1)]


def _count(state: State, depth: i64) -> i64:
    actions = vec[i64]([0] * state.action_space())
    found = state.write_actions(actions)
    if depth == 1:
        return found
    total: i64 = 0
    for i in range(found):
        after = state.copy()
        after.apply(actions[i])
        total += _count(after, depth - 1)
    return total
