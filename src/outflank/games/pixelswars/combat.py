"""What a shot does in PixelsWars: ranges, damage and retaliation, in integers only."""

from __future__ import annotations

from outflank.games.pixelswars.board import HP, HPS, KINDS, Field
from outflank.games.pixelswars.catalog import Catalog
from outflank.native import i64


def farthest(field: Field, kind: i64, cell: i64) -> i64:
    """How far a unit of this kind shoots from this cell."""
    catalog = field.catalog
    far = catalog.farthest[kind]
    if far > 1:
        far += field.extra_range[catalog.domain[kind] * field.cells + cell]
    return far


def covers(field: Field, kind: i64, cell: i64, to: i64) -> bool:
    """Whether the weapon of a unit of this kind on ``cell`` reaches ``to``."""
    away = field.distance(cell, to)
    return field.catalog.nearest[kind] <= away and away <= farthest(field, kind, cell)


def remaining(catalog: Catalog, attacker: i64, attacker_hp: i64, target: i64, target_hp: i64, cover: i64) -> i64:
    """The target's HP after a shot: 0, it is destroyed. ``attacker`` and ``target`` are kinds.

    Of the unrounded value x it is floor(x + 1/2), exactly.
    """
    force = 10 * catalog.attack[attacker] - catalog.defence[target] - cover
    if force < 0:
        force = 0
    damage = force * attacker_hp * catalog.pct[attacker * catalog.kinds + target]
    unit = 1000 * catalog.hp[attacker]
    twice = (2 * target_hp + 1) * unit - 2 * damage
    return twice // (2 * unit) if twice > 0 else i64(0)


def fight(field: Field, shooter: i64, cell: i64, target: i64, to: i64) -> tuple[i64, i64, bool]:
    """What becomes of both units when the one on ``cell`` shoots at the one on ``to``: the target's HP, the shooter's
    HP, and whether the target has answered."""
    catalog = field.catalog
    one = shooter & KINDS
    other = target & KINDS
    own = (shooter >> HP) & HPS
    cover = field.cover[catalog.domain[other] * field.cells + to]
    left = remaining(catalog, one, own, other, (target >> HP) & HPS, cover)
    if left == 0 or catalog.pct[other * catalog.kinds + one] == 0 or not covers(field, other, to, cell):
        return left, own, False
    cover = field.cover[catalog.domain[one] * field.cells + cell]
    return left, remaining(catalog, other, left, one, own, cover), True
