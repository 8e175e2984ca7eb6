"""An opponent to measure against: the Expert of an earlier PixelsWars, after its description alone.

It knows no chance: the same state gives the same move. It takes one decision after the other: of at most six candidates
and the end of the turn, each tried by playing on with its own rules of thumb for both sides, the one that leads to
the best position. What the description leaves open is decided here in the plainest way, and said beside it.

    outflank arena --game pixelswars --bots expert,tests/games/pixelswars/earlier.py:Earlier --bot-timeout 60
"""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING

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
    Field,
)
from outflank.games.pixelswars.catalog import AIR, CAPTURE_POINTS, GROUNDS, UNITS
from outflank.games.pixelswars.decode import encode
from outflank.games.pixelswars.imagine import imagine
from outflank.games.pixelswars.rules import PixelsWars
from outflank.games.pixelswars.view import pixelswars
from outflank.rng import Rng

if TYPE_CHECKING:
    from outflank.bots import Turn as Request
    from outflank.contract import Json

KINDS_COUNT = len(UNITS)
CAPTURERS = [unit.captures for unit in UNITS]
PRICE = [unit.price for unit in UNITS]
MOST_HP = [unit.hp for unit in UNITS]
NAMES = [unit.kind for unit in UNITS]
FLYERS = [unit.domain == "air" for unit in UNITS]
RANGED = [unit.farthest > 1 for unit in UNITS]
MULTIPLIER = [[unit.against.get(other.kind, other.suffers.get(unit.kind, 100)) for other in UNITS] for unit in UNITS]
BUILT_AT = [unit.built_at for unit in UNITS]
GROUND_NAMES = [each.ground for each in GROUNDS]
OWNED = {"city": 600, "army_base": 400, "airport": 300, "hospital": 180}
WIN = 1_000_000.0
END = -1
PROJECTED = (4, 8, 8)  # own actions after the candidate, the enemy's, the own ones again


class Unit:
    """A unit as the rules of thumb see it."""

    def __init__(self, cell: int, code: int) -> None:
        self.cell = cell
        self.code = code
        self.id = code >> ID
        self.kind = code & KINDS
        self.owner = (code >> OWNER) & OWNERS
        self.hp = (code >> HP) & HPS
        self.movement = (code >> MOVES) & MOVESS
        self.shots = (code >> SHOTS) & SHOTSS
        self.captures = (code >> CAPTURES) & 1
        self.price = PRICE[self.kind]
        self.share = self.hp / MOST_HP[self.kind]


class Decision:
    """What is done next: one or several actions of one unit (or two, in a relay), or a purchase, or the end."""

    def __init__(self, actions: list[int], kind: str, unit: int = -1, score: float = 0.0, other: int = -1) -> None:
        self.actions = actions
        self.kind = kind
        self.unit = unit
        self.score = score
        self.other = other  # the first unit of a relay


class Turn:
    """A state within a turn, with the units that have had their planned move and the shops that have sold."""

    def __init__(self, state: PixelsWars) -> None:
        self.state = state
        self.moved: set[int] = set()
        self.sold: set[int] = set()

    def copy(self) -> Turn:
        twin = Turn(self.state.copy())
        twin.moved = set(self.moved)
        twin.sold = set(self.sold)
        return twin

    def carry_out(self, decision: Decision) -> None:
        cells = self.state.field.cells
        for action in decision.actions:
            if self.state.player == 0:
                return
            self.state.apply(action)
        if decision.kind in ("move", "capture"):
            self.moved.update((decision.unit, decision.other))
        if decision.kind == "buy":
            self.sold.add((decision.actions[0] - cells * cells) // KINDS_COUNT)

    def end(self) -> None:
        if self.state.player != 0:
            self.state.apply(self.state.action_space() - 1)
        self.moved = set()
        self.sold = set()


class Eyes:
    """All that a decision looks at, computed once for it."""

    def __init__(self, turn: Turn) -> None:
        state = turn.state
        self.turn = turn
        self.state = state
        self.field = state.field
        self.cells: int = state.field.cells
        self.me: int = state.player
        units = [Unit(cell, state.board[cell]) for cell in range(self.cells) if state.board[cell]]
        units.sort(key=lambda unit: unit.id)
        self.own = [unit for unit in units if unit.owner == self.me]
        self.foes = [unit for unit in units if unit.owner != self.me]
        self.holds: list[int] = [state.holds[site] for site in range(state.field.site_count)]
        self.foe_reach: list[list[int]] = []

    def ground(self, cell: int) -> str:
        return GROUND_NAMES[self.field.ground[cell]]

    def site_owner(self, cell: int) -> int:
        site = self.field.site[cell]
        return self.holds[site] >> HOLDER if site >= 0 else -1

    def capturable(self, cell: int) -> bool:
        site = self.field.site[cell]
        if site < 0:
            return False
        hold = self.holds[site]
        return hold >> HOLDER != self.me or hold & POINTS < CAPTURE_POINTS

    def defence(self, kind: int, cell: int) -> int:
        return self.field.cover[(AIR if FLYERS[kind] else 0) * self.cells + cell]

    def reaches(self, kind: int, cell: int, to: int) -> bool:
        unit = UNITS[kind]
        far = unit.farthest
        if far > 1 and not FLYERS[kind]:
            far += GROUNDS[self.field.ground[cell]].extra_range
        away = self.field.distance(cell, to)
        return unit.nearest <= away <= far

    def reach(self, unit: Unit) -> list[int]:
        """What is left on every cell, plus 1, of the movement it has now; for an enemy, of a whole turn's."""
        budget = unit.movement if unit.owner == self.me else UNITS[unit.kind].movement
        return self.state.survey(unit.cell, budget)

    def enemy_reach(self) -> list[list[int]]:
        if not self.foe_reach:
            self.foe_reach = [self.reach(foe) for foe in self.foes]
        return self.foe_reach


# ---- shots


def after_shot(eyes: Eyes, kind: int, hp: int, target: int, target_hp: int, to: int) -> int:
    """The HP that a shot leaves."""
    unit = UNITS[kind]
    force = max(0, 10 * unit.attack - UNITS[target].defence - eyes.defence(target, to))
    damage = force * hp * MULTIPLIER[kind][target]
    whole = 1000 * unit.hp
    return max(0, ((2 * target_hp + 1) * whole - 2 * damage) // (2 * whole))


def shot(
    eyes: Eyes, kind: int, hp: int, cell: int, target: int, target_hp: int, to: int
) -> tuple[float, int, int, bool]:
    """The score of Medium for a shot, what is left of both, and whether the target answers."""
    left = after_shot(eyes, kind, hp, target, target_hp, to)
    price = PRICE[target]
    score = (target_hp - left) / MOST_HP[target] * price
    own = hp
    answers = False
    if left == 0:
        score += 0.6 * price
    elif MULTIPLIER[target][kind] and eyes.reaches(target, to, cell):
        answers = True
        own = after_shot(eyes, target, left, kind, hp, cell)
        score -= 1.2 * (hp - own) / MOST_HP[kind] * PRICE[kind]
    return score, left, own, answers


def best_shot(eyes: Eyes, unit: Unit, cell: int, changed: dict[int, int]) -> float:
    """The best score of a shot from ``cell``, 0 when there is none. ``changed``: HP of enemies by id."""
    best = 0.0
    for foe in eyes.foes:
        hp = changed.get(foe.id, foe.hp)
        if hp > 0 and MULTIPLIER[unit.kind][foe.kind] and eyes.reaches(unit.kind, cell, foe.cell):
            best = max(best, shot(eyes, unit.kind, unit.hp, cell, foe.kind, hp, foe.cell)[0])
    return best


def attacks(eyes: Eyes) -> list[Decision]:
    """All shots that score above 0: as Medium scores them, plus the best shot that may follow, plus 1 when the target
    cannot answer."""
    found: list[Decision] = []
    shooters = [unit for unit in eyes.own if unit.shots > 0]
    for unit in shooters:
        for foe in eyes.foes:
            if not MULTIPLIER[unit.kind][foe.kind] or not eyes.reaches(unit.kind, unit.cell, foe.cell):
                continue
            score, left, own, answers = shot(eyes, unit.kind, unit.hp, unit.cell, foe.kind, foe.hp, foe.cell)
            if score <= 0:
                continue
            follow = 0.0
            for other in shooters:
                if other.id != unit.id or (unit.shots > 1 and own > 0):
                    follow = max(follow, best_shot(eyes, other, other.cell, {foe.id: left}))
            score += follow + (0 if answers else 1)
            found.append(Decision([unit.cell * eyes.cells + foe.cell], "attack", unit.id, score))
    return found


# ---- ways


def ways(eyes: Eyes, unit: Unit) -> tuple[list[int], list[int]]:
    """What it costs to go to every cell however far, through free cells, and the cell before it; -1: no way."""
    cost = [-1] * eyes.cells
    before = [-1] * eyes.cells
    base = eyes.cells if FLYERS[unit.kind] else 0
    queue = [(0, unit.cell, -1)]
    while queue:
        spent, cell, last = heapq.heappop(queue)
        if cost[cell] >= 0:
            continue
        cost[cell] = spent
        before[cell] = last
        for direction in range(4):
            edge = eyes.field.steps[(base + cell) * 4 + direction]
            to = edge >> 3
            if edge and cost[to] < 0 and eyes.state.board[to] == 0:
                heapq.heappush(queue, (spent + (edge & 7), to, cell))
    return cost, before


def site_worth(eyes: Eyes, cell: int) -> float:
    """What a building is worth as a goal."""
    owned = [eyes.ground(eyes.field.sites[site]) for site, hold in enumerate(eyes.holds) if hold >> HOLDER == eyes.me]
    ground = eyes.ground(cell)
    if ground == "city":
        taken = eyes.site_owner(cell) == 3 - eyes.me
        return 380.0 + (0 if "city" in owned else 120) + (120 if taken else 0)
    if ground == "army_base":
        return 300.0 if ground in owned else 500.0
    if ground == "airport":
        return 220.0 if ground in owned else 350.0
    return 140.0


def goals(eyes: Eyes, unit: Unit) -> list[tuple[int, float]]:
    """Cells that the unit would like to stand on, and how much."""
    found: list[tuple[int, float]] = []
    for site, hold in enumerate(eyes.holds):
        cell = eyes.field.sites[site]
        owner = hold >> HOLDER
        if CAPTURERS[unit.kind] and owner != eyes.me:
            begun = 160 if hold & POINTS < CAPTURE_POINTS else 0
            found.append((cell, site_worth(eyes, cell) + begun))
        if owner == eyes.me and eyes.ground(cell) == "hospital" and unit.share < 0.6:
            found.append((cell, 250.0))
        if owner == eyes.me and threatened(eyes, cell):
            found.append((cell, 230.0))
    if unit.shots > 0:
        wanted = [foe for foe in eyes.foes if MULTIPLIER[unit.kind][foe.kind]]
        for cell in range(eyes.cells):
            if any(eyes.reaches(unit.kind, cell, foe.cell) for foe in wanted):
                found.append((cell, 150.0))
    return found


def threatened(eyes: Eyes, cell: int) -> bool:
    """Whether an enemy who captures could come to stand there, or beside it."""
    for foe, left in zip(eyes.foes, eyes.enemy_reach(), strict=True):
        if CAPTURERS[foe.kind] and any(
            left[to] for to in range(eyes.cells) if left[to] and eyes.field.distance(to, cell) <= 1
        ):
            return True
    return False


def exposure(eyes: Eyes, unit: Unit, cell: int) -> float:
    """What the enemy may take of the unit on ``cell`` next turn, in money: in full from those in range already, a third
    from those who must come first."""
    total = 0.0
    cover = eyes.defence(unit.kind, cell)
    for foe, left in zip(eyes.foes, eyes.enemy_reach(), strict=True):
        if not MULTIPLIER[foe.kind][unit.kind]:
            continue
        weapon = UNITS[foe.kind]
        if eyes.reaches(foe.kind, foe.cell, cell):
            weight = 1.0
        elif comes(eyes, foe, left, cell):
            weight = 0.35
        else:
            continue
        force = max(0.0, weapon.attack - (UNITS[unit.kind].defence + cover) / 10)
        damage = force * foe.share * MULTIPLIER[foe.kind][unit.kind] / 100 * weapon.attacks
        total += weight * damage
    return total / MOST_HP[unit.kind] * unit.price


def comes(eyes: Eyes, foe: Unit, left: list[int], cell: int) -> bool:
    """Whether the enemy has a cell next turn from which it could shoot at ``cell``."""
    width = eyes.field.width
    far = UNITS[foe.kind].farthest + 1
    x, y = cell % width, cell // width
    for v in range(max(0, y - far), min(eyes.field.height, y + far + 1)):
        for at in range(v * width + max(0, x - far), v * width + min(width, x + far + 1)):
            if left[at] and eyes.reaches(foe.kind, at, cell):
                return True
    return False


def place(eyes: Eyes, unit: Unit, cell: int) -> float:
    """What a cell is worth for itself."""
    lost = exposure(eyes, unit, cell)
    value = eyes.defence(unit.kind, cell) / 2 - 0.7 * lost
    if unit.shots > 0:
        value += best_shot(eyes, unit, cell, {})
    melee = not RANGED[unit.kind] and UNITS[unit.kind].defence >= 20
    if melee and lost < 0.6 * unit.share * unit.price:
        allies = [ally for ally in eyes.own if RANGED[ally.kind] and ally.id != unit.id]
        value += 70 * min(2, sum(eyes.field.distance(ally.cell, cell) <= 3 for ally in allies))  # 3: not told
    if eyes.site_owner(cell) == eyes.me and eyes.ground(cell) in ("army_base", "airport"):
        if any(BUILT_AT[kind] == eyes.ground(cell) for kind in range(KINDS_COUNT)):
            value -= 300
    return value


def moves(eyes: Eyes) -> list[Decision]:
    """The best move of every unit that has not had one, as far as it is better than to stay."""
    found: list[Decision] = []
    for unit in eyes.own:
        if unit.id in eyes.turn.moved or unit.movement == 0:
            continue
        cost, before = ways(eyes, unit)
        pull: dict[int, float] = {}
        for goal, value in goals(eyes, unit):
            if cost[goal] < 0:
                continue
            at = goal
            while cost[at] > unit.movement:
                at = before[at]
            rest = cost[goal] - cost[at]
            pull[at] = max(pull.get(at, 0.0), value / (1 + rest / 3))
        stay = pull.get(unit.cell, 0.0) + place(eyes, unit, unit.cell)
        best = Decision([], "move", unit.id, stay)
        for at in range(eyes.cells):
            if at == unit.cell or not 0 <= cost[at] <= unit.movement:
                continue
            score = pull.get(at, 0.0) + place(eyes, unit, at) - 0.1 * cost[at]
            if score > best.score:
                best = Decision([unit.cell * eyes.cells + at], "move", unit.id, score)
        if best.actions:
            # How much a move is worth against those of others: what it gains.
            found.append(Decision(best.actions, "move", unit.id, best.score - stay))
    return found


def captures(eyes: Eyes) -> list[Decision]:
    """Captures, and securing, of units that stand where that is possible."""
    return [
        Decision([unit.cell * eyes.cells + unit.cell], "capture", unit.id, site_worth(eyes, unit.cell))
        for unit in eyes.own
        if CAPTURERS[unit.kind] and unit.captures and eyes.capturable(unit.cell)
    ]


def relay(eyes: Eyes) -> Decision | None:
    """Capture, leave, enter, capture: two units take a building in one turn."""
    best: Decision | None = None
    able = [unit for unit in eyes.own if CAPTURERS[unit.kind] and unit.captures and unit.id not in eyes.turn.moved]
    for first in able:
        site = eyes.field.site[first.cell]
        if site < 0 or eyes.holds[site] >> HOLDER == eyes.me or eyes.holds[site] & POINTS < CAPTURE_POINTS:
            continue
        leaves = eyes.reach(first)
        for second in able:
            if second.id == first.id:
                continue
            for exit_ in range(eyes.cells):
                if exit_ == first.cell or not leaves[exit_]:
                    continue
                trial = eyes.state.copy()
                trial.apply(first.cell * (eyes.cells + 1))
                trial.apply(first.cell * eyes.cells + exit_)
                left = trial.survey(second.cell, second.movement)[first.cell]
                if not left:
                    continue
                used = first.movement + 1 - leaves[exit_] + second.movement + 1 - left
                score = site_worth(eyes, first.cell) - 5 * used
                if best is None or score > best.score:
                    there = second.cell * eyes.cells + first.cell
                    actions = [first.cell * (eyes.cells + 1), first.cell * eyes.cells + exit_, there]
                    best = Decision([*actions, first.cell * (eyes.cells + 1)], "capture", second.id, score, first.id)
                break
    return best


# ---- purchases


def purchase(eyes: Eyes) -> Decision | None:
    """The best offer over all bases and airports, or None when there is none or it pays to wait."""
    state = eyes.state
    money = state.funds(eyes.me)
    shops = [
        eyes.field.sites[site]
        for site, hold in enumerate(eyes.holds)
        if hold >> HOLDER == eyes.me and eyes.ground(eyes.field.sites[site]) in ("army_base", "airport")
    ]
    income = 200 * sum(
        hold >> HOLDER == eyes.me and eyes.ground(eyes.field.sites[site]) == "city"
        for site, hold in enumerate(eyes.holds)
    )
    best: Decision | None = None
    dearer = 0.0
    for cell in shops:
        if cell in eyes.turn.sold or state.board[cell]:
            continue
        for kind in range(KINDS_COUNT):
            if BUILT_AT[kind] != eyes.ground(cell) or PRICE[kind] > money + 2 * income:
                continue
            score = recruit(eyes, kind, cell)
            if PRICE[kind] > money:
                dearer = max(dearer, score)
            elif best is None or score > best.score:
                best = Decision([eyes.cells * eyes.cells + cell * KINDS_COUNT + kind], "buy", -1, score)
    urgent = len(eyes.own) <= 2 or any(eyes.field.distance(foe.cell, cell) <= 4 for foe in eyes.foes for cell in shops)
    if best is not None and dearer > 1.3 * best.score and not urgent:
        return None
    return best


def recruit(eyes: Eyes, kind: int, cell: int) -> float:
    """How useful a unit of this kind is that is bought on ``cell``."""
    unit = UNITS[kind]
    value = 0.0
    for foe in eyes.foes:
        damage = max(0.0, unit.attack - UNITS[foe.kind].defence / 10) * MULTIPLIER[kind][foe.kind] / 100 * unit.attacks
        covered = sum(
            PRICE[ally.kind] for ally in eyes.own if MULTIPLIER[ally.kind][foe.kind] > 100
        )  # by those who are strong against it; the measure is not told
        open_ = foe.price / (foe.price + covered)
        far = steps(eyes.field, foe.cell, cell)
        value += min(1.0, damage / MOST_HP[foe.kind]) * foe.price * open_ / (1 + far / 10)
    if unit.farthest > 1:
        value *= 1.3
    value /= math.sqrt(unit.price / 200)
    if unit.captures:
        free = sum(hold >> HOLDER != eyes.me for hold in eyes.holds)
        wanted = max(2, min(5, free // 3))
        have = sum(CAPTURERS[ally.kind] for ally in eyes.own)
        value += 150.0 * max(0, wanted - have) if free else 0.0
    return value / (1 + 0.2 * sum(ally.kind == kind for ally in eyes.own))


# ---- decisions


def first_of(decisions: list[Decision]) -> Decision | None:
    """The best; the first one of equals."""
    best: Decision | None = None
    for each in decisions:
        if best is None or each.score > best.score:
            best = each
    return best


def thumb(turn: Turn) -> Decision:
    """What the rules of thumb do next."""
    eyes = Eyes(turn)
    for found in (relay(eyes), first_of(captures(eyes)), first_of(attacks(eyes)), first_of(moves(eyes))):
        if found is not None:
            return found
    bought = purchase(eyes)
    return bought if bought is not None else Decision([], "end")


def candidates(turn: Turn) -> list[Decision]:
    """At most six that differ, the rules of thumb's choice first."""
    eyes = Eyes(turn)
    shots = sorted(attacks(eyes), key=lambda each: -each.score)
    going = sorted(moves(eyes), key=lambda each: -each.score)
    taking = first_of(captures(eyes))
    bought = purchase(eyes)
    found: list[Decision | None] = [relay(eyes), taking]
    if not any(found):
        found = [shots[0] if shots else going[0] if going else bought, taking]
    if shots:
        target = shots[0].actions[0] % eyes.cells
        found += [shots[0], next((each for each in shots if each.actions[0] % eyes.cells != target), None)]
    found += going[:2]
    found.append(bought)
    if shots:
        found.append(next((each for each in shots if each.unit != shots[0].unit), None))
    different: list[Decision] = []
    for each in found:
        if each is not None and all(each.actions != other.actions for other in different):
            different.append(each)
    return different[:6]


def play_on(turn: Turn, most: int) -> None:
    for _ in range(most):
        if turn.state.player == 0:
            return
        decision = thumb(turn)
        if decision.kind == "end":
            return
        turn.carry_out(decision)


def projected(turn: Turn, decision: Decision) -> float:
    """The mean of the position right after it and at the horizon."""
    me = turn.state.player
    trial = turn.copy()
    trial.carry_out(decision)
    now = position_value(trial.state, me)
    play_on(trial, PROJECTED[0])
    for most in PROJECTED[1:]:
        trial.end()
        play_on(trial, most)
    later = position_value(trial.state, me)
    return later if trial.state.winner else (now + later) / 2


def position_value(state: PixelsWars, me: int) -> float:
    """Own minus enemy."""
    if state.winner:
        return WIN if state.winner == me else -WIN
    value: float = side_value(state, me) - side_value(state, 3 - me)
    return value


def steps(field: Field, one: int, other: int) -> int:
    """In cells, diagonals counted as two."""
    width: int = field.width
    return abs(one % width - other % width) + abs(one // width - other // width)


def side_value(state: PixelsWars, player: int) -> float:
    field = state.field
    total = 0.75 * int(state.funds(player))
    units = [Unit(cell, state.board[cell]) for cell in range(field.cells) if state.board[cell]]
    foes = [unit for unit in units if unit.owner != player]
    open_sites = [
        (field.sites[site], 150 if GROUND_NAMES[field.ground[field.sites[site]]] == "city" else 90)
        for site in range(field.site_count)
        if state.holds[site] >> HOLDER != player
    ]
    for unit in units:
        if unit.owner != player:
            continue
        total += unit.price * (0.25 + 0.75 * unit.share)
        cover: int = field.cover[(AIR if FLYERS[unit.kind] else 0) * field.cells + unit.cell]
        total += cover
        far = UNITS[unit.kind].farthest
        best = 0.0
        for foe in foes:
            if MULTIPLIER[unit.kind][foe.kind]:
                away = max(0, steps(field, unit.cell, foe.cell) - far)
                best = max(best, 0.2 * foe.price * unit.share / (1 + away))
        total += best
        if CAPTURERS[unit.kind]:
            total += 80
            gains = [gain / (1 + steps(field, unit.cell, cell)) for cell, gain in open_sites]
            total += max(gains, default=0.0)
            site = field.site[unit.cell]
            hold: int = state.holds[site] if site >= 0 else 0
            if site >= 0 and hold >> HOLDER != player and hold & POINTS < CAPTURE_POINTS:
                total += 0.45 * OWNED[GROUND_NAMES[field.ground[unit.cell]]]
    for site in range(field.site_count):
        if state.holds[site] >> HOLDER == player:
            total += OWNED[GROUND_NAMES[field.ground[field.sites[site]]]]
    return total


def decide(turn: Turn) -> Decision:
    """The candidate with the best projection; when that is the end, one that goes on taking buildings out of danger."""
    end = Decision([], "end")
    best = end
    most = -math.inf
    tried: list[tuple[float, Decision]] = []
    for each in [*candidates(turn), end]:
        value = projected(turn, each)
        tried.append((value, each))
        if value > most:
            most = value
            best = each
    if best.kind != "end":
        return best
    for _, each in sorted(tried, key=lambda pair: -pair[0]):
        if each.kind == "capture" or (each.kind == "move" and harmless(turn, each)):
            return each
    return end


def harmless(turn: Turn, decision: Decision) -> bool:
    """Whether a capturer comes nearer to a building that is not taken, and out of every enemy's reach."""
    before = Eyes(turn)
    unit = next(each for each in before.own if each.id == decision.unit)
    if not CAPTURERS[unit.kind]:
        return False
    sites = [before.field.sites[site] for site, hold in enumerate(before.holds) if hold >> HOLDER != before.me]
    to = decision.actions[0] % before.cells

    def away(cell: int) -> int:
        return min((before.field.distance(cell, site) for site in sites), default=0)

    if away(to) >= away(unit.cell):
        return False
    trial = turn.copy()
    trial.carry_out(decision)
    after = Eyes(trial)
    moved = next(each for each in after.own if each.id == decision.unit)
    return exposure(after, moved, to) == 0


def whole_turn(state: PixelsWars) -> list[int]:
    """The actions of its turn; ``state`` stays as it is."""
    turn = Turn(state.copy())
    me = state.player
    played: list[int] = []
    for _ in range(4 * state.field.cells):
        if turn.state.player != me:
            break
        decision = decide(turn)
        if decision.kind == "end":
            break
        turn.carry_out(decision)
        played += decision.actions
    if turn.state.player == me:
        played.append(state.action_space() - 1)
    return played


class Earlier:
    """The same as a bot."""

    def choose(self, turn: Request) -> Json:
        """It plans when it has no plan, and decides again when what it planned is not possible."""
        memory = turn.memory
        if memory.get("turn") != turn.view["turn"]:
            memory.update(turn=turn.view["turn"], plan=[])
        plan: list[Json] = memory["plan"]
        if not plan or plan[0] not in turn.legal:
            state = pixelswars(imagine(turn.view, Rng(0)))
            plan.clear()
            for action in whole_turn(state):
                plan.append(encode(state, action))
                state.apply(action)
        return plan.pop(0)
