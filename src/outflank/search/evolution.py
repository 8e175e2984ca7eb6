"""Whole turns by evolution: plans for the scripts of a game, and sequences of actions, bred against the replies."""

from __future__ import annotations

from typing import Final, final

from outflank.native import i64, vec
from outflank.rng import Rng
from outflank.state import Line, State

# What a search can be told, and what it does when it is not told.
NUMBERS: Final = {
    "scripts": 0,  # how many of the game's scripts are used, from script 0 on; 0: all
    "population": 12,  # plans that are kept
    "replies": 1,  # ways in which the others may answer, one per script from 0 on
    "turns": 1,  # turns that are played on after the own: 1: each other player's next
    "now": 30,  # per cent of a plan's value that is seen at the end of the own turn; the rest, after the replies
    "worst": 0,  # per cent of the rest that is the worst reply's; the others', the mean of all
    "rescript": 100,  # how often a plan is changed by another script for a unit,
    "insert": 0,  # by another action in its midst,
    "cross": 0,  # by the end of another plan,
    "drop": 0,  # or by an action less
    "behind": 0,  # who is so much behind after the first answer is played on no further; 0: everybody is
    "looks": 4,  # an inserted action looks best of so many
    "patience": 0,  # after so many trials without anything worth keeping it stops; 0: never
}


@final
class Plan:
    """A turn of one player: what is played, and the scripts that complete it when that cannot all be played."""

    def __init__(self, scripts: vec[i64], line: Line) -> None:
        self.scripts: vec[i64] = scripts  # unit i follows scripts[i % len(scripts)]
        self.line: Line = line  # with the action that ends the turn
        self.inner: i64 = 0  # how many of them leave the turn going on
        self.value: i64 = 0
        self.first: i64 = 0  # its value after the first answer alone

    def same(self, other: Plan) -> bool:
        """Whether both play the same."""
        if self.value != other.value or self.line.count != other.line.count:
            return False
        for i in range(self.line.count):
            if self.line.actions[i] != other.line.actions[i]:
                return False
        return True


@final
class Evolution:
    """The search for the turn of the player to move in ``start``, which it copies.

    ``numbers`` replaces some of NUMBERS. Nodes are actions applied, in the own turn and in the replies. Equal
    arguments, however the steps are cut, give equal plans.
    """

    def __init__(self, start: State, numbers: dict[str, int], budget: int, seed: int) -> None:
        chosen = {**NUMBERS, **numbers}
        self.start: State = start.copy()
        self.me: i64 = start.player
        self.round: i64 = start.round
        self.budget: i64 = budget
        self.seed: i64 = seed & 0xFFFFFFFF
        self.rng: Rng = Rng(seed)
        self.script_count: i64 = start.scripts()
        if 0 < chosen["scripts"] < self.script_count:
            self.script_count = chosen["scripts"]
        self.genes: i64 = start.turn_left()
        self.population: i64 = chosen["population"]
        self.replies: i64 = min(chosen["replies"], self.script_count)
        self.turns: i64 = chosen["turns"]
        self.now: i64 = chosen["now"]
        self.worst: i64 = chosen["worst"]
        self.rescript: i64 = chosen["rescript"]
        self.insert: i64 = chosen["insert"]
        self.cross: i64 = chosen["cross"]
        self.drop: i64 = chosen["drop"]
        self.behind: i64 = chosen["behind"]
        self.looks: i64 = chosen["looks"]
        self.patience: i64 = chosen["patience"]
        self.legal: vec[i64] = vec[i64]([0] * start.action_space())
        self.plans: list[Plan] = []  # the best first
        self.spent: i64 = 0
        self.dearest: i64 = 0  # the most nodes that one trial has cost
        self.trials: i64 = 0
        self.fresh: i64 = 0  # trials since one was worth keeping

    # ---- from outside

    def step(self, nodes: int) -> int:
        """Go on for about so many nodes, at least for one plan; all that are spent by now."""
        until = self.spent + nodes
        while not self.done():
            self.trial()
            if self.spent >= until:
                break
        return self.spent

    def done(self) -> bool:
        """Whether the budget does not suffice for another plan like the dearest until now, or nothing new comes up."""
        if self.patience > 0 and self.fresh >= self.patience:
            return True
        return self.trials > 0 and self.spent + self.dearest > self.budget

    def best(self) -> list[int]:
        """The actions of the best plan until now, to the end of the turn."""
        return self.plans[0].line.listed()

    def value(self) -> int:
        """How good the best plan is for the player to move."""
        return self.plans[0].value

    def ranked(self) -> list[list[int]]:
        """The actions of all plans that are kept, the best first."""
        return [plan.line.listed() for plan in self.plans]

    def weigh(self, actions: list[int]) -> int:
        """The value of these actions here, be they planned for another world: what is not legal is left out, and the
        scripts complete the turn. Costs nodes."""
        return self.tried(self.plain(0), listed(actions), -1).value

    def offer(self, actions: list[int]) -> int:
        """The same, and the plan is kept when it is good enough."""
        plan = self.tried(self.plain(0), listed(actions), -1)
        self.keep(plan)
        return plan.value

    # ---- trials

    def trial(self) -> None:
        """One more plan: first every script for all units, then children of the plans that are kept."""
        before = self.spent
        if self.trials < self.script_count:
            plan = self.tried(self.plain(self.trials), Line(), -1)
        else:
            plan = self.child()
        self.trials += 1
        if self.spent - before > self.dearest:
            self.dearest = self.spent - before
        self.keep(plan)

    def plain(self, script: i64) -> vec[i64]:
        """The same script for every unit."""
        return vec[i64]([script] * self.genes)

    def keep(self, plan: Plan) -> None:
        """Put a plan among those that are kept, by its value, unless it is there or worse than all."""
        plans = self.plans
        self.fresh += 1
        for other in plans:
            if other.same(plan):
                return
        at = len(plans)
        while at > 0 and plans[at - 1].value < plan.value:
            at -= 1
        if at < self.population:
            self.fresh = 0
            plans.insert(at, plan)
            if len(plans) > self.population:
                plans.pop()

    def child(self) -> Plan:
        """A plan that differs from one that is kept: the better that is, the oftener it is taken."""
        rng = self.rng
        parent = self.plans[self.pick()]
        scripts = parent.scripts[:]
        at = rng.below(parent.inner + 1)
        lot = rng.below(self.rescript + self.insert + self.cross + self.drop)
        if lot < self.rescript or parent.inner == 0:
            changes = 1 + rng.below(2)
            for _ in range(changes):
                scripts[rng.below(self.genes)] = rng.below(self.script_count)
            kept: i64 = 0 if rng.below(2) == 0 else at
            return self.tried(scripts, part(parent.line, 0, kept), -1)
        lot -= self.rescript
        if lot < self.insert:
            return self.tried(scripts, part(parent.line, 0, parent.inner), at)
        lot -= self.insert
        genes = part(parent.line, 0, at)
        other = self.plans[self.pick()] if lot < self.cross else parent
        first = at if lot < self.cross else at + 1
        for i in range(first, other.inner):
            genes.add(other.line.actions[i])
        return self.tried(scripts, genes, -1)

    def pick(self) -> i64:
        """The place of a plan: the better of two."""
        one = self.rng.below(len(self.plans))
        other = self.rng.below(len(self.plans))
        return one if one < other else other

    def tried(self, scripts: vec[i64], genes: Line, another: i64) -> Plan:
        """The plan of these actions as far as they are legal, with another one put in before that number (-1: none),
        then completed by the scripts; with its value."""
        state = self.start.copy()
        plan = Plan(scripts, Line())
        for i in range(genes.count + 1):
            if i == another and self.running(state):
                self.play(state, self.look(state), plan.line)
            if i < genes.count and self.running(state) and self.allowed(state, genes.actions[i]):
                self.play(state, genes.actions[i], plan.line)
        before = plan.line.count
        if self.running(state):
            state.play_turn(scripts, self.seed, plan.line)
        self.spent += plan.line.count - before
        plan.inner = plan.line.count
        if state.player != 0 and plan.inner > 0:
            plan.inner -= 1  # the last one has ended the turn
        self.settle(plan, state)
        return plan

    def running(self, state: State) -> bool:
        """Whether the own turn goes on."""
        return state.player == self.me and state.round == self.round

    def play(self, state: State, action: i64, line: Line) -> None:
        line.add(action)
        state.apply(action)
        self.spent += 1

    def allowed(self, state: State, action: i64) -> bool:
        """Whether the action is legal."""
        legal = self.legal
        low: i64 = 0
        count = state.write_actions(legal)
        high = count
        while low < high:
            middle = (low + high) // 2
            if legal[middle] < action:
                low = middle + 1
            else:
                high = middle
        return low < count and legal[low] == action

    def look(self, state: State) -> i64:
        """Some legal action: of a few, the one that looks best."""
        count = state.write_actions(self.legal)
        drawn: list[int] = [self.legal[self.rng.below(count)] for _ in range(self.looks)]
        values = state.judge(drawn)
        best = 0
        for i in range(1, len(drawn)):
            if values[i] > values[best]:
                best = i
        return drawn[best]

    # ---- values

    def settle(self, plan: Plan, state: State) -> None:
        """Give the plan its value: of where it has led to, and of where the replies lead. ``state`` is played on."""
        now = state.evaluate(self.me)
        plan.value = now * 100
        if state.player == 0 or self.replies == 0:
            return
        worst: i64 = 0
        total: i64 = 0
        for script in range(self.replies):
            replied = state if script == self.replies - 1 else state.copy()
            self.answer(replied, script)
            if script == 0:
                plan.first = now * self.now + replied.evaluate(self.me) * (100 - self.now)
                if self.hopeless(plan):
                    plan.value = self.plans[len(self.plans) - 1].value - 1
                    return
            self.play_on(replied, script)
            value = replied.evaluate(self.me)
            total += value
            if script == 0 or value < worst:
                worst = value
        later = (worst * self.worst + total * (100 - self.worst) // self.replies) // 100
        plan.value = now * self.now + later * (100 - self.now)

    def hopeless(self, plan: Plan) -> bool:
        """Whether the plan is far behind those that are kept, of whom there are enough, after the first answer."""
        if self.behind == 0 or i64(len(self.plans)) < self.population:
            return False
        return plan.first + self.behind * 100 < self.plans[0].first

    def answer(self, state: State, script: i64) -> None:
        """The others answer, all of them, by a script."""
        plan = vec[i64]([script])
        line = Line()
        for _ in range(self.start.players - 1):
            if state.player != 0 and state.player != self.me:
                state.play_turn(plan, self.seed, line)
        self.spent += line.count

    def play_on(self, state: State, script: i64) -> None:
        """After that the own turn, by script 0; and so on."""
        own = vec[i64]([0])
        line = Line()
        for i in range(1, self.turns):
            if i % 2 == 0:
                self.answer(state, script)
            elif state.player == self.me:
                state.play_turn(own, self.seed, line)
        self.spent += line.count


def part(line: Line, first: i64, end: i64) -> Line:
    """A copy of these of its actions."""
    made = Line()
    for i in range(first, end):
        made.add(line.actions[i])
    return made


def listed(actions: list[int]) -> Line:
    """A line of these actions."""
    made = Line()
    for action in actions:
        made.add(action)
    return made


def scripted(state: State, plan: list[int], seed: int) -> list[int]:
    """The turn of the player to move when unit i follows script ``plan[i % len(plan)]``; ``state`` stays as it is."""
    scripts = vec[i64](plan)
    line = Line()
    state.copy().play_turn(scripts, seed & 0xFFFFFFFF, line)
    return line.listed()
