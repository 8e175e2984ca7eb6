"""The turn that does best in several worlds at once, for games in which something is hidden."""

from __future__ import annotations

from typing import Final, final

from outflank.native import i64, vec
from outflank.rng import Rng
from outflank.state import Line, State

# What a search can be told, and what it does when it is not told.
NUMBERS: Final = {
    "scripts": 0,  # how many of the game's scripts are used, from script 0 on; 0: all
    "script": 0,  # with which all units begin
    "whole": 7,  # scripts below this, but 0, are tried for all units together before single units are thought about
    "turns": 2,  # turns of each player that are played on after the own
    "first": 2,  # worlds to begin with; then twice as many, and so on
    "now": 20,  # per cent of a plan's value that is seen at the end of the own turn; the rest, after the other turns
    "margin": 0,  # by so much, in hundredths of what the game counts in, a changed plan must be better
    "patience": 0,  # after so many plans without anything better it stops; 0: never
    "trials": 0,  # at most so many for each unit, a plan in a world being one; 0: what the budget gives
}


@final
class Worlds:
    """The search for the turn of the player to move in all of ``starts``, in all of which that player sees the same.

    A plan is a script for each unit. It is changed for as long as the budget lasts, and a change is kept when it is
    better on the average. It begins in few worlds, where many changes can be tried; then the plan goes on in twice as
    many, until all of them count. So a plan that is right in one world only, and would need to know that it is this
    one, is not followed.

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
        self.whole: i64 = min(chosen["whole"], self.scripts)
        self.genes: i64 = starts[0].turn_left()
        if self.genes < 1:
            self.genes = 1
        self.turns: i64 = chosen["turns"]
        self.now: i64 = chosen["now"]
        self.margin: i64 = chosen["margin"]
        self.patience: i64 = chosen["patience"]
        self.most: i64 = chosen["trials"] * self.genes
        self.active: i64 = min(chosen["first"], self.count)  # so many worlds count, the first ones
        self.stage: i64 = 1  # of so many, one each time that there are more worlds:
        self.stages: i64 = 1
        wide = self.active
        while wide < self.count:
            wide *= 2
            self.stages += 1
        self.plan: vec[i64] = self.uniform(chosen["script"])
        self.values: vec[i64] = vec[i64]([0] * self.count)  # of the plan, per world
        self.lines: list[Line] = [Line() for _ in starts]  # what it plays there
        self.valued: i64 = 0  # in so many worlds, the first ones
        self.begun: i64 = 1  # so many scripts have been tried for all units
        self.pending: vec[i64] = self.plan  # what is being tried,
        self.at: i64 = 0  # until now in so many worlds,
        self.offset: i64 = 0  # from this one on;
        self.tried: vec[i64] = vec[i64]([0] * self.count)  # its values,
        self.played: list[Line] = [Line() for _ in starts]  # what it plays,
        self.ahead: i64 = 0  # and by how much it is better
        self.spent: i64 = 0
        self.dearest: i64 = 0  # the most nodes that a plan has cost in one world
        self.trials: i64 = 0
        self.fresh: i64 = 0  # plans since something better was found

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
        if self.at == 0:
            self.widen()
            self.pending = self.next()
            self.ahead = 0
            self.fresh += 1
            self.offset = self.rng.below(self.active)
        world = (self.offset + self.at) % self.active
        self.tried[world] = self.value(self.pending, world)
        self.ahead += self.tried[world] - self.values[world]
        self.at += 1
        if self.at == self.active:
            self.at = 0
            self.settle()
        elif self.valued == self.active and self.ahead < 0:
            self.at = 0  # behind in the first worlds: not tried in the others

    def widen(self) -> None:
        """More worlds count when the budget, or the trials, for so many are spent."""
        if self.stage == self.stages:
            return
        spent = self.spent + self.dearest >= self.budget * self.stage // self.stages
        if spent or 0 < self.most <= self.trials * self.stages // self.stage:
            self.stage += 1
            self.active = min(2 * self.active, self.count)

    def next(self) -> vec[i64]:
        """What is tried next: the plan itself where it is not known what it is worth, then scripts for all units, then
        changes."""
        if self.valued < self.active:
            return self.plan
        if self.begun < self.whole and self.genes > 1:
            self.begun += 1
            return self.uniform(self.begun - 1)
        return self.child()

    def uniform(self, script: i64) -> vec[i64]:
        """The same script for every unit."""
        return vec[i64]([script] * self.genes)

    def settle(self) -> None:
        """A plan has been tried in all worlds that count: it is kept when it is better."""
        if self.valued == self.active and self.ahead <= self.margin * self.active:
            return
        self.fresh = 0
        self.valued = self.active
        self.plan = self.pending
        for world in range(self.active):
            self.values[world] = self.tried[world]
            self.lines[world] = self.played[world]

    def child(self) -> vec[i64]:
        """The plan with another script for a unit or two, mostly for those that games put first because it matters
        most what they do; or for a few that follow each other."""
        plan = self.plan[:]
        at = self.pick()
        script = self.rng.below(self.scripts)
        plan[at] = script
        lot = self.rng.below(4)
        if lot == 0:
            plan[self.pick()] = self.rng.below(self.scripts)
        elif lot == 1:
            script = self.rng.below(self.whole)
            for _ in range(1 + self.pick()):
                if at < self.genes:
                    plan[at] = script
                at += 1
        return plan

    def pick(self) -> i64:
        """The place of a unit in a plan."""
        return self.rng.below(self.rng.below(self.genes) + 1)

    # ---- values

    def value(self, plan: vec[i64], world: i64) -> i64:
        """How good the plan is in a world: at the end of the turn, and after some more turns by script 0."""
        state = self.starts[world].copy()
        line = Line()
        state.play_turn(plan, self.seed, line)
        self.played[world] = line
        if world < self.valued and same(line, self.lines[world]):
            self.spent += line.count
            return self.values[world]
        later = Line()
        now = state.evaluate(self.me)
        plain = vec[i64]([0])
        left = self.turns * state.players - 1
        while left > 0 and state.player != 0:
            state.play_turn(plain, self.seed, later)
            left -= 1
        cost = line.count + later.count
        self.spent += cost
        if cost > self.dearest:
            self.dearest = cost
        if state.player == 0:
            value = state.evaluate(self.me) * 100
            return value + left if value > 0 else value - left  # a win, the sooner the better
        return now * self.now + state.evaluate(self.me) * (100 - self.now)


def same(one: Line, other: Line) -> bool:
    """Whether both are the same actions."""
    if one.count != other.count:
        return False
    for i in range(one.count):
        if one.actions[i] != other.actions[i]:
            return False
    return True
