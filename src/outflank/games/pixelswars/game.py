"""PixelsWars as a host sees it: the functions of the contract, each from the file that is about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.contract import BadPosition, Outcome
from outflank.games.pixelswars import position
from outflank.games.pixelswars.advice import advice
from outflank.games.pixelswars.decode import decode, encode, legal
from outflank.games.pixelswars.effects import effects
from outflank.games.pixelswars.imagine import imagine
from outflank.games.pixelswars.levels import LEVELS
from outflank.games.pixelswars.options import Options, check, chosen
from outflank.games.pixelswars.start import start as begin
from outflank.games.pixelswars.tables import tables
from outflank.games.pixelswars.view import REASONS, pixelswars, reveal, view

if TYPE_CHECKING:
    from outflank.state import State

__all__ = [
    "END_TURN",
    "HIDDEN",
    "ID",
    "LEVELS",
    "OPENING",
    "ROLLBACK",
    "VERSION",
    "Options",
    "advice",
    "automatic",
    "check",
    "decode",
    "dump",
    "effects",
    "encode",
    "imagine",
    "leave",
    "legal",
    "load",
    "outcome",
    "reveal",
    "start",
    "tables",
    "view",
]

ID = "pixelswars"
VERSION = 1
HIDDEN = False
ROLLBACK = False
END_TURN = True
OPENING = 3


def start(options: Options, seed: int) -> State:
    """A battlefield with its armies; chance has no part in it. Raises BadOptions."""
    check(options)
    return begin(chosen(options), options.max_rounds or 0)


def automatic(state: State) -> int | None:
    """Nothing: turns end by choice."""
    return None


def leave(state: State, player: int) -> None:
    """The player gives up; the other one wins."""
    pixelswars(state).leave(player)


def outcome(state: State) -> Outcome | None:
    """The winner's return is 1, the other's -1."""
    whole = pixelswars(state)
    if whole.player:
        return None
    returns = (1.0, -1.0) if whole.winner == 1 else (-1.0, 1.0)
    return Outcome(returns, whole.winner, REASONS[whole.reason])


def dump(state: State) -> bytes:
    """The state as its position line."""
    return position.write(pixelswars(state)).encode()


def load(data: bytes) -> State:
    """The state that ``dump`` wrote. Raises BadPosition."""
    try:
        return position.read(data.decode("ascii"))
    except UnicodeDecodeError:
        message = "This is no PixelsWars position: it is not plain text."
        raise BadPosition("BadPosition", message, "position_field", field="line") from None
