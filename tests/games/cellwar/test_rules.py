"""Rulings that random matches seldom reach, each on a position made for it."""

from __future__ import annotations

from outflank.games.cellwar import game, position
from outflank.games.cellwar.board import FACTORY, KIND
from outflank.games.cellwar.rules import CellWar


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


def test_a_position_after_a_leaver_can_be_read_again() -> None:
    state = game.start(game.Options(width=7, height=7, player_count=3), 1)
    game.leave(state, 2)
    line = game.dump(state)
    assert game.dump(game.load(line)) == line
