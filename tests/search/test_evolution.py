"""Whole turns by evolution, in a small game whose best turn is known."""

from __future__ import annotations

import pytest

from outflank.native import i64, vec
from outflank.search.evolution import Evolution
from outflank.state import State

END = 6
BEST = [5, 4, 3, 2, 1, 0, END]


class Stack(State):
    """Every turn each of six pieces may be played once: it scores its number times those played before it, and takes as
    much from whoever of the others leads. Piece 0 looks best at first, though it should come last."""

    def __init__(self, players: int = 2) -> None:
        super().__init__()
        self.players = players
        self.scores = [0] * (players + 1)
        self.used: list[int] = []

    def action_space(self) -> i64:
        return END + 1

    def write_actions(self, out: vec[i64]) -> i64:
        free = [piece for piece in range(END) if piece not in self.used] + [END] if self.player else []
        for i, action in enumerate(free):
            out[i] = action
        return len(free)

    def apply(self, action: i64) -> None:
        if action == END:
            self.used = []
            self.player = self.player % self.players + 1
            self.round += self.player == 1
            return
        worth = (6 - action) * len(self.used)
        self.scores[self.player] += worth
        rivals = [player for player in range(1, self.players + 1) if player != self.player]
        self.scores[max(rivals, key=lambda player: self.scores[player])] -= worth
        self.used.append(action)

    def copy(self) -> Stack:
        twin = Stack(self.players)
        twin.player, twin.round = self.player, self.round
        twin.scores, twin.used = self.scores[:], self.used[:]
        return twin

    def winner_of(self) -> i64:
        return 0

    def evaluate(self, player: i64) -> i64:
        return self.scores[player]

    def judge(self, actions: list[int]) -> list[int]:
        return [6 - action if action != END else 0 for action in actions]

    def turn_left(self) -> i64:
        return 7 - len(self.used)


WHOLE = {"insert": 100, "cross": 50, "drop": 100, "now": 50}


def test_finds_the_best_turn() -> None:
    search = Evolution(Stack(), WHOLE, 30_000, 5)
    search.step(30_000)
    assert search.best() == BEST, "the scripts alone play piece 0 first"
    assert search.value() == max(search.weigh(plan) for plan in search.ranked())


@pytest.mark.parametrize("players", [2, 3, 5])
def test_steps_can_be_cut_anyhow(players: int) -> None:
    whole, cut = (Evolution(Stack(players), WHOLE, 3_000, 7) for _ in range(2))
    whole.step(3_000)
    told = [0]
    while not cut.done():
        told.append(cut.step(1))
    assert cut.ranked() == whole.ranked()
    assert told == sorted(set(told)), "every step tells more nodes"
    assert 2_500 < told[-1] == whole.step(100) <= 3_000, "a search that is done spends nothing more"


def test_every_other_player_answers() -> None:
    """In 3 trials with 7 actions in the own turn: 7 more for each other player."""
    for players in (2, 3, 5):
        assert Evolution(Stack(players), {"now": 0}, 1, 1).step(1) == 7 * players
        assert Evolution(Stack(players), {"turns": 2}, 1, 1).step(1) == 7 * (players + 1)
        assert Evolution(Stack(players), {"replies": 0}, 1, 1).step(1) == 7


def test_plans_are_repaired() -> None:
    """What is not legal (a piece twice) is left out; what is missing, the scripts do."""
    search = Evolution(Stack(), {"replies": 0, "population": 3}, 1_000, 1)
    assert search.offer([5, 5, 4, 9, 3]) == 100 * (1 * 2 + 2 * 3 + 3 * 6 + 4 * 5 + 5 * 4)
    assert search.best() == [5, 4, 3, 0, 1, 2, END]
    assert search.weigh(BEST) > search.value(), "weighed only"
    assert search.ranked() == [[5, 4, 3, 0, 1, 2, END]]
    assert search.offer(BEST) == search.value()


def test_gives_up_when_nothing_new_comes() -> None:
    assert Evolution(Stack(), {"patience": 5}, 100_000, 1).step(100_000) < 300


def test_who_is_behind_is_not_played_on() -> None:
    """The same nodes are enough for more trials, and what is kept was played to its end."""
    tried: list[int] = []
    for behind in (0, 1):
        search = Evolution(Stack(), WHOLE | {"turns": 5, "behind": behind}, 10_000, 5)
        search.step(10_000)
        assert search.value() == search.weigh(search.best())
        tried.append(search.trials)
    assert tried[1] > 1.5 * tried[0]
