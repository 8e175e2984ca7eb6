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
from outflank.games.pixelswars.maps import COUNT
from outflank.rng import Rng
from outflank.search.alphabeta import AlphaBeta
from outflank.search.evolution import Evolution
from outflank.search.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from outflank.bots import Bot
    from outflank.state import State

BOARDS: dict[str, list[dict[str, Any]]] = {
    "cellwar": [
        *({"width": side, "height": side} for side in (8, 10, 14, 20)),
        {"width": 20, "height": 20, "player_count": 8},
    ],
    "pixelswars": [{"map": number} for number in range(1, COUNT + 1)],
    "traversal": [{"seed": 7}, {"seed": 99, "adjacency": 8}],
}
"""Options of the matches: every board that is offered."""
LARGEST = {game: boards[-2:] for game, boards in BOARDS.items()}
EVERY = 4
"""Of so many turns of a match one is measured."""
SOON, EXPERT, LONGEST, LIGHT = 0.3, 1.5, 3.0, 5.0
"""Seconds: of any turn up to Hard; of Expert's, the median, and any; of any turn with the light budget, uncompiled."""


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


def measured(game: str, options: dict[str, Any], level: str, turns: int, kind: str = "full") -> Iterator[float]:
    """Seconds of that level, with that budget, on copies of states that two players of the weakest level come to."""
    rules = load(game)
    weakest = make(game, "easy")
    for seed in range(turns):
        state = rules.start(read_options(rules, options), seed)
        for number in range(turns * EVERY):
            if state.player == 0:
                break
            if number % EVERY == seed % EVERY:
                yield play_turn(game, state.copy(), make(game, level), budget(game, level, kind), 1000 * seed + number)
            play_turn(game, state, weakest, budget(game, "easy"), 1000 * seed + number)


def level_row(row: Row, game: str, level: str, turns: int) -> Row:
    """See ``timed``."""
    return timed(row, {told(board): list(islice(measured(game, board, level, turns), turns)) for board in BOARDS[game]})


def light_row(row: Row, game: str, level: str, turns: int) -> Row:
    """The same in the sources as they are, uncompiled, with the light budget, on the largest boards."""
    program = (
        "import json, sys; from itertools import islice; from bench.levels import LARGEST, measured, told; "
        "game, level, turns = sys.argv[1], sys.argv[2], int(sys.argv[3]); "
        "every = {told(o): list(islice(measured(game, o, level, turns, 'light'), turns)) for o in LARGEST[game]}; "
        "print(json.dumps(every))"
    )
    return timed(row, json.loads(uncompiled(program, game, level, str(turns))))


def told(board: dict[str, Any]) -> str:
    """A board's name in the figures."""
    return ", ".join(f"{name} {value}" for name, value in board.items())


def uncompiled(program: str, *arguments: str) -> str:
    """What a program prints that runs with the rules as they are in the sources."""
    env = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=SOURCES.parent, env=env, capture_output=True, text=True, check=True).stdout


def timed(row: Row, boards: dict[str, list[float]]) -> Row:
    """The figure is the median on the board where it is greatest, the reference the slowest turn on any board, the
    ratio that of the 95th percentile to the median on that first board; ``row.boards`` has all three of every board."""
    for board, seconds in boards.items():
        seconds.sort()
        row.boards[board] = [median(seconds), seconds[len(seconds) * 95 // 100], seconds[-1]]
    slowest = max(row.boards.values())
    row.rate, row.ratio = slowest[0], slowest[1] / max(slowest[0], 1e-9)
    row.reference_rate = max(longest for _, _, longest in row.boards.values())
    row.rounds = sum(map(len, boards.values()))
    return row


def nodes_a_second(game: str, nodes: int) -> float:
    """By a game's search, some moves into a match."""
    rules = load(game)
    state = rules.start(read_options(rules, BOARDS[game][0]), 0)
    rng = Rng(5)
    for _ in range(8):
        legal = state.legal_actions()
        state.apply(legal[rng.below(len(legal))])
    numbers = rules.LEVELS["expert"].numbers if isinstance(rules, Levelled) else {}
    if game == "pixelswars":
        evolution = Evolution(state, numbers, nodes, 1)
        return nodes / cpu(lambda: evolution.step(nodes))
    if game == "cellwar":
        worlds = Worlds([state.bare()], {**numbers, "trials": 0}, nodes, 1)
        return nodes / cpu(lambda: worlds.step(nodes))
    search = AlphaBeta(state, {}, 1)
    return nodes / cpu(lambda: search.run(nodes))


def nodes_row(row: Row, game: str, rounds: int) -> Row:
    """The reference is the same search as it is in the sources."""
    program = f"import json; from bench.levels import nodes_a_second as a; print(json.dumps(a('{game}', 10_000)))"
    rates = [(nodes_a_second(game, 200_000), float(json.loads(uncompiled(program)))) for _ in range(rounds)]
    return row.fill(rates, [5])


def rows(more: int) -> dict[str, Callable[[], Row]]:
    """Name -> how to measure it."""
    found: dict[str, Callable[[], Row]] = {
        "nodes-traversal": lambda: nodes_row(
            Row("Traversal alpha-beta", "k nodes/s", "uncompiled", (Bar("ratio", least=10),)), "traversal", 3 * more
        ),
        "nodes-cellwar": lambda: nodes_row(
            Row("CellWar worlds", "k nodes/s", "uncompiled", (Bar("ratio", least=10),)), "cellwar", 3 * more
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
        for level in ("hard", "expert") if isinstance(rules, Levelled) else ():
            soon = (Bar("reference", most=LIGHT),)
            row = Row(f"  + light, not compiled, {game} {level}", "s", "slowest; p95/median", soon, time=True)
            found[f"light-{game}-{level}"] = lambda row=row, game=game, level=level: light_row(  # type: ignore[misc]
                row, game, level, 6 * more
            )
    return found
