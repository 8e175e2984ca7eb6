"""How long the computer thinks about a turn, on each level of each game, on large boards and late in matches; and how
many nodes a second the searches see, beside the same uncompiled."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from statistics import median
from typing import TYPE_CHECKING

from bench.measure import Bar, Row, cpu
from bench.turns import SOURCES, late
from outflank import load, make, text
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
    from collections.abc import Callable
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
"""Options of the matches: every board that the page offers as it stands."""
GREATEST: dict[str, list[str]] = {"cellwar": [late(64, 0.5)]}
"""Positions on the greatest boards that may be chosen: CellWar's 64 by 64, with a unit on every second cell."""
LARGEST = {game: boards[-2:] for game, boards in BOARDS.items()}
"""The boards for the light budgets in plain Python, the slowest of those above."""
MATCHES = 5
"""So many matches a board, each from another seed, give the states whose turns are measured,"""
ROUNDS = 60
"""so many rounds long, as far as they last; the states are spread over the second half."""
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


@cache
def positions(game: str, board: str, count: int) -> list[str]:
    """So many states of ``told(options)``, as hex of ``dump``: of matches of two players of the weakest level, or the
    position of that name, so often."""
    rules, weakest = load(game), make(game, "easy")
    if board in GREATEST.get(game, ()):
        return [rules.dump(text(game).from_position(board)).hex()] * max(2, count // 5)
    options = read_options(rules, next(each for each in BOARDS[game] if told(each) == board))
    found: list[str] = []
    for seed in range(MATCHES):
        state = rules.start(options, seed)
        states: list[str] = []
        for number in range(ROUNDS * getattr(options, "player_count", 2)):
            if state.player == 0:
                break
            states.append(rules.dump(state).hex())
            play_turn(game, state, weakest, budget(game, "easy"), 1000 * seed + number)
        wanted = -(-count // MATCHES)
        late_ones = states[len(states) // 2 :]
        found += [late_ones[len(late_ones) * number // wanted] for number in range(wanted)]
    return found[:count]


def measured(game: str, states: list[str], level: str, kind: str = "full") -> list[float]:
    """Seconds of that level, with that budget, for the turn of each state."""
    rules, nodes = load(game), budget(game, level, kind)
    return [
        play_turn(game, rules.load(bytes.fromhex(state)), make(game, level), nodes, 1000 + number)
        for number, state in enumerate(states)
    ]


def level_row(row: Row, game: str, level: str, turns: int) -> Row:
    """See ``timed``."""
    boards = [*map(told, BOARDS[game]), *GREATEST.get(game, ())]
    return timed(row, {short(board): measured(game, positions(game, board, turns), level) for board in boards})


def light_row(row: Row, game: str, level: str, turns: int) -> Row:
    """The same in the sources as they are, uncompiled, with the light budget, on the largest boards."""
    program = (
        "import json, sys; from bench.levels import measured; game, level = sys.argv[1:]; "
        "print(json.dumps({board: measured(game, states, level, 'light') "
        "for board, states in json.load(sys.stdin).items()}))"
    )
    boards = [*map(told, LARGEST[game]), *GREATEST.get(game, ())]
    states = json.dumps({short(board): positions(game, board, turns) for board in boards})
    return timed(row, json.loads(uncompiled(program, game, level, given=states)))


def short(board: str) -> str:
    """A board's name in the figures: of a position its first two words."""
    return " ".join(board.split(" ")[:2]) + ", half full" if board.count("/") > 1 else board


def told(board: dict[str, Any]) -> str:
    """A board's name in the figures."""
    return ", ".join(f"{name} {value}" for name, value in board.items())


def uncompiled(program: str, *arguments: str, given: str = "") -> str:
    """What a program prints that runs with the rules as they are in the sources, and reads what is given."""
    env = {**os.environ, "PYTHONPATH": str(SOURCES)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(
        command, cwd=SOURCES.parent, env=env, input=given, capture_output=True, text=True, check=True
    ).stdout


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
                row, game, level, 40 * more
            )
        for level in ("hard", "expert") if isinstance(rules, Levelled) else ():
            soon = (Bar("reference", most=LIGHT),)
            row = Row(f"  + light, not compiled, {game} {level}", "s", "slowest; p95/median", soon, time=True)
            found[f"light-{game}-{level}"] = lambda row=row, game=game, level=level: light_row(  # type: ignore[misc]
                row, game, level, 10 * more
            )
    return found
