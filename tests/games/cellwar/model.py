"""CellWar once more, from its rules as they are written: slow, in words, and not a line of the game in it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outflank.games.cellwar.board import ID, KIND, OWNER, OWNERS
from outflank.games.cellwar.view import TYPES

if TYPE_CHECKING:
    from outflank.games.cellwar.rules import CellWar

Cell = tuple[int, int]
SIGHT = {"infantry": 1, "fortification": 2, "factory": 1}
VECTORS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]


@dataclass
class Unit:
    id: int
    owner: int
    type: str = "infantry"
    counter: int = 0
    acted: bool = False

    def told(self) -> dict[str, Any]:
        return {"id": self.id, "owner": self.owner, "type": self.type, "counter": self.counter}


@dataclass
class Refused(Exception):
    code: str


@dataclass
class Model:
    """A match, and at the start of each turn a copy of it for those who leave in the turn."""

    width: int
    height: int
    players: int
    max_rounds: int | None = None
    units: dict[Cell, Unit] = field(default_factory=dict)
    current: int = 1
    round: int = 1
    winner: int | None = None
    reason: str | None = None
    next_id: int = 1
    trail: set[Cell] = field(default_factory=set)
    memory: dict[int, dict[Cell, dict[str, Any]]] = field(default_factory=dict)  # player -> cell -> a tile
    left: set[int] = field(default_factory=set)
    snapshot: Model | None = None

    @classmethod
    def start(cls, width: int, height: int, starts: list[Cell], max_rounds: int | None = None) -> Model:
        model = cls(width, height, len(starts), max_rounds)
        for player, cell in enumerate(starts, 1):
            model.units[cell] = Unit(player, player)
            model.memory[player] = {}
        model.next_id = len(starts) + 1
        model.snapshot = deepcopy(model)
        return model

    # ---- what is seen

    def near(self, player: int) -> set[Cell]:
        """The cells within the radius of the player's units."""
        seen: set[Cell] = set()
        for (x, y), unit in self.units.items():
            if unit.owner == player:
                r = SIGHT[unit.type]
                seen |= {(u, v) for u in range(x - r, x + r + 1) for v in range(y - r, y + r + 1)}
        return {cell for cell in seen if self.on_board(cell)}

    def visible(self, player: int) -> set[Cell]:
        return self.near(player) | (self.trail if player == self.current else set())

    def tiles(self, player: int) -> list[list[dict[str, Any]]]:
        """As in the player's view."""
        seen = self.visible(player)

        def tile(cell: Cell) -> dict[str, Any]:
            if player in self.left:
                return {"seen": "fog"}
            if cell in seen:
                unit = self.units.get(cell)
                return {"seen": "visible"} | ({"unit": unit.told()} if unit else {})
            return self.memory[player].get(cell, {"seen": "fog"})

        return [[tile((x, y)) for x in range(self.width)] for y in range(self.height)]

    def on_board(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def around(self, cell: Cell) -> list[Cell]:
        near = [(cell[0] + dx, cell[1] + dy) for dx, dy in VECTORS if (dx, dy) != (0, 0)]
        return [each for each in near if self.on_board(each)]

    def blocked(self, cell: Cell) -> bool:
        return self.units[cell].type == "factory" and all(each in self.units for each in self.around(cell))

    # ---- inputs

    def legal(self) -> list[dict[str, Any]]:
        """Every input that is accepted now."""
        inputs: list[dict[str, Any]] = [
            {"unit_id": unit.id, "dx": dx, "dy": dy} for unit in self.units.values() for dx, dy in VECTORS
        ]
        return [each for each in [*inputs, {"end_turn": True}] if self.accepts(each)]

    def accepts(self, action: dict[str, Any]) -> bool:
        try:
            self.judge(action)
        except Refused:
            return False
        return True

    def judge(self, action: dict[str, Any]) -> tuple[Cell, Cell] | None:
        """Raise Refused in the document's order; else from where to where, None for the end of the turn."""
        if self.winner is not None:
            raise Refused("GameOver")
        mine = {cell: unit for cell, unit in self.units.items() if unit.owner == self.current}
        if "end_turn" in action:
            if any(not unit.acted and not self.blocked(cell) for cell, unit in mine.items()):
                raise Refused("InvalidAction")
            return None
        cell = next((cell for cell, unit in mine.items() if unit.id == action["unit_id"]), None)
        if cell is None:
            raise Refused("UnitNotFound")
        unit, dx, dy = mine[cell], action["dx"], action["dy"]
        if unit.acted:
            raise Refused("UnitAlreadyActed")
        to = (cell[0] + dx, cell[1] + dy)
        fighting = any(not each.acted and each.type != "factory" for each in mine.values())
        if (
            (dx, dy) not in VECTORS
            or (unit.type == "factory" and (fighting or (dx, dy) == (0, 0) or to in self.units))
            or not self.on_board(to)
            or (to != cell and to in mine)
        ):
            raise Refused("InvalidAction")
        return cell, to

    def do(self, action: dict[str, Any]) -> None:
        """Carry out an input. Raises Refused."""
        chosen = self.judge(action)
        before = {player: self.visible(player) for player in self.memory}
        now = self.round
        if chosen is None:
            self.remove(
                [cell for cell, unit in self.units.items() if unit.owner == self.current and self.blocked(cell)]
            )
            self.check_winner("elimination")
            # The trail is seen, and so remembered, until here: the next turn begins with an empty one.
            self.remember(before, now)
            self.next_turn()
            return
        self.trail |= self.near(self.current)
        cell, to = chosen
        unit = self.units[cell]
        unit.acted = True
        if unit.type == "factory":
            self.units[to] = Unit(self.next_id, unit.owner, acted=True)
            self.next_id += 1
        elif to == cell:
            unit.type, unit.counter = "fortification", unit.counter + 1
            if unit.counter == 3:
                unit.type, unit.counter = "factory", 0
        else:
            del self.units[cell]
            unit.type, unit.counter = "infantry", 0
            target = self.units.get(to)
            if target and target.type == "fortification":
                target.type, target.counter = "infantry", 0
            else:
                self.units[to] = unit
        self.trail |= self.near(self.current)
        self.check_winner("elimination")
        self.remember(before, now)

    def leave(self, player: int) -> Model:
        """The match without this player; the running turn is taken back when it was theirs."""
        if player in self.left or (self.winner is not None and self.alive(player)):
            return self
        match = self
        if self.winner is None and player == self.current:
            assert self.snapshot is not None
            match = self.snapshot
            match.snapshot = deepcopy(match)
        elif self.snapshot is not None:
            self.snapshot.gone(player, False)
        match.gone(player, match.winner is None and player == match.current)
        return match

    def gone(self, player: int, in_turn: bool) -> None:
        if player in self.left:
            return
        before = {each: self.visible(each) for each in self.memory}
        now = self.round
        alive = self.alive(player)
        self.remove([cell for cell, unit in self.units.items() if unit.owner == player])
        self.left.add(player)
        for memory in self.memory.values():
            for tile in memory.values():
                if "unit" in tile and tile["unit"]["owner"] == player:
                    del tile["unit"]
        if alive:
            self.check_winner("disconnect")
        self.remember(before, now)
        if in_turn and alive:
            self.next_turn()

    # ---- consequences

    def alive(self, player: int) -> bool:
        return any(unit.owner == player for unit in self.units.values())

    def remove(self, cells: list[Cell]) -> None:
        for cell in cells:
            del self.units[cell]

    def check_winner(self, reason: str) -> None:
        living = {unit.owner for unit in self.units.values()}
        if self.winner is None and len(living) == 1:
            self.winner, self.reason = living.pop(), reason

    def remember(self, before: dict[int, set[Cell]], now: int) -> None:
        """Every cell seen before or after gets what it holds after."""
        for player, memory in self.memory.items():
            for cell in before[player] | self.visible(player):
                unit = self.units.get(cell)
                memory[cell] = {"seen": "last_known"} | ({"unit": unit.told()} if unit else {}) | {"since": now}

    def next_turn(self) -> None:
        self.trail = set()
        later = [player for player in range(self.current + 1, self.players + 1) if self.alive(player)]
        if not later:
            if self.winner is None and self.max_rounds is not None and self.round >= self.max_rounds:
                self.winner, self.reason = self.leader(), "round_limit"
                return
            self.round += 1
            later = [player for player in range(1, self.players + 1) if self.alive(player)]
        self.current = later[0]
        for unit in self.units.values():
            if unit.owner == self.current:
                unit.acted = False
        self.trail = self.near(self.current)
        self.snapshot = None
        self.snapshot = deepcopy(self)

    def leader(self) -> int:
        def rank(player: int) -> tuple[int, int, int, int]:
            mine = [unit for unit in self.units.values() if unit.owner == player]
            factories = sum(unit.type == "factory" for unit in mine)
            return len(mine), factories, sum(unit.counter for unit in mine), player

        return max((player for player in range(1, self.players + 1) if self.alive(player)), key=rank)


def modelled(state: CellWar) -> Model:
    """The model of a state, as far as what may be done: without memories."""
    model = Model(state.width, state.height, state.players)
    for cell, code in enumerate(state.board):
        if code:
            kind, counter = TYPES[code & KIND]
            owner = (code >> OWNER) & OWNERS
            at = (cell % state.width, cell // state.width)
            model.units[at] = Unit(code >> ID, owner, kind, counter, acted=state.has_acted(cell))
    model.current, model.round, model.next_id = state.current, state.round, state.made[0] + 1
    return model
