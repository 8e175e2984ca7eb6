"""The written rules of Traversal once more, slowly and without any of the product's code: dictionaries, no caches."""

from __future__ import annotations

import heapq
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]

LINE = ("explorer", "vanguard", "sentinel", "sentinel", "vanguard", "explorer")
BUDGET = {"explorer": 5, "vanguard": 4, "sentinel": 3}
STRENGTH = {"explorer": 1, "vanguard": 2, "sentinel": 3}
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def side(piece: int) -> int:
    return 1 if piece < 6 else 2


def kind(piece: int) -> str:
    return LINE[piece % 6]


def beyond(piece: int) -> int:
    """The row from which it leaves the board."""
    return 9 if side(piece) == 1 else 0


@dataclass
class Model:
    """One match."""

    heights: list[list[int]]
    adjacency: int
    base_defence: str
    specials_attack: bool
    exit_cost: int
    pieces: dict[int, Cell] = field(default_factory=dict)
    exited: list[int] = field(default_factory=list)
    player: int = 1
    moves: int = 0
    skipped: int = 0
    winner: int | None = None
    reason: str | None = None

    @classmethod
    def of(cls, view: dict[str, Any]) -> Model:
        """The match that a view shows."""
        return cls(
            heights=[[int(digit) for digit in row] for row in view["heights"]],
            adjacency=view["adjacency"],
            base_defence=view["base_defence"],
            specials_attack=view["specials_attack"],
            exit_cost=view["exit_cost"],
            pieces={each["id"]: (each["x"], each["y"]) for each in view["pieces"]},
            exited=[each["id"] for each in view["exited"]],
            player=view["current_player"],
            moves=view["moves"],
            skipped=view["skipped"],
            winner=view["winner"],
            reason=view["reason"],
        )

    def told(self) -> dict[str, Any]:
        """What a view must say of it."""
        points = [sum(STRENGTH[kind(each)] for each in self.exited if side(each) == player) for player in (1, 2)]
        final = [points[i] + max((STRENGTH[kind(each)] for each in self.of_side(i + 1)), default=0) for i in (0, 1)]
        return {
            "pieces": [
                {"id": piece, "owner": side(piece), "kind": kind(piece), "x": x, "y": y}
                for piece, (x, y) in sorted(self.pieces.items())
            ],
            "exited": [{"id": piece, "owner": side(piece), "kind": kind(piece)} for piece in self.exited],
            "score": points,
            "final_score": final if self.reason == "no_pieces" else None,
            "current_player": self.player,
            "moves": self.moves,
            "skipped": self.skipped,
            "winner": self.winner,
            "reason": self.reason,
        }

    def copy(self) -> Model:
        return deepcopy(self)

    def of_side(self, player: int) -> list[int]:
        return sorted(piece for piece in self.pieces if side(piece) == player)

    def on(self, cell: Cell) -> int | None:
        return next((piece for piece, at in self.pieces.items() if at == cell), None)

    def height(self, cell: Cell) -> int:
        return self.heights[cell[1]][cell[0]]

    # ---- where pieces can go

    def routes(self, piece: int) -> dict[Cell, int]:
        """What the cheapest route to every square costs that is free or an enemy's, its own among them."""
        start = self.pieces[piece]
        best: dict[Cell, int] = {}
        waiting = [(0, start)]
        while waiting:
            cost, cell = heapq.heappop(waiting)
            if cell in best or cost > BUDGET[kind(piece)]:
                continue
            there = self.on(cell)
            if there is not None and there != piece and side(there) == side(piece):
                continue
            best[cell] = cost
            if there is not None and there != piece:
                continue
            for dx, dy in STRAIGHT:
                to = (cell[0] + dx, cell[1] + dy)
                if inside(to):
                    heapq.heappush(waiting, (cost + 1 + abs(self.height(to) - self.height(cell)), to))
        return best

    def specials(self, piece: int) -> set[Cell]:
        if kind(piece) != "explorer":
            return set()
        x, y = self.pieces[piece]
        found = {(x + dx, y + dy) for dx, dy in DIAGONAL}
        found |= {(x + 2 * dx, y + 2 * dy) for dx, dy in STRAIGHT if self.on((x + dx, y + dy)) is None}
        return {to for to in found if inside(to)}

    def totals(self, piece: int, target: int, cost: int | None) -> tuple[int, int]:
        """Of an attack and its defence."""
        around = STRAIGHT + (DIAGONAL if self.adjacency == 8 else ())
        x, y = self.pieces[target]
        near = [self.on((x + dx, y + dy)) for dx, dy in around]
        rise = self.height(self.pieces[piece]) - self.height(self.pieces[target])
        attack = STRENGTH[kind(piece)] + (rise > 0) - (rise < 0)
        attack += sum(STRENGTH[kind(each)] for each in near if each not in (None, piece) and side(each) == side(piece))
        attack += kind(piece) == "vanguard" and cost == 4
        defence = sum(1 for each in near if each is not None and side(each) == side(target))
        return attack, defence + (STRENGTH[kind(target)] if self.base_defence == "strength" else 0)

    def legal(self) -> list[dict[str, Any]]:
        if self.winner is not None:
            return []
        return [action for piece in self.of_side(self.player) for action in self.of_piece(piece)]

    def of_piece(self, piece: int) -> list[dict[str, Any]]:
        routes = self.routes(piece)
        found: list[dict[str, Any]] = []
        for to in sorted(routes.keys() | self.specials(piece), key=lambda cell: (cell[1], cell[0])):
            there = self.on(to)
            if there is not None:
                if side(there) == side(piece):
                    continue
                if to not in routes and not self.specials_attack:
                    continue
                attack, defence = self.totals(piece, there, routes.get(to))
                if attack < defence:
                    continue
            found.append({"piece": piece, "to": list(to)})
        ways = [cost for cell, cost in routes.items() if cell[1] == beyond(piece) and self.on(cell) in (None, piece)]
        if any(cost + self.exit_cost <= BUDGET[kind(piece)] for cost in ways):
            found.append({"exit": piece})
        return found

    # ---- what a move does

    def do(self, action: dict[str, Any]) -> None:
        self.moves += 1
        self.skipped = 0
        if "exit" in action:
            del self.pieces[action["exit"]]
            self.exited.append(action["exit"])
        else:
            to = tuple(action["to"])
            there = self.on(to)
            if there is not None:
                del self.pieces[there]
            self.pieces[action["piece"]] = to
        self.settle()

    def settle(self) -> None:
        points = self.told()["score"]
        if len(self.exited) == 1 and kind(self.exited[0]) == "sentinel":
            self.end("sentinel_first", 1, 0) if side(self.exited[0]) == 1 else self.end("sentinel_first", 0, 1)
        elif len(self.exited) >= 2:
            self.end("two_exits", *points)
        elif not (self.of_side(1) and self.of_side(2)):
            best = [max((STRENGTH[kind(each)] for each in self.of_side(player)), default=0) for player in (1, 2)]
            self.end("no_pieces", points[0] + best[0], points[1] + best[1])
        elif self.moves >= 200:
            self.end("move_limit", *self.ranking())
        else:
            mover, self.player = self.player, 3 - self.player
            if not self.legal():
                self.skipped, self.player = self.player, mover
                if not self.legal():
                    self.end("both_blocked", *self.ranking())

    def ranking(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What counts at the move limit, for both: score, rows advanced, strength."""
        points = self.told()["score"]
        rows = [sum(abs(9 - beyond(each) - self.pieces[each][1]) for each in self.of_side(player)) for player in (1, 2)]
        strength = [sum(STRENGTH[kind(each)] for each in self.of_side(player)) for player in (1, 2)]
        return (points[0], rows[0], strength[0]), (points[1], rows[1], strength[1])

    def end(self, reason: str, light: Any, dark: Any) -> None:
        self.reason = reason
        self.winner = 1 if light > dark else 2 if dark > light else 0


def inside(cell: Cell) -> bool:
    return 0 <= cell[0] < 10 and 0 <= cell[1] < 10
