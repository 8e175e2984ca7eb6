"""Fog of war: what each player sees now, saw earlier in the running turn, and remembers."""

from __future__ import annotations

from typing import Final, final

from outflank.native import i64, vec

NEVER: Final = -1  # the memory of a cell that was never seen
ROUND: Final = 40  # a memory is ``round << ROUND | what stood there``
CONTENT: Final = (1 << 40) - 1


@final
class Fog:
    """Sight is kept up to date by every change; a memory is written when a cell goes out of sight.

    So what a visible cell holds is always read from the board itself, and a memory counts only while its
    cell is out of sight. During a player's own turn nothing goes out of sight: what their units leave
    behind is the trail, which shows the live board until the turn ends.
    """

    def __init__(self, width: i64, height: i64, players: i64, on: i64) -> None:
        self.width: i64 = width
        self.height: i64 = height
        self.cells: i64 = width * height
        self.on: i64 = on  # 0: nothing is hidden and nothing is kept, for playouts
        size: i64 = self.cells if on != 0 else 0
        self.seers: vec[i64] = vec[i64]([0] * (players * size))  # [player-1][cell]: own units that see it
        self.memory: vec[i64] = vec[i64]([NEVER] * (players * size))
        self.trail: vec[i64] = vec[i64]([0] * size)  # the turn in which the cell became part of the trail
        self.faded: vec[i64] = vec[i64]([0] * size)  # the cells of this turn's trail
        self.faded_count: i64 = 0
        self.turn: i64 = 1

    def copy(self) -> Fog:
        twin = Fog(self.width, self.height, 0, 0)
        twin.on = self.on
        twin.turn = self.turn
        if self.on != 0:
            twin.seers = self.seers[:]
            twin.memory = self.memory[:]
            twin.trail = self.trail[:]
            twin.faded = self.faded[:]
            twin.faded_count = self.faded_count
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
                left_over = seers[i] - 1
                seers[i] = left_over
                if left_over == 0:
                    there = i - base
                    if player != current:
                        self.memory[i] = round << ROUND | board[there]
                    elif self.trail[there] != self.turn:
                        self.trail[there] = self.turn
                        self.faded[self.faded_count] = there
                        self.faded_count += 1
            row += width

    def end_turn(self, player: i64, board: vec[i64], round: i64) -> None:
        """The trail of ``player`` fades: what is out of sight now is remembered as it is now."""
        base = (player - 1) * self.cells
        for i in range(self.faded_count):
            there = self.faded[i]
            if self.seers[base + there] == 0:
                self.memory[base + there] = round << ROUND | board[there]
        self.faded_count = 0
        self.turn += 1

    def sees(self, player: i64, cell: i64, current: i64) -> bool:
        """Whether ``player`` sees ``cell`` now, while it is the turn of ``current``."""
        if self.on == 0 or self.seers[(player - 1) * self.cells + cell] > 0:
            return True
        return player == current and self.trail[cell] == self.turn

    def remembered(self, player: i64, cell: i64) -> i64:
        """The memory of a cell that ``player`` does not see."""
        return self.memory[(player - 1) * self.cells + cell]

    def forget(self, owner: i64, mask: i64, shift: i64) -> None:
        """Erase the units of ``owner`` from all memories: those cells are remembered as empty."""
        memory = self.memory
        for i in range(len(memory)):
            if memory[i] != NEVER and (memory[i] >> shift) & mask == owner:
                memory[i] = memory[i] >> ROUND << ROUND
