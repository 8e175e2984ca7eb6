"""Advice against brute force: what it promises is what the rules do, and danger is where the enemy can attack."""

from __future__ import annotations

import json
import random
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from outflank.contract import IllegalAction
from outflank.games.traversal import game, text
from outflank.games.traversal.view import traversal
from tests.games.traversal.model import BUDGET, STRENGTH, Model, kind, side
from tests.games.traversal.test_machine import drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from outflank.games.traversal.rules import Traversal

pytestmark = pytest.mark.timeout(1800)


def positions(count: int, seed: int) -> Iterator[Traversal]:
    """Positions in the course of random matches."""
    rng = random.Random(seed)
    while count > 0:
        state = drawn(rng)
        for _ in range(rng.randint(0, 40)):
            if state.player:
                state.apply(rng.choice(state.legal_actions()))
        if state.player:
            count -= 1
            yield state


def advised(state: Traversal, player: int | None = None, draft: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """As it comes over the wire."""
    view = json.loads(json.dumps(game.view(state, state.player if player is None else player)))
    told: dict[str, Any] = json.loads(json.dumps(game.advice(view, draft)))
    return told


def modelled(state: Traversal) -> Model:
    return Model.of(json.loads(json.dumps(game.view(state, None))))


def test_a_forecast_is_what_happens(full: bool, figures: Callable[..., None]) -> None:
    """Every attack within reach, of both sides: its totals are the model's; one that succeeds can be made and captures,
    one that fails is refused with the very numbers."""
    wanted = 10_000 if full else 400
    done = failed = special = 0
    for state in positions(1 << 30, 3):
        model = modelled(state)
        for piece in advised(state)["pieces"]:
            for choice in piece["choices"]:
                if choice["kind"] != "attack":
                    continue
                told = choice["attack"]
                target = model.on(tuple(choice["to"]))
                assert target is not None
                assert (told["attack"], told["defence"]) == model.totals(piece["id"], target, choice["cost"])
                assert told["attack"] == sum(term["value"] for term in told["attack_terms"])
                assert told["defence"] == sum(term["value"] for term in told["defence_terms"])
                assert told["success"] == (told["attack"] >= told["defence"])
                done += 1
                special += choice["cost"] is None
                if piece["owner"] == state.player:
                    failed += not told["success"]
                    carried_out(state, piece["id"], target, choice)
        if done >= wanted:
            break
    assert failed > 5 and special > 0
    figures(attacks=done, failing=failed, special=special)


def carried_out(state: Traversal, piece: int, target: int, choice: dict[str, Any]) -> None:
    told = choice["attack"]
    action = {"piece": piece, "to": choice["to"]}
    if not told["success"]:
        assert choice["action"] is None
        with pytest.raises(IllegalAction) as raised:
            game.decode(state, action)
        assert raised.value.detail == "attack_fails"
        assert raised.value.values == {"attack": told["attack"], "defence": told["defence"]}
        return
    assert choice["action"] == action
    after = state.copy()
    number = game.decode(state, action)
    after.apply(number)
    attacked, captured = game.effects(state, number, after, 1)[:2]
    assert json.loads(json.dumps(attacked["attack"])) == told
    assert json.loads(json.dumps(attacked["path"])) == choice["path"]
    assert attacked["special"] == (choice["cost"] is None)
    assert captured["piece"]["id"] == target and target not in modelled(after).pieces


def test_choices_are_what_is_legal_and_their_ways_can_be_walked() -> None:
    for state in positions(60, 5):
        model = modelled(state)
        told = advised(state)
        actions = [choice["action"] for piece in told["pieces"] for choice in piece["choices"] if choice["action"]]
        assert actions == game.legal(state, state.player)
        acting = {action.get("piece", action.get("exit")) for action in actions}
        assert told["waiting"] == sorted(acting)
        for piece in told["pieces"]:
            routes = model.routes(piece["id"])
            for choice in piece["choices"]:
                walked(model, piece, choice, routes)


def walked(model: Model, piece: dict[str, Any], choice: dict[str, Any], routes: dict[Any, int]) -> None:
    path = [tuple(each) for each in choice["path"]]
    assert path[0] == tuple(piece["at"]) and choice["heights"] == [model.height(each) for each in path]
    if choice["kind"] == "exit":
        assert choice["to"] is None and path[-1][1] == (9 if piece["owner"] == 1 else 0)
        assert choice["points"] == STRENGTH[kind(piece["id"])]
    else:
        assert path[-1] == tuple(choice["to"])
    if choice["cost"] is None:
        assert len(path) == 2 and path[-1] in model.specials(piece["id"]) and path[-1] not in routes
        return
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(path))
    assert all(model.on(each) is None for each in path[1:-1])
    cost = sum(1 + abs(model.height(a) - model.height(b)) for a, b in pairwise(path))
    assert cost == routes[path[-1]] and choice["cost"] == cost + (model.exit_cost if choice["kind"] == "exit" else 0)
    assert choice["cost"] <= BUDGET[kind(piece["id"])]


def test_danger_is_found_by_brute_force() -> None:
    """Who could capture a piece if it were their turn."""
    for state in positions(60, 6):
        model = modelled(state)
        threats: dict[int, list[int]] = {piece: [] for piece in model.pieces}
        for player in (1, 2):
            model.player = player
            for action in model.legal():
                target = None if "exit" in action else model.on(tuple(action["to"]))
                if target is not None:
                    threats[target].append(action["piece"])
        told = advised(state)
        assert {each["id"]: each["in_danger_from"] for each in told["pieces"]} == threats


def test_who_watches_or_waits_has_no_actions() -> None:
    for state in positions(10, 7):
        for player in (0, 3 - state.player):
            told = advised(state, player)
            assert told["waiting"] == []
            assert all(choice["action"] is None for piece in told["pieces"] for choice in piece["choices"])
        enemies = [piece for piece in advised(state)["pieces"] if side(piece["id"]) != state.player]
        assert all(choice["action"] is None for piece in enemies for choice in piece["choices"])
        assert any(piece["choices"] for piece in enemies) or state.skipped


def test_a_draft_comes_first() -> None:
    for state in positions(10, 8):
        for action in game.legal(state, state.player)[:3]:
            after = state.copy()
            after.apply(game.decode(state, action))
            told = advised(state, 1, (action,))
            assert told == advised(after, 1)


def test_after_the_end_there_is_advice_without_actions() -> None:
    state = traversal(text.from_position("traversal/1 flat2 10 1 1S1@e8;2S1@a5"))
    state.apply(game.decode(state, {"exit": 2}))
    told = advised(state, 1)
    assert [each["id"] for each in told["pieces"]] == [8] and told["waiting"] == []


def test_advice_is_quick() -> None:
    """It is asked for after every view."""
    state = traversal(game.start(game.Options(seed=7), 0))
    advised(state)
    times = []
    for _ in range(5):
        begin = time.process_time()
        advised(state)
        times.append(time.process_time() - begin)
    assert min(times) < 0.1
