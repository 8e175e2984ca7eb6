"""How PixelsWars's board is written in numbers: units, and what of a battlefield never changes."""

from __future__ import annotations

from typing import Final, final

from outflank.games.pixelswars.catalog import CATALOG, Catalog
from outflank.native import i16, i64, u8, vec

# A unit is one number, and 0 is a free cell: its kind in the lowest bits, then, each from this bit on:
KINDS: Final = 63  # mask
OWNER: Final = 6  # 1 or 2
OWNERS: Final = 3  # mask, after the shift; the masks of the others likewise
HP: Final = 8
HPS: Final = 1023
MOVES: Final = 18  # movement left
MOVESS: Final = 31
SHOTS: Final = 23  # attacks left
SHOTSS: Final = 15
CAPTURES: Final = 27  # 1: may capture or secure
ID: Final = 28

FACE: Final = (1 << ID) - 1  # mask for all but the id
LASTING: Final = (1 << MOVES) - 1  # mask for kind, owner and HP
PER_TURN: Final = ((1 << ID) - 1) ^ LASTING  # mask for what a turn renews

# A building's holder and what is left of it is one byte.
HOLDER: Final = 5  # owner from this bit on; the points below
POINTS: Final = 31  # mask

BITS: Final = 62  # rows whose numbers differ by a multiple of this share a bit, and are written again together

MOST_CELLS: Final = 1024  # a cell has 10 bits in a row of actions (reach.py)


@final
class Field:
    """A battlefield: its grounds and what follows from them. Shared by all states on it, never written to."""

    def __init__(self, width: i64, height: i64, grounds: list[int]) -> None:
        catalog = CATALOG
        cells = width * height
        self.catalog: Catalog = catalog
        self.width: i64 = width
        self.height: i64 = height
        self.cells: i64 = cells
        self.ground: vec[i64] = vec[i64](grounds)
        self.bits: vec[i64] = vec[i64]([0] * BITS)  # [i]: the number that has this bit alone
        bit: i64 = 1  # doubled: written as 1 << i it would be an int of C, which has 32
        for i in range(BITS):
            self.bits[i] = bit
            bit += bit
        self.x: vec[i64] = vec[i64]([cell % width for cell in range(cells)])
        self.y: vec[i64] = vec[i64]([cell // width for cell in range(cells)])
        self.zeros: vec[i64] = vec[i64]([0] * cells)  # copied where a number for each cell is wanted
        self.blanks: vec[i16] = vec[i16]([0] * cells)
        # What a step costs: [(domain * cells + cell) * 4 + direction] = neighbour * 8 + cost, 0: no such step.
        self.steps: vec[i64] = vec[i64]([0] * (2 * cells * 4))
        self.cover: vec[i64] = vec[i64]([0] * (2 * cells))  # [domain * cells + cell]
        self.extra_range: vec[i64] = vec[i64]([0] * (2 * cells))  # likewise, for weapons that reach beyond 1
        self.site: vec[i64] = vec[i64]([-1] * cells)  # the number of the building on a cell, or -1
        buildings: list[int] = []
        for cell in range(cells):
            kind: i64 = grounds[cell]
            self.cover[cell] = catalog.cover[kind]
            self.extra_range[cell] = catalog.extra_range[kind]
            if catalog.building[kind] != 0:
                self.site[cell] = len(buildings)
                buildings.append(cell)
            self.write_steps(cell)
        self.sites: vec[i64] = vec[i64](buildings)  # their cells, ascending
        self.site_count: i64 = len(buildings)

    def write_steps(self, cell: i64) -> None:
        """The four steps from a cell, in both domains: up, down, right, left."""
        width = self.width
        for direction in range(4):
            to: i64 = -1
            if direction == 0 and cell >= width:
                to = cell - width
            elif direction == 1 and cell + width < self.cells:
                to = cell + width
            elif direction == 2 and cell % width < width - 1:
                to = cell + 1
            elif direction == 3 and cell % width > 0:
                to = cell - 1
            if to < 0:
                continue
            cost = self.catalog.cost[self.ground[to]]
            if cost > 0:
                self.steps[cell * 4 + direction] = to * 8 + cost
            self.steps[(self.cells + cell) * 4 + direction] = to * 8 + self.catalog.air_cost[self.ground[to]]

    def distance(self, one: i64, other: i64) -> i64:
        """In cells, diagonals counted as one."""
        dx = self.x[one] - self.x[other]
        dy = self.y[one] - self.y[other]
        if dx < 0:
            dx = -dx
        if dy < 0:
            dy = -dy
        return dx if dx > dy else dy


def fresh(catalog: Catalog, kind: i64) -> i64:
    """What a turn renews of a unit of this kind, as bits of its number."""
    return catalog.movement[kind] << MOVES | catalog.attacks[kind] << SHOTS | catalog.captures[kind] << CAPTURES


def refresh(field: Field, board: vec[i64], holds: vec[u8], cells: vec[i64], count: i64, player: i64) -> None:
    """The units on these cells may do everything again; those of ``player``, whose turn begins, are healed where there
    is a hospital."""
    catalog = field.catalog
    for i in range(count):
        cell = cells[i]
        unit = board[cell]
        kind = unit & KINDS
        site = field.site[cell]
        if site >= 0 and (unit >> OWNER) & OWNERS == player and i64(holds[site]) >> HOLDER == player:
            healing = catalog.hp[kind] - ((unit >> HP) & HPS)
            most = catalog.healing[field.ground[cell]]
            unit += (healing if healing < most else most) << HP
        board[cell] = (unit & ~PER_TURN) | fresh(catalog, kind)


def hashed(board: vec[i64], holds: vec[u8], cells: i64, sites: i64, start: i64) -> tuple[i64, i64]:
    """Two numbers of 39 bits that depend on all but the ids of units."""
    a = start
    b: i64 = 7
    for cell in range(cells):
        unit = board[cell] & FACE
        if unit != 0:
            a = ((a ^ cell) * 1000003 + unit) & 0x7FFFFFFFFF
            b = ((b ^ unit) * 8388593 + cell) & 0x7FFFFFFFFF
    for site in range(sites):
        a = (a * 1000003 + i64(holds[site])) & 0x7FFFFFFFFF
        b = (b * 8388593 + i64(holds[site])) & 0x7FFFFFFFFF
    return a, b


# ---- lists of cells


def where(cells: vec[i64], cell: i64) -> i64:
    """The place of a cell that is in the list."""
    i: i64 = 0
    while cells[i] != cell:
        i += 1
    return i


def insert(cells: vec[i64], count: i64, cell: i64) -> i64:
    """Put a cell into an ascending list that has room for it; where."""
    i = count
    while i > 0 and cells[i - 1] > cell:
        cells[i] = cells[i - 1]
        i -= 1
    cells[i] = cell
    return i


def remove(cells: vec[i64], count: i64, i: i64) -> None:
    """Take one out of a list of so many."""
    while i < count - 1:
        cells[i] = cells[i + 1]
        i += 1


def longer(cells: vec[i64], length: i64) -> vec[i64]:
    """The same with room for ``length``."""
    made = vec[i64]([0] * length)
    for i in range(len(cells)):
        made[i] = cells[i]
    return made
