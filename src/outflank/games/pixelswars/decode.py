"""PixelsWars's actions between their numbers and JSON, and the refusals of those that are not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.contract import END_TURN_ACTION, IllegalAction, Json
from outflank.games.pixelswars.board import CAPTURES, HOLDER, ID, KINDS, MOVES, MOVESS, OWNER, OWNERS, SHOTS, SHOTSS
from outflank.games.pixelswars.catalog import UNITS
from outflank.games.pixelswars.combat import covers, farthest
from outflank.games.pixelswars.reach import can_take
from outflank.games.pixelswars.start import KIND_NUMBERS
from outflank.games.pixelswars.view import NAMES, PLACES, at, pixelswars

if TYPE_CHECKING:
    from outflank.games.pixelswars.rules import PixelsWars
    from outflank.state import State

MOST_ID = 1 << 31


def encode(state: State, action: int) -> Json:
    """A PixelsWarsAction; cells are lists, as JSON gives them back."""
    whole = pixelswars(state)
    cells, kinds = whole.field.cells, whole.field.catalog.kinds
    if action == whole.action_space() - 1:
        return dict(END_TURN_ACTION)
    if action >= cells * cells:
        cell, kind = divmod(action - cells * cells, int(kinds))
        return {"buy": NAMES[kind], "at": list(at(whole.field, cell))}
    cell, to = divmod(action, int(cells))
    number = whole.board[cell] >> ID
    if cell == to:
        return {"capture": number}
    if whole.board[to]:
        return {"attack": number, "target": whole.board[to] >> ID}
    return {"move": number, "to": list(at(whole.field, to))}


def legal(state: State, player: int) -> list[Json]:
    """What this player may do now; empty when it is not their turn. Like ``encode`` of each, but many at once."""
    whole = pixelswars(state)
    if whole.player != player:
        return []
    cells, kinds, width = int(whole.field.cells), int(whole.field.catalog.kinds), int(whole.field.width)
    ids = [code >> ID if code else -1 for code in list(whole.board)]
    told: list[Json] = []
    actions = whole.legal_actions()
    for action in actions:
        cell, to = divmod(action, cells)
        if cell >= cells:
            break
        if ids[to] < 0:
            told.append({"move": ids[cell], "to": [to % width, to // width]})
        elif cell == to:
            told.append({"capture": ids[cell]})
        else:
            told.append({"attack": ids[cell], "target": ids[to]})
    bought = (divmod(action - cells * cells, kinds) for action in actions[len(told) : -1])
    told += [{"buy": NAMES[kind], "at": [cell % width, cell // width]} for cell, kind in bought]
    told.append(dict(END_TURN_ACTION))
    return told


def decode(state: State, action: Json) -> int:
    """The number of an action of the player whose turn it is. Raises IllegalAction: GameOver, then InvalidAction when
    it is no action at all, UnitNotFound, and InvalidAction with the first reason against it."""
    whole = pixelswars(state)
    if whole.player == 0:
        raise IllegalAction("GameOver", "The match is over.", "game_over")
    fields = action.keys()
    if fields == {"end_turn"} and action["end_turn"] is True:
        return whole.action_space() - 1
    if fields == {"move", "to"}:
        return _move(whole, _own(whole, action["move"]), _cell(whole, action["to"]))
    if fields == {"attack", "target"}:
        return _attack(whole, _own(whole, action["attack"]), action["target"])
    if fields == {"capture"}:
        return _capture(whole, _own(whole, action["capture"]))
    if fields == {"buy", "at"}:
        return _buy(whole, action["buy"], _cell(whole, action["at"]))
    raise _bad_action()


def _bad_action() -> IllegalAction:
    message = (
        "An action is {move, to}, {attack, target}, {capture}, {buy, at} or {end_turn: true}; units are named by their "
        "ids and cells by [column, row]."
    )
    return IllegalAction("InvalidAction", message, "bad_action")


def _unit(state: PixelsWars, number: object) -> int:
    """The cell of the unit with this id, or -1."""
    if type(number) is not int:
        raise _bad_action()
    return state.find(number) if 0 <= number < MOST_ID else -1


def _own(state: PixelsWars, number: object) -> int:
    """The cell of an own unit."""
    cell = _unit(state, number)
    if cell < 0 or (state.board[cell] >> OWNER) & OWNERS != state.player:
        raise IllegalAction(
            "UnitNotFound", f"You have no unit {number!s:.20}.", "unit_not_found", unit=str(number)[:20]
        )
    return cell


def _cell(state: PixelsWars, place: object) -> int:
    """A cell, from [column, row]."""
    if not (isinstance(place, list | tuple) and len(place) == 2 and all(type(each) is int for each in place)):
        raise _bad_action()
    x, y = cast("tuple[int, int]", place)
    if not (0 <= x < state.field.width and 0 <= y < state.field.height):
        raise IllegalAction("InvalidAction", "That is off the board.", "off_board")
    return int(y * state.field.width + x)


def _move(state: PixelsWars, cell: int, to: int) -> int:
    if state.board[to]:
        raise IllegalAction("InvalidAction", "A unit stands there.", "cell_taken")
    left = (state.board[cell] >> MOVES) & MOVESS
    if not state.survey(cell, left)[to]:
        message = f"Its movement does not take it there: {left} points are left."
        raise IllegalAction("InvalidAction", message, "out_of_reach", left=left)
    return cell * state.field.cells + to


def _attack(state: PixelsWars, cell: int, target: object) -> int:
    to = _unit(state, target)
    if to < 0:
        message = f"There is no unit {target!s:.20}."
        raise IllegalAction("UnitNotFound", message, "target_not_found", unit=str(target)[:20])
    unit, foe = state.board[cell], state.board[to]
    kind = unit & KINDS
    if (foe >> OWNER) & OWNERS == state.player:
        raise IllegalAction("InvalidAction", "That is one of your own units.", "own_target")
    if not (unit >> SHOTS) & SHOTSS:
        raise IllegalAction("InvalidAction", "It has no attack left this turn.", "no_attacks_left")
    catalog = state.field.catalog
    if not catalog.pct[kind * catalog.kinds + (foe & KINDS)]:
        raise IllegalAction("InvalidAction", "Its weapon can do nothing against that kind of unit.", "forbidden_target")
    if not covers(state.field, kind, cell, to):
        near, far = catalog.nearest[kind], farthest(state.field, kind, cell)
        away = state.field.distance(cell, to)
        message = f"That is {away} away; its weapon reaches from {near} to {far}."
        raise IllegalAction("InvalidAction", message, "out_of_range", away=away, nearest=near, farthest=far)
    return cell * state.field.cells + to


def _capture(state: PixelsWars, cell: int) -> int:
    unit = state.board[cell]
    site = state.field.site[cell]
    if not state.field.catalog.captures[unit & KINDS]:
        raise IllegalAction("InvalidAction", "Only infantry, rockets and snipers capture.", "cannot_capture")
    if site < 0:
        raise IllegalAction("InvalidAction", "It does not stand on a building.", "nothing_to_capture")
    if not (unit >> CAPTURES) & 1:
        raise IllegalAction("InvalidAction", "It has captured this turn.", "capture_used")
    if not can_take(state.field, state.holds, cell, state.player):
        raise IllegalAction("InvalidAction", "This building is yours and whole.", "building_whole")
    return cell * (state.field.cells + 1)


def _buy(state: PixelsWars, kind: object, cell: int) -> int:
    if not isinstance(kind, str):
        raise _bad_action()
    if kind not in KIND_NUMBERS:
        message = f"There is no unit {kind[:20]!r}. There is: {', '.join(NAMES)}."
        raise IllegalAction("InvalidAction", message, "unknown_kind", kind=kind[:20])
    number = KIND_NUMBERS[kind]
    field = state.field
    site = field.site[cell]
    if site < 0 or PLACES[field.ground[cell]] not in {unit.built_at for unit in UNITS}:
        raise IllegalAction("InvalidAction", "Nothing is sold there.", "no_shop")
    if state.holds[site] >> HOLDER != state.player:
        raise IllegalAction("InvalidAction", "That building is not yours.", "not_your_building")
    if field.catalog.built_at[number] != field.ground[cell]:
        raise IllegalAction("InvalidAction", "That building does not sell this kind of unit.", "wrong_building")
    if state.board[cell]:
        raise IllegalAction("InvalidAction", "A unit stands on that building.", "shop_taken")
    funds, price = state.funds(state.player), field.catalog.price[number]
    if funds < price:
        message = f"It costs {price}$; you have {funds}$."
        raise IllegalAction("InvalidAction", message, "not_enough_money", price=price, funds=funds)
    return field.cells * field.cells + cell * field.catalog.kinds + number
