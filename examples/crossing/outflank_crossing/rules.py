"""The rules of Crossing.

An action is one number: ``cell * 3 + direction``, where direction 0, 1, 2 is forward to the left, straight, to the
right as player 1 sees the board. Cells are numbered row by row from the top left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.state import State

if TYPE_CHECKING:
    from outflank.native import i64, u8, vec

DIRECTIONS = 3
STRAIGHT = 1


class Crossing(State):
    """One match. ``board[cell]`` is the player whose runner stands there, or 0."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.width = width
        self.height = height
        self.board = [2] * (2 * width) + [0] * (width * (height - 4)) + [1] * (2 * width)
        self.winner = 0
        self.left = 0  # a player who has left

    def copy(self) -> Crossing:
        twin = Crossing(self.width, self.height)
        twin.player = self.player
        twin.board = self.board[:]
        twin.round = self.round
        twin.winner = self.winner
        twin.left = self.left
        return twin

    # ---- what may be done, and doing it

    def action_space(self) -> i64:
        return self.width * self.height * DIRECTIONS

    def target(self, action: int) -> int:
        """The cell an action of the player to move leads to; -1: off the board."""
        cell, direction = divmod(action, DIRECTIONS)
        x = cell % self.width + direction - 1
        y = cell // self.width + (-1 if self.player == 1 else 1)
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    def write_actions(self, out: vec[i64]) -> i64:
        count = 0
        for action in range(self.action_space() if self.player else 0):
            to = self.target(action)
            if to < 0 or self.board[action // DIRECTIONS] != self.player:
                continue
            straight = action % DIRECTIONS == STRAIGHT
            if self.board[to] == 0 or (self.board[to] != self.player and not straight):
                out[count] = action
                count += 1
        return count

    def apply(self, action: i64) -> None:
        to = self.target(action)
        self.board[action // DIRECTIONS] = 0
        self.board[to] = self.player
        enemy = 3 - self.player
        if to // self.width in (0, self.height - 1) or enemy not in self.board:
            self.finish(self.player)
            return
        if self.player == 2:
            self.round += 1
        self.player = enemy

    def finish(self, winner: int) -> None:
        self.winner = winner
        self.player = 0

    def winner_of(self) -> i64:
        return self.winner

    # ---- only for search, computer players and learning; a game may do without

    def key(self) -> int:
        number = int(self.player)
        for unit in self.board:
            number = number * 3 + unit
        return number

    def evaluate(self, player: i64) -> i64:
        """A runner counts 10, and a step forward more the farther it has come; the end of the match outweighs all."""
        if self.winner:
            return 100_000 if self.winner == player else -100_000
        value = 0
        for cell, owner in enumerate(self.board):
            y = cell // self.width
            steps = self.height - 1 - y if owner == 1 else y
            if owner:
                worth = 10 + steps * steps
                value += worth if owner == player else -worth
        return value

    def planes(self) -> i64:
        return 2

    def cells(self) -> i64:
        return self.width * self.height

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """Two planes: own runners, enemy runners."""
        for cell, owner in enumerate(self.board):
            if owner:
                out[offset + (0 if owner == player else self.cells()) + cell] = 1
