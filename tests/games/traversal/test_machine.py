"""Random matches on terrains of every kind and with all options: the game and the model of its rules agree.

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
from outflank.games.traversal import game
from outflank.games.traversal.board import MAX_MOVES, SQUARES
from outflank.games.traversal.rules import Traversal
from outflank.games.traversal.start import Rules, empty, heights, start
from outflank.rng import Rng
from tests.conftest import FULL
from tests.games.traversal.model import Model

MANNERS = ("any", "attack", "exit", "forward")


def drawn(rng: random.Random) -> Traversal:
    """A random position: on a made terrain, a wild one or a nearly flat one; often late, often crowded."""
    rules = Rules(rng.choice([4, 8]), rng.choice(["zero", "strength"]), rng.random() < 0.5, rng.choice([0, 1]))
    if rng.random() < 0.3:
        return start(rng.randrange(1 << 32), rules)
    wild = rng.choice([4, 4, 1, 0])
    ground = tuple(rng.randint(0, wild) for _ in range(SQUARES))
    state = empty(heights(rng.randrange(1000)) if rng.random() < 0.4 else ground, rules)
    squares = rng.sample(range(SQUARES) if rng.random() < 0.5 else range(30, 70), 12)
    for player in (0, 6):
        for piece in rng.sample(range(player, player + 6), rng.randint(1, 6)):
            state.place(piece, squares.pop())
    missing = [piece for piece in (0, 1, 4, 5, 6, 7, 10, 11) if state.at[piece] < 0]
    if missing and rng.random() < 0.4:
        state.exit(rng.choice(missing))
    state.count_moves(rng.choice([0, rng.randrange(MAX_MOVES), MAX_MOVES - 3]))
    state.current = state.player = rng.choice([1, 2])
    return state if state.legal_actions() else start(1, rules)


def told(state: Traversal) -> dict[str, Any]:
    view = json.loads(json.dumps(game.view(state, None)))
    return {key: view[key] for key in Model.of(view).told()}


def fits(model: Model, action: dict[str, Any], manner: str) -> bool:
    if manner == "exit" or "exit" in action:
        return "exit" in action and manner == "exit"
    if manner == "attack":
        return model.on(tuple(action["to"])) is not None
    rows = action["to"][1] - model.pieces[action["piece"]][1]
    return bool(rows > 0 if model.player == 1 else rows < 0)


class Machine(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 1 << 30))
    def begin(self, seed: int) -> None:
        self.state = drawn(random.Random(seed))
        self.model = Model.of(game.view(self.state, None))

    @rule(seed=st.integers(0, 1 << 30), manner=st.sampled_from(MANNERS), count=st.integers(1, 30))
    def play(self, seed: int, manner: str, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            if not self.state.player:
                return
            legal = game.legal(self.state, self.state.player)
            assert legal == self.model.legal()
            wanted = [each for each in legal if manner == "any" or fits(self.model, each, manner)]
            action = rng.choice(wanted if wanted and rng.random() < 0.7 else legal)
            if rng.random() < 0.5:  # whoever reads the legal list or not, and goes on with a copy or not
                self.state = self.state.copy()
            self.state.apply(game.decode(self.state, action))
            self.model.do(action)
            assert told(self.state) == self.model.told()

    @rule(number=st.integers(0, 1211))
    def attempt(self, number: int) -> None:
        before = game.dump(self.state)
        legal = number in self.state.legal_actions()
        try:
            taken = game.decode(self.state, game.encode(self.state, number))
        except IllegalAction as refusal:
            assert not legal and refusal.message.endswith(".")
        else:
            assert legal and taken == number
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
    def board_and_pieces_agree(self) -> None:
        if hasattr(self, "state"):
            standing = {square: piece + 1 for piece, square in enumerate(self.state.at) if square >= 0}
            assert {square: code for square, code in enumerate(self.state.board) if code} == standing


@pytest.mark.timeout(3600)
def test_machine() -> None:
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=2000 if FULL else 60,
            stateful_step_count=25 if FULL else 12,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
