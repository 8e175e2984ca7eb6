"""Scripts do what their names say, always something legal, and finish the turn."""

from __future__ import annotations

import random

import pytest

from outflank.games.cellwar import game, scripts
from outflank.games.cellwar.board import DIRECTIONS
from outflank.games.cellwar.rules import CellWar
from outflank.games.cellwar.view import STEPS, cellwar
from outflank.search.evolution import scripted
from tests.conformance.walks import CASES, Case, walk
from tests.conftest import FULL

EVERY = range(scripts.HASTY + 1)


def position(line: str) -> CellWar:
    return cellwar(game.load(line.encode()))


def first(state: CellWar, script: int) -> tuple[int, int]:
    """The vector of the first action when every unit follows this script."""
    return STEPS[scripted(state, [script], 5)[0] % DIRECTIONS]


@pytest.mark.parametrize("case", [case for case in CASES if case.id == "cellwar"], ids=str)
def test_every_plan_is_legal_and_ends_the_turn(case: Case) -> None:
    rng = random.Random(4)
    tried = 0
    for seed in range(20 if FULL else 2):
        for step in walk(case, seed, 300, leavers=False):
            state = cellwar(step.before)
            if rng.random() > 0.1 or not state.units[state.player]:
                continue
            plan = [rng.choice(EVERY) for _ in range(rng.randint(1, 12))]
            before, player = game.dump(state), state.player
            actions = scripted(state, plan, seed)
            assert actions == scripted(state, plan, seed)
            assert game.dump(state) == before
            played = state.copy()
            for action in actions:
                assert played.player == player
                assert action in played.legal_actions()
                played.apply(action)
            assert not played.player or (played.current, played.round) != (player, state.round)
            tried += 1
    assert tried > 5


def test_what_scripts_are_for() -> None:
    lonely = position("cellwar/1 9x9 1A:1,8/9/9/4,1I:2,4/9/9/9/9/7,2A:3,1 1 9")
    assert first(lonely, scripts.BUILD) == first(lonely, scripts.HOLD) == (0, 0)
    assert first(lonely, scripts.ATTACK)[1] == 1
    assert first(lonely, scripts.RETREAT)[1] == -1
    assert first(lonely, scripts.GUARD)[0] == -1
    for direction, step in enumerate(STEPS):
        assert first(lonely, scripts.STEP + direction) == step
    crowd = position("cellwar/1 9x9 9/9/9/2,1I:4,1,1I:2,4/2,1I:5,6/3,1I:6,5/9/9/7,2A:3,1 1 9")
    assert first(crowd, scripts.SPREAD) in {(1, 1), (0, -1), (1, -1), (1, 0), (0, 1)}


def test_whoever_is_next_to_an_enemy_takes_it() -> None:
    state = position("cellwar/1 9x9 1A:1,8/9/9/4,1I:2,4/5,2I:4,3/9/9/9/7,2A:3,1 1 9")
    assert first(state, scripts.STANDARD) == first(state, scripts.ATTACK) == (1, 1)


def test_a_weak_player_makes_no_attack_that_only_costs_a_unit() -> None:
    state = position("cellwar/1 9x9 1A:1,8/9/9/4,1I:2,4/5,2F1:4,3/9/9/9/7,2A:3,1 1 9")
    chosen = {STEPS[scripted(state, [scripts.CASUAL], seed)[0] % DIRECTIONS] for seed in range(60)}
    assert (1, 1) not in chosen and len(chosen) > 1


def test_a_middling_player_takes_something_nearly_as_good_now_and_then() -> None:
    state = position("cellwar/1 9x9 1A:1,8/9/9/4,1I:2,4/9/9/9/6,2I:4,2/7,2A:3,1 1 9")
    chosen = [STEPS[scripted(state, [scripts.HASTY], seed)[0] % DIRECTIONS] for seed in range(200)]
    best = first(state, scripts.STANDARD)
    assert len(set(chosen)) > 1 and chosen.count(best) == max(map(chosen.count, set(chosen)))
    near = position("cellwar/1 9x9 1A:1,8/9/9/4,1I:2,4/5,2I:4,3/9/9/9/7,2A:3,1 1 9")
    assert {STEPS[scripted(near, [scripts.HASTY], seed)[0] % DIRECTIONS] for seed in range(60)} == {(1, 1)}


def test_front_units_come_first_and_factories_last() -> None:
    state = position("cellwar/1 9x9 1A:1,8/1I:5,8/9/4,1I:2,4/5,1I:4,3/9/9/9/7,2A:3,1 1 9")
    order = [action // DIRECTIONS for action in scripted(state, [0], 1)[:-1]]
    assert order == [41, 31, 9, 0]
