"""What is hidden from a player changes no byte of what the game's functions tell that player, or anybody watching.

The host's side of the same promise, messages and their order, is in tests/conformance/test_hidden.py.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from outflank.contract import IllegalAction, Json
from outflank.games import text
from outflank.games.cellwar import game
from outflank.games.cellwar.view import STEPS
from outflank.rng import Rng
from tests.conformance.pairs import CHANGES, Eyes, applied, played
from tests.conftest import FULL

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.games.cellwar.rules import CellWar

PAIRS = 600 if FULL else 40
words = text("cellwar")


def refusals(state: CellWar, player: int, given: list[Json]) -> list[Any]:
    """How each of these inputs is answered when it is the player's turn."""
    answers: list[Any] = []
    if state.player != player:
        return answers
    for action in given:
        try:
            answers.append(game.encode(state, game.decode(state, action)))
        except IllegalAction as refusal:
            answers.append([refusal.code, refusal.detail, refusal.message, refusal.values])
    return answers


def told(state: CellWar, player: int) -> bytes:
    """Everything the game's functions say to a player, and to a spectator."""
    view = game.view(state, player)
    inputs: list[Json] = [{"end_turn": True}]
    inputs += [{"unit_id": unit, "dx": dx, "dy": dy} for unit in range(1, 25) for dx, dy in STEPS]
    legal = game.legal(state, player)
    drafted = [legal[0]] if legal and "end_turn" not in legal[0] else []
    return json.dumps(
        [
            view,
            legal,
            words.text(view),
            words.grid(view),
            game.advice(view),
            game.advice(view, drafted),
            words.position(game.imagine(view, Rng(1))),
            refusals(state, player, inputs),
            game.view(state, None),
            words.text(game.view(state, None)),
        ]
    ).encode()


def opened(state: CellWar, player: int) -> Eyes:
    """Eyes that see this state, with what the running turn left behind."""
    eyes = Eyes(player)
    if state.current == player:
        eyes.trail = {int(state.fog.trail[i]) for i in range(state.fog.trail_count)}
        eyes.turn = (state.current, state.round)
    eyes.visible(state)
    return eyes


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("private", [False, True], ids=["global ids", "private ids"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_hidden_difference_is_not_told(change: str, private: bool, figures: Callable[..., None]) -> None:
    rng = random.Random(f"{change} {private}")
    counted: Counter[str] = Counter()
    while counted["pairs"] < PAIRS:
        players = rng.choice([2, 2, 3])
        state = played(rng, players, rng.choice([6, 7]), rng.randint(20, 160), private=private)
        if state is None:
            continue
        player = rng.randint(1, players)
        if not state.units[player]:
            continue
        eyes = opened(state, player)
        twin = CHANGES[change](rng, state, eyes)
        if twin is None:
            continue
        assert told(twin, player) == told(state, player)
        counted["pairs"] += 1
        # Both are played on by the same actions, for as long as the player learns nothing by them, or learns the same.
        twin_eyes = eyes.copy()
        for _ in range(12):
            if not state.player or not twin.player:
                break
            both = sorted(set(state.legal_actions()) & set(twin.legal_actions()))
            if state.player != twin.player or not both:
                break
            action = rng.choice(both)
            after, twin_after = applied(state, action), applied(twin, action)
            learnt, hidden = eyes.step(state, after)
            twin_learnt, twin_hidden = twin_eyes.step(twin, twin_after)
            if learnt != twin_learnt:
                break
            one = game.effects(state, action, after, player)
            other = game.effects(twin, action, twin_after, player)
            if hidden and twin_hidden:
                assert one == other == []
                assert game.effects(state, action, after, None) == []
                counted["unseen actions"] += 1
            state, twin = after, twin_after
            assert told(twin, player) == told(state, player)
            counted["steps"] += 1
    assert counted["steps"] > PAIRS
    figures(**counted)
