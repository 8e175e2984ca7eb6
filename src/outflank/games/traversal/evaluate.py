"""What Traversal's positions are worth, and what the side to move can gain at once: points, pieces, and rows advanced.

All numbers are by feel first, then corrected by matches between versions of them.
"""

from __future__ import annotations

from typing import Final

from outflank.games.traversal.board import (
    EXITS_TO_END,
    OUT,
    OWN,
    PIECES,
    SENTINEL,
    SIDE,
    SPAN,
    Field,
)
from outflank.native import i64, u8, vec

WON: Final = 1_000_000
POINT: Final = 160  # a point for an exit
PIECE: Final = 60  # a piece on the board, and for its strength:
STRENGTH: Final = 40
ROW: Final = 6  # a row advanced; a Sentinel's, while nobody has left the board, counts
FIRST: Final = 3  # times as much


def standing(field: Field, at: vec[i64], exits: i64, lead: i64) -> i64:
    """The value of a running match for Light. ``lead``: its points less Dark's."""
    total = lead * POINT
    for piece in range(i64(PIECES)):
        if at[piece] >= 0:
            value = worth(field, piece, at[piece], exits)
            total += value if piece < OWN else -value
    return total


def worth(field: Field, piece: i64, cell: i64, exits: i64) -> i64:
    """What a piece is worth to its side where it stands."""
    rows = cell // SIDE if piece < OWN else SIDE - 1 - cell // SIDE
    value = ROW * rows
    if exits == 0 and field.kind[piece] == SENTINEL:
        value *= FIRST
    return PIECE + STRENGTH * field.strength[piece] + value


def reply(field: Field, board: vec[u8], at: vec[i64], exits: i64, lead: i64, actions: vec[i64], count: i64) -> i64:
    """The most that the side to move, which leads by so many points, gains by one exit or capture."""
    best: i64 = 0
    for i in range(count):
        piece = actions[i] // SPAN
        to = actions[i] - piece * SPAN
        gain: i64 = 0
        if to == OUT:
            gain = leaving(field, piece, at[piece], exits, lead)
        elif board[to] != 0:
            gain = worth(field, i64(board[to]) - 1, to, exits)
        if gain > best:
            best = gain
    return best


def leaving(field: Field, piece: i64, cell: i64, exits: i64, lead: i64) -> i64:
    """What the exit of a piece gains its side, which leads by so many points."""
    if exits == 0 and field.kind[piece] == SENTINEL:
        return WON
    points = field.strength[piece]
    if exits + 1 >= EXITS_TO_END:
        after = lead + points
        return i64(WON) if after > 0 else i64(-WON) if after < 0 else i64(0)
    return points * POINT - worth(field, piece, cell, exits)
