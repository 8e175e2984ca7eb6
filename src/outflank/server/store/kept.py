"""What a store keeps of a match, how it is changed, and what every store must do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from msgspec import Struct, field

from outflank.match import Event


class Change(Struct, frozen=True):
    """One step of a match, kept whole or not at all.

    ``index``: how many events the match had before; the first change of a match has 0 and brings Started. The
    other fields map a player to something new: the digest of the seat's token, the digest of the code that an
    invitation holds (None: it was used), and when the player counts as lost, in milliseconds (None: they are back).
    ``rematch``: who has asked the others to which other match.
    """

    match_id: str
    index: int
    events: tuple[Event, ...] = ()
    seats: dict[int, bytes] = field(default_factory=dict)
    invitations: dict[int, bytes | None] = field(default_factory=dict)
    deadlines: dict[int, int | None] = field(default_factory=dict)
    rematch: tuple[int, str] | None = None


class Kept(Struct):
    """All that is kept of one match."""

    events: list[Event]
    seats: dict[int, bytes]
    invitations: dict[int, bytes]
    deadlines: dict[int, int]
    rematch: tuple[int, str] | None = None


T = TypeVar("T")


def merge(kept: dict[int, T], change: Mapping[int, T | None]) -> None:
    """Have what a change maps players to; None takes it away."""
    for player, value in change.items():
        if value is None:
            kept.pop(player, None)
        else:
            kept[player] = value


class Conflict(RuntimeError):
    """The match has other events than the change was made on; nothing of it was kept."""


class StoreFailed(RuntimeError):
    """The store cannot keep or read anything now (a full disk, say). ``detail`` and ``values``: as in a Refusal."""

    def __init__(self, message: str, detail: str = "store_failed", **values: int | str) -> None:
        super().__init__(message)
        self.detail = detail
        self.values = values


class Store(Protocol):
    """Keeps matches. ``write`` returns when the change is safe: nobody may be told of it before."""

    async def open(self) -> None:
        """Get ready. Raises StoreFailed."""

    async def close(self) -> None:
        """Finish what was begun; every later call raises StoreFailed."""

    async def write(self, change: Change) -> None:
        """Keep this. Raises Conflict or StoreFailed."""

    async def read(self, match_id: str) -> Kept | None:
        """A match, or None. Raises StoreFailed."""

    async def deadlines(self) -> list[tuple[str, int, int]]:
        """(match, player, milliseconds) of every deadline, the earliest first. Raises StoreFailed."""

    async def invited(self, code: bytes) -> str | None:
        """The match with an invitation of this digest, or None. Raises StoreFailed."""

    async def forget(self, match_id: str) -> None:
        """Drop a match, if there is such a one. Raises StoreFailed."""
