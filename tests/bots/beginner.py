"""What somebody plays who has just read the rules: one simple plan a game, from the view and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.games import load
from outflank.games.pixelswars.catalog import UNITS

if TYPE_CHECKING:
    from outflank.bots import Turn
    from outflank.contract import Json

PRICE = {unit.kind: unit.price for unit in UNITS}
HP = {unit.kind: unit.hp for unit in UNITS}


class CellWar:
    """Take what stands beside you; build where no enemy is near; else go to the nearest enemy, or to the middle."""

    def choose(self, turn: Turn) -> Json:
        view = turn.view
        mine = {unit["id"]: unit for unit in view["my_units"]}
        others = [
            (x, y, tile["unit"]["type"])
            for y, row in enumerate(view["tiles"])
            for x, tile in enumerate(row)
            if "unit" in tile and tile["unit"]["owner"] != view["player_id"]
        ]
        middle = [(view["width"] // 2, view["height"] // 2, "")]
        factories = sum(unit["type"] == "factory" for unit in mine.values())

        def look(action: Json) -> int:
            if "unit_id" not in action:
                return -1000
            unit = mine[action["unit_id"]]
            x, y = unit["x"] + action["dx"], unit["y"] + action["dy"]
            hit = [kind for u, v, kind in others if (u, v) == (x, y)]
            if hit:
                return 500 if hit[0] in ("infantry", "factory") else 0
            stays = action["dx"] == action["dy"] == 0
            far = min((max(abs(u - unit["x"]), abs(v - unit["y"])) for u, v, _ in others), default=99)
            if unit["type"] != "factory" and far > 3 and factories < view["width"] * view["height"] // 20 + 1:
                return 300 if stays else 0
            left: int = min(max(abs(u - x), abs(v - y)) for u, v, _ in others or middle)
            return 100 - left

        return best(turn, look)


class PixelsWars:
    """Shoot where the forecast says that you take more than you lose; capture where you stand; buy the dearest unit;
    infantry goes to buildings, everybody else to the nearest enemy."""

    def choose(self, turn: Turn) -> Json:
        view, me = turn.view, turn.view["player_id"]
        units = {unit["id"]: unit for unit in view["units"]}
        best_shot, most = None, 0.0
        for own in load("pixelswars").advice(view)["units"]:
            for shot in own["shots"]:
                won = gain(units[own["id"]], units[shot["target"]], shot["forecast"])
                goes = {"move": own["id"], "to": shot["origin"]}
                action = {"attack": own["id"], "target": shot["target"]} if shot["origin"] == own["at"] else goes
                if won > most and action in turn.legal:
                    best_shot, most = action, won
        if best_shot:
            return best_shot
        goals = [(each["x"], each["y"]) for each in view["buildings"] if each["owner"] != me]
        enemies = [(unit["x"], unit["y"]) for unit in view["units"] if unit["owner"] != me]

        def look(action: Json) -> int:
            if "capture" in action:
                return 900
            if "buy" in action:
                return 800 + PRICE[action["buy"]] // 100
            if "move" not in action:
                return 0
            unit = units[action["move"]]
            aims = goals if unit["kind"] == "infantry" and goals else enemies
            gained = way((unit["x"], unit["y"]), aims) - way(tuple(action["to"]), aims)
            return 100 + gained if gained > 0 else -1

        return best(turn, look)


def gain(own: Json, target: Json, forecast: Json) -> float:
    """Money taken less money lost."""
    taken: float = forecast["damage"] * PRICE[target["kind"]] / HP[target["kind"]]
    lost: float = forecast["answer_damage"] * PRICE[own["kind"]] / HP[own["kind"]]
    return taken - lost


def way(one: tuple[int, ...], goals: list[tuple[int, int]]) -> int:
    """Steps to the nearest of them."""
    return min((abs(one[0] - x) + abs(one[1] - y) for x, y in goals), default=0)


class Traversal:
    """Leave the board; attack; else the piece that is nearest to its exit goes as far as it can."""

    def choose(self, turn: Turn) -> Json:
        view, me = turn.view, turn.view["player_id"]
        pieces = {piece["id"]: piece for piece in view["pieces"]}
        taken = {(piece["x"], piece["y"]) for piece in view["pieces"]}

        def look(action: Json) -> int:
            if "exit" in action:
                return 1000
            if "piece" not in action:
                return -1
            (x, y), piece = action["to"], pieces[action["piece"]]
            if (x, y) in taken:
                return 500
            ahead = y - piece["y"] if me == 1 else piece["y"] - y
            done = piece["y"] if me == 1 else view["height"] - 1 - piece["y"]
            return 20 * ahead + done if ahead > 0 else 0

        return best(turn, look)


def best(turn: Turn, look: Any) -> Json:
    """The action that looks best; of several the first."""
    return max(turn.legal, key=look)
