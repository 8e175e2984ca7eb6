"""The turn that does best in several worlds at once, for games in which something is hidden."""

from __future__ import annotations

from typing import Final, final

from outflank.native import i64, vec
from outflank.rng import Rng
from outflank.state import Line, State

# What a search can be told, and what it does when it is not told.
NUMBERS: Final = {
    "scripts": 0,  # how many of the game's scripts are used, from script 0 on; 0: all
    "turns": 2,  # turns of each player that are played on after the own
    "alone": 40,  # per cent of the budget for plans of one world each, where there are more worlds than one
    "now": 20,  # per cent of a plan's value that is seen at the end of the own turn; the rest, after the other turns
    "margin": 0,  # by so much, in hundredths of what the game counts in, a changed plan must be better
    "patience": 0,  # after so many trials without anything better it stops; 0: never
    "trials": 0,  # at most so many; 0: what the budget gives
}


@final
class Worlds:
    """The search for the turn of the player to move in all of ``starts``, of whom that player sees the same.

    A plan is a script for each unit. First plans are made for one world each, then every one of them is tried in all
    worlds, and the one that is best on the average is changed for as long as the budget lasts. So a plan that is
    right in one world only, and would need to know that it is this one, is not followed.

    Nodes are actions applied. Equal arguments, however the steps are cut, give equal plans.
    """

    def __init__(self, starts: list[State], numbers: dict[str, int], budget: int, seed: int) -> None:
        chosen = {**NUMBERS, **numbers}
        self.starts: list[State] = starts
        self.count: i64 = len(starts)
        self.me: i64 = starts[0].player
        self.budget: i64 = budget
        self.seed: i64 = seed & 0xFFFFFFFF
        self.rng: Rng = Rng(seed)
        self.scripts: i64 = starts[0].scripts()
        if 0 < chosen["scripts"] < self.scripts:
            self.scripts = chosen["scripts"]
        self.genes: i64 = starts[0].turn_left()
        if self.genes < 1:
            self.genes = 1
        self.turns: i64 = chosen["turns"]
        self.now: i64 = chosen["now"]
        self.margin: i64 = chosen["margin"]
        self.patience: i64 = chosen["patience"]
        self.most: i64 = chosen["trials"]
        self.alone: i64 = budget * chosen["alone"] // 100 if self.count > 1 else i64(0)
        self.world: i64 = 0 if self.count > 1 else self.count  # for which plans are made; count: for all
        self.plan: vec[i64] = self.plain()
        self.values: vec[i64] = vec[i64]([0] * self.count)  # of the plan, per world
        self.valued: i64 = 0  # in so many worlds, from the first on (while for one world: 1)
        self.found: list[vec[i64]] = []  # the plans of single worlds
        self.offered: i64 = 0  # so many of them have been tried in all worlds
        self.pending: vec[i64] = self.plan  # what is being tried in all worlds,
        self.at: i64 = 0  # in this one next;
        self.tried: vec[i64] = vec[i64]([0] * self.count)  # its values until now,
        self.ahead: i64 = 0  # and by how much they are better
        self.spent: i64 = 0
        self.dearest: i64 = 0  # the most nodes that a plan has cost in one world
        self.trials: i64 = 0
        self.fresh: i64 = 0  # trials since something better was found

    # ---- from outside

    def step(self, nodes: int) -> int:
        """Go on for about so many nodes, at least for one trial; all that are spent by now."""
        until = self.spent + nodes
        while not self.done():
            self.trial()
            if self.spent >= until:
                break
        return self.spent

    def done(self) -> bool:
        """Whether the budget does not suffice for another trial like the dearest until now, or nothing new comes up."""
        if self.most > 0 and self.trials >= self.most:
            return True
        if self.patience > 0 and self.fresh >= self.patience:
            return True
        return self.trials > 0 and self.spent + self.dearest > self.budget

    def best(self) -> list[int]:
        """The actions of the best plan until now, to the end of the turn."""
        line = Line()
        self.starts[0].copy().play_turn(self.plan, self.seed, line)
        return line.listed()

    # ---- trials

    def trial(self) -> None:
        """One plan in one world."""
        self.trials += 1
        if self.world < self.count:
            self.try_alone()
            return
        if self.at == 0:
            self.ahead = 0
            self.fresh += 1
            self.pending = self.next()
        value = self.value(self.pending, self.at)
        self.tried[self.at] = value
        self.ahead += value - self.values[self.at]
        self.at += 1
        if self.at == self.count:
            self.at = 0
            self.settle()
        elif self.valued > 0 and self.ahead < 0 and self.at * 2 >= self.count:
            self.at = 0  # far behind in the first worlds: not tried in the others

    def plain(self) -> vec[i64]:
        """Script 0 for every unit."""
        return vec[i64]([0] * self.genes)

    def next(self) -> vec[i64]:
        """What is tried next in all worlds: script 0 alone, then the plans of single worlds, then changed ones."""
        if self.valued == 0:
            return self.plain()
        if self.offered < len(self.found):
            self.offered += 1
            return self.found[self.offered - 1]
        return self.child()

    def settle(self) -> None:
        """A plan has been tried in all worlds: it is kept when it is better."""
        if self.valued > 0 and self.ahead <= self.margin * self.count:
            return
        self.fresh = 0
        self.valued = self.count
        self.plan = self.pending
        for world in range(self.count):
            self.values[world] = self.tried[world]

    def try_alone(self) -> None:
        """A plan for one world."""
        world = self.world
        plan = self.plain() if self.valued == 0 else self.child()
        value = self.value(plan, world)
        if self.valued == 0 or value > self.values[world] + self.margin:
            self.plan = plan
            self.values[world] = value
            self.valued = 1
        if self.spent + self.dearest >= self.alone * (world + 1) // self.count:
            self.found.append(self.plan)
            self.world += 1
            self.valued = 0
            if self.world == self.count:
                for i in range(self.count):
                    self.values[i] = 0

    def child(self) -> vec[i64]:
        """The plan with another script for a unit or for a few neighbours."""
        rng = self.rng
        plan = self.plan[:]
        lot = rng.below(4)
        at = rng.below(self.genes)
        script = rng.below(self.scripts)
        plan[at] = script
        if lot == 0:
            plan[rng.below(self.genes)] = rng.below(self.scripts)
        elif lot == 1:
            for _ in range(1 + rng.below(3)):
                at += 1
                if at < self.genes:
                    plan[at] = script
        return plan

    # ---- values

    def value(self, plan: vec[i64], world: i64) -> i64:
        """How good the plan is in a world: at the end of the turn, and after some more turns by script 0."""
        state = self.starts[world].copy()
        line = Line()
        state.play_turn(plan, self.seed, line)
        now = state.evaluate(self.me)
        plain = vec[i64]([0])
        left = self.turns * state.players - 1
        while left > 0 and state.player != 0:
            state.play_turn(plain, self.seed, line)
            left -= 1
        self.spent += line.count
        if line.count > self.dearest:
            self.dearest = line.count
        if state.player == 0:
            value = state.evaluate(self.me) * 100
            return value + left if value > 0 else value - left  # a win, the sooner the better
        return now * self.now + state.evaluate(self.me) * (100 - self.now)
