"""CellWar as a host sees it: the functions of the contract, each from the file that is about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.contract import BadPosition, Json, Outcome
from outflank.games.cellwar import position
from outflank.games.cellwar.advice import advice
from outflank.games.cellwar.decode import decode, encode
from outflank.games.cellwar.effects import effects, noticed
from outflank.games.cellwar.imagine import imagine
from outflank.games.cellwar.levels import LEVELS
from outflank.games.cellwar.options import Options, cells, check
from outflank.games.cellwar.sample import glimpses, sample
from outflank.games.cellwar.start import start as begin
from outflank.games.cellwar.view import cellwar, reveal, view

if TYPE_CHECKING:
    from outflank.state import State

__all__ = [
    "END_TURN",
    "HIDDEN",
    "ID",
    "LEVELS",
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
    "glimpses",
    "imagine",
    "leave",
    "legal",
    "load",
    "noticed",
    "outcome",
    "reveal",
    "sample",
    "start",
    "view",
]

ID = "cellwar"
VERSION = 1
HIDDEN = True
ROLLBACK = True
END_TURN = True


def start(options: Options, seed: int) -> State:
    """One infantry each; the seed only hides private ids. Raises BadOptions."""
    return begin(
        options.width,
        options.height,
        cells(options),
        options.max_rounds or 0,
        1 if options.private_ids else 0,
        seed & 0xFFFFFFFF,
        1,
    )


def legal(state: State, player: int) -> list[Json]:
    """What this player may do now; empty when it is not their turn."""
    return [encode(state, action) for action in state.legal_actions()] if state.player == player else []


def automatic(state: State) -> int | None:
    """End the turn of a player who lost the last unit in it."""
    whole = cellwar(state)
    return whole.action_space() - 1 if whole.player and not whole.units[whole.player] else None


def leave(state: State, player: int) -> None:
    """The player's units are removed; in the own turn the next player moves."""
    cellwar(state).leave(player)


def outcome(state: State) -> Outcome | None:
    """The last player with a unit wins 1, everybody else -1."""
    whole = cellwar(state)
    if whole.player:
        return None
    returns = tuple(1.0 if player == whole.winner else -1.0 for player in range(1, whole.players + 1))
    return Outcome(returns, whole.winner, position.REASONS[whole.reason])


def dump(state: State) -> bytes:
    """The state as its position line."""
    return position.write(cellwar(state)).encode()


def load(data: bytes) -> State:
    """The state that ``dump`` wrote. Raises BadPosition."""
    try:
        return position.read(data.decode("ascii"))
    except UnicodeDecodeError:
        message = "This is no CellWar position: it is not plain text."
        raise BadPosition("BadPosition", message, "position_field", field="line") from None
