"""The rules of PixelsWars.

Two players move, shoot, capture and buy in any order in their turns. A unit has movement, shots and one capture a
turn; whoever destroys the last enemy unit wins.

An action is one number. On n cells, with k kinds of units: ``from * n + to`` moves to a free cell, shoots at the enemy
that stands on ``to``, or, where ``to`` is ``from``, captures or secures; ``n * n + cell * k + kind`` buys; ``n * n +
n * k`` ends the turn.

What the units of the player to move can do is kept, one row of entries per unit (reach.py). Each cell knows (``watch``)
which rows depend on it: when something comes to stand there or goes away, only those rows are written again.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.pixelswars.board import (
    BITS,
    CAPTURES,
    HOLDER,
    HP,
    HPS,
    ID,
    KINDS,
    MOVES,
    MOVESS,
    OWNER,
    OWNERS,
    POINTS,
    SHOTS,
    Field,
    fresh,
    hashed,
    insert,
    longer,
    refresh,
    remove,
    where,
)
from outflank.games.pixelswars.catalog import CAPTURE_POINTS, CAPTURED
from outflank.games.pixelswars.combat import fight
from outflank.games.pixelswars.evaluate import judge, leader
from outflank.games.pixelswars.planes import count as count_planes
from outflank.games.pixelswars.planes import observe
from outflank.games.pixelswars.reach import LEFT, TO, Notes, search, write_purchases, write_row
from outflank.games.pixelswars.scripts import SCRIPTS, Commander
from outflank.games.pixelswars.worth import worth
from outflank.native import i16, i64, u8, vec
from outflank.state import Line, State

ELIMINATION: Final = 1
ROUND_LIMIT: Final = 2
RESIGNATION: Final = 3

ALL: Final = 0x3FFFFFFFFFFFFFFF  # (1 << BITS) - 1
SPARE: Final = 4  # rows that there is room for beyond those in use


@final
class PixelsWars(State):
    """One match between two players."""

    def __init__(self, field: Field) -> None:
        self.players = 2
        self.player = 1  # who decides; 0 when the match is over
        self.round = 1
        self.field: Field = field
        self.map: i64 = 0  # the number of the map; 0: a layout of one's own
        self.current: i64 = 1  # whose turn it is, or was when the match ended
        self.turn: i64 = 1  # half-rounds, from 1
        self.max_rounds: i64 = 0  # 0: no limit
        self.blue: i64 = 0  # money of player 1
        self.red: i64 = 0  # and 2
        self.next_id: i64 = 0
        self.left: i64 = 0  # who has given up, or 0
        self.winner: i64 = 0
        self.reason: i64 = 0
        self.board: vec[i64] = vec[i64]()  # [cell]: a unit (board.py), 0: free
        self.holds: vec[u8] = vec[u8]()  # [building]: owner and points
        self.mine: vec[i64] = vec[i64]()  # the cells of the current player's units, ascending; so many
        self.mine_count: i64 = 0
        self.foes: vec[i64] = vec[i64]()  # and those of the other's
        self.foe_count: i64 = 0
        self.rows: vec[i64] = vec[i64]()  # [i]: the row of the unit on mine[i]
        self.row_count: i64 = 0  # rows in use or used by units that are lost
        self.sizes: vec[i64] = vec[i64]()  # [row]: how many entries it has
        self.entries: vec[i16] = vec[i16]()  # [row * cells + i]
        self.watch: vec[i64] = vec[i64]()  # [cell]: the rows, a bit each, that depend on it
        self.stale: i64 = ALL  # the rows, a bit each, that must be written again

    def copy(self) -> PixelsWars:
        twin = PixelsWars(self.field)
        twin.player = self.player
        twin.round = self.round
        twin.map = self.map
        twin.current = self.current
        twin.turn = self.turn
        twin.max_rounds = self.max_rounds
        twin.blue = self.blue
        twin.red = self.red
        twin.next_id = self.next_id
        twin.left = self.left
        twin.winner = self.winner
        twin.reason = self.reason
        twin.board = self.board[:]
        twin.holds = self.holds[:]
        twin.mine = self.mine[:]
        twin.mine_count = self.mine_count
        twin.foes = self.foes[:]
        twin.foe_count = self.foe_count
        twin.rows = self.rows[:]
        twin.row_count = self.row_count
        twin.sizes = self.sizes[:]
        twin.entries = self.entries[:]
        twin.watch = self.watch[:]
        twin.stale = self.stale
        return twin

    # ---- setting up

    def clear(self) -> None:
        """Nothing stands on the board yet, and nobody owns a building."""
        cells = self.field.cells
        self.board = vec[i64]([0] * cells)
        self.holds = vec[u8]([CAPTURE_POINTS] * self.field.site_count)
        self.watch = vec[i64]([0] * cells)

    def place(self, cell: i64, kind: i64, owner: i64) -> None:
        """One unit more, as a purchase delivers it, before the first action. Whose turn it is must be known."""
        unit = self.new_unit(kind, owner)
        self.board[cell] = unit
        if owner == self.current:
            self.add_mine(cell)
        else:
            if self.foe_count == len(self.foes):
                self.foes = longer(self.foes, self.foe_count + SPARE)
            insert(self.foes, self.foe_count, cell)
            self.foe_count += 1

    def new_unit(self, kind: i64, owner: i64) -> i64:
        catalog = self.field.catalog
        number = self.next_id
        self.next_id += 1
        return number << ID | fresh(catalog, kind) | catalog.hp[kind] << HP | owner << OWNER | kind

    def adjust(self, cell: i64, number: i64, hp: i64, movement: i64, attacks: i64, captures: i64) -> None:
        """The unit on ``cell`` has another id and is not as new."""
        kept = self.board[cell] & (OWNERS << OWNER | KINDS)
        self.board[cell] = kept | number << ID | hp << HP | movement << MOVES | attacks << SHOTS | captures << CAPTURES
        if number >= self.next_id:
            self.next_id = number + 1
        self.stale = ALL

    def hold(self, site: i64, owner: i64, points: i64) -> None:
        """So a building is held."""
        self.holds[site] = u8(owner << HOLDER | points)
        self.stale = ALL

    def funds(self, player: i64) -> i64:
        return self.blue if player == 1 else self.red

    def pay(self, player: i64, amount: i64) -> None:
        """``amount`` more; negative: less."""
        if player == 1:
            self.blue += amount
        else:
            self.red += amount

    # ---- what may be done

    def action_space(self) -> i64:
        cells = self.field.cells
        return cells * (cells + self.field.catalog.kinds) + 1

    def write_actions(self, out: vec[i64]) -> i64:
        if self.player == 0:
            return 0
        if self.stale != 0:
            self.renew()
        cells = self.field.cells
        mine = self.mine
        rows = self.rows
        sizes = self.sizes
        entries = self.entries
        count: i64 = 0
        for i in range(self.mine_count):
            row = rows[i]
            first = mine[i] * cells
            start = row * cells
            for at in range(start, start + sizes[row]):
                out[count] = first + (i64(entries[at]) & TO)
                count += 1
        return write_purchases(self.field, self.board, self.holds, self.player, self.funds(self.player), out, count)

    def legal_actions(self) -> list[int]:
        if self.stale != 0 and self.player != 0:
            self.renew()
        most = self.field.site_count * self.field.catalog.kinds + 1
        for i in range(self.mine_count):
            most += self.sizes[self.rows[i]]
        out = vec[i64]([0] * most)
        count = self.write_actions(out)
        return [out[i] for i in range(count)]

    def write_mask(self, out: vec[u8], offset: i64) -> None:
        if self.player == 0:
            return
        if self.stale != 0:
            self.renew()
        cells = self.field.cells
        rows = self.rows
        entries = self.entries
        sizes = self.sizes
        mine = self.mine
        for i in range(self.mine_count):
            row = rows[i]
            first = offset + mine[i] * cells
            start = row * cells
            for at in range(start, start + sizes[row]):
                out[first + (i64(entries[at]) & TO)] = 1
        bought = vec[i64]([0] * (self.field.site_count * self.field.catalog.kinds + 1))
        funds = self.funds(self.player)
        for i in range(write_purchases(self.field, self.board, self.holds, self.player, funds, bought, 0)):
            out[offset + bought[i]] = 1

    def renew(self) -> None:
        """Write the stale rows again."""
        field = self.field
        bits = field.bits
        notes = Notes(field.cells)
        for i in range(self.mine_count):
            row = self.rows[i]
            bit = bits[row % BITS]
            if self.stale & bit != 0:
                self.sizes[row] = write_row(
                    field,
                    self.board,
                    self.holds,
                    self.foes,
                    self.foe_count,
                    self.mine[i],
                    self.entries,
                    row * field.cells,
                    notes,
                    self.watch,
                    bit,
                )
        self.stale = 0

    def survey(self, cell: i64, budget: i64) -> list[int]:
        """For every cell the movement the unit on ``cell`` would have left there, plus 1; 0: it cannot go there.
        ``budget``: the movement it has now. Its own cell counts as a cell it can go to."""
        field = self.field
        notes = Notes(field.cells)
        domain = field.catalog.domain[self.board[cell] & KINDS]
        search(field, self.board, cell, domain, budget, notes, vec[i64]([0] * field.cells), 0)
        return [i64(notes.left[to]) for to in range(field.cells)]

    def find(self, number: i64) -> i64:
        """The cell of the unit with this id, or -1."""
        for cell in range(self.field.cells):
            if self.board[cell] != 0 and self.board[cell] >> ID == number:
                return cell
        return -1

    def units(self, player: i64) -> list[int]:
        """The cells of a player's units, ascending."""
        if player == self.current:
            return [self.mine[i] for i in range(self.mine_count)]
        return [self.foes[i] for i in range(self.foe_count)]

    def winner_of(self) -> i64:
        return self.winner

    # ---- doing it

    def apply(self, action: i64) -> None:
        field = self.field
        cells = field.cells
        if action >= cells * cells:
            bought = action - cells * cells
            kinds = field.catalog.kinds
            if bought == cells * kinds:
                self.end_turn()
            else:
                self.buy(bought // kinds, bought % kinds)
            return
        cell = action // cells
        to = action - cell * cells
        if to == cell:
            self.take(cell)
        elif self.board[to] == 0:
            self.move(cell, to)
        else:
            self.shoot(cell, to)

    def move(self, cell: i64, to: i64) -> None:
        mine = self.mine
        i = where(mine, cell)
        row = self.rows[i]
        if self.stale & self.field.bits[row % BITS] != 0:
            self.renew()
        at = row * self.field.cells
        while i64(self.entries[at]) & TO != to:
            at += 1
        unit = self.board[cell]
        unit += ((i64(self.entries[at]) >> LEFT) - ((unit >> MOVES) & MOVESS)) << MOVES
        self.board[cell] = 0
        self.board[to] = unit
        last = self.mine_count - 1
        while i < last and mine[i + 1] < to:
            mine[i] = mine[i + 1]
            self.rows[i] = self.rows[i + 1]
            i += 1
        while i > 0 and mine[i - 1] > to:
            mine[i] = mine[i - 1]
            self.rows[i] = self.rows[i - 1]
            i -= 1
        mine[i] = to
        self.rows[i] = row
        self.touch(cell)
        self.touch(to)
        self.stale |= self.field.bits[row % BITS]

    def touch(self, cell: i64) -> None:
        """Something has come to stand on the cell, or has gone away."""
        self.stale |= self.watch[cell]
        self.watch[cell] = 0

    def expire(self, cell: i64) -> None:
        """The unit of the current player on ``cell`` can do something else now."""
        self.stale |= self.field.bits[self.rows[where(self.mine, cell)] % BITS]

    def shoot(self, cell: i64, to: i64) -> None:
        board = self.board
        unit = board[cell] - (1 << SHOTS)
        foe = board[to]
        left, own, _ = self.forecast(unit, cell, to)
        self.expire(cell)
        board[cell] = unit + ((own - ((unit >> HP) & HPS)) << HP)
        board[to] = foe + ((left - ((foe >> HP) & HPS)) << HP)
        if left == 0:
            board[to] = 0
            remove(self.foes, self.foe_count, where(self.foes, to))
            self.foe_count -= 1
            self.touch(to)
            if self.foe_count == 0:
                self.finish(self.current, ELIMINATION)
        elif own == 0:
            i = where(self.mine, cell)
            board[cell] = 0
            remove(self.mine, self.mine_count, i)
            remove(self.rows, self.mine_count, i)
            self.mine_count -= 1
            self.touch(cell)
            if self.mine_count == 0:
                self.finish(3 - self.current, ELIMINATION)

    def forecast(self, unit: i64, cell: i64, to: i64) -> tuple[i64, i64, bool]:
        """What ``shoot`` makes of both if ``unit`` shoots from ``cell`` at what stands on ``to``: the target's HP, its
        own, and whether the target has answered."""
        return fight(self.field, unit, cell, self.board[to], to)

    def take(self, cell: i64) -> None:
        """Capture a building, or secure the own one."""
        me = self.current
        site = self.field.site[cell]
        hold = i64(self.holds[site])
        points = (hold & POINTS) - CAPTURED
        owner = hold >> HOLDER
        if owner == me or points <= 0:
            owner = me
            points = CAPTURE_POINTS
        self.holds[site] = u8(owner << HOLDER | points)
        self.board[cell] -= 1 << CAPTURES
        self.expire(cell)

    def buy(self, cell: i64, kind: i64) -> None:
        me = self.current
        self.pay(me, -self.field.catalog.price[kind])
        self.board[cell] = self.new_unit(kind, me)
        self.add_mine(cell)
        self.touch(cell)

    def add_mine(self, cell: i64) -> None:
        """The current player has a unit on ``cell`` that is new: it gets a row."""
        if self.mine_count == len(self.mine):
            self.mine = longer(self.mine, self.mine_count + SPARE)
        if self.mine_count == len(self.rows):
            self.rows = longer(self.rows, self.mine_count + SPARE)
        i = insert(self.mine, self.mine_count, cell)
        for back in range(self.mine_count - i):
            at = self.mine_count - back
            self.rows[at] = self.rows[at - 1]
        row = self.row_count
        self.rows[i] = row
        self.mine_count += 1
        self.row_count += 1
        self.make_room()
        self.stale |= self.field.bits[row % BITS]

    def make_room(self) -> None:
        """There are as many rows as units have, and some more."""
        if self.row_count > len(self.sizes):
            room = self.row_count + SPARE
            self.sizes = longer(self.sizes, room)
            entries = vec[i16]([0] * (room * self.field.cells))
            for at in range(len(self.entries)):
                entries[at] = self.entries[at]
            self.entries = entries

    def finish(self, winner: i64, reason: i64) -> None:
        self.winner = winner
        self.reason = reason
        self.player = 0

    def leave(self, player: i64) -> None:
        """``player`` gives up: the other one wins."""
        if self.player != 0:
            self.left = player
            self.finish(3 - player, RESIGNATION)

    # ---- turns

    def end_turn(self) -> None:
        """The other player's turn begins: cities pay, units are renewed, hospitals heal."""
        if self.max_rounds > 0 and self.turn >= 2 * self.max_rounds:
            self.finish(leader(self.field, self.board, self.holds), ROUND_LIMIT)
            return
        field = self.field
        self.turn += 1
        self.round = (self.turn + 1) // 2
        self.current = 3 - self.current
        self.player = self.current
        for site in range(field.site_count):
            if i64(self.holds[site]) >> HOLDER == self.current:
                self.pay(self.current, field.catalog.income[field.ground[field.sites[site]]])
        refresh(field, self.board, self.holds, self.mine, self.mine_count, self.current)
        refresh(field, self.board, self.holds, self.foes, self.foe_count, self.current)
        mine = self.foes
        count = self.foe_count
        self.foes = self.mine
        self.foe_count = self.mine_count
        self.mine = mine
        self.mine_count = count
        if len(self.rows) < len(mine):
            self.rows = longer(self.rows, len(mine))
        for i in range(count):
            self.rows[i] = i
        self.row_count = count
        self.make_room()
        for cell in range(field.cells):
            self.watch[cell] = 0
        self.stale = ALL

    # ---- for search and learning

    def key(self) -> int:
        """Of the board with all that units may still do, the buildings, the money and who is to move; ids and turns do
        not count."""
        field = self.field
        start = self.current * 31 + self.player
        a, b = hashed(self.board, self.holds, field.cells, field.site_count, start)
        a = (a * 1000003 + self.blue) & 0x7FFFFFFFFF
        b = (b * 8388593 + self.red) & 0x7FFFFFFFFF
        return (a << 23) ^ b

    def evaluate(self, player: i64) -> i64:
        if self.winner != 0:
            value: i64 = 1000000 if self.winner == player else -1000000
            return value
        own = worth(self, self.mine, self.mine_count, self.foes, self.foe_count, self.current)
        enemy = worth(self, self.foes, self.foe_count, self.mine, self.mine_count, 3 - self.current)
        return own - enemy if player == self.current else enemy - own

    def judge(self, actions: list[int]) -> list[int]:
        return judge(
            self.field,
            self.board,
            self.holds,
            self.mine,
            self.mine_count,
            self.foes,
            self.foe_count,
            self.player,
            self.funds(self.player),
            self.round,
            actions,
        )

    def scripts(self) -> i64:
        return SCRIPTS

    def follow(self, plan: vec[i64], seed: i64) -> i64:
        line = Line()
        self.copy().play_turn(plan, seed, line)
        return line.actions[0]

    def play_turn(self, plan: vec[i64], seed: i64, line: Line) -> None:
        """See scripts.py. Unit i is the one with the i-th lowest id; the script behind the last unit's spends money."""
        Commander(self, seed, line).play(plan)

    def turn_left(self) -> i64:
        """As many actions as there are units that can still do something."""
        if self.stale != 0:
            self.renew()
        count: i64 = 1
        for i in range(self.mine_count):
            if self.sizes[self.rows[i]] > 0:
                count += 1
        return count

    def size(self) -> i64:
        return 9 * self.field.cells

    def planes(self) -> i64:
        return count_planes(self.field)

    def cells(self) -> i64:
        return self.field.cells

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """See planes.py."""
        own = self.funds(player)
        enemy = self.funds(3 - player)
        observe(self.field, self.board, self.holds, player, self.current, own, enemy, out, offset)
