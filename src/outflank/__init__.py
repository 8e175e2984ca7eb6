"""Outflank: turn-based tactics on one rules source.

These are the public names; each is imported when it is first used, so that ``import outflank`` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank import games
    from outflank.bots import make
    from outflank.client import Client
    from outflank.contract import BadOptions, BadPosition, Game, IllegalAction, Outcome, Refusal
    from outflank.games import load, text
    from outflank.host import Host
    from outflank.match import Match, Place, begin, fold
    from outflank.replay import Replay
    from outflank.seats import Seats
    from outflank.state import State

__version__ = "0.1.0"

__all__ = [
    "BadOptions",
    "BadPosition",
    "Client",
    "Game",
    "Host",
    "IllegalAction",
    "Match",
    "Outcome",
    "Place",
    "Refusal",
    "Replay",
    "Seats",
    "State",
    "__version__",
    "begin",
    "fold",
    "games",
    "load",
    "make",
    "text",
]

_HOMES = {
    "BadOptions": "contract",
    "BadPosition": "contract",
    "Client": "client",
    "Game": "contract",
    "Host": "host",
    "IllegalAction": "contract",
    "Match": "match",
    "Outcome": "contract",
    "Place": "match",
    "Refusal": "contract",
    "Replay": "replay",
    "Seats": "seats",
    "State": "state",
    "begin": "match",
    "fold": "match",
    "load": "games",
    "make": "bots",
    "text": "games",
}


if not TYPE_CHECKING:  # type checkers are to find misspelt names

    def __getattr__(name: str) -> object:
        if name == "games":
            return import_module("outflank.games")
        if name not in _HOMES:
            raise AttributeError(f"module 'outflank' has no attribute {name!r}")
        found: object = getattr(import_module(f"outflank.{_HOMES[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
