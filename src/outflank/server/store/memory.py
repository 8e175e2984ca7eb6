"""The store for tests and for playing without a trace: matches live as long as the server."""

from __future__ import annotations

from outflank.server.store.kept import Change, Conflict, Kept, StoreFailed, merge


class Memory:
    """Keeps matches in this process: the ``most`` that were last changed."""

    def __init__(self, most: int = 5_000) -> None:
        self._most = most
        self._kept: dict[str, Kept] = {}
        self._closed = False

    async def open(self) -> None:
        self._closed = False

    async def close(self) -> None:
        self._closed = True

    async def write(self, change: Change) -> None:
        self._check()
        kept = self._kept.get(change.match_id) or Kept([], {}, {}, {})
        if len(kept.events) != change.index:
            raise Conflict(f"match {change.match_id} has {len(kept.events)} events, not {change.index}")
        self._kept.pop(change.match_id, None)
        self._kept[change.match_id] = kept
        if len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
        kept.events.extend(change.events)
        kept.seats.update(change.seats)
        merge(kept.invitations, change.invitations)
        merge(kept.deadlines, change.deadlines)
        kept.rematch = change.rematch or kept.rematch

    async def read(self, match_id: str) -> Kept | None:
        self._check()
        kept = self._kept.get(match_id)
        if kept is None:
            return None
        lists = list(kept.events), dict(kept.seats), dict(kept.invitations), dict(kept.deadlines)
        return Kept(*lists, kept.rematch)

    async def deadlines(self) -> list[tuple[str, int, int]]:
        self._check()
        found = [(key, player, due) for key, kept in self._kept.items() for player, due in kept.deadlines.items()]
        return sorted(found, key=lambda each: (each[2], each[0], each[1]))

    async def invited(self, code: bytes) -> str | None:
        self._check()
        return next((key for key, kept in self._kept.items() if code in kept.invitations.values()), None)

    async def forget(self, match_id: str) -> None:
        self._check()
        self._kept.pop(match_id, None)

    def _check(self) -> None:
        if self._closed:
            raise StoreFailed("the store is closed")
