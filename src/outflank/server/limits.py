"""How much one address may ask for: only what makes new things is limited, never a move of a running match."""

from __future__ import annotations

from collections import OrderedDict

from outflank.contract import Refusal

ADDRESSES = 10_000
"""So many addresses are remembered; the longest unused is forgotten, and begins with a full bucket again."""


class Limits:
    """A bucket per address that holds ``per_minute`` and is filled again within a minute; 0: no limit."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, address: str, now: int) -> None:
        """One more from this address, at ``now`` milliseconds. Raises Refusal TooManyRequests with the wait."""
        if self.per_minute <= 0:
            return
        level, since = self._buckets.pop(address, (float(self.per_minute), now))
        level = min(self.per_minute, level + (now - since) * self.per_minute / 60_000)
        allowed = level >= 1
        self._buckets[address] = (level - 1 if allowed else level, now)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = max(1, round((1 - level) * 60 / self.per_minute))
            message = f"Too many new matches and seats from here: try again in {wait} s."
            raise Refusal("TooManyRequests", message, "too_many_requests", seconds=wait)
