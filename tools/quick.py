"""A quick computer player for PixelsWars that plans unit by unit, without search: sensible, a little random, and the
same from both sides of a map."""

from __future__ import annotations

import heapq
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING

from outflank.games.pixelswars.board import CAPTURES, HOLDER, HP, HPS, KINDS, MOVES, MOVESS, SHOTS, SHOTSS
from outflank.games.pixelswars.combat import farthest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.games.pixelswars.board import Field
    from outflank.games.pixelswars.rules import PixelsWars
    from outflank.rng import Rng

FAR = 10_000
KILL = 0.6  # of the target's price, on top of the HP it had
OWN_LOSS = 1.2
STRAY = 20  # one decision of so many is chance
CITY, BASE, AIRPORT, HOSPITAL = 300, 400, 250, 120


class Known:
    """What the player knows of a battlefield and the catalogue before the match. Sets of cells are bits."""

    def __init__(self, field: Field) -> None:
        catalog = field.catalog
        kinds = range(catalog.kinds)
        self.cells = int(field.cells)
        self.width = int(field.width)
        self.x = [cell % self.width for cell in range(self.cells)]
        self.y = [cell // self.width for cell in range(self.cells)]
        self.price = [int(catalog.price[kind]) for kind in kinds]
        self.hp = [int(catalog.hp[kind]) for kind in kinds]
        self.moves = [int(catalog.movement[kind]) for kind in kinds]
        self.captures = [bool(catalog.captures[kind]) for kind in kinds]
        self.air = [bool(catalog.domain[kind]) for kind in kinds]
        self.near = [int(catalog.nearest[kind]) for kind in kinds]
        self.far = [int(catalog.farthest[kind]) for kind in kinds]
        self.pct = [[int(catalog.pct[one * catalog.kinds + other]) for other in kinds] for one in kinds]
        self.force = [int(catalog.attack[kind] * catalog.attacks[kind]) for kind in kinds]
        self.enter = [int(catalog.cost[field.ground[cell]]) for cell in range(self.cells)]
        self.cover = [[int(field.cover[domain * self.cells + cell]) for cell in range(self.cells)] for domain in (0, 1)]
        self.sites = [int(cell) for cell in (field.sites[site] for site in range(field.site_count))]
        self.site = {cell: site for site, cell in enumerate(self.sites)}
        grounds = [int(field.ground[cell]) for cell in self.sites]
        sold = [[kind for kind in kinds if catalog.built_at[kind] == ground] for ground in grounds]
        self.makes = {cell for cell, offers in zip(self.sites, sold, strict=True) if offers}
        self.heals = [bool(catalog.healing[ground]) for ground in grounds]
        self.worth = [
            CITY if catalog.income[ground] else HOSPITAL if heals else AIRPORT if self.air[offers[0]] else BASE
            for ground, heals, offers in zip(grounds, self.heals, sold, strict=True)
        ]
        self.within = [self.squares(radius) for radius in range(max(self.far) + 2)]
        self.stands = [[self.shooters(field, kind, foe) for foe in range(self.cells)] for kind in kinds]
        self.ways: dict[tuple[int, bool], list[int]] = {}

    def squares(self, radius: int) -> list[int]:
        """Of every cell, the cells at most so far from it."""
        high = self.cells // self.width
        told = []
        for cell in range(self.cells):
            rows = range(max(0, self.y[cell] - radius), min(high, self.y[cell] + radius + 1))
            left, right = max(0, self.x[cell] - radius), min(self.width, self.x[cell] + radius + 1)
            told.append(sum(((1 << right - left) - 1) << row * self.width + left for row in rows))
        return told

    def shooters(self, field: Field, kind: int, foe: int) -> int:
        """The cells from which a unit of this kind reaches ``foe``."""
        found = self.within[self.far[kind]][foe]
        for cell in bits(self.within[self.far[kind] + 1][foe] & ~found):
            if farthest(field, kind, cell) > self.far[kind]:
                found |= 1 << cell
        return found & ~self.within[self.near[kind] - 1][foe]

    def way(self, goal: int, air: bool) -> list[int]:
        """Movement points from every cell to ``goal``, as if nobody stood about."""
        if (goal, air) in self.ways:
            return self.ways[goal, air]
        best = [FAR] * self.cells
        best[goal] = 0
        waiting = [(0, goal)]
        while waiting:
            cost, cell = heapq.heappop(waiting)
            enter = 1 if air else self.enter[cell]
            if cost > best[cell] or not enter:
                continue
            for to, inside in (
                (cell - self.width, cell >= self.width),
                (cell + self.width, cell + self.width < self.cells),
                (cell + 1, self.x[cell] < self.width - 1),
                (cell - 1, self.x[cell] > 0),
            ):
                if inside and cost + enter < best[to]:
                    best[to] = cost + enter
                    heapq.heappush(waiting, (cost + enter, to))
        self.ways[goal, air] = best
        return best


known = lru_cache(16)(Known)


def bits(cells: int) -> Iterator[int]:
    while cells:
        last = cells & -cells
        yield last.bit_length() - 1
        cells ^= last


class Quick:
    """One side. ``opening``: so many of its first actions are chance. How careful it is, 0 to 2, is chance too."""

    def __init__(self, state: PixelsWars, rng: Rng, opening: int) -> None:
        self.rng = rng
        self.opening = opening
        self.care = int(rng.below(3))
        self.known: Known = known(state.field)
        self.wanted: dict[int, int] = {}
        self.threats: list[tuple[list[int], float, int]] = []

    def chance(self, n: int) -> int:
        return int(self.rng.below(n))

    # ---- a turn

    def turn(self, state: PixelsWars) -> Iterator[int]:
        """The actions of a turn, each to be carried out before the next is asked for."""
        me = int(state.current)
        cells, kinds = self.known.cells, len(self.known.price)
        while self.opening and state.player == me:
            self.opening -= 1
            legal = state.legal_actions()
            if len(legal) > 1:
                yield legal[self.chance(len(legal) - 1)]
        waiting = [int(cell) for cell in state.units(me)]
        self.wanted = {}
        self.threats = self.foreseen(state, me) if self.care else []
        while waiting and state.player == me:
            cell = waiting.pop(self.chance(len(waiting)))
            if state.board[cell]:
                yield from self.unit(state, me, cell)
        while state.player == me and (bought := self.purchase(state, me)):
            yield bought
            yield from self.unit(state, me, (bought - cells * cells) // kinds)
        if state.player == me:
            yield cells * (cells + kinds)

    def unit(self, state: PixelsWars, me: int, cell: int) -> Iterator[int]:
        """All that one unit does."""
        cells = self.known.cells
        for _ in range(6):
            unit = int(state.board[cell])
            if not unit or state.player != me:
                return
            if self.can_capture(state, me, unit, cell):
                yield cell * cells + cell
                continue
            left = state.survey(cell, (unit >> MOVES) & MOVESS)
            reach = [to for to in range(cells) if left[to]]
            foes = [int(foe) for foe in state.units(3 - me)]
            if self.chance(STRAY) == 0:
                to, target = reach[self.chance(len(reach))], -1
            else:
                to, target = self.best_shot(state, unit, reach, foes)
            if target < 0 and to < 0:
                to = self.goal(state, me, unit, cell, reach, foes)
            if to != cell:
                yield cell * cells + to
                cell = to
            if target >= 0:
                yield cell * cells + target
            elif not self.can_capture(state, me, int(state.board[cell]), cell):
                return

    def can_capture(self, state: PixelsWars, me: int, unit: int, cell: int) -> bool:
        site = self.known.site.get(cell, -1)
        return site >= 0 and bool(unit >> CAPTURES & 1) and state.holds[site] >> HOLDER != me

    def best_shot(self, state: PixelsWars, unit: int, reach: list[int], foes: list[int]) -> tuple[int, int]:
        """Where to shoot from and at whom, or -1, -1."""
        if not unit >> SHOTS & SHOTSS:
            return -1, -1
        known = self.known
        kind = unit & KINDS
        cover, price, stands = known.cover[known.air[kind]], known.price[kind], known.stands[kind]
        own = int(unit >> HP & HPS)
        free = sum(1 << to for to in reach)
        most, found = 0.0, (-1, -1)
        for foe in foes:
            target = int(state.board[foe])
            other = target & KINDS
            had = int(target >> HP & HPS)
            if not known.pct[kind][other]:
                continue
            for to in bits(free & stands[foe]):
                left, kept = (int(hp) for hp in state.forecast(unit, to, foe)[:2])
                if left == had:
                    continue
                gain = known.price[other] * ((had - left) / known.hp[other] + (KILL if left == 0 else 0))
                value = gain - OWN_LOSS * price * (own - kept) / known.hp[kind]
                value += cover[to] - 40 * (to in known.makes) + self.chance(8)
                if value > most:
                    most, found = value, (to, foe)
        return found

    # ---- where to go

    def foreseen(self, state: PixelsWars, me: int) -> list[tuple[list[int], float, int]]:
        """Of every enemy its multipliers, the strength of its next turn, and the cells it could hit in it."""
        known = self.known
        told = []
        for foe in state.units(3 - me):
            unit = int(state.board[foe])
            kind = unit & KINDS
            left = state.survey(foe, known.moves[kind])
            within = known.within[known.far[kind]]
            hit = 0
            for cell in range(known.cells):
                if left[cell]:
                    hit |= within[cell]
            told.append((known.pct[kind], known.force[kind] * (unit >> HP & HPS) / known.hp[kind], hit))
        return told

    def danger(self, kind: int, to: int) -> float:
        """The share of a unit's HP that enemies might take there, roughly; 1: all."""
        force = sum(force * pct[kind] for pct, force, hit in self.threats if hit >> to & 1) / 100
        return min(1.0, force * (100 - self.known.cover[self.known.air[kind]][to]) / 100 / self.known.hp[kind])

    def goal(self, state: PixelsWars, me: int, unit: int, cell: int, reach: list[int], foes: list[int]) -> int:
        """The cell to go to: nearer to what is worth most, in cover, and not on a base that could sell something."""
        known = self.known
        kind = unit & KINDS
        air, moves = known.air[kind], known.moves[kind]
        goals = [(known.price[other] * known.pct[kind][other] * 0.0025, foe) for foe, other in self.kinds(state, foes)]
        weak = 2 * (unit >> HP & HPS) < known.hp[kind]
        for site, at in enumerate(known.sites):
            own = state.holds[site] >> HOLDER == me
            if known.captures[kind] and not own and (at == cell or state.board[at] == 0 or at not in reach):
                goals.append((known.worth[site] * (1.0, 0.6, 0.2)[min(self.wanted.get(at, 0), 2)], at))
            elif weak and own and known.heals[site] and state.board[at] == 0:
                goals.append((known.price[kind] * 0.5, at))
        most, aim = -1.0, cell
        for value, at in goals:
            value *= (0.9 + self.chance(20) / 100) / (1 + known.way(at, air)[cell] / moves)
            if value > most:
                most, aim = value, at
        self.wanted[aim] = self.wanted.get(aim, 0) + 1
        way, cover = known.way(aim, air), known.cover[air]
        keep = known.near[kind] if aim in foes else 0  # the own weapon's distance from an enemy
        best, chosen = float("-inf"), cell
        for to in reach:
            value = -10 * max(way[to], keep) / moves + cover[to] / 25 + self.chance(10) / 10
            if to in known.makes and state.holds[known.site[to]] >> HOLDER == me:
                value -= 5
            if self.threats:
                value -= 6 * self.care * self.danger(kind, to)
            if value > best:
                best, chosen = value, to
        return chosen

    def kinds(self, state: PixelsWars, cells: list[int]) -> list[tuple[int, int]]:
        return [(cell, int(state.board[cell]) & KINDS) for cell in cells]

    # ---- what to buy

    def purchase(self, state: PixelsWars, me: int) -> int:
        """An action that buys, or 0."""
        known = self.known
        cells, kinds = known.cells, len(known.price)
        offers = [action for action in state.legal_actions() if cells * cells <= action < cells * (cells + kinds)]
        if not offers or self.chance(8) == 0:
            return 0
        own = [kind for _, kind in self.kinds(state, state.units(me))]
        foes = [kind for _, kind in self.kinds(state, state.units(3 - me))]
        free = sum(state.holds[site] >> HOLDER != me for site in range(len(known.sites)))
        short = sum(known.captures[kind] for kind in own) < min(5, 1 + free // 3)
        flyers = [foe for foe in foes if known.air[foe]]
        answered = any(not known.air[kind] and known.pct[kind][foe] for kind in own for foe in flyers)
        best, chosen = 0.0, 0
        for action in offers:
            kind = action % kinds
            value = known.force[kind] * sum(known.pct[kind][foe] for foe in foes) / max(1, len(foes))
            value *= sqrt(known.hp[kind] / known.price[kind]) / (1 + 0.4 * own.count(kind))
            value *= (4 if short and known.captures[kind] else 1) * (0.7 + self.chance(60) / 100)
            if flyers and not answered and not known.air[kind] and any(known.pct[kind][foe] for foe in flyers):
                value *= 5
            if value > best:
                best, chosen = value, action
        return chosen
