"""What PixelsWars's units and grounds are: one row each, and the tables that the rules read from them."""

from __future__ import annotations

from typing import Final, NamedTuple, final

from outflank.native import i64, vec


class Unit(NamedTuple):
    """A kind of unit."""

    kind: str
    price: int
    hp: int
    movement: int
    attacks: int
    """Shots a turn."""
    attack: int
    defence: int
    nearest: int
    """Its weapon reaches from this many cells, diagonals counted as one ..."""
    farthest: int
    """... to this many."""
    captures: bool
    domain: str
    """``ground`` or ``air``."""
    built_at: str
    """The ground that sells it."""
    voice: str
    """The family of its selection sound."""
    weapon: str
    """The family of its shot."""
    pause: int
    """Milliseconds the animation of its shot takes."""
    against: dict[str, int]
    """Per cent of its damage by kind of target; 100 for those that are not named, 0: it cannot shoot at them."""
    suffers: dict[str, int]
    """The same for the attackers of this unit whose own row does not name it: how a new unit meets the older ones."""


AIRBORNE: Final = {"helicopter": 0, "plane": 0}

# In this order, which decides between equal purchases.
UNITS: Final = (
    Unit(
        *("sniper", 500, 100, 4, 1, 60, 10, 2, 3, True, "ground", "army_base", "infantry", "gun", 500),
        against={"infantry": 150, "rocket": 150, "sniper": 150, "jeep": 50, "tank": 50, **AIRBORNE},
        suffers={},
    ),
    Unit(
        *("rocket", 400, 100, 4, 1, 40, 10, 1, 1, True, "ground", "army_base", "infantry", "cannon", 500),
        against={
            "infantry": 50,
            "rocket": 150,
            "sniper": 50,
            "jeep": 250,
            "tank": 250,
            "artillery": 250,
            "anti_air": 250,
            **AIRBORNE,
        },
        suffers={},
    ),
    Unit(
        *("plane", 3000, 120, 10, 1, 80, 25, 1, 1, False, "air", "airport", "plane", "missile", 1000),
        against={"rocket": 150, "tank": 150, "helicopter": 200},
        suffers={},
    ),
    Unit(
        *("helicopter", 1800, 110, 8, 1, 65, 15, 1, 1, False, "air", "airport", "helicopter", "gun", 750),
        against={"infantry": 200, "rocket": 200, "sniper": 200, "plane": 50},
        suffers={},
    ),
    Unit(
        *("infantry", 200, 100, 5, 2, 40, 10, 1, 1, True, "ground", "army_base", "infantry", "gun", 500),
        against={"rocket": 150, "jeep": 50, "tank": 50, "artillery": 150, **AIRBORNE},
        suffers={},
    ),
    Unit(
        *("jeep", 600, 125, 8, 2, 50, 20, 1, 1, False, "ground", "army_base", "jeep", "gun", 500),
        against={"infantry": 150, "rocket": 150, "sniper": 150, "tank": 50, **AIRBORNE},
        suffers={},
    ),
    Unit(
        *("tank", 1200, 180, 6, 2, 70, 40, 1, 1, False, "ground", "army_base", "tank", "cannon", 500),
        against={"infantry": 150, "rocket": 150, "sniper": 150, "jeep": 150, "artillery": 50, **AIRBORNE},
        suffers={},
    ),
    Unit(
        *("artillery", 1600, 120, 4, 1, 60, 30, 2, 4, False, "ground", "army_base", "artillery", "missile", 2000),
        against={
            "infantry": 135,
            "rocket": 135,
            "sniper": 135,
            "jeep": 145,
            "tank": 160,
            "anti_air": 125,
            **AIRBORNE,
        },
        suffers={},
    ),
    Unit(
        *("anti_air", 1000, 120, 6, 2, 70, 30, 1, 2, False, "ground", "army_base", "tank", "missile", 750),
        against={
            "infantry": 0,
            "rocket": 0,
            "sniper": 0,
            "jeep": 0,
            "tank": 0,
            "artillery": 0,
            "anti_air": 0,
            "helicopter": 200,
            "plane": 100,
        },
        suffers={},
    ),
)


class Ground(NamedTuple):
    """A kind of ground."""

    ground: str
    letter: str
    """In the grids of maps and views."""
    cost: int
    """Of entering it, for ground units; 0: they cannot."""
    air_cost: int
    defence: int
    """What it adds for a ground unit that stands on it."""
    extra_range: int
    """What it adds to the range of a ground unit whose weapon reaches beyond 1."""
    building: bool
    income: int
    """Paid to its owner at the start of the turn."""
    healing: int
    """HP a unit of its owner gains there at the start of the turn."""


GROUNDS: Final = (
    Ground("road", "r", 1, 1, 0, 0, False, 0, 0),
    Ground("grass", "g", 2, 1, 0, 0, False, 0, 0),
    Ground("forest", "f", 3, 1, 30, 0, False, 0, 0),
    Ground("mountain", "m", 4, 1, 50, 1, False, 0, 0),
    Ground("water", "w", 0, 1, 0, 0, False, 0, 0),
    Ground("city", "C", 2, 1, 40, 0, True, 200, 0),
    Ground("army_base", "B", 2, 1, 40, 0, True, 0, 0),
    Ground("hospital", "H", 2, 1, 40, 0, True, 0, 50),
    Ground("airport", "A", 2, 1, 40, 0, True, 0, 0),
)

CAPTURE_POINTS: Final = 20
CAPTURED: Final = 10  # points that one capture takes

AIR: Final = 1  # the number of the domain; ground is 0

# What fits into the number of a unit on the board (board.py).
MOST_KINDS: Final = 64
MOST_HP: Final = 1023
MOST_MOVEMENT: Final = 31
MOST_ATTACKS: Final = 15
MOST_COST: Final = 7


def multiplier(attacker: Unit, target: Unit) -> int:
    """Per cent of the attacker's damage; 0: it cannot shoot at this target."""
    if target.kind in attacker.against:
        return attacker.against[target.kind]
    return target.suffers.get(attacker.kind, 100)


@final
class Catalog:
    """The catalogue in numbers. Kinds and grounds are numbered as they come; ``pct`` is [attacker * kinds + target]."""

    def __init__(self, units: list[Unit], grounds: list[Ground]) -> None:
        check(units, grounds)
        names = [each.ground for each in grounds]
        common = 1
        for unit in units:
            common = least_common_multiple(common, unit.hp)
        self.kinds: i64 = len(units)
        self.price: vec[i64] = vec[i64]([unit.price for unit in units])
        self.hp: vec[i64] = vec[i64]([unit.hp for unit in units])
        self.movement: vec[i64] = vec[i64]([unit.movement for unit in units])
        self.attacks: vec[i64] = vec[i64]([unit.attacks for unit in units])
        self.attack: vec[i64] = vec[i64]([unit.attack for unit in units])
        self.defence: vec[i64] = vec[i64]([unit.defence for unit in units])
        self.nearest: vec[i64] = vec[i64]([unit.nearest for unit in units])
        self.farthest: vec[i64] = vec[i64]([unit.farthest for unit in units])
        self.captures: vec[i64] = vec[i64]([1 if unit.captures else 0 for unit in units])
        self.domain: vec[i64] = vec[i64]([AIR if unit.domain == "air" else 0 for unit in units])
        self.built_at: vec[i64] = vec[i64]([names.index(unit.built_at) for unit in units])
        self.pct: vec[i64] = vec[i64]([multiplier(one, other) for one in units for other in units])
        self.share: vec[i64] = vec[i64]([common // unit.hp for unit in units])  # hp * share: comparable parts of a unit
        self.whole: i64 = common  # hp * share of an unhurt unit
        self.grounds: i64 = len(grounds)
        self.cost: vec[i64] = vec[i64]([each.cost for each in grounds])
        self.air_cost: vec[i64] = vec[i64]([each.air_cost for each in grounds])
        self.cover: vec[i64] = vec[i64]([each.defence for each in grounds])
        self.extra_range: vec[i64] = vec[i64]([each.extra_range for each in grounds])
        self.building: vec[i64] = vec[i64]([1 if each.building else 0 for each in grounds])
        self.income: vec[i64] = vec[i64]([each.income for each in grounds])
        self.healing: vec[i64] = vec[i64]([each.healing for each in grounds])


def least_common_multiple(one: int, other: int) -> int:
    a, b = one, other
    while b:
        a, b = b, a % b
    return one // a * other


def check(units: list[Unit], grounds: list[Ground]) -> None:
    """Raise ValueError, which names the row, when the rules could not work with these."""
    names = [unit.kind for unit in units]
    places = [each.ground for each in grounds]
    if len(names) > MOST_KINDS or any(names.count(name) > 1 for name in names):
        raise ValueError(f"the catalogue has at most {MOST_KINDS} units, each with a name of its own")
    if any(each.cost > MOST_COST or not 1 <= each.air_cost <= MOST_COST for each in grounds):
        raise ValueError(f"a step costs at most {MOST_COST}, and flyers can go anywhere")
    for unit in units:
        fits = 1 <= unit.hp <= MOST_HP and 1 <= unit.movement <= MOST_MOVEMENT and 0 <= unit.attacks <= MOST_ATTACKS
        if not fits or not 1 <= unit.nearest <= unit.farthest or unit.price < 0:
            raise ValueError(f"a number of {unit.kind} is out of bounds")
        if unit.domain not in ("ground", "air") or unit.built_at not in places:
            raise ValueError(f"{unit.kind} is of no domain or built nowhere")
        unknown = [name for row in (unit.against, unit.suffers) for name in row if name not in names]
        if unknown:
            raise ValueError(f"{unit.kind} names {unknown[0]}, which is no unit")


CATALOG: Final = Catalog(list(UNITS), list(GROUNDS))
