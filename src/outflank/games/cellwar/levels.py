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
    # Plans the turn in one world that fits what is seen, with the answer to it.
    "hard": Level("worlds", full=6_000, light=3_000, numbers={"worlds": 1, "turns": 1}),
    # Plans for many such worlds, and takes what is best in all of them together.
    "expert": Level("worlds", full=60_000, light=6_000, numbers={"worlds": 8}),
}
