"""States that fit what one player sees of a CellWar match: for forecasts and for fair computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.cellwar.board import ID, INFANTRY, OWNER, OWNERS
from outflank.games.cellwar.fog import ROUND
from outflank.games.cellwar.position import REASON_NUMBERS
from outflank.games.cellwar.start import empty
from outflank.games.cellwar.view import TYPES

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.cellwar.rules import CellWar
    from outflank.games.cellwar.shapes import CellWarUnit, CellWarView
    from outflank.rng import Rng
    from outflank.state import State

CODES = {told: kind for kind, told in TYPES.items()}


def imagine(view: Json, rng: Rng) -> State:
    """A state that gives this view: remembered enemies where they were last seen, and, for a player of whom
    nothing is known, one infantry on a hidden cell, as far from the viewer's units as can be."""
    told = cast("CellWarView", view)
    state = known(told)
    hidden = [
        y * told["width"] + x
        for y, row in enumerate(told["tiles"])
        for x, tile in enumerate(row)
        if tile["seen"] != "visible" and not state.board[y * told["width"] + x]
    ]
    for player in range(1, state.players + 1):
        unknown = not state.units[player] and player not in told["left"] and player != told["player_id"]
        if unknown and hidden and told["winner"] is None:
            farthest = _farthest(told, hidden)
            cell = farthest[rng.below(len(farthest))]
            hidden.remove(cell)
            state.made[0] += 1
            state.place(cell, state.made[0] << ID | player << OWNER | INFANTRY)
    settle(state, told)
    return state


def _farthest(told: CellWarView, cells: list[int]) -> list[int]:
    """Those of the cells that are the most moves away from the viewer's nearest unit."""
    width = told["width"]
    row = width + 1  # bits of a row: the last one keeps what leaves the board from coming in at the other side
    board = sum((1 << width) - 1 << y * row for y in range(told["height"]))
    left = sum(1 << cell // width * row + cell % width for cell in cells)
    reached = sum(1 << each["y"] * row + each["x"] for each in told["my_units"])
    while reached and left & ~reached:
        left &= ~reached
        reached |= (reached << 1 | reached >> 1) & board
        reached |= (reached << row | reached >> row) & board
    return [cell for cell in cells if left >> cell // width * row + cell % width & 1]


def known(told: CellWarView) -> CellWar:
    """The board of a view: what is seen, and each remembered enemy where it was seen last."""
    width, height = told["width"], told["height"]
    state = empty(width, height, told["players"], 1)
    seen: dict[int, int] = {}
    ghosts: dict[int, tuple[int, int, int]] = {}  # unit id -> (round, cell, code)
    for y, row in enumerate(told["tiles"]):
        for x, tile in enumerate(row):
            if "unit" not in tile:
                continue
            code = _code(tile["unit"])
            cell = y * width + x
            state.made[0] = max(state.made[0], code >> ID)
            if tile["seen"] == "visible":
                seen[code >> ID] = cell
                state.place(cell, code)
            elif tile["since"] >= ghosts.get(code >> ID, (0, 0, 0))[0]:
                ghosts[code >> ID] = (tile["since"], cell, code)
    for number, (_, cell, code) in ghosts.items():
        # A remembered unit that is seen elsewhere now, or was the viewer's own, is not there any more.
        if number not in seen and (code >> OWNER) & OWNERS != told["player_id"]:
            state.place(cell, code)
    return state


def settle(state: CellWar, told: CellWarView) -> None:
    """Whose turn it is, who has yet to act, and what the viewer remembers."""
    player = told["player_id"]
    state.living = sum(1 for count in list(state.units)[1:] if count)
    for other in told["left"]:
        state.removed[other] = 1
    state.current = state.player = told["current_player"]
    state.round = told["round"]
    state.max_rounds = told["max_rounds"] or 0
    state.begin_turn()
    if told["winner"] is not None and told["reason"] is not None:
        state.finish(told["winner"], REASON_NUMBERS[told["reason"]])
    if told["current_player"] == player:
        acted = {each["y"] * told["width"] + each["x"] for each in told["my_units"] if each["acted"]}
        state.keep_waiting([cell for cell in state.unacted() if cell not in acted])
    if player:
        _remember(state, told)


def _remember(state: CellWar, told: CellWarView) -> None:
    fog = state.fog
    player = told["player_id"]
    for y, row in enumerate(told["tiles"]):
        for x, tile in enumerate(row):
            cell = y * told["width"] + x
            if tile["seen"] == "last_known":
                content = _code(tile["unit"]) if "unit" in tile else 0
                fog.remember(player, cell, tile["since"] << ROUND | content)
            elif tile["seen"] == "visible" and not fog.sees(player, cell):
                fog.leave_trail(player, cell)


def _code(told: CellWarUnit) -> int:
    return told["id"] << ID | told["owner"] << OWNER | CODES[told["type"], told["counter"]]
