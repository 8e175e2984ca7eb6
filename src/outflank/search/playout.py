"""Random matches played to the end: the simplest search, and the measure of how fast the rules are."""

from __future__ import annotations

from outflank.native import i64, vec
from outflank.state import State


def playout(state: State, actions: vec[i64], limit: i64, seed: i64, check: i64) -> tuple[i64, i64, i64]:
    """Play ``state`` itself on, at random, until it is over or ``limit`` actions are played.

    ``actions`` is a buffer, ``state.action_space()`` long. Returns how many were played, the seed for the
    next playout, and ``check`` carried on over every action. An action is drawn by the upper bits of a
    32-bit linear congruential generator: quick, and the same everywhere.
    """
    played: i64 = 0
    while played < limit:
        found = state.write_actions(actions)
        if found == 0:
            break
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        action = actions[(seed >> 16) % found]
        check = (check * 31 + action) & 0xFFFFFFFF
        state.apply(action)
        played += 1
    return played, seed, check


def playouts(start: State, matches: i64, limit: i64, seed: i64) -> tuple[int, int]:
    """Play ``matches`` copies of ``start`` at random, each at most ``limit`` actions long.

    Returns the number of actions and a checksum over all actions and winners; equal arguments, equal results.
    """
    actions = vec[i64]([0] * start.action_space())
    total: i64 = 0
    check: i64 = 0
    seed = seed & 0xFFFFFFFF
    for _ in range(matches):
        state = start.copy()
        played, seed, check = playout(state, actions, limit, seed, check)
        check = (check * 31 + state.winner_of()) & 0xFFFFFFFF
        total += played
    return total, check
