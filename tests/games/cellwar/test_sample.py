"""Worlds that are guessed: each gives exactly the view that it was made from; they differ in what is hidden."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from outflank.games.cellwar import game
from outflank.games.cellwar.board import FACTORY, KIND, OWNER, OWNERS
from outflank.games.cellwar.view import cellwar
from outflank.rng import Rng
from tests.conformance.walks import Case, walk
from tests.conftest import FULL

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar

MATCHES = 40 if FULL else 3
OPTIONS: list[dict[str, Any]] = [
    {"width": 8, "height": 8},
    {"width": 6, "height": 6, "private_ids": True},
    {"width": 7, "height": 6, "player_count": 3, "max_rounds": 12},
    {"width": 9, "height": 10, "player_count": 4, "private_ids": True},
    {"width": 10, "height": 10, "player_count": 8},
    {"width": 5, "height": 9, "start_positions": ((0, 8), (4, 0))},
]


def of(state: CellWar, player: int) -> list[int]:
    """The cells of a player's units."""
    return [cell for cell, unit in enumerate(state.board) if unit and (unit >> OWNER) & OWNERS == player]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_sampled_world_gives_the_view_it_was_made_from(options: dict[str, Any]) -> None:
    """Of every player, whoever's turn it is, after leavers, with memories and with ids of both kinds."""
    case, tried = Case("cellwar", options), 0
    for seed in range(MATCHES):
        rng = random.Random(seed)
        for step in walk(case, seed, 400):
            if rng.random() > 0.03 and step.after.player:
                continue
            for player in case.players:
                view = json.loads(json.dumps(game.view(step.after, player)))
                for world in game.sample(view, Rng(seed), 3):
                    assert json.loads(json.dumps(game.view(world, player))) == view
                    assert world.player == step.after.player
                    assert not world.player or sum(1 for count in list(cellwar(world).units)[1:] if count) > 1
                    tried += 1
    assert tried > 50


def position(line: str) -> CellWar:
    return cellwar(game.load(line.encode()))


def test_worlds_differ_in_what_is_hidden_and_are_the_same_again() -> None:
    state = position("cellwar/1 8x8 1,1A:1,6/8/2,1I:3,5/8/8/5,2I:4,2/6,2A:2,1/8 1 9")
    view = game.view(state, 1)
    worlds = [game.dump(world) for world in game.sample(view, Rng(5), 8)]
    assert len(set(worlds)) > 4
    assert worlds == [game.dump(world) for world in game.sample(view, Rng(5), 8)]


def test_nothing_but_the_view_counts() -> None:
    """Two states with one view have the same worlds."""
    one = position("cellwar/1 8x8 1,1A:1,6/8/2,1I:3,5/8/8/5,2I:4,2/6,2A:2,1/8 1 9")
    other = position("cellwar/1 8x8 1,1A:1,6/8/2,1I:3,5/8/8/8/6,2F2:2,1/7,2I:4 1 9")
    assert game.view(one, 1) == game.view(other, 1)
    worlds = [[game.dump(world) for world in game.sample(game.view(state, 1), Rng(5), 4)] for state in (one, other)]
    assert worlds[0] == worlds[1]


def test_a_remembered_factory_is_where_it_was_and_a_remembered_infantry_may_have_gone_on() -> None:
    memory = "cellwar/1 9x3 9/1I:1,6,2{0}:2,1/9 1 {1} * 9 - - - =2,?7,=2,?2,2{0}:2@{2},?4,=2,?7 {3}"
    unseen = "?6,=3,?6,=3,?6,=3"
    factory = position(memory.format("A", 7, 4, unseen))
    for world in game.sample(game.view(factory, 1), Rng(1), 20):
        assert cellwar(world).board[9 + 4] & KIND == FACTORY
    walker = position(memory.format("I", 7, 5, unseen))
    places = {cell for world in game.sample(game.view(walker, 1), Rng(1), 40) for cell in of(cellwar(world), 2)}
    assert places <= {y * 9 + x for y in range(3) for x in range(2, 9)}
    assert 13 in places and len(places) > 3


def test_where_enemies_cannot_be_yet_there_are_none() -> None:
    """In the first rounds they are near where they started."""
    state = game.start(game.Options(width=12, height=12), 0)
    for world in game.sample(game.view(state, 1), Rng(3), 20):
        assert of(cellwar(world), 2) == [10 * 12 + 10]


def test_ids_that_are_missing_tell_how_many_there_are() -> None:
    """Ten units of one's own and no id above them: the enemy has made nothing but the first one."""
    row = "8/8/8/8/8/8/7,2I:2"
    few = position(f"cellwar/1 8x8 1A:1,1I:3,1I:4,1I:5,1I:6,1I:7,1I:8,1I:9/{row} 1 20 * 9")
    many = position(f"cellwar/1 8x8 1A:1,1I:13,1I:14,1I:5,1I:16,1I:17,1I:18,1I:29/{row} 1 20 * 29")
    counts = [
        sum(len(of(cellwar(world), 2)) for world in game.sample(game.view(state, 1), Rng(3), 20)) / 20
        for state in (few, many)
    ]
    assert counts[0] < 3 < 6 < counts[1]


def test_glimpses_are_the_enemies_in_sight() -> None:
    state = position("cellwar/1 8x8 1,1A:1,6/2,2I:7,5/2,1I:3,5/8/8/5,2I:4,2/6,2A:2,1/8 1 9")
    assert game.glimpses(game.view(state, 1)) == [7]
    assert game.glimpses(game.view(state, 2)) == [1, 3]


def test_what_an_action_brings_into_sight_is_found_near_its_unit() -> None:
    """Whatever is in sight after an action and was not before is among what is looked for near it, and less is looked
    through than the whole board."""
    row = "2,1I:{},2,1I:{},2,2I:{},1,1A:{}"
    rows = [row.format(*range(4 * y + 1, 4 * y + 5)) for y in range(11)]
    rng, state, found, looked = Rng(1), position(f"cellwar/1 11x11 {'/'.join(rows)} 1 9"), 0, 0
    while state.player and state.round < 60:
        player, before = state.player, set(game.glimpses(game.view(state, state.player)))
        legal = game.legal(state, player)
        action = legal[rng.below(len(legal))]
        state.apply(game.decode(state, action))
        if state.player != player:
            continue
        view = game.view(state, player)
        near, every = game.glimpses(view, action), game.glimpses(view)
        assert set(every) - before <= set(near) <= set(every)
        found += len(set(every) - before)
        looked += len(near) < len(every)
    assert found > 3 and looked > 10
