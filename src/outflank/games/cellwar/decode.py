"""CellWar's actions between their numbers and JSON, and the refusals of those that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.contract import IllegalAction, Json
from outflank.games.cellwar.board import DIRECTIONS, FACTORY, ID, KIND, OWNER, OWNERS
from outflank.games.cellwar.ids import IDS, own, shown
from outflank.games.cellwar.view import STEPS, cellwar

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar
    from outflank.state import State


MOVE = ("unit_id", "dx", "dy")


def encode(state: State, action: int) -> Json:
    """A CellWarAction."""
    whole = cellwar(state)
    if action == whole.action_space() - 1:
        return {"end_turn": True}
    cell, direction = divmod(action, DIRECTIONS)
    code = whole.board[cell]
    dx, dy = STEPS[direction]
    return {"unit_id": shown(whole, code >> ID, (code >> OWNER) & OWNERS), "dx": dx, "dy": dy}


def decode(state: State, action: Json) -> int:
    """The number of an action of the player whose turn it is. Raises IllegalAction, in the document's order:
    GameOver, UnitNotFound, UnitAlreadyActed, InvalidAction."""
    whole = cellwar(state)
    if whole.player == 0:
        raise IllegalAction("GameOver", "The match is over.", "game_over")
    if len(action) == 1 and action.get("end_turn") is True:
        return _end_turn(whole)
    if len(action) != len(MOVE) or not all(type(action.get(name)) is int for name in MOVE):
        message = "An action is {unit_id, dx, dy}, all whole numbers, or {end_turn: true}."
        raise IllegalAction("InvalidAction", message, "bad_action")
    return _move(whole, action["unit_id"], action["dx"], action["dy"])


def _end_turn(state: CellWar) -> int:
    end = state.action_space() - 1
    if state.legal_actions() == [end]:
        return end
    ids = sorted(
        shown(state, state.board[cell] >> ID, state.player)
        for cell in state.unacted()
        if not (state.board[cell] & KIND == FACTORY and state.blocked(cell))
    )
    message = f"Units have not acted: {', '.join(map(str, ids))}."
    raise IllegalAction("InvalidAction", message, "units_have_not_acted", count=len(ids), ids=", ".join(map(str, ids)))


def _move(state: CellWar, unit_id: int, dx: int, dy: int) -> int:
    number = own(state, unit_id, state.player)
    cell = state.find(number) if 0 < number < IDS else -1
    if cell < 0 or (state.board[cell] >> OWNER) & OWNERS != state.player:
        raise IllegalAction("UnitNotFound", f"You have no unit {unit_id}.", "unit_not_found", unit=str(unit_id)[:20])
    if state.has_acted(cell):
        raise IllegalAction(
            "UnitAlreadyActed", f"Unit {unit_id} has acted this turn.", "unit_already_acted", unit=unit_id
        )
    if not (-1 <= dx <= 1 and -1 <= dy <= 1):
        raise IllegalAction("InvalidAction", "Each part of a vector is -1, 0 or 1.", "bad_vector")
    factory = state.board[cell] & KIND == FACTORY
    if factory and state.fighters:
        message = f"Factories act last: {state.fighters} infantry or fortifications have yet to act."
        raise IllegalAction("InvalidAction", message, "factory_waits", count=state.fighters)
    if factory and dx == dy == 0:
        raise IllegalAction("InvalidAction", "A factory cannot stay: it must produce.", "factory_must_produce")
    action = cell * DIRECTIONS + STEPS.index((dx, dy))
    to = state.target[action]
    if to < 0:
        raise IllegalAction("InvalidAction", "That is off the board.", "off_board")
    if to != cell and (state.board[to] >> OWNER) & OWNERS == state.player:
        raise IllegalAction("InvalidAction", "One of your own units stands there.", "own_unit")
    if factory and state.board[to]:
        raise IllegalAction("InvalidAction", "A factory can only produce on a free cell.", "factory_target_taken")
    return action
