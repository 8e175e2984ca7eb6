"""Plays one CellWar match and writes a few consecutive views of it for the home screen: web/src/scenes/cellwar.json.

Both sides follow the same simple habits (take what can be taken, dig in, walk towards the middle) with seeded
chance; of all moments the richest one is kept: own pieces of every kind, enemies in sight, memories and fog.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.games.cellwar import game

if TYPE_CHECKING:
    from outflank.state import State

WIDTH, HEIGHT, FRAMES, TURNS = 9, 9, 9, 46
OUT = Path(__file__).parent.parent / "web" / "src" / "scenes" / "cellwar.json"


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


def main() -> None:
    best: tuple[float, list[dict[str, Any]]] = (0.0, [])
    for seed in range(400):
        views = play(seed)
        for end in range(FRAMES, len(views) + 1):
            score = richness(views[end - 1])
            if score > best[0] and views[end - 1]["winner"] is None:
                best = (score, views[end - FRAMES : end])
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(best[1], separators=(",", ":")) + "\n")
    print(f"{OUT.name}: {len(best[1])} views, richness {best[0]:.1f}")


if __name__ == "__main__":
    main()
