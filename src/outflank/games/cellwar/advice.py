"""All that a board may draw of CellWar without knowing its rules: imagine the view's state, apply, compare."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, ID, KIND, OWNER, OWNERS, sight
from outflank.games.cellwar.decode import decode
from outflank.games.cellwar.imagine import known, settle
from outflank.games.cellwar.view import STEPS, at, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.contract import Json
    from outflank.games.cellwar.rules import CellWar
    from outflank.games.cellwar.shapes import (
        CellWarAdvice,
        CellWarChange,
        CellWarChoice,
        CellWarThreat,
        CellWarUnitAdvice,
        CellWarView,
    )


def advice(view: Json, draft: Sequence[Json] = ()) -> Json:
    """A CellWarAdvice, after the actions of ``draft``. Raises IllegalAction when one of them is not legal."""
    told = cast("CellWarView", view)
    state = known(told)
    settle(state, told)
    for each in draft:
        state.apply(decode(state, each))
    player = told["player_id"]
    threats = [_threat(state, cell) for cell in _cells(state) if _owner(state, cell) != player and _seen(told, cell)]
    mine = [cell for cell in _cells(state) if _owner(state, cell) == player]
    waiting = state.unacted() if state.player == player else []
    given: CellWarAdvice = {
        "units": [_unit_advice(state, cell, player, threats) for cell in mine],
        "threats": threats,
        "dying": [at(state, cell) for cell in mine if _doomed(state, cell)],
        "waiting": [state.board[cell] >> ID for cell in waiting if not _doomed(state, cell)],
    }
    return cast("Json", given)


def _cells(state: CellWar) -> list[int]:
    return [cell for cell, code in enumerate(state.board) if code]


def _owner(state: CellWar, cell: int) -> int:
    return (state.board[cell] >> OWNER) & OWNERS


def _seen(told: CellWarView, cell: int) -> bool:
    return told["tiles"][cell // told["width"]][cell % told["width"]]["seen"] == "visible"


def _doomed(state: CellWar, cell: int) -> bool:
    """Whether a factory stands here that dies if the turn ends as it is now."""
    return state.board[cell] & KIND == FACTORY and state.blocked(cell)


def _threat(state: CellWar, cell: int) -> CellWarThreat:
    reach = [state.target[action] for action in state.reach(cell)]
    return {
        "unit": unit(state, state.board[cell], 0),
        "at": at(state, cell),
        "range": [at(state, to) for to in reach if to != cell],
    }


def _unit_advice(state: CellWar, cell: int, player: int, threats: list[CellWarThreat]) -> CellWarUnitAdvice:
    here = at(state, cell)
    legal = state.legal_actions() if state.player == player else []
    actions = [action for action in legal if action // DIRECTIONS == cell]
    given: CellWarUnitAdvice = {
        "id": state.board[cell] >> ID,
        "at": here,
        "why": None,
        "choices": [_choice(state, action, player) for action in actions],
        "sight": sight(state.board[cell] & KIND),
        "in_danger_from": [
            threat["at"] for threat in threats if here in threat["range"] and threat["unit"]["type"] != "factory"
        ],
    }
    if not actions:
        if state.player == 0:
            given["why"] = "game_over"
        elif state.player != player:
            given["why"] = "not_your_turn"
        elif state.has_acted(cell):
            given["why"] = "acted"
        elif _doomed(state, cell):
            given["why"] = "blocked"
        else:
            given["why"] = "waits_for_fighters"
    return given


def _choice(state: CellWar, action: int, player: int) -> CellWarChoice:
    cell, direction = divmod(action, DIRECTIONS)
    to = state.target[action]
    dx, dy = STEPS[direction]
    after = state.copy()
    after.apply(action)
    changes = _changes(state, after, player)
    made = any(change["what"] == "made" for change in changes)
    return {
        "action": {"unit_id": state.board[cell] >> ID, "dx": dx, "dy": dy},
        "to": at(state, to),
        "kind": "stay" if to == cell else "produce" if made else "attack" if state.board[to] else "move",
        "cost": 1,
        "via": None,
        "changes": changes,
    }


def _changes(before: CellWar, after: CellWar, player: int) -> list[CellWarChange]:
    """What is another way on the board of ``after``: the dead, the changed, the moved, the made and the doomed."""
    was = {before.board[cell] >> ID: cell for cell in _cells(before)}
    now = {after.board[cell] >> ID: cell for cell in _cells(after)}
    found: list[CellWarChange] = []
    for number, cell in was.items():
        old = unit(before, before.board[cell], 0)
        if number not in now:
            found.append({"what": "dies", "unit": old, "at": at(before, cell)})
            continue
        there = now[number]
        new = unit(after, after.board[there], 0)
        if there != cell:
            found.append({"what": "moves", "unit": old, "at": at(before, cell), "to": at(after, there)})
        if (new["type"], new["counter"]) != (old["type"], old["counter"]):
            found.append({"what": "becomes", "unit": old, "at": at(after, there), "becomes": new})
    for number, cell in now.items():
        if number not in was:
            found.append({"what": "made", "unit": unit(after, after.board[cell], 0), "at": at(after, cell)})
        elif _owner(after, cell) == player and _doomed(after, cell) and not _doomed(before, was[number]):
            found.append({"what": "dies_at_end", "unit": unit(after, after.board[cell], 0), "at": at(after, cell)})
    return found
