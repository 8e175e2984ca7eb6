"""PixelsWars in the table, beside bench/pixelswars.c, which is given the project's own catalogue and maps."""

from __future__ import annotations

import ctypes
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from bench.measure import Bar, Row, cpu, in_turn
from bench.reference import compile_here
from outflank.games.pixelswars.catalog import GROUNDS, UNITS, multiplier
from outflank.games.pixelswars.maps import Layout, load, read
from outflank.games.pixelswars.rules import ALL, PixelsWars
from outflank.games.pixelswars.start import KIND_NUMBERS, start
from outflank.search.batch import Batch
from outflank.search.playout import playouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.state import State

SOURCE = Path(__file__).with_name("pixelswars.c")
FIELD = Path(__file__).with_name("field.json")
MOST_CELLS, MOST_KINDS, MOST_PLACED, GROUND_COUNT = 324, 16, 64, 9
ROUNDS = 75
"""The limit of a match, as between bots."""
MANY = 1 << 40
EARLIER = {"slowest": 29e3, "fastest": 75e3}
"""Actions a second in playouts by the earlier rules of PixelsWars, a program of its own under Node which is no part of
this project: the two ends of what was measured of it ("29-75 k/s") when the aims of this bench were set. Since it
cannot run here, the bars are figures."""
AHEAD = 8
"""So many times as fast as the earlier rules: the aim. Which boards its two figures belong to was not written down, so
the fastest is held against the small field, and the slowest against the largest map."""
ORDER = ("road", "grass", "forest", "mountain", "water", "city", "army_base", "hospital", "airport")
"""How the C program numbers the grounds."""


class Kind(ctypes.Structure):
    """The C struct of the same name, like all here."""

    _fields_ = (
        *((name, ctypes.c_int) for name in ("price", "hp", "movement", "attacks", "attack", "defence", "least")),
        *((name, ctypes.c_int) for name in ("most", "captures", "air", "built_at")),
        ("multiplier", ctypes.c_int * MOST_KINDS),
    )


class Catalogue(ctypes.Structure):
    _fields_ = (
        ("kinds", ctypes.c_int),
        ("worth", ctypes.c_int),
        ("kind", Kind * MOST_KINDS),
        ("cost", ctypes.c_int * GROUND_COUNT),
        ("defence", ctypes.c_int * GROUND_COUNT),
    )


class Placed(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int), ("player", ctypes.c_int), ("cell", ctypes.c_int))


class Config(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int) for name in ("width", "height", "units", "max_rounds")),
        ("funds", ctypes.c_int * 3),
        ("ground", ctypes.c_int * MOST_CELLS),
        ("placed", Placed * MOST_PLACED),
    )


@cache
def catalogue() -> Catalogue:
    made = Catalogue(kinds=len(UNITS), worth=99_000)  # every HP of the catalogue divides it
    for number, unit in enumerate(UNITS):
        assert 99_000 % unit.hp == 0, f"the reference cannot compare shares of {unit.hp} HP"
        ours = [multiplier(unit, other) for other in UNITS]
        made.kind[number] = Kind(
            *(unit.price, unit.hp, unit.movement, unit.attacks, unit.attack, unit.defence, unit.nearest),
            *(unit.farthest, int(unit.captures), int(unit.domain == "air"), ORDER.index(unit.built_at)),
            (ctypes.c_int * MOST_KINDS)(*ours),
        )
    for ground in GROUNDS:
        number = ORDER.index(ground.ground)
        made.cost[number] = ground.cost or 99
        made.defence[number] = ground.defence
    return made


def config(layout: Layout) -> Config:
    """The start of a match for the reference."""
    made = Config(width=layout.width, height=layout.height, units=len(layout.units), max_rounds=ROUNDS)
    made.funds[1], made.funds[2] = layout.funds
    letters = {ground.letter: ORDER.index(ground.ground) for ground in GROUNDS}
    for cell, letter in enumerate("".join(layout.grid)):
        made.ground[cell] = letters[letter]
    for number, (kind, player, x, y) in enumerate(layout.units):
        made.placed[number] = Placed(KIND_NUMBERS[kind], player, y * layout.width + x)
    return made


def state(layout: Layout) -> PixelsWars:
    """The same start."""
    return start(layout, ROUNDS)


@cache
def build() -> ctypes.CDLL:
    """The reference, compiled once."""
    c = compile_here(SOURCE)
    c.reaches.restype = ctypes.c_int64
    return c


def c_playouts(layout: Layout, matches: int, limit: int, seed: int) -> tuple[int, int]:
    """How many actions were played, and the checksum over them and the winners."""
    result = (ctypes.c_uint64 * 2)()
    build().playouts(
        *(ctypes.byref(catalogue()), ctypes.byref(config(layout)), ctypes.c_int64(matches), ctypes.c_int64(limit)),
        *(ctypes.c_uint32(seed), ctypes.byref(result)),
    )
    return result[0], result[1]


def c_reaches(layout: Layout, rounds: int) -> int:
    """How many legal actions there are, all searched anew ``rounds`` times."""
    where = (ctypes.byref(catalogue()), ctypes.byref(config(layout)))
    found: int = build().reaches(*where, ctypes.c_int64(rounds))
    return found


class CBatch:
    """Matches in lock-step, in C."""

    def __init__(self, layout: Layout, n: int, limit: int) -> None:
        self.n = n
        self.cells = layout.width * layout.height
        self.space = self.cells * (self.cells + len(UNITS)) + 1
        self.planes = 2 * len(UNITS) + len(GROUNDS) + 9
        self.actions = (ctypes.c_int64 * n)()
        self.seed = 1
        self.handle = build().batch_new(ctypes.byref(catalogue()), ctypes.byref(config(layout)), n, limit)

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
        return self._bytes(build().batch_observations(self.handle), self.cells * self.planes)

    def _bytes(self, address: int, each: int) -> memoryview:
        """The C buffer itself, not a copy."""
        return memoryview((ctypes.c_uint8 * (self.n * each)).from_address(address))

    def free(self) -> None:
        build().batch_free(self.handle)


# ---- rows


def seeds(rounds: int) -> list[int]:
    return [1 + number * 1_000_003 for number in range(rounds)]


def python_loop(first: State, matches: int, limit: int, seed: int) -> tuple[int, int]:
    """The same playouts written in ordinary Python, as a user would."""
    total = check = 0
    for _ in range(matches):
        match = first.copy()
        for _ in range(limit):
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


def playout_row(row: Row, layout: Layout, matches: int, limit: int, rounds: int, *, python: bool = False) -> Row:
    first, rates = state(layout), []
    for number, seed in enumerate(seeds(rounds)):
        ours: list[tuple[int, int]] = []
        theirs: list[tuple[int, int]] = []

        def run(seed: int = seed, ours: list[tuple[int, int]] = ours) -> None:
            ours.append((python_loop if python else playouts)(first, matches, limit, seed))

        def run_c(seed: int = seed, theirs: list[tuple[int, int]] = theirs) -> None:
            theirs.append(c_playouts(layout, matches, limit, seed))

        a, b = in_turn(lambda run=run: cpu(run), lambda run=run_c: cpu(run), number)  # type: ignore[misc]
        assert ours == theirs, "the reference played other matches"
        rates.append((ours[0][0] / a, ours[0][0] / b))
    return row.fill(rates, seeds(rounds))


def reaches(match: PixelsWars, rounds: int) -> int:
    """The same by the rules: every row of the player to move is taken for stale and written again."""
    for _ in range(rounds):
        match.stale = ALL
        match.renew()
    return len(match.legal_actions())


def reach_row(row: Row, layout: Layout, count: int, rounds: int) -> Row:
    """Sets of reachable cells and targets a second, at the start, where the ground is open."""
    first = state(layout)
    units = len(first.units(1))
    assert reaches(first, 1) == c_reaches(layout, 1), "the reference finds other actions"
    rates = []
    for number in range(rounds):
        a, b = in_turn(
            lambda: cpu(lambda: reaches(first, count)), lambda: cpu(lambda: c_reaches(layout, count)), number
        )
        rates.append((units * count / a, units * count / b))
    return row.fill(rates, [])


def copy_row(row: Row, layout: Layout, played: int, count: int, rounds: int) -> Row:
    """Microseconds a copy, of a match some way on."""
    rates = []
    for number, seed in enumerate(seeds(rounds)):
        match = state(layout)
        playing = seed
        for _ in range(played):
            actions = match.legal_actions()
            if not actions:
                break
            playing = (playing * 1664525 + 1013904223) & 0xFFFFFFFF
            match.apply(actions[(playing >> 16) % len(actions)])

        def run(match: PixelsWars = match) -> None:
            for _ in range(count):
                match.copy()

        def run_c(seed: int = seed) -> None:
            where = (ctypes.byref(catalogue()), ctypes.byref(config(layout)))
            build().copies(*where, ctypes.c_int64(played), ctypes.c_uint32(seed), ctypes.c_int64(count))

        a, b = in_turn(lambda run=run: cpu(run), lambda run=run_c: cpu(run), number)  # type: ignore[misc]
        rates.append((a / count * 1e6, b / count * 1e6))
    return row.fill(rates, seeds(rounds))


def batch_row(row: Row, layout: Layout, n: int, warm: int, steps: int, rounds: int) -> Row:
    """As for CellWar: warmed up, so that the matches are in all phases; only steps count, not choosing."""
    limit = 3000
    ours, theirs = Batch(state(layout), n, limit), CBatch(layout, n, limit)
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
    """Name -> how to measure it. Small: a field of 10x10 that no one tunes; large: the last map, 18x18."""
    r = 15 * more
    small = read(json.loads(FIELD.read_text(encoding="utf-8")))
    large = load(12)
    million, thousand, ratio = "M actions/s", "k actions/s", "ratio"
    c, c_loop = "the same in C", "playouts in C"
    half, less = Bar(ratio, least=0.5), Bar(ratio, least=0.4)
    small_ahead, large_ahead = (Bar("rate", least=AHEAD * EARLIER[which]) for which in ("fastest", "slowest"))

    def named(name: str, unit: str, against: str, *bars: Bar) -> Row:
        return Row(f"PixelsWars {name}", unit, against, bars, time=unit == "us")

    return {
        "battle-playouts-10": lambda: playout_row(
            named("playouts 10x10", million, c, Bar("rate", least=300e3), small_ahead, half), small, 40, MANY, r
        ),
        "battle-playouts-18": lambda: playout_row(
            named("playouts 18x18", million, c, large_ahead, less), large, 8, MANY, r
        ),
        "battle-reach-10": lambda: reach_row(named("reach sets 10x10", "k sets/s", c, less), small, 4000, r),
        "battle-reach-18": lambda: reach_row(named("reach sets 18x18", "k sets/s", c, less), large, 1000, r),
        "battle-python": lambda: playout_row(
            named("loop in Python", thousand, c_loop, Bar("rate", least=80e3)), small, 10, MANY, r, python=True
        ),
        "battle-copy": lambda: copy_row(
            named("copy 10x10", "us", "malloc, memcpy in C", Bar("rate", most=1.0)), small, 400, 20_000, r
        ),
        "battle-batch-10": lambda: batch_row(
            named("batch of 256, 10x10", "k steps/s", c, Bar("rate", least=100e3), half), small, 256, 600, 10, r
        ),
    }
