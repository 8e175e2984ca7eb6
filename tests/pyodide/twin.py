"""What is computed in every Python and compared: playthroughs, playouts, counts and batches of CellWar."""

from __future__ import annotations

import json
import platform
import sys
from typing import TYPE_CHECKING, Any
from zlib import crc32

from outflank.games import load
from outflank.rng import Rng
from outflank.search.batch import Batch
from outflank.search.perft import perft_by_depth
from outflank.search.playout import playouts
from tests.playthroughs.play import PLAYS, record

if TYPE_CHECKING:
    from outflank.state import State


def told() -> str:
    """As JSON, because that crosses from one Python to another."""
    return json.dumps({"python": [platform.machine(), sys.maxsize.bit_length() + 1], "computed": computed()})


def computed() -> dict[str, Any]:
    game = load("cellwar")
    start = game.start(game.Options(width=7, height=7, player_count=3, max_rounds=40), 0)
    return {
        "playthroughs": {play.name: record(play) for play in PLAYS},
        "playouts": list(playouts(start, 12, 100_000, 2024)),
        "perft": perft_by_depth(start, 7),
        "batch": batch(Batch(start, 5, 120), 400),
        "judged": judged(start, 600),
        "rng": [Rng(2**40 + 7).next(), Rng(-1).below(1000)],
    }


def judged(start: State, steps: int) -> int:
    """A checksum of all that search asks of the states of a random match: keys, values, judgements."""
    rng = Rng(4)
    state = start.copy()
    check = 0
    for _ in range(steps):
        actions = state.legal_actions()
        if not actions:
            break
        told = [state.key(), [state.evaluate(player) for player in (1, 2, 3)], state.judge(actions)]
        check = crc32(json.dumps(told).encode(), check)
        stays = [action for action in actions if action % 9 == 0]
        choice = stays if stays and rng.below(2) else actions
        state.apply(choice[rng.below(len(choice))])
    return check


def batch(matches: Batch, steps: int) -> int:
    """A checksum of all masks, observations and results."""
    rng = Rng(9)
    check = 0
    for _ in range(steps):
        masks = bytes(matches.masks)
        actions = []
        for i in range(matches.n):
            legal = [each for each in range(matches.actions) if masks[i * matches.actions + each]]
            actions.append(legal[rng.below(len(legal))])
        matches.step(actions)
        for buffer in (matches.masks, matches.observations, matches.players, matches.done, matches.winners):
            check = crc32(bytes(buffer), check)
    return check
