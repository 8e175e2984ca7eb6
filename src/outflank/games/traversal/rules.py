"""The rules of Traversal.

Two sides, six pieces each, one move a turn: along a route, onto an enemy that is outweighed, or off the board beyond
the far edge. An action is one number: ``piece * 101 + square`` goes or attacks, ``piece * 101 + 100`` exits.

Where each piece can go is kept, as a set of squares (board.py), and so are the squares on which that depends: when
something comes to stand on one of them or goes away, it is found out again, but not before it is asked for.
"""

from __future__ import annotations

from typing import Final, cast, final

from outflank.games.traversal.board import (
    EXITS_TO_END,
    HALF,
    MAX_MOVES,
    OUT,
    OWN,
    PIECES,
    SENTINEL,
    SIDE,
    SPAN,
    SQUARES,
    Field,
    single,
)
from outflank.games.traversal.combat import TERMS, weigh
from outflank.games.traversal.evaluate import WON, leaving, reply, standing, worth
from outflank.games.traversal.planes import PLANES, observe
from outflank.games.traversal.routes import Notes, costs, mark_set, search, write_row, write_set
from outflank.native import i64, u8, vec
from outflank.state import State

SENTINEL_FIRST: Final = 1
TWO_EXITS: Final = 2
NO_PIECES: Final = 3
MOVE_LIMIT: Final = 4
BOTH_BLOCKED: Final = 5
RESIGNATION: Final = 6

MOST_ACTIONS: Final = 61  # of a piece: to all squares within 5 steps, and the exit
ALL: Final = 0xFFF  # the pieces, a bit each


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
        self.light_lower: i64 = 0  # once more the board, as sets of squares (board.py): where Light's pieces stand,
        self.light_upper: i64 = 0
        self.dark_lower: i64 = 0  # and Dark's
        self.dark_upper: i64 = 0
        self.rows: vec[i64] = vec[i64]()  # [piece * 2 + half]: where it can go
        self.watch: vec[i64] = vec[i64]()  # likewise: the squares on which that depends
        self.stale: i64 = ALL  # the pieces, a bit each, of which this must be found out again
        self.notes: Notes | None = None  # for searching, once that has been done; no twin shares it

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
        twin.light_lower = self.light_lower
        twin.light_upper = self.light_upper
        twin.dark_lower = self.dark_lower
        twin.dark_upper = self.dark_upper
        twin.rows = self.rows[:]
        twin.watch = self.watch[:]
        twin.stale = self.stale
        return twin

    # ---- setting up

    def clear(self) -> None:
        """Nothing stands on the board yet."""
        self.board = vec[u8]([0] * SQUARES)
        self.at = vec[i64]([-1] * PIECES)
        self.light_lower = self.light_upper = self.dark_lower = self.dark_upper = 0
        self.rows = vec[i64]([0] * (PIECES * 2))
        self.watch = vec[i64]([0] * (PIECES * 2))
        self.stale = ALL

    def place(self, piece: i64, square: i64) -> None:
        """One piece more, before the first action."""
        self.board[square] = u8(piece + 1)
        self.at[piece] = square
        if piece < OWN and square < HALF:
            self.light_lower |= single(square)
        elif piece < OWN:
            self.light_upper |= single(square - HALF)
        elif square < HALF:
            self.dark_lower |= single(square)
        else:
            self.dark_upper |= single(square - HALF)
        self.stale = ALL

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
        if self.player == 0:
            return 0
        first: i64 = OWN * (self.player - 1)
        self.renew(first)
        rows = self.rows
        count: i64 = 0
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0:
                count = write_set(self.field, rows[piece * 2], rows[piece * 2 + 1], piece * SPAN, out, count)
        return count

    def legal_actions(self) -> list[int]:
        out = vec[i64]([0] * (OWN * MOST_ACTIONS))
        count = self.write_actions(out)
        numbers = self.field.numbers
        made = [numbers[out[i]] for i in range(count)]
        return cast("list[int]", made)

    def write_mask(self, out: vec[u8], offset: i64) -> None:
        if self.player == 0:
            return
        first: i64 = OWN * (self.player - 1)
        self.renew(first)
        rows = self.rows
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0:
                mark_set(self.field, rows[piece * 2], rows[piece * 2 + 1], offset + piece * SPAN, out)

    def renew(self, first: i64) -> None:
        """Find out again what is stale of a side. ``first``: its first piece."""
        stale = (self.stale >> first) & ((1 << OWN) - 1)
        if stale == 0:
            return
        notes = self.look(first)
        for piece in range(first, first + OWN):
            if (stale >> (piece - first)) & 1 != 0 and self.at[piece] >= 0:
                write_row(self.field, self.board, piece, self.at[piece], self.rows, self.watch, notes)
        self.stale ^= stale << first

    def look(self, first: i64) -> Notes:
        """The notes, with where everybody stands, for searches of a side. ``first``: its first piece."""
        notes = self.notes
        if notes is None:
            notes = Notes()
            self.notes = notes
        if first == 0:
            notes.own_lower = self.light_lower
            notes.own_upper = self.light_upper
            notes.foe_lower = self.dark_lower
            notes.foe_upper = self.dark_upper
        else:
            notes.own_lower = self.dark_lower
            notes.own_upper = self.dark_upper
            notes.foe_lower = self.light_lower
            notes.foe_upper = self.light_upper
        return notes

    def shift(self, piece: i64, cell: i64, to: i64) -> None:
        """The piece goes from ``cell`` to ``to``, OUT or a square; what depends on either must be found out again."""
        lower: i64 = 0
        upper: i64 = 0
        if cell < HALF:
            lower = single(cell)
        else:
            upper = single(cell - HALF)
        if to < HALF:
            lower |= single(to)
        elif to < OUT:
            upper |= single(to - HALF)
        if piece < OWN:
            self.light_lower ^= lower
            self.light_upper ^= upper
            self.dark_lower &= ~lower
            self.dark_upper &= ~upper
        else:
            self.dark_lower ^= lower
            self.dark_upper ^= upper
            self.light_lower &= ~lower
            self.light_upper &= ~upper
        watch = self.watch
        stale = self.stale
        for other in range(i64(PIECES)):
            if (watch[other * 2] & lower) | (watch[other * 2 + 1] & upper) != 0:
                stale |= single(other)
        self.stale = stale

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
        self.renew(first)
        for piece in range(first, first + OWN):
            if self.at[piece] >= 0 and self.rows[piece * 2] | self.rows[piece * 2 + 1] != 0:
                return True
        return False

    def survey(self, cell: i64) -> list[int]:
        """For every square what a route of the piece on ``cell`` costs, and 1; 255: by a special move alone; 0: not to
        be reached. Its own square costs nothing; an enemy's is told whether the attack would succeed or not."""
        piece = i64(self.board[cell]) - 1
        notes = self.look(0 if piece < OWN else OWN)
        search(self.field, piece, cell, notes)
        return costs(self.field, piece, notes)

    def weigh(self, cell: i64, to: i64, cost: i64) -> tuple[int, list[int]]:
        """Attack less defence, and all terms of both (combat.py), of the attack by the piece on ``cell`` at the one on
        ``to`` if its cheapest route costs so much."""
        terms = vec[i64]([0] * TERMS)
        margin = weigh(self.field, self.board, cell, to, cost, terms)
        return margin, [terms[i] for i in range(TERMS)]

    def winner_of(self) -> i64:
        return self.winner

    # ---- doing it

    def apply(self, action: i64) -> None:
        piece = action // SPAN
        to = action - piece * SPAN
        self.skipped = 0
        self.moves += 1
        self.round = self.moves + 1
        cell = self.at[piece]
        self.board[cell] = 0
        self.shift(piece, cell, to)
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
        b: i64 = (self.field.key + self.first_out * 13 + self.second_out) & 0x7FFFFFFFFF
        for piece in range(i64(PIECES)):
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
        answers = vec[i64]([0] * (OWN * MOST_ACTIONS))
        me = self.player
        for action in actions:
            after = self.copy()
            after.apply(action)
            value = after.evaluate(me)
            if after.player == 3 - me:
                count = after.write_actions(answers)
                lead = after.score(after.player) - after.score(me)
                value -= reply(self.field, after.board, after.at, after.exits, lead, answers, count)
            values.append(value)
        return values

    def promise(self, action: i64) -> i64:
        piece = action // SPAN
        to = action - piece * SPAN
        cell = self.at[piece]
        lead: i64 = self.light - self.dark if piece < OWN else self.dark - self.light
        if to == OUT:
            return leaving(self.field, piece, self.at, self.exits, lead)
        if self.board[to] != 0:
            return worth(self.field, i64(self.board[to]) - 1, to, self.exits, -lead)
        rows = to // SIDE - cell // SIDE
        return (rows if piece < OWN else -rows) - SIDE

    def size(self) -> i64:
        return 9 * SQUARES

    def planes(self) -> i64:
        return PLANES

    def cells(self) -> i64:
        return SQUARES

    def write_observation(self, out: vec[u8], offset: i64, player: i64) -> None:
        """See planes.py."""
        observe(self.field, self.at, self.moves, self.light, self.dark, self.exits, player, out, offset)


def greater(light: i64, dark: i64) -> i64:
    """Who has more: 1, 2 or, when both have as much, 0."""
    return i64(1) if light > dark else i64(2) if dark > light else i64(0)
