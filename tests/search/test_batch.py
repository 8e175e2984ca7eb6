"""Batches against the matches played one by one: masks, observations, results, resets; refusals change nothing."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from outflank.cli.version import compiled
from outflank.games.cellwar import game, position
from outflank.games.cellwar.view import cellwar
from outflank.search.batch import Batch
from outflank.state import State
from tests.conftest import FULL

KINDS = [("infantry", 0), ("fortification", 1), ("fortification", 2), ("factory", 0)]


def start(**options: Any) -> State:
    return game.start(game.Options(**options), 0)


def array(buffer: Any) -> Any:
    """What NumPy makes of a buffer."""
    return np.frombuffer(buffer, np.uint8)


def masks(batch: Batch) -> Any:
    return array(batch.masks).reshape(batch.n, batch.actions)


def observations(batch: Batch) -> Any:
    return array(batch.observations).reshape(batch.n, batch.planes, batch.cells)


def chosen(rng: random.Random, batch: Batch) -> list[int]:
    """Legal actions; units like to stay, so that there are fortifications and factories."""
    actions = []
    for mask in masks(batch):
        legal = [int(each) for each in np.flatnonzero(mask)]
        stays = [each for each in legal if each % 9 == 0 and each < batch.actions - 1]
        actions.append(rng.choice(stays if stays and rng.random() < 0.4 else legal))
    return actions


def slow_observation(state: State) -> Any:
    """The planes of the docstring, from the view of the player to move."""
    view = game.view(state, state.player)
    planes = np.zeros((12, view["height"], view["width"]), np.uint8)
    for y, row in enumerate(view["tiles"]):
        for x, tile in enumerate(row):
            unit = tile.get("unit")
            kind = KINDS.index((unit["type"], unit["counter"])) if unit else 0
            if tile["seen"] == "visible":
                planes[8, y, x] = 1
                if unit:
                    planes[kind + (0 if unit["owner"] == view["player_id"] else 4), y, x] = 1
            elif tile["seen"] == "last_known":
                planes[11, y, x] = 1
                if unit:
                    planes[10, y, x] = kind + 1
    for unit in view["my_units"]:
        if not unit["acted"]:
            planes[9, unit["y"], unit["x"]] = 1
    return planes.reshape(12, -1)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({"width": 6, "height": 5}, 0),
        ({"width": 7, "height": 7, "player_count": 3, "max_rounds": 6}, 0),
        ({"width": 5, "height": 5, "player_count": 4}, 41),
    ],
)
def test_a_batch_is_its_matches(options: dict[str, Any], limit: int) -> None:
    first = start(**options)
    n = 6
    batch = Batch(first, n, limit)
    matches = [first.copy() for _ in range(n)]
    steps = [0] * n
    rng = random.Random(str(options))
    seen = {"done": 0, "truncated": 0, "steps": 0}
    for _ in range(20_000 if FULL else 350):
        for i, match in enumerate(matches):
            assert np.flatnonzero(masks(batch)[i]).tolist() == match.legal_actions()
            assert (observations(batch)[i] == slow_observation(match)).all()
            assert batch.players[i] == match.player
        actions = chosen(rng, batch)
        movers = [match.player for match in matches]
        batch.step(actions)
        assert list(batch.movers) == movers
        for i, match in enumerate(matches):
            match.apply(actions[i])
            steps[i] += 1
            assert batch.done[i] == (match.player == 0)
            assert batch.winners[i] == match.winner_of()
            assert batch.truncated[i] == (match.player != 0 and steps[i] == limit)
            seen["done"] += batch.done[i]
            seen["truncated"] += batch.truncated[i]
            if batch.done[i] or batch.truncated[i]:
                matches[i], steps[i] = first.copy(), 0
        seen["steps"] += n
    assert seen["truncated" if limit else "done"] > 0


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(start(), 3)
    before = [game.dump(state) for state in batch.states]
    buffers = (bytes(batch.masks), bytes(batch.observations), bytes(batch.movers))
    legal = chosen(random.Random(1), batch)
    masked = next(action for action in range(batch.actions) if not masks(batch)[2][action])
    for wrong in (masked, -1, batch.actions, 1 << 70, -(1 << 70), batch.actions - 1):
        with pytest.raises(ValueError, match="match 2"):
            batch.step([*legal[:2], wrong])
    for other in (legal[:2], [*legal, legal[0]], []):
        with pytest.raises(ValueError, match="3 matches"):
            batch.step(other)
    with pytest.raises(TypeError):
        batch.step([*legal[:2], "7"])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        batch.step([*legal[:2], 1.5])  # type: ignore[list-item]
    assert [game.dump(state) for state in batch.states] == before
    assert (bytes(batch.masks), bytes(batch.observations), bytes(batch.movers)) == buffers
    batch.step(legal)
    assert list(batch.movers) == [1, 1, 1]


def test_what_cannot_be_begun_is_refused() -> None:
    over = cellwar(start(max_rounds=1))
    while over.player:
        over.apply(over.legal_actions()[0])
    for arguments in ((start(), 0), (start(), -3), (start(), 2, -1), (over, 2)):
        with pytest.raises(ValueError, match=r"batch|limit|over"):
            Batch(*arguments)


def test_old_buffers_stay_as_they_were() -> None:
    batch = Batch(start(), 4)
    old = masks(batch), observations(batch)
    kept = old[0].copy(), old[1].copy()
    rng = random.Random(2)
    for _ in range(50):
        batch.step(chosen(rng, batch))
    assert (old[0] == kept[0]).all()
    assert (old[1] == kept[1]).all()
    assert (masks(batch) != kept[0]).any()


def test_numpy_wraps_without_copying() -> None:
    batch = Batch(start(), 4)
    wrapped = masks(batch)
    assert np.shares_memory(wrapped, masks(batch))
    assert wrapped.flags.writeable is not compiled()


def test_the_start_stays_as_it_was() -> None:
    first = start(width=5, height=5)
    before = game.dump(first)
    batch = Batch(first, 4, 20)
    rng = random.Random(3)
    for _ in range(100):
        batch.step(chosen(rng, batch))
    assert game.dump(first) == game.dump(batch.start) == before


def test_one_state_tells_the_same() -> None:
    state = start(width=6, height=6)
    batch = Batch(state, 1)
    rng = random.Random(4)
    for _ in range(200):
        one = batch.states[0]
        assert bytes(one.mask()) == bytes(batch.masks)
        assert bytes(one.observation(one.player)) == bytes(batch.observations)
        batch.step(chosen(rng, batch))


def test_without_fog_everything_is_seen() -> None:
    line = "cellwar/1 5x5 1,1I:1,3/5/5/3,2F2:2,1/5 1 1 * 2 - - open"
    planes = array(position.read(line).observation(1)).reshape(12, 25)
    assert planes[8].all()
    assert planes[6].tolist().index(1) == 18
    assert not planes[10:].any()
