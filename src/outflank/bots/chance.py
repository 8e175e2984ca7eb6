"""The computer player that does anything legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.rng import Rng

if TYPE_CHECKING:
    from outflank.bots import Turn
    from outflank.contract import Json


class Chance:
    """Every legal action is as likely as another."""

    def choose(self, turn: Turn) -> Json:
        rng: Rng = turn.memory.setdefault("rng", Rng(turn.seed))
        return turn.legal[rng.below(len(turn.legal))]
