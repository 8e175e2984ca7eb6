"""What is chosen before a PixelsWars match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from outflank.contract import BadOptions
from outflank.games.pixelswars.maps import Layout, load, read

ROUNDS = 100_000


@dataclass(frozen=True, slots=True)
class Options:
    """``map``: one of the battlefields that come with the game. ``layout``: a whole map as in a map file, instead of
    one of those."""

    map: int = 1
    max_rounds: int | None = None
    layout: dict[str, Any] | None = None


def chosen(options: Options) -> Layout:
    """The battlefield. Raises BadOptions."""
    if options.layout is None:
        return load(options.map)
    return read(cast(object, {**options.layout, "id": 0}))


def check(options: Options) -> None:
    """Raise BadOptions when a match cannot start with these."""
    limit = options.max_rounds
    if limit is not None and not (_whole(limit) and 1 <= limit <= ROUNDS):
        message = f"max_rounds must be a whole number from 1 to {ROUNDS}, or none."
        raise BadOptions("BadOptions", message, "bad_max_rounds", least=1, most=ROUNDS)
    chosen(options)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
