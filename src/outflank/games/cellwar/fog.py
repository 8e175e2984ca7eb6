"""Fog of war: what each player sees now, saw earlier in the running turn, and remembers."""

from __future__ import annotations

from typing import Final, final

from outflank.games.cellwar.board import KIND, OWNER, OWNERS
from outflank.native import i64, u8, vec

NEVER: Final = 0  # the memory of a cell that was never seen
ROUND: Final = 40  # a memory is ``round << ROUND | what stood there``
CONTENT: Final = (1 << ROUND) - 1
KNOWN_BIT: Final = 3
SEEN_ONCE: Final = 1 << KNOWN_BIT  # set in the gist of every cell that was ever out of sight after being seen


@final
class Fog:
    """Sight is kept up to date by every change; a memory is written when a cell goes out of sight.

    So what a visible cell holds is always read from the board itself, and a memory counts only while its
    cell is out of sight. During a player's own turn nothing goes out of sight: a cell that the last of their
    units leaves behind becomes part of the trail, which sees it, live, until the turn ends.
    """

    def __init__(self, width: i64, height: i64, players: i64, on: i64) -> None:
        self.width: i64 = width
        self.height: i64 = height
        self.cells: i64 = width * height
        self.on: i64 = on  # 0: nothing is hidden and nothing is kept, for playouts
        size: i64 = self.cells if on != 0 else 0
        self.seers: vec[u8] = vec[u8]([0] * (players * size))  # [player-1][cell]: own units, and trail, that see it
        self.memory: vec[i64] = vec[i64]([NEVER] * (players * size))
        # Of every memory what an observation tells, the kind of unit, in a byte: it is read fast.
        self.gist: vec[u8] = vec[u8]([0] * (players * size))
        self.trail: vec[i64] = vec[i64]([0] * size)  # the cells of this turn's trail, in no order
        self.trail_count: i64 = 0

    def copy(self) -> Fog:
        twin = Fog(self.width, self.height, 0, 0)
        twin.on = self.on
        if self.on != 0:
            twin.seers = self.seers[:]
            twin.memory = self.memory[:]
            twin.gist = self.gist[:]
            twin.trail = self.trail[:]
            twin.trail_count = self.trail_count
        return twin

    def see(self, player: i64, cell: i64, far: i64) -> None:
        """A unit of ``player`` now stands on ``cell`` and sees ``far`` cells."""
        width = self.width
        seers = self.seers
        y = cell // width
        x = cell - y * width
        left: i64 = x - far if x > far else 0
        right: i64 = x + far if x + far < width else width - 1
        top: i64 = y - far if y > far else 0
        bottom: i64 = y + far if y + far < self.height else self.height - 1
        row = (player - 1) * self.cells + top * width
        for _ in range(top, bottom + 1):
            for i in range(row + left, row + right + 1):
                seers[i] += 1
            row += width

    def unsee(self, player: i64, cell: i64, far: i64, current: i64, board: vec[i64], round: i64) -> None:
        """That unit is gone. The board must already be as the action leaves it: that is what is remembered."""
        width = self.width
        seers = self.seers
        y = cell // width
        x = cell - y * width
        left: i64 = x - far if x > far else 0
        right: i64 = x + far if x + far < width else width - 1
        top: i64 = y - far if y > far else 0
        bottom: i64 = y + far if y + far < self.height else self.height - 1
        base = (player - 1) * self.cells
        row = base + top * width
        for _ in range(top, bottom + 1):
            for i in range(row + left, row + right + 1):
                if seers[i] > 1:
                    seers[i] -= 1
                elif player != current:
                    seers[i] = 0
                    self.memory[i] = round << ROUND | board[i - base]
                    self.gist[i] = u8(SEEN_ONCE | board[i - base] & KIND)
                else:  # the trail sees it from now on
                    self.trail[self.trail_count] = i - base
                    self.trail_count += 1
            row += width

    def leave_trail(self, player: i64, cell: i64) -> None:
        """``player``, whose turn it is, sees ``cell`` until the turn ends, whatever happens."""
        self.seers[(player - 1) * self.cells + cell] += 1
        self.trail[self.trail_count] = cell
        self.trail_count += 1

    def end_turn(self, player: i64, board: vec[i64], round: i64) -> None:
        """The trail of ``player`` fades: what is out of sight now is remembered as it is now."""
        base = (player - 1) * self.cells
        seers = self.seers
        for i in range(self.trail_count):
            there = self.trail[i]
            seers[base + there] -= 1
            if seers[base + there] == 0:
                self.memory[base + there] = round << ROUND | board[there]
                self.gist[base + there] = u8(SEEN_ONCE | board[there] & KIND)
        self.trail_count = 0

    def blind(self, player: i64) -> None:
        """``player`` has left: nothing is seen or remembered any more."""
        first = (player - 1) * self.cells
        for i in range(first, first + self.cells):
            self.seers[i] = 0
            self.memory[i] = NEVER
            self.gist[i] = 0

    def sees(self, player: i64, cell: i64) -> bool:
        """Whether ``player`` sees ``cell`` now."""
        return self.on == 0 or self.seers[(player - 1) * self.cells + cell] > 0

    def remembered(self, player: i64, cell: i64) -> i64:
        """The memory of a cell that ``player`` does not see."""
        return self.memory[(player - 1) * self.cells + cell]

    def remember(self, player: i64, cell: i64, memory: i64) -> None:
        """From now on this is the memory of a cell that ``player`` does not see."""
        i = (player - 1) * self.cells + cell
        self.memory[i] = memory
        self.gist[i] = u8(0 if memory == NEVER else SEEN_ONCE | memory & KIND)

    def forget(self, owner: i64) -> None:
        """Erase the units of ``owner`` from all memories: those cells are remembered as empty."""
        memory = self.memory
        for i in range(len(memory)):
            if (memory[i] >> OWNER) & OWNERS == owner:
                memory[i] = memory[i] >> ROUND << ROUND
                self.gist[i] = SEEN_ONCE
