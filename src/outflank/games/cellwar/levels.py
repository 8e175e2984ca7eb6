"""How the computer plays CellWar on each level."""

from __future__ import annotations

from typing import Final

from outflank.contract import Level
from outflank.games.cellwar.scripts import CASUAL

LEVELS: Final = {
    # What looks good at first sight, misjudged a good deal.
    "easy": Level("script", full=600, light=600, numbers={"script": CASUAL}),
    # Every unit does what looks best, by what is seen and remembered.
    "medium": Level("script", full=600, light=600, numbers={"script": 0}),
    # Plans the turn in one world that fits what is seen, with the answers to it.
    "hard": Level("worlds", full=16_000, light=3_500, numbers={"worlds": 1, "trials": 1}),
    # Plans in a few such worlds, then in more and more of them, and takes what is best in all together.
    "expert": Level("worlds", full=160_000, light=24_000, numbers={"worlds": 8, "trials": 150}),
}
