"""The computer player that takes the action that looks best, in any game with an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.bots import Turn
    from outflank.contract import Game, Json

TURN = 5000
"""Actions that may be judged in a whole turn: with LOOKS below 0.3 s also where nothing is compiled."""
LOOKS = 3 << 16
"""So great, together, may all the states be that are imagined in a turn: of great boards there are few."""
MANY = 400
"""With more units than these to do, half of both, with twice as many a quarter, and so on: what is full takes longer to
imagine and to judge."""


class Greedy:
    """Imagines a state that fits the view, judges what is legal, and keeps the best; chance breaks ties.

    With more legal actions than budget it judges a run of neighbouring ones, so that where all units act in a turn
    a few of them are thought about in full. When much is left to do in the turn it judges fewer for each action, and
    on a great board several runs at once, far from each other: the best of each are its next actions.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, turn: Turn) -> Json:
        memory = turn.memory
        if memory.get("seed") != turn.seed:  # another turn
            memory.update(seed=turn.seed, plan=[], judged=0, looks=0, halved=0, near=0, apart=0)
        plan: list[Json] = memory["plan"]
        while plan:
            action = plan.pop(0)
            at = index(turn.legal, action, memory["near"], 4 * memory["apart"])
            if at is not None:
                memory["near"] = at
                return action
            memory["near"] += memory["apart"]  # something unforeseen has come up; the next one stands further on
        plan += self.planned(turn)
        return plan.pop(0)

    def planned(self, turn: Turn) -> list[Json]:
        """What looks best, and what does elsewhere."""
        memory = turn.memory
        rng = Rng(turn.seed)
        state = self.game.imagine(turn.view, rng)
        legal = state.legal_actions()
        to_do = min(max(1, state.turn_left()), len(legal))
        memory["halved"] = max(memory["halved"], int((to_do - 1) // MANY).bit_length())
        looks = max(1, (LOOKS >> memory["halved"]) // state.size() - memory["looks"])
        runs = -(-to_do // looks)
        left = (TURN >> memory["halved"]) - memory["judged"]
        nodes = min(max(1, min(turn.budget, left // to_do)), len(legal) // runs)
        memory["looks"] += 1
        memory["judged"] += runs * nodes
        first = rng.below(len(legal)) if nodes < len(legal) else 0
        memory["near"], memory["apart"] = first, -(-len(legal) // runs)
        starts = [first + run * len(legal) // runs for run in range(runs)]
        thought = [[legal[(start + i) % len(legal)] for i in range(nodes)] for start in starts]
        values = state.judge([action for run in thought for action in run])
        return [self.game.encode(state, best(run, values[i * nodes :], rng)) for i, run in enumerate(thought)]


def index(legal: Sequence[Json], action: Json, near: int, reach: int) -> int | None:
    """Where an action stands, if it does, not further than ``reach`` from where the one before it stood: plans go along
    the list, and begin anew at its head. To look through all of a very long list takes too long."""
    for start in (max(0, near - reach), 0):
        try:
            return legal.index(action, start, start + 2 * reach)
        except ValueError:
            continue
    return None


def best(run: list[int], values: list[int], rng: Rng) -> int:
    """One of those with the greatest value."""
    most = max(values[: len(run)])
    equal = [action for action, value in zip(run, values, strict=False) if value == most]
    return equal[rng.below(len(equal))]
