"""What Traversal's positions are worth, and what the side to move can gain at once by an exit or a capture.

A match is decided by one or two exits, so pieces are worth what their exit would mean and how soon it could be
(worth.py); points are in that already.
"""

from __future__ import annotations

from typing import Final

from outflank.games.traversal.board import (
    EXITS_TO_END,
    OUT,
    OWN,
    PIECES,
    SENTINEL,
    SPAN,
    SQUARES,
    Field,
)
from outflank.games.traversal.worth import DECIDES, DRAWS, LOSES, TURNS
from outflank.native import i64, u8, vec

WON: Final = 1_000_000
KINDS: Final = 3  # rows of the table for each meaning of an exit


def standing(field: Field, at: vec[i64], exits: i64, lead: i64) -> i64:
    """The value of a running match for Light. ``lead``: its points less Dark's."""
    total: i64 = 0
    for piece in range(i64(PIECES)):
        if at[piece] >= 0:
            if piece < OWN:
                total += worth(field, piece, at[piece], exits, lead)
            else:
                total -= worth(field, piece, at[piece], exits, -lead)
    return total


def worth(field: Field, piece: i64, cell: i64, exits: i64, lead: i64) -> i64:
    """What a piece is worth where it stands to its side, which leads by so many points."""
    row = field.kind[piece]
    if exits > 0:
        after = lead + field.strength[piece]
        meaning: i64 = DECIDES if after > 0 else DRAWS if after == 0 else LOSES
        row += meaning * KINDS
    return field.worth[row * TURNS + field.turns[piece * SQUARES + cell]]


def reply(field: Field, board: vec[u8], at: vec[i64], exits: i64, lead: i64, actions: vec[i64], count: i64) -> i64:
    """The most that the side to move, which leads by so many points, gains by one exit or capture."""
    best: i64 = 0
    for i in range(count):
        piece = actions[i] // SPAN
        to = actions[i] - piece * SPAN
        gain: i64 = 0
        if to == OUT:
            gain = leaving(field, piece, at, exits, lead)
        elif board[to] != 0:
            gain = worth(field, i64(board[to]) - 1, to, exits, -lead)
        if gain > best:
            best = gain
    return best


def leaving(field: Field, piece: i64, at: vec[i64], exits: i64, lead: i64) -> i64:
    """What the exit of a piece gains its side, which leads by so many points."""
    if exits == 0 and field.kind[piece] == SENTINEL:
        return WON
    after = lead + field.strength[piece]
    if exits + 1 >= EXITS_TO_END:
        return i64(WON) if after > 0 else i64(-WON) if after < 0 else i64(0)
    first: i64 = 0 if piece < OWN else OWN
    gain = -worth(field, piece, at[piece], exits, lead)
    for other in range(i64(PIECES)):  # all are worth something else then
        if at[other] >= 0 and other != piece:
            if other >= first and other < first + OWN:
                gain += worth(field, other, at[other], exits + 1, after) - worth(field, other, at[other], exits, lead)
            else:
                gain -= worth(field, other, at[other], exits + 1, -after) - worth(field, other, at[other], exits, -lead)
    return gain
