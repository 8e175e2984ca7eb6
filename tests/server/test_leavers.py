"""Leavers: in my turn or in theirs, for ten seconds, forty, or ten minutes; a reload, and a phone that fell asleep.

Three players, so that the match goes on without one. The clock is the test's.
"""

from __future__ import annotations

import asyncio
import json
import socket as sockets
from typing import TYPE_CHECKING, Any

import pytest

from outflank.protocol import Act, Presence, Replaced, StateUpdate
from outflank.server import app as apps
from outflank.server.auth import digest, new_token
from outflank.server.hub import Hub
from outflank.server.live import Live
from outflank.server.store import Memory
from tests.server.test_durable import Clock, Inbox, seated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

MOVE = Act({"unit_id": 1, "dx": 0, "dy": 0})
AFTER = 30_000


class Table:
    """A match of three who are all connected. Player 1 is to act, and has acted once: the turn is unfinished."""

    def __init__(self, clock: Clock, live: Live, boxes: dict[int, Inbox], hub: Hub) -> None:
        self.clock, self.live, self.boxes, self.hub = clock, live, boxes, hub

    async def lose(self, player: int) -> None:
        await self.live.disconnect(player, self.boxes[player])

    async def back(self, player: int) -> Inbox:
        box = self.boxes[player] = Inbox()
        await self.live.connect(player, 0, box)
        return box

    async def pass_(self, milliseconds: int) -> None:
        """The clock goes on, a second at a time as the server looks at it."""
        until = self.clock.now + milliseconds
        while self.clock.now < until:
            self.clock.now = min(until, self.clock.now + 1_000)
            await self.live.overdue()

    @property
    def left(self) -> set[int]:
        return self.live.host.match.left


def at_table(monkeypatch: pytest.MonkeyPatch, play: Callable[[Table], Awaitable[None]]) -> None:
    clock = Clock(monkeypatch)

    async def use() -> None:
        hub = Hub(Memory(), lost_after=AFTER)
        live = await seated(hub, 3)
        boxes = {player: Inbox() for player in (1, 2, 3)}
        for player, box in boxes.items():
            await live.connect(player, 0, box)
        await live.receive(1, MOVE)
        assert live.host.match.state.player == 1
        await play(Table(clock, live, boxes, hub))
        await hub.close()

    asyncio.run(use())


@pytest.mark.parametrize("leaver", [1, 2])
@pytest.mark.parametrize("away", [10_000, 40_000, 600_000])
def test_away_for_a_while(monkeypatch: pytest.MonkeyPatch, leaver: int, away: int) -> None:
    """In the own turn (1) and in another's (2): ten seconds are nothing, more than thirty are the end."""

    async def play(table: Table) -> None:
        before = len(table.live.host.match.events)
        await table.lose(leaver)
        assert table.live.deadlines == {leaver: table.clock.now + AFTER}
        presence = [each for each in table.boxes[3].messages if isinstance(each, Presence)][-1]
        assert [(each.connected, each.lost_at is not None) for each in presence.players][leaver - 1] == (False, True)
        told = len(table.boxes[3].messages)
        await table.pass_(away)
        box = await table.back(leaver)
        kinds = table.boxes[3].kinds()[told:]
        match_ = table.live.host.match
        if away < AFTER:
            assert table.left == set() and table.live.deadlines == {}
            assert len(match_.events) == before, "the unfinished turn stands"
            assert "PlayerDisconnected" not in kinds and match_.state.player == 1
        else:
            assert table.left == {leaver} and kinds.count("PlayerDisconnected") == 1
            assert kinds.count("Rollback") == (leaver == 1), "only an unfinished turn is taken back"
            assert match_.state.player == (2 if leaver == 1 else 1)
            (view,) = [each.view for each in box.messages if isinstance(each, StateUpdate)]
            assert leaver in view["left"] and view["my_units"] == [], "whoever comes back sees that it is over"
            refused = (await table.live.receive(leaver, MOVE))[-1]
            assert refused.error == "NotYourTurn" and refused.detail == "you_have_left"  # type: ignore[union-attr]
        await table.pass_(600_000)
        assert table.left == ({leaver} if away > AFTER else set()), "the clock ran once"

    at_table(monkeypatch, play)


def test_a_turn_of_one_who_is_away_goes_on_when_they_are_back_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        await table.lose(1)
        await table.pass_(29_000)
        await table.back(1)
        await table.live.receive(1, Act({"end_turn": True}))
        assert table.live.host.match.state.player == 2

    at_table(monkeypatch, play)


@pytest.mark.parametrize("new_first", [True, False])
def test_a_reload_loses_nothing(monkeypatch: pytest.MonkeyPatch, new_first: bool) -> None:
    """The new page may say hello before the old connection is known to be gone, or after."""

    async def play(table: Table) -> None:
        old = table.boxes[1]
        if new_first:
            await table.back(1)
            assert isinstance(old.messages[-1], Replaced)
            await table.live.disconnect(1, old)
        else:
            await table.lose(1)
            await table.back(1)
        assert table.live.deadlines == {}, "no clock runs"
        await table.pass_(600_000)
        assert table.left == set() and table.live.host.match.state.player == 1

    at_table(monkeypatch, play)


def test_many_short_absences_are_not_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        for _ in range(10):
            await table.lose(2)
            await table.pass_(20_000)
            await table.back(2)
        assert table.left == set()

    at_table(monkeypatch, play)


def test_when_the_last_but_one_is_lost_the_match_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        await table.lose(1)
        await table.lose(2)
        await table.pass_(31_000)
        assert table.left == {1, 2} and "GameOver" in table.boxes[3].kinds()
        assert await table.hub.store.deadlines() == [], "nothing is waited for any more"

    at_table(monkeypatch, play)


def test_a_phone_asleep_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its connection is open, and silent: no answer to a ping ends it, and the clock of its player runs."""

    async def use() -> None:
        listening = sockets.create_server(("127.0.0.1", 0))
        config = apps.configuration(apps.application(Memory(), AFTER), ping=0.2)
        server = apps.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        hub: Hub = config.app.state.hub  # type: ignore[union-attr]
        live = await seated(hub, 3)
        reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
        token = new_token()
        live.tokens[1] = digest(token)
        await _greet(reader, writer, live.host.match_id, token)
        assert live.wires[1]
        async with asyncio.timeout(10):
            while live.wires[1]:
                await asyncio.sleep(0.05)  # it reads, and answers nothing
        assert 1 in live.deadlines
        writer.close()
        server.should_exit = True
        await running

    asyncio.run(use())


async def _greet(reader: asyncio.StreamReader, writer: Any, match_id: str, token: str) -> None:
    """Say hello by hand, as a WebSocket that then falls asleep."""
    writer.write(
        f"GET /ws/game/{match_id}/ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    hello = json.dumps({"type": "hello", "player": 1, "token": token}).encode()
    writer.write(bytes([0x81, 0x80 | len(hello)]) + bytes(4) + hello)
    while b"StateUpdate" not in await reader.read(65536):
        pass
