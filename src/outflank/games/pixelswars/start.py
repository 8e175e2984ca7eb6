"""A PixelsWars match before its first action."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from outflank.games.pixelswars.board import Field
from outflank.games.pixelswars.catalog import GROUNDS, UNITS
from outflank.games.pixelswars.rules import PixelsWars

if TYPE_CHECKING:
    from outflank.games.pixelswars.maps import Layout

_NUMBERS = {each.letter: number for number, each in enumerate(GROUNDS)}
KIND_NUMBERS = {unit.kind: number for number, unit in enumerate(UNITS)}


@lru_cache(64)
def field(grid: tuple[str, ...]) -> Field:
    """The battlefield of a grid of letters: one for all matches on it, for it is never written to."""
    return Field(len(grid[0]), len(grid), [_NUMBERS[letter] for row in grid for letter in row])


def empty(grid: tuple[str, ...]) -> PixelsWars:
    """Nothing stands on the board yet."""
    state = PixelsWars(field(grid))
    state.clear()
    return state


def start(layout: Layout, max_rounds: int) -> PixelsWars:
    """The units of a layout stand where it says; player 1 begins. ``max_rounds`` 0: no limit."""
    state = empty(layout.grid)
    state.map = layout.number
    state.max_rounds = max_rounds
    state.blue, state.red = layout.funds
    for kind, player, x, y in layout.units:
        state.place(y * layout.width + x, KIND_NUMBERS[kind], player)
    return state
