"""The computer player that takes the action with the best next position, in any game with an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.rng import Rng

if TYPE_CHECKING:
    from outflank.bots import Turn
    from outflank.contract import Game, Json


class Greedy:
    """Imagines a state that fits the view, tries what is legal, and keeps the best; chance breaks ties.

    With more legal actions than budget it tries an even sample of them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, turn: Turn) -> Json:
        rng = Rng(turn.seed)
        state = self.game.imagine(turn.view, rng)
        player = state.player
        count = min(len(turn.legal), max(1, turn.budget))
        best: list[Json] = []
        most = 0
        for i in range(count):
            action = turn.legal[i * len(turn.legal) // count]
            after = state.copy()
            after.apply(self.game.decode(state, action))
            value = after.evaluate(player)
            if not best or value > most:
                best, most = [action], value
            elif value == most:
                best.append(action)
        return best[rng.below(len(best))]
