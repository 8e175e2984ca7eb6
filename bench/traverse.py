"""Traversal in the table, beside bench/traversal.c, which is given the terrains that the project makes."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from bench.battle import MANY, python_loop, seeds
from bench.measure import Bar, Row, cpu, in_turn
from bench.reference import compile_here
from outflank.games.traversal.board import SQUARES
from outflank.games.traversal.planes import PLANES
from outflank.games.traversal.rules import ALL, Traversal
from outflank.games.traversal.start import Rules, heights, start
from outflank.search.batch import Batch
from outflank.search.playout import playouts

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).with_name("traversal.c")
SEED = 7
"""Of the terrain on which is measured."""
SLOW = 1700
"""Moves a second of the fastest run of the plain program that the rules were first written down with."""


class Config(ctypes.Structure):
    """The C struct of the same name."""

    _fields_ = (("height", ctypes.c_int * SQUARES),)


def config(seed: int) -> Config:
    return Config((ctypes.c_int * SQUARES)(*heights(seed)))


def state(seed: int) -> Traversal:
    """The same start."""
    return start(seed, Rules())


@cache
def build() -> ctypes.CDLL:
    """The reference, compiled once."""
    c = compile_here(SOURCE)
    c.reaches.restype = ctypes.c_int64
    return c


def c_playouts(seed_of_terrain: int, matches: int, limit: int, seed: int) -> tuple[int, int]:
    """How many actions were played, and the checksum over them and the winners."""
    result = (ctypes.c_uint64 * 2)()
    build().playouts(
        *(ctypes.byref(config(seed_of_terrain)), ctypes.c_int64(matches), ctypes.c_int64(limit)),
        *(ctypes.c_uint32(seed), ctypes.byref(result)),
    )
    return result[0], result[1]


def c_reaches(rounds: int) -> int:
    """How many legal actions there are, all found anew ``rounds`` times."""
    found: int = build().reaches(ctypes.byref(config(SEED)), ctypes.c_int64(rounds))
    return found


class CBatch:
    """Matches in lock-step, in C."""

    def __init__(self, seed_of_terrain: int, n: int, limit: int) -> None:
        self.n = n
        self.actions = (ctypes.c_int64 * n)()
        self.seed = 1
        self.space = state(seed_of_terrain).action_space()
        self.handle = build().batch_new(ctypes.byref(config(seed_of_terrain)), n, limit)

    def pick(self) -> list[int]:
        """A random legal action for every match, kept for ``step``."""
        self.seed = build().batch_pick(self.handle, ctypes.addressof(self.actions), self.seed)
        return list(self.actions)

    def step(self) -> None:
        if build().batch_step(self.handle, ctypes.addressof(self.actions)) != 0:
            raise AssertionError("the reference refused a legal action")

    def masks(self) -> memoryview:
        return self._bytes(build().batch_masks(self.handle), self.space)

    def observations(self) -> memoryview:
        return self._bytes(build().batch_observations(self.handle), SQUARES * PLANES)

    def _bytes(self, address: int, each: int) -> memoryview:
        """The C buffer itself, not a copy."""
        return memoryview((ctypes.c_uint8 * (self.n * each)).from_address(address))

    def free(self) -> None:
        build().batch_free(self.handle)


# ---- rows


def playout_row(row: Row, matches: int, rounds: int, *, python: bool = False) -> Row:
    first, rates = state(SEED), []
    for number, seed in enumerate(seeds(rounds)):
        ours: list[tuple[int, int]] = []
        theirs: list[tuple[int, int]] = []

        def run(seed: int = seed, ours: list[tuple[int, int]] = ours) -> None:
            ours.append((python_loop if python else playouts)(first, matches, MANY, seed))

        def run_c(seed: int = seed, theirs: list[tuple[int, int]] = theirs) -> None:
            theirs.append(c_playouts(SEED, matches, MANY, seed))

        a, b = in_turn(lambda run=run: cpu(run), lambda run=run_c: cpu(run), number)  # type: ignore[misc]
        assert ours == theirs, "the reference played other matches"
        rates.append((ours[0][0] / a, ours[0][0] / b))
    return row.fill(rates, seeds(rounds))


def reaches(match: Traversal, rounds: int) -> int:
    """The same by the rules: what every piece of the side to move reaches is taken for stale and found anew."""
    for _ in range(rounds):
        match.stale = ALL
        match.renew(0)
    return len(match.legal_actions())


def reach_row(row: Row, count: int, rounds: int) -> Row:
    """Pieces a second of which all is found where they can go, at the start."""
    first = state(SEED)
    assert reaches(first, 1) == c_reaches(1), "the reference finds other actions"
    rates = []
    for number in range(rounds):
        a, b = in_turn(lambda: cpu(lambda: reaches(first, count)), lambda: cpu(lambda: c_reaches(count)), number)
        rates.append((6 * count / a, 6 * count / b))
    return row.fill(rates, [])


def copy_row(row: Row, played: int, count: int, rounds: int) -> Row:
    """Microseconds a copy, of a match some way on."""
    rates = []
    for number, seed in enumerate(seeds(rounds)):
        match = state(SEED)
        playing = seed
        for _ in range(played):
            actions = match.legal_actions()
            if not actions:
                break
            playing = (playing * 1664525 + 1013904223) & 0xFFFFFFFF
            match.apply(actions[(playing >> 16) % len(actions)])

        def run(match: Traversal = match) -> None:
            for _ in range(count):
                match.copy()

        def run_c(seed: int = seed) -> None:
            where = ctypes.byref(config(SEED))
            build().copies(where, ctypes.c_int64(played), ctypes.c_uint32(seed), ctypes.c_int64(count))

        a, b = in_turn(lambda run=run: cpu(run), lambda run=run_c: cpu(run), number)  # type: ignore[misc]
        rates.append((a / count * 1e6, b / count * 1e6))
    return row.fill(rates, seeds(rounds))


def batch_row(row: Row, n: int, warm: int, steps: int, rounds: int) -> Row:
    """As for CellWar: warmed up, so that the matches are in all phases; only steps count, not choosing."""
    ours, theirs = Batch(state(SEED), n), CBatch(SEED, n, 0)
    rates = []
    a = b = 0.0
    for number in range(-warm, steps * rounds):
        actions = theirs.pick()
        times = in_turn(lambda actions=actions: cpu(lambda: ours.step(actions)), lambda: cpu(theirs.step), number)  # type: ignore[misc]
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


def rows(more: int) -> dict[str, Callable[[], Row]]:
    """Name -> how to measure it."""
    r = 15 * more
    thousand = "k actions/s"
    c, c_loop = "the same in C", "playouts in C"
    half = Bar("ratio", least=0.5)

    def named(name: str, unit: str, against: str, *bars: Bar) -> Row:
        return Row(f"Traversal {name}", unit, against, bars, time=unit == "us")

    return {
        "traversal-playouts": lambda: playout_row(
            named("playouts", "M actions/s", c, Bar("rate", least=150 * SLOW), half), 100, r
        ),
        "traversal-reach": lambda: reach_row(named("reach sets", "k sets/s", c, Bar("ratio", least=0.4)), 4000, r),
        "traversal-python": lambda: playout_row(
            named("loop in Python", thousand, c_loop, Bar("rate", least=300e3)), 40, r, python=True
        ),
        "traversal-copy": lambda: copy_row(
            named("copy", "us", "malloc, memcpy in C", Bar("rate", most=1.0)), 60, 20_000, r
        ),
        "traversal-batch": lambda: batch_row(
            named("batch of 256", "k steps/s", c, Bar("rate", least=300e3), half), 256, 200, 10, r
        ),
    }
