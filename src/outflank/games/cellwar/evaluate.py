"""What a CellWar position is worth: units, room for factories, who can be attacked, and how near the enemy is."""

from __future__ import annotations

from typing import Final

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.native import i64, vec

# Values by feel, then corrected by matches against the random player; one infantry is 100.
INFANTRY_VALUE: Final = 100
FORT_VALUE: Final = 130
STRONG_FORT_VALUE: Final = 190
FACTORY_VALUE: Final = 420
CROWDED_FACTORY: Final = 110  # a factory more than the board has room for
CELLS_PER_FACTORY: Final = 16
EXPOSED: Final = 60  # percent of a unit's value that is lost when it can be attacked
APPROACH: Final = 3  # per cell nearer to the nearest enemy


def evaluate(
    board: vec[i64],
    target: vec[i64],
    width: i64,
    height: i64,
    player: i64,
    current: i64,
    waiting: vec[i64],
    fighters: i64,
) -> i64:
    """The value for ``player``: own units less all others', in hundredths of an infantry."""
    cells = width * height
    ready = vec[i64]([0] * cells)  # fighters of the current player that can still attack in this turn
    for i in range(fighters):
        ready[waiting[i]] = 1
    room = cells // CELLS_PER_FACTORY + 1
    factories: i64 = 0
    total: i64 = 0
    for cell in range(cells):
        unit = board[cell]
        if unit == 0:
            continue
        owner = (unit >> OWNER) & OWNERS
        kind = unit & KIND
        free: i64 = 0
        attackers: i64 = 0
        for action in range(cell * DIRECTIONS + 1, cell * DIRECTIONS + DIRECTIONS):
            to = target[action]
            if to < 0:
                continue
            other = board[to]
            if other == 0:
                free += 1
            elif (other >> OWNER) & OWNERS != owner and other & KIND != FACTORY:
                # The current player's units have acted unless they are ready; all others act later.
                if (other >> OWNER) & OWNERS != current or ready[to] != 0:
                    attackers += 1
        value = worth(kind, free, factories if owner == player else 0, room)
        if kind == FACTORY and owner == player:
            factories += 1
        if attackers > 1 or (attackers == 1 and (kind == INFANTRY or kind == FACTORY)):
            value -= value * EXPOSED // 100
        if owner != player:
            total -= value
        else:
            total += value
            if kind == INFANTRY:
                total -= APPROACH * nearest(board, width, cells, cell, player)
    return total


def worth(kind: i64, free: i64, factories: i64, room: i64) -> i64:
    """A unit's own value; a factory without room soon dies."""
    if kind == INFANTRY:
        return INFANTRY_VALUE
    if kind == FORT:
        return FORT_VALUE
    if kind == STRONG_FORT:
        return STRONG_FORT_VALUE
    if free == 0:
        return 0
    if factories >= room or free < 2:
        return CROWDED_FACTORY
    return FACTORY_VALUE


def nearest(board: vec[i64], width: i64, cells: i64, cell: i64, player: i64) -> i64:
    """The distance in moves from ``cell`` to the nearest enemy on the board."""
    y = cell // width
    x = cell - y * width
    best: i64 = cells
    for there in range(cells):
        if board[there] != 0 and (board[there] >> OWNER) & OWNERS != player:
            down = there // width
            right = there - down * width
            dx: i64 = right - x if right > x else x - right
            dy: i64 = down - y if down > y else y - down
            far: i64 = dx if dx > dy else dy
            if far < best:
                best = far
    return best
