"""A CellWar match before its first action."""

from __future__ import annotations

from functools import lru_cache

from outflank.games.cellwar.board import targets
from outflank.games.cellwar.fog import Fog
from outflank.games.cellwar.rules import CellWar

shared_targets = lru_cache(64)(targets)
"""One table per size of board: it is never written to."""


def empty(width: int, height: int, players: int, fog: int) -> CellWar:
    """Nothing stands on the board yet. ``fog`` 0: nothing is hidden."""
    state = CellWar(width, height, players, shared_targets(width, height), Fog(width, height, players, fog))
    state.clear()
    return state


def start(
    width: int, height: int, starts: list[int], max_rounds: int, private_ids: int, secret: int, fog: int
) -> CellWar:
    """One infantry per player on the cells ``starts``; player 1 begins. ``fog`` 0: nothing is hidden."""
    state = empty(width, height, len(starts), fog)
    state.max_rounds = max_rounds
    state.private_ids = private_ids
    state.secret = secret
    for player, cell in enumerate(starts, 1):
        state.place(cell, state.new_unit(player))
    state.begin_turn()
    return state
