"""Where a PixelsWars unit can go, and the row of all that it can do.

What a step costs depends on the cell it enters alone. So the first time a cell is met, when cells are taken in the
order of movement left, is already the cheapest way to it: one bucket per number of points, each cell in one of them.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.pixelswars.board import CAPTURES, HOLDER, KINDS, MOVES, MOVESS, OWNER, OWNERS, POINTS, SHOTS, Field
from outflank.games.pixelswars.board import SHOTSS as SHOT_MASK
from outflank.games.pixelswars.catalog import AIR, CAPTURE_POINTS, MOST_MOVEMENT
from outflank.games.pixelswars.combat import farthest
from outflank.native import i16, i64, u8, vec

# An entry of a row is a cell and, when it is a cell to move to, the movement left there, from this bit on.
LEFT: Final = 10
TO: Final = 1023  # mask for the cell

FAR: Final = 10_000  # no way leads there
MARK: Final = 255  # in the notes, beside movement left + 1: a target, or the own cell when it can be captured


@final
class Notes:
    """What a search writes down, and finds blank again."""

    def __init__(self, cells: i64) -> None:
        self.left: vec[u8] = vec[u8]([0] * cells)  # movement left + 1
        self.next: vec[i16] = vec[i16]([0] * cells)  # the next cell in the same bucket
        self.first: vec[i64] = vec[i64]([-1] * (MOST_MOVEMENT + 1))  # the first cell of each bucket
        self.low: i64 = 0  # no cell below has been written to,
        self.high: i64 = 0  # and none above


def search(
    field: Field, board: vec[i64], cell: i64, domain: i64, budget: i64, notes: Notes, watch: vec[i64], bit: i64
) -> None:
    """Write into ``notes.left`` what is left on every cell that can be reached, ``cell`` itself too, and set ``bit``
    in ``watch`` for every cell on which this depends."""
    steps = field.steps
    left = notes.left
    following = notes.next
    first = notes.first
    low = cell
    high = cell
    base = domain * field.cells
    left[cell] = u8(budget + 1)
    following[cell] = -1
    first[budget] = cell
    points = budget
    while points > 0:
        here = first[points]
        first[points] = -1
        while here >= 0:
            step = (base + here) * 4
            for i in range(step, step + 4):
                edge = steps[i]
                after = points - (edge & 7)
                if edge == 0 or after < 0:
                    continue
                to = edge >> 3
                if left[to] != 0:
                    continue
                watch[to] |= bit
                if board[to] == 0:
                    left[to] = u8(after + 1)
                    following[to] = i16(first[after])
                    first[after] = to
                    if to < low:
                        low = to
                    elif to > high:
                        high = to
            here = i64(following[here])
        points -= 1
    first[0] = -1
    notes.low = low
    notes.high = high


def write_row(
    field: Field,
    board: vec[i64],
    holds: vec[u8],
    foes: vec[i64],
    foe_count: i64,
    cell: i64,
    row: vec[i16],
    start: i64,
    notes: Notes,
    watch: vec[i64],
    bit: i64,
) -> i64:
    """Write, from ``start``, all that the unit on ``cell`` can do, by ascending cell: where it can go, whom it can
    shoot at, and its own cell when it can capture or secure there. Returns how many entries that is."""
    unit = board[cell]
    kind = unit & KINDS
    catalog = field.catalog
    left = notes.left
    search(field, board, cell, catalog.domain[kind], (unit >> MOVES) & MOVESS, notes, watch, bit)
    low = notes.low
    high = notes.high
    left[cell] = 0
    if (unit >> CAPTURES) & 1 != 0 and can_take(field, holds, cell, (unit >> OWNER) & OWNERS):
        left[cell] = MARK
    if (unit >> SHOTS) & SHOT_MASK != 0:
        pairs = kind * catalog.kinds
        pct = catalog.pct
        nearest = catalog.nearest[kind]
        far = farthest(field, kind, cell)
        for i in range(foe_count):
            to = foes[i]
            away = field.distance(cell, to)
            if nearest <= away and away <= far and pct[pairs + (board[to] & KINDS)] != 0:
                left[to] = MARK
                watch[to] |= bit
                if to < low:
                    low = to
                elif to > high:
                    high = to
    at = start
    for to in range(low, high + 1):
        mark = i64(left[to])
        if mark != 0:
            left[to] = 0
            row[at] = i16(to if mark == MARK else to | (mark - 1) << LEFT)
            at += 1
    return at - start


def can_take(field: Field, holds: vec[u8], cell: i64, player: i64) -> bool:
    """Whether on this cell there is something for ``player`` to capture or to secure."""
    site = field.site[cell]
    if site < 0:
        return False
    hold = i64(holds[site])
    return hold >> HOLDER != player or hold & POINTS < CAPTURE_POINTS


def write_purchases(
    field: Field, board: vec[i64], holds: vec[u8], player: i64, funds: i64, out: vec[i64], count: i64
) -> i64:
    """Add to the ``count`` actions in ``out`` what ``player`` can buy, and the end of the turn; how many there are."""
    cells = field.cells
    catalog = field.catalog
    kinds = catalog.kinds
    if funds > 0:
        for site in range(field.site_count):
            cell = field.sites[site]
            if i64(holds[site]) >> HOLDER == player and board[cell] == 0:
                ground = field.ground[cell]
                for kind in range(kinds):
                    if catalog.built_at[kind] == ground and catalog.price[kind] <= funds:
                        out[count] = cells * cells + cell * kinds + kind
                        count += 1
    out[count] = cells * (cells + kinds)
    return count + 1


def spread(field: Field, goals: vec[i64], domain: i64, away: vec[i64], nearest: vec[i64]) -> None:
    """Write for every cell what it costs to go from there to the nearest cell that is marked in ``goals``, whoever
    stands in the way, and which one that is; FAR when no way leads there."""
    cells = field.cells
    steps = field.steps
    costs = field.catalog.air_cost if domain == AIR else field.catalog.cost
    following = field.blanks[:]
    span: i64 = 8  # buckets in use at a time: no step costs more
    first = vec[i64]([-1, -1, -1, -1, -1, -1, -1, -1])
    waiting: i64 = 0
    for cell in range(cells):
        away[cell] = FAR
        if goals[cell] != 0:
            away[cell] = 0
            nearest[cell] = cell
            at = costs[field.ground[cell]] % span
            following[cell] = i16(first[at])
            first[at] = cell
            waiting += 1
    base = cells * 4  # the neighbours of a cell: nothing stops flyers
    now: i64 = 0
    while waiting > 0:
        bucket = now % span
        here = first[bucket]
        first[bucket] = -1
        while here >= 0:
            waiting -= 1
            for i in range(base + here * 4, base + here * 4 + 4):
                edge = steps[i]
                to = edge >> 3
                if edge != 0 and away[to] == FAR:
                    cost = costs[field.ground[to]]
                    if cost > 0:
                        away[to] = now
                        nearest[to] = nearest[here]
                        at = (now + cost) % span
                        following[to] = i16(first[at])
                        first[at] = to
                        waiting += 1
            here = i64(following[here])
        now += 1
