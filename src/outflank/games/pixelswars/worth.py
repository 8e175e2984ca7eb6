"""What one side of a PixelsWars position is worth, in money: its units, buildings and funds, and how near its units are
to what they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from outflank.games.pixelswars.board import HOLDER, HP, HPS, KINDS, POINTS, Field
from outflank.games.pixelswars.catalog import AIR, CAPTURE_POINTS
from outflank.games.pixelswars.evaluate import site_value
from outflank.games.pixelswars.reach import spread
from outflank.native import i64, vec

if TYPE_CHECKING:
    from outflank.games.pixelswars.rules import PixelsWars

MONEY: Final = 75  # per cent that money counts: it can do nothing yet
BODY: Final = 25  # per cent of a unit's price that it is worth with its last HP
PULL: Final = 10  # per point of movement between a unit and the nearest enemy
WISH: Final = 14  # per point of movement between a capturer and the nearest building to take
LONGEST: Final = 40  # points of movement beyond which it makes no difference
HALF: Final = 45  # per cent of a building whose capture the own unit on it has begun


def worth(state: PixelsWars, own: vec[i64], own_count: i64, foes: vec[i64], foe_count: i64, player: i64) -> i64:
    """The value of what ``player`` has: units on the cells ``own`` against those on ``foes``."""
    field = state.field
    catalog = field.catalog
    board = state.board
    total = state.funds(player) * MONEY // 100
    goals = field.zeros[:]
    sites: i64 = 0
    for site in range(field.site_count):
        if i64(state.holds[site]) >> HOLDER == player:
            total += site_value(field, site)
        else:
            goals[field.sites[site]] = 1
            sites += 1
    nearest = field.zeros[:]
    to_sites = field.zeros[:]
    if sites > 0:
        spread(field, goals, 0, to_sites, nearest)
    to_foes = distances_to(field, foes, foe_count, 0, nearest)
    by_air = to_foes
    for i in range(own_count):
        if catalog.domain[board[own[i]] & KINDS] == AIR:
            by_air = distances_to(field, foes, foe_count, AIR, nearest)
            break
    for i in range(own_count):
        cell = own[i]
        unit = board[cell]
        kind = unit & KINDS
        price = catalog.price[kind]
        total += (price * BODY + price * (100 - BODY) * ((unit >> HP) & HPS) // catalog.hp[kind]) // 100
        away = by_air[cell] if catalog.domain[kind] == AIR else to_foes[cell]
        if catalog.captures[kind] != 0 and sites > 0:
            away = to_sites[cell]
            total -= WISH * (away if away < LONGEST else i64(LONGEST))
            if away == 0:
                site = field.site[cell]
                if i64(state.holds[site]) & POINTS < CAPTURE_POINTS:
                    total += site_value(field, site) * HALF // 100
        else:
            total -= PULL * (away if away < LONGEST else i64(LONGEST))
    return total


def distances_to(field: Field, cells: vec[i64], count: i64, domain: i64, nearest: vec[i64]) -> vec[i64]:
    """For every cell what it costs to go from there to the nearest of these cells."""
    goals = field.zeros[:]
    for i in range(count):
        goals[cells[i]] = 1
    away = field.zeros[:]
    spread(field, goals, domain, away, nearest)
    return away
