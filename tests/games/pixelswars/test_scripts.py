"""Units by scripts: turns are legal and end, each script does what it is for, and the same wherever it runs."""

from __future__ import annotations

import pytest

from outflank.games.pixelswars import game, text
from outflank.games.pixelswars.scripts import CASUAL, SCRIPTS
from outflank.games.pixelswars.view import pixelswars
from outflank.search.evolution import Evolution, scripted
from outflank.state import State

BALANCED, AGGRESSIVE, CAUTIOUS, BUILDINGS, HOLD, RETREAT = range(SCRIPTS)
MEADOW = "/".join(["gggggggg"] * 8)


def turn(line: str, plan: list[int], seed: int = 1) -> tuple[State, list[str]]:
    """Where a turn by these scripts leads, and what is done in it."""
    state = text.from_position(line)
    told: list[str] = []
    for action in scripted(state, plan, seed):
        told.append(text.notation(game.encode(state, action)))
        state.apply(action)
    return state, told


@pytest.mark.parametrize("script", range(CASUAL + 1))
def test_turns_are_legal_and_end(script: int) -> None:
    """One player by this script, the other by script 0."""
    for number in (1, 6, 12):
        state = game.start(game.Options(map=number, max_rounds=4), 0)
        while state.player:
            player, before = state.player, game.dump(state)
            actions = scripted(state, [script if player == 1 else BALANCED], 7)
            assert game.dump(state) == before and actions == scripted(state, [script if player == 1 else BALANCED], 7)
            for action in actions:
                assert state.player == player and action in state.legal_actions()
                state.apply(action)
            assert state.player != player


def test_each_unit_follows_its_own_script() -> None:
    """By the order of ids, wherever they stand; the script behind the last unit's is that of the shops."""
    line = (
        f"pixelswars/1 {MEADOW.replace('gggggggg', 'Bggggggg', 1)} 9 200,0 1tank:5@c3;1tank:3@a8;2infantry:1@g7 a1=1:20"
    )
    for plan, movers, buys in (
        ([HOLD, AGGRESSIVE, CAUTIOUS], {"5"}, False),
        ([AGGRESSIVE, HOLD, CAUTIOUS], {"3"}, False),
        ([HOLD, HOLD, AGGRESSIVE], {"6"}, True),
    ):
        _, told = turn(line, plan)
        assert {each.split("-")[0] for each in told if "-" in each} == movers
        assert ("buy infantry a1" in told) == buys


def test_the_reckless_go_where_the_cautious_do_not() -> None:
    """Within reach of two guns that cannot be answered."""
    line = f"pixelswars/1 {MEADOW} 9 0,0 1jeep:0@b6;2artillery:1@g2;2artillery:2@h2;2tank:3@h1"

    def threatened(script: int) -> int:
        before, _ = turn(line, [script])
        after, _ = turn(text.position(before), [BALANCED])
        return before.evaluate(1) - after.evaluate(1)

    assert threatened(CAUTIOUS) < threatened(AGGRESSIVE)


def test_one_finishes_what_another_has_begun() -> None:
    line = f"pixelswars/1 {MEADOW.replace('gggggggg', 'ggCggggg', 1)} 9 0,0 1infantry:0@c1;1infantry:1@c3;2tank:2@h8"
    state, told = turn(line, [BALANCED])
    assert [each for each in told if "capture" in each] == ["capture 0", "capture 1"]
    assert pixelswars(state).holds[0] >> 5 == 1


def test_a_unit_that_dies_of_the_answer_does_nothing_more() -> None:
    """Whatever its id."""
    for number in (0, 7):
        line = f"pixelswars/1 {MEADOW} 9 0,0 1infantry:{number}@d4=1/5/2/1;1tank:9@a1;2infantry:3@d5=2/5/2/1;2tank:4@h8"
        for script in range(CASUAL + 1):
            turn(line, [script])


def test_follow_leaves_the_state_as_it_is() -> None:
    state = game.start(game.Options(), 0)
    before = game.dump(state)
    search = Evolution(state, {"replies": 0}, 1, 1)
    search.step(1)
    assert search.best() == scripted(state, [BALANCED], 1)
    assert game.dump(state) == before


def test_the_casual_differ_by_seed() -> None:
    state = game.start(game.Options(map=3), 0)
    assert len({tuple(scripted(state, [CASUAL], seed)) for seed in range(8)}) > 2
    assert len({tuple(scripted(state, [BALANCED], seed)) for seed in range(8)}) == 1
