"""What PixelsWars's actions are worth, in money: trades, buildings, the way to them, and the danger.

All numbers are by feel first, then corrected by matches between versions of them.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.pixelswars.board import (
    CAPTURES,
    HOLDER,
    HP,
    HPS,
    KINDS,
    OWNER,
    OWNERS,
    POINTS,
    SHOTS,
    SHOTSS,
    Field,
)
from outflank.games.pixelswars.catalog import AIR, CAPTURE_POINTS
from outflank.games.pixelswars.combat import covers, fight, remaining
from outflank.games.pixelswars.reach import FAR, can_take, spread
from outflank.native import i64, u8, vec

KILL: Final = 60  # per cent of a unit's price on top for destroying it
HURT: Final = 110  # per cent that own losses count
SITE: Final = 350  # a building; and for what it gives:
INCOME: Final = 2  # times what it pays
SHOP: Final = 200
BEGUN: Final = 100  # more when its capture has begun
SECURE: Final = 60
FEAR: Final = 40  # per cent of what a unit may lose next turn; less each round, so that no front stands for ever
LEAST_FEAR: Final = 5
LATER: Final = 50  # per cent of that for an enemy who must move first
APPROACH: Final = 14  # per point of movement nearer to a goal
IN_THE_WAY: Final = 120  # for standing where something could be sold
MARGIN: Final = 6  # what a move must gain at least


def site_value(field: Field, site: i64) -> i64:
    """What a building is worth to whoever owns it."""
    catalog = field.catalog
    ground = field.ground[field.sites[site]]
    value: i64 = SITE + INCOME * catalog.income[ground]
    for kind in range(catalog.kinds):
        if catalog.built_at[kind] == ground:
            return value + SHOP
    return value


def leader(field: Field, board: vec[i64], holds: vec[u8]) -> i64:
    """Who wins at the round limit: whose units are worth more, each its price times the share of its HP that is left,
    exactly; then more cities; then player 2."""
    catalog = field.catalog
    lead: i64 = 0
    for cell in range(field.cells):
        unit = board[cell]
        if unit != 0:
            kind = unit & KINDS
            worth = catalog.price[kind] * ((unit >> HP) & HPS) * catalog.share[kind]
            lead += worth if (unit >> OWNER) & OWNERS == 1 else -worth
    if lead == 0:
        for site in range(field.site_count):
            owner = i64(holds[site]) >> HOLDER
            if owner != 0 and catalog.income[field.ground[field.sites[site]]] > 0:
                lead += 1 if owner == 1 else -1
    winner: i64 = 1 if lead > 0 else 2
    return winner


@final
class Judge:
    """What is known about a position before any action is judged."""

    def __init__(
        self,
        field: Field,
        board: vec[i64],
        holds: vec[u8],
        foes: vec[i64],
        foe_count: i64,
        player: i64,
        round_: i64,
    ) -> None:
        self.field: Field = field
        self.board: vec[i64] = board
        self.holds: vec[u8] = holds
        self.foes: vec[i64] = foes
        self.foe_count: i64 = foe_count
        self.player: i64 = player
        fear: i64 = FEAR - round_
        self.fear: i64 = fear if fear > LEAST_FEAR else i64(LEAST_FEAR)
        goals = vec[i64]([0] * field.cells)
        for i in range(foe_count):
            goals[foes[i]] = 1
        self.to_foes: vec[i64] = distances(field, goals, 0)
        self.by_air: vec[i64] = distances(field, goals, AIR)
        self.sites_left: i64 = 0
        for cell in range(field.cells):
            goals[cell] = 0
        for site in range(field.site_count):
            cell = field.sites[site]
            unit = board[cell]
            taken = unit != 0 and (unit >> OWNER) & OWNERS == player and field.catalog.captures[unit & KINDS] != 0
            if i64(holds[site]) >> HOLDER != player and not taken:
                goals[cell] = 1
                self.sites_left += 1
        self.to_sites: vec[i64] = distances(field, goals, 0)

    # ---- single actions

    def trade(self, unit: i64, cell: i64, to: i64) -> i64:
        """What a shot gains, less what the answer costs."""
        field = self.field
        catalog = field.catalog
        foe = self.board[to]
        left, own, _ = fight(field, unit, cell, foe, to)
        kind = foe & KINDS
        price = catalog.price[kind]
        value = price * (((foe >> HP) & HPS) - left) // catalog.hp[kind]
        if left == 0:
            value += price * KILL // 100
        if value > 0 and catalog.captures[kind] != 0 and field.site[to] >= 0:
            value += value // 4  # it stands on a building
        mine = unit & KINDS
        lost = catalog.price[mine] * (((unit >> HP) & HPS) - own) // catalog.hp[mine]
        if own == 0:
            lost += catalog.price[mine] * KILL // 100
        return value - lost * HURT // 100

    def capture(self, cell: i64) -> i64:
        """What capturing or securing the building on ``cell`` gains."""
        site = self.field.site[cell]
        hold = i64(self.holds[site])
        if hold >> HOLDER == self.player:
            return SECURE
        value = site_value(self.field, site)
        return value + BEGUN if hold & POINTS < CAPTURE_POINTS else value

    def chance(self, unit: i64, cell: i64) -> i64:
        """The best that the unit could do this turn if it stood on ``cell``."""
        field = self.field
        catalog = field.catalog
        kind = unit & KINDS
        best: i64 = 0
        if (unit >> SHOTS) & SHOTSS != 0:
            pairs = kind * catalog.kinds
            for i in range(self.foe_count):
                to = self.foes[i]
                if catalog.pct[pairs + (self.board[to] & KINDS)] != 0 and covers(field, kind, cell, to):
                    value = self.trade(unit, cell, to)
                    if value > best:
                        best = value
        if (unit >> CAPTURES) & 1 != 0 and can_take(field, self.holds, cell, self.player):
            value = self.capture(cell)
            if value > best:
                best = value
        return best

    def standing(self, unit: i64, cell: i64) -> i64:
        """How good a place ``cell`` is for the unit at the end of the turn: near to a goal, out of danger, not in the
        way of purchases."""
        field = self.field
        catalog = field.catalog
        kind = unit & KINDS
        away = self.by_air[cell] if catalog.domain[kind] == AIR else self.to_foes[cell]
        if catalog.captures[kind] != 0 and self.sites_left > 0 and self.to_sites[cell] < FAR:
            away = self.to_sites[cell]
        value = -APPROACH * (away if away < FAR else i64(60)) - self.danger(unit, cell) * self.fear // 100
        site = field.site[cell]
        if site >= 0:
            hold = i64(self.holds[site])
            if hold >> HOLDER == self.player:
                hurt = catalog.hp[kind] - ((unit >> HP) & HPS)
                most = catalog.healing[field.ground[cell]]
                value += catalog.price[kind] * (hurt if hurt < most else most) // catalog.hp[kind]
                if catalog.income[field.ground[cell]] == 0 and most == 0:
                    value -= IN_THE_WAY
            elif catalog.captures[kind] != 0:
                value += site_value(field, site) // 4  # it goes on capturing next turn
        return value

    def danger(self, unit: i64, cell: i64) -> i64:
        """What the enemy may destroy of the unit next turn if it stays on ``cell``, at most all of it."""
        field = self.field
        catalog = field.catalog
        kind = unit & KINDS
        hp = (unit >> HP) & HPS
        cover = field.cover[catalog.domain[kind] * field.cells + cell]
        lost: i64 = 0
        for i in range(self.foe_count):
            foe_cell = self.foes[i]
            foe = self.board[foe_cell]
            foe_kind = foe & KINDS
            if catalog.pct[foe_kind * catalog.kinds + kind] == 0:
                continue
            dx = field.x[cell] - field.x[foe_cell]
            dy = field.y[cell] - field.y[foe_cell]
            steps = (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy) - catalog.farthest[foe_kind]
            movement = catalog.movement[foe_kind]
            if catalog.domain[foe_kind] != AIR:
                movement = movement * 5 // 8
            if steps > movement:
                continue
            damage = (hp - remaining(catalog, foe_kind, (foe >> HP) & HPS, kind, hp, cover)) * catalog.attacks[foe_kind]
            lost += damage if covers(field, foe_kind, foe_cell, cell) else damage * LATER // 100
        if lost > hp:
            lost = hp
        return catalog.price[kind] * lost // catalog.hp[kind]

    def purchase(self, kind: i64, own: vec[i64]) -> i64:
        """How useful another unit of this kind is, in hundredths: its force against the enemy's army by its price, less
        when there are such already. ``own``: how many of each kind there are."""
        catalog = self.field.catalog
        force: i64 = 0
        for i in range(self.foe_count):
            foe = self.board[self.foes[i]] & KINDS
            force += catalog.pct[kind * catalog.kinds + foe] * catalog.price[foe]
        if self.foe_count > 0:
            force = force // self.foe_count
        attack = catalog.attack[kind] * (1 + catalog.attacks[kind]) * (2 + catalog.farthest[kind])
        value = force * attack // 100 * catalog.hp[kind] // (catalog.price[kind] + 300) // 100
        value = value * 2 // (2 + own[kind])
        if catalog.captures[kind] != 0:
            value += 40_000 // (catalog.price[kind] + 100) * self.sites_left // (1 + own[kind])
        return value


def judge(
    field: Field,
    board: vec[i64],
    holds: vec[u8],
    mine: vec[i64],
    mine_count: i64,
    foes: vec[i64],
    foe_count: i64,
    player: i64,
    money: i64,
    round_: i64,
    actions: list[int],
) -> list[int]:
    """How good each of these legal actions of ``player`` looks. The end of the turn is worth 0; a move that gains
    nothing is worth less, so a turn ends."""
    catalog = field.catalog
    cells = field.cells
    kinds = catalog.kinds
    known = Judge(field, board, holds, foes, foe_count, player, round_)
    own = vec[i64]([0] * kinds)
    for i in range(mine_count):
        own[board[mine[i]] & KINDS] += 1
    values: list[int] = []
    last: i64 = -1
    here: i64 = 0
    for number in actions:
        action: i64 = number
        if action >= cells * cells:
            bought = action - cells * cells
            values.append(0 if bought == cells * kinds else offer(known, own, bought % kinds, bought // kinds, money))
            continue
        cell = action // cells
        to = action - cell * cells
        unit = board[cell]
        if to == cell:
            values.append(known.capture(cell))
            continue
        if board[to] != 0:
            values.append(known.trade(unit, cell, to))
            continue
        if cell != last:
            last = cell
            here = known.chance(unit, cell) + known.standing(unit, cell)
        chance = known.chance(unit, to)
        gain = chance + known.standing(unit, to) - here
        values.append(chance + gain if gain > MARGIN else gain - MARGIN - 1)
    return values


def offer(known: Judge, own: vec[i64], kind: i64, cell: i64, money: i64) -> i64:
    """What this purchase is worth: little, so that it comes last, and less than nothing when another one at the same
    place would be more useful, be it only affordable with the income of two turns."""
    field = known.field
    catalog = field.catalog
    income: i64 = 0
    for site in range(field.site_count):
        if i64(known.holds[site]) >> HOLDER == known.player:
            income += catalog.income[field.ground[field.sites[site]]]
    units: i64 = 0
    for each in range(catalog.kinds):
        units += own[each]
    reserve = 2 * income if units > 3 else i64(0)
    value = known.purchase(kind, own)
    for other in range(catalog.kinds):
        if other != kind and catalog.built_at[other] == field.ground[cell]:
            if catalog.price[other] <= money and known.purchase(other, own) > value:
                return -1
            if catalog.price[other] <= money + reserve and known.purchase(other, own) * 3 > value * 4:
                return -1
    return 1


def distances(field: Field, goals: vec[i64], domain: i64) -> vec[i64]:
    """For every cell what it costs to go from there to the nearest cell that is marked in ``goals``, whoever stands in
    the way; FAR when no way leads there. Goals are entered at the price of the cell, whatever stands on them."""
    away = field.zeros[:]
    spread(field, goals, domain, away, field.zeros[:])
    return away
