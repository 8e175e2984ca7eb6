"""Random inputs of every kind, legal or not, and leavers at any time: the game and the model of its rules agree.

Invariants: exactly one winner; counts of units, cells yet to act and counters of sight are those of the board; views,
memories included, are the model's; a refusal has the document's code and changes nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from outflank.contract import IllegalAction
from outflank.games.cellwar import game
from outflank.games.cellwar.board import FACTORY, KIND, OWNER, OWNERS, sight
from outflank.games.cellwar.options import starts
from outflank.games.cellwar.rules import CellWar
from outflank.games.cellwar.view import cellwar
from outflank.match import Acted, Left, Match, Place, RolledBack, begin
from tests.conftest import FULL
from tests.games.cellwar.model import Model, Refused

BOARDS = [(5, 5, 2), (6, 5, 2), (5, 6, 4), (6, 6, 3), (7, 5, 3), (7, 7, 4), (3, 10, 2)]
MANNERS = ("any", "stay", "attack", "produce")


def chosen(rng: random.Random, manner: str, legal: list[dict[str, Any]], model: Model) -> dict[str, Any]:
    """One of the legal inputs; a manner is followed most of the time, so that all kinds of positions come up."""
    if manner == "any" or rng.random() < 0.1:
        return rng.choice(legal)

    def fits(action: dict[str, Any]) -> bool:
        cell, unit = next((c, u) for c, u in model.units.items() if u.id == action.get("unit_id"))
        to = model.units.get((cell[0] + action["dx"], cell[1] + action["dy"]))
        if manner == "attack":
            return to is not None and to.owner != unit.owner
        return (action["dx"], action["dy"]) == (0, 0)

    return rng.choice([each for each in legal if "unit_id" in each and fits(each)] or legal)


class Machine(RuleBasedStateMachine):
    @initialize(board=st.sampled_from(BOARDS), rounds=st.sampled_from([None, None, 3, 12]))
    def begin(self, board: tuple[int, int, int], rounds: int | None) -> None:
        width, height, players = board
        options = {"width": width, "height": height, "player_count": players, "max_rounds": rounds}
        self.match = Match(begin("cellwar", options, [Place("human")] * players, 1, 0))
        self.model = Model.start(width, height, starts(width, height, players), rounds)

    @property
    def state(self) -> CellWar:
        return cellwar(self.match.state)

    @rule(seed=st.integers(0, 1 << 30), manner=st.sampled_from(MANNERS), count=st.integers(1, 40))
    def play(self, seed: int, manner: str, count: int) -> None:
        rng = random.Random(seed)
        for _ in range(count):
            if not self.state.player:
                return
            action = chosen(rng, manner, game.legal(self.state, self.state.player), self.model)
            self.match.add(Acted(self.state.player, game.decode(self.state, action), 0))
            self.model.do(action)
            self.agree()

    @rule(unit=st.integers(0, 40), dx=st.integers(-2, 2), dy=st.integers(-2, 2), end=st.booleans())
    def attempt(self, unit: int, dx: int, dy: int, end: bool) -> None:
        action: dict[str, Any] = {"end_turn": True} if end else {"unit_id": unit, "dx": dx, "dy": dy}
        before = game.dump(self.state)
        try:
            number = game.decode(self.state, action)
        except IllegalAction as refusal:
            with pytest.raises(Refused) as expected:
                self.model.judge(action)
            assert refusal.code == expected.value.code
            assert game.dump(self.state) == before
        else:
            assert game.dump(self.state) == before
            self.match.add(Acted(self.state.player, number, 0))
            self.model.do(action)

    @rule(player=st.integers(1, 4))
    def leave(self, player: int) -> None:
        if player > self.state.players or player in self.match.left:
            return
        if self.state.player == player:
            self.match.add(RolledBack(self.match.turn_index, 0))
        self.match.add(Left(player, 0))
        self.model = self.model.leave(player)

    @invariant()
    def agree(self) -> None:
        state, model = self.state, self.model
        told = game.view(state, None)
        assert (state.current, state.round, told["winner"], told["reason"]) == (
            model.current,
            model.round,
            model.winner,
            model.reason,
        )
        for player in range(1, state.players + 1):
            assert game.view(state, player)["tiles"] == model.tiles(player), f"view of {player}"
        assert sorted(map(str, game.legal(state, state.player))) == sorted(map(str, model.legal()))
        self.counts_are_those_of_the_board()

    def counts_are_those_of_the_board(self) -> None:
        state, model = self.state, self.model
        owners = [(unit >> OWNER) & OWNERS for unit in state.board]
        living = {owner for owner in owners if owner}
        assert [state.units[player] for player in range(1, state.players + 1)] == [
            owners.count(player) for player in range(1, state.players + 1)
        ]
        assert state.living == len(living)
        assert (state.winner != 0) == (state.player == 0)
        assert state.winner in living if state.winner else len(living) > 1
        assert state.made[0] == model.next_id - 1
        acted = {cell: unit.acted for cell, unit in model.units.items()}
        for (x, y), has in acted.items():
            if model.winner is None:
                assert state.has_acted(y * state.width + x) == has, f"unit on {x},{y}"
        forges = [
            cell for cell, unit in enumerate(state.board) if unit & KIND == FACTORY and owners[cell] == state.current
        ]
        if model.winner is None:
            assert sorted(state.forges[i] for i in range(state.forge_count)) == forges
        trail = [state.fog.trail[i] for i in range(state.fog.trail_count)]
        for player in range(1, state.players + 1):
            near = Counter(cell for cell, owner in enumerate(owners) if owner == player for cell in self.area(cell))
            for cell in range(state.width * state.height):
                left = trail.count(cell) if player == state.current else 0
                assert state.fog.seers[(player - 1) * state.fog.cells + cell] == near[cell] + left

    def area(self, cell: int) -> list[int]:
        """The cells that the unit on ``cell`` sees."""
        width, far = int(self.state.width), int(sight(self.state.board[cell] & KIND))
        cells = range(width * int(self.state.height))
        return [c for c in cells if max(abs(c % width - cell % width), abs(c // width - cell // width)) <= far]


@pytest.mark.timeout(1800)
def test_the_game_is_the_model() -> None:
    plan = settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=600 if FULL else 30,
        stateful_step_count=30 if FULL else 12,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Machine, settings=plan)
