"""The PixelsWars state that a view shows: nothing is hidden, so it is the state itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.pixelswars.start import KIND_NUMBERS, empty
from outflank.games.pixelswars.view import REASONS

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.pixelswars.rules import PixelsWars
    from outflank.games.pixelswars.shapes import PixelsWarsView
    from outflank.rng import Rng
    from outflank.state import State

REASON_NUMBERS = {name: number for number, name in REASONS.items()}


def imagine(view: Json, rng: Rng) -> State:
    """The state; there is nothing to guess."""
    return known(cast("PixelsWarsView", view))


def known(told: PixelsWarsView) -> PixelsWars:
    """The state of a view."""
    state = empty(tuple(told["grid"]))
    width = told["width"]
    state.map = told["map"]
    state.turn = told["turn"]
    state.round = told["round"]
    state.max_rounds = told["max_rounds"] or 0
    state.current = state.player = told["current_player"]
    state.blue, state.red = told["funds"]
    for site, building in enumerate(told["buildings"]):
        state.hold(site, building["owner"], building["points"])
    for unit in told["units"]:
        cell = unit["y"] * width + unit["x"]
        state.place(cell, KIND_NUMBERS[unit["kind"]], unit["owner"])
        state.adjust(cell, unit["id"], unit["hp"], unit["movement"], unit["attacks"], unit["captures"])
    state.next_id = told["next_id"]
    if told["left"]:
        state.left = told["left"][0]
    if told["winner"] is not None and told["reason"] is not None:
        state.finish(told["winner"], REASON_NUMBERS[told["reason"]])
    return state
