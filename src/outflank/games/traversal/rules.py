"""The rules of Traversal.

Two sides, six pieces each, one move a turn: along a route, onto an enemy that is outweighed, or off the board beyond
the far edge. An action is one number: ``piece * 101 + square`` goes or attacks, ``piece * 101 + 100`` exits.
"""

from __future__ import annotations

from typing import Final, final

from outflank.games.traversal.board import (
    EXITS_TO_END,
    MAX_MOVES,
    OUT,
    OWN,
    PIECES,
    SENTINEL,
    SIDE,
    SPAN,
    SQUARES,
    Field,
)
from outflank.games.traversal.evaluate import WON, reply, standing
from outflank.games.traversal.planes import PLANES, observe
from outflank.games.traversal.routes import Notes, search, write_piece
from outflank.native import i64, u8, vec
from outflank.state import State

SENTINEL_FIRST: Final = 1
TWO_EXITS: Final = 2
NO_PIECES: Final = 3
MOVE_LIMIT: Final = 4
BOTH_BLOCKED: Final = 5
RESIGNATION: Final = 6

MOST_ACTIONS: Final = 61  # of one piece: all squares within 5 steps, and the exit


@final
class Traversal(State):
    """One match between two players."""

    def __init__(self, field: Field) -> None:
        self.players = 2
        self.player = 1  # who decides; 0 when the match is over
        self.round = 1  # the number of the next move
        self.field: Field = field
        self.seed: i64 = -1  # of the terrain; -1: one of its own
        self.current: i64 = 1  # whose turn it is, or was when the match ended
        self.moves: i64 = 0  # made so far, by both
        self.skipped: i64 = 0  # who has just been passed over, or 0
        self.exits: i64 = 0  # how many pieces have left, and which, in order; -1: none yet
        self.first_out: i64 = -1
        self.second_out: i64 = -1
        self.light: i64 = 0  # points of player 1
        self.dark: i64 = 0  # and 2
        self.left: i64 = 0  # who has given up, or 0
        self.winner: i64 = 0
        self.reason: i64 = 0
        self.board: vec[u8] = vec[u8]()  # [square]: a piece's id + 1, 0: free
        self.at: vec[i64] = vec[i64]()  # [piece]: its square, -1: gone

    def copy(self) -> Traversal:
        twin = Traversal(self.field)
        twin.player = self.player
        twin.round = self.round
        twin.seed = self.seed
        twin.current = self.current
        twin.moves = self.moves
        twin.skipped = self.skipped
        twin.exits = self.exits
        twin.first_out = self.first_out
        twin.second_out = self.second_out
        twin.light = self.light
        twin.dark = self.dark
        twin.left = self.left
        twin.winner = self.winner
        twin.reason = self.reason
        twin.board = self.board[:]
        twin.at = self.at[:]
        return twin

    # ---- setting up

    def clear(self) -> None:
        """Nothing stands on the board yet."""
        self.board = vec[u8]([0] * SQUARES)
        self.at = vec[i64]([-1] * PIECES)

    def place(self, piece: i64, square: i64) -> None:
        """One piece more, before the first action."""
        self.board[square] = u8(piece + 1)
        self.at[piece] = square

    def count_moves(self, moves: i64) -> None:
        """So many have been made."""
        self.moves = moves
        self.round = moves + 1

    def score(self, player: i64) -> i64:
        return self.light if player == 1 else self.dark

    # ---- what may be done

    def action_space(self) -> i64:
        return PIECES * SPAN

    def write_actions(self, out: vec[i64]) -> i64:
        return self.write_side(self.player, out) if self.player != 0 else i64(0)

    def write_side(self, player: i64, out: vec[i64]) -> i64:
        """The actions that ``player`` would have, were it the own turn."""
        notes = Notes()
        count: i64 = 0
        first: i64 = OWN * (player - 1)
        for piece in range(first, first + OWN):
            cell = self.at[piece]
            if cell >= 0:
                count = write_piece(self.field, self.board, cell, out, count, notes)
        return count

    def legal_actions(self) -> list[int]:
        out = vec[i64]([0] * (OWN * MOST_ACTIONS))
        count = self.write_actions(out)
        return [out[i] for i in range(count)]

    def write_mask(self, out: vec[u8], offset: i64) -> None:
        actions = vec[i64]([0] * (OWN * MOST_ACTIONS))
        for i in range(self.write_actions(actions)):
            out[offset + actions[i]] = 1

    def can_move(self, player: i64) -> bool:
        """Whether ``player`` could do anything. Most can take a step, so that is looked at first."""
        field = self.field
        first: i64 = OWN * (player - 1)
        for piece in range(first, first + OWN):
            cell = self.at[piece]
            if cell >= 0:
                for at in range(cell * 4, cell * 4 + 4):
                    edge = field.steps[at]
                    if edge != 0 and edge & 7 <= field.budget[piece] and self.board[edge >> 3] == 0:
                        return True
        return self.write_side(player, vec[i64]([0] * (OWN * MOST_ACTIONS))) > 0

    def survey(self, cell: i64) -> list[int]:
        """For every square what a route of the piece on ``cell`` costs, and 1; 255: by a special move alone; 0: not to
        be reached. Its own square costs nothing; an enemy's is told whether the attack would succeed or not."""
        notes = Notes()
        search(self.field, self.board, cell, notes)
        return [i64(notes.cost[to]) for to in range(SQUARES)]

    def winner_of(self) -> i64:
        return self.winner

    # ---- doing it

    def apply(self, action: i64) -> None:
        piece = action // SPAN
        to = action - piece * SPAN
        self.skipped = 0
        self.moves += 1
        self.round = self.moves + 1
        self.board[self.at[piece]] = 0
        if to == OUT:
            self.at[piece] = -1
            self.exit(piece)
        else:
            target = i64(self.board[to]) - 1
            if target >= 0:
                self.at[target] = -1
            self.board[to] = u8(piece + 1)
            self.at[piece] = to
            if target < 0 and self.moves < MAX_MOVES:
                self.pass_turn()
                return
        self.end_or_pass()

    def exit(self, piece: i64) -> None:
        """The piece leaves the board for its strength in points."""
        if self.exits == 0:
            self.first_out = piece
        else:
            self.second_out = piece
        self.exits += 1
        if piece < OWN:
            self.light += self.field.strength[piece]
        else:
            self.dark += self.field.strength[piece]

    def end_or_pass(self) -> None:
        """Whether one of the endings has come, in their order."""
        if self.exits == 1 and self.field.kind[self.first_out] == SENTINEL:  # only now: no move follows it
            self.finish(self.current, SENTINEL_FIRST)
        elif self.exits >= EXITS_TO_END:
            self.finish(greater(self.light, self.dark), TWO_EXITS)
        elif self.strongest(1) == 0 or self.strongest(2) == 0:
            self.finish(greater(self.final_score(1), self.final_score(2)), NO_PIECES)
        elif self.moves >= MAX_MOVES:
            self.settle(MOVE_LIMIT)
        else:
            self.pass_turn()

    def pass_turn(self) -> None:
        """The other side is to move, if it can; else the same one again, if it can."""
        other = 3 - self.current
        if self.can_move(other):
            self.current = other
        else:
            self.skipped = other
            if not self.can_move(self.current):
                self.settle(BOTH_BLOCKED)
                return
        self.player = self.current

    def settle(self, reason: i64) -> None:
        """The end by score, then progress, then strength."""
        winner = greater(self.light, self.dark)
        if winner == 0:
            winner = greater(self.progress(1), self.progress(2))
        if winner == 0:
            winner = greater(self.strength_left(1), self.strength_left(2))
        self.finish(winner, reason)

    def finish(self, winner: i64, reason: i64) -> None:
        self.winner = winner
        self.reason = reason
        self.player = 0

    def leave(self, player: i64) -> None:
        """``player`` gives up: the other one wins."""
        if self.player != 0:
            self.left = player
            self.finish(3 - player, RESIGNATION)

    # ---- what is counted at the end

    def strongest(self, player: i64) -> i64:
        """The strength of the strongest piece on the board; 0: there is none."""
        most: i64 = 0
        first: i64 = OWN * (player - 1)
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0 and self.field.strength[piece] > most:
                most = self.field.strength[piece]
        return most

    def final_score(self, player: i64) -> i64:
        """The score with what is added when a side has no piece left."""
        return self.score(player) + self.strongest(player)

    def progress(self, player: i64) -> i64:
        """Rows that the pieces on the board have advanced from home, together."""
        total: i64 = 0
        first: i64 = OWN * (player - 1)
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0:
                row = self.at[piece] // SIDE
                total += row if player == 1 else SIDE - 1 - row
        return total

    def strength_left(self, player: i64) -> i64:
        """The strength of the pieces on the board, together."""
        total: i64 = 0
        first: i64 = OWN * (player - 1)
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0:
                total += self.field.strength[piece]
        return total

    # ---- for search and learning

    def key(self) -> int:
        """Of the board, who is to move and who has left; the number of moves does not count."""
        a: i64 = self.player * 3 + self.current
        b: i64 = self.first_out * 13 + self.second_out
        for piece in range(PIECES):
            a = (a * 1000003 + self.at[piece] + 1) & 0x7FFFFFFFFF
            b = (b * 8388593 + self.at[piece] + 1) & 0x7FFFFFFFFF
        return (a << 23) ^ b

    def evaluate(self, player: i64) -> i64:
        if self.player == 0:
            return i64(0) if self.winner == 0 else i64(WON) if self.winner == player else i64(-WON)
        value = standing(self.field, self.at, self.exits, self.light - self.dark)
        return value if player == 1 else -value

    def judge(self, actions: list[int]) -> list[int]:
        """What each action leads to, less what the best answer to it gains."""
        values: list[int] = []
        me = self.player
        for action in actions:
            after = self.copy()
            after.apply(action)
            value = after.evaluate(me)
            if after.player == 3 - me:
                value -= reply(self.field, after.board, after.at, after.exits, after.light - after.dark, after.player)
            values.append(value)
        return values

    def size(self) -> i64:
        return 9 * SQUARES

    def planes(self) -> i64:
        return PLANES

    def cells(self) -> i64:
        return SQUARES

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """See planes.py."""
        observe(self.field, self.at, self.moves, self.light, self.dark, self.exits, self.current, player, out, offset)


def greater(light: i64, dark: i64) -> i64:
    """Who has more: 1, 2 or, when both have as much, 0."""
    return i64(1) if light > dark else i64(2) if dark > light else i64(0)
