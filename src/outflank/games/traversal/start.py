"""A Traversal match before its first move."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from outflank.games.traversal import terrain
from outflank.games.traversal.board import OWN, SQUARES, Field
from outflank.games.traversal.rules import Traversal

FIRST_COLUMN = 2  # of the six squares of the home row on which pieces stand


class Rules(NamedTuple):
    """The options that are rules."""

    adjacency: int = 4
    base_defence: str = "zero"
    specials_attack: bool = True
    exit_cost: int = 1


@lru_cache(64)
def heights(seed: int) -> tuple[int, ...]:
    """The terrain of a seed."""
    return tuple(int(height) for height in terrain.terrain(seed))


@lru_cache(64)
def field(ground: tuple[int, ...], rules: Rules) -> Field:
    """One for all matches on this terrain with these rules, for it is never written to."""
    base = rules.base_defence == "strength"
    return Field(list(ground), rules.adjacency, base, rules.specials_attack, rules.exit_cost)


def empty(ground: tuple[int, ...], rules: Rules) -> Traversal:
    """Nothing stands on the board yet."""
    state = Traversal(field(ground, rules))
    state.clear()
    return state


def start(seed: int, rules: Rules) -> Traversal:
    """The pieces stand on their home rows; Light begins."""
    state = empty(heights(seed), rules)
    state.seed = seed
    for piece in range(OWN):
        state.place(piece, FIRST_COLUMN + piece)
        state.place(OWN + piece, SQUARES - 1 - FIRST_COLUMN - piece)
    return state


def rules_of(field: Field) -> Rules:
    """The options that a field was made with."""
    base = "strength" if field.base else "zero"
    return Rules(int(field.adjacency), base, bool(field.leap_attacks), int(field.exit_cost))
