"""State: the native base class that every game's rules extend, and all that search and batches know of a match."""

from __future__ import annotations

from outflank.native import i64, mypyc_attr, u8, vec


class Line:
    """Actions in the order in which they are played."""

    def __init__(self) -> None:
        self.actions: vec[i64] = vec[i64]([0] * 32)  # so many of them:
        self.count: i64 = 0

    def add(self, action: i64) -> None:
        """One more at the end."""
        if self.count == len(self.actions):
            longer = vec[i64]([0] * (2 * self.count))
            for i in range(self.count):
                longer[i] = self.actions[i]
            self.actions = longer
        self.actions[self.count] = action
        self.count += 1

    def listed(self) -> list[int]:
        """All of them."""
        return [self.actions[i] for i in range(self.count)]


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One match, mutable: the whole truth, which never leaves the host.

    ``players`` is n; ``player`` is who must decide, 1..n, and 0 when the match is over; ``round`` counts from 1 and
    stays there in a game without rounds. An action is one integer in ``range(action_space())``. A subclass must give
    ``action_space``, ``write_actions``, ``apply``, ``copy`` and ``winner_of``; the others are for search, batches and
    learning, and say so when a game lacks them.
    """

    def __init__(self) -> None:
        self.players: i64 = 2
        self.player: i64 = 1
        self.round: i64 = 1

    def action_space(self) -> i64:
        """One more than the greatest action number of a match with these options."""
        raise NotImplementedError

    def write_actions(self, out: vec[i64]) -> i64:
        """Write the legal actions into ``out`` (``action_space()`` long), ascending; return how many."""
        raise NotImplementedError

    def apply(self, action: i64) -> None:
        """Carry out a legal action. Trusts its caller."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent twin."""
        raise NotImplementedError

    def bare(self) -> State:
        """A twin for search, without what no search asks for, such as what players see. Here all."""
        return self.copy()

    def winner_of(self) -> i64:
        """The winner, 1..n; 0 while the match runs and after a draw."""
        raise NotImplementedError

    def legal_actions(self) -> list[int]:
        """The legal actions, ascending, without duplicates; empty when the match is over."""
        out = vec[i64]([0] * self.action_space())
        count = self.write_actions(out)
        return [out[i] for i in range(count)]

    def key(self) -> int:
        """Equal positions have equal keys (for transpositions and repetition)."""
        raise NotImplementedError("this game has no key(): it cannot be searched with a table")

    def evaluate(self, player: i64) -> i64:
        """A static value for ``player``: greater is better."""
        raise NotImplementedError("this game has no evaluate(): it cannot be searched by value")

    def judge(self, actions: list[int]) -> list[int]:
        """How good each of these legal actions looks for the player to move: greater is better.

        Here the value of the position it leads to; a game may have a quicker judgement. Only the numbers of one
        call can be compared. The state may be written on meanwhile, and is as it was in the end.
        """
        values: list[int] = []
        for action in actions:
            after = self.copy()
            after.apply(action)
            values.append(after.evaluate(self.player))
        return values

    def promise(self, action: i64) -> i64:
        """What this legal action gains its player at first sight, in the measure of ``evaluate``, before any answer.

        More than 0 for one that changes at once what the players have (noisy); of the others, none of which is above
        0, those with more are worth trying first. Here all are quiet and alike.
        """
        return 0

    def scripts(self) -> i64:
        """How many ways to play a unit (scripts) this game knows, for searches that choose among them."""
        return 1

    def follow(self, plan: vec[i64], seed: i64) -> i64:
        """The next action of the player to move when the i-th own unit follows script ``plan[i % len(plan)]``.

        Script 0 is the best judged of all; here the only one. Equal states, plans and seeds give equal actions; the
        state is as it was in the end. Following a plan ends the turn within a bounded number of actions.
        """
        best: i64 = 0
        most: i64 = 0
        actions = self.legal_actions()
        values = self.judge(actions)
        for i in range(len(actions)):
            value: i64 = values[i]
            if i == 0 or value > most:
                most = value
                best = actions[i]
        return best

    def play_turn(self, plan: vec[i64], seed: i64, line: Line) -> None:
        """Play the turn of the player to move to its end by such a plan, and add what is done to ``line``.

        Here with ``follow``, action by action; a game may have a quicker way, whose actions need not be the same.
        """
        me = self.player
        round_ = self.round
        while self.player == me and self.round == round_:
            action = self.follow(plan, seed)
            line.add(action)
            self.apply(action)

    def turn_left(self) -> i64:
        """About how many actions the player to move still takes in this turn; 1 where that cannot be told."""
        return 1

    def size(self) -> i64:
        """A measure of the work it is to imagine such a state: about nine for each cell."""
        return self.action_space()

    def planes(self) -> i64:
        """How many planes an observation has."""
        raise NotImplementedError("this game has no observation planes")

    def cells(self) -> i64:
        """How many cells one plane has."""
        raise NotImplementedError("this game has no observation planes")

    def write_mask(self, out: vec[u8], offset: i64) -> None:
        """Set ``out[offset + action]`` to 1 for every legal action; ``out`` comes zeroed."""
        actions = vec[i64]([0] * self.action_space())
        for i in range(self.write_actions(actions)):
            out[offset + actions[i]] = 1

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """Write what ``player`` sees at ``offset``: ``planes() * cells()`` bytes; ``out`` comes zeroed."""
        raise NotImplementedError("this game has no observation planes")

    def mask(self) -> vec[u8]:
        """Fresh bytes, ``action_space()`` long: 1 for every legal action."""
        out = vec[u8]([0] * self.action_space())
        self.write_mask(out, 0)
        return out

    def observation(self, player: i64) -> vec[u8]:
        """Fresh bytes, ``planes() * cells()`` long: what ``player`` sees."""
        out = vec[u8]([0] * (self.planes() * self.cells()))
        self.write_observation(out, 0, player)
        return out
