"""Where a Traversal piece can go.

All squares that are reached at one cost are found together, as a set (board.py): what is reached at 3 is one step of
cost 1 from what is reached at 2, one of cost 2 from what is reached at 1, or one of cost 3 from where the piece stands.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.traversal.board import (
    DARKS_ROW,
    EXPLORER,
    FULL,
    HALF,
    LARGEST_BUDGET,
    LIGHTS_ROW,
    OWN,
    PRIME,
    SIDE,
    SQUARES,
    TOP,
    Field,
    single,
)
from outflank.games.traversal.combat import TERMS, weigh
from outflank.native import i64, u8, vec

LEAP: Final = 255  # instead of a cost + 1: by the Explorer's special move alone


@final
class Notes:
    """What a search finds: sets of squares."""

    def __init__(self) -> None:
        self.found: vec[i64] = vec[i64]([0] * (2 * LARGEST_BUDGET + 2))  # [cost * 2 + half]: reached at that cost
        self.open: vec[i64] = vec[i64]([0] * (2 * LARGEST_BUDGET + 2))  # those of them that a route goes on from
        self.all_lower: i64 = 0  # reached at any cost
        self.all_upper: i64 = 0
        self.leap_lower: i64 = 0  # reached by special moves alone
        self.leap_upper: i64 = 0
        self.watch_lower: i64 = 0  # those on which all this depends
        self.watch_upper: i64 = 0
        self.own_lower: i64 = 0  # where own pieces stand,
        self.own_upper: i64 = 0
        self.foe_lower: i64 = 0  # and enemies
        self.foe_upper: i64 = 0
        self.terms: vec[i64] = vec[i64]([0] * TERMS)


def search(field: Field, piece: i64, cell: i64, notes: Notes) -> None:
    """Find what the piece on ``cell`` reaches: free squares, and those of enemies, on which a route ends."""
    climbs = field.climbs
    found = notes.found
    open_ = notes.open
    budget = field.budget[piece]
    own_lower = notes.own_lower
    own_upper = notes.own_upper
    foe_lower = notes.foe_lower
    foe_upper = notes.foe_upper
    watch_lower: i64 = 0
    watch_upper: i64 = 0
    if cell < HALF:
        watch_lower = single(cell)
    else:
        watch_upper = single(cell - HALF)
    found[0] = open_[0] = watch_lower
    found[1] = open_[1] = watch_upper
    known_lower = own_lower
    known_upper = own_upper
    for cost in range(1, budget + 1):
        lower: i64 = 0
        upper: i64 = 0
        dearest = cost if cost < field.steepest else field.steepest
        for step in range(1, dearest + 1):
            from_lower = open_[(cost - step) * 2]
            from_upper = open_[(cost - step) * 2 + 1]
            at = step * 8
            if from_lower != 0:
                down = from_lower & climbs[at + 2]
                lower |= (from_lower & climbs[at]) >> SIDE | (down << SIDE) & FULL
                lower |= (from_lower & climbs[at + 4]) >> 1 | (from_lower & climbs[at + 6]) << 1
                upper |= down >> (HALF - SIDE)
            if from_upper != 0:
                up = from_upper & climbs[at + 1]
                upper |= up >> SIDE | (from_upper & climbs[at + 3]) << SIDE
                upper |= (from_upper & climbs[at + 5]) >> 1 | (from_upper & climbs[at + 7]) << 1
                lower |= (up & LIGHTS_ROW) << (HALF - SIDE)
        watch_lower |= lower
        watch_upper |= upper
        lower &= ~known_lower
        upper &= ~known_upper
        known_lower |= lower
        known_upper |= upper
        found[cost * 2] = lower
        found[cost * 2 + 1] = upper
        open_[cost * 2] = lower & ~foe_lower
        open_[cost * 2 + 1] = upper & ~foe_upper
    notes.all_lower = known_lower ^ own_lower
    notes.all_upper = known_upper ^ own_upper
    notes.leap_lower = 0
    notes.leap_upper = 0
    notes.watch_lower = watch_lower
    notes.watch_upper = watch_upper
    if field.kind[piece] == EXPLORER:
        leap(field, cell, known_lower, known_upper, notes)


def leap(field: Field, cell: i64, known_lower: i64, known_upper: i64, notes: Notes) -> None:
    """Find the Explorer's special moves. ``known``: what routes reach, and where own pieces stand."""
    all_lower = notes.own_lower | notes.foe_lower
    all_upper = notes.own_upper | notes.foe_upper
    lower = field.diagonal[cell * 2]
    upper = field.diagonal[cell * 2 + 1]
    for i in range(cell * 4, cell * 4 + 4):
        code = field.leaps[i]
        if code >= 0:
            between = code & 127
            to = code >> 7
            if between < HALF:
                notes.watch_lower |= single(between)
                free = (all_lower >> between) & 1 == 0
            else:
                notes.watch_upper |= single(between - HALF)
                free = (all_upper >> (between - HALF)) & 1 == 0
            if free and to < HALF:
                lower |= single(to)
            elif free:
                upper |= single(to - HALF)
    notes.watch_lower |= lower
    notes.watch_upper |= upper
    if not field.leap_attacks:
        lower &= ~notes.foe_lower
        upper &= ~notes.foe_upper
    notes.leap_lower = lower & ~known_lower
    notes.leap_upper = upper & ~known_upper


def write_row(
    field: Field, board: vec[u8], piece: i64, cell: i64, rows: vec[i64], watch: vec[i64], notes: Notes
) -> None:
    """Write the set of all squares where the piece on ``cell`` can go, with TOP when it can leave the board, and the
    set of those on which that depends, where ``rows`` and ``watch`` have those of ``piece``."""
    search(field, piece, cell, notes)
    lower = notes.all_lower | notes.leap_lower
    upper = notes.all_upper | notes.leap_upper
    targets_lower = lower & notes.foe_lower
    targets_upper = upper & notes.foe_upper
    if targets_lower != 0:
        lower &= ~failing(field, board, cell, targets_lower, 0, notes)
    if targets_upper != 0:
        upper &= ~failing(field, board, cell, targets_upper, 1, notes)
    if can_exit(field, piece, cell, notes):
        upper |= TOP
    rows[piece * 2] = lower
    rows[piece * 2 + 1] = upper
    watch[piece * 2] = notes.watch_lower
    watch[piece * 2 + 1] = notes.watch_upper


def failing(field: Field, board: vec[u8], cell: i64, targets: i64, half: i64, notes: Notes) -> i64:
    """Those of the targets in a half of the board against whom an attack would fail."""
    fails: i64 = 0
    while targets != 0:
        bit = targets & -targets
        targets ^= bit
        to = field.places[bit % PRIME] + half * HALF
        notes.watch_lower |= field.around[to * 2]
        notes.watch_upper |= field.around[to * 2 + 1]
        cost: i64 = 1
        while cost <= LARGEST_BUDGET and notes.found[cost * 2 + half] & bit == 0:
            cost += 1
        if weigh(field, board, cell, to, cost, notes.terms) < 0:
            fails |= bit
    return fails


def can_exit(field: Field, piece: i64, cell: i64, notes: Notes) -> bool:
    """Whether the exit row is reached with enough left for the step off the board."""
    half: i64 = 0
    row: i64 = LIGHTS_ROW
    if piece < OWN:
        half = 1
        row = DARKS_ROW
        if notes.all_upper & row == 0 and cell < SQUARES - SIDE:
            return False
    elif notes.all_lower & row == 0 and cell >= SIDE:
        return False
    for cost in range(field.budget[piece] - field.exit_cost + 1):
        if notes.open[cost * 2 + half] & row != 0:
            return True
    return False


def write_set(field: Field, lower: i64, upper: i64, first: i64, out: vec[i64], at: i64) -> i64:
    """Write the members of a set, ascending, from ``out[at]``; ``first`` stands for square 0. Returns where it ends."""
    places = field.places
    while lower != 0:
        bit = lower & -lower
        lower ^= bit
        out[at] = first + places[bit % PRIME]
        at += 1
    first += HALF
    while upper != 0:
        bit = upper & -upper
        upper ^= bit
        out[at] = first + places[bit % PRIME]
        at += 1
    return at


def mark_set(field: Field, lower: i64, upper: i64, first: i64, out: vec[u8]) -> None:
    """Set the bytes of the members of a set to 1; ``first`` stands for square 0."""
    places = field.places
    while lower != 0:
        bit = lower & -lower
        lower ^= bit
        out[first + places[bit % PRIME]] = 1
    first += HALF
    while upper != 0:
        bit = upper & -upper
        upper ^= bit
        out[first + places[bit % PRIME]] = 1


def costs(field: Field, piece: i64, notes: Notes) -> list[int]:
    """What a search has found, as costs + 1 for all squares: LEAP where only a special move leads, 0: not reached."""
    told = [0] * SQUARES
    for square in range(i64(SQUARES)):
        half: i64 = square // HALF
        place: i64 = square % HALF
        for cost in range(field.budget[piece] + 1):
            if (notes.found[cost * 2 + half] >> place) & 1 != 0:
                told[square] = cost + 1
        if ((notes.leap_upper if half else notes.leap_lower) >> place) & 1 != 0:
            told[square] = LEAP
    return told
