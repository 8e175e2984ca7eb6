"""The computer player that takes the action that looks best, in any game with an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.rng import Rng

if TYPE_CHECKING:
    from outflank.bots import Turn
    from outflank.contract import Game, Json


class Greedy:
    """Imagines a state that fits the view, judges what is legal, and keeps the best; chance breaks ties.

    With more legal actions than budget it judges a run of neighbouring ones, so that where all units act in a turn
    a few of them are thought about in full.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, turn: Turn) -> Json:
        rng = Rng(turn.seed)
        state = self.game.imagine(turn.view, rng)
        count = min(len(turn.legal), max(1, turn.budget))
        first = rng.below(len(turn.legal)) if count < len(turn.legal) else 0
        thought = [turn.legal[(first + i) % len(turn.legal)] for i in range(count)]
        values = state.judge([self.game.decode(state, action) for action in thought])
        most = max(values)
        best = [action for action, value in zip(thought, values, strict=True) if value == most]
        return best[rng.below(len(best))]
