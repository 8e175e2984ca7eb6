"""What Traversal's pieces and squares are called in notations and positions."""

from __future__ import annotations

from outflank.games.traversal.board import KINDS, OWN, SIDE

LETTERS = "EVS"
"""Of the kinds, by their numbers."""


def piece_name(piece: int) -> str:
    """``E1``, ``E2``: letter and number of its kind among its side's, by id."""
    own = piece % OWN
    return f"{LETTERS[KINDS[own]]}{1 + KINDS[:own].count(KINDS[own])}"


PIECES_BY_NAME = {piece_name(piece): piece for piece in range(OWN)}
"""Light's; Dark's are OWN more."""


def square_name(square: int) -> str:
    """``c3``: the third column, the third row from Light's home."""
    return f"{chr(ord('a') + square % SIDE)}{square // SIDE + 1}"


SQUARES_BY_NAME = {square_name(square): square for square in range(SIDE * SIDE)}
