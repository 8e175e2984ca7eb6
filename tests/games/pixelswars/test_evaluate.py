"""The judgement of actions: turns end, matches end, chance is beaten, and some things are plainly right."""

from __future__ import annotations

import random

import pytest

from outflank.games.pixelswars import game, text
from outflank.games.pixelswars.catalog import GROUNDS, UNITS, check


def best(line: str) -> list[str]:
    """What looks best in a position, in words."""
    state = text.from_position(f"pixelswars/1 {line}")
    actions = state.legal_actions()
    values = state.judge(actions)
    view = game.view(state, state.player)
    told = zip(actions, values, strict=True)
    return [text.said(game.encode(state, action), view) for action, value in told if value == max(values)]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("ggggg/ggggg 1 0,0 1tank@a1;2infantry@b1=10/5/2/1;2tank@e2", "a1xb1"),  # whom it destroys
        ("Cgggg/ggggg 1 0,0 1infantry@a1;2tank@e2", "capture a1"),
        ("gCggggggg/ggggggggg 1 0,0 1infantry@a1;2jeep@i2=5/8/2/0", "a1-b1"),  # towards a city that nobody has
        ("Bg/gg 1 200,0 1tank@b2=180/0/0/0;2infantry@b1 a1=1:20", "buy infantry a1"),
    ],
)
def test_what_is_plainly_right(line: str, action: str) -> None:
    assert best(line) == [action]


def test_a_hopeless_shot_is_not_fired() -> None:
    assert "a1xb1" not in best("ggg/ggg 1 0,0 1infantry@a1=5/0/2/1;2tank@b1")


@pytest.mark.parametrize("number", [1, 4, 7, 12])
def test_it_beats_chance_and_turns_end(number: int) -> None:
    for seat in (1, 2):
        rng = random.Random(number)
        state = game.start(game.Options(map=number, max_rounds=60), 0)
        actions = 0
        while state.player and actions < 6_000:
            legal = state.legal_actions()
            values = state.judge(legal) if state.player == seat else [0] * len(legal)
            state.apply(rng.choice([each for each, value in zip(legal, values, strict=True) if value == max(values)]))
            actions += 1
        assert state.winner_of() == seat


def test_two_of_them_come_to_an_end() -> None:
    for number in (2, 5, 9):
        rng = random.Random(number)
        state = game.start(game.Options(map=number), 0)
        for _ in range(8):
            state.apply(rng.choice(state.legal_actions()))
        for _ in range(4_000):
            legal = state.legal_actions()
            if not legal:
                break
            values = state.judge(legal)
            state.apply(legal[values.index(max(values))])
        outcome = game.outcome(state)
        assert outcome is not None and outcome.reason == "elimination"


def test_positions_are_worth_the_opposite_to_the_other_side() -> None:
    rng = random.Random(3)
    state = game.start(game.Options(map=8), 0)
    for _ in range(200):
        assert state.evaluate(1) == -state.evaluate(2)
        state.apply(rng.choice(state.legal_actions()))


# ---- the catalogue's own check


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"hp": 0}, "number of sniper"),
        ({"hp": 1024}, "number of sniper"),
        ({"movement": 32}, "number of sniper"),
        ({"attacks": 16}, "number of sniper"),
        ({"nearest": 0}, "number of sniper"),
        ({"nearest": 4}, "number of sniper"),
        ({"price": -1}, "number of sniper"),
        ({"domain": "sea"}, "sniper is of no domain"),
        ({"built_at": "harbour"}, "built nowhere"),
        ({"against": {"ship": 100}}, "names ship"),
        ({"suffers": {"ship": 100}}, "names ship"),
        ({"kind": "rocket"}, "a name of its own"),
    ],
)
def test_rows_that_cannot_be(change: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        check([UNITS[0]._replace(**change), *UNITS[1:]], list(GROUNDS))  # type: ignore[arg-type]


def test_grounds_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="a step costs"):
        check(list(UNITS), [GROUNDS[0]._replace(cost=8), *GROUNDS[1:]])
