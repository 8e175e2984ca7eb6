"""A command that is told to end by the system ends in good order, and so do the programs that it has started."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The second one: the window was closed."""


class Ended(BaseException):
    """The system has told us to end. No Exception: whoever forgives those of a bot must not forgive this."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.status = 128 + number


@contextlib.contextmanager
def orderly() -> Iterator[None]:
    """While this runs, those signals raise Ended: what stands in a ``finally`` is still done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are not ours to handle
        return
    before = {each: signal.signal(each, _end) for each in SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """A signal that comes while this runs counts only afterwards: whoever ends a program knows of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {each: signal.signal(each, lambda number, _: came.append(number)) for each in (signal.SIGINT, *SIGNALS)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        if came:
            signal.raise_signal(came[0])


def _end(number: int, _: FrameType | None) -> None:
    raise Ended(number)
