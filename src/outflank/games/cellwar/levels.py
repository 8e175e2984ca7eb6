"""How the computer plays CellWar on each level."""

from __future__ import annotations

from typing import Final

from outflank.contract import Level
from outflank.games.cellwar.scripts import CASUAL, HASTY

LEVELS: Final = {
    # What looks good at first sight, misjudged a good deal.
    "easy": Level("script", full=600, light=600, numbers={"script": CASUAL}),
    # Every unit does what looks best, by what is seen and remembered, and now and then misjudges it.
    "medium": Level("script", full=600, light=600, numbers={"script": HASTY}),
    # Plans the turn in one world that fits what is seen, with the answers to it.
    "hard": Level("worlds", full=4_000, light=2_000, numbers={"worlds": 1, "trials": 1, "turns": 1}),
    # Plans in a few such worlds and beyond the answers, then in more of them: what is best in all together.
    "expert": Level("worlds", full=100_000, light=24_000, numbers={"worlds": 8, "trials": 100}),
}
