"""Forecast == result: what advice says, from a view, that an action would do is what it does on the true board."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from outflank.games.cellwar import game
from outflank.games.cellwar.board import FACTORY, KIND, OWNER, OWNERS
from outflank.games.cellwar.view import cellwar, unit
from tests.conformance.walks import CASES, walk
from tests.conftest import FULL
from tests.games.cellwar.model import modelled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from outflank.games.cellwar.rules import CellWar

ATTACKS = 10_000 if FULL else 400
POSITIONS = 1_000 if FULL else 60
CELLWAR = [case for case in CASES if case.id == "cellwar"]


def states() -> Iterator[CellWar]:
    """States in which somebody is to move, from match after match, without end."""
    seed = 0
    while True:
        for case in CELLWAR:
            for step in walk(case, seed, 400):
                if step.after.player:
                    yield cellwar(step.after)
        seed += 1


def happened(before: CellWar, after: CellWar, player: int) -> list[Any]:
    """The changes between two true boards, as the player would be told of them."""
    width = before.width

    def at(cell: int) -> list[int]:
        return [cell % width, cell // width]

    def told(state: CellWar, cell: int) -> dict[str, Any]:
        return {key: value for key, value in unit(state, state.board[cell], player).items() if key != "id"}

    def doomed(state: CellWar, cell: int) -> bool:
        return state.board[cell] & KIND == FACTORY and bool(state.blocked(cell))

    was = {code >> 7: cell for cell, code in enumerate(before.board) if code}
    now = {code >> 7: cell for cell, code in enumerate(after.board) if code}
    changes: list[Any] = []
    for number in sorted({*was, *now}):
        if number not in now:
            changes.append(["dies", at(was[number]), told(before, was[number]), None, None])
            continue
        here = now[number]
        new = told(after, here)
        if number not in was:
            changes.append(["made", at(here), new, None, None])
            continue
        old = told(before, was[number])
        if here != was[number]:
            changes.append(["moves", at(was[number]), old, at(here), None])
        if new != old:
            changes.append(["becomes", at(here), old, None, new])
        own = (after.board[here] >> OWNER) & OWNERS == player
        if own and doomed(after, here) and not doomed(before, was[number]):
            changes.append(["dies_at_end", at(here), new, None, None])
    return sorted(changes, key=str)


def forecast(changes: list[Any]) -> list[Any]:
    """The same from a choice of the advice."""

    def plain(told: Any) -> Any:
        return told and {key: value for key, value in told.items() if key != "id"}

    listed = [
        [each["what"], each["at"], plain(each["unit"]), each.get("to"), plain(each.get("becomes"))] for each in changes
    ]
    return sorted(listed, key=str)


@pytest.mark.timeout(1800)
def test_forecasts_are_results(figures: Callable[..., None]) -> None:
    counted: Counter[str] = Counter()
    for state in states():
        player = state.player
        advice = json.loads(json.dumps(game.advice(json.loads(json.dumps(game.view(state, player))))))
        choices = [choice for each in advice["units"] for choice in each["choices"]]
        legal = [each for each in game.legal(state, player) if "end_turn" not in each]
        assert sorted(map(str, (choice["action"] for choice in choices))) == sorted(map(str, legal))
        for choice in choices:
            after = state.copy()
            after.apply(game.decode(state, choice["action"]))
            assert forecast(choice["changes"]) == happened(state, after, player), choice["action"]
            counted[choice["kind"]] += 1
            counted.update(each["what"] for each in choice["changes"])
        if counted["attack"] >= ATTACKS:
            break
    for kind in ("stay", "move", "attack", "produce", "dies", "becomes", "made", "dies_at_end"):
        assert counted[kind] > 0, f"no {kind} came up"
    figures(**counted)


def test_threats_are_what_the_enemy_can_do(figures: Callable[..., None]) -> None:
    """Every visible enemy, tried with every vector in the model of the rules, where all around it is seen."""
    positions = units = 0
    for number, state in enumerate(states()):
        if number % 7:
            continue
        player = state.player
        view = game.view(state, player)
        model = modelled(state)
        for other in model.units.values():
            other.acted = True
        for threat in game.advice(view)["threats"]:
            x, y = threat["at"]
            around = model.around((x, y))
            if any(view["tiles"][v][u]["seen"] != "visible" for u, v in around):
                continue
            enemy = model.units[x, y]
            model.current, enemy.acted = enemy.owner, False
            can = [
                cell for cell in around if model.accepts({"unit_id": enemy.id, "dx": cell[0] - x, "dy": cell[1] - y})
            ]
            enemy.acted = True
            assert sorted(threat["range"]) == sorted(can)
            units += 1
        positions += 1
        if positions == POSITIONS:
            break
    assert units > POSITIONS // 10
    figures(positions=positions, units=units)
