"""What Traversal's pieces are worth where they stand: data alone, for evaluate.py.

Fitted to who won matches of the computer against itself (logistic regression; 100 is a factor e in the odds of
winning), then smoothed by hand. A piece is worth what it threatens: to leave the board in so many turns.
"""

from __future__ import annotations

from typing import Final

TURNS: Final = 6  # columns: the piece is off the board in 1, 2, ... 6 or more turns, were nothing in its way
OPEN: Final = 0  # nobody has left the board yet
DECIDES: Final = 1  # one piece has left it, and the exit of this one would win,
DRAWS: Final = 2  # would be a draw,
LOSES: Final = 3  # or would lose

# One row each: Explorer, Vanguard, Sentinel.
WORTH: Final = (
    (80, 63, 48, 48, 48, 46),
    (72, 44, 32, 16, 12, 10),
    (300, 242, 148, 105, 72, 38),
    (216, 173, 132, 117, 98, 82),
    (200, 135, 119, 116, 70, 60),
    (226, 160, 80, 54, 52, 30),
    (92, 90, 36, 30, 30, 30),
    (84, 86, 62, 50, 28, 26),
    (104, 101, 97, 95, 93, 92),
    (20, 36, 40, 45, 46, 46),
    (60, 60, 60, 60, 60, 60),
    (80, 80, 80, 80, 80, 80),
)
"""[what its exit means * 3 + its kind]."""
