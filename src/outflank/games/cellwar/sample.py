"""Worlds that a player of CellWar may believe in: what is hidden is guessed, what is seen and remembered is as told."""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, cast

from outflank.games.cellwar.board import FACTORY, FORT, ID, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.imagine import CODES, imagine, settle
from outflank.games.cellwar.options import starts
from outflank.games.cellwar.start import empty

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.contract import Json
    from outflank.games.cellwar.rules import CellWar
    from outflank.games.cellwar.shapes import CellWarUnit, CellWarView
    from outflank.rng import Rng
    from outflank.state import State

# All these are fitted to matches between computer players.
STAYS = 90  # per cent of the cells with a remembered fighter still hold one
FAR_GHOST = 5  # one that has gone is not looked for farther away than this
CROWDED = 66  # per cent of the other cells where an enemy may be hold one, unless ids say that there are fewer
GUESS = 25  # per cent by which the number of an enemy's units is misjudged at most, either way
EARLY = 8  # before this round the newest id tells of all units but the last few
FIRST_FACTORY = 4  # the round from which on somebody may have one
UNITS_PER_FACTORY = 8
DRAWN = (INFANTRY,) * 6 + (FORT,) * 3 + (STRONG_FORT,)  # kinds of fighters as often as they are met
SCRAMBLED = 1 << 32  # ids from here on tell nothing
EDGE = 2  # so far from the viewer's units cells are out of sight, but not far
LIKELY = 100
AT_EDGE = (60, 60, 28)  # of a cell at the edge: never seen or long ago; in the round before; in between
LONG = 9  # rounds
REACH = 2  # from a unit that has just acted to the farthest cell that it, or the unit it made, brings into sight
REDRAWN = 8  # a cell is drawn at most so often for a unit


def sample(view: Json, rng: Rng, count: int) -> list[State]:
    """So many states that give this view."""
    told = cast("CellWarView", view)
    if not told["player_id"] or told["winner"] is not None or told["player_id"] in told["left"]:
        return [imagine(view, rng) for _ in range(count)]
    belief = Belief(told)
    return [belief.draw(rng) for _ in range(count)]


def glimpses(view: Json, after: Json | None = None) -> list[int]:
    """The ids of enemies in sight; ``after`` an action of this turn only those that it can have brought into sight."""
    told = cast("CellWarView", view)
    me = told["player_id"]
    rows = told["tiles"]
    if after is not None:
        for unit in told["my_units"]:
            if unit["id"] == after["unit_id"]:  # where it is now, or a factory: what it made stands beside it
                left, top = max(unit["x"] - REACH, 0), max(unit["y"] - REACH, 0)
                rows = [row[left : unit["x"] + REACH + 1] for row in rows[top : unit["y"] + REACH + 1]]
                break
    return [
        tile["unit"]["id"]
        for row in rows
        for tile in row
        if "unit" in tile and tile["seen"] == "visible" and tile["unit"]["owner"] != me
    ]


class Belief:
    """What a view says of the cells that its player does not see, and worlds drawn from it."""

    def __init__(self, told: CellWarView) -> None:
        self.told = told
        self.width = told["width"]
        self.height = told["height"]
        self.me = told["player_id"]
        self.round = told["round"]
        self.hidden: set[int] = set()
        self.since: dict[int, int] = {}  # per hidden cell the round in which it was seen; 0: never
        self.units: dict[int, list[int]] = {}  # per enemy the cells of those in sight
        self.ghosts: dict[int, tuple[int, int, int]] = {}  # unit id -> (round, cell, code)
        self.mine = [each["y"] * self.width + each["x"] for each in told["my_units"]]
        self.newest = 0
        self.base = self.read()
        self.enemies = [p for p in range(1, told["players"] + 1) if p != self.me and p not in told["left"]]
        self.arrivals = self.reached()
        self.frontier = _moves(self.width, self.height, self.mine)
        self.open = [cell for cell in sorted(self.hidden) if self.arrivals[cell] <= self.round] or sorted(self.hidden)
        self.weights = {cell: self.weight(cell) for cell in self.open}
        self.unseen = self.expected() if self.enemies else 0

    # ---- what is told

    def read(self) -> CellWar:
        """The board as far as it is in sight, with what the player remembers."""
        told = self.told
        state = empty(self.width, self.height, told["players"], 1)
        in_sight: set[int] = set()
        for y, row in enumerate(told["tiles"]):
            for x, tile in enumerate(row):
                cell = y * self.width + x
                if tile["seen"] != "visible":
                    self.hidden.add(cell)
                    self.since[cell] = tile.get("since", 0)
                if "unit" not in tile:
                    continue
                code = _code(tile["unit"])
                owner = tile["unit"]["owner"]
                self.newest = max(self.newest, code >> ID)
                if tile["seen"] == "visible":
                    in_sight.add(code >> ID)
                    state.place(cell, code)
                    if owner != self.me:
                        self.units.setdefault(owner, []).append(cell)
                elif owner != self.me and tile["since"] >= self.ghosts.get(code >> ID, (0, 0, 0))[0]:
                    self.ghosts[code >> ID] = (tile["since"], cell, code)
        for number in sorted(in_sight & set(self.ghosts)):
            del self.ghosts[number]
        state.made[0] = self.newest
        settle(state, told)
        return state

    def reached(self) -> dict[int, int]:
        """Per hidden cell the first round in which an enemy may stand there: step by step from where one may be anyway
        into those that were seen to be free."""
        tiles = [tile for row in self.told["tiles"] for tile in row]
        last = self.round - 1
        early = dict.fromkeys(sorted(self.hidden), self.round + 1)
        waiting: dict[int, list[int]] = {}
        near = _neighbours(self.width, self.height)
        for cell in sorted(self.hidden):
            if "unit" in tiles[cell] or not self.since[cell]:
                early[cell] = self.since[cell]
                waiting.setdefault(early[cell], []).append(cell)
            elif self.since[cell] >= last:  # who was in sight then may have gone there
                early[cell] = self.round
        for cells in self.units.values():
            waiting.setdefault(last, []).extend(cells)
        now = 0
        while waiting and now <= self.round:
            for cell in waiting.pop(now, ()):
                for to in near[cell]:
                    if to in early and max(now, self.since[to]) + 1 < early[to]:
                        early[to] = max(now, self.since[to]) + 1
                        waiting.setdefault(early[to], []).append(to)
            now += 1
        return early

    # ---- how many there are, and where

    def expected(self) -> int:
        """How many units of enemies there probably are beside those that are seen or remembered."""
        mine = len(self.mine)
        known = sum(map(len, self.units.values())) + len(self.ghosts)
        unseen = (len(self.open) - len(self.ghosts)) * CROWDED // 100
        others = len(self.enemies)
        if self.newest < SCRAMBLED:  # units are numbered as they are made, by everybody
            made = max(self.newest - mine, others) + (others if self.round >= EARLY else 0)
        else:  # each player's on their own
            made = max(each["id"] for each in self.told["my_units"]) * others if self.mine else self.round * others
        return max(0, min(unseen, made - known))

    def weight(self, cell: int) -> int:
        """How likely an enemy is there, compared with other cells."""
        if self.frontier[cell] > EDGE:
            return LIKELY
        age = self.round - self.since[cell]
        return AT_EDGE[0 if not self.since[cell] or age >= LONG else 1 if age <= 1 else 2]

    # ---- a world

    def draw(self, rng: Rng) -> CellWar:
        """One world."""
        state = self.base.copy()
        free = set(self.open)
        self.place_ghosts(state, free, rng)
        shares = self.shares(rng)
        for player in self.enemies:
            self.place_unseen(state, player, shares[player], free, rng)
        state.living = sum(1 for count in list(state.units)[1:] if count)
        if state.current != self.me:
            state.begin_turn()
        return state

    def shares(self, rng: Rng) -> dict[int, int]:
        """How many unknown units each enemy has in this world."""
        count = self.unseen + self.unseen * (rng.below(2 * GUESS + 1) - GUESS) // 100
        shares = dict.fromkeys(self.enemies, 0)
        for i in range(count):
            shares[self.enemies[i % len(self.enemies)]] += 1
        return shares

    def place_ghosts(self, state: CellWar, free: set[int], rng: Rng) -> None:
        """Every remembered enemy, where it was or where it may have gone."""
        gone: list[tuple[int, int, int]] = []
        for since, cell, code in sorted(self.ghosts.values(), reverse=True):
            age = self.round - since
            if code & KIND == FACTORY or age < 1:
                self.put(state, free, cell, code)
            elif rng.below(100) < STAYS:
                self.put(state, free, cell, code - (code & KIND) + DRAWN[rng.below(len(DRAWN))])
            else:
                gone.append((age, cell, code))
        for age, cell, code in gone:
            far = min(age, FAR_GHOST)
            x, y = cell % self.width, cell // self.width
            near = [
                v * self.width + u
                for v in range(max(0, y - far), min(self.height, y + far + 1))
                for u in range(max(0, x - far), min(self.width, x + far + 1))
                if v * self.width + u in free
            ]
            if near:
                self.put(state, free, near[rng.below(len(near))], code - (code & KIND) + INFANTRY)

    def put(self, state: CellWar, free: set[int], cell: int, code: int) -> None:
        """One unit of an enemy on a hidden cell that is free."""
        if not state.board[cell]:
            free.discard(cell)
            state.place(cell, code)

    def place_unseen(self, state: CellWar, player: int, count: int, free: set[int], rng: Rng) -> None:
        """So many units of this enemy of whom nothing is known; at least one unit in all."""
        if not count and not state.units[player]:
            count = 1
        if not count:
            return
        far = _from_home(self.width, self.height, self.home(player))
        cells = [cell for cell in self.open if cell in free and far[cell] < self.round]
        cells = cells or sorted(free) or [cell for cell in sorted(self.hidden) if not state.board[cell]]
        total = count + state.units[player]
        factories = min(1 + total // UNITS_PER_FACTORY, total - 1) if self.round >= FIRST_FACTORY else 0
        factories -= sum(
            1 for unit in list(state.board) if (unit >> OWNER) & OWNERS == player and unit & KIND == FACTORY
        )
        for i in range(min(count, len(cells))):
            kind = FACTORY if i < factories else DRAWN[rng.below(len(DRAWN))] if self.round > 1 else INFANTRY
            cell = self.drawn(cells, rng)
            if kind == FACTORY:  # farther from the viewer than others
                cell = max(cell, self.drawn(cells, rng), key=lambda each: (self.frontier[each], each))
            cells.remove(cell)
            state.made[0] += 1
            self.put(state, free, cell, state.made[0] << ID | player << OWNER | kind)

    def drawn(self, cells: list[int], rng: Rng) -> int:
        """One of the cells, by their weights."""
        cell = cells[rng.below(len(cells))]
        for _ in range(REDRAWN):
            if rng.below(LIKELY) < self.weights.get(cell, LIKELY):
                break
            cell = cells[rng.below(len(cells))]
        return cell

    def home(self, player: int) -> int:
        """Where this enemy has started, unless the players have chosen other cells."""
        x, y = starts(self.width, self.height, self.told["players"])[player - 1]
        return y * self.width + x


@lru_cache(maxsize=8)
def _neighbours(width: int, height: int) -> list[list[int]]:
    """Of every cell of such a board."""
    return [
        [
            v * width + u
            for v in range(max(0, y - 1), min(height, y + 2))
            for u in range(max(0, x - 1), min(width, x + 2))
            if (u, v) != (x, y)
        ]
        for y in range(height)
        for x in range(width)
    ]


def _moves(width: int, height: int, sources: Iterable[int]) -> list[int]:
    """Per cell the moves to the nearest of these; a great number where there are none."""
    most = width + height
    rows = [[most] * width for _ in range(height)]
    for cell in sources:
        rows[cell // width][cell % width] = 0
    for down in (rows, rows[::-1]):  # row by row, each from the one before and along itself, both ways
        row = [most] * width
        for here in down:
            near = map(min, row, [*row[1:], most], [most, *row[:-1]])
            row = list(accumulate(map(_nearer, near, here), _nearer))
            row = here[:] = list(accumulate(row[::-1], _nearer))[::-1]
    return [far for row in rows for far in row]


@lru_cache(maxsize=64)
def _from_home(width: int, height: int, home: int) -> list[int]:
    """``_moves`` from where a player has started."""
    return _moves(width, height, [home])


def _nearer(beside: int, far: int) -> int:
    """How far a cell is when one beside it is so far."""
    return far if far <= beside else beside + 1


def _code(told: CellWarUnit) -> int:
    return told["id"] << ID | told["owner"] << OWNER | CODES[told["type"], told["counter"]]
