"""Strength in numbers: scores with intervals, Elo, Bradley-Terry ratings, and the sequential test.

What is counted is the set: the games of one opening, each bot once in each seat. Its games share board, opening and
chance, so they are no independent trials; the sets are. All intervals are of 95 %.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Z = 1.959963984540054
"""Standard errors on each side of a 95 % interval."""
LEAST = 0.25
"""The variance of sets is never taken for less than this part of what independent games without draws would have:
a handful of sets that came out alike prove little."""
PRIOR = 0.5
"""Drawn games that are added to each pairing, so that who wins everything has a finite rating."""
FAINT = 1e-3
"""Sets that are added to each outcome that was never seen, for the sequential test."""
SCALE = 400 / math.log(10)
FAR = 800.0
"""Elo beyond which nothing is told."""


def elo(share: float) -> float:
    """The Elo difference at which this share of the points is expected; infinite at 0 and 1."""
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return SCALE * math.log(share / (1 - share))


def expected(difference: float) -> float:
    """The share of the points that this Elo difference promises."""
    return 1 / (1 + 10 ** (-difference / 400))


def wilson(points: float, games: float) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson; ``points`` may hold halves, and ``games`` be an effective number."""
    if games <= 0:
        return 0.0, 1.0
    share, extra = points / games, Z * Z / games
    middle = (share + extra / 2) / (1 + extra)
    reach = Z * math.sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class Score:
    """What one bot made against another. ``low``, ``high``: the interval of ``share``; ``superior``: how likely it is
    the stronger one. ``sets``: how many sets gave it how many points, like {0.0: 3, 0.5: 1, ...}."""

    games: int
    points: float
    wins: int
    draws: int
    losses: int
    share: float
    low: float
    high: float
    superior: float
    sets: dict[float, int]


def score(sets: Sequence[Sequence[float]]) -> Score:
    """``sets``: the points of each game (1, 0.5 or 0), set by set."""
    every = [point for each in sets for point in each]
    games, points = len(every), sum(every)
    counted = dict(sorted(Counter(float(sum(each)) for each in sets).items()))
    if not games:
        return Score(0, 0.0, 0, 0, 0, 0.5, 0.0, 1.0, 0.5, counted)
    share = points / games
    plain = share * (1 - share)
    design = 1.0  # how much more a mean of these games varies than one of independent games
    if plain and len(sets) > 1:
        spread = sum((sum(each) - len(each) * share) ** 2 for each in sets) * len(sets) / (len(sets) - 1)
        design = max(LEAST, spread / (games * plain)) if spread else 1.0
    low, high = wilson(share * games / design, games / design)
    return Score(
        games,
        points,
        every.count(1),
        every.count(0.5),
        every.count(0),
        share,
        low,
        high,
        superior(share, plain * design / games, games),
        counted,
    )


def superior(share: float, variance: float, games: int) -> float:
    """How likely it is that the bot with this share is the stronger one."""
    if not variance:  # it has won, or lost, all of them
        variance = 1 / (4 * games)
    return (1 + math.erf((share - 0.5) / math.sqrt(2 * variance))) / 2


# ---- many bots at once

Duel = tuple[int, int, float]
"""Two bots by number, and the points of the first."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An Elo figure and its 95 % interval; the mean of all bots is 0."""

    elo: float
    low: float
    high: float


def ratings(bots: int, sets: Sequence[Sequence[Duel]], prior: float = PRIOR) -> list[Rating]:
    """Bradley-Terry ratings by greatest likelihood, a draw being half a win for both; intervals from the sets."""
    weights: Counter[tuple[int, int]] = Counter()
    for each in sets:
        weights.update((min(a, b), max(a, b)) for a, b, _ in each)
    added = [(a, b, 0.5, prior) for a, b in sorted(weights)]
    duels = [(a, b, point, 1.0) for each in sets for a, b, point in each] + added
    strength = [0.0] * bots
    for _ in range(100):
        pull = [0.0] * bots
        for a, b, point, weight in duels:
            wrong = weight * (point - _win(strength[a] - strength[b]))
            pull[a] += wrong
            pull[b] -= wrong
        inverse = _inverse(_information(strength, duels))
        step = [sum(x * y for x, y in zip(row, pull, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        strength = [
            value + change * min(1.0, 1 / max(longest, 1e-12)) for value, change in zip(strength, step, strict=True)
        ]
        if longest < 1e-10:
            break
    mean = sum(strength) / max(1, bots)
    errors = _errors(strength, sets, _inverse(_information(strength, duels)))
    told = []
    for value, error in zip(strength, errors, strict=True):
        told.append(Rating(*(SCALE * (value - mean + reach * error) for reach in (0.0, -Z, Z))))
    return told


def _win(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _information(strength: Sequence[float], duels: Iterable[tuple[int, int, float, float]]) -> list[list[float]]:
    """How sharply the likelihood bends; the same in every row is added, which fixes the mean."""
    size = len(strength)
    told = [[1.0 / size] * size for _ in strength]
    for a, b, _, weight in duels:
        win = _win(strength[a] - strength[b])
        bend = weight * win * (1 - win)
        told[a][a] += bend
        told[b][b] += bend
        told[a][b] -= bend
        told[b][a] -= bend
    return told


def _errors(strength: Sequence[float], sets: Sequence[Sequence[Duel]], inverse: list[list[float]]) -> list[float]:
    """The standard error of each strength: what the sets' pulls say, but no less than LEAST of what games would."""
    size = len(strength)
    seen = [0.0] * size
    for each in sets:
        pull = [0.0] * size
        for a, b, point in each:
            wrong = point - _win(strength[a] - strength[b])
            pull[a] += wrong
            pull[b] -= wrong
        for i, row in enumerate(inverse):
            seen[i] += sum(x * y for x, y in zip(row, pull, strict=True)) ** 2
    games = [inverse[i][i] - 1.0 / size for i in range(size)]  # without what fixes the mean
    return [math.sqrt(max(LEAST * plain, found, 0.0)) for plain, found in zip(games, seen, strict=True)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By Gauss and Jordan; the matrices here are small and positive."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda i: abs(rows[i][column]))
        rows[column], rows[best] = rows[best], rows[column]
        head = rows[column][column] or 1e-12  # a bot that nobody has met
        rows[column] = [value / head for value in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


# ---- the sequential test


@dataclass(frozen=True, slots=True)
class Sprt:
    """Wald's test of two answers, Elo ``elo0`` or ``elo1``, with the risk ``alpha`` of taking the second one wrongly
    and ``beta`` of taking the first one wrongly."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, sets: dict[float, int], games: int = 2) -> float:
        """The logarithm of the likelihood ratio after these sets of ``games`` games: {points: how many sets}."""
        seen = {points / games: float(sets.get(points, 0)) for points in (half / 2 for half in range(2 * games + 1))}
        total = sum(seen.values())
        if not total:
            return 0.0
        chances = {value: max(count, FAINT) / total for value, count in seen.items()}
        whole = sum(chances.values())
        chances = {value: chance / whole for value, chance in chances.items()}
        one, other = (_tilted(chances, expected(each)) for each in (self.elo0, self.elo1))
        return total * sum(chances[value] * math.log(other[value] / one[value]) for value in chances)

    def verdict(self, ratio: float) -> str:
        """``elo1`` or ``elo0`` when the test has ended, else nothing."""
        low, high = self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else ""


def _tilted(chances: dict[float, float], mean: float) -> dict[float, float]:
    """The most likely chances that have this mean."""
    low = -1 / (max(chances) - mean)
    high = 1 / (mean - min(chances))
    for _ in range(100):
        middle = (low + high) / 2
        wrong = sum(chance * (value - mean) / (1 + middle * (value - mean)) for value, chance in chances.items())
        low, high = (middle, high) if wrong > 0 else (low, middle)
    return {value: chance / (1 + middle * (value - mean)) for value, chance in chances.items()}
