"""Where the events of matches are kept: what a store must do, and the one that keeps them in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.match import Event


class Store(Protocol):
    """Appends events, and reads them back. An append that returns is kept."""

    async def append(self, match_id: str, events: Sequence[Event]) -> None:
        """Keep these after those kept before; the first append of a match creates it."""

    async def read(self, match_id: str) -> list[Event]:
        """All events of a match, in order; empty when there is none."""

    async def forget(self, match_id: str) -> None:
        """Drop a match."""


class Memory:
    """Matches live as long as the server."""

    def __init__(self) -> None:
        self._events: dict[str, list[Event]] = {}

    async def append(self, match_id: str, events: Sequence[Event]) -> None:
        self._events.setdefault(match_id, []).extend(events)

    async def read(self, match_id: str) -> list[Event]:
        return list(self._events.get(match_id, ()))

    async def forget(self, match_id: str) -> None:
        self._events.pop(match_id, None)
