"""What takes long (computer players, advice), each in a thread of its own that cannot keep the server from stopping."""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from outflank.protocol import Thinking

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.bots import Turn

THINKERS = max(2, os.cpu_count() or 1)
"""So many think at once."""
WITHIN = 10.0
"""Seconds after which nobody waits for a thought any more."""
ENOUGH = 8.0
"""Seconds after which a thinker is asked to come to an end."""
BREATH = 0.001
"""Seconds between two bouts of thinking in which the server does what else there is to do: only one runs at a time."""
TELL = 0.25
"""Seconds of thinking after which it is told, and then again each time."""

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


class Thought:
    """What a computer player thinks in one turn, as far as others may know. ``began``: the event the turn began with.

    Of a game with ``secrets`` only that it thinks, once, a fixed time after the turn has begun: what has been spent, or
    how often it is told, might tell what there is to think about.
    """

    def __init__(self, player: int, began: int, secrets: bool) -> None:
        self.player = player
        self.began = began
        self.told = False
        self._secrets = secrets
        self._since = self._action = self._last = time.monotonic()
        self._spent = 0
        self._turn: Turn | None = None
        self._hurried = False

    def about(self, turn: Turn) -> None:
        """It thinks about the next action of the turn."""
        self._turn = turn
        turn.hurry = self._hurried
        self._action = time.monotonic()

    def tell(self, spent: int) -> None:
        """So many nodes are spent; called where it thinks, in another thread."""
        self._spent = spent
        time.sleep(BREATH)
        if self._turn is not None and time.monotonic() - self._action > ENOUGH:
            self._turn.hurry = True

    def hurry(self) -> None:
        """Whoever thinks shall act now, in all of this turn."""
        self._hurried = True
        if self._turn is not None:
            self._turn.hurry = True

    def due(self) -> float | None:
        """Seconds until there is news to tell; None: there will be none."""
        if self._secrets and self.told:
            return None
        return max(0.0, self._last + TELL - time.monotonic())

    def news(self) -> Thinking | None:
        """What is to be told now, if anything is."""
        if (self.due() or 0) > 0:
            return None
        self._last = time.monotonic()
        self.told = True
        return self.message()

    def message(self) -> Thinking:
        if self._secrets or self._turn is None:
            return Thinking(self.player)
        return Thinking(self.player, self._spent, self._turn.budget)


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
