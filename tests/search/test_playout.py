"""Random playouts: every action legal, equal arguments equal results, the start untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.games.cellwar import game
from outflank.games.cellwar.view import cellwar
from outflank.search.playout import playouts
from outflank.state import State

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar


def start(rounds: int | None = 300) -> CellWar:
    return cellwar(game.start(game.Options(width=6, height=6, max_rounds=rounds), 0))


def by_hand(first: State, matches: int, limit: int, seed: int) -> tuple[int, int]:
    """The same with lists, in the words of the docstrings."""
    total = check = 0
    for _ in range(matches):
        match = first.copy()
        played = 0
        while played < limit and (actions := match.legal_actions()):
            seed = (seed * 1664525 + 1013904223) % 2**32
            action = actions[(seed >> 16) % len(actions)]
            assert action in actions
            match.apply(action)
            check = (check * 31 + action) % 2**32
            played += 1
        check = (check * 31 + match.winner_of()) % 2**32
        total += played
    return total, check


def test_playouts_are_those_made_by_hand() -> None:
    for seed, limit in ((1, 10**6), (2**32 - 1, 10**6), (7, 50), (8, 0)):
        assert playouts(start(), 8, limit, seed) == by_hand(start(), 8, limit, seed)


def test_known_numbers() -> None:
    """The same on every machine, compiled or not."""
    assert playouts(start(), 10, 10**6, 42) == (1558, 729134985)


def test_playouts_leave_their_start_alone() -> None:
    state = start()
    before = game.dump(state)
    playouts(state, 3, 1000, 5)
    assert game.dump(state) == before


def test_an_ended_match_is_not_played_on() -> None:
    state = start(rounds=1)
    while state.player:
        state.apply(state.legal_actions()[0])
    assert playouts(state, 2, 100, 1)[0] == 0


class Countdown(State):
    """A game of somebody else's, never compiled: take 1 or 2, who takes the last one wins."""

    def __init__(self, left: int) -> None:
        super().__init__()
        self.left = left
        self.last = 0

    def action_space(self) -> int:
        return 3

    def write_actions(self, out: list[int]) -> int:  # type: ignore[override]
        count = min(2, self.left)
        for i in range(count):
            out[i] = i + 1
        return count

    def apply(self, action: int) -> None:
        self.left -= action
        self.last = self.player
        self.player = 3 - self.player if self.left else 0

    def copy(self) -> Countdown:
        twin = Countdown(self.left)
        twin.player, twin.last = self.player, self.last
        return twin

    def winner_of(self) -> int:
        return 0 if self.left else self.last


def test_a_plain_python_game_plays_in_the_same_search() -> None:
    assert playouts(Countdown(20), 30, 1000, 3) == by_hand(Countdown(20), 30, 1000, 3)
