"""A Traversal board as arrays, a byte a square, from the point of view of one player.

12 planes: own Explorers, Vanguards and Sentinels, 1 where one stands; the enemy's likewise; heights (0 to 4); 1 on the
row beyond which the own pieces leave the board; and, each the same on every square, own and enemy points, pieces that
have left the board, and moves left.
"""

from __future__ import annotations

from typing import Final

from outflank.games.traversal.board import MAX_MOVES, OWN, PIECES, SIDE, SQUARES, Field
from outflank.native import i64, u8, vec

PLANES: Final = 12


def observe(
    field: Field,
    at: vec[i64],
    moves: i64,
    light: i64,
    dark: i64,
    exits: i64,
    player: i64,
    out: vec[u8],
    offset: i64,
) -> None:
    """Write all planes at ``offset``."""
    for piece in range(i64(PIECES)):
        if at[piece] >= 0:
            plane = field.kind[piece]
            if (piece < OWN) != (player == 1):
                plane += 3
            out[offset + plane * SQUARES + at[piece]] = 1
    exit_row = offset + 7 * SQUARES
    if player == 1:
        exit_row += SQUARES - SIDE
    for x in range(i64(SIDE)):
        out[exit_row + x] = 1
    for square in range(i64(SQUARES)):
        out[offset + 6 * SQUARES + square] = u8(field.heights[square])
    fill(out, offset + 8 * SQUARES, light if player == 1 else dark)
    fill(out, offset + 9 * SQUARES, dark if player == 1 else light)
    fill(out, offset + 10 * SQUARES, exits)
    fill(out, offset + 11 * SQUARES, MAX_MOVES - moves)


def fill(out: vec[u8], start: i64, value: i64) -> None:
    """The same on every square of a plane, which comes zeroed."""
    if value != 0:
        byte = u8(value)
        for square in range(start, start + SQUARES):
            out[square] = byte
