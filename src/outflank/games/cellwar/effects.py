"""What a player may be told happened in a CellWar match: for animation, sound and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.view import at, cellwar, unit

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.cellwar.rules import CellWar
    from outflank.games.cellwar.shapes import CellWarEffect
    from outflank.state import State


def effects(before: State, action: int, after: State, player: int | None) -> list[Json]:
    """CellWarEffects, in order. ``action`` -1: somebody left. A spectator is told of turns and leavers only."""
    was, now = cellwar(before), cellwar(after)
    told: list[CellWarEffect]
    if action < 0:
        told = _left(was, now, player or 0)
    elif action == was.action_space() - 1:
        told = _turn_ended(was, now, player or 0)
    else:
        told = _acted(was, action, now, player) if player else []
    return cast("list[Json]", told)


def noticed(before: State, action: int, after: State, player: int) -> bool:
    """Whether this player's view may be another one than before: not so while an enemy acts on hidden cells."""
    was, now = cellwar(before), cellwar(after)
    if action < 0 or action == was.action_space() - 1 or now.player != was.player or player == was.current:
        return True
    cell, to = action // DIRECTIONS, was.target[action]
    return _sees(was, player, cell) or _sees(was, player, to) or _sees(now, player, cell) or _sees(now, player, to)


def _sees(state: CellWar, player: int, cell: int) -> bool:
    return bool(player and not state.removed[player] and state.fog.sees(player, cell))


def _acted(was: CellWar, action: int, now: CellWar, player: int) -> list[CellWarEffect]:
    cell = action // DIRECTIONS
    to = was.target[action]
    code, other = was.board[cell], was.board[to]
    here = _sees(was, player, cell)
    there = _sees(was, player, to) or _sees(now, player, to)
    told: list[CellWarEffect] = []
    if code & KIND == FACTORY:
        if there:
            made: CellWarEffect = {"kind": "produced", "to": at(was, to), "unit": unit(now, now.board[to], player)}
            told.append({**made, "at": at(was, cell)} if here else made)
        return told
    if to == cell:
        if here:
            told.append(_changed(was, now, cell, player))
        return told
    if other and other & KIND in (FORT, STRONG_FORT):
        if here:  # who does not see what stands there must not be told that it held
            lost: CellWarEffect = {"kind": "vanished", "at": at(was, cell), "unit": unit(was, code, player)}
            told.append({**lost, "kind": "died", "to": at(was, to)} if there else lost)
        if there:
            told.append(_changed(was, now, to, player))
        return told
    if other and there:
        told.append({"kind": "died", "at": at(was, to), "unit": unit(was, other, player)})
    moved = unit(now, now.board[to], player)
    if here and there:
        told.append({"kind": "moved", "at": at(was, cell), "to": at(was, to), "unit": moved})
        if code & KIND != INFANTRY:
            told[-1]["was"] = unit(was, code, player)
    elif here:
        told.append({"kind": "vanished", "at": at(was, cell), "unit": unit(was, code, player)})
    elif there:
        told.append({"kind": "appeared", "at": at(was, to), "unit": moved})
    return told


def _changed(was: CellWar, now: CellWar, cell: int, player: int) -> CellWarEffect:
    return {
        "kind": "changed",
        "at": at(was, cell),
        "was": unit(was, was.board[cell], player),
        "unit": unit(now, now.board[cell], player),
    }


def _deaths(was: CellWar, now: CellWar, owner: int, player: int) -> list[CellWarEffect]:
    """The units of ``owner`` that are gone, as far as ``player`` saw them."""
    before, after = list(was.board), list(now.board)
    if before == after:
        return []
    return [
        {"kind": "died", "at": at(was, cell), "unit": unit(was, code, player)}
        for cell, code in enumerate(before)
        if (code >> OWNER) & OWNERS == owner and not after[cell] and _sees(was, player, cell)
    ]


def _turn_ended(was: CellWar, now: CellWar, player: int) -> list[CellWarEffect]:
    told = _deaths(was, now, was.current, player)
    if now.player:
        told.append({"kind": "turn", "player": now.current, "round": now.round})
    return told


def _left(was: CellWar, now: CellWar, player: int) -> list[CellWarEffect]:
    told: list[CellWarEffect] = []
    for other in range(1, was.players + 1):
        if now.removed[other] and not was.removed[other]:
            told.append({"kind": "left", "player": other})
            told += _deaths(was, now, other, player)
    if now.player and now.current != was.current:
        told.append({"kind": "turn", "player": now.current, "round": now.round})
    return told
