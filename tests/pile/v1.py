"""The rules as they were in version 1."""

from __future__ import annotations

from tests.pile import text
from tests.pile.game import ID, Options, check
from tests.pile.rules import Pile, decode, dump, encode, outcome, view

__all__ = ["ID", "VERSION", "Options", "check", "decode", "dump", "encode", "outcome", "start", "text", "view"]

VERSION = 1


def start(options: Options, seed: int) -> Pile:
    return Pile(options.stones, last_wins=True)
