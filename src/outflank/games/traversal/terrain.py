"""Traversal's terrain from a seed, in whole numbers, so that every machine and browser makes the same."""

from __future__ import annotations

from outflank.games.traversal.board import HIGHEST, SIDE, SQUARES, neighbour
from outflank.native import i64
from outflank.rng import Rng

RAW = 1000
STEEPEST = 2
"""The greatest difference in height between neighbours."""
SMOOTHINGS = 2


def terrain(seed: int) -> list[int]:
    """The heights of all squares, row by row, 0 to 4: the same after half a turn, no step steeper than 2."""
    rng = Rng(seed)
    values: list[i64] = [0] * SQUARES
    for square in range(SQUARES // 2):
        values[square] = rng.below(RAW)
        values[SQUARES - 1 - square] = values[square]
    for _ in range(SMOOTHINGS):
        values = [(4 * values[square] + around(values, square)) // 8 for square in range(SQUARES)]
    low = min(values)
    spread = max(values) - low + 1
    heights: list[int] = [(value - low) * (HIGHEST + 1) // spread for value in values]
    while True:
        lower = [levelled(heights, square) for square in range(SQUARES)]
        if lower == heights:
            return heights
        heights = lower


def around(values: list[i64], square: i64) -> i64:
    """The sum of the four neighbours; what is off the board counts as the square itself."""
    total: i64 = 0
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        to = neighbour(square, dx, dy)
        total += values[to if to >= 0 else square]
    return total


def levelled(heights: list[int], square: i64) -> int:
    """The height of a square, at most STEEPEST above its lowest neighbour."""
    height = heights[square]
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        to = neighbour(square, dx, dy)
        if to >= 0:
            height = min(height, heights[to] + STEEPEST)
    return height


def rows(heights: list[int]) -> list[str]:
    """The heights as text, a digit a square."""
    return ["".join(str(height) for height in heights[start : start + SIDE]) for start in range(0, SQUARES, SIDE)]
