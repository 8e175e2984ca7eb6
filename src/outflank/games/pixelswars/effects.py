"""What happened in a PixelsWars match, for animation, sound and the log; everybody is told everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from outflank.games.pixelswars.board import HOLDER, HP, HPS, ID, KINDS, MOVES, MOVESS, OWNER, OWNERS, POINTS
from outflank.games.pixelswars.view import PLACES, at, pixelswars, unit

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.pixelswars.rules import PixelsWars
    from outflank.games.pixelswars.shapes import Cell, PixelsWarsEffect
    from outflank.state import State


def effects(before: State, action: int, after: State, player: int | None) -> list[Json]:
    """PixelsWarsEffects, in order. ``action`` -1: somebody left."""
    was, now = pixelswars(before), pixelswars(after)
    cells, kinds = was.field.cells, was.field.catalog.kinds
    told: list[PixelsWarsEffect]
    if action < 0:
        told = [{"kind": "left", "player": now.left}] if now.left and not was.left else []
    elif action == was.action_space() - 1:
        told = _turn(was, now)
    elif action >= cells * cells:
        cell = (action - cells * cells) // kinds
        price = was.field.catalog.price[now.board[cell] & KINDS]
        told = [{"kind": "bought", "unit": unit(now, cell), "at": at(now.field, cell), "price": price}]
    else:
        cell, to = divmod(action, int(cells))
        if cell == to:
            told = [_taken(was, now, cell)]
        elif was.board[to]:
            told = _fight(was, now, cell, to)
        else:
            told = [{"kind": "moved", "unit": unit(now, to), "path": path(was, cell, to)}]
    return cast("list[Json]", told)


def path(state: PixelsWars, cell: int, to: int) -> list[Cell]:
    """The cells of the unit's way, its own first."""
    left = state.survey(cell, (state.board[cell] >> MOVES) & MOVESS)
    way = [to]
    while way[-1] != cell:
        way.append(via(state, cell, left, way[-1]))
    return [at(state.field, each) for each in reversed(way)]


def via(state: PixelsWars, cell: int, left: list[int], to: int) -> int:
    """The cell before ``to`` on the way of the unit on ``cell``: of those on a cheapest way the one above, else below,
    else right, else left. ``left``: what survey() tells of the unit."""
    field = state.field
    catalog = field.catalog
    costs = catalog.air_cost if catalog.domain[state.board[cell] & KINDS] else catalog.cost
    cost = costs[field.ground[to]]
    for edge in field.steps[
        (field.cells + to) * 4 : (field.cells + to) * 4 + 4
    ]:  # every neighbour: nothing stops flyers
        back = edge >> 3
        if edge and left[back] and left[back] - cost == left[to]:
            return back
    raise ValueError(f"no way leads to cell {to}")


def _hp(state: PixelsWars, cell: int) -> int:
    return (state.board[cell] >> HP) & HPS


def _fight(was: PixelsWars, now: PixelsWars, cell: int, to: int) -> list[PixelsWarsEffect]:
    one, other = unit(was, cell), unit(was, to)
    here, there = at(was.field, cell), at(was.field, to)
    left, own = _hp(now, to), _hp(now, cell)
    told: list[PixelsWarsEffect] = [
        {
            "kind": "shot",
            "unit": one,
            "target": other,
            "at": here,
            "to": there,
            "damage": other["hp"] - left,
            "hp": left,
        }
    ]
    if not left:
        return [*told, {"kind": "died", "unit": other, "at": there}]
    if was.forecast(was.board[cell], cell, to)[2]:
        told.append(
            {
                "kind": "answered",
                "unit": {**other, "hp": left},
                "target": one,
                "at": there,
                "to": here,
                "damage": one["hp"] - own,
                "hp": own,
            }
        )
    if not own:
        told.append({"kind": "died", "unit": one, "at": here})
    return told


def _taken(was: PixelsWars, now: PixelsWars, cell: int) -> PixelsWarsEffect:
    site = was.field.site[cell]
    old, new = was.holds[site] >> HOLDER, now.holds[site] >> HOLDER
    what = "secured" if old == was.current else "captured" if new == was.current else "capturing"
    told: PixelsWarsEffect = {
        "kind": cast(Any, what),
        "unit": unit(was, cell),
        "at": at(was.field, cell),
        "building": cast(Any, PLACES[was.field.ground[cell]]),
        "player": was.current,
    }
    if what == "capturing":
        told["points"] = now.holds[site] & POINTS
    return told


def _turn(was: PixelsWars, now: PixelsWars) -> list[PixelsWarsEffect]:
    if now.player == 0:
        return []
    field = was.field
    told: list[PixelsWarsEffect] = [{"kind": "turn", "player": now.current, "round": now.round}]
    for site in range(field.site_count):
        cell = field.sites[site]
        amount = field.catalog.income[field.ground[cell]]
        if amount and now.holds[site] >> HOLDER == now.current:
            told.append({"kind": "income", "at": at(field, cell), "amount": amount, "player": now.current})
    healed = [cell for cell in now.units(now.current) if _hp(now, cell) != _hp(was, cell)]
    for cell in sorted(healed, key=lambda each: now.board[each] >> ID):
        told.append(
            {
                "kind": "healed",
                "unit": unit(now, cell),
                "at": at(field, cell),
                "amount": _hp(now, cell) - _hp(was, cell),
                "hp": _hp(now, cell),
                "player": (now.board[cell] >> OWNER) & OWNERS,
            }
        )
    return told
