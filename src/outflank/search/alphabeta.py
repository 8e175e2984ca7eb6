"""Alpha-beta: looks ahead as deep as its nodes suffice, action by action, where two sides take turns.

Deeper and deeper (iterative deepening), a narrow window for all but the first action (principal variation search), what
is known already from a table of positions, and at the end only noisy actions (quiescence). With more than two players
all the others are taken to play against the one. Where it is on its way is kept in frames, not in calls, so that it can
stop after every node and go on later: how often it stops changes nothing.
"""

from __future__ import annotations

from typing import Final, final

from outflank.native import i64, vec
from outflank.rng import times
from outflank.state import State

WIN: Final = 1_000_000_000_000  # less the actions until then; the values of evaluate() are far below
SURE: Final = 900_000_000_000  # what is beyond is won, or lost below minus this
DEEPEST: Final = 60

# The window in which the value of an action is looked for:
REDUCED: Final = 0  # whether it is better than the best so far, and less deep
NARROW: Final = 1  # whether it is better
WIDE: Final = 2  # how good it is

# What the table knows of a value:
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

# In which order actions are tried: the one of the table, noisy ones, those that were a refutation, what has been good.
KNOWN_FIRST: Final = 4_000_000_000_000
NOISY_FIRST: Final = 2_000_000_000_000
KILLER_FIRST: Final = 1_000_000_000_000
SORTED: Final = 40  # so many are picked in order, the rest is taken as it comes
TIES: Final = 8  # at the root chance adds less than this, to quiet actions

STANDARD: Final = {
    "depth": DEEPEST,  # actions looked ahead, before what is noisy
    "quiescence": 8,  # noisy actions after that
    "table": 16,  # bits of the number of places of the table
    "late": 4,  # actions after so many are looked at less deep at first; 0: none
    "margin": 0,  # so much a quiet action may gain, in evaluate()'s measure, near the end; 0: any
    "few": 0,  # of quiet actions just before the end only so many are looked at; 0: all
    "noise": 0,  # evaluate() is taken to be wrong by up to so much
}
"""The numbers of a level, where it does not name them."""


@final
class Frame:
    """A position on the way from the root, and how far its actions have been looked at."""

    def __init__(self, state: State, space: i64) -> None:
        self.state: State = state
        self.sign: i64 = 1  # 1: the player who searches decides, -1: somebody else
        self.key: i64 = 0
        self.depth: i64 = 0
        self.alpha: i64 = 0
        self.beta: i64 = 0
        self.floor: i64 = 0  # alpha as it was
        self.best: i64 = 0
        self.answer: i64 = -1  # the action with the best value
        self.actions: vec[i64] = vec[i64]([0] * space)
        self.order: vec[i64] = vec[i64]([0] * space)
        self.count: i64 = 0
        self.next: i64 = 0
        self.window: i64 = WIDE
        self.less: i64 = 0  # by so much less deep, when REDUCED
        self.killer: i64 = -1  # a quiet action that refuted another one of this depth
        self.killer_before: i64 = -1

    def take(self) -> i64:
        """The next action, the most promising one first."""
        actions = self.actions
        order = self.order
        at = self.next
        if at < SORTED:
            first = at
            for i in range(at + 1, self.count):
                if order[i] > order[first]:
                    first = i
            action = actions[first]
            value = order[first]
            actions[first] = actions[at]
            order[first] = order[at]
            actions[at] = action
            order[at] = value
        self.next = at + 1
        return actions[at]


@final
class AlphaBeta:
    """A search for the player to move in ``state``, which stays as it is. ``numbers``: see STANDARD.

    ``nodes`` counts the actions tried, ``best`` is the best action found so far (at once a legal one), ``value`` what
    it is worth and ``depth`` how deep has been looked in full. Equal arguments and sums of nodes give equal results.
    """

    def __init__(self, state: State, numbers: dict[str, int], seed: i64) -> None:
        given = STANDARD | numbers
        self.deepest: i64 = given["depth"]
        self.quiescence: i64 = given["quiescence"]
        self.late: i64 = given["late"]
        self.margin: i64 = given["margin"]
        self.few: i64 = given["few"]
        self.noise: i64 = given["noise"]
        self.seed: i64 = seed & 0xFFFFFFFF
        self.me: i64 = state.player
        self.space: i64 = state.action_space()
        self.places: i64 = 1 << given["table"]
        self.keys: vec[i64] = vec[i64]([-1] * self.places)
        self.values: vec[i64] = vec[i64]([0] * self.places)
        self.notes: vec[i64] = vec[i64]([0] * self.places)  # (action * 128 + depth) * 4 + what is known of the value
        self.history: vec[i64] = vec[i64]([0] * self.space)  # [action]: how often it was a refutation, deep ones more
        self.frames: list[Frame] = [Frame(state.copy(), self.space)]
        self.ply: i64 = 0
        self.nodes: i64 = 0
        self.depth: i64 = 0
        self.value: i64 = 0
        self.best: i64 = -1
        self.done: bool = False
        root = self.frames[0]
        root.count = root.state.write_actions(root.actions)
        self.deepen(root)
        self.best = root.take()
        root.next = 0

    def run(self, nodes: i64) -> bool:
        """Go on for so many nodes, or until nothing is left to find: then it returns False."""
        stop = self.nodes + nodes
        while self.nodes < stop and not self.done:
            frame = self.frames[self.ply]
            if frame.next < frame.count:
                self.try_next(frame)
            elif self.ply > 0:
                self.leave(frame)
            else:
                self.finish(frame)
        return not self.done

    # ---- the root

    def deepen(self, root: Frame) -> None:
        """The next depth begins."""
        root.depth = self.depth + 1
        root.alpha = root.floor = root.best = -WIN
        root.beta = WIN
        root.next = 0
        self.write_order(root, self.best)
        order = root.order
        for i in range(root.count):
            if order[i] <= KILLER_FIRST:
                order[i] += scatter(root.actions[i], self.seed) % TIES

    def finish(self, root: Frame) -> None:
        """A depth has been looked at in full."""
        self.depth = root.depth
        self.value = root.best
        sure = root.best > SURE or root.best < -SURE
        self.done = sure or root.count <= 1 or self.depth >= self.deepest
        if not self.done:
            self.deepen(root)

    # ---- on the way

    def try_next(self, frame: Frame) -> None:
        """Carry out the next action, and look at where it leads."""
        action = frame.take()
        after = frame.state.copy()
        after.apply(action)
        self.nodes += 1
        if self.ply + 1 == len(self.frames):
            self.frames.append(Frame(after, self.space))
        child = self.frames[self.ply + 1]
        child.state = after
        frame.window = WIDE if frame.next == 1 or frame.depth <= 0 else NARROW
        if self.late > 0 and frame.next > self.late and frame.depth >= 2:
            if frame.order[frame.next - 1] < KILLER_FIRST:
                frame.window = REDUCED
                frame.less = 1 if frame.next <= 6 * self.late or frame.depth < 4 else 2
        self.look(frame, child)

    def look(self, frame: Frame, child: Frame) -> None:
        """Look at where the last action leads, in the window of ``frame``: give its value, or begin a frame."""
        low = frame.alpha
        high = frame.beta if frame.window == WIDE else low + 1
        child.depth = frame.depth - 1
        if frame.window == REDUCED:
            child.depth -= frame.less
        state = child.state
        if state.player == 0:
            child.sign = frame.sign
            self.give(self.final(state) * frame.sign)
            return
        child.sign = 1 if state.player == self.me else -1
        child.alpha = low if child.sign == frame.sign else -high
        child.beta = high if child.sign == frame.sign else -low
        child.floor = child.alpha
        child.best = -WIN
        child.answer = -1
        child.next = 0
        child.count = 0
        if self.settle(child):
            self.give(child.best)
        else:
            self.ply += 1

    def settle(self, frame: Frame) -> bool:
        """Whether a position's value is plain, and then what it is; else its actions are written down."""
        if frame.depth <= 0:
            return self.settle_end(frame)
        known: i64 = -1
        frame.key = frame.state.key()
        place = frame.key % self.places
        if self.keys[place] == frame.key:
            note = self.notes[place]
            known = (note >> 9) - 1
            if (note >> 2) & 127 >= frame.depth:
                value = self.values[place]
                if value > SURE:
                    value -= self.ply + 1
                elif value < -SURE:
                    value += self.ply + 1
                bound = note & 3
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and value >= frame.beta)
                    or (bound == AT_MOST and value <= frame.alpha)
                ):
                    frame.best = value
                    return True
        frame.count = frame.state.write_actions(frame.actions)
        self.write_order(frame, known)
        if self.margin > 0 and frame.depth <= 2 and frame.alpha > -SURE and frame.beta < SURE:
            stand = self.judged(frame)
            if stand - self.margin * frame.depth >= frame.beta and frame.depth == 1:
                frame.best = stand - self.margin
                return True
            if stand + self.margin * frame.depth <= frame.alpha:
                frame.best = stand + self.margin * frame.depth
                self.drop_quiet(frame, 0)
                return frame.count == 0
        if self.few > 0 and frame.depth == 1 and frame.alpha > -SURE:
            self.drop_quiet(frame, self.few)
        return False

    def settle_end(self, frame: Frame) -> bool:
        """The same at the end of what is looked at: who is to move may be content, or do something noisy."""
        stand = self.judged(frame)
        frame.best = stand
        if frame.depth <= -self.quiescence or stand >= frame.beta:
            return True
        if stand > frame.alpha:
            frame.alpha = stand
        actions = frame.actions
        order = frame.order
        state = frame.state
        found = state.write_actions(actions)
        count: i64 = 0
        for i in range(found):
            promise = state.promise(actions[i])
            if promise > 0 and (self.margin == 0 or stand + promise + self.margin > frame.alpha):
                actions[count] = actions[i]
                order[count] = promise
                count += 1
        frame.count = count
        return count == 0

    def drop_quiet(self, frame: Frame, kept: i64) -> None:
        """Only noisy actions are looked at, the known one, and the best of the quiet ones."""
        frame.next = 0
        count: i64 = 0
        while frame.next < frame.count and frame.next < SORTED:
            frame.take()
            if frame.order[frame.next - 1] < NOISY_FIRST:
                kept -= 1
                if kept < 0:
                    break
            count += 1
        frame.count = count
        frame.next = 0

    def write_order(self, frame: Frame, known: i64) -> None:
        """In which order the actions are to be tried. ``known``: the one of the table, or -1."""
        actions = frame.actions
        order = frame.order
        history = self.history
        state = frame.state
        for i in range(frame.count):
            action = actions[i]
            promise = state.promise(action)
            if action == known:
                order[i] = KNOWN_FIRST
            elif promise > 0:
                order[i] = NOISY_FIRST + promise
            elif action == frame.killer:
                order[i] = KILLER_FIRST + 1
            elif action == frame.killer_before:
                order[i] = KILLER_FIRST
            else:
                order[i] = promise * TIES + history[action] * TIES

    def give(self, value: i64) -> None:
        """What the last action of the topmost frame came to, for the player who decides where it led."""
        frame = self.frames[self.ply]
        child = self.frames[self.ply + 1]
        value = value * child.sign * frame.sign
        if frame.window != WIDE and value > frame.alpha:
            if frame.window == REDUCED or value < frame.beta:
                frame.window = NARROW if frame.window == REDUCED else WIDE
                self.look(frame, child)
                return
        if value <= frame.best:
            return
        frame.best = value
        if value <= frame.alpha:
            return
        frame.alpha = value
        frame.answer = frame.actions[frame.next - 1]
        if self.ply == 0:
            self.best = frame.answer
        if value >= frame.beta:
            if frame.depth > 0 and frame.order[frame.next - 1] < NOISY_FIRST:
                self.note_refutation(frame)
            frame.count = frame.next

    def note_refutation(self, frame: Frame) -> None:
        """A quiet action has been good enough: it is tried early elsewhere."""
        action = frame.answer
        if action != frame.killer:
            frame.killer_before = frame.killer
            frame.killer = action
        self.history[action] += frame.depth * frame.depth

    def leave(self, frame: Frame) -> None:
        """All actions that count have been looked at."""
        if frame.depth > 0:
            value = frame.best
            bound: i64 = AT_LEAST if value >= frame.beta else AT_MOST if value <= frame.floor else EXACT
            if value > SURE:
                value += self.ply
            elif value < -SURE:
                value -= self.ply
            place = frame.key % self.places
            self.keys[place] = frame.key
            self.values[place] = value
            self.notes[place] = ((frame.answer + 1) * 128 + frame.depth) * 4 + bound
        self.ply -= 1
        self.give(frame.best)

    # ---- values

    def final(self, state: State) -> i64:
        """What a match that is over is worth to the player who searches: soon won is better than later."""
        winner = state.winner_of()
        if winner == 0:
            return 0
        return WIN - self.ply - 1 if winner == self.me else self.ply + 1 - WIN

    def judged(self, frame: Frame) -> i64:
        """The value of a position for the player who decides there, as well as this level can tell."""
        value = frame.state.evaluate(self.me) * frame.sign
        if self.noise > 0:
            key: i64 = frame.state.key()
            value += scatter(key, self.seed) % (2 * self.noise + 1) - self.noise
        return value


def scatter(number: i64, seed: i64) -> i64:
    """A number from 0 to 2**32 - 1 that looks like chance, always the same of the same two."""
    mixed = (number ^ (number >> 32) ^ seed) & 0xFFFFFFFF
    mixed = times(mixed ^ (mixed >> 16), 0x45D9F3B)
    mixed = times(mixed ^ (mixed >> 16), 0x45D9F3B)
    return mixed ^ (mixed >> 16)
