"""Where a Traversal piece can go, and the list of all that it can do.

A step costs 1 to 5 and a budget is 5 at most, so squares wait in one queue for each cost: the cheapest are taken first,
and a square that has become cheaper since it was put into a queue is passed over there.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.traversal.board import EXPLORER, LARGEST_BUDGET, OUT, OWN, SIDE, SPAN, SQUARES, Field
from outflank.games.traversal.combat import TERMS, weigh
from outflank.native import i64, u8, vec

LEAP: Final = 255  # instead of a cost + 1: by the Explorer's special move alone


@final
class Notes:
    """What a search writes down, and finds blank again."""

    def __init__(self) -> None:
        self.cost: vec[u8] = vec[u8]([0] * SQUARES)  # + 1; 0: not to be reached
        self.queue: vec[i64] = vec[i64]([0] * (LARGEST_BUDGET * SQUARES))  # [cost * SQUARES + i]
        self.waiting: vec[i64] = vec[i64]([0] * LARGEST_BUDGET)  # how many in each queue
        self.terms: vec[i64] = vec[i64]([0] * TERMS)
        self.low: i64 = 0  # no square below has been written to,
        self.high: i64 = 0  # and none above


def search(field: Field, board: vec[u8], cell: i64, notes: Notes) -> None:
    """Write into ``notes.cost`` what a route costs, and 1, to every square the piece on ``cell`` reaches: its own, free
    ones, and those of enemies, on which a route ends; LEAP where only a special move leads."""
    steps = field.steps
    cost = notes.cost
    queue = notes.queue
    waiting = notes.waiting
    piece = i64(board[cell]) - 1
    budget = field.budget[piece]
    first_foe: i64 = OWN + 1 if piece < OWN else 1  # as on the board
    low = cell
    high = cell
    cost[cell] = 1
    queue[0] = cell
    waiting[0] = 1
    for points in range(budget):
        i: i64 = 0
        start = points * SQUARES
        while i < waiting[points]:
            here = queue[start + i]
            i += 1
            if i64(cost[here]) != points + 1:
                continue
            for at in range(here * 4, here * 4 + 4):
                edge = steps[at]
                after = points + (edge & 7)
                to = edge >> 3
                known = i64(cost[to])
                if edge == 0 or after > budget or (known != 0 and known <= after + 1):
                    continue
                code = i64(board[to])
                if code == 0:
                    if after < budget:
                        queue[after * SQUARES + waiting[after]] = to
                        waiting[after] += 1
                elif code < first_foe or code >= first_foe + OWN:
                    continue
                cost[to] = u8(after + 1)
                if to < low:
                    low = to
                elif to > high:
                    high = to
        waiting[points] = 0
    notes.low = low
    notes.high = high
    if field.kind[piece] == EXPLORER:
        leap(field, board, cell, first_foe, notes)


def leap(field: Field, board: vec[u8], cell: i64, first_foe: i64, notes: Notes) -> None:
    """Add the Explorer's special moves."""
    cost = notes.cost
    for at in range(cell * 8, cell * 8 + 8):
        code = field.leaps[at]
        if code < 0:
            continue
        to = code >> 7
        between = code & 127
        if cost[to] != 0 or (between != to and board[between] != 0):
            continue
        there = i64(board[to])
        if there == 0 or (field.leap_attacks and there >= first_foe and there < first_foe + OWN):
            cost[to] = LEAP
            if to < notes.low:
                notes.low = to
            elif to > notes.high:
                notes.high = to


def write_piece(field: Field, board: vec[u8], cell: i64, out: vec[i64], start: i64, notes: Notes) -> i64:
    """Write, from ``start``, the actions of the piece on ``cell``, ascending. Returns where they end."""
    search(field, board, cell, notes)
    cost = notes.cost
    piece = i64(board[cell]) - 1
    first = piece * SPAN
    near = field.budget[piece] - field.exit_cost + 1  # a mark up to this leaves enough for the step off the board
    edge: i64 = SQUARES - SIDE if piece < OWN else 0  # the first square of the exit row
    exits = edge <= cell and cell < edge + SIDE and near >= 1
    cost[cell] = 0
    count = start
    for to in range(notes.low, notes.high + 1):
        mark = i64(cost[to])
        if mark == 0:
            continue
        cost[to] = 0
        if board[to] == 0:
            out[count] = first + to
            count += 1
            if mark <= near and edge <= to and to < edge + SIDE:
                exits = True
        elif weigh(field, board, cell, to, mark - 1, notes.terms) >= 0:
            out[count] = first + to
            count += 1
    if exits:
        out[count] = first + OUT
        count += 1
    return count
