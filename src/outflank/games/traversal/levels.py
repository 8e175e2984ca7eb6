"""How the computer plays Traversal on each level."""

from __future__ import annotations

from typing import Final

from outflank.contract import Level

LEVELS: Final = {
    # The best move at first sight, misjudged a good deal; no answer is thought of.
    "easy": Level("alphabeta", full=400, light=400, numbers={"depth": 1, "quiescence": 0, "noise": 160, "table": 8}),
    # Every move with the best answer to it.
    "medium": Level("alphabeta", full=4_000, light=4_000, numbers={"depth": 2, "quiescence": 0, "noise": 12}),
    # As deep as the budget suffices, and then captures and exits.
    "hard": Level("alphabeta", full=4_000, light=2_500, numbers={}),
    # Two or three moves deeper.
    "expert": Level("alphabeta", full=100_000, light=30_000, numbers={}),
}
