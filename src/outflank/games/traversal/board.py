"""How Traversal's board is written in numbers: squares, pieces, and what of a terrain never changes."""

from __future__ import annotations

from typing import Final, final

from outflank.games.traversal.worth import TURNS, WORTH
from outflank.native import i64, vec

SIDE: Final = 10  # squares a side; a square is row * SIDE + column
SQUARES: Final = 100
PIECES: Final = 12  # ids from 0; on the board a piece is its id + 1, and 0 is a free square
OWN: Final = 6  # pieces a side: lower ids are Light's

EXPLORER: Final = 0
VANGUARD: Final = 1
SENTINEL: Final = 2
KINDS: Final = (EXPLORER, VANGUARD, SENTINEL, SENTINEL, VANGUARD, EXPLORER)
"""Of each side's pieces, by id."""
BUDGET: Final = (5, 4, 3)
STRENGTH: Final = (1, 2, 3)
"""By kind."""
LARGEST_BUDGET: Final = 5
HIGHEST: Final = 4
STEEPEST_COST: Final = 5

# A set of squares is two numbers, a bit a square: of the lower half of the board, rows 0 to 4, and of the upper half.
HALF: Final = 50
# (Written as literals, because only these become literals in C.)
TOP: Final = 0x4000000000000  # 1 << HALF; in the upper half: off the board, as OUT
FULL: Final = 0x3FFFFFFFFFFFF  # all squares of a half
LIGHTS_ROW: Final = 0x3FF  # in the lower half: Light's home row
DARKS_ROW: Final = 0x3FF0000000000  # in the upper half
PRIME: Final = 53  # no two single bits of a half, nor of OUT, leave the same remainder

OUT: Final = 100  # in an action, instead of a square: off the board
SPAN: Final = 101  # action numbers a piece has

MAX_MOVES: Final = 200
EXITS_TO_END: Final = 2


@final
class Field:
    """A terrain and the options, and what follows from them. Shared by all states on it, never written to.

    ``adjacency`` is 4 or 8; ``base`` whether a target's own strength counts for it; ``leap_attacks`` whether an
    Explorer's special move may attack; ``exit_cost`` what the step off the board costs.
    """

    def __init__(self, heights: list[int], adjacency: i64, base: bool, leap_attacks: bool, exit_cost: i64) -> None:
        self.heights: vec[i64] = vec[i64](heights)
        self.adjacency: i64 = adjacency
        self.base: bool = base
        self.leap_attacks: bool = leap_attacks
        self.exit_cost: i64 = exit_cost
        self.kind: vec[i64] = vec[i64]([KINDS[piece % OWN] for piece in range(PIECES)])  # [piece]
        self.budget: vec[i64] = vec[i64]([BUDGET[KINDS[piece % OWN]] for piece in range(PIECES)])
        self.strength: vec[i64] = vec[i64]([STRENGTH[KINDS[piece % OWN]] for piece in range(PIECES)])
        # [square * 4 + i] = neighbour * 8 + what the step costs: up (to lower rows), down, left, right; 0: no neighbour
        self.steps: vec[i64] = vec[i64]([0] * (SQUARES * 4))
        # Sets: [(cost * 4 + i) * 2 + half] from where a step in that direction costs so much.
        self.climbs: vec[i64] = vec[i64]([0] * ((STEEPEST_COST + 1) * 8))
        self.steepest: i64 = 1  # what the dearest step costs
        # [square * 4 + i] = the square two further in that direction * 128 + the one between; -1: off the board
        self.leaps: vec[i64] = vec[i64]([-1] * (SQUARES * 4))
        # Sets, [square * 2 + half]: diagonal neighbours, and what is adjacent; [square * 9 + i] the latter as squares,
        # -1 after the last.
        self.diagonal: vec[i64] = vec[i64]([0] * (SQUARES * 2))
        self.around: vec[i64] = vec[i64]([0] * (SQUARES * 2))
        self.beside: vec[i64] = vec[i64]([-1] * (SQUARES * 9))
        self.numbers: list[object] = list(range(PIECES * SPAN))  # made once, for lists of actions
        self.places: vec[i64] = vec[i64]([0] * PRIME)  # [bit % PRIME]: which bit it is
        for square in range(SQUARES):
            self.write_square(square)
        self.turns: vec[i64] = vec[i64]([0] * (PIECES * SQUARES))  # [piece * SQUARES + square]: turns to leave, less 1
        self.write_turns(0, SQUARES - SIDE)
        self.write_turns(OWN, 0)
        self.worth: vec[i64] = vec[i64]([value for row in WORTH for value in row])
        self.key: i64 = self.fingerprint()
        bit: i64 = 1
        for place in range(HALF + 1):
            self.places[bit % PRIME] = place
            bit *= 2

    def fingerprint(self) -> i64:
        """Other heights or options, another number: it goes into the keys of positions."""
        key: i64 = (self.adjacency * 2 + i64(self.base)) * 2 + i64(self.leap_attacks)
        key = key * 31 + self.exit_cost
        for square in range(SQUARES):
            key = (key * 8388593 + self.heights[square] + 1) & 0x7FFFFFFFFF
        return key

    def write_turns(self, first: i64, row: i64) -> None:
        """How soon a side's pieces could be off the board, by the cheapest way if nobody stood there and no point was
        left over in any turn. ``first``: its first piece; ``row``: the first square of its exit row."""
        far: i64 = TURNS * LARGEST_BUDGET
        away = vec[i64]([far] * SQUARES)
        for square in range(row, row + SIDE):
            away[square] = self.exit_cost
        changed = True
        while changed:
            changed = False
            for square in range(i64(SQUARES)):
                for at in range(square * 4, square * 4 + 4):
                    step = self.steps[at]
                    cost = away[step >> 3] + (step & 7)
                    if step != 0 and cost < away[square]:
                        away[square] = cost
                        changed = True
        for piece in range(first, first + OWN):
            for square in range(i64(SQUARES)):
                turns = (away[square] - 1) // self.budget[piece]
                self.turns[piece * SQUARES + square] = 0 if turns < 0 else turns if turns < TURNS else i64(TURNS - 1)

    def write_square(self, square: i64) -> None:
        """What leads away from a square."""
        directions = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
        count: i64 = square * 9
        for i in range(8):
            dx, dy = directions[i]
            to = neighbour(square, dx, dy)
            if to < 0:
                continue
            if i < self.adjacency:
                self.beside[count] = to
                count += 1
                include(self.around, square, to)
            if i >= 4:
                include(self.diagonal, square, to)
                continue
            rise = self.heights[to] - self.heights[square]
            cost = 1 + (rise if rise > 0 else -rise)
            self.steps[square * 4 + i] = to * 8 + cost
            include(self.climbs, cost * 4 + i, square)
            if cost > self.steepest:
                self.steepest = cost
            far = neighbour(square, 2 * dx, 2 * dy)
            if far >= 0:
                self.leaps[square * 4 + i] = far * 128 + to


def neighbour(square: i64, dx: i64, dy: i64) -> i64:
    """The square so many columns and rows away, or -1."""
    x = square % SIDE + dx
    y = square // SIDE + dy
    return y * SIDE + x if x >= 0 and x < SIDE and y >= 0 and y < SIDE else i64(-1)


def include(sets: vec[i64], number: i64, square: i64) -> None:
    """Put a square into the set with this number."""
    if square < HALF:
        sets[number * 2] |= single(square)
    else:
        sets[number * 2 + 1] |= single(square - HALF)


def single(place: i64) -> i64:
    """The set of one square of a half. Shifted down from the top, because a written 1 is a C int of 32 bits."""
    return TOP >> (HALF - place)
