"""Two players take 1 to 3 stones in turn; with ``last_wins`` who takes the last one wins, else loses."""

from __future__ import annotations

from outflank.contract import IllegalAction, Json, Outcome
from outflank.state import State


class Pile(State):
    def __init__(self, stones: int, last_wins: bool) -> None:
        super().__init__()
        self.stones = stones
        self.last_wins = last_wins
        self.winner = 0

    def legal_actions(self) -> list[int]:
        return list(range(1, min(3, self.stones) + 1))

    def apply(self, action: int) -> None:
        self.stones -= action
        mover, self.player = self.player, 3 - self.player
        if not self.stones:
            self.winner = mover if self.last_wins else 3 - mover
            self.player = 0

    def copy(self) -> Pile:
        twin = Pile(self.stones, self.last_wins)
        twin.player, twin.winner = self.player, self.winner
        return twin


def view(state: Pile, player: int | None) -> Json:
    return {"stones": state.stones}


def encode(state: Pile, action: int) -> Json:
    return {"take": action}


def decode(state: Pile, action: Json) -> int:
    if action.get("take") not in state.legal_actions():
        raise IllegalAction("InvalidAction", "Take 1 to 3 stones that are there.")
    return int(action["take"])


def outcome(state: Pile) -> Outcome | None:
    return None if state.player else Outcome((0.0, 0.0), state.winner, "stones")


def dump(state: Pile) -> bytes:
    return f"{state.stones} {state.player} {state.winner}".encode()
