"""What takes long (computer players, advice), each in a thread of its own that cannot keep the server from stopping."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

THINKERS = max(2, os.cpu_count() or 1)
"""So many think at once."""
WITHIN = 10.0
"""Seconds after which nobody waits for a thought any more."""

T = TypeVar("T")


class Thoughts:
    """One kind of thinking of a server."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(THINKERS)

    async def of(self, think: Callable[[], T]) -> T | None:
        """What ``think`` returns; None when it takes too long, and is left alone."""
        async with self._places:
            thought = _in_thread(think)
            done, _ = await asyncio.wait({thought}, timeout=WITHIN)
            return thought.result() if done else None


def _in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    made: Future[T] = Future()
    made.set_running_or_notify_cancel()

    def run() -> None:
        try:
            made.set_result(work())
        except BaseException as error:  # it is raised where the result is asked for
            made.set_exception(error)

    Thread(target=run, daemon=True, name="thinking").start()
    return asyncio.wrap_future(made)
