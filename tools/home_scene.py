"""Plays matches and writes a few consecutive views of the richest moment for the home screen: web/src/scenes/.

CellWar: both sides follow the same simple habits (take what can be taken, dig in, walk towards the middle) with seeded
chance; the richest moment has own pieces of every kind, enemies in sight, memories and fog. PixelsWars: computer
players fight over a few battlefields, and a window of the board is shown, where most kinds of units meet.
Traversal: computer players cross a few terrains.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.bots import Turn, make
from outflank.games.cellwar import game
from outflank.games.pixelswars import game as pixelswars
from outflank.games.traversal import game as traversal

if TYPE_CHECKING:
    from outflank.state import State

WIDTH, HEIGHT, FRAMES, TURNS = 9, 9, 9, 46
WINDOW = (10, 6)
"""Columns and rows of a PixelsWars board that are shown."""
STEPS = 160
BATTLEFIELDS = (3, 6, 9)
OUT = Path(__file__).parent.parent / "web" / "src" / "scenes"


def choose(view: dict[str, Any], actions: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """One action of the first unit that can act."""
    if "end_turn" in actions[0]:
        return actions[0]
    here = {unit["id"]: unit for unit in view["my_units"]}
    first = actions[0]["unit_id"]
    mine = [action for action in actions if action["unit_id"] == first]

    def worth(action: dict[str, Any]) -> float:
        unit = here[action["unit_id"]]
        x, y = unit["x"] + action["dx"], unit["y"] + action["dy"]
        there = view["tiles"][y][x].get("unit")
        score: float = chance.random() * 4
        if there and there["owner"] != unit["owner"]:
            return score + (1 if there["type"] == "fortification" else 20)
        if (action["dx"], action["dy"]) == (0, 0):
            few = sum(other["type"] == "factory" for other in here.values()) < 2
            return score + (5 if unit["counter"] and few else 2.2)
        away: float = abs(x - (WIDTH - 1) / 2) + abs(y - (HEIGHT - 1) / 2)
        return score - 0.5 * away

    return max(mine, key=worth)


def play(seed: int) -> list[dict[str, Any]]:
    """Player 1's views after each action of either side, as long as the match lasts."""
    chance = random.Random(seed)
    state: State = game.start(game.Options(width=WIDTH, height=HEIGHT), seed)
    views: list[dict[str, Any]] = []
    turns = 0
    while state.player and turns < TURNS:
        player = state.player
        action = choose(game.view(state, player), game.legal(state, player), chance)
        turns += "end_turn" in action
        state.apply(game.decode(state, action))
        seen = game.view(state, 1)
        if not views or seen["tiles"] != views[-1]["tiles"]:
            views.append(seen)
    return views


def richness(view: dict[str, Any]) -> float:
    """How much of the game a picture of this view tells."""
    tiles = [tile for row in view["tiles"] for tile in row]
    units = [tile["unit"] for tile in tiles if "unit" in tile]
    own = {unit["type"] for unit in units if unit["owner"] == 1}
    foes = [unit for tile in tiles if tile["seen"] == "visible" and (unit := tile.get("unit")) and unit["owner"] != 1]
    ghosts = sum(tile["seen"] == "last_known" and "unit" in tile for tile in tiles)
    part = {seen: sum(tile["seen"] == seen for tile in tiles) / len(tiles) for seen in ("visible", "last_known", "fog")}
    balance = min(part["visible"], 0.45) + min(part["last_known"], 0.3) + min(part["fog"], 0.3)
    kinds = len({unit["type"] for unit in foes})
    crowd = 0.4 * max(0, len(units) - 14)
    sum_: float = 3 * len(own) + min(len(foes), 4) + kinds + min(ghosts, 2) + 6 * balance - crowd
    return sum_


def cellwar_scene() -> list[dict[str, Any]]:
    best: tuple[float, list[dict[str, Any]]] = (0.0, [])
    for seed in range(400):
        views = play(seed)
        for end in range(FRAMES, len(views) + 1):
            score = richness(views[end - 1])
            if score > best[0] and views[end - 1]["winner"] is None:
                best = (score, views[end - FRAMES : end])
    return best[1]


# ---- PixelsWars


def battle(number: int) -> list[dict[str, Any]]:
    """The views after each action of two computer players on a battlefield."""
    state = pixelswars.start(pixelswars.Options(map=number), 0)
    bots = [make("pixelswars", "greedy"), make("pixelswars", "greedy")]
    memories: list[dict[str, Any]] = [{}, {}]
    views: list[dict[str, Any]] = [pixelswars.reveal(state)]
    while state.player and len(views) < STEPS:
        side = state.player - 1
        view = views[-1]
        turn = Turn(view, pixelswars.legal(state, side + 1), number * 1000 + view["turn"], 48, memories[side])
        action = bots[side].choose(turn)
        state.apply(pixelswars.decode(state, action))
        if "end_turn" not in action:
            views.append(pixelswars.reveal(state))
    return views


def window(view: dict[str, Any], left: int, top: int) -> dict[str, Any]:
    """A part of the board as a view of its own."""
    width, height = WINDOW

    def inside(things: list[dict[str, Any]]) -> list[dict[str, Any]]:
        here = [each for each in things if 0 <= each["x"] - left < width and 0 <= each["y"] - top < height]
        return [{**each, "x": each["x"] - left, "y": each["y"] - top} for each in here]

    grid = [row[left : left + width] for row in view["grid"][top : top + height]]
    parts = {"units": inside(view["units"]), "buildings": inside(view["buildings"])}
    return {**view, "width": width, "height": height, "grid": grid, **parts}


def liveliness(view: dict[str, Any]) -> float:
    """How much of the game a picture of this window tells."""
    units = view["units"]
    kinds = {(unit["owner"], unit["kind"]) for unit in units}
    sides = [sum(unit["owner"] == player for unit in units) for player in (1, 2)]
    hurt = sum(unit["hp"] < 70 for unit in units)
    owned = {(each["owner"], each["kind"]) for each in view["buildings"] if each["owner"]}
    ground = len(set("".join(view["grid"])))
    inner = sum(1 for unit in units if 0 < unit["x"] < WINDOW[0] - 1 and 0 < unit["y"] < WINDOW[1] - 1)
    crowd = max(0, len(units) - 12)
    sum_: float = 2 * len(kinds) + 2 * min(sides) + min(hurt, 3) + 2 * len(owned) + 1.5 * ground + 0.5 * inner
    return sum_ - 1.5 * crowd


def pixelswars_scene() -> list[dict[str, Any]]:
    width, height = WINDOW
    best: tuple[float, list[dict[str, Any]]] = (0.0, [])
    for number in BATTLEFIELDS:
        views = battle(number)
        across, down = views[0]["width"] - width, views[0]["height"] - height
        for end in range(FRAMES, len(views) + 1, 3):
            for left in range(across + 1):
                for top in range(down + 1):
                    shown = [window(view, left, top) for view in (views[end - FRAMES], views[end - 1])]
                    score = liveliness(shown[1]) + 0.3 * liveliness(shown[0])
                    if score > best[0]:
                        best = (score, [window(view, left, top) for view in views[end - FRAMES : end]])
    return best[1]


# ---- Traversal


def crossing(seed: int) -> list[dict[str, Any]]:
    """The views after each move of two computer players on the terrain of a seed."""
    state = traversal.start(traversal.Options(seed=seed), seed)
    bots = [make("traversal", "greedy"), make("traversal", "greedy")]
    memories: list[dict[str, Any]] = [{}, {}]
    views: list[dict[str, Any]] = [traversal.reveal(state)]
    while state.player and len(views) < STEPS:
        side = state.player - 1
        view = views[-1]
        turn = Turn(view, traversal.legal(state, side + 1), seed * 1000 + view["moves"], 48, memories[side])
        state.apply(traversal.decode(state, bots[side].choose(turn)))
        views.append(traversal.reveal(state))
    return views


def tension(view: dict[str, Any]) -> float:
    """How much of the game a picture of this view tells: both sides away from home, among each other."""
    rows = [(piece["y"] if piece["owner"] == 1 else view["height"] - 1 - piece["y"]) for piece in view["pieces"]]
    kinds = {(piece["owner"], piece["kind"]) for piece in view["pieces"]}
    sum_: float = 2 * len(kinds) + sum(2 <= row <= 7 for row in rows) + 0.5 * len(rows)
    return sum_ + 2 * len(set("".join(view["heights"])))


def traversal_scene() -> list[dict[str, Any]]:
    best: tuple[float, list[dict[str, Any]]] = (0.0, [])
    for seed in range(12):
        views = crossing(seed)
        for end in range(FRAMES, len(views)):
            score = tension(views[end - 1]) + 0.3 * tension(views[end - FRAMES])
            if score > best[0]:
                best = (score, views[end - FRAMES : end])
    return best[1]


def main() -> None:
    scenes = (("cellwar", cellwar_scene), ("pixelswars", pixelswars_scene), ("traversal", traversal_scene))
    for name, scene in scenes:
        if len(sys.argv) > 1 and name not in sys.argv[1:]:
            continue
        OUT.mkdir(exist_ok=True)
        views = scene()
        (OUT / f"{name}.json").write_text(json.dumps(views, separators=(",", ":")) + "\n")
        print(f"{name}.json: {len(views)} views")


if __name__ == "__main__":
    main()
