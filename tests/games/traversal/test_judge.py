"""What the computer player sees in a position: it wins when it can, takes what is free, and gives nothing away."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from outflank.bots import BUDGETS, Turn, make
from outflank.games.traversal import game, text
from outflank.games.traversal.board import KINDS, OUT, OWN, SIDE, SPAN, STRENGTH
from outflank.games.traversal.rules import Traversal
from outflank.games.traversal.view import traversal
from tests.conftest import FULL


def at(line: str) -> Traversal:
    return traversal(text.from_position(f"traversal/1 {line}"))


def choice(line: str) -> set[str]:
    """What the computer player may do here, in full notation: whatever the seed."""
    state = at(line)
    view = game.view(state, state.player)
    legal = game.legal(state, state.player)
    bot = make("traversal", "greedy")
    return {text.said(bot.choose(Turn(view, legal, seed, BUDGETS["greedy"])), view) for seed in range(8)}


def test_it_wins_when_it_can() -> None:
    assert choice("flat2 10 1 1S1@e8;1V1@c1;2S1@c2;2E1@j5") == {"S1 e8-out"}
    assert choice("flat2 10 2 1S1@e8;1V1@c5;2S1@c2;2E1@c6") == {"S1 c2-out"}
    assert choice("flat2 10 1 1V1@e9;1E1@e8;2S1@c2;2S2@d2 2E1") == {"V1 e9-out"}


def test_it_does_not_lose_by_an_exit() -> None:
    assert not any(each.endswith("out") for each in choice("flat2 10 1 1E1@e9;1S1@a1;2S1@c9;2E2@j9 2V1"))


def test_it_stops_a_sentinel_that_would_win() -> None:
    """Dark's Sentinel is one step from leaving; only the Vanguard can take it."""
    assert choice("flat2 10 1 1V1@f4;1E1@a8;2S1@e2;2E1@j9") == {"V1 f4xe2"}


def test_it_takes_what_is_free() -> None:
    assert choice("flat2 10 1 1V1@e5;1S1@a1;2V1@e7;2S1@j10;2E1@i10") == {"V1 e5xe7"}


def test_it_leaves_nothing_where_it_is_taken_for_nothing() -> None:
    state = at("flat2 10 1 1E1@e4;1S1@a1;2S1@e8;2V1@d8;2V2@f8")
    values = dict(zip(state.legal_actions(), state.judge(state.legal_actions()), strict=True))
    hanging, safe = (game.decode(state, {"piece": 0, "to": to}) for to in ([4, 5], [4, 2]))
    assert values[hanging] < values[safe]


def test_judging_leaves_the_state_as_it_was() -> None:
    state = traversal(game.start(game.Options(seed=3), 0))
    before, legal = game.dump(state), state.legal_actions()
    assert state.judge(legal) == state.judge(legal)
    assert game.dump(state) == before and state.legal_actions() == legal


def test_the_start_is_worth_the_same_to_both() -> None:
    state = traversal(game.start(game.Options(seed=3), 0))
    assert state.evaluate(1) == state.evaluate(2) == 0


def plain(state: Traversal, rng: random.Random) -> int:
    """A player that looks at nothing but the move itself: a winning exit, captures by strength, rows gained."""

    def value(action: int) -> int:
        piece, to = divmod(action, SPAN)
        strength = STRENGTH[KINDS[piece % OWN]]
        if to == OUT:
            after = state.copy()
            after.apply(action)
            return 10_000 if after.winner_of() == state.player else 100 * strength if after.player else -1000
        rows = to // SIDE - state.at[piece] // SIDE
        taken = state.board[to]
        gain = (rows if state.player == 1 else -rows) * (2 if strength == 3 else 1)
        return int(gain + (50 * STRENGTH[KINDS[(taken - 1) % OWN]] if taken else 0))

    legal = state.legal_actions()
    values = [value(action) for action in legal]
    return rng.choice([action for action, each in zip(legal, values, strict=True) if each == max(values)])


def wise(state: Traversal, rng: random.Random) -> int:
    legal = state.legal_actions()
    values = state.judge(legal)
    return rng.choice([action for action, each in zip(legal, values, strict=True) if each == max(values)])


def result(seed: int, opponent: str) -> int:
    """1: the computer player has won, -1: lost, 0: a draw. It plays Light in every second match."""
    rng = random.Random(seed)
    state = traversal(game.start(game.Options(), seed // 2))
    own = 1 + seed % 2
    while state.player:
        if state.player == own:
            state.apply(wise(state, rng))
        else:
            state.apply(plain(state, rng) if opponent == "plain" else rng.choice(state.legal_actions()))
    return 0 if state.winner == 0 else 1 if state.winner == own else -1


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("opponent", ["plain", "random"])
def test_it_beats_who_does_not_look_ahead(opponent: str) -> None:
    matches = 100 if FULL else 6
    results = Counter(result(seed, opponent) for seed in range(matches))
    assert results[1] >= 0.9 * matches, results
