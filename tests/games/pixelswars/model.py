"""The written rules of PixelsWars once more, slowly and without any of the product's code: sets, fractions, no caches.

It takes the catalogue's rows, for they are data, and nothing else.
"""

from __future__ import annotations

import heapq
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

from outflank.games.pixelswars.catalog import GROUNDS, UNITS

ROWS = {unit.kind: unit for unit in UNITS}
PLACES = {each.letter: each for each in GROUNDS}
Cell = tuple[int, int]


def percent(attacker: str, target: str) -> int:
    """The document's table says 1 for pairs that it does not name."""
    return ROWS[attacker].against.get(target, ROWS[target].suffers.get(attacker, 100))


@dataclass
class Unit:
    id: int
    kind: str
    owner: int
    at: Cell
    hp: int
    movement: int
    attacks: int
    captures: bool

    def told(self) -> dict[str, Any]:
        x, y = self.at
        rest = {"hp": self.hp, "movement": self.movement, "attacks": self.attacks, "captures": int(self.captures)}
        return {"id": self.id, "owner": self.owner, "kind": self.kind, "x": x, "y": y, **rest}


@dataclass
class Model:
    """One match."""

    grid: tuple[str, ...]
    units: dict[int, Unit] = field(default_factory=dict)
    holds: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    funds: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    turn: int = 1
    next_id: int = 0
    max_rounds: int | None = None
    winner: int | None = None
    reason: str | None = None

    @classmethod
    def of(cls, view: dict[str, Any]) -> Model:
        """The match that a view shows."""
        model = cls(tuple(view["grid"]), turn=view["turn"], next_id=view["next_id"], max_rounds=view["max_rounds"])
        model.funds = dict(enumerate(view["funds"], 1))
        model.winner, model.reason = view["winner"], view["reason"]
        for each in view["buildings"]:
            model.holds[each["x"], each["y"]] = (each["owner"], each["points"])
        for each in view["units"]:
            rest = each["hp"], each["movement"], each["attacks"], bool(each["captures"])
            model.units[each["id"]] = Unit(each["id"], each["kind"], each["owner"], (each["x"], each["y"]), *rest)
        return model

    def told(self) -> dict[str, Any]:
        """What a view must say."""
        return {
            "units": [unit.told() for _, unit in sorted(self.units.items())],
            "buildings": [
                {"kind": PLACES[self.grid[y][x]].ground, "x": x, "y": y, "owner": owner, "points": points}
                for (x, y), (owner, points) in sorted(self.holds.items(), key=lambda each: each[0][::-1])
            ],
            "funds": [self.funds[1], self.funds[2]],
            "turn": self.turn,
            "round": (self.turn + 1) // 2,
            "current_player": self.side,
            "next_id": self.next_id,
            "winner": self.winner,
            "reason": self.reason,
        }

    @property
    def side(self) -> int:
        return 1 if self.turn % 2 else 2

    # ---- what may be done

    def at(self, cell: Cell) -> Unit | None:
        return next((unit for unit in self.units.values() if unit.at == cell), None)

    def reach(self, unit: Unit, budget: int) -> dict[Cell, int]:
        """Cost of every cell that can be reached, its own too: by Dijkstra's algorithm."""
        costs = {unit.at: 0}
        queue = [(0, unit.at)]
        taken = {each.at for each in self.units.values()}
        while queue:
            spent, (x, y) = heapq.heappop(queue)
            if spent > costs[x, y]:
                continue
            for to in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if not (0 <= to[0] < len(self.grid[0]) and 0 <= to[1] < len(self.grid)) or to in taken:
                    continue
                ground = PLACES[self.grid[to[1]][to[0]]]
                step = 1 if ROWS[unit.kind].domain == "air" else ground.cost
                if step and spent + step <= budget and spent + step < costs.get(to, budget + 1):
                    costs[to] = spent + step
                    heapq.heappush(queue, (costs[to], to))
        return costs

    def in_range(self, kind: str, cell: Cell, to: Cell) -> bool:
        row = ROWS[kind]
        farthest = row.farthest
        on_mountain = self.grid[cell[1]][cell[0]] == "m"
        if farthest > 1 and row.domain == "ground" and on_mountain:
            farthest += 1
        return row.nearest <= max(abs(cell[0] - to[0]), abs(cell[1] - to[1])) <= farthest

    def legal(self) -> list[dict[str, Any]]:
        """All actions, in no particular order."""
        if self.winner is not None:
            return []
        found: list[dict[str, Any]] = [{"end_turn": True}]
        for unit in self.units.values():
            if unit.owner != self.side:
                continue
            found += [{"move": unit.id, "to": to} for to in self.reach(unit, unit.movement) if to != unit.at]
            for foe in self.units.values():
                allowed = foe.owner != unit.owner and percent(unit.kind, foe.kind) > 0
                if allowed and unit.attacks and self.in_range(unit.kind, unit.at, foe.at):
                    found.append({"attack": unit.id, "target": foe.id})
            if unit.captures and self.holds.get(unit.at, (self.side, 20)) != (self.side, 20):
                found.append({"capture": unit.id})
        for (x, y), (owner, _) in self.holds.items():
            if owner == self.side and self.at((x, y)) is None:
                place = PLACES[self.grid[y][x]].ground
                found += [
                    {"buy": row.kind, "at": (x, y)}
                    for row in UNITS
                    if row.built_at == place and row.price <= self.funds[owner]
                ]
        return found

    # ---- doing it

    def do(self, action: dict[str, Any]) -> None:
        if "move" in action:
            unit = self.units[action["move"]]
            unit.movement -= self.reach(unit, unit.movement)[tuple(action["to"])]
            unit.at = tuple(action["to"])
        elif "attack" in action:
            self.fight(self.units[action["attack"]], self.units[action["target"]])
        elif "capture" in action:
            unit = self.units[action["capture"]]
            unit.captures = False
            owner, points = self.holds[unit.at]
            if owner == unit.owner or points <= 10:
                self.holds[unit.at] = (unit.owner, 20)
            else:
                self.holds[unit.at] = (owner, points - 10)
        elif "buy" in action:
            self.funds[self.side] -= ROWS[action["buy"]].price
            self.add(action["buy"], self.side, tuple(action["at"]))
        else:
            self.end_turn()

    def add(self, kind: str, owner: int, at: Cell) -> None:
        row = ROWS[kind]
        self.units[self.next_id] = Unit(self.next_id, kind, owner, at, row.hp, row.movement, row.attacks, row.captures)
        self.next_id += 1

    def shot(self, attacker: Unit, target: Unit) -> int:
        """The target's HP afterwards: the document's formula in fractions, halves rounded up."""
        row, other = ROWS[attacker.kind], ROWS[target.kind]
        ground = PLACES[self.grid[target.at[1]][target.at[0]]]
        cover = ground.defence if other.domain == "ground" else 0
        base = max(Fraction(0), row.attack - Fraction(other.defence + cover, 10))
        damage = base * Fraction(attacker.hp, row.hp) * Fraction(percent(attacker.kind, target.kind), 100)
        return max(0, floor(target.hp - damage + Fraction(1, 2)))

    def fight(self, attacker: Unit, target: Unit) -> None:
        attacker.attacks -= 1
        target.hp = self.shot(attacker, target)
        if target.hp == 0:
            del self.units[target.id]
        elif percent(target.kind, attacker.kind) > 0 and self.in_range(target.kind, target.at, attacker.at):
            attacker.hp = self.shot(target, attacker)
            if attacker.hp == 0:
                del self.units[attacker.id]
        owners = {unit.owner for unit in self.units.values()}
        if len(owners) == 1:
            self.winner, self.reason = owners.pop(), "elimination"

    def end_turn(self) -> None:
        if self.max_rounds is not None and self.turn >= 2 * self.max_rounds:
            worth, cities = {1: Fraction(0), 2: Fraction(0)}, {0: 0, 1: 0, 2: 0}
            for unit in self.units.values():
                worth[unit.owner] += Fraction(ROWS[unit.kind].price * unit.hp, ROWS[unit.kind].hp)
            for (x, y), (owner, _) in self.holds.items():
                cities[owner] += self.grid[y][x] == "C"
            self.winner = 1 if (worth[1], cities[1]) > (worth[2], cities[2]) else 2
            self.reason = "round_limit"
            return
        self.turn += 1
        for (x, y), (owner, _) in self.holds.items():
            if owner == self.side and self.grid[y][x] == "C":
                self.funds[owner] += 200
        for unit in self.units.values():
            row = ROWS[unit.kind]
            unit.movement, unit.attacks, unit.captures = row.movement, row.attacks, row.captures
            x, y = unit.at
            if unit.owner == self.side and self.grid[y][x] == "H" and self.holds[unit.at][0] == unit.owner:
                unit.hp = min(row.hp, unit.hp + 50)

    def copy(self) -> Model:
        return deepcopy(self)
