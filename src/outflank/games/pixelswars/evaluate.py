"""What PixelsWars's positions are worth, in money."""

from __future__ import annotations

from outflank.games.pixelswars.board import HOLDER, HP, HPS, KINDS, OWNER, OWNERS, Field
from outflank.native import i64, u8, vec


def evaluate(field: Field, board: vec[i64], holds: vec[u8], player: i64, money: i64) -> i64:
    """The value of a position for ``player``: own units, buildings and money less the enemy's."""
    catalog = field.catalog
    total = money * 3 // 4
    for cell in range(field.cells):
        unit = board[cell]
        if unit != 0:
            kind = unit & KINDS
            value = catalog.price[kind] // 4 + catalog.price[kind] * 3 * ((unit >> HP) & HPS) // (4 * catalog.hp[kind])
            total += value if (unit >> OWNER) & OWNERS == player else -value
    for site in range(field.site_count):
        owner = i64(holds[site]) >> HOLDER
        if owner != 0:
            value = 300 + field.catalog.income[field.ground[field.sites[site]]]
            total += value if owner == player else -value
    return total
