"""Traversal's numbers for help and set-up, without a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.traversal.board import BUDGET, EXITS_TO_END, HIGHEST, MAX_MOVES, SIDE, STRENGTH
from outflank.games.traversal.names import LETTERS
from outflank.games.traversal.view import NAMES

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.traversal.shapes import TraversalTables


def tables() -> Json:
    """TraversalTables."""
    told: TraversalTables = {
        "pieces": [
            {"kind": name, "letter": letter, "budget": budget, "strength": strength}
            for name, letter, budget, strength in zip(NAMES, LETTERS, BUDGET, STRENGTH, strict=True)
        ],
        "size": SIDE,
        "exit_rows": [SIDE - 1, 0],
        "highest": HIGHEST,
        "max_moves": MAX_MOVES,
        "exits_to_end": EXITS_TO_END,
    }
    return cast("Json", told)
