"""What one player may see of a CellWar match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, ID, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.fog import CONTENT, ROUND
from outflank.games.cellwar.ids import shown
from outflank.games.cellwar.position import REASONS
from outflank.games.cellwar.rules import CellWar

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.cellwar.shapes import (
        CellWarMyUnit,
        CellWarTile,
        CellWarUnit,
        CellWarVector,
        CellWarView,
        Kind,
    )
    from outflank.state import State

TYPES: dict[int, tuple[Kind, int]] = {
    INFANTRY: ("infantry", 0),
    FORT: ("fortification", 1),
    STRONG_FORT: ("fortification", 2),
    FACTORY: ("factory", 0),
}
STEPS = [(0, 0), (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
"""The vector (dx, dy) of each direction."""
VECTORS: list[CellWarVector] = [{"dx": dx, "dy": dy} for dx, dy in STEPS]
VISIBLE: CellWarTile = {"seen": "visible"}
FOG: CellWarTile = {"seen": "fog"}


def cellwar(state: State) -> CellWar:
    """The state, known to be this game's. Raises TypeError on another's."""
    if not isinstance(state, CellWar):
        raise TypeError(f"a CellWar state was expected, not {type(state).__name__}")
    return state


def at(state: CellWar, cell: int) -> tuple[int, int]:
    """A cell as everybody is told of it: column and row."""
    return cell % state.width, cell // state.width


def unit(state: CellWar, code: int, viewer: int) -> CellWarUnit:
    """A unit on the board, or in a memory, as ``viewer`` is told of it."""
    kind, counter = TYPES[code & KIND]
    return {
        "id": shown(state, code >> ID, viewer),
        "owner": (code >> OWNER) & OWNERS,
        "type": kind,
        "counter": counter,
    }


def view(state: State, player: int | None) -> Json:
    """A CellWarView. A spectator, or a player who has left, sees no cell of a running match."""
    whole = cellwar(state)
    seat = player or 0
    if seat and not whole.removed[seat]:
        known = whole.sightings(seat)
    else:
        known = [-1] * (whole.width * whole.height)
    return _view(whole, seat, known)


def reveal(state: State) -> Json:
    """The same with nothing hidden."""
    whole = cellwar(state)
    return _view(whole, 0, list(whole.board))


def _view(state: CellWar, player: int, known: list[int]) -> Json:
    width: int = state.width
    made: dict[int, CellWarTile] = {0: VISIBLE, -1: FOG}  # cells of which the same is known share one
    tiles: list[CellWarTile] = []
    for code in known:
        tile = made.get(code)
        if tile is None:
            tile = made[code] = _tile(state, code, player)
        tiles.append(tile)
    over = state.player == 0
    told: CellWarView = {
        "player_id": player,
        "width": width,
        "height": state.height,
        "players": state.players,
        "tiles": [tiles[at : at + width] for at in range(0, len(tiles), width)],
        "my_units": _my_units(state, player, known) if player else [],
        "current_player": state.current,
        "round": state.round,
        "max_rounds": state.max_rounds or None,
        "left": [other for other in range(1, state.players + 1) if state.removed[other]],
        "winner": state.winner if over else None,
        "reason": cast("Any", REASONS[state.reason]) if over else None,
    }
    return cast("Json", told)


def _tile(state: CellWar, code: int, player: int) -> CellWarTile:
    if code > 0:
        return {"seen": "visible", "unit": unit(state, code, player)}
    memory = -2 - code
    if memory & CONTENT:
        return {"seen": "last_known", "unit": unit(state, memory & CONTENT, player), "since": memory >> ROUND}
    return {"seen": "last_known", "since": memory >> ROUND}


def _my_units(state: CellWar, player: int, known: list[int]) -> list[CellWarMyUnit]:
    vectors: dict[int, list[CellWarVector]] = {}
    if player == state.player:
        for action in state.legal_actions():
            vectors.setdefault(action // DIRECTIONS, []).append(VECTORS[action % DIRECTIONS])
    mine = player == state.current
    waiting = dict.fromkeys(state.unacted() if mine else [])
    acted = not mine and (state.round > 1 or player < state.current)
    width: int = state.width
    units: dict[int, CellWarMyUnit] = {}
    for cell, code in enumerate(known):
        if code > 0 and (code >> OWNER) & OWNERS == player:
            told = unit(state, code, player)
            units[told["id"]] = {
                "id": told["id"],
                "owner": player,
                "type": told["type"],
                "counter": told["counter"],
                "x": cell % width,
                "y": cell // width,
                "acted": cell not in waiting if mine else acted,
                "blocked": code & KIND == FACTORY and state.blocked(cell),
                "valid_actions": vectors.get(cell, []),
            }
    return [units[number] for number in sorted(units)]
