"""What an action is worth in CellWar, to begin with."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
Action = dict[str, Any]

# ---- cut here


def value(view: View, action: Action) -> float:
    """The greater, the better: strike whoever can be struck, settle while there are few, else go into the fog."""
    if "end_turn" in action:
        return -1.0
    unit = next(each for each in view["my_units"] if each["id"] == action["unit_id"])
    x, y = unit["x"] + action["dx"], unit["y"] + action["dy"]
    there = view["tiles"][y][x].get("unit")
    if there is not None and there["owner"] != view["player_id"]:
        return 3.0
    if action["dx"] == action["dy"] == 0:  # standing still long enough, infantry becomes a factory
        return 2.0 if len(view["my_units"]) < 4 or unit["counter"] > 0 else 0.0
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    inside = [(u, v) for u, v in around if 0 <= u < view["width"] and 0 <= v < view["height"]]
    fog: int = sum(view["tiles"][v][u]["seen"] == "fog" for u, v in inside)
    return 1 + fog / 10
