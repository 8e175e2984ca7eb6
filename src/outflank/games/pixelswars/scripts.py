"""How PixelsWars's units are played by scripts: each unit takes what its script finds best, one after the other; then
the money is spent. A whole turn takes some hundred microseconds where this is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from outflank.games.pixelswars.board import (
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
    SHOTSS,
    where,
)
from outflank.games.pixelswars.catalog import AIR, CAPTURE_POINTS
from outflank.games.pixelswars.combat import farthest, fight, remaining
from outflank.games.pixelswars.evaluate import site_value
from outflank.games.pixelswars.reach import FAR, LEFT, TO, Notes, can_take, search, spread
from outflank.native import i64, vec
from outflank.state import Line

if TYPE_CHECKING:
    from outflank.games.pixelswars.board import Field
    from outflank.games.pixelswars.rules import PixelsWars

SCRIPTS: Final = 6  # that searches choose among; those behind are for levels
CASUAL: Final = 6

# What a script is made of: the columns of its row.
KILL: Final = 0  # per cent of a unit's price on top for destroying it
LOSS: Final = 1  # per cent that own losses count
FEAR: Final = 2  # per cent of what the unit may lose in the enemy's next turn
CLOSE: Final = 3  # per point of movement nearer to the enemy
SITES: Final = 4  # per point of movement nearer to a building, for those who capture
CAPTURE: Final = 5  # per cent of a building's value
HEAL: Final = 6  # per cent of what a hospital gives
STAY: Final = 7  # 1: it shoots and captures from where it stands only
NOISE: Final = 8  # so much at random is added to everything
SHOP: Final = 9  # how money is spent, for the script of the shops
COLUMNS: Final = 10

# How money is spent.
COUNTER: Final = 0  # what does best against the enemy's army; wait for it when it is much better
AT_ONCE: Final = 1  # the same, without waiting
SAVE: Final = 2  # not at all
CAPTURERS: Final = 3  # whoever captures, the cheapest first
ANYTHING: Final = 4

ROWS: Final = (
    #  kill loss fear close sites capture heal stay noise shop
    (60, 110, 40, 14, 14, 100, 100, 0, 0, COUNTER),  # balanced
    (100, 60, 8, 20, 8, 100, 30, 0, 0, AT_ONCE),  # aggressive
    (60, 130, 110, 12, 14, 100, 150, 0, 0, SAVE),  # cautious
    (30, 130, 20, 4, 40, 200, 50, 0, 0, CAPTURERS),  # buildings first
    (60, 110, 40, 0, 0, 100, 100, 1, 0, COUNTER),  # hold
    (60, 130, 150, -4, 0, 100, 300, 0, 0, AT_ONCE),  # retreat
    (0, 50, 0, 8, 6, 50, 0, 0, 600, ANYTHING),  # casual
)
WEIGHTS: Final = vec[i64]([number for row in ROWS for number in row])

MARGIN: Final = 6  # what an action must gain at least
BEGUN: Final = 100  # to finish a capture is worth so much more than a building
SECURE: Final = 60
IN_THE_WAY: Final = 120  # for standing where something could be sold
GUARDED: Final = 25  # per cent that a capturer on a building is worth more as a target
CALM: Final = 60  # rounds until nobody fears anything any more, so that no front stands for ever
LOST: Final = 60  # points of movement away is who has no way at all
TRIES: Final = 6  # actions of a unit in a turn, at most
BOUGHT: Final = 12  # and purchases
NO_HURRY: Final = 5000  # units that only go somewhere are the last
PATIENCE: Final = 2  # rounds of income that one waits for a better purchase


@final
class Commander:
    """Plays one turn of the player to move."""

    def __init__(self, state: PixelsWars, seed: i64, line: Line) -> None:
        field = state.field
        self.state: PixelsWars = state
        self.field: Field = field
        self.me: i64 = state.player
        self.seed: i64 = seed
        self.line: Line = line
        self.calm: i64 = CALM - state.round if state.round < CALM else i64(0)
        self.foes: vec[i64] = state.foes[:]  # their cells at the start of the turn; they do not move in it
        self.foe_count: i64 = state.foe_count
        self.threat: vec[i64] = field.zeros[:]  # [cell]: the enemies, a bit each, that could shoot there next turn
        notes = Notes(field.cells)
        for i in range(self.foe_count):
            self.threaten(i, notes)
        goals = field.zeros[:]
        for i in range(self.foe_count):
            goals[self.foes[i]] = 1
        self.to_foes: vec[i64] = field.zeros[:]
        self.by_air: vec[i64] = field.zeros[:]
        self.to_sites: vec[i64] = field.zeros[:]
        self.nearest: vec[i64] = field.zeros[:]  # [cell]: the goal that is nearest
        spread(field, goals, 0, self.to_foes, self.nearest)
        spread(field, goals, AIR, self.by_air, self.nearest)
        self.goals: vec[i64] = goals
        self.claimed: vec[i64] = vec[i64]([0] * field.site_count)  # by own units on their way
        self.sites_left: i64 = 0
        self.aim()
        # What was decided last: where to go, what to do there (-1 nothing, else the cell it is done to), what it gains.
        self.to: i64 = 0
        self.target: i64 = -1
        self.gain: i64 = 0

    def threaten(self, i: i64, notes: Notes) -> None:
        """Note where the i-th enemy could shoot next turn."""
        field = self.field
        catalog = field.catalog
        board = self.state.board
        cell = self.foes[i]
        kind = board[cell] & KINDS
        bit = field.bits[i % 62]
        # No bit is set: nothing depends on this search.
        search(field, board, cell, catalog.domain[kind], catalog.movement[kind], notes, self.threat, 0)
        nearest = catalog.nearest[kind]
        width = field.width
        height = field.height
        for at in range(notes.low, notes.high + 1):
            if i64(notes.left[at]) == 0:
                continue
            notes.left[at] = 0
            far = farthest(field, kind, at)
            x = field.x[at]
            y = field.y[at]
            top: i64 = y - far if y > far else 0
            bottom: i64 = y + far if y + far < height else height - 1
            first: i64 = x - far if x > far else 0
            last: i64 = x + far if x + far < width else width - 1
            for v in range(top, bottom + 1):
                start = v * width
                inside = v - y < nearest and y - v < nearest
                for u in range(first, last + 1):
                    if inside and u - x < nearest and x - u < nearest:
                        continue
                    self.threat[start + u] |= bit

    def aim(self) -> None:
        """Find the way to the buildings that nobody of the own side stands on or goes to."""
        state = self.state
        field = self.field
        board = state.board
        catalog = field.catalog
        goals = self.goals
        for cell in range(field.cells):
            goals[cell] = 0
        self.sites_left = 0
        for site in range(field.site_count):
            cell = field.sites[site]
            if i64(state.holds[site]) >> HOLDER != self.me:
                unit = board[cell]
                taken = unit != 0 and (unit >> OWNER) & OWNERS == self.me and catalog.captures[unit & KINDS] != 0
                if not taken and self.claimed[site] == 0:
                    goals[cell] = 1
                    self.sites_left += 1
        spread(field, goals, 0, self.to_sites, self.nearest)

    # ---- a turn

    def play(self, plan: vec[i64]) -> None:
        """The turn, to its end."""
        state = self.state
        genes = i64(len(plan))
        count = state.mine_count
        cells = state.mine[:]
        ids = vec[i64]([0] * count)
        rows = vec[i64]([0] * count)
        worth = vec[i64]([0] * count)
        for i in range(count):
            ids[i] = state.board[cells[i]] >> ID
        for i in range(count):
            rank: i64 = 0  # the first script in the plan is that of the unit with the lowest id
            for j in range(count):
                if ids[j] < ids[i]:
                    rank += 1
            rows[i] = plan[rank % genes] * COLUMNS
            self.decide(cells[i], rows[i])
            worth[i] = self.gain if self.target >= 0 else self.gain - NO_HURRY
        for _ in range(count):
            best: i64 = -1
            for i in range(count):
                if cells[i] >= 0 and (best < 0 or worth[i] > worth[best]):
                    best = i
            self.act(cells[best], rows[best])
            cells[best] = -1
            if state.player == 0:
                return
        for i in range(count):  # a way may have become free, or a shot better
            cell = state.find(ids[i])
            if cell >= 0 and WEIGHTS[rows[i] + NOISE] == 0:
                self.act(cell, rows[i])
                if state.player == 0:
                    return
        shops = plan[count % genes] * COLUMNS
        self.spend(WEIGHTS[shops + SHOP], shops)
        if state.player != 0:
            self.do(state.action_space() - 1)

    def do(self, action: i64) -> None:
        self.line.add(action)
        self.state.apply(action)

    def act(self, cell: i64, row: i64) -> None:
        """Let the unit on ``cell`` do all that its script finds worth doing."""
        state = self.state
        cells = self.field.cells
        for _ in range(TRIES):
            self.decide(cell, row)
            if self.gain <= 0:
                break
            to = self.to
            target = self.target
            if to != cell:
                self.do(cell * cells + to)
                cell = to
            if target >= 0:
                self.do(cell * cells + target)
                if state.player == 0 or state.board[cell] == 0:
                    return  # it is over, or the answer has destroyed it
            elif WEIGHTS[row + NOISE] != 0:
                break  # by chance it would wander about
        if self.field.catalog.captures[state.board[cell] & KINDS] != 0:
            if self.relieved(cell):
                self.leave(cell, row)
            elif self.sites_left > 0:
                self.claim(cell)

    def relieved(self, cell: i64) -> bool:
        """Whether the unit there has begun a capture that another one could finish in this turn, if it went away."""
        state = self.state
        field = self.field
        site = field.site[cell]
        unit = state.board[cell]
        if site < 0 or (unit >> CAPTURES) & 1 != 0:
            return False
        hold = i64(state.holds[site])
        if hold >> HOLDER == self.me or hold & POINTS == CAPTURE_POINTS:
            return False
        cost = field.catalog.cost[field.ground[cell]]
        if state.stale != 0:
            state.renew()
        for i in range(state.mine_count):
            other = state.mine[i]
            code = state.board[other]
            if (code >> CAPTURES) & 1 == 0:
                continue
            if beside(field, other, cell) and (code >> MOVES) & MOVESS >= cost:
                return True
            start = state.rows[i] * field.cells
            for at in range(start, start + state.sizes[state.rows[i]]):
                entry = i64(state.entries[at])
                if entry >> LEFT >= cost and beside(field, entry & TO, cell):
                    return True
        return False

    def leave(self, cell: i64, row: i64) -> None:
        """The unit there goes where it stands best, be it worse than here."""
        state = self.state
        unit = state.board[cell]
        place = state.rows[where(state.mine, cell)]
        start = place * self.field.cells
        best: i64 = -1
        most: i64 = 0
        for at in range(start, start + state.sizes[place]):
            to = i64(state.entries[at]) & TO
            if to != cell and state.board[to] == 0:
                value = self.standing(unit, to, row)
                if best < 0 or value > most:
                    most = value
                    best = to
        if best >= 0:
            self.do(cell * self.field.cells + best)
            self.aim()

    def claim(self, cell: i64) -> None:
        """The unit there goes on to the nearest building, and is the only one who does."""
        site = self.field.site[cell]
        if site < 0 or i64(self.state.holds[site]) >> HOLDER == self.me:
            goal = self.nearest[cell]
            if self.to_sites[cell] < FAR and self.field.site[goal] >= 0:
                self.claimed[self.field.site[goal]] = 1
        self.aim()

    # ---- a unit

    def decide(self, cell: i64, row: i64) -> None:
        """What the unit on ``cell`` does best: into ``to``, ``target`` and ``gain``."""
        state = self.state
        field = self.field
        catalog = field.catalog
        board = state.board
        unit = board[cell]
        kind = unit & KINDS
        if state.stale != 0:
            state.renew()
        place = state.rows[where(state.mine, cell)]
        start = place * field.cells
        end = start + state.sizes[place]
        movement = (unit >> MOVES) & MOVESS
        shots = (unit >> SHOTS) & SHOTSS
        here = self.standing(unit, cell, row)
        noise = WEIGHTS[row + NOISE]
        self.to = cell
        self.target = -1
        most = here + MARGIN
        pairs = kind * catalog.kinds
        for at in range(start - 1, end):
            to = cell
            left = movement
            if at >= start:
                if WEIGHTS[row + STAY] != 0:
                    break
                entry = i64(state.entries[at])
                to = entry & TO
                left = entry >> LEFT
                if to == cell or board[to] != 0:
                    continue
            stand = here if to == cell else self.standing(unit, to, row)
            if noise > 0 and to != cell:
                stand += self.chance(unit, to) % noise
            if stand > most:
                most = stand
                self.to = to
                self.target = -1
            if left + left >= movement and here > stand:
                stand = here  # it can go back afterwards
            if (unit >> CAPTURES) & 1 != 0 and can_take(field, state.holds, to, self.me):
                value = stand + self.capture(to) * WEIGHTS[row + CAPTURE] // 100
                if value > most:
                    most = value
                    self.to = to
                    self.target = to
            if shots == 0:
                continue
            near = catalog.nearest[kind]
            far = farthest(field, kind, to)
            for i in range(state.foe_count):
                foe = state.foes[i]
                away = field.distance(to, foe)
                if away < near or away > far or catalog.pct[pairs + (board[foe] & KINDS)] == 0:
                    continue
                gain = self.trade(unit, to, foe, shots, row)
                if noise > 0:
                    gain += self.chance(unit, foe) % noise
                if gain > 0 and stand + gain > most:
                    most = stand + gain
                    self.to = to
                    self.target = foe
        self.gain = most - here - MARGIN

    def chance(self, unit: i64, cell: i64) -> i64:
        """A number at random that is the same for this unit and cell in the whole turn."""
        mixed = (self.seed ^ ((unit >> ID) * 40503 + cell * 9176 + 77)) & 0x7FFFFFFF
        mixed = (mixed * 1103515 + 12345) & 0x7FFFFFFF
        return ((mixed >> 7) * 69069 + mixed) >> 5 & 0xFFFF

    def trade(self, unit: i64, cell: i64, to: i64, shots: i64, row: i64) -> i64:
        """What shooting at ``to`` from ``cell`` gains, less what the answer costs: with all shots the unit has."""
        field = self.field
        catalog = field.catalog
        foe = self.state.board[to]
        kind = foe & KINDS
        mine = unit & KINDS
        price = catalog.price[kind]
        own_price = catalog.price[mine]
        total: i64 = 0
        for _ in range(shots):
            left, own, _ = fight(field, unit, cell, foe, to)
            value = price * (((foe >> HP) & HPS) - left) // catalog.hp[kind]
            lost = own_price * (((unit >> HP) & HPS) - own) // catalog.hp[mine]
            if left == 0:
                value += price * WEIGHTS[row + KILL] // 100
            if own == 0:
                lost += own_price * WEIGHTS[row + KILL] // 100
            if value > 0 and catalog.captures[kind] != 0 and field.site[to] >= 0:
                value += value * GUARDED // 100
            value -= lost * WEIGHTS[row + LOSS] // 100
            if value <= 0:
                break
            total += value
            if left == 0 or own == 0:
                break
            unit += (own - ((unit >> HP) & HPS)) << HP
            foe += (left - ((foe >> HP) & HPS)) << HP
        return total

    def capture(self, cell: i64) -> i64:
        """What capturing or securing the building on ``cell`` gains."""
        site = self.field.site[cell]
        hold = i64(self.state.holds[site])
        if hold >> HOLDER == self.me:
            return SECURE
        value = site_value(self.field, site)
        if hold >> HOLDER != 0:
            value += value // 2  # the enemy loses it
        return value + BEGUN if hold & POINTS < CAPTURE_POINTS else value // 2

    def standing(self, unit: i64, cell: i64, row: i64) -> i64:
        """How good a place ``cell`` is for the unit at the end of the turn."""
        field = self.field
        catalog = field.catalog
        kind = unit & KINDS
        away = self.by_air[cell] if catalog.domain[kind] == AIR else self.to_foes[cell]
        pull = WEIGHTS[row + CLOSE]
        if catalog.captures[kind] != 0 and self.sites_left > 0 and self.to_sites[cell] < FAR:
            away = self.to_sites[cell]
            pull = WEIGHTS[row + SITES]
        value = -pull * (away if away < LOST else i64(LOST))
        if WEIGHTS[row + FEAR] != 0 and self.threat[cell] != 0:
            value -= self.danger(unit, cell) * WEIGHTS[row + FEAR] * self.calm // (100 * CALM)
        site = field.site[cell]
        if site >= 0:
            ground = field.ground[cell]
            if i64(self.state.holds[site]) >> HOLDER == self.me:
                hurt = catalog.hp[kind] - ((unit >> HP) & HPS)
                most = catalog.healing[ground]
                healed = catalog.price[kind] * (hurt if hurt < most else most) // catalog.hp[kind]
                value += healed * WEIGHTS[row + HEAL] // 100
                if catalog.income[ground] == 0 and most == 0:
                    value -= IN_THE_WAY
            elif catalog.captures[kind] != 0:
                value += site_value(field, site) * WEIGHTS[row + CAPTURE] // 400  # it goes on capturing next turn
        return value

    def danger(self, unit: i64, cell: i64) -> i64:
        """What the enemy may destroy of the unit next turn if it stays on ``cell``, at most all of it."""
        field = self.field
        catalog = field.catalog
        board = self.state.board
        kind = unit & KINDS
        hp = (unit >> HP) & HPS
        cover = field.cover[catalog.domain[kind] * field.cells + cell]
        mask = self.threat[cell]
        lost: i64 = 0
        for i in range(self.foe_count):
            if mask & field.bits[i % 62] == 0:
                continue
            foe = board[self.foes[i]]
            if foe == 0 or (foe >> OWNER) & OWNERS == self.me:
                continue  # destroyed meanwhile
            foe_kind = foe & KINDS
            left = remaining(catalog, foe_kind, (foe >> HP) & HPS, kind, hp, cover)
            lost += (hp - left) * catalog.attacks[foe_kind]
            if lost >= hp:
                return catalog.price[kind] * hp // catalog.hp[kind]
        return catalog.price[kind] * lost // catalog.hp[kind]

    # ---- money

    def spend(self, how: i64, row: i64) -> None:
        """Buy, and let what is bought act at once, as long as it pays."""
        state = self.state
        field = self.field
        cells = field.cells
        kinds = field.catalog.kinds
        if how == SAVE:
            return
        for _ in range(BOUGHT):
            best: i64 = -1
            most: i64 = 0
            cell: i64 = -1
            for site in range(field.site_count):
                shop = field.sites[site]
                if i64(state.holds[site]) >> HOLDER == self.me and state.board[shop] == 0:
                    for kind in range(kinds):
                        if field.catalog.built_at[kind] == field.ground[shop]:
                            value = self.usefulness(kind, how)
                            if value > most:
                                most = value
                                best = kind
                                cell = shop
            if best < 0 or field.catalog.price[best] > state.funds(self.me):
                return  # nothing, or it is worth waiting for
            self.do(cells * cells + cell * kinds + best)
            self.act(cell, row)
            if state.player == 0:
                return

    def usefulness(self, kind: i64, how: i64) -> i64:
        """How much is gained by buying a unit of this kind, for its price; 0: it cannot be had."""
        state = self.state
        field = self.field
        catalog = field.catalog
        price = catalog.price[kind]
        money = state.funds(self.me)
        waits = price > money
        if waits and (how != COUNTER or price > money + PATIENCE * self.income() or state.mine_count < 4):
            return 0
        if how == ANYTHING:
            return 1 + self.chance(kind << ID, state.turn) % 100
        own: i64 = 0
        capturers: i64 = 0
        for i in range(state.mine_count):
            other = state.board[state.mine[i]] & KINDS
            if other == kind:
                own += 1
            capturers += catalog.captures[other]
        value: i64 = 0
        for i in range(state.foe_count):
            foe = state.board[state.foes[i]]
            foe_kind = foe & KINDS
            hp = (foe >> HP) & HPS
            done = (hp - remaining(catalog, kind, catalog.hp[kind], foe_kind, hp, 20)) * catalog.attacks[kind]
            if done > hp:
                done = hp
            value += catalog.price[foe_kind] * done // catalog.hp[foe_kind]
            suffered = catalog.hp[kind] - remaining(catalog, foe_kind, hp, kind, catalog.hp[kind], 20)
            value -= price * suffered * catalog.attacks[foe_kind] // (2 * catalog.hp[kind])
        value = value * 100 // state.foe_count * (3 + catalog.farthest[kind]) // (price + 300) * 4 // (4 + own) + 100
        if catalog.captures[kind] != 0 and self.sites_left > 0:
            wanted = 1 + self.sites_left // 2
            value += 60 * wanted * 200 // ((1 + capturers) * price)
            if how == CAPTURERS:
                value += 1000
        if waits:
            value = value * 3 // 4
        return value if value > 0 else i64(1)

    def income(self) -> i64:
        """What the own cities pay each turn."""
        field = self.field
        total: i64 = 0
        for site in range(field.site_count):
            if i64(self.state.holds[site]) >> HOLDER == self.me:
                total += field.catalog.income[field.ground[field.sites[site]]]
        return total


def beside(field: Field, one: i64, other: i64) -> bool:
    """Whether a step leads from one cell to the other."""
    return field.distance(one, other) == 1 and (field.x[one] == field.x[other] or field.y[one] == field.y[other])
