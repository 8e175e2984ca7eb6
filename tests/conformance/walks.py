"""Random matches of any game, for the kits: which options, and the states and actions along the way."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.codec import read_options
from outflank.games import games, load, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.contract import Game, Text
    from outflank.state import State

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "cellwar": [
        {"width": 5, "height": 5},
        {"width": 7, "height": 6, "player_count": 3, "max_rounds": 12},
        {"width": 8, "height": 8, "player_count": 4, "private_ids": True, "max_rounds": 9},
        {"width": 10, "height": 10, "player_count": 8, "max_rounds": 8},
        {"width": 6, "height": 6, "private_ids": True},
    ],
    "pixelswars": [
        {"map": 1},
        {"map": 8, "max_rounds": 9},
        {
            "layout": {
                "format": 1,
                "name": {"en": "Rich"},
                "grid": ["BrCgA", "rrfHr", "mgwgm", "rHfrr", "AgCrB"],
                "units": [
                    {"kind": "infantry", "player": 1, "at": [0, 0]},
                    {"kind": "sniper", "player": 1, "at": [4, 0]},
                    {"kind": "helicopter", "player": 1, "at": [3, 1]},
                    {"kind": "infantry", "player": 2, "at": [4, 4]},
                    {"kind": "sniper", "player": 2, "at": [0, 4]},
                    {"kind": "helicopter", "player": 2, "at": [1, 3]},
                ],
                "funds": [4000, 4000],
            }
        },
    ],
    "traversal": [
        {},
        {"seed": 7, "adjacency": 8, "base_defence": "strength"},
        {"seed": 4294967295, "specials_attack": False, "exit_cost": 0},
    ],
}
"""Options worth trying; a game that is not named here is tried with its defaults."""


@dataclass(frozen=True)
class Case:
    """A game with options."""

    id: str
    options: dict[str, Any]

    @property
    def game(self) -> Game:
        return load(self.id)

    @property
    def text(self) -> Text:
        return text(self.id)

    def start(self, seed: int = 0) -> State:
        return self.game.start(read_options(self.game, self.options), seed)

    @property
    def players(self) -> range:
        return range(1, int(self.start().players) + 1)

    def __str__(self) -> str:
        told = {name: "own" if isinstance(value, dict) else value for name, value in self.options.items()}
        return f"{self.id} {' '.join(f'{name}={value}' for name, value in told.items())}".strip()


CASES = [Case(name, options) for name in games() for options in OPTIONS.get(name, [{}])]


@dataclass
class Step:
    """A state in the course of a match, the action that is taken in it (-1: ``leaver`` leaves), and the state after."""

    before: State
    action: int
    leaver: int
    after: State


def walk(case: Case, seed: int, most: int, *, leavers: bool = True) -> Iterator[Step]:
    """A random match, at most so many steps long. In two of three matches a same kind of action is often preferred
    for a while, so that more kinds of positions come up than chance alone brings."""
    rng = random.Random(seed)
    players = list(case.players)
    state = case.start(seed)
    turn_began = state.copy()
    habit = 0.0
    for number in range(most):
        if not state.player:
            return
        if number % 25 == 0:
            habit = rng.choice([0.0, 0.4, 0.8])
        before = state.copy()
        if leavers and rng.random() < 0.006:
            leaver = rng.choice(players)
            if leaver == state.player and case.game.ROLLBACK:
                state = turn_began.copy()
                before = state.copy()
            case.game.leave(state, leaver)
            turn_began = state.copy()
            yield Step(before, -1, leaver, state.copy())
            continue
        automatic = case.game.automatic(state)
        legal = state.legal_actions()
        action = rng.choice(legal) if automatic is None else automatic
        if automatic is None and rng.random() < habit:
            action = min(legal, key=lambda each: (each % 9, rng.random()))
        state.apply(action)
        if state.player != before.player:
            turn_began = state.copy()
        yield Step(before, action, 0, state.copy())
