"""Traversal as a host sees it: the functions of the contract, each from the file that is about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.contract import BadPosition, Json, Outcome
from outflank.games.traversal import position
from outflank.games.traversal.advice import advice
from outflank.games.traversal.decode import decode, encode
from outflank.games.traversal.effects import effects
from outflank.games.traversal.imagine import imagine
from outflank.games.traversal.levels import LEVELS
from outflank.games.traversal.options import SEEDS, Options, check
from outflank.games.traversal.start import Rules
from outflank.games.traversal.start import start as begin
from outflank.games.traversal.tables import tables
from outflank.games.traversal.view import REASONS, reveal, traversal, view

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

ID = "traversal"
VERSION = 1
HIDDEN = False
ROLLBACK = False
END_TURN = False


def start(options: Options, seed: int) -> State:
    """A terrain of the options' seed, or of ``seed``, and the pieces on their home rows. Raises BadOptions."""
    check(options)
    rules = Rules(options.adjacency, options.base_defence, options.specials_attack, options.exit_cost)
    return begin(seed % SEEDS if options.seed is None else options.seed, rules)


def legal(state: State, player: int) -> list[Json]:
    """What this player may do now; empty when it is not their turn."""
    return [encode(state, action) for action in state.legal_actions()] if state.player == player else []


def automatic(state: State) -> int | None:
    """Nothing: who cannot move is passed over by the rules."""
    return None


def leave(state: State, player: int) -> None:
    """The player gives up; the other one wins."""
    traversal(state).leave(player)


def outcome(state: State) -> Outcome | None:
    """The winner's return is 1, the other's -1; both 0 after a draw."""
    whole = traversal(state)
    if whole.player:
        return None
    returns = {0: (0.0, 0.0), 1: (1.0, -1.0), 2: (-1.0, 1.0)}[int(whole.winner)]
    return Outcome(returns, int(whole.winner), REASONS[whole.reason])


def dump(state: State) -> bytes:
    """The state as its position line."""
    return position.write(traversal(state)).encode()


def load(data: bytes) -> State:
    """The state that ``dump`` wrote. Raises BadPosition."""
    try:
        return position.read(data.decode("ascii"))
    except UnicodeDecodeError:
        message = "This is no Traversal position: it is not plain text."
        raise BadPosition("BadPosition", message, "position_field", field="line") from None
