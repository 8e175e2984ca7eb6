"""A PixelsWars board as arrays, a byte a cell, from the point of view of one player.

With k kinds of units and g grounds there are 2k + g + 9 planes: k own units by kind, their HP (at most 255); k enemy
ones likewise; g grounds, 1 where a cell is of it; capture points (1..20) of own buildings, of the enemy's, of nobody's;
movement, shots and captures left of the units of the player to move; own and enemy money in hundreds (at most 255), and
1 when it is the own turn, each the same on every cell.
"""

from __future__ import annotations

from typing import Final

from outflank.games.pixelswars.board import (
    CAPTURES,
    HOLDER,
    HP,
    HPS,
    KINDS,
    MOVES,
    MOVESS,
    OWNER,
    OWNERS,
    POINTS,
    SHOTS,
    SHOTSS,
    Field,
)
from outflank.native import i64, u8, vec

OTHERS: Final = 9  # planes beside units and grounds


def count(field: Field) -> i64:
    """How many planes there are."""
    return 2 * field.catalog.kinds + field.catalog.grounds + OTHERS


def observe(
    field: Field,
    board: vec[i64],
    holds: vec[u8],
    player: i64,
    current: i64,
    own_money: i64,
    enemy_money: i64,
    out: vec[u8],
    offset: i64,
) -> None:
    """Write all planes at ``offset``."""
    cells = field.cells
    kinds = field.catalog.kinds
    grounds = offset + 2 * kinds * cells
    buildings = grounds + field.catalog.grounds * cells
    left = buildings + 3 * cells
    money = left + 3 * cells
    own = u8(hundreds(own_money))
    enemy = u8(hundreds(enemy_money))
    mine = u8(1 if player == current else 0)
    ground = field.ground
    for cell in range(cells):
        out[grounds + ground[cell] * cells + cell] = 1
        out[money + cell] = own
        out[money + cells + cell] = enemy
        out[money + 2 * cells + cell] = mine
        unit = board[cell]
        if unit == 0:
            continue
        owner = (unit >> OWNER) & OWNERS
        plane = unit & KINDS
        if owner != player:
            plane += kinds
        hp = (unit >> HP) & HPS
        out[offset + plane * cells + cell] = u8(hp if hp < 255 else i64(255))
        if owner == current:
            out[left + cell] = u8((unit >> MOVES) & MOVESS)
            out[left + cells + cell] = u8((unit >> SHOTS) & SHOTSS)
            out[left + 2 * cells + cell] = u8((unit >> CAPTURES) & 1)
    sites = field.sites
    for site in range(field.site_count):
        hold = i64(holds[site])
        owner = hold >> HOLDER
        plane = 2 if owner == 0 else 0 if owner == player else 1
        out[buildings + plane * cells + sites[site]] = u8(hold & POINTS)


def hundreds(money: i64) -> i64:
    most: i64 = 255
    return money // 100 if money < 25500 else most
