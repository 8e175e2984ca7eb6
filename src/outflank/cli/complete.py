"""The tabulator key: what a person has begun to type is completed from what can be typed now."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def candidates(begun: str, known: Sequence[str]) -> list[str]:
    """How a line that begins so may go on: word by word, so that a long list is not shown at once."""
    found: dict[str, None] = {}
    for each in known:
        if each.startswith(begun):
            end = next((i for i in range(len(begun), len(each)) if each[i] in " -x" and i > len(begun)), len(each) - 1)
            found[each[: end + 1]] = None
    return list(found)


def offer(known: Sequence[str]) -> None:
    """Complete lines from these from now on; nothing happens where there is no terminal or no readline."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        return dict(enumerate(candidates(begun, known))).get(number)

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
