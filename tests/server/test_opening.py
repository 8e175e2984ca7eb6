"""A match that the computer opens begins when a person sees it, or soon after; time here passes only when told to."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from outflank.match import Place
from outflank.protocol import EndTurn, StateUpdate, YourTurn
from outflank.server.hub import COME_WITHIN, Hub
from outflank.server.store import Memory
from tests.server.test_races import WITHIN, Inbox, bots

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from outflank.bots import Turn
    from outflank.server.live import Live

COMPUTER_FIRST = (Place("computer"), Place("open"))


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time stands still until a test moves it."""

    at = 0.0

    def time(self) -> float:
        return self.at


def run(test: Coroutine[Any, Any, None]) -> None:
    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(test)


async def pass_by(seconds: float) -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Clock)
    loop.at += seconds
    for _ in range(10):
        await asyncio.sleep(0)  # so that whoever waited for this time goes on


class Opener:
    """A bot that moves twice and ends its turn, and tells when it is first asked."""

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._actions = 0

    def choose(self, turn: Turn) -> Any:
        self._asked.set()
        self._actions += 1
        return turn.legal[-1 if self._actions % 3 == 0 else 0]

    async def asked(self, within: float = WITHIN) -> bool:
        return await asyncio.to_thread(self._asked.wait, within)


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch) -> Opener:
    made = Opener()
    bots(monkeypatch, made)
    return made


async def begun(hub: Hub) -> Live:
    """A match that waits for the computer's first action."""
    live, _ = await hub.create("pixelswars", {}, COMPUTER_FIRST, None)
    await live.join(2, "")
    await pass_by(0)  # its wait begins now
    return live


async def thought(live: Live) -> None:
    """Wait until the computer is not due any more."""
    assert live._thinking is not None
    await live._thinking


def test_whoever_connects_soon_sees_the_whole_first_turn(opener: Opener) -> None:
    async def come() -> None:
        live = await begun(Hub(Memory()))
        await live.connect(None, 0, Inbox())  # a spectator is nobody to wait for
        await pass_by(0.3)
        assert not await opener.asked(0.05) and not live.lock.locked()
        inbox = Inbox()
        await live.connect(2, 0, inbox)
        assert await opener.asked()
        await inbox.until(YourTurn)
        first, *later = [each for each in inbox.messages if isinstance(each, StateUpdate)]
        assert first.resync and not first.effects and first.view["current_player"] == 1
        assert len(later) == 3 and all(each.effects and not each.resync for each in later)
        assert later[-1].view["current_player"] == 2

    run(come())


def test_a_program_that_never_connects_gets_its_turn(opener: Opener) -> None:
    async def poll() -> None:
        live = await begun(Hub(Memory()))
        await pass_by(COME_WITHIN - 0.01)
        assert not await opener.asked(0.05)
        await pass_by(0.02)
        assert await opener.asked()
        await thought(live)
        assert live.host.match.state.player == 2

    run(poll())


def test_only_a_new_match_waits_and_only_for_its_first_action(opener: Opener) -> None:
    async def go_on() -> None:
        store = Memory()
        live = await begun(Hub(store))
        again = await Hub(store).get(live.host.match_id)  # as after a restart
        await thought(again)
        assert again.host.match.state.player == 2

        second, _ = await Hub(store).create("pixelswars", {}, COMPUTER_FIRST[::-1], None)
        await second.join(1, "")
        assert second._thinking is None
        await second.receive(1, EndTurn("e"))
        await thought(second)
        assert second.host.match.state.player == 1

        watched, _ = await Hub(store).create("pixelswars", {"max_rounds": 1}, COMPUTER_FIRST[:1] * 2, None)
        await thought(watched)
        assert not watched.host.match.running

    run(go_on())


def test_the_server_stops_while_the_computer_waits(opener: Opener) -> None:
    async def stop() -> None:
        hub = Hub(Memory())
        live = await begun(hub)
        await pass_by(0.3)
        hub.drain()
        assert live._thinking is not None
        await asyncio.wait({live._thinking})
        assert live._thinking.cancelled() and live.idle and not await opener.asked(0.05)

    run(stop())
