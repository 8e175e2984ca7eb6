"""How long the greedy player thinks about a whole turn of a great army, beside what else such a turn costs."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bench.measure import cpu
from outflank import load, make, text
from outflank.bots import BUDGETS, Turn

if TYPE_CHECKING:
    from typing import Any

    from bench.measure import Row

SOURCES = Path(__file__).resolve().parent.parent / "src"


def late(size: int, filled: float) -> str:
    """A board late in a match, as a position: this share of its cells holds units, half of them the first player's."""
    rng = random.Random(5)
    weights = [1 - filled, filled * 0.55, filled * 0.18, filled * 0.12, filled * 0.15]
    rows = []
    for _ in range(size):
        row = []
        for x in range(size):
            player = 1 if (x < size // 2) != (rng.random() < 0.06) else 2
            kind = rng.choices(["", "I", "F1", "F2", "A"], weights)[0]
            row.append(f"{player}{kind}" if kind else "1")
        rows.append(",".join(row))
    return f"cellwar/1 {size}x{size} {'/'.join(rows)} 1 90"


def turn(size: int, filled: float) -> tuple[float, float]:
    """Seconds of CPU: the thinking of one turn, and its views, legal actions and moves."""
    game, bot = load("cellwar"), make("cellwar", "greedy")
    state = text("cellwar").from_position(late(size, filled))
    memory: dict[str, Any] = {}
    thought = rest = 0.0
    while state.player == 1:
        given: list[Turn] = []
        chosen: list[dict[str, Any]] = []

        def give(given: list[Turn] = given) -> None:
            given.append(Turn(game.view(state, 1), game.legal(state, 1), 7, BUDGETS["greedy"], memory))

        def choose(given: list[Turn] = given, chosen: list[dict[str, Any]] = chosen) -> None:
            chosen.append(bot.choose(given[0]))

        def move(chosen: list[dict[str, Any]] = chosen) -> None:
            state.apply(game.decode(state, chosen[0]))

        rest += cpu(give)
        thought += cpu(choose)
        rest += cpu(move)
    return thought, rest


def uncompiled(size: int, filled: float) -> tuple[float, float]:
    """The same by the rules as they are in the sources."""
    program = f"import json; from bench.turns import turn; print(json.dumps(turn({size}, {filled})))"
    env = {**os.environ, "PYTHONPATH": str(SOURCES)}
    told = subprocess.run(
        [sys.executable, "-c", program], cwd=SOURCES.parent, env=env, capture_output=True, text=True, check=True
    )
    thought, rest = json.loads(told.stdout)
    return thought, rest


def turn_row(row: Row, size: int, filled: float, compiled: bool, rounds: int) -> Row:
    measure = turn if compiled else uncompiled
    return row.fill([measure(size, filled) for _ in range(rounds)], [5])
