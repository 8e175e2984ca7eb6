"""What an attack in Traversal comes to: the one formula, in all its terms."""

from __future__ import annotations

from typing import Final

from outflank.games.traversal.board import OWN, VANGUARD, Field
from outflank.native import i64, u8, vec

CHARGE: Final = 4  # an attack by a Vanguard whose cheapest route costs exactly this is a charge

# Where the terms of an attack stand:
OF_STRENGTH: Final = 0  # the attacker's strength
OF_HEIGHT: Final = 1  # 1 from higher ground, -1 from lower
OF_CHARGE: Final = 2
OF_BASE: Final = 3  # the target's own strength, where the options count it
HELPERS: Final = 4  # how many pieces beside the target count, of either side; then each: id * 8 + its value
TERMS: Final = 13  # so long is the list


def weigh(field: Field, board: vec[u8], cell: i64, to: i64, cost: i64, terms: vec[i64]) -> i64:
    """The attack by the piece on ``cell`` at the one on ``to``: attack less defence, and so a success when it is not
    below 0. ``cost``: of the cheapest route, or anything else where only a special move leads there. All terms are
    written to ``terms``; a supporter's value is its strength, a defender's 1."""
    piece = i64(board[cell]) - 1
    target = i64(board[to]) - 1
    rise = field.heights[cell] - field.heights[to]
    strength = field.strength[piece]
    height: i64 = 0
    if rise > 0:
        height = 1
    elif rise < 0:
        height = -1
    charge: i64 = 0
    if cost == CHARGE and field.kind[piece] == VANGUARD:
        charge = 1
    base: i64 = 0
    if field.base:
        base = field.strength[target]
    terms[OF_STRENGTH] = strength
    terms[OF_HEIGHT] = height
    terms[OF_CHARGE] = charge
    terms[OF_BASE] = base
    total = strength + height + charge - base
    count: i64 = HELPERS
    at = to * 9
    near = field.beside[at]
    while near >= 0:
        other = i64(board[near]) - 1
        if other >= 0 and near != cell:
            count += 1
            if (other < OWN) == (piece < OWN):
                terms[count] = other * 8 + field.strength[other]
                total += field.strength[other]
            else:
                terms[count] = other * 8 + 1
                total -= 1
        at += 1
        near = field.beside[at]
    terms[HELPERS] = count - HELPERS
    return total
