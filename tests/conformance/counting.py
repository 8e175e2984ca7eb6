"""A game that counts what a computer player imagines, and how many actions it judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from outflank import State
    from outflank.contract import Game, Json
    from outflank.rng import Rng


class Counted:
    """A state whose game counts what is judged of it."""

    def __init__(self, state: State, game: Counting) -> None:
        self.state, self.game = state, game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def judge(self, actions: list[int]) -> list[int]:
        self.game.judged += len(actions)
        return self.state.judge(actions)


class Counting:
    """What of a game a computer player uses that only imagines and judges."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.imagined = self.judged = 0

    def imagine(self, view: Json, rng: Rng) -> Counted:
        self.imagined += 1
        return Counted(self.game.imagine(view, rng), self)

    def encode(self, state: Counted, action: int) -> Json:
        return self.game.encode(state.state, action)


def counting(game: Game) -> tuple[Game, Counting]:
    """The counting game, as a player and as a test know it."""
    made = Counting(game)
    return cast("Game", made), made
