"""Rulings that random matches seldom reach, each on a position made for it."""

from __future__ import annotations

import pytest

from outflank.contract import BadPosition
from outflank.games.cellwar import game, position
from outflank.games.cellwar.board import FACTORY, KIND
from outflank.games.cellwar.rules import CellWar
from tests.pyodide.twin import judged


def ended(line: str) -> CellWar:
    """The state after the turn of the player to move, who has nothing to do but to end it."""
    state = position.read(line)
    assert state.legal_actions() == [state.action_space() - 1]
    state.apply(state.action_space() - 1)
    return state


def test_adjacent_blocked_factories_are_judged_together() -> None:
    state = ended("cellwar/1 5x3 1A:1,1A:2,2I:3,2/2I:4,2I:5,2I:6,2/5 1 9")
    assert [code for code in state.board if code & KIND == FACTORY] == []
    assert (state.winner, state.player) == (2, 0)


def test_a_factory_that_fills_its_own_last_free_cell_dies() -> None:
    state = position.read("cellwar/1 4x2 1A:1,1,2I:3,1/2I:4,2I:5,2I:6,1 1 9")
    (action,) = state.legal_actions()
    state.apply(action)
    assert state.units[1] == 2
    state.apply(state.action_space() - 1)
    assert state.board[0] == 0
    assert (state.units[1], state.player) == (1, 2)


def test_a_factory_made_this_turn_without_room_dies_when_it_ends() -> None:
    state = position.read("cellwar/1 4x2 1F2:1,2I:2,2/2I:4,2I:5,1,1I:7 1 9")
    state.apply(0)
    assert state.board[0] & KIND == FACTORY
    state.apply(7 * 9)
    state.apply(state.action_space() - 1)
    assert state.board[0] == 0
    assert state.units[1] == 1


MOST = 1 << 22  # rounds


@pytest.mark.parametrize(
    ("forge", "other", "ids"), [(1, 1 << 32, f"{1 << 32}"), (8, (1 << 32) - 7, f"p9:{(1 << 29) - 1},{(1 << 29) - 1}")]
)
def test_with_the_greatest_numbers_there_is_room_to_go_on(forge: int, other: int, ids: str) -> None:
    """A memory holds a round and a unit in 63 bits: what goes out of sight is remembered as it was."""
    state = position.read(f"cellwar/1 6x3 1A:{forge},5/6/2,2I:{other},3 1 {MOST} * {ids}")
    end = state.action_space() - 1
    for action in (8, end, 14 * 9 + 5, end):  # a unit is made, seen by the enemy, and left behind
        assert action in state.legal_actions()
        state.apply(action)
    assert state.round == MOST + 1
    told = game.view(state, 2)["tiles"][1][1]
    assert (told["seen"], told["since"], told["unit"]["owner"]) == ("last_known", MOST, 1)
    assert (told["unit"]["type"], told["unit"]["counter"]) == ("infantry", 0)


@pytest.mark.parametrize("line", [f"1 {MOST + 1}", f"1 1/{MOST + 1}", "1 1 * 4294967297", "1 1 * p4294967296:2,2"])
def test_greater_numbers_are_refused(line: str) -> None:
    with pytest.raises(BadPosition):
        position.read(f"cellwar/1 6x3 1I:8,5/6/2I:9,5 {line}")


def test_a_position_after_a_leaver_can_be_read_again() -> None:
    state = game.start(game.Options(width=7, height=7, player_count=3), 1)
    game.leave(state, 2)
    line = game.dump(state)
    assert game.dump(game.load(line)) == line


def test_a_key_is_of_the_board_the_mover_and_who_has_acted() -> None:
    line = "cellwar/1 5x5 1I:1,4/5/2,1I:2,2/5/4,2I:3 {} {} {}"
    first = position.read(line.format(1, 1, "*"))
    orders = []
    for actions in ((0, 12 * 9 + 5), (12 * 9 + 5, 0)):
        state = first.copy()
        for action in actions:
            state.apply(action)
        orders.append(state.key())
    assert orders[0] == orders[1]
    assert (
        first.key()
        == position.read(line.format(1, 9, "*")).key()
        == position.read(line.replace("1I:2", "1I:7").format(1, 1, "*")).key()
    ), "neither the round nor ids count"
    others = [(1, 1, "0,0"), (1, 1, "2,2"), (1, 1, "-"), (2, 1, "*")]
    assert len({first.key(), orders[0], *(position.read(line.format(*each)).key() for each in others)}) == 6


def test_known_judgements() -> None:
    """The same on every machine, compiled or not. Another number is right after a change of evaluate.py or key()."""
    assert judged(game.start(game.Options(width=7, height=7, player_count=3, max_rounds=40), 0), 600) == 1307235593
