"""How CellWar's board is written in numbers: units, vectors, and which cell each action points at."""

from __future__ import annotations

from typing import Final

from outflank.native import i64, vec

# What stands on a cell is one number, ``id << ID | owner << OWNER | kind``, and 0 when the cell is free.
INFANTRY: Final = 1
FORT: Final = 2  # a fortification with counter 1: has stood still once
STRONG_FORT: Final = 3  # counter 2: twice
FACTORY: Final = 4  # three times
KIND: Final = 7  # mask for the kind
OWNER: Final = 3  # shift for the owner, 1..8
OWNERS: Final = 15  # mask for the owner, after the shift
ID: Final = 7  # shift for the unit's id
FACE: Final = (1 << ID) - 1  # mask for owner and kind

DIRECTIONS: Final = 9  # stay, then the eight neighbours in reading order


def targets(width: i64, height: i64) -> vec[i64]:
    """For every action ``cell * 9 + direction`` the cell it points at, or -1 when that is off the board."""
    table = vec[i64]([-1] * (width * height * DIRECTIONS))
    for y in range(height):
        for x in range(width):
            action = (y * width + x) * DIRECTIONS
            table[action] = y * width + x
            for to_y in range(y - 1, y + 2):
                for to_x in range(x - 1, x + 2):
                    if to_x == x and to_y == y:
                        continue
                    action += 1
                    if 0 <= to_x < width and 0 <= to_y < height:
                        table[action] = to_y * width + to_x
    return table


def sight(kind: i64) -> i64:
    """How far a unit sees: the half side of a square."""
    far: i64 = 2 if kind == FORT or kind == STRONG_FORT else 1
    return far


def strength(board: vec[i64], cells: i64, player: i64) -> i64:
    """By this number players are ranked at the round limit: units, then factories, then the sum of counters."""
    units: i64 = 0
    factories: i64 = 0
    counters: i64 = 0
    for cell in range(cells):
        unit = board[cell]
        if (unit >> OWNER) & OWNERS == player:
            units += 1
            if unit & KIND == FACTORY:
                factories += 1
            else:
                counters += (unit & KIND) - INFANTRY
    # A board has fewer than 2**14 cells, so the three numbers do not run into one another.
    return (units << 32) + (factories << 16) + counters
