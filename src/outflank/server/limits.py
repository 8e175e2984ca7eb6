"""How much one address or connection may ask for; never a move of a running match is refused for it."""

from __future__ import annotations

from collections import Counter, OrderedDict
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING

from outflank.contract import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

ADDRESSES = 10_000
"""So many addresses are remembered; the longest unused is forgotten, and begins with a full bucket again."""

PREVIEWS = 4
"""So many previews of a first board are allowed for each new match: a set-up asks for one after every change."""

MESSAGES = 200
"""So many messages that are no moves a connection may send at once, and"""
MESSAGES_PER_SECOND = 20
"""so many a second for ever."""
HINT = 10
"""For so many of them a hint counts, which takes long to find."""
STRANGERS = 1_024
"""So many connections may be open that have not said hello, and"""
STRANGERS_EACH = 128
"""so many of them from one address."""


class Limits:
    """A bucket per address that holds ``per_minute`` and is filled again within a minute; 0: no limit. ``detail`` and
    ``things``: of what, in the refusal."""

    def __init__(
        self, per_minute: int, detail: str = "too_many_requests", things: str = "new matches and seats"
    ) -> None:
        self.per_minute = per_minute
        self._detail = detail
        self._things = things
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
            message = f"Too many {self._things} from here: try again in {wait} s."
            raise Refusal("TooManyRequests", message, self._detail, seconds=wait)


class Allowance:
    """How many messages that are no moves a connection may still send."""

    __slots__ = ("_left", "_since")

    def __init__(self, now: int) -> None:
        self._left: float = MESSAGES
        self._since = now

    def take(self, now: int, weight: int = 1) -> int:
        """One more that counts for so many, at ``now`` milliseconds: 0, or the seconds until it may be sent."""
        self._left = min(MESSAGES, self._left + max(0, now - self._since) * MESSAGES_PER_SECOND / 1000)
        self._since = now
        if self._left < weight:
            return ceil((weight - self._left) / MESSAGES_PER_SECOND)
        self._left -= weight
        return 0


class Strangers:
    """The connections that have not said who they are: few enough that they cannot use up the server."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """One that is about to say hello. Raises Refusal TooManyRequests with the wait."""
        if self._open[address] >= STRANGERS_EACH or self._open.total() >= STRANGERS:
            message = "Too many connections wait here: try again in 10 s."
            raise Refusal("TooManyRequests", message, "too_many_connections", seconds=10)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    @property
    def count(self) -> int:
        """How many there are."""
        return self._open.total()
