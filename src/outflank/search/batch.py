"""Many matches in lock-step, for learning: masks, observations and results as bytes."""

from __future__ import annotations

from typing import final

from outflank.native import i64, u8, vec
from outflank.state import State


@final
class Batch:
    """``n`` matches that begin as copies of ``start``; each step plays one action in every one of them.

    After construction and after every ``step`` these buffers are new (those handed out before stay as they
    were). NumPy wraps them without copying, ``np.frombuffer(batch.masks, np.uint8).reshape(...)``; compiled,
    they are read-only.

    ==============  ============================  ===================================================
    ``masks``       ``[n, actions]``              1: legal for the player to move
    ``observations``  ``[n, planes, cells]``      what the player to move sees (the planes are those of
                                                  the state's ``write_observation``; cells row by row)
    ``players``     ``[n]``                       who is to move, 1..
    ``movers``      ``[n]``                       who has just moved (0 before the first step)
    ``done``        ``[n]``                       1: the match has just ended by its rules
    ``winners``     ``[n]``                       its winner, 1..; 0: a draw, or not done
    ``truncated``   ``[n]``                       1: not ended, but cut off after ``limit`` steps
    ==============  ============================  ===================================================

    A match that is done or truncated begins anew in the same step: its mask, observation and player are
    those of the new match. ``limit`` 0: matches are never cut off.
    """

    def __init__(self, start: State, n: i64, limit: i64 = 0) -> None:
        if n < 1:
            raise ValueError("a batch has at least one match")
        if limit < 0:
            raise ValueError("the limit is a number of steps, or 0 for none")
        if start.player == 0:
            raise ValueError("the match to begin with is already over")
        self.start: State = start.copy()
        self.n: i64 = n
        self.limit: i64 = limit
        self.actions: i64 = start.action_space()
        self.planes: i64 = start.planes()
        self.cells: i64 = start.cells()
        self.states: list[State] = [start.copy() for _ in range(n)]
        self.steps: vec[i64] = vec[i64]([0] * n)
        self.chosen: vec[i64] = vec[i64]([0] * n)
        # A copy of zeros is written once; ``vec[u8]([0] * size)``, compiled, is written twice.
        self.no_masks: bytes = bytes(n * self.actions)
        self.no_observations: bytes = bytes(n * self.planes * self.cells)
        self.clear()
        for i in range(n):
            self.write(i, self.states[i])

    def step(self, actions: list[int]) -> None:
        """Play ``actions[i]`` in match i. Raises ValueError, and changes nothing, unless all are legal."""
        self.check(actions)
        self.clear()
        states = self.states
        chosen = self.chosen
        steps = self.steps
        movers = self.movers
        limit = self.limit
        for i in range(self.n):
            state = states[i]
            movers[i] = u8(state.player)
            state.apply(chosen[i])
            steps[i] += 1
            if state.player == 0:
                self.done[i] = 1
                self.winners[i] = u8(state.winner_of())
                state = self.restart(i)
            elif steps[i] == limit:
                self.truncated[i] = 1
                state = self.restart(i)
            self.write(i, state)

    def check(self, actions: list[int]) -> None:
        """Note the chosen actions. Raises ValueError when one is not legal."""
        if len(actions) != self.n:
            raise ValueError(f"there are {self.n} matches and {len(actions)} actions")
        masks = self.masks
        space: int = self.actions
        for i in range(self.n):
            action = actions[i]
            if not 0 <= action < space:
                raise ValueError(f"match {i}: {action} is no action: they are 0 to {space - 1}")
            if masks[i * self.actions + action] == 0:
                raise ValueError(f"match {i}: action {action} is not legal now")
            self.chosen[i] = action

    def clear(self) -> None:
        """Fresh, zeroed buffers."""
        n = self.n
        self.masks: vec[u8] = vec[u8](self.no_masks)
        self.observations: vec[u8] = vec[u8](self.no_observations)
        self.players: vec[u8] = vec[u8]([0] * n)
        self.movers: vec[u8] = vec[u8]([0] * n)
        self.done: vec[u8] = vec[u8]([0] * n)
        self.winners: vec[u8] = vec[u8]([0] * n)
        self.truncated: vec[u8] = vec[u8]([0] * n)

    def restart(self, i: i64) -> State:
        """Match i begins anew."""
        state = self.start.copy()
        self.states[i] = state
        self.steps[i] = 0
        return state

    def write(self, i: i64, state: State) -> None:
        """The mask and the observation of match i, right after its step, while it is in the processor's cache."""
        self.players[i] = u8(state.player)
        state.write_mask(self.masks, i * self.actions)
        state.write_observation(self.observations, i * self.planes * self.cells, state.player)
