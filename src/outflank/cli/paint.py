"""A board in the terminal: the words of its cells in columns with coordinates, in the players' colours."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import TextIO

    from outflank.cli.words import Words
    from outflank.contract import Json, Text

COLOURS = {1: "34", 2: "31", 3: "32", 4: "33"}
"""Blue, red, green, yellow; magenta for the others."""
OTHERS, DARK = "35", "90"
_OWNER = re.compile(r"\(?(\d+)[A-Z]")
_WORDS = re.compile(r"(?<!\S)\d[A-Z]\S*")


def colourful(stream: TextIO | None = None) -> bool:
    """Whether colours can be shown: only on a terminal, and not when the reader does without (NO_COLOR)."""
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    return os.name == "posix" or "WT_SESSION" in os.environ


def shown(words: Words, text: Text, view: Json, changed: Collection[tuple[int, int]] = ()) -> str:
    """A view as a board with the viewer's units; in the game's own words where it is no such board."""
    if "my_units" not in view:
        told = text.text(view)
        return (
            _WORDS.sub(lambda word: _painted(word[0], 0, _code(word[0], False)), told) if colourful() else told
        ) + "\n"
    over = view["winner"] is not None
    headline = words("terminal.last" if over else "terminal.turn", round=view["round"], player=view["current_player"])
    grid = text.grid(view)
    lines = [headline, board(grid, colours=colourful(), changed=changed)]
    if view["player_id"]:
        units = [
            f"{grid[each['y']][each['x']].rstrip('*')}@({each['x']},{each['y']})" + "*" * each["acted"]
            for each in view["my_units"]
        ]
        lines.append(words("terminal.units", units=" ".join(units)) if units else words("terminal.no_units"))
    return "\n".join(lines)


def board(grid: Sequence[Sequence[str]], *, colours: bool, changed: Collection[tuple[int, int]] = ()) -> str:
    """The cells' words under their column numbers and behind their row numbers; ``changed`` cells stand out."""
    wide = max(3, 1 + max(len(word) for row in grid for word in row))
    lines = ["   " + "".join(str(x).ljust(wide) for x in range(len(grid[0]))).rstrip()]
    for y, row in enumerate(grid):
        cells = [_painted(word, wide, _code(word, (x, y) in changed) if colours else "") for x, word in enumerate(row)]
        lines.append(f"{str(y).ljust(3)}{''.join(cells)}".rstrip())
    return "\n".join(lines)


def _painted(word: str, wide: int, code: str) -> str:
    return f"\033[{code}m{word}\033[0m{' ' * (wide - len(word))}" if code else word.ljust(wide)


def _code(word: str, changed: bool) -> str:
    colour = DARK if word in ("?", ",") else ""
    if owner := _OWNER.match(word):
        colour = COLOURS.get(int(owner[1]), OTHERS)
    return ";".join(filter(None, ["7" if changed else "", colour]))
