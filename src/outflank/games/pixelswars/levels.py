"""How the computer plays PixelsWars on each level."""

from __future__ import annotations

from typing import Final

from outflank.contract import Level
from outflank.games.pixelswars.scripts import CASUAL

LEVELS: Final = {
    # Rules of thumb and some chance; every unit for itself.
    "easy": Level("script", full=400, light=400, numbers={"script": CASUAL}),
    # Every unit does what looks best, danger considered; purchases that answer the enemy's army.
    "medium": Level("script", full=400, light=400, numbers={"script": 0}),
    # Chooses scripts for its units by what is left after the enemy's reply.
    "hard": Level("evolution", full=1_000, light=600, numbers={"population": 1, "patience": 40}),
    # Breeds whole turns, action by action.
    "expert": Level(
        "evolution",
        full=30_000,
        light=4_000,
        numbers={
            "population": 12,
            "replies": 2,
            "turns": 3,
            "now": 15,
            "worst": 50,
            "behind": 300,
            "rescript": 50,
            "insert": 40,
            "cross": 20,
            "drop": 20,
        },
    ),
}
