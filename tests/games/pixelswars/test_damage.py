"""Damage is exact: the rules' integers against the document's formula in fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest

from outflank.games.pixelswars.catalog import CATALOG, GROUNDS, UNITS, multiplier
from outflank.games.pixelswars.combat import remaining

pytestmark = pytest.mark.timeout(1800)
COVERS = sorted({each.defence for each in GROUNDS})


def exact(attacker: int, own: int, target: int, hp: int, cover: int) -> int:
    """max(0, round(HP - damage)), halves upwards."""
    one, other = UNITS[attacker], UNITS[target]
    base = max(Fraction(0), one.attack - Fraction(other.defence + cover, 10))
    damage = base * Fraction(own, one.hp) * Fraction(multiplier(one, other), 100)
    return max(0, floor(hp - damage + Fraction(1, 2)))


def test_every_pair_cover_and_hp(full: bool) -> None:
    """All of the 3.3 million cases when there is time, else every pair and cover with some HP each."""
    rng = random.Random(7)
    compared = 0
    for attacker, one in enumerate(UNITS):
        for target, other in enumerate(UNITS):
            if not multiplier(one, other):
                continue
            for cover in COVERS if other.domain == "ground" else [0]:
                own_hps = range(1, one.hp + 1) if full else [1, one.hp, *rng.sample(range(2, one.hp), 10)]
                hps = range(1, other.hp + 1) if full else [1, other.hp, *rng.sample(range(2, other.hp), 10)]
                for own in own_hps:
                    for hp in hps:
                        assert remaining(CATALOG, attacker, own, target, hp, cover) == exact(
                            attacker, own, target, hp, cover
                        ), (one.kind, own, other.kind, hp, cover)
                        compared += 1
    assert compared == 3_308_400 if full else compared > 30_000


def test_weak_shots_may_do_nothing_and_no_shot_heals() -> None:
    kinds = [unit.kind for unit in UNITS]
    infantry, tank = kinds.index("infantry"), kinds.index("tank")
    assert remaining(CATALOG, infantry, 1, tank, 180, 50) == 180
    for cover in COVERS:
        assert remaining(CATALOG, tank, 180, infantry, 1, cover) == 0
