"""A bot for Outflank. It runs as a program of its own, and as the class Bot inside Python; both choose alike."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

View = dict[str, Any]
Action = dict[str, Any]


# ---- what an action is worth: the place to make it stronger


def value(view: View, action: Action) -> float:
    """The greater, the better: to end the turn is the last thing to do."""
    return -1.0 if "end_turn" in action else 0.0


# ---- the choice, the class and the program


def choose(view: View, legal: list[Action], chance: random.Random) -> Action:
    """The action that is worth most; chance decides between equals."""
    values = [value(view, action) for action in legal]
    best = max(values)
    return chance.choice([action for action, worth in zip(legal, values, strict=True) if worth == best])


class Bot:
    """For the arena, as bot.py:Bot, and for programs. ``turn`` has view, legal, seed, budget and memory."""

    def choose(self, turn: Any) -> Action:
        return choose(turn.view, list(turn.legal), random.Random(turn.seed))


def main() -> None:
    """Lines of JSON in, lines of JSON out; what is printed to the standard error is for you alone."""
    chance = random.Random(1)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "refused":
            print(message["message"], file=sys.stderr, flush=True)
        if message["type"] != "state":
            continue
        action = choose(message["view"], message["legal"], chance)
        answer = {"type": "end_turn"} if "end_turn" in action else {"type": "action", **action}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
