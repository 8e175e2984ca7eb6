"""What is computed in every Python and compared: playthroughs, playouts, counts and batches of every game."""

from __future__ import annotations

import json
import platform
import sys
from typing import TYPE_CHECKING, Any
from zlib import crc32

from outflank.bots import Turn, budget, make
from outflank.contract import Levelled
from outflank.games import BUILT_IN, load
from outflank.rng import Rng
from outflank.search.batch import Batch
from outflank.search.perft import perft_by_depth
from outflank.search.playout import playouts
from tests.playthroughs.play import PLAYS, RIVER, record

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.state import State

NODES = 4_000
"""Of a search, at most: what an interpreter in a browser can afford here."""
LATE = {"cellwar": 60, "pixelswars": 4, "traversal": 12}
"""So many turns into a match the levels are asked."""


def told() -> str:
    """As JSON, because that crosses from one Python to another."""
    return json.dumps({"python": [platform.machine(), sys.maxsize.bit_length() + 1], "computed": computed()})


def computed() -> dict[str, Any]:
    return {
        "playthroughs": {play.name: record(play) for play in PLAYS},
        "rng": [Rng(2**40 + 7).next(), Rng(-1).below(1000)],
        "cellwar": searched("cellwar", {"width": 7, "height": 7, "player_count": 3, "max_rounds": 40}, 7),
        "pixelswars": searched("pixelswars", {"layout": RIVER, "max_rounds": 20}, 2),
        "traversal": searched("traversal", {"seed": 7, "adjacency": 8}, 2),
        "levels": {name: turns(name) for name in BUILT_IN},
        "maps": [searched("pixelswars", {"map": number, "max_rounds": 3}, 1) for number in (1, 8, 12)],
    }


def turns(name: str) -> dict[str, list[Json]]:
    """What every level does in one turn in the middle of a match, with the light budget or a good part of it."""
    game = load(name)
    assert isinstance(game, Levelled)
    start = game.start(game.Options(), 3)
    for _ in range(LATE[name]):
        turn(name, "easy", start)
    return {level: turn(name, level, start.copy()) for level in game.LEVELS}


def turn(name: str, level: str, state: State) -> list[Json]:
    """A level's actions until it is somebody else's turn; they are done."""
    game, player, memory = load(name), state.player, dict[str, Any]()
    bot, nodes = make(name, level), min(NODES, budget(name, level, "light"))
    done: list[Json] = []
    while state.player == player:
        done.append(bot.choose(Turn(game.view(state, player), game.legal(state, player), 5, nodes, memory)))
        state.apply(game.decode(state, done[-1]))
    return done


def searched(name: str, options: dict[str, Any], depth: int) -> dict[str, Any]:
    """What search and learning make of a game."""
    game = load(name)
    start = game.start(game.Options(**options), 0)
    return {
        "playouts": list(playouts(start, 12, 100_000, 2024)),
        "perft": perft_by_depth(start, depth),
        "batch": batch(Batch(start, 5, 120), 400 if name == "cellwar" else 60),
        "judged": judged(start, 600 if name == "cellwar" else 150),
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
        told = [state.key(), [state.evaluate(player) for player in range(1, start.players + 1)], state.judge(actions)]
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
