"""Plays one vector game of tests/data/cellwar through the game's own functions, as a host would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from outflank.contract import IllegalAction
from outflank.games.cellwar import game
from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, ID, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.rules import CellWar
from outflank.games.cellwar.view import STEPS, cellwar

DATA = Path(__file__).parents[2] / "data" / "cellwar"
LETTERS = {INFANTRY: ("I", 0), FORT: ("F", 1), STRONG_FORT: ("F", 2), FACTORY: ("A", 0)}


def read(name: str) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = json.loads((DATA / f"{name}.json").read_text())["games"]
    return games


class Table:
    """A state, and the one at the start of the running turn for those who leave in it."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.state = cellwar(game.start(game.Options(**config), seed=1))
        self.snapshot = self.state.copy()

    def step(self, step: dict[str, Any]) -> str:
        """The kind of answer that this input gets: ok or an error."""
        player = step["player"]
        if step["op"] == "disconnect":
            if player == self.state.player:
                self.state = self.snapshot
            game.leave(self.state, player)
            if self.snapshot is not self.state:
                game.leave(self.snapshot, player)
            self.snapshot = self.state.copy() if player != self.state.current else self.snapshot
            return "ok"
        try:
            if self.state.player == 0:
                return "GameOver"
            if player != self.state.player:
                return "NotYourTurn"
            if step["op"] == "end_turn":
                action = game.decode(self.state, {"end_turn": True})
            else:
                action = game.decode(self.state, {key: step[key] for key in ("unit_id", "dx", "dy")})
        except IllegalAction as refusal:
            return refusal.code
        turn = (self.state.current, self.state.round)
        self.state.apply(action)
        if (self.state.current, self.state.round) != turn:
            self.snapshot = self.state.copy()
        return "ok"


def told(state: CellWar) -> dict[str, Any]:
    """A state as the vectors write it."""
    width = state.width
    units = sorted(
        [
            code >> ID,
            (code >> OWNER) & OWNERS,
            *LETTERS[code & KIND],
            cell % width,
            cell // width,
            state.has_acted(cell),
        ]
        for cell, code in enumerate(state.board)
        if code
    )
    return {"units": units, "current": state.current, "round": state.round, "winner": state.winner or None}


def valid(state: CellWar) -> dict[str, list[list[int]]]:
    """The geometric vectors of the current player's units."""
    return {
        str(code >> ID): sorted(list(STEPS[action % DIRECTIONS]) for action in state.reach(cell))
        for cell, code in enumerate(state.board)
        if code and (code >> OWNER) & OWNERS == state.current
    }


def rows(state: CellWar, player: int) -> list[str]:
    """A player's view as the vectors write it."""

    def word(tile: Any) -> str:
        if tile["seen"] == "fog":
            return "?"
        if "unit" not in tile:
            return "." if tile["seen"] == "visible" else "_"
        unit = tile["unit"]
        letter = {"infantry": "I", "fortification": "F", "factory": "A"}[unit["type"]]
        return f"{tile['seen'][0]}{unit['id']}:{unit['owner']}:{letter}{unit['counter']}"

    return [" ".join(map(word, row)) for row in game.view(state, player)["tiles"]]
