"""Fingers on the glass: what the browser is told, with times of our own, so that slow machines change nothing."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Page

Point = tuple[float, float]


class Fingers:
    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)
        self._now = time.time()

    def _send(self, kind: str, points: Sequence[Point]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        event = {"type": kind, "touchPoints": touches, "timestamp": self._now}
        self._devtools.send("Input.dispatchTouchEvent", event)

    def later(self, ms: float) -> None:
        """Time passes between two events."""
        self._now += ms / 1000

    def down(self, *points: Point) -> None:
        self._send("touchStart", points)

    def move(self, *points: Point) -> None:
        self.later(16)
        self._send("touchMove", points)

    def up(self) -> None:
        self.later(16)
        self._send("touchEnd", [])

    def tap(self, point: Point) -> None:
        self.down(point)
        self.later(40)
        self.up()

    def drag(self, start: Sequence[Point], end: Sequence[Point], steps: int = 8) -> None:
        """All fingers at once, in straight lines."""
        self.down(*start)
        for step in range(1, steps + 1):
            part = step / steps
            self.move(
                *[(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in zip(start, end, strict=True)]
            )
        self.up()
