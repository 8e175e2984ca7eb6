"""PixelsWars's numbers for help, map choice and production, without a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from outflank.games.pixelswars.catalog import CAPTURE_POINTS, CAPTURED, GROUNDS, UNITS, multiplier
from outflank.games.pixelswars.maps import COUNT, load

if TYPE_CHECKING:
    from outflank.contract import Json
    from outflank.games.pixelswars.catalog import Unit
    from outflank.games.pixelswars.maps import Layout
    from outflank.games.pixelswars.shapes import PixelsWarsMap, PixelsWarsTables, PixelsWarsUnitFacts


def tables() -> Json:
    """PixelsWarsTables."""
    told: PixelsWarsTables = {
        "units": [_unit(each) for each in UNITS],
        "ground": [
            {
                "ground": cast(Any, each.ground),
                "letter": each.letter,
                "cost": each.cost or None,
                "air_cost": each.air_cost,
                "defence": each.defence,
            }
            for each in GROUNDS
        ],
        "maps": [_map(load(number)) for number in range(1, COUNT + 1)],
        "capture_points": CAPTURE_POINTS,
        "captured_each_time": CAPTURED,
        "income": max(each.income for each in GROUNDS),
        "healing": max(each.healing for each in GROUNDS),
    }
    return cast("Json", told)


def _unit(unit: Unit) -> PixelsWarsUnitFacts:
    return {
        "kind": unit.kind,
        "price": unit.price,
        "hp": unit.hp,
        "movement": unit.movement,
        "attacks": unit.attacks,
        "attack": unit.attack,
        "defence": unit.defence,
        "range": (unit.nearest, unit.farthest),
        "captures": unit.captures,
        "domain": cast(Any, unit.domain),
        "built_at": cast(Any, unit.built_at),
        "voice": cast(Any, unit.voice),
        "weapon": cast(Any, unit.weapon),
        "pause": unit.pause,
        "multipliers": {other.kind: multiplier(unit, other) or None for other in UNITS},
    }


def _map(layout: Layout) -> PixelsWarsMap:
    return {
        "id": layout.number,
        "name": layout.name,
        "about": layout.about,
        "grid": list(layout.grid),
        "units": [{"kind": kind, "player": player, "at": (x, y)} for kind, player, x, y in layout.units],
        "funds": list(layout.funds),
    }
