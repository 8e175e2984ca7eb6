"""The rules against data computed by independent implementations: terrains, single positions and whole matches."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from outflank.games.traversal import game
from outflank.games.traversal.board import EXPLORER, KINDS, OWN, SPAN
from outflank.games.traversal.explain import attack
from outflank.games.traversal.routes import LEAP
from outflank.games.traversal.rules import Traversal
from outflank.games.traversal.start import Rules
from outflank.games.traversal.terrain import rows, terrain
from outflank.rng import Rng
from tests.games.traversal.vectors import action, begun, digest, read, rules

GAMES = read("games")["games"]
CUSTOM = read("custom")["games"]
POSITIONS = read("positions")["positions"]
TERRAIN = read("terrain")["terrain"]


def test_every_vector_is_there() -> None:
    assert (len(GAMES), len(CUSTOM), len(POSITIONS)) == (20, 4, 136) and len(TERRAIN) >= 4
    assert sum(len(each["moves"]) for each in GAMES) > 1700
    varied = {name: {each["options"][name] for each in POSITIONS} for name in Rules._fields}
    assert all(len(values) == 2 for values in varied.values()), "every option both ways"


@pytest.mark.parametrize("seed", TERRAIN)
def test_terrain(seed: str) -> None:
    assert rows(terrain(int(seed))) == TERRAIN[seed]


def test_the_generator_of_terrains() -> None:
    known = read("terrain")["rng"]
    for seed, numbers in known.items():
        rng = Rng(int(seed))
        assert [rng.next() for _ in numbers] == numbers


def play(state: Traversal, vector: dict[str, Any]) -> None:
    for number, move in enumerate(vector["moves"]):
        here = f"move {number}"
        assert state.player == move["side"] + 1, here
        assert state.legal_actions() == sorted(map(action, move["legal"])), here
        check_costs(state, move["legal"])
        chosen = move["legal"][move["chosen"]]
        if "combat" in move:
            check_combat(state, chosen, move["combat"])
        before = state.current
        state.apply(game.decode(state, game.encode(state, action(chosen))))
        assert digest(state) == move["state"], here
        assert hashlib.sha256(digest(state).encode()).hexdigest()[:16] == move["digest"]
        assert state.skipped == (3 - before if "skipped" in move else 0)
    result = vector["result"]
    outcome = game.outcome(state)
    assert outcome is not None
    winner = 0 if result["winner"] is None else result["winner"] + 1
    assert (outcome.winner, outcome.reason) == (winner, result["reason"])
    told = game.view(state, None)
    assert (told["final_score"] or told["score"]) == result["scores"]


def check_costs(state: Traversal, legal: list[list[Any]]) -> None:
    """What each choice of the advice costs is what the data says, and there are no others."""
    advice = game.advice(game.view(state, state.player))
    told = [
        [
            each["id"],
            choice["kind"],
            *(choice["to"][::-1] if choice["to"] else (-1, -1)),
            choice["cost"],
        ]
        for each in advice["pieces"]
        for choice in each["choices"]
        if choice["action"]
    ]
    assert sorted(told, key=lambda each: each[:4]) == legal


def check_combat(state: Traversal, chosen: list[Any], totals: list[int]) -> None:
    piece, to = divmod(action(chosen), SPAN)
    cell = state.at[piece]
    told = attack(state, cell, to, state.survey(cell)[to])
    assert [told["attack"], told["defence"]] == totals and told["success"]


@pytest.mark.parametrize("vector", GAMES, ids=[each["name"] for each in GAMES])
def test_match(vector: dict[str, Any]) -> None:
    rule = rules(vector["options"])
    options = game.Options(vector["seed"], rule.adjacency, rule.base_defence, rule.specials_attack, rule.exit_cost)
    state = game.start(options, 0)
    assert isinstance(state, Traversal)
    assert rows(list(state.field.heights)) == vector["heights"]
    assert digest(state) == vector["initial"]
    play(state, vector)


@pytest.mark.parametrize("vector", CUSTOM, ids=[each["name"] for each in CUSTOM])
def test_endings(vector: dict[str, Any]) -> None:
    play(begun(vector), vector)


@pytest.mark.parametrize("vector", POSITIONS, ids=[each["name"] for each in POSITIONS])
def test_position(vector: dict[str, Any]) -> None:
    """What both sides may do, and all attacks in reach with their totals, also those that fail."""
    for side, legal in vector["legal"].items():
        state = begun({**vector, "turn": int(side)})
        assert state.legal_actions() == sorted(map(action, legal))
        check_costs(state, legal)
    combat = []
    state = begun(vector)
    for piece, at in enumerate(state.at):
        if at < 0:
            continue
        cost = state.survey(at)
        for target, to in enumerate(state.at):
            if to < 0 or (piece < OWN) == (target < OWN):
                continue
            mark = cost[to]
            if mark == 0 and vector["options"]["specials_attack"] is False and KINDS[piece % OWN] == EXPLORER:
                free = begun({**vector, "options": {**vector["options"], "specials_attack": True}})
                mark = free.survey(at)[to]  # the data tells these attacks all the same
            if mark:
                told = attack(state, at, to, mark)
                cost_ = None if mark == LEAP else mark - 1
                combat.append([piece, target, cost_, told["attack"], told["defence"]])
    assert sorted(combat, key=lambda each: each[:2]) == sorted(vector["combat"], key=lambda each: each[:2])
