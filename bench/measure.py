"""Measuring: process CPU time, ours and the reference's in turn, and the medians of many rounds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Bar:
    """What is to be reached: of the figure itself, of the reference's, or of their ratio."""

    of: str  # "rate", "reference" or "ratio"
    least: float | None = None
    most: float | None = None

    def holds(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


@dataclass(slots=True)
class Row:
    """One line of the table. ``ratio`` is our speed to the reference's in the same round, the median of the rounds."""

    name: str
    unit: str
    reference: str
    bars: tuple[Bar, ...]
    time: bool = False  # the figures are times: less is better
    rate: float = 0.0
    reference_rate: float = 0.0
    ratio: float = 0.0
    rounds: int = 0
    seeds: list[int] = field(default_factory=list)
    boards: dict[str, list[float]] = field(default_factory=dict)  # median, 95th percentile and most of each, if told

    def fill(self, rates: list[tuple[float, float]], seeds: list[int]) -> Row:
        """From (ours, the reference's) of every round."""
        self.rate = median(ours for ours, _ in rates)
        self.reference_rate = median(theirs for _, theirs in rates)
        self.ratio = median(theirs / ours if self.time else ours / theirs for ours, theirs in rates)
        self.rounds, self.seeds = len(rates), seeds
        return self

    @property
    def passed(self) -> bool:
        figures = {"rate": self.rate, "reference": self.reference_rate, "ratio": self.ratio}
        return all(bar.holds(figures[bar.of]) for bar in self.bars)


def cpu(work: Callable[[], object]) -> float:
    """Seconds of this process's CPU that the work took."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def in_turn(first: Callable[[], float], second: Callable[[], float], number: int) -> tuple[float, float]:
    """Both measured, the other one first in every second round."""
    if number % 2:
        b = second()
        return first(), b
    a = first()
    return a, second()
