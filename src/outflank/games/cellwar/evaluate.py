"""What CellWar's positions and actions are worth: units, room for factories, who can be attacked, the way to go.

All numbers are in hundredths of an infantry, by feel first, then corrected by matches between versions of them.
"""

from __future__ import annotations

from typing import Final

from outflank.games.cellwar.board import DIRECTIONS, FACTORY, FORT, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.native import i64, vec

FORT_VALUE: Final = 130
STRONG_FORT_VALUE: Final = 180
FACTORY_VALUE: Final = 420
SPARE_FACTORY: Final = 110  # a factory more than the board has room for
CELLS_PER_FACTORY: Final = 20
APPROACH: Final = 7  # per cell nearer to the nearest enemy
FRONT: Final = 3  # so near to the nearest enemy nobody builds


def evaluate(
    board: vec[i64],
    target: vec[i64],
    width: i64,
    height: i64,
    player: i64,
    current: i64,
    waiting: vec[i64],
    fighters: i64,
) -> i64:
    """The value of a position for ``player``: own units less all others'."""
    cells = width * height
    ready = marked(waiting, fighters, cells)
    far = distances(board, width, height, player)
    spare = wanted(cells)
    total: i64 = 0
    for cell in range(cells):
        unit = board[cell]
        if unit == 0:
            continue
        mine = (unit >> OWNER) & OWNERS == player
        total += standing(board, target, ready, cell, player, current, infantry_value(0))
        if mine:
            if unit & KIND == FACTORY:
                spare -= 1
                if spare < 0:
                    total -= FACTORY_VALUE - SPARE_FACTORY
            elif unit & KIND == INFANTRY:
                total -= APPROACH * far[cell]
    return total


def judge(
    board: vec[i64],
    target: vec[i64],
    width: i64,
    height: i64,
    player: i64,
    waiting: vec[i64],
    fighters: i64,
    actions: list[int],
) -> list[int]:
    """How good each of these legal actions of ``player`` looks, from the cells around it alone: quick on any board."""
    cells = width * height
    ready = marked(waiting, fighters, cells)
    far = distances(board, width, height, player)
    building, units = plans(board, cells, player)
    infantry = infantry_value(units * 8 - cells)
    marks = vec[i64]([0] * cells)
    near = vec[i64]([0] * (2 * DIRECTIONS))
    values: list[int] = []
    turn: i64 = 0
    for number in actions:
        action: i64 = number
        cell = action // DIRECTIONS
        if cell >= cells:
            values.append(0)
            continue
        turn += 1
        to = target[action]
        count = around(target, cell, marks, turn, near, 0)
        if to != cell:
            count = around(target, to, marks, turn, near, count)
        unit = board[cell]
        other = board[to]
        was_ready = ready[cell]
        value: i64 = 0
        if to == cell:
            value = patience(unit & KIND, far[cell], building)
        elif unit & KIND == FACTORY:
            value = -APPROACH * far[to]
        else:
            value = APPROACH * (far[cell] - far[to])
        for i in range(count):
            value -= standing(board, target, ready, near[i], player, player, infantry)
        carry_out(board, cell, to)
        ready[cell] = 0
        for i in range(count):
            value += standing(board, target, ready, near[i], player, player, infantry)
        board[cell] = unit
        board[to] = other
        ready[cell] = was_ready
        values.append(value)
    return values


def carry_out(board: vec[i64], cell: i64, to: i64) -> None:
    """What an action does to the two cells, as far as its worth is concerned."""
    unit = board[cell]
    kind = unit & KIND
    if to == cell:
        board[cell] = unit + 1
        return
    if kind == FACTORY:
        board[to] = unit - FACTORY + INFANTRY
        return
    board[cell] = 0
    defence = board[to] & KIND
    if defence == FORT or defence == STRONG_FORT:
        board[to] += INFANTRY - defence
    else:
        board[to] = unit - kind + INFANTRY


def plans(board: vec[i64], cells: i64, player: i64) -> tuple[i64, i64]:
    """How many factories are still wanted, those about to be ready counted in, and how many units there are."""
    building = wanted(cells)
    units: i64 = 0
    for cell in range(cells):
        unit = board[cell]
        if (unit >> OWNER) & OWNERS == player:
            units += 1
            if unit & KIND == FACTORY or unit & KIND == STRONG_FORT:
                building -= 1
    return building, units


def wanted(cells: i64) -> i64:
    """So many factories are worth having on a board of this size."""
    return cells // CELLS_PER_FACTORY + 1


def infantry_value(crowd: i64) -> i64:
    """An infantry is worth less when there are many: then it is time to attack. ``crowd``: cells beyond an eighth."""
    if crowd <= 0:
        return 100
    less: i64 = crowd // 8
    return 100 - less if less < 50 else i64(50)


def patience(kind: i64, far: i64, building: i64) -> i64:
    """What is gained by staying, beside the worth of what the unit becomes."""
    if far < FRONT:  # a fortification holds the line; a factory in the front line is a present
        return -FACTORY_VALUE if kind == STRONG_FORT else i64(-15)
    if building > 0:
        return 0
    if kind == STRONG_FORT:  # counted as a factory to be
        return 0 if building == 0 else SPARE_FACTORY - FACTORY_VALUE
    return STRONG_FORT_VALUE - FACTORY_VALUE if kind == FORT else i64(-35)


def marked(waiting: vec[i64], fighters: i64, cells: i64) -> vec[i64]:
    """1 for the cells of fighters that have yet to act."""
    ready = vec[i64]([0] * cells)
    for i in range(fighters):
        ready[waiting[i]] = 1
    return ready


def around(target: vec[i64], cell: i64, marks: vec[i64], turn: i64, near: vec[i64], count: i64) -> i64:
    """Add ``cell`` and its neighbours to ``near``, unless they are marked with this ``turn``; how many there are."""
    for action in range(cell * DIRECTIONS, cell * DIRECTIONS + DIRECTIONS):
        there = target[action]
        if there >= 0 and marks[there] != turn:
            marks[there] = turn
            near[count] = there
            count += 1
    return count


def standing(
    board: vec[i64], target: vec[i64], ready: vec[i64], cell: i64, player: i64, current: i64, infantry: i64
) -> i64:
    """What the unit on ``cell`` is worth to ``player`` where it stands: negative for an enemy's."""
    unit = board[cell]
    if unit == 0:
        return 0
    return worth(unit, counted(board, target, ready, cell, current), player, infantry)


# Counts of a unit's neighbours, side by side in one number.
FREE: Final = 0
ATTACKERS: Final = 8
FRIENDS: Final = 16
COUNT: Final = 0xFF


def counted(board: vec[i64], target: vec[i64], ready: vec[i64], cell: i64, current: i64) -> i64:
    """What stands around the unit on ``cell``: free cells, those who may attack it, and its friends."""
    owner = (board[cell] >> OWNER) & OWNERS
    counts: i64 = 0
    for action in range(cell * DIRECTIONS + 1, cell * DIRECTIONS + DIRECTIONS):
        to = target[action]
        if to >= 0:
            counts += neighbour(board[to], ready[to], owner, current)
    return counts


def neighbour(unit: i64, ready: i64, owner: i64, current: i64) -> i64:
    """What a cell adds to the counts of a unit of ``owner`` beside it."""
    if unit == 0:
        return 1 << FREE
    if unit & KIND == FACTORY:
        return 0
    side = (unit >> OWNER) & OWNERS
    if side == owner:
        return 1 << FRIENDS
    # The current player's units have acted unless they are ready; all others act later.
    return 1 << ATTACKERS if side != current or ready != 0 else 0


def worth(unit: i64, counts: i64, player: i64, infantry: i64) -> i64:
    """A unit's worth to ``player`` among such neighbours."""
    kind = unit & KIND
    free = counts & COUNT
    attackers = (counts >> ATTACKERS) & COUNT
    friends = counts >> FRIENDS
    if (unit >> OWNER) & OWNERS == player:
        return kept(kind, free, infantry, attackers, friends)
    return -kept(kind, free, 100, attackers, friends)


def kept(kind: i64, free: i64, infantry: i64, attackers: i64, friends: i64) -> i64:
    """A unit's value less what is likely to be lost of it: to attackers, or for want of room."""
    if kind == FACTORY:
        if free == 0:
            return 20
        value: i64 = FACTORY_VALUE - 60 // free
        return value if attackers == 0 else value // 4
    if kind == INFANTRY:
        if attackers == 0:
            return infantry
        # Whoever takes it can be taken in turn when a friend stands by.
        return infantry * 70 // 100 if friends > 0 else infantry * 40 // 100
    value = infantry - 100 + (FORT_VALUE if kind == FORT else STRONG_FORT_VALUE)
    return value if attackers < 2 else value * 75 // 100


def distances(board: vec[i64], width: i64, height: i64, player: i64) -> vec[i64]:
    """For every cell the moves to the nearest unit that is not ``player``'s; with none on the board, a great number."""
    cells = width * height
    far = vec[i64]([0] * cells)
    for cell in range(cells):
        unit = board[cell]
        far[cell] = 0 if unit != 0 and (unit >> OWNER) & OWNERS != player else cells
    # Two sweeps are exact where diagonal steps cost the same as straight ones and nothing is in the way.
    for cell in range(cells):
        x = cell % width
        least = far[cell] - 1
        if x > 0 and far[cell - 1] < least:
            least = far[cell - 1]
        if cell >= width:
            if far[cell - width] < least:
                least = far[cell - width]
            if x > 0 and far[cell - width - 1] < least:
                least = far[cell - width - 1]
            if x < width - 1 and far[cell - width + 1] < least:
                least = far[cell - width + 1]
        far[cell] = least + 1
    for back in range(cells):
        cell = cells - 1 - back
        x = cell % width
        least = far[cell] - 1
        if x < width - 1 and far[cell + 1] < least:
            least = far[cell + 1]
        if cell < cells - width:
            if far[cell + width] < least:
                least = far[cell + width]
            if x > 0 and far[cell + width - 1] < least:
                least = far[cell + width - 1]
            if x < width - 1 and far[cell + width + 1] < least:
                least = far[cell + width + 1]
        far[cell] = least + 1
    return far
