"""Ways to play a CellWar unit, for searches that choose among them, and the order in which a turn is played.

Every script takes the action that looks best (``evaluate.judge`` says why), each with another bias. They know the board
alone, and keep to one turn: what stands far from every enemy is judged by fewer cells.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.evaluate import (
    APPROACH,
    around,
    carry_out,
    counted,
    distances,
    infantry_value,
    marked,
    neighbour,
    patience,
    plans,
    standing,
    worth,
)
from outflank.native import i64, vec

STANDARD: Final = 0  # what looks best
ATTACK: Final = 1  # go for the enemy
BUILD: Final = 2  # stand still until this is a factory
HOLD: Final = 3  # stand as a fortification
RETREAT: Final = 4  # away from the enemy
GUARD: Final = 5  # towards the nearest own factory
SPREAD: Final = 6  # where there is room
STEP: Final = 7  # and so on: by the direction, when that is legal
SCRIPTS: Final = STEP + DIRECTIONS
CASUAL: Final = SCRIPTS  # for weak players, not for searches: misjudged by chance, but never a senseless attack
HASTY: Final = SCRIPTS + 1  # for middling ones: misjudged a little

EAGER: Final = 3 * APPROACH
NOISE: Final = 130  # by so much the casual one misjudges,
SLIP: Final = 40  # and the hasty one
HARMLESS: Final = 3  # from so far on an enemy can do nothing to what happens here now


@final
class Orders:
    """The units of the player to move, those near the enemy first; then the factories."""

    def __init__(
        self,
        board: vec[i64],
        target: vec[i64],
        width: i64,
        height: i64,
        player: i64,
        waiting: vec[i64],
        fighters: i64,
        factories: i64,
        seed: i64,
    ) -> None:
        self.board: vec[i64] = board
        self.target: vec[i64] = target
        self.player: i64 = player
        self.width: i64 = width
        self.height: i64 = height
        self.seed: i64 = seed
        self.ready: vec[i64] = marked(waiting, fighters, width * height)
        self.far: vec[i64] = distances(board, width, height, player)
        building, units = plans(board, width * height, player)
        self.building: i64 = building  # factories that are still wanted
        self.infantry: i64 = infantry_value(units * 8 - width * height)
        self.marks: vec[i64] = vec[i64]([0] * (width * height))
        self.mark: i64 = 0
        self.near: vec[i64] = vec[i64]([0] * DIRECTIONS)
        self.asked: i64 = 0  # units that were asked what they do
        self.known: vec[i64] = vec[i64]([0] * (width * height))  # for whom of them it is known what stands
        self.counts: vec[i64] = vec[i64]([0] * (width * height))  # around a cell, and what it
        self.was: vec[i64] = vec[i64]([0] * (width * height))  # is worth, before anything is done;
        self.left: vec[i64] = vec[i64]([0] * DIRECTIONS)  # the cells around the unit, itself included,
        self.gone: vec[i64] = vec[i64]([0] * DIRECTIONS)  # what they gain when it leaves,
        self.leaving: i64 = 0  # and how many they are
        self.home: vec[i64] = vec[i64]()  # moves to the nearest own factory, when somebody asks
        self.count: i64 = fighters + factories
        self.cells: vec[i64] = vec[i64]([0] * (self.count + 1))  # of the units, in the order in which they act
        self.sort(waiting, 0, fighters)
        self.sort(waiting, fighters, self.count)

    def sort(self, waiting: vec[i64], first: i64, end: i64) -> None:
        """Put these units in their order: by the way to the nearest enemy, then as they come."""
        most: i64 = 0
        for i in range(first, end):
            if self.far[waiting[i]] > most:
                most = self.far[waiting[i]]
        starts = vec[i64]([0] * (most + 2))
        for i in range(first, end):
            starts[self.far[waiting[i]] + 1] += 1
        for i in range(most):
            starts[i + 1] += starts[i]
        for i in range(first, end):
            far = self.far[waiting[i]]
            self.cells[first + starts[far]] = waiting[i]
            starts[far] += 1

    def choose(self, cell: i64, script: i64) -> i64:
        """What the unit on ``cell`` does; -1 when there is nothing that it can do."""
        board = self.board
        kind = board[cell] & KIND
        factory = kind == FACTORY
        me = self.player
        if STEP <= script < SCRIPTS:
            action = cell * DIRECTIONS + script - STEP
            to = self.target[action]
            if to >= 0 and (board[to] == 0 or (to == cell and not factory)):
                return action
            if to >= 0 and not factory and (board[to] >> OWNER) & OWNERS != me:
                return action
        self.leave(cell, factory)
        best: i64 = -1
        most: i64 = 0
        first: i64 = 1 if factory else 0
        for action in range(cell * DIRECTIONS + first, cell * DIRECTIONS + DIRECTIONS):
            to = self.target[action]
            if to < 0:
                continue
            other = board[to]
            if to != cell and other != 0 and (factory or (other >> OWNER) & OWNERS == me):
                continue
            value = self.value(cell, to, kind) + self.bias(cell, to, kind, script)
            if best < 0 or value > most:
                best = action
                most = value
        return best

    def leave(self, cell: i64, factory: bool) -> None:
        """What changes around the unit on ``cell`` when it is no longer there, wherever it goes."""
        self.asked += 1
        self.leaving = 0
        if factory:  # it stays
            return
        board = self.board
        me = self.player
        left = self.left
        self.mark += 1
        count = around(self.target, cell, self.marks, self.mark, left, 0)
        if self.far[cell] > HARMLESS:
            count = self.harmless(left, count, cell, cell)
        for i in range(count):
            there = left[i]
            value = -self.before(there)
            if there != cell and board[there] != 0:
                owner = (board[there] >> OWNER) & OWNERS
                counts = self.counts[there] + neighbour(0, 0, owner, me)
                counts -= neighbour(board[cell], self.ready[cell], owner, me)
                value += worth(board[there], counts, me, self.infantry)
            self.gone[i] = value
        self.leaving = count

    def harmless(self, near: vec[i64], count: i64, cell: i64, to: i64) -> i64:
        """Of these cells only those that matter far from every enemy: factories, for their room, and what acts."""
        kept: i64 = 0
        for i in range(count):
            if self.board[near[i]] & KIND == FACTORY or near[i] == cell or near[i] == to:
                near[kept] = near[i]
                kept += 1
        return kept

    def before(self, cell: i64) -> i64:
        """What the unit on a cell is worth as the board is, found once for each unit that is asked."""
        if self.known[cell] != self.asked:
            self.known[cell] = self.asked
            unit = self.board[cell]
            if unit == 0:
                self.was[cell] = 0
            else:
                counts = counted(self.board, self.target, self.ready, cell, self.player)
                self.counts[cell] = counts
                self.was[cell] = worth(unit, counts, self.player, self.infantry)
        return self.was[cell]

    def value(self, cell: i64, to: i64, kind: i64) -> i64:
        """How good it looks: as in ``judge``. What changes around ``cell`` alone is known from ``leave``."""
        board = self.board
        ready = self.ready
        target = self.target
        me = self.player
        value: i64 = 0
        if to == cell:
            value = patience(kind, self.far[cell], self.building)
        elif kind == FACTORY:
            value = -APPROACH * self.far[to]
        else:
            value = APPROACH * (self.far[cell] - self.far[to])
        self.mark += 1
        near = self.near
        count = around(target, to, self.marks, self.mark, near, 0)
        if to != cell:
            for i in range(self.leaving):
                if self.marks[self.left[i]] != self.mark:
                    value += self.gone[i]
            if self.far[cell] > HARMLESS:
                count = self.harmless(near, count, cell, to)
        for i in range(count):
            value -= self.before(near[i])
        unit = board[cell]
        other = board[to]
        was_ready = ready[cell]
        carry_out(board, cell, to)
        ready[cell] = 0
        goes = to != cell and kind != FACTORY
        stood = unit if to == cell else other
        stood_ready: i64 = was_ready if to == cell else 0
        for i in range(count):
            there = near[i]
            if there == to:
                value += standing(board, target, ready, there, me, me, self.infantry)
            elif board[there] != 0:
                owner = (board[there] >> OWNER) & OWNERS
                counts = (
                    self.counts[there] + neighbour(board[to], 0, owner, me) - neighbour(stood, stood_ready, owner, me)
                )
                if goes and self.beside(there, cell):
                    counts += neighbour(0, 0, owner, me) - neighbour(unit, was_ready, owner, me)
                value += worth(board[there], counts, me, self.infantry)
        board[cell] = unit
        board[to] = other
        ready[cell] = was_ready
        return value

    def beside(self, one: i64, other: i64) -> bool:
        """Whether two cells touch."""
        x = one % self.width - other % self.width
        y = one // self.width - other // self.width
        return -1 <= x <= 1 and -1 <= y <= 1

    def bias(self, cell: i64, to: i64, kind: i64, script: i64) -> i64:
        """What a script adds to that."""
        nearer = self.far[cell] - self.far[to]
        if script == HASTY:
            return self.chance(cell, to, SLIP)
        if script == CASUAL:
            return self.casual(cell, to)
        if script == ATTACK:
            if to == cell:
                return -60
            return EAGER * nearer + (60 if self.board[to] != 0 else 0)
        if script == BUILD:
            return 600 if to == cell else 0
        if script == HOLD:
            return 150 if to == cell and kind != STRONG_FORT else 0
        if script == RETREAT:
            return -2 * EAGER * nearer
        if script == GUARD:
            if len(self.home) == 0:
                self.home = self.to_factories()
            return 2 * EAGER * (self.home[cell] - self.home[to])
        if script == SPREAD:
            return -12 * self.crowd(to)
        return 0

    def casual(self, cell: i64, to: i64) -> i64:
        """Chance, and no attack that only costs a unit."""
        other = self.board[to] & KIND
        if to != cell and (other == FORT or other == STRONG_FORT):
            return self.chance(cell, to, NOISE) - 1000
        return self.chance(cell, to, NOISE)

    def chance(self, cell: i64, to: i64, most: i64) -> i64:
        """From 0 to below ``most``, the same for the same unit and action in a turn."""
        mixed = (self.seed + cell * 40503 + to * 7919 + 12345) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 15)) * 1664525 + 1013904223) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 1103515245 + 12345) & 0xFFFFFFFF
        return (mixed >> 8) % most

    def crowd(self, cell: i64) -> i64:
        """How many own units are within two cells."""
        x = cell % self.width
        y = cell // self.width
        found: i64 = 0
        for v in range(y - 2, y + 3):
            for u in range(x - 2, x + 3):
                if 0 <= u < self.width and 0 <= v < self.height:
                    if (self.board[v * self.width + u] >> OWNER) & OWNERS == self.player:
                        found += 1
        return found

    def to_factories(self) -> vec[i64]:
        """For every cell the moves to the nearest own factory: as to an enemy on a board of other owners."""
        cells = self.width * self.height
        marks = vec[i64]([0] * cells)
        for cell in range(cells):
            unit = self.board[cell]
            if unit & KIND == FACTORY and (unit >> OWNER) & OWNERS == self.player:
                marks[cell] = 1 << OWNER | FACTORY
        return distances(marks, self.width, self.height, 0)

    def done(self, action: i64) -> None:
        """That has been played."""
        cell = action // DIRECTIONS
        self.ready[cell] = 0
        if self.target[action] == cell:
            kind = self.board[cell] & KIND
            if kind == STRONG_FORT:
                self.building -= 1  # counted as a factory to be
