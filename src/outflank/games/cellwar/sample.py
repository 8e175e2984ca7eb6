"""Worlds that a player of CellWar may believe in: what is hidden is guessed, what is seen and remembered is as told."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from outflank.games.cellwar.board import FACTORY, FORT, ID, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.imagine import CODES, imagine, settle
from outflank.games.cellwar.options import starts
from outflank.games.cellwar.start import empty

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.cellwar.rules import CellWar
    from outflank.games.cellwar.shapes import CellWarUnit, CellWarView
    from outflank.rng import Rng
    from outflank.state import State

FAR_GHOST = 5  # a remembered fighter is not looked for farther away than this
TRIES = 3  # cells drawn for a unit, of which the likeliest is taken
GUESS = 40  # per cent by which the number of an enemy's units is misjudged at most, either way
FIRST_FACTORY = 4  # the round from which on somebody may have one


def sample(view: Json, rng: Rng, count: int) -> list[State]:
    """So many states that give this view."""
    told = cast("CellWarView", view)
    if not told["player_id"] or told["winner"] is not None or told["player_id"] in told["left"]:
        return [imagine(view, rng) for _ in range(count)]
    belief = Belief(told)
    return [belief.draw(rng) for _ in range(count)]


def glimpses(view: Json) -> list[int]:
    """The ids of enemies in sight."""
    told = cast("CellWarView", view)
    me = told["player_id"]
    return [
        tile["unit"]["id"]
        for row in told["tiles"]
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
        self.frontier = self.moves(self.mine)
        self.counts = {p: self.expected(p) for p in self.enemies}

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
        for number in in_sight & set(self.ghosts):
            del self.ghosts[number]
        state.made[0] = self.newest
        settle(state, told)
        return state

    def reached(self) -> dict[int, int]:
        """Per hidden cell the first round in which an enemy may stand there."""
        first = {cell: since and max(since + 1, 1) for cell, since in self.since.items()}
        for since, cell, _ in self.ghosts.values():
            first[cell] = since
        near = {cell for cells in self.units.values() for cell in cells}
        early = dict.fromkeys(self.hidden, self.round + 1)
        # From the cells where somebody may be anyway, step by step into those that were seen to be free.
        waiting: dict[int, set[int]] = {}
        for cell in self.hidden:
            if first[cell] == 0 or self.told["tiles"][cell // self.width][cell % self.width].get("unit"):
                early[cell] = first[cell]
                waiting.setdefault(first[cell], set()).add(cell)
        for cell in near:
            waiting.setdefault(self.round - 1, set()).add(cell)
        now = 0
        while waiting and now <= self.round:
            for cell in sorted(waiting.pop(now, ())):
                for to in self.neighbours(cell):
                    if to in early and max(now + 1, first[to]) < early[to]:
                        early[to] = max(now + 1, first[to])
                        waiting.setdefault(early[to], set()).add(to)
            now += 1
        return early

    def neighbours(self, cell: int) -> list[int]:
        x, y = cell % self.width, cell // self.width
        return [
            v * self.width + u
            for v in range(max(0, y - 1), min(self.height, y + 2))
            for u in range(max(0, x - 1), min(self.width, x + 2))
            if (u, v) != (x, y)
        ]

    def moves(self, sources: list[int]) -> list[int]:
        """Per cell the moves to the nearest of these; a great number where there are none."""
        width, height = self.width, self.height
        far = [width + height] * (width * height)
        for cell in sources:
            far[cell] = 0
        for step in (1, -1):
            for cell in range(width * height)[::step]:
                x, y = cell % width, cell // width
                v = y - step
                if 0 <= x - step < width:
                    far[cell] = min(far[cell], far[cell - step] + 1)
                if 0 <= v < height:
                    near = far[v * width + max(0, x - 1) : v * width + min(width, x + 2)]
                    far[cell] = min(far[cell], min(near) + 1)
        return far

    # ---- how many there are

    def expected(self, player: int) -> int:
        """How many units this enemy probably has: as many as the viewer, unless ids or eyes tell more."""
        mine = len(self.mine)
        known = len(self.units.get(player, ())) + sum(
            1 for _, _, code in self.ghosts.values() if (code >> OWNER) & OWNERS == player
        )
        guess = max(mine, 1)
        if self.newest < 1 << 31:  # ids in the order in which units were made, by everybody
            others = max(self.newest, mine) - mine
            guess = min(guess, max(1, others // max(1, len(self.enemies)) + 1))
        return max(guess, known, 1)

    # ---- a world

    def draw(self, rng: Rng) -> CellWar:
        """One world."""
        state = self.base.copy()
        free = {cell for cell in self.hidden if self.arrivals[cell] <= self.round} or set(self.hidden)
        self.place_ghosts(state, free, rng)
        for player in self.enemies:
            self.place_unseen(state, player, free, rng)
        state.living = sum(1 for count in list(state.units)[1:] if count)
        if state.current != self.me:
            state.begin_turn()
        return state

    def place_ghosts(self, state: CellWar, free: set[int], rng: Rng) -> None:
        """Every remembered enemy, where it was or where it may have gone."""
        ghosts = sorted(self.ghosts.values(), reverse=True)
        left: list[tuple[int, int, int]] = []
        for since, cell, code in ghosts:
            age = self.round - since
            if code & KIND == FACTORY or rng.below(100) < (50 if code & KIND != INFANTRY else 25) or age < 1:
                self.put(state, free, cell, _aged(code, age))
            else:
                left.append((age, cell, code))
        for age, cell, code in left:
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

    def place_unseen(self, state: CellWar, player: int, free: set[int], rng: Rng) -> None:
        """Units of this enemy of whom nothing is known."""
        count = self.counts[player]
        count += count * (rng.below(2 * GUESS + 1) - GUESS) // 100
        missing = max(count, 1) - state.units[player]
        if missing <= 0:
            return
        home = self.home(player)
        far = self.moves([home]) if home >= 0 else None
        cells = sorted(cell for cell in free if far is None or far[cell] < self.round) or sorted(free)
        if not cells:
            cells = sorted(cell for cell in self.hidden if not state.board[cell])
        factories = sum(
            1 for unit in list(state.board) if (unit >> OWNER) & OWNERS == player and unit & KIND == FACTORY
        )
        share = count * self.factories() // 100 - factories
        for _ in range(missing):
            if not cells:
                return
            factory = share > 0
            share -= 1
            cell = self.likely(cells, far, factory, rng)
            cells.remove(cell)
            kind = FACTORY if factory else (INFANTRY, INFANTRY, INFANTRY, FORT, STRONG_FORT)[rng.below(5)]
            if self.round == 1:
                kind = INFANTRY
            state.made[0] += 1
            self.put(state, free, cell, state.made[0] << ID | player << OWNER | kind)

    def factories(self) -> int:
        """Which part of an army are factories, per cent: as in the viewer's own."""
        if self.round < FIRST_FACTORY:
            return 0
        mine = self.told["my_units"]
        own = sum(1 for each in mine if each["type"] == "factory") * 100 // max(1, len(mine))
        return max(20, min(own, 60))

    def home(self, player: int) -> int:
        """Where this enemy started, by the formula, or -1 when the viewer's own units say that it does not hold."""
        cells = starts(self.width, self.height, self.told["players"])
        if len(cells) < player:
            return -1
        x, y = cells[player - 1]
        return y * self.width + x

    def likely(self, cells: list[int], far: list[int] | None, factory: bool, rng: Rng) -> int:
        """Of a few cells drawn at random the likeliest: factories stand far from the viewer, fighters less so."""
        drawn = [cells[rng.below(len(cells))] for _ in range(TRIES if factory else 1)]
        return max(drawn, key=lambda cell: (self.frontier[cell], cell))


def _aged(code: int, age: int) -> int:
    """The unit after so many turns in which it stood still."""
    kind = code & KIND
    return code - kind + min(kind + age, FACTORY) if kind != FACTORY else code


def _code(told: CellWarUnit) -> int:
    return told["id"] << ID | told["owner"] << OWNER | CODES[told["type"], told["counter"]]
