"""All that a board may draw of PixelsWars without knowing its rules, from the view alone: where units can go, what a
shot does, who threatens what, and what can be bought."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from outflank.games.pixelswars.board import CAPTURES, HOLDER, HP, HPS, ID, KINDS, MOVES, MOVESS, SHOTS, SHOTSS, Field
from outflank.games.pixelswars.catalog import UNITS
from outflank.games.pixelswars.combat import covers, farthest
from outflank.games.pixelswars.decode import decode
from outflank.games.pixelswars.effects import via
from outflank.games.pixelswars.imagine import known
from outflank.games.pixelswars.reach import can_take
from outflank.games.pixelswars.view import PLACES, at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.contract import Json
    from outflank.games.pixelswars.rules import PixelsWars
    from outflank.games.pixelswars.shapes import (
        Cell,
        PixelsWarsAdvice,
        PixelsWarsForecast,
        PixelsWarsOffer,
        PixelsWarsShop,
        PixelsWarsShot,
        PixelsWarsThreat,
        PixelsWarsUnitAdvice,
        PixelsWarsView,
    )


def advice(view: Json, draft: Sequence[Json] = ()) -> Json:
    """A PixelsWarsAdvice, after the actions of ``draft``. Raises IllegalAction when one of them is not legal."""
    told = cast("PixelsWarsView", view)
    state = known(told)
    for each in draft:
        state.apply(decode(state, each))
    player = told["player_id"]
    cells = sorted((cell for cell in range(state.field.cells) if state.board[cell]), key=lambda c: state.board[c] >> ID)
    own = set(state.units(player)) if player else set()
    units = [_unit(state, cell, player) for cell in cells if cell in own]
    given: PixelsWarsAdvice = {
        "units": units,
        "threats": [_threat(state, cell) for cell in cells if cell not in own],
        "shops": _shops(state, player),
        "waiting": [each["id"] for each in units if each["can_act"]],
    }
    return cast("Json", given)


# ---- own units


def _unit(state: PixelsWars, cell: int, player: int) -> PixelsWarsUnitAdvice:
    code = state.board[cell]
    field = state.field
    movement = (code >> MOVES) & MOVESS
    mine = state.player == player
    left = state.survey(cell, movement if mine else 0)
    reach = [to for to in range(field.cells) if left[to] and to != cell]
    shots = _shots(state, cell, reach) if mine else []
    capture, why = _capture(state, cell, player)
    return {
        "id": code >> ID,
        "at": at(field, cell),
        "movement": movement,
        "attacks": (code >> SHOTS) & SHOTSS,
        "captures": (code >> CAPTURES) & 1,
        "reach": [
            {"to": at(field, to), "cost": movement + 1 - left[to], "via": at(field, via(state, cell, left, to))}
            for to in reach
        ],
        "shots": shots,
        "capture": cast(Any, capture),
        "capture_why": cast(Any, why),
        "can_act": bool(reach or shots or capture),
        "range": _cells(field, _range(field, code & KINDS, cell)),
    }


def _shots(state: PixelsWars, cell: int, reach: list[int]) -> list[PixelsWarsShot]:
    code = state.board[cell]
    field = state.field
    catalog = field.catalog
    kind = code & KINDS
    if not (code >> SHOTS) & SHOTSS:
        return []
    foes = [to for to in state.units(3 - state.player) if catalog.pct[kind * catalog.kinds + (state.board[to] & KINDS)]]
    return [
        {
            "origin": at(field, origin),
            "target": state.board[to] >> ID,
            "at": at(field, to),
            "forecast": _forecast(state, code, origin, to),
        }
        for origin in [cell, *reach]
        for to in foes
        if covers(field, kind, origin, to)
    ]


def _forecast(state: PixelsWars, code: int, origin: int, to: int) -> PixelsWarsForecast:
    """By the function that the rules themselves shoot with."""
    hp, own_hp, answered = state.forecast(code, origin, to)
    return {
        "damage": ((state.board[to] >> HP) & HPS) - hp,
        "hp": hp,
        "answered": answered,
        "answer_damage": ((code >> HP) & HPS) - own_hp,
        "own_hp": own_hp,
    }


def _capture(state: PixelsWars, cell: int, player: int) -> tuple[str | None, str | None]:
    """What it can do with the building, or why it cannot."""
    code = state.board[cell]
    site = state.field.site[cell]
    if not state.field.catalog.captures[code & KINDS]:
        return None, "cannot"
    if state.player != player:
        return None, "not_your_turn"
    if site < 0:
        return None, "no_building"
    if not (code >> CAPTURES) & 1:
        return None, "used"
    if not can_take(state.field, state.holds, cell, player):
        return None, "whole"
    return "secure" if state.holds[site] >> HOLDER == player else "capture", None


# ---- the enemy


def _threat(state: PixelsWars, cell: int) -> PixelsWarsThreat:
    field = state.field
    catalog = field.catalog
    kind = state.board[cell] & KINDS
    left = state.survey(cell, catalog.movement[kind])
    threat = 0
    for to in range(field.cells):
        if left[to]:
            threat |= _range(field, kind, to)
    owner = 1 if cell in state.units(1) else 2
    targets = [
        state.board[each] >> ID
        for each in state.units(3 - owner)
        if threat >> each & 1 and catalog.pct[kind * catalog.kinds + (state.board[each] & KINDS)]
    ]
    return {
        "id": state.board[cell] >> ID,
        "at": at(field, cell),
        "range": _cells(field, _range(field, kind, cell)),
        "threat": _cells(field, threat),
        "targets": sorted(targets),
    }


def _range(field: Field, kind: int, cell: int) -> int:
    """The cells that a weapon covers from ``cell``, a bit each."""
    return _ring(field.width, field.height, cell, field.catalog.nearest[kind], farthest(field, kind, cell))


@lru_cache(20_000)
def _ring(width: int, height: int, cell: int, nearest: int, far: int) -> int:
    x, y = cell % width, cell // width
    bits = 0
    for v in range(max(0, y - far), min(height, y + far + 1)):
        for u in range(max(0, x - far), min(width, x + far + 1)):
            if max(abs(u - x), abs(v - y)) >= nearest:
                bits |= 1 << (v * width + u)
    return bits


def _cells(field: Field, bits: int) -> list[Cell]:
    return [at(field, cell) for cell in range(field.cells) if bits >> cell & 1]


# ---- what is sold


def _shops(state: PixelsWars, player: int) -> list[PixelsWarsShop]:
    field = state.field
    found: list[PixelsWarsShop] = []
    for site in range(field.site_count):
        cell = field.sites[site]
        place = PLACES[field.ground[cell]]
        sold = [number for number, unit in enumerate(UNITS) if unit.built_at == place]
        if player and sold and state.holds[site] >> HOLDER == player:
            sold.sort(key=lambda number: UNITS[number].price)
            offers = [_offer(state, cell, number, player) for number in sold]
            found.append({"at": at(field, cell), "kind": cast(Any, place), "offers": offers})
    return found


def _offer(state: PixelsWars, cell: int, number: int, player: int) -> PixelsWarsOffer:
    unit = UNITS[number]
    missing = max(0, unit.price - state.funds(player))
    why = None
    if state.player != player:
        why = "not_your_turn"
    elif state.board[cell]:
        why = "occupied"
    elif missing:
        why = "funds"
    return {"kind": unit.kind, "price": unit.price, "why": cast(Any, why), "missing": missing}
