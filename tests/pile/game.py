"""The rules as they are now: version 2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.pile.rules import Pile, decode, dump, encode, outcome, view

__all__ = ["ID", "VERSION", "Options", "check", "decode", "dump", "encode", "outcome", "start", "view"]

ID = "pile"
VERSION = 2


@dataclass(frozen=True)
class Options:
    stones: int = 7


def check(options: Any) -> None:
    """All options are possible."""


def start(options: Options, seed: int) -> Pile:
    return Pile(options.stones, last_wins=False)
