"""Random matches on boards of every shape, with money and wounds: the game and the model of its rules agree.

Invariants: the legal actions are the model's and, kept incrementally, those of a state that is read anew; the view is
the model's; a refusal changes nothing; dumps, views and copies lead to equal states.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from outflank.contract import IllegalAction
from outflank.games.pixelswars import game
from outflank.games.pixelswars.rules import PixelsWars
from outflank.games.pixelswars.start import KIND_NUMBERS, empty
from outflank.rng import Rng
from tests.conftest import FULL
from tests.games.pixelswars.model import ROWS, Model

LETTERS = "rrggggffmwCCBHA"
MANNERS = ("any", "attack", "capture", "buy", "move")


def drawn(rng: random.Random, rounds: int | None) -> PixelsWars:
    """A random board with random armies, buildings and money."""
    width, height = rng.randint(2, 11), rng.randint(2, 9)
    rows = tuple("".join(rng.choice(LETTERS) for _ in range(width)) for _ in range(height))
    state = empty(rows)
    state.max_rounds = rounds or 0
    state.blue, state.red = rng.choice([0, 1000, 20_000]), rng.choice([0, 1500, 20_000])
    cells = [cell for cell in range(width * height) if rows[cell // width][cell % width] != "w"] or [0]
    rng.shuffle(cells)
    kinds = list(KIND_NUMBERS)
    for player in (1, 2):
        for _ in range(min(rng.randint(1, 8), max(1, len(cells) - 1))):
            if cells:
                cell, kind = cells.pop(), rng.choice(kinds)
                row = ROWS[kind]
                state.place(cell, KIND_NUMBERS[kind], player)
                left = (
                    rng.randint(0, row.movement),
                    rng.randint(0, row.attacks),
                    int(row.captures and rng.random() < 0.8),
                )
                state.adjust(cell, state.next_id - 1, rng.randint(1, row.hp), *left)
    for site in range(state.field.site_count):
        state.hold(site, rng.randint(0, 2), rng.choice([10, 20, 20]))
    return state


def told(state: PixelsWars) -> dict[str, Any]:
    view = json.loads(json.dumps(game.view(state, None)))
    return {key: view[key] for key in Model.of(view).told()}


def ordered(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(each, sort_keys=True) for each in actions)


class Machine(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 1 << 30), rounds=st.sampled_from([None, None, 2, 6]))
    def begin(self, seed: int, rounds: int | None) -> None:
        self.state = drawn(random.Random(seed), rounds)
        if not (self.state.mine_count and self.state.foe_count):
            self.state = drawn(random.Random(1), rounds)
        self.model = Model.of(game.view(self.state, None))

    @rule(seed=st.integers(0, 1 << 30), manner=st.sampled_from(MANNERS), count=st.integers(1, 30))
    def play(self, seed: int, manner: str, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            if not self.state.player:
                return
            legal = game.legal(self.state, self.state.player)
            assert ordered(legal) == ordered(self.model.legal())
            fits = [each for each in legal if manner in each]
            action = rng.choice(fits if fits and rng.random() < 0.7 else legal)
            if rng.random() < 0.5:  # whoever reads the legal list or not, and goes on with a copy or not
                self.state = self.state.copy()
            self.state.apply(game.decode(self.state, action))
            self.model.do(action)
            assert told(self.state) == self.model.told()

    @rule(number=st.integers(0, 1 << 20))
    def attempt(self, number: int) -> None:
        number %= self.state.action_space()
        before = game.dump(self.state)
        legal = number in self.state.legal_actions()
        try:
            taken = game.decode(self.state, game.encode(self.state, number))
        except IllegalAction as refusal:
            assert not legal and refusal.message.endswith(".")
        else:
            assert taken in self.state.legal_actions() and (taken == number or not legal)
        assert game.dump(self.state) == before

    @rule()
    def twins(self) -> None:
        line = game.dump(self.state)
        view = json.loads(json.dumps(game.view(self.state, self.state.player)))
        for twin in (game.load(line), self.state.copy(), game.imagine(view, Rng(1))):
            assert game.dump(twin) == line
            assert twin.legal_actions() == self.state.legal_actions()
            assert twin.key() == self.state.key()

    @rule(player=st.sampled_from([1, 2]))
    def leave(self, player: int) -> None:
        over = self.state.player == 0
        twin = self.state.copy()
        game.leave(twin, player)
        outcome = game.outcome(twin)
        assert outcome is not None
        if not over:
            assert (outcome.winner, outcome.reason) == (3 - player, "resignation")

    @invariant()
    def counted(self) -> None:
        if hasattr(self, "state"):
            assert self.state.units(1) == sorted(self.state.units(1))
            assert len(self.state.units(1)) + len(self.state.units(2)) == sum(1 for each in self.state.board if each)


@pytest.mark.timeout(3600)
def test_machine() -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=2000 if FULL else 40,
            stateful_step_count=25 if FULL else 12,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_more_units_than_bits() -> None:
    """Rows of actions share their bits when there are more than 62 units: what depends on a cell is still known."""
    rng = random.Random(8)
    state = empty(("g" * 16,) * 16)
    state.blue = 0
    cells = rng.sample(range(256), 150)
    for number, cell in enumerate(cells):
        state.place(cell, rng.randrange(len(KIND_NUMBERS)), 1 if number < 140 else 2)
    for number in range(100):
        if not state.player:
            break
        legal = state.legal_actions()
        if number % 6 == 0:
            assert legal == game.load(game.dump(state)).legal_actions()
        state.apply(rng.choice(legal[:-1]))
    assert state.row_count > 130
