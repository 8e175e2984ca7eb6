"""A board in the terminal: the words of its cells in columns with coordinates, in the players' colours."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

COLOURS = {1: "34", 2: "31", 3: "32", 4: "33"}
"""Blue, red, green, yellow; magenta for the others."""
OTHERS, DARK = "35", "90"
_OWNER = re.compile(r"\(?(\d+)[A-Z]")


def colourful(stream: TextIO | None = None) -> bool:
    """Whether colours can be shown: only on a terminal, and not when the reader does without (NO_COLOR)."""
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return os.name == "posix" or "WT_SESSION" in os.environ


def board(grid: Sequence[Sequence[str]], *, colours: bool) -> str:
    """The cells' words under their column numbers and behind their row numbers."""
    wide = max(3, 1 + max(len(word) for row in grid for word in row))
    lines = ["   " + "".join(str(x).ljust(wide) for x in range(len(grid[0]))).rstrip()]
    for y, row in enumerate(grid):
        cells = [_painted(word, wide, colours) for word in row]
        lines.append(f"{str(y).ljust(3)}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _painted(word: str, wide: int, colours: bool) -> str:
    colour = _colour(word) if colours else ""
    return f"\033[{colour}m{word}\033[0m{' ' * (wide - len(word))}" if colour else word.ljust(wide)


def _colour(word: str) -> str:
    if owner := _OWNER.match(word):
        return COLOURS.get(int(owner[1]), OTHERS)
    return DARK if word in ("?", ",") else ""
