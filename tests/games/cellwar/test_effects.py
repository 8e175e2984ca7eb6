"""Effects tell a player every change on the cells in sight, and nothing about a cell that was never in sight."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from outflank.games.cellwar import game
from tests.conformance.walks import CASES, Case, walk
from tests.conftest import FULL

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.contract import Json

MATCHES = 40 if FULL else 3
Cell = tuple[int, int]


def seen(view: Json) -> dict[Cell, Any]:
    """What each visible cell holds."""
    return {
        (x, y): tile.get("unit")
        for y, row in enumerate(view["tiles"])
        for x, tile in enumerate(row)
        if tile["seen"] == "visible"
    }


def named(effects: list[Json]) -> set[Cell]:
    return {tuple(effect[key]) for effect in effects for key in ("at", "to") if key in effect}


def replayed(board: dict[Any, Any], effects: list[Json], visible: set[Cell]) -> dict[Cell, Any]:
    """The cells in sight after the effects, as a page that only animates them would draw them."""
    board = dict(board)
    for effect in effects:
        at, to = (tuple(effect.get(key, ())) for key in ("at", "to"))
        match effect["kind"]:
            case "moved":
                board[at], board[to] = None, effect["unit"]
            case "appeared" | "changed":
                board[at] = effect["unit"]
            case "vanished" | "died":
                board[at] = None
            case "produced":
                board[to] = effect["unit"]
    return {cell: unit for cell, unit in board.items() if cell in visible}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("case", [case for case in CASES if case.id == "cellwar"], ids=str)
def test_effects_are_the_visible_changes(case: Case, figures: Callable[..., None]) -> None:
    counted: Counter[str] = Counter()
    for seed in range(MATCHES):
        for step in walk(case, seed + 300, 300):
            for player in case.players:
                before, after = seen(game.view(step.before, player)), seen(game.view(step.after, player))
                effects = game.effects(step.before, step.action, step.after, player)
                counted.update(effect["kind"] for effect in effects)
                assert named(effects) <= {*before, *after}, "nothing about cells out of sight"
                both = before.keys() & after.keys()
                drawn = replayed(before, effects, both)
                assert {cell: after[cell] for cell in both} == drawn
            public = game.effects(step.before, step.action, step.after, None)
            assert {effect["kind"] for effect in public} <= {"turn", "left"}
    for kind in ("moved", "died", "changed", "turn"):
        assert counted[kind], f"no {kind} came up"
    figures(**counted)
