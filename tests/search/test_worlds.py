"""The search over several worlds finds what is right in all of them together, within its budget, however it is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.games.cellwar import game
from outflank.rng import Rng
from outflank.search.worlds import Worlds
from outflank.state import Line, State

if TYPE_CHECKING:
    from outflank.native import i64, vec

POSITION = b"cellwar/1 8x8 1,1A:1,6/2,2I:7,5/2,1I:3,5/1I:9,1F1:10,6/8/5,2I:4,2/3,2F1:5,1,2I:6,2/6,2A:2,1 1 9"


class Gamble(State):
    """One choice, whose worth depends on the world."""

    def __init__(self, gains: list[int]) -> None:
        super().__init__()
        self.gains = gains
        self.got = 0

    def action_space(self) -> i64:
        return len(self.gains)

    def write_actions(self, out: vec[i64]) -> i64:
        for action in range(len(self.gains)):
            out[action] = action
        return len(self.gains)

    def apply(self, action: i64) -> None:
        self.got = self.gains[action]
        self.player = 0

    def copy(self) -> Gamble:
        return Gamble(self.gains)

    def evaluate(self, player: i64) -> i64:
        return self.got

    def winner_of(self) -> i64:
        return 0

    def scripts(self) -> i64:
        return len(self.gains)

    def play_turn(self, plan: vec[i64], seed: i64, line: Line) -> None:
        line.add(plan[0])
        self.apply(plan[0])


def search(budget: int, worlds: int, seed: int = 3) -> Worlds:
    state = game.load(POSITION)
    starts = game.sample(game.view(state, 1), Rng(seed), worlds)
    return Worlds([start.bare() for start in starts], {}, budget, seed)


def test_what_is_best_on_the_average_is_better_than_what_is_best_somewhere() -> None:
    """Script 1 is best in one world, script 2 in the other, script 3 good in both, script 0 bad in both."""
    gains = [[1, 9, -9, 5], [1, -9, 9, 5]]
    both = Worlds([Gamble(each) for each in gains], {}, 400, 1)
    one = Worlds([Gamble(gains[0])], {}, 400, 1)
    other = Worlds([Gamble(gains[1])], {}, 400, 1)
    for each in (both, one, other):
        each.step(1_000)
    assert (both.best(), one.best(), other.best()) == ([3], [1], [2])


def test_what_is_right_in_the_first_worlds_goes_on_only_when_it_is_right_in_the_others() -> None:
    """Script 1 is best in the world that is looked at first; the three that come later are against it."""
    gains = [[0, 9, 1], [0, -9, 1], [0, -9, 1], [0, -9, 1]]
    found = Worlds([Gamble(each) for each in gains], {"first": 1}, 400, 1)
    found.step(100)
    assert found.active == 1 and found.best() == [1]
    found.step(1_000)
    assert found.active == 4 and found.best() == [2]


def test_a_margin_keeps_what_is_hardly_worse() -> None:
    for margin, best in ((0, [1]), (400, [0])):
        found = Worlds([Gamble([5, 8])], {"margin": margin}, 200, 1)
        found.step(1_000)
        assert found.best() == best


def test_equal_arguments_give_equal_plans_however_the_steps_are_cut() -> None:
    whole, cut = search(3_000, 3), search(3_000, 3)
    while not whole.done():
        whole.step(3_000)
    while not cut.done():
        cut.step(1)
    assert whole.best() == cut.best()
    assert whole.spent == cut.spent <= 3_000


def test_there_is_a_whole_turn_after_the_first_step() -> None:
    found = search(10, 4)
    found.step(1)
    state = game.load(POSITION)
    for action in found.best():
        assert action in state.legal_actions()
        state.apply(action)
    assert state.player == 2


def test_more_nodes_find_something_better() -> None:
    few, many = search(200, 1), search(6_000, 1)
    values = []
    for each in (few, many):
        while not each.done():
            each.step(500)
        values.append(each.values[0])
    assert values[0] < values[1]
