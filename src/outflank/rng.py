"""The one seeded generator that rules, imagination and bots may use; its state is a number."""

from __future__ import annotations

from outflank.native import i64


def times(a: i64, b: i64) -> i64:
    """The low 32 bits of a product of two 32-bit numbers, without leaving 64 bits on the way."""
    return (((((a >> 16) * b) & 0xFFFF) << 16) + (a & 0xFFFF) * b) & 0xFFFFFFFF


class Rng:
    """Mulberry32: 32 bits of state, the same numbers on every machine and in every browser."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = seed & 0xFFFFFFFF

    def next(self) -> i64:
        """A number in 0..2**32-1."""
        self.state = (self.state + 0x6D2B79F5) & 0xFFFFFFFF
        t = self.state
        t = times(t ^ (t >> 15), t | 1)
        t = (t ^ (t + times(t ^ (t >> 7), t | 61))) & 0xFFFFFFFF
        return t ^ (t >> 14)

    def below(self, n: i64) -> i64:
        """A number in 0..n-1, for n up to 2**31."""
        return (self.next() * n) >> 32
