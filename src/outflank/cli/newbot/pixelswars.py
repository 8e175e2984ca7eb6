"""What an action is worth in PixelsWars, to begin with."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
Action = dict[str, Any]

# ---- cut here


def value(view: View, action: Action) -> float:
    """The greater, the better: shoot at the weakest, capture, buy, then go where an enemy is near."""
    units = {unit["id"]: unit for unit in view["units"]}
    if "attack" in action:
        return float(300 - units[action["target"]]["hp"])
    if "capture" in action:
        return 100.0
    if "buy" in action:
        return 60.0 if action["buy"] != "infantry" else 50.0
    if "move" not in action:
        return 0.0  # to end the turn
    unit = units[action["move"]]
    enemies = [each for each in view["units"] if each["owner"] != view["player_id"]]
    now, then = (
        min((abs(x - each["x"]) + abs(y - each["y"]) for each in enemies), default=0)
        for x, y in ((unit["x"], unit["y"]), action["to"])
    )
    return float(now - then)  # less than 0 for those who would go back: the turn ends before they do
