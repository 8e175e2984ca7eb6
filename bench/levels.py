"""How long the computer thinks about a turn, on each level of each game, on large boards and late in matches; and how
many nodes a second the searches see, beside the same uncompiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING

from bench.measure import Bar, Row, cpu
from bench.turns import SOURCES
from outflank import load, make
from outflank.bots import Turn, budget
from outflank.codec import read_options
from outflank.contract import Levelled
from outflank.games import BUILT_IN
from outflank.rng import Rng
from outflank.search.alphabeta import AlphaBeta
from outflank.search.evolution import Evolution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from outflank.bots import Bot
    from outflank.state import State

BOARDS: dict[str, list[dict[str, Any]]] = {
    "cellwar": [{"width": 10, "height": 10}, {"width": 20, "height": 20}],
    "pixelswars": [{"map": 3}, {"map": 11}, {"map": 12}],
    "traversal": [{"seed": 7}, {"seed": 99, "adjacency": 8}],
}
"""Options of the matches, the largest boards among them."""
EVERY = 4
"""Of so many turns of a match one is measured."""
SOON, EXPERT, LONGEST = 0.3, 1.5, 3.0
"""Seconds: of any turn up to Hard; of Expert's, the median, and any."""


def play_turn(game: str, state: State, bot: Bot, nodes: int, seed: int) -> float:
    """Play the turn of the player to move; seconds of CPU that the bot took."""
    rules = load(game)
    player, spent = state.player, 0.0
    memory: dict[str, Any] = {}
    while state.player == player:
        automatic = rules.automatic(state)
        if automatic is not None:
            state.apply(automatic)
            continue
        turn = Turn(rules.view(state, player), rules.legal(state, player), seed, nodes, memory)
        chosen: list[dict[str, Any]] = []
        spent += cpu(lambda turn=turn, chosen=chosen: chosen.append(bot.choose(turn)))  # type: ignore[misc]
        state.apply(rules.decode(state, chosen[0]))
    return spent


def measured(game: str, options: dict[str, Any], level: str, turns: int) -> Iterator[float]:
    """Seconds of that level, on copies of states that two players of the weakest level come to."""
    rules = load(game)
    weakest = make(game, "easy")
    for seed in range(turns):
        state = rules.start(read_options(rules, options), seed)
        for number in range(turns * EVERY):
            if state.player == 0:
                break
            if number % EVERY == seed % EVERY:
                yield play_turn(game, state.copy(), make(game, level), budget(game, level), 1000 * seed + number)
            play_turn(game, state, weakest, budget(game, "easy"), 1000 * seed + number)


def level_row(row: Row, game: str, level: str, turns: int) -> Row:
    """The figure is the median, the reference the slowest turn, the ratio that of the 95th percentile to the median."""
    seconds: list[float] = []
    for options in BOARDS[game]:
        seconds += islice(measured(game, options, level, turns), turns)
    seconds.sort()
    row.rate, row.reference_rate = median(seconds), seconds[-1]
    row.ratio = seconds[len(seconds) * 95 // 100] / max(row.rate, 1e-9)
    row.rounds = len(seconds)
    return row


def nodes_a_second(game: str, nodes: int) -> float:
    """By a game's search, some moves into a match."""
    rules = load(game)
    state = rules.start(read_options(rules, BOARDS[game][0]), 0)
    rng = Rng(5)
    for _ in range(8):
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    if game == "pixelswars" and isinstance(rules, Levelled):
        evolution = Evolution(state, rules.LEVELS["expert"].numbers, nodes, 1)
        return nodes / cpu(lambda: evolution.step(nodes))
    search = AlphaBeta(state, {}, 1)
    return nodes / cpu(lambda: search.run(nodes))


def nodes_row(row: Row, game: str, rounds: int) -> Row:
    """The reference is the same search as it is in the sources."""
    program = f"import json; from bench.levels import nodes_a_second as a; print(json.dumps(a('{game}', 10_000)))"
    env = {**os.environ, "PYTHONPATH": str(SOURCES)}
    rates = []
    for _ in range(rounds):
        told = subprocess.run(
            [sys.executable, "-c", program], cwd=SOURCES.parent, env=env, capture_output=True, text=True, check=True
        )
        rates.append((nodes_a_second(game, 200_000), float(json.loads(told.stdout))))
    return row.fill(rates, [5])


def rows(more: int) -> dict[str, Callable[[], Row]]:
    """Name -> how to measure it."""
    found: dict[str, Callable[[], Row]] = {
        "nodes-traversal": lambda: nodes_row(
            Row("Traversal alpha-beta", "k nodes/s", "uncompiled", (Bar("ratio", least=10),)), "traversal", 3 * more
        ),
        "nodes-pixelswars": lambda: nodes_row(
            Row("PixelsWars evolution", "k nodes/s", "uncompiled", (Bar("ratio", least=10),)), "pixelswars", 3 * more
        ),
    }
    for game in BUILT_IN:
        rules = load(game)
        for level in rules.LEVELS if isinstance(rules, Levelled) else ():
            bars = (Bar("rate", most=EXPERT), Bar("reference", most=LONGEST))
            row = Row(f"{game} {level}", "s", "slowest; p95/median", bars if level == "expert" else (), time=True)
            if level != "expert":
                row.bars = (Bar("reference", most=SOON),)
            found[f"level-{game}-{level}"] = lambda row=row, game=game, level=level: level_row(  # type: ignore[misc]
                row, game, level, 10 * more
            )
    return found
