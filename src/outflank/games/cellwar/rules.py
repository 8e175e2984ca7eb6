"""The rules of CellWar.

Players move all their units each turn: first the fighters (infantry and fortifications), then the
factories. Every unit acts exactly once. A fighter that stays three times running becomes a factory; a
factory must produce one infantry a turn, and dies when the turn ends if it has no free neighbour. The
last player with a unit wins.

An action is one number: ``cell * 9 + direction`` (direction 0 is "stay"), or ``cells * 9`` to end the turn.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.cellwar.board import (
    DIRECTIONS,
    FACE,
    FACTORY,
    FORT,
    ID,
    INFANTRY,
    KIND,
    OWNER,
    OWNERS,
    STRONG_FORT,
    sight,
    strength,
)
from outflank.games.cellwar.evaluate import evaluate, judge
from outflank.games.cellwar.fog import NEVER, Fog
from outflank.games.cellwar.planes import PLANES, WAITING, mask_factories, mask_fighters, observe
from outflank.games.cellwar.scripts import SCRIPTS, Orders
from outflank.native import i64, u8, vec
from outflank.state import Line, State

ELIMINATION: Final = 1
ROUND_LIMIT: Final = 2
DISCONNECT: Final = 3


@final
class CellWar(State):
    """One match between two to eight players."""

    def __init__(self, width: i64, height: i64, players: i64, target: vec[i64], fog: Fog) -> None:
        self.player = 1  # who decides; 0 when the match is over
        self.current: i64 = 1  # whose turn it is, or was when the match ended
        self.width: i64 = width
        self.height: i64 = height
        self.players = players
        self.target: vec[i64] = target
        self.fog: Fog = fog
        self.board: vec[i64] = vec[i64]()  # written by put() and clear() alone
        self.faces: vec[u8] = vec[u8]()  # the board without ids, a byte a cell: what is read in every action
        self.waiting: vec[i64] = vec[i64]()  # cells yet to act, ascending: the fighters, then
        self.fighters: i64 = 0  # the factories; this many of each
        self.factories: i64 = 0
        self.forges: vec[i64] = vec[i64]()  # all cells with a factory of the current player, acted or not
        self.forge_count: i64 = 0
        self.units: vec[i64] = vec[i64]()  # [player]: how many units
        self.made: vec[i64] = vec[i64]()  # [0]: ids given so far, or [player] with private ids
        self.removed: vec[i64] = vec[i64]()  # [player]: 1 when that player has left
        self.living: i64 = players  # players with a unit
        self.private_ids: i64 = 0
        self.secret: i64 = 0  # hides the ids of enemies when ids are private
        self.round = 1
        self.max_rounds: i64 = 0  # 0: no limit
        self.winner: i64 = 0
        self.reason: i64 = 0

    def copy(self) -> CellWar:
        twin = CellWar(self.width, self.height, self.players, self.target, self.fog.copy())
        twin.player = self.player
        twin.current = self.current
        twin.board = self.board[:]
        twin.faces = self.faces[:]
        twin.waiting = self.waiting[:]
        twin.fighters = self.fighters
        twin.factories = self.factories
        twin.forges = self.forges[:]
        twin.forge_count = self.forge_count
        twin.units = self.units[:]
        twin.made = self.made[:]
        twin.removed = self.removed[:]
        twin.living = self.living
        twin.private_ids = self.private_ids
        twin.secret = self.secret
        twin.round = self.round
        twin.max_rounds = self.max_rounds
        twin.winner = self.winner
        twin.reason = self.reason
        return twin

    def bare(self) -> CellWar:
        """Without fog: nothing is hidden any more, and no memory kept."""
        fog = self.fog
        self.fog = Fog(self.width, self.height, self.players, 0)
        twin = self.copy()
        self.fog = fog
        return twin

    def put(self, cell: i64, unit: i64) -> None:
        """Now this stands on the cell (0: nothing)."""
        self.board[cell] = unit
        self.faces[cell] = u8(unit & FACE)

    def clear(self) -> None:
        """Nothing stands on the board yet. Here and not in start.py: what is not compiled must hand no vector over,
        for mypyc never frees one that it was handed."""
        cells = self.width * self.height
        self.board = vec[i64]([0] * cells)
        self.faces = vec[u8]([0] * cells)
        self.waiting = vec[i64]([0] * cells)
        self.forges = vec[i64]([0] * cells)
        self.units = vec[i64]([0] * (self.players + 1))
        self.made = vec[i64]([0] * (self.players + 1))
        self.removed = vec[i64]([0] * (self.players + 1))

    def place(self, cell: i64, unit: i64) -> None:
        """One unit more, before the first action."""
        owner = (unit >> OWNER) & OWNERS
        self.put(cell, unit)
        self.units[owner] += 1
        if self.fog.on != 0:
            self.fog.see(owner, cell, sight(unit & KIND))

    # ---- what may be done

    def action_space(self) -> i64:
        return self.width * self.height * DIRECTIONS + 1

    def write_actions(self, out: vec[i64]) -> i64:
        if self.player == 0:
            return 0
        faces = self.faces
        target = self.target
        waiting = self.waiting
        count: i64 = 0
        if self.fighters > 0:
            me = self.player
            for i in range(self.fighters):
                stay = waiting[i] * DIRECTIONS
                out[count] = stay
                count += 1
                for action in range(stay + 1, stay + DIRECTIONS):
                    to = target[action]
                    if to >= 0 and i64(faces[to]) >> OWNER != me:
                        out[count] = action
                        count += 1
            return count
        for i in range(self.factories):
            stay = waiting[i] * DIRECTIONS
            for action in range(stay + 1, stay + DIRECTIONS):
                to = target[action]
                if to >= 0 and faces[to] == 0:
                    out[count] = action
                    count += 1
        if count == 0:
            out[0] = self.width * self.height * DIRECTIONS
            count = 1
        return count

    def legal_actions(self) -> list[int]:
        out = vec[i64]([0] * ((self.fighters + self.factories) * DIRECTIONS + 1))
        count = self.write_actions(out)
        return [out[i] for i in range(count)]

    def winner_of(self) -> i64:
        return self.winner

    def blocked(self, cell: i64) -> bool:
        """Whether a factory on ``cell`` has no free neighbour."""
        board = self.board
        target = self.target
        for action in range(cell * DIRECTIONS + 1, cell * DIRECTIONS + DIRECTIONS):
            to = target[action]
            if to >= 0 and board[to] == 0:
                return False
        return True

    def reach(self, cell: i64) -> list[int]:
        """The actions that geometry alone allows the unit on ``cell``, whoever's turn it is; stay comes first."""
        unit = self.board[cell]
        owner = (unit >> OWNER) & OWNERS
        factory = unit & KIND == FACTORY
        found: list[int] = [] if factory else [cell * DIRECTIONS]
        for action in range(cell * DIRECTIONS + 1, cell * DIRECTIONS + DIRECTIONS):
            to = self.target[action]
            if to >= 0 and (self.board[to] == 0 if factory else (self.board[to] >> OWNER) & OWNERS != owner):
                found.append(action)
        return found

    def find(self, number: i64) -> i64:
        """The cell of the unit with this id, or -1."""
        for cell in range(self.width * self.height):
            if self.board[cell] >> ID == number and self.board[cell] != 0:
                return cell
        return -1

    def sightings(self, player: i64) -> list[int]:
        """Per cell what ``player`` knows: a board number where seen, -1 where never, else -2 - memory."""
        board = self.board
        fog = self.fog
        known: list[int] = []
        for cell in range(self.width * self.height):
            if fog.sees(player, cell):
                known.append(board[cell])
            else:
                memory = fog.remembered(player, cell)
                known.append(-1 if memory == NEVER else -2 - memory)
        return known

    def has_acted(self, cell: i64) -> bool:
        """Whether the unit on ``cell`` has acted: in other players' turns yes, except before its owner's first."""
        owner = (self.board[cell] >> OWNER) & OWNERS
        if owner != self.current:
            return self.round > 1 or owner < self.current
        for i in range(self.fighters + self.factories):
            if self.waiting[i] == cell:
                return False
        return True

    def unacted(self) -> list[int]:
        """The cells of units yet to act: the fighters, then the factories, each in ascending order."""
        return [self.waiting[i] for i in range(self.fighters + self.factories)]

    def keep_waiting(self, cells: list[int]) -> None:
        """Of the units yet to act only those on ``cells`` still are."""
        keep = vec[i64]([0] * (self.width * self.height))
        for number in cells:
            keep[number] = 1
        fighters: i64 = 0
        kept: i64 = 0
        for i in range(self.fighters + self.factories):
            cell = self.waiting[i]
            if keep[cell] != 0:
                self.waiting[kept] = cell
                kept += 1
                if i < self.fighters:
                    fighters += 1
        self.fighters = fighters
        self.factories = kept - fighters

    # ---- doing it

    def apply(self, action: i64) -> None:
        cell = action // DIRECTIONS
        if cell >= self.width * self.height:
            self.end_turn()
            return
        me = self.player
        board = self.board
        unit = board[cell]
        kind = unit & KIND
        to = self.target[action]
        self.done(cell)
        if kind == FACTORY:
            self.put(to, self.new_unit(me))
            self.units[me] += 1
            if self.fog.on != 0:
                self.fog.see(me, to, 1)
        elif to == cell:
            self.put(cell, unit + 1)  # infantry, fort, strong fort, factory
            if kind == STRONG_FORT:
                self.forges[self.forge_count] = cell
                self.forge_count += 1
            if self.fog.on != 0 and kind != FORT:
                far = sight(kind)
                self.fog.see(me, cell, 3 - far)
                self.fog.unsee(me, cell, far, me, board, self.round)
        else:
            self.put(cell, 0)
            self.enter(unit, cell, to)

    def enter(self, unit: i64, cell: i64, to: i64) -> None:
        """A fighter has left ``cell``, as infantry, and steps onto ``to`` or attacks what stands there."""
        me = self.player
        board = self.board
        fog = self.fog
        other = board[to]
        foe = (other >> OWNER) & OWNERS
        kind = other & KIND
        if kind == FORT or kind == STRONG_FORT:  # it holds: the attacker is lost, the fort is infantry
            self.put(to, other - kind + INFANTRY)
            if fog.on != 0:
                fog.unsee(me, cell, sight(unit & KIND), me, board, self.round)
                fog.see(foe, to, 1)
                fog.unsee(foe, to, 2, me, board, self.round)
            self.lose(me)
            return
        self.put(to, unit - (unit & KIND) + INFANTRY)
        if fog.on != 0:
            fog.see(me, to, 1)
            fog.unsee(me, cell, sight(unit & KIND), me, board, self.round)
        if kind != 0:
            if fog.on != 0:
                fog.unsee(foe, to, 1, me, board, self.round)
            self.lose(foe)

    def new_unit(self, owner: i64) -> i64:
        """A fresh infantry of ``owner``."""
        if self.private_ids != 0:
            self.made[owner] += 1
            number = self.made[owner] * 8 + owner - 1
        else:
            self.made[0] += 1
            number = self.made[0]
        return number << ID | owner << OWNER | INFANTRY

    def lose(self, player: i64) -> None:
        """``player`` has one unit less; the last player with a unit wins."""
        self.units[player] -= 1
        if self.units[player] == 0:
            self.living -= 1
            if self.living == 1:
                self.finish(self.survivor(), ELIMINATION)

    def survivor(self) -> i64:
        player: i64 = 1
        while self.units[player] == 0:
            player += 1
        return player

    def finish(self, winner: i64, reason: i64) -> None:
        self.winner = winner
        self.reason = reason
        self.player = 0

    def done(self, cell: i64) -> None:
        """The unit on ``cell`` need not act any more."""
        waiting = self.waiting
        last = self.fighters + self.factories - 1
        i: i64 = 0
        while waiting[i] != cell:
            i += 1
        while i < last:
            waiting[i] = waiting[i + 1]
            i += 1
        if self.fighters > 0:
            self.fighters -= 1
        else:
            self.factories -= 1

    # ---- turns

    def end_turn(self) -> None:
        """Blocked factories die, all at once; then the next player with a unit moves."""
        ender = self.current
        self.bury()
        if self.fog.on != 0:
            self.fog.end_turn(ender, self.board, self.round)
        self.next_turn()

    def bury(self) -> None:
        """All factories of the current player are judged on the same board, then removed together."""
        owner = self.current
        board = self.board
        dying = self.waiting  # nobody acts any more
        count: i64 = 0
        for i in range(self.forge_count):
            if self.blocked(self.forges[i]):
                dying[count] = self.forges[i]
                count += 1
        for i in range(count):
            self.put(dying[i], 0)
        for i in range(count):
            if self.fog.on != 0:
                self.fog.unsee(owner, dying[i], 1, owner, board, self.round)
            self.lose(owner)
        self.fighters = 0
        self.factories = 0

    def next_turn(self) -> None:
        """Hand the turn to the next player in the fixed order who has a unit."""
        player = self.current
        wrapped = False
        for _ in range(self.players):
            player += 1
            if player > self.players:
                player = 1
                wrapped = True
            if self.units[player] > 0:
                break
        if wrapped and self.winner == 0 and self.max_rounds > 0 and self.round >= self.max_rounds:
            self.finish(self.leader(), ROUND_LIMIT)
            return
        if wrapped:
            self.round += 1
        self.current = player
        if self.winner == 0:
            self.player = player
        self.begin_turn()

    def begin_turn(self) -> None:
        """All units of the current player are to act: the fighters, then the factories."""
        faces = self.faces
        waiting = self.waiting
        forges = self.forges
        me = self.current
        fighters: i64 = 0
        factories: i64 = 0
        for cell in range(self.width * self.height):
            unit = i64(faces[cell])
            if unit >> OWNER == me:
                if unit & KIND == FACTORY:
                    forges[factories] = cell
                    factories += 1
                else:
                    waiting[fighters] = cell
                    fighters += 1
        for i in range(factories):
            waiting[fighters + i] = forges[i]
        self.fighters = fighters
        self.factories = factories
        self.forge_count = factories

    def leader(self) -> i64:
        """Who wins at the round limit: most units, factories, sum of counters, then the later in turn order."""
        best: i64 = 0
        most: i64 = -1
        for player in range(i64(1), self.players + 1):
            if self.units[player] == 0:
                continue
            rank = strength(self.board, self.width * self.height, player)
            if rank >= most:
                best = player
                most = rank
        return best

    def leave(self, player: i64) -> None:
        """``player`` is gone, with all units. In the own turn, which the match has taken back, the next one moves."""
        if self.removed[player] != 0 or (self.player == 0 and self.units[player] > 0):
            return
        self.removed[player] = 1
        mine = player == self.current
        for cell in range(self.width * self.height):
            if i64(self.faces[cell]) >> OWNER == player:
                self.put(cell, 0)
        if self.fog.on != 0:
            self.fog.forget(player)
            self.fog.blind(player)
            if mine:
                self.fog.trail_count = 0
        if self.units[player] == 0:
            return
        self.units[player] = 0
        self.living -= 1
        if self.living == 1:
            self.finish(self.survivor(), DISCONNECT)
        if mine:
            self.next_turn()

    # ---- for search and learning

    def key(self) -> int:
        """Of the board, who is to move, and who has yet to act; ids, round and fog do not count."""
        a: i64 = self.current * 31 + self.player
        b: i64 = 7
        for cell in range(self.width * self.height):
            if self.board[cell] != 0:
                code = cell * 128 + (self.board[cell] & 127)
                a = (a * 1000003 + code) & 0x7FFFFFFFFF
                b = (b * 8388593 + code) & 0x7FFFFFFFFF
        for i in range(self.fighters + self.factories):
            a = (a * 1000003 + self.waiting[i] + 1) & 0x7FFFFFFFFF
            b = (b * 8388593 + self.waiting[i] + 1) & 0x7FFFFFFFFF
        return (a << 23) ^ b

    def evaluate(self, player: i64) -> i64:
        if self.winner != 0:
            value: i64 = 1000000 if self.winner == player else -1000000
            return value
        return evaluate(
            self.board, self.target, self.width, self.height, player, self.current, self.waiting, self.fighters
        )

    def judge(self, actions: list[int]) -> list[int]:
        return judge(
            self.board, self.target, self.width, self.height, self.player, self.waiting, self.fighters, actions
        )

    def scripts(self) -> i64:
        return SCRIPTS

    def follow(self, plan: vec[i64], seed: i64) -> i64:
        """See scripts.py. Unit i is the i-th of those that have yet to act, the nearest to an enemy first."""
        orders = self.orders(seed)
        for i in range(orders.count):
            action = orders.choose(orders.cells[i], plan[i % len(plan)])
            if action >= 0:
                return action
        return self.width * self.height * DIRECTIONS

    def play_turn(self, plan: vec[i64], seed: i64, line: Line) -> None:
        """The same, where the order is that of the beginning of the turn, or of what is left of it."""
        me = self.player
        orders = self.orders(seed)
        for i in range(orders.count):
            action = orders.choose(orders.cells[i], plan[i % len(plan)])
            if action >= 0:
                line.add(action)
                self.apply(action)
                orders.done(action)
                if self.player != me:
                    return
        end = self.width * self.height * DIRECTIONS
        line.add(end)
        self.apply(end)

    def orders(self, seed: i64) -> Orders:
        return Orders(
            self.board,
            self.target,
            self.width,
            self.height,
            self.player,
            self.waiting,
            self.fighters,
            self.factories,
            seed,
        )

    def turn_left(self) -> i64:
        return self.fighters + self.factories

    def planes(self) -> i64:
        return PLANES

    def cells(self) -> i64:
        return self.width * self.height

    def write_mask(self, out: vec[u8], offset: i64) -> None:
        if self.player == 0:
            return
        faces = self.faces
        target = self.target
        if self.fighters > 0:
            mask_fighters(faces, target, self.waiting, self.fighters, self.player, out, offset)
        elif not mask_factories(faces, target, self.waiting, self.factories, out, offset):
            out[offset + self.width * self.height * DIRECTIONS] = 1

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """Twelve planes: 0-3 own infantry, fortification 1, 2, factory; 4-7 the same of all enemies, where
        seen; 8 seen now; 9 own units yet to act; 10 the kind (1-4) of a last-known enemy; 11 last known."""
        cells = self.width * self.height
        observe(self.faces, self.fog, cells, player, out, offset)
        if player == self.player:
            for i in range(self.fighters + self.factories):
                out[offset + WAITING * cells + self.waiting[i]] = 1
