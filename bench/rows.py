"""The rows of the table: what is measured, against what, and the bar it has to reach."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING
from zlib import crc32

from bench import battle, levels, load, reference, traverse
from bench.measure import Bar, Row, cpu, in_turn
from bench.turns import turn_row
from outflank.games.cellwar import rules
from outflank.games.cellwar.options import Options, cells
from outflank.games.cellwar.start import start
from outflank.search.batch import Batch
from outflank.search.playout import playouts

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable

ROUNDS = 300  # the limit of a match, as in training
MANY = 1 << 40  # no limit on the actions of one playout


def state(side: int, fog: bool) -> rules.CellWar:
    """The start of a match of two on a square board."""
    return start(side, side, _starts(side), ROUNDS, 0, 0, int(fog))


def config(side: int, fog: bool) -> reference.Config:
    """The same start for the reference."""
    return reference.config(side, side, _starts(side), ROUNDS, int(fog))


def _starts(side: int) -> list[int]:
    return cells(Options(width=side, height=side))


def seeds(rounds: int) -> list[int]:
    """One per round, far apart, so that every round plays other matches (few matches are learnt by heart by the
    branch predictor of a processor)."""
    return [1 + number * 1_000_003 for number in range(rounds)]


def playout_row(c: ctypes.CDLL, row: Row, side: int, fog: bool, matches: int, rounds: int) -> Row:
    first, how = state(side, fog), config(side, fog)
    rates = []
    for number, seed in enumerate(seeds(rounds)):
        ours: list[tuple[int, int]] = []
        theirs: list[reference.Playouts] = []

        def run(seed: int = seed, ours: list[tuple[int, int]] = ours) -> None:
            ours.append(playouts(first, matches, MANY, seed))

        def run_c(seed: int = seed, theirs: list[reference.Playouts] = theirs) -> None:
            theirs.append(reference.playouts(c, how, matches, MANY, seed))

        a, b = in_turn(lambda run=run: cpu(run), lambda run=run_c: cpu(run), number)  # type: ignore[misc]
        assert ours[0] == (theirs[0].played, theirs[0].check), "the reference played other matches"
        rates.append((ours[0][0] / a, ours[0][0] / b))
    return row.fill(rates, seeds(rounds))


def python_loop(first: rules.CellWar, matches: int, seed: int, observe: bool) -> tuple[int, int]:
    """The same playouts written in ordinary Python, as a user would."""
    total = check = 0
    for _ in range(matches):
        match = first.copy()
        while True:
            if observe and match.player:
                match.mask()
                match.observation(match.player)
            actions = match.legal_actions()
            if not actions:
                break
            seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
            action = actions[(seed >> 16) % len(actions)]
            check = (check * 31 + action) & 0xFFFFFFFF
            match.apply(action)
            total += 1
        check = (check * 31 + match.winner_of()) & 0xFFFFFFFF
    return total, check


def python_row(c: ctypes.CDLL, row: Row, observe: bool, matches: int, rounds: int) -> Row:
    first, how = state(10, observe), config(10, observe)
    rates = []
    for number, seed in enumerate(seeds(rounds)):
        played, check = python_loop(first, matches, seed, observe)
        theirs = reference.playouts(c, how, matches, MANY, seed)
        assert (played, check) == (theirs.played, theirs.check), "the reference played other matches"
        a, b = in_turn(
            lambda seed=seed: cpu(lambda: python_loop(first, matches, seed, observe)),  # type: ignore[misc]
            lambda seed=seed: cpu(lambda: reference.playouts(c, how, matches, MANY, seed)),  # type: ignore[misc]
            number,
        )
        rates.append((played / a, played / b))
    return row.fill(rates, seeds(rounds))


def copy_row(c: ctypes.CDLL, row: Row, played: int, count: int, rounds: int) -> Row:
    """Microseconds a copy, of a match some way on, with its fog."""
    how = config(10, True)
    rates = []
    for number, seed in enumerate(seeds(rounds)):
        match = state(10, True)
        playing = seed
        for _ in range(played):
            actions = match.legal_actions()
            if not actions:
                break
            playing = (playing * 1664525 + 1013904223) & 0xFFFFFFFF
            match.apply(actions[(playing >> 16) % len(actions)])

        def run(match: rules.CellWar = match) -> None:
            for _ in range(count):
                match.copy()

        a, b = in_turn(
            lambda run=run: cpu(run),  # type: ignore[misc]
            lambda seed=seed: cpu(lambda: c.copies(how, played, seed, count)),  # type: ignore[misc]
            number,
        )
        rates.append((a / count * 1e6, b / count * 1e6))
    return row.fill(rates, seeds(rounds))


def batch_row(c: ctypes.CDLL, row: Row, side: int, n: int, warm: int, steps: int, rounds: int) -> Row:
    """Batches are warmed up, so that their matches are in all phases; only steps count, not choosing."""
    limit = 3000
    ours, theirs = Batch(state(side, True), n, limit), reference.Batch(c, config(side, True), n, limit)
    theirs.seed = 1
    rates = []
    a = b = 0.0
    for number in range(-warm, steps * rounds):
        actions = theirs.pick()
        times = in_turn(lambda actions=actions: cpu(lambda: ours.step(actions)), lambda: cpu(theirs.step), number)  # type: ignore[misc]
        # Checksums and not copies: megabytes taken and given back here would make the next step fetch memory anew.
        assert crc32(ours.masks) == crc32(theirs.masks()), "the masks differ"
        assert crc32(ours.observations) == crc32(theirs.observations()), "the observations differ"
        if number < 0:
            continue
        a, b = a + times[0], b + times[1]
        if number % steps == steps - 1:
            rates.append((n * steps / a, n * steps / b))
            a = b = 0.0
    theirs.free()
    return row.fill(rates, [1])


IMPORT = """
import sys, time
begin = time.process_time()
from outflank.games import load, text
load("cellwar"), text("cellwar")
import outflank.search.batch, outflank.search.playout
print(time.process_time() - begin, "numpy" in sys.modules)
"""
NOTHING = "import time; print(time.process_time(), False)"


def import_row(row: Row, rounds: int) -> Row:
    """Seconds of CPU until the rules can be used, in a fresh interpreter, beside those it takes to start bare."""

    def seconds(program: str) -> float:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        spent, numpy = done.stdout.split()
        assert numpy == "False", "the core imports NumPy"
        return float(spent)

    seconds(IMPORT)  # writes the bytecode
    rates = [in_turn(lambda: seconds(IMPORT), lambda: seconds(NOTHING), number) for number in range(rounds)]
    return row.fill(rates, [])


C = "the same in C"
C_LOOP = "playouts in C"


def every(more: int) -> dict[str, Callable[[ctypes.CDLL], Row]]:
    """The rows of all games, and of the server. ``more`` multiplies the rounds."""

    def without(measure: Callable[[], Row]) -> Callable[[ctypes.CDLL], Row]:
        return lambda _: measure()

    games = battle.rows(more) | traverse.rows(more) | levels.rows(more)
    return rows(more) | {name: without(measure) for name, measure in games.items()} | load.rows()


def rows(more: int) -> dict[str, Callable[[ctypes.CDLL], Row]]:
    """Name -> how to measure it. ``more`` multiplies the rounds."""
    r = 15 * more
    ratio, million, thousand = "ratio", "M actions/s", "k steps/s"

    def named(name: str, unit: str, against: str, *bars: Bar) -> Row:
        return Row(name, unit, against, bars, time=unit in ("us", "s"))

    quick = Bar("rate", most=0.3)
    rest = "its views, legals, moves"
    half, less = Bar(ratio, least=0.5), Bar(ratio, least=0.4)
    return {
        "playouts-10": lambda c: playout_row(
            c, named("playouts 10x10", million, C, Bar("rate", least=2e6), half), 10, False, 300, r
        ),
        "playouts-10-fog": lambda c: playout_row(
            c, named("playouts 10x10, fog memory", million, C, Bar("rate", least=1e6), half), 10, True, 300, r
        ),
        "playouts-20": lambda c: playout_row(c, named("playouts 20x20", million, C, less), 20, False, 24, r),
        "playouts-20-fog": lambda c: playout_row(
            c, named("playouts 20x20, fog memory", million, C, less), 20, True, 24, r
        ),
        "python": lambda c: python_row(
            c, named("loop in Python 10x10", "k actions/s", C_LOOP, Bar("rate", least=300e3)), False, 40, r
        ),
        "python-observe": lambda c: python_row(
            c,
            named("  + observation, mask, fog", "k actions/s", C_LOOP, Bar("rate", least=100e3)),
            True,
            30,
            r,
        ),
        "copy": lambda c: copy_row(
            c, named("copy 10x10 with fog", "us", "malloc, memcpy in C", Bar("rate", most=1.0)), 400, 20_000, r
        ),
        "batch-10": lambda c: batch_row(
            c, named("batch of 1024, 10x10", thousand, C, Bar("rate", least=300e3), half), 10, 1024, 600, 10, r
        ),
        "batch-20": lambda c: batch_row(c, named("batch of 256, 20x20", thousand, C, less), 20, 256, 1500, 10, r),
        "import": lambda _: import_row(named("import of the core", "s", "bare interpreter", Bar("rate", most=0.10)), r),
        "turn-20": lambda _: turn_row(named("greedy turn, 20x20, 90", "s", rest, quick), 20, 0.45, True, r // 3),
        "turn-64": lambda _: turn_row(named("greedy turn, 64x64, 400", "s", rest, quick), 64, 0.2, True, r // 3),
        "turn-20-pure": lambda _: turn_row(named("  + not compiled, 20x20", "s", rest, quick), 20, 0.45, False, r // 3),
        "turn-64-pure": lambda _: turn_row(named("  + not compiled, 64x64", "s", rest, quick), 64, 0.2, False, r // 3),
    }
