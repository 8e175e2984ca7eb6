"""Traversal's actions between their numbers and JSON, and the refusals of those that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.contract import IllegalAction, Json
from outflank.games.traversal.board import OUT, OWN, PIECES, SIDE, SPAN, SQUARES
from outflank.games.traversal.explain import attack
from outflank.games.traversal.routes import LEAP
from outflank.games.traversal.view import at, owner, traversal

if TYPE_CHECKING:
    from outflank.games.traversal.rules import Traversal
    from outflank.state import State


def encode(state: State, action: int) -> Json:
    """A TraversalAction; squares are lists, as JSON gives them back."""
    piece, to = divmod(int(action), SPAN)
    return {"exit": piece} if to == OUT else {"piece": piece, "to": list(at(to))}


def decode(state: State, action: Json) -> int:
    """The number of an action of the player whose turn it is. Raises IllegalAction: GameOver, then InvalidAction when
    it is no action at all, UnitNotFound, and InvalidAction with the first reason against it."""
    whole = traversal(state)
    if whole.player == 0:
        raise IllegalAction("GameOver", "The match is over.", "game_over")
    fields = action.keys()
    if fields == {"piece", "to"}:
        piece = _own(whole, action["piece"])
        return piece * SPAN + _destination(whole, piece, _square(action["to"]))
    if fields == {"exit"}:
        piece = _own(whole, action["exit"])
        if exit_cost(whole, whole.survey(whole.at[piece]), piece) is None:
            message = "It cannot leave the board: its exit row and the step beyond must be within its budget."
            raise IllegalAction("InvalidAction", message, "cannot_exit", budget=int(whole.field.budget[piece]))
        return piece * SPAN + OUT
    raise _bad_action()


def _bad_action() -> IllegalAction:
    message = "An action is {piece, to} or {exit}; pieces are named by their ids and squares by [column, row]."
    return IllegalAction("InvalidAction", message, "bad_action")


def _own(state: Traversal, number: object) -> int:
    """The id of an own piece that is on the board."""
    if type(number) is not int:
        raise _bad_action()
    if not 0 <= number < PIECES or owner(number) != state.player:
        told = str(number)[:20]
        raise IllegalAction("UnitNotFound", f"You have no piece {told}.", "piece_not_found", piece=told)
    if state.at[number] < 0:
        raise IllegalAction("UnitNotFound", "That piece is no longer on the board.", "piece_gone")
    return number


def _square(place: object) -> int:
    """A square, from [column, row]."""
    if not (isinstance(place, list | tuple) and len(place) == 2 and all(type(each) is int for each in place)):
        raise _bad_action()
    x, y = cast("tuple[int, int]", place)
    if not (0 <= x < SIDE and 0 <= y < SIDE):
        raise IllegalAction("InvalidAction", "That is off the board.", "off_board")
    return y * SIDE + x


def _destination(state: Traversal, piece: int, to: int) -> int:
    """A square that it may go to or attack."""
    there = state.board[to] - 1
    if there == piece:
        raise IllegalAction("InvalidAction", "It stands there already.", "same_square")
    if there >= 0 and owner(there) == owner(piece):
        raise IllegalAction("InvalidAction", "One of your own pieces stands there.", "own_piece")
    cell = state.at[piece]
    mark = state.survey(cell)[to]
    if mark == 0:
        raise _unreached(state, piece, to)
    if there >= 0:
        told = attack(state, cell, to, mark)
        if not told["success"]:
            strong, against = told["attack"], told["defence"]
            message = f"The attack would fail: {strong} against {against}."
            raise IllegalAction("InvalidAction", message, "attack_fails", attack=strong, defence=against)
    return to


def _unreached(state: Traversal, piece: int, to: int) -> IllegalAction:
    """Why it does not get there: only a special move would, which may not attack; it would be too far even if nobody
    else were there; or others stand in the way."""
    cell = state.at[piece]
    if state.board[to] and _without(state, {state.board[to] - 1}).survey(cell)[to] == LEAP:
        return IllegalAction("InvalidAction", "A special move may not attack in this match.", "special_attack")
    if _without(state, set(range(PIECES)) - {piece}).survey(cell)[to]:
        return IllegalAction("InvalidAction", "Other pieces stand in the way.", "way_blocked")
    budget = int(state.field.budget[piece])
    return IllegalAction(
        "InvalidAction", f"That is too far: its movement budget is {budget}.", "too_far", budget=budget
    )


def _without(state: Traversal, pieces: set[int]) -> Traversal:
    """The same board without these."""
    left = state.copy()
    left.clear()
    for piece in range(PIECES):
        if piece not in pieces and state.at[piece] >= 0:
            left.place(piece, state.at[piece])
    return left


def exit_cost(state: Traversal, cost: list[int], piece: int) -> int | None:
    """What it costs the piece to leave the board, or None when it cannot. ``cost``: what survey() tells of it."""
    square = exit_square(state, cost, piece)
    if square is None:
        return None
    whole = cost[square] - 1 + int(state.field.exit_cost)
    return whole if whole <= state.field.budget[piece] else None


def exit_square(state: Traversal, cost: list[int], piece: int) -> int | None:
    """The square of its exit row that a route of the piece reaches most cheaply, or None."""
    first = SQUARES - SIDE if piece < OWN else 0
    free = [
        square
        for square in range(first, first + SIDE)
        if 0 < cost[square] < LEAP and state.board[square] in (0, piece + 1)
    ]
    return min(free, key=lambda square: cost[square]) if free else None
