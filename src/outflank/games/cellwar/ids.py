"""The ids of units as a viewer is told them: as they are, or, with private ids, so that they tell nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.games.cellwar.board import ID
from outflank.games.cellwar.fog import ROUND

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar

IDS = 1 << (ROUND - ID)  # every id is below: a memory has no room for others
HALF = 16  # bits of each half of a scrambled id
MASK = (1 << HALF) - 1
ROUNDS = 4


def shown(state: CellWar, number: int, viewer: int) -> int:
    """The id under which ``viewer`` knows the unit ``number``.

    With private ids a unit's number holds its owner and how many that owner had made: an owner is told the
    latter, everybody else a scrambled form, the same for the whole match and of no order.
    """
    if not state.private_ids:
        return number
    if number % 8 == viewer - 1:
        return number >> 3
    return _scramble(number, state.secret * 16 + viewer)


def own(state: CellWar, told: int, viewer: int) -> int:
    """The number of the viewer's own unit that ``viewer`` knows as ``told``."""
    return told * 8 + viewer - 1 if state.private_ids else told


def _scramble(number: int, secret: int) -> int:
    """A permutation of the numbers below 2**32 (a Feistel network), above all plain ids."""
    left, right = number >> HALF & MASK, number & MASK
    for step in range(ROUNDS):
        mixed = (right * 40503 + secret * 2654435761 + step * 7919) & 0xFFFFFFFF
        mixed = ((mixed ^ mixed >> 15) * 2246822519) & 0xFFFFFFFF
        left, right = right, left ^ (mixed ^ mixed >> 13) & MASK
    return (1 << 32) + (left << HALF | right)
