"""How the computer plays CellWar on each level."""

from __future__ import annotations

from typing import Final

from outflank.contract import Level
from outflank.games.cellwar.scripts import CASUAL, HASTY

# How plans are compared: one attack of all units, then changes; by the answers and no more (whatever is played after
# them differs by chance, and the more the larger the board is); and half an infantry is what a change must gain, or it
# is chance as well.
SHORT: Final = {"whole": 2, "turns": 1, "margin": 5_000}

LEVELS: Final = {
    # What looks good at first sight, misjudged a good deal.
    "easy": Level("script", full=600, light=600, numbers={"script": CASUAL}),
    # Every unit does what looks best, by what is seen and remembered, and now and then misjudges it.
    "medium": Level("script", full=600, light=600, numbers={"script": HASTY}),
    # The same, then looks at the answers in one world that fits what is seen, and changes what costs too much there.
    "hard": Level("worlds", full=3_000, light=2_000, numbers={"worlds": 1, "trials": 2, "script": HASTY, **SHORT}),
    # Plans in a few such worlds, then in more of them: what is best in all together.
    "expert": Level("worlds", full=100_000, light=24_000, numbers={"worlds": 8, "trials": 100, **SHORT}),
}
