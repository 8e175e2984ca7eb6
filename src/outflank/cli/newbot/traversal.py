"""What an action is worth in Traversal, to begin with."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
Action = dict[str, Any]

# ---- cut here


def value(view: View, action: Action) -> float:
    """The greater, the better: leave the board on the far side, take what stands in the way, else go forward."""
    if "exit" in action:
        return 100.0
    pieces = {piece["id"]: piece for piece in view["pieces"]}
    piece = pieces[action["piece"]]
    x, y = action["to"]
    forward = 1 if view["player_id"] == 1 else -1  # player 1 goes down the rows, player 2 up
    worth: float = forward * (y - piece["y"])
    if any((other["x"], other["y"]) == (x, y) for other in view["pieces"]):
        worth += 10
    return worth
