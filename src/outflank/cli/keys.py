"""Single keys of a terminal, or typed lines where there is none, as the same few commands."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEYS = {
    "\x1b[C": "next", "\x1bOC": "next", " ": "next", "\r": "next", "\n": "next", "n": "next",
    "\x1b[D": "back", "\x1bOD": "back", "\x7f": "back", "b": "back",
    "\x1b[1;2C": "turn", "t": "turn",
    "\x1b[1;2D": "turn back", "T": "turn back",
    "\x1b[H": "start", "\x1bOH": "start", "\x1b[1~": "start", "s": "start",
    "\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "e": "end",
    "q": "quit", "\x1b": "quit", "\x04": "quit", "": "quit",
}  # fmt: skip
"""What a terminal sends for a key, and what it means."""
_KEY = re.compile(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|.", re.DOTALL)


@contextlib.contextmanager
def commands(prompt: str) -> Iterator[Callable[[], str]]:
    """A function that waits for the next command: one of the values of KEYS, or a number that was typed."""
    if os.name == "posix" and sys.stdin.isatty():
        import termios
        import tty

        before = termios.tcgetattr(sys.stdin)
        tty.setcbreak(sys.stdin)  # Ctrl-C stays what it is
        try:
            yield _Pressed(prompt)
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
    else:
        yield lambda: _typed(prompt)


class _Pressed:
    """Keys as they are pressed; several may come at once."""

    def __init__(self, prompt: str) -> None:
        self._prompt = prompt
        self._waiting: list[str] = []

    def __call__(self) -> str:
        print(self._prompt, end="", flush=True)
        digits = ""
        while True:
            key = self._key()
            if key.isascii() and key.isdecimal():
                digits += key
                print(key, end="", flush=True)
            elif digits and key in ("\r", "\n"):
                print()
                return digits
            elif key in KEYS:
                print()
                return KEYS[key]

    def _key(self) -> str:
        while not self._waiting:
            data = os.read(sys.stdin.fileno(), 256)
            self._waiting = _KEY.findall(data.decode("utf-8", "replace")) if data else [""]
        return self._waiting.pop(0)


def _typed(prompt: str) -> str:
    try:
        line = input(prompt).strip()
    except EOFError:
        return "quit"
    if line.isascii() and line.isdecimal():
        return line
    return KEYS.get(line[:1] or "\n", "next")
