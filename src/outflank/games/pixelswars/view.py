"""What a player sees of a PixelsWars match: everything."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from outflank.games.pixelswars.board import (
    CAPTURES,
    HOLDER,
    HP,
    HPS,
    ID,
    KINDS,
    MOVES,
    MOVESS,
    OWNER,
    OWNERS,
    POINTS,
    SHOTS,
    SHOTSS,
    Field,
)
from outflank.games.pixelswars.catalog import GROUNDS, UNITS
from outflank.games.pixelswars.rules import ELIMINATION, RESIGNATION, ROUND_LIMIT, PixelsWars

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.pixelswars.shapes import Cell, PixelsWarsBuilding, PixelsWarsUnit, PixelsWarsView
    from outflank.state import State

NAMES = [unit.kind for unit in UNITS]
"""The names of the kinds, by their numbers."""
PLACES = [each.ground for each in GROUNDS]
LETTERS = [each.letter for each in GROUNDS]
REASONS = {ELIMINATION: "elimination", ROUND_LIMIT: "round_limit", RESIGNATION: "resignation"}


def pixelswars(state: State) -> PixelsWars:
    """The state, known to be this game's. Raises TypeError on another's."""
    if not isinstance(state, PixelsWars):
        raise TypeError(f"a PixelsWars state was expected, not {type(state).__name__}")
    return state


def at(field: Field, cell: int) -> Cell:
    """A cell as everybody is told of it: column and row."""
    return cell % field.width, cell // field.width


def unit(state: PixelsWars, cell: int) -> PixelsWarsUnit:
    """The unit on a cell."""
    return _unit(state.board[cell], *at(state.field, cell))


def _unit(code: int, x: int, y: int) -> PixelsWarsUnit:
    return {
        "id": code >> ID,
        "owner": (code >> OWNER) & OWNERS,
        "kind": NAMES[code & KINDS],
        "x": x,
        "y": y,
        "hp": (code >> HP) & HPS,
        "movement": (code >> MOVES) & MOVESS,
        "attacks": (code >> SHOTS) & SHOTSS,
        "captures": (code >> CAPTURES) & 1,
    }


def building(state: PixelsWars, site: int) -> PixelsWarsBuilding:
    """A building, by its number."""
    cell = state.field.sites[site]
    x, y = at(state.field, cell)
    hold = state.holds[site]
    kind = cast(Any, PLACES[state.field.ground[cell]])
    return {"kind": kind, "x": x, "y": y, "owner": hold >> HOLDER, "points": hold & POINTS}


@lru_cache(64)
def grid(field: Field) -> tuple[str, ...]:
    """The grounds, a letter a cell."""
    letters = "".join(LETTERS[ground] for ground in field.ground)
    return tuple(letters[y * field.width : (y + 1) * field.width] for y in range(field.height))


def view(state: State, player: int | None) -> Json:
    """A PixelsWarsView."""
    whole = pixelswars(state)
    field = whole.field
    over = whole.player == 0
    width = field.width
    units = [_unit(code, cell % width, cell // width) for cell, code in enumerate(list(whole.board)) if code]
    told: PixelsWarsView = {
        "player_id": player or 0,
        "map": whole.map,
        "width": width,
        "height": field.height,
        "grid": list(grid(field)),
        "buildings": [building(whole, site) for site in range(field.site_count)],
        "units": sorted(units, key=lambda each: each["id"]),
        "next_id": whole.next_id,
        "funds": [whole.blue, whole.red],
        "current_player": whole.current,
        "turn": whole.turn,
        "round": whole.round,
        "max_rounds": whole.max_rounds or None,
        "left": [whole.left] if whole.left else [],
        "winner": whole.winner if over else None,
        "reason": cast(Any, REASONS[whole.reason]) if over else None,
    }
    return cast("Json", told)


def reveal(state: State) -> Json:
    """The same, for nobody in particular."""
    return view(state, None)
