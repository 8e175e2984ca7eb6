"""Many at once, and computer players that do not behave: one effect each, nobody else is held up, memory is bounded."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

from outflank.bots import Turn
from outflank.contract import Refusal
from outflank.host import Host
from outflank.match import Place
from outflank.protocol import Accepted, Act, EndTurn, HostMessage, Leave, Look, Looked, Refused, Replaced, YourTurn
from outflank.recipient import KEPT
from outflank.seats import Seats
from outflank.server import hub as hubs
from outflank.server import live as lives
from outflank.server import sockets, thinking
from outflank.server.hub import Hub
from outflank.server.live import Live
from outflank.server.store import Change, Kept, Memory, StoreFailed

WITHIN = 20.0  # seconds; every wait here ends with an event long before


class Inbox:
    """A connection that keeps what is put on it, and lets a test wait for a message."""

    def __init__(self) -> None:
        self.messages: list[HostMessage] = []
        self._more = asyncio.Event()

    def put(self, message: HostMessage, coded: bytes | None = None) -> None:
        self.messages.append(message)
        self._more.set()

    def drop(self) -> None:
        self.dropped = True

    async def until(self, kind: type[Any], count: int = 1) -> None:
        async with asyncio.timeout(WITHIN):
            while sum(isinstance(each, kind) for each in self.messages) < count:
                self._more.clear()
                await self._more.wait()


HUMANS = (Place("open"), Place("open"))
COMPUTERS = (Place("computer", bot="random"), Place("computer", bot="random"))
OPTIONS = {"width": 6, "height": 6}


async def seated(hub: Hub, *places: Place, **options: Any) -> Live:
    """A match whose open seats are taken."""
    live, _ = await hub.create("cellwar", {**OPTIONS, **options}, places, None)
    for place in places:
        if place.kind == "open":
            await live.join(None, "")
    return live


async def finished(live: Live) -> None:
    """Wait for the end of a match that the computer plays alone."""
    async with asyncio.timeout(WITHIN):
        while live.host.match.running:
            assert live._thinking is not None
            await asyncio.wait({live._thinking}, timeout=WITHIN)


def test_two_commands_at_once_have_one_effect() -> None:
    async def race() -> None:
        live = await seated(Hub(Memory()), *HUMANS)
        command = Act({"unit_id": 1, "dx": 0, "dy": 0})
        answers = [each[-1] for each in await asyncio.gather(*(live.receive(1, command) for _ in range(20)))]
        assert sum(isinstance(each, Accepted) for each in answers) == 1
        assert {each.error for each in answers if isinstance(each, Refused)} == {"UnitAlreadyActed"}
        ends = await asyncio.gather(*(live.receive(1, EndTurn("e")) for _ in range(20)))
        assert all(each[-1] == ends[0][-1] for each in ends) and isinstance(ends[0][-1], Accepted)
        assert len(live.host.match.events) == 5  # started, two seats, an action, an end

    asyncio.run(race())


def test_the_last_seat_is_taken_once() -> None:
    async def race() -> None:
        live, _ = await Hub(Memory()).create("cellwar", OPTIONS, HUMANS, None)
        results = await asyncio.gather(*(live.join(None, f"P{n}") for n in range(30)), return_exceptions=True)
        seats = [each for each in results if not isinstance(each, BaseException)]
        assert sorted(player for player, _ in seats) == [1, 2] and len({token for _, token in seats}) == 2
        refused = [each for each in results if isinstance(each, Refusal)]
        assert len(refused) == 28 and {each.code for each in refused} == {"SeatTaken"}

    asyncio.run(race())


def test_computers_play_to_the_end() -> None:
    async def watch() -> None:
        store = Memory()
        live = await seated(Hub(store), *COMPUTERS, max_rounds=20)
        await finished(live)
        assert live.host.match.outcome is not None and live.seats.reports == []
        kept = await store.read(live.host.match_id)
        assert kept is not None
        again = Host(live.host.match_id, kept.events)
        assert again.game.dump(again.match.state) == live.host.game.dump(live.host.match.state)

    asyncio.run(watch())


class Held:
    """A bot that answers when the test lets it."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.let = threading.Event()

    def choose(self, turn: Turn) -> Any:
        self.asked.set()
        self.let.wait(WITHIN)
        return turn.legal[0]


def bots(monkeypatch: pytest.MonkeyPatch, bot: Any) -> None:
    """Every computer player is this bot."""
    monkeypatch.setattr("outflank.seats.make", lambda game, level: bot)


async def asked(bot: Held) -> None:
    assert await asyncio.to_thread(bot.asked.wait, WITHIN)


def test_somebody_leaves_while_the_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Held()
    bots(monkeypatch, bot)

    async def leave() -> None:
        live = await seated(
            Hub(Memory()), Place("computer"), Place("open"), Place("open"), width=7, height=7, player_count=3
        )
        inbox = Inbox()
        await live.connect(3, 0, inbox)
        await asked(bot)
        await live.receive(2, Leave("bye"))  # nobody waits for the computer
        assert live.host.match.left == {2}
        bot.let.set()
        await inbox.until(YourTurn)
        assert live.host.match.state.player == 3 and live.seats.reports == []

    asyncio.run(leave())


def test_a_computer_that_never_answers_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Held()
    bots(monkeypatch, bot)
    monkeypatch.setattr(thinking, "WITHIN", 0.05)

    async def wait() -> None:
        live = await seated(Hub(Memory()), Place("computer"), Place("open"))
        inbox = Inbox()
        await live.connect(2, 0, inbox)
        await inbox.until(YourTurn)
        assert len(live.seats.reports) == 1 and "in time" in live.seats.reports[0]

    asyncio.run(wait())
    bot.let.set()


def test_slow_computers_do_not_hold_up_people(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Held()
    bots(monkeypatch, bot)

    async def play() -> None:
        hub = Hub(Memory())
        for _ in range(3 * thinking.THINKERS):
            await seated(hub, Place("computer"), Place("open"))
        await asked(bot)
        people = await seated(hub, *HUMANS)
        async with asyncio.timeout(WITHIN):
            answer = (await people.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0})))[-1]
        assert isinstance(answer, Accepted)
        bot.let.set()

    asyncio.run(play())


@pytest.mark.parametrize("answer", [RuntimeError("no"), SystemExit(1), None, {"unit_id": True, "dx": 0, "dy": 0}])
def test_a_computer_that_plays_rubbish_ends_its_turn(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    class Rubbish:
        def choose(self, turn: Turn) -> Any:
            if isinstance(answer, BaseException):
                raise answer
            return answer

    bots(monkeypatch, Rubbish())

    async def wait() -> None:
        live = await seated(Hub(Memory()), Place("computer"), Place("open"))
        inbox = Inbox()
        await live.connect(2, 0, inbox)
        await inbox.until(YourTurn)
        assert live.seats.reports

    asyncio.run(wait())


def test_many_matches_at_once() -> None:
    async def crowd() -> None:
        hub = Hub(Memory())
        lives = await asyncio.gather(*(seated(hub, *COMPUTERS, max_rounds=2) for _ in range(200)))
        assert len({live.host.match_id for live in lives}) == 200
        await asyncio.gather(*(finished(live) for live in lives))
        assert threading.active_count() < 20

    asyncio.run(crowd())


def test_unused_matches_leave_memory_and_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "IN_MEMORY", 5)

    async def fill() -> None:
        hub = Hub(Memory())
        first = await seated(hub, *HUMANS)
        await first.connect(1, 0, Inbox())
        idle = await seated(hub, *HUMANS)
        await idle.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "k"))
        for _ in range(20):
            await seated(hub, *HUMANS)
        assert hub.matches == 5
        assert await hub.get(first.host.match_id) is first, "somebody is connected to it"
        again = await hub.get(idle.host.match_id)
        assert again is not idle
        assert again.host.match.events == idle.host.match.events and again.tokens == idle.tokens
        assert isinstance((await again.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "k")))[-1], Accepted)
        with pytest.raises(Refusal, match="no such match"):
            await hub.get("0" * 16)

    asyncio.run(fill())


def test_there_is_one_of_each_match_also_when_a_reading_has_failed() -> None:
    class Slow(Memory):
        """Each reading waits until it is let go; the first one fails."""

        def __init__(self) -> None:
            super().__init__()
            self.gates: list[asyncio.Event] = []

        async def read(self, match_id: str) -> Kept | None:
            self.gates.append(asyncio.Event())
            first = len(self.gates) == 1
            await self.gates[-1].wait()
            if first:
                raise StoreFailed("the disk is busy")
            return await super().read(match_id)

    async def ask() -> None:
        store = Slow()
        match_id = (await seated(Hub(store), *HUMANS)).host.match_id
        hub = Hub(store)

        async def reading(count: int) -> None:
            async with asyncio.timeout(WITHIN):
                while len(store.gates) < count:
                    await asyncio.sleep(0)

        one, two = (asyncio.create_task(hub.get(match_id)) for _ in range(2))
        await reading(1)
        store.gates[0].set()
        with pytest.raises(Refusal, match="Try again"):
            await one
        await reading(2)
        three = asyncio.create_task(hub.get(match_id))
        for _ in range(10):
            await asyncio.sleep(0)
        for gate in store.gates:
            gate.set()
        found = await two
        assert await three is found and hub.matches == 1 and await hub.get(match_id) is found

    asyncio.run(ask())


def test_a_match_that_was_asked_for_stays_in_memory_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks says only then what for: meanwhile no second one may be made of it."""
    time = [1_000_000]
    for module in (hubs, lives):
        monkeypatch.setattr(module, "now", lambda: time[0])

    async def ask() -> None:
        hub = Hub(Memory())
        live = await seated(hub, *HUMANS)
        time[0] += hubs.IDLE + 1
        assert await hub.get(live.host.match_id) is live
        hub._let_go()
        assert await hub.get(live.host.match_id) is live, "it was let go while somebody used it"
        time[0] += hubs.IDLE + 1
        hub._let_go()
        assert hub.matches == 0

    asyncio.run(ask())


def test_the_computer_goes_on_when_its_match_is_taken_up_again() -> None:
    """Also when nobody sends anything: a program over REST only asks for the state until it is its turn."""

    async def restart() -> None:
        store = Memory()
        live, _ = await Hub(store).create("cellwar", OPTIONS, [COMPUTERS[0], HUMANS[0]], None)
        live.end()  # the server stops before the computer has thought
        await live.join(2, "")
        again = await Hub(store).get(live.host.match_id)
        assert again.seats.due() == 1 and again._thinking is not None
        await asyncio.wait({again._thinking}, timeout=WITHIN)
        assert again.host.match.state.player == 2

    asyncio.run(restart())


def test_one_match_that_is_broken_does_not_stop_the_clock_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "TICK", 0.001)
    logged: list[str] = []
    monkeypatch.setattr(hubs._logger, "exception", lambda text, *given: logged.append(text % given))

    class Unreadable(Memory):
        bad = ""

        async def read(self, match_id: str) -> Kept | None:
            if match_id == self.bad:
                raise ValueError("no events")
            return await super().read(match_id)

    async def tick() -> None:
        store = Unreadable()
        lost, other = [await seated(Hub(store), *HUMANS) for _ in range(2)]
        store.bad = lost.host.match_id
        for number, live in enumerate((lost, other)):
            await store.write(Change(live.host.match_id, 3, deadlines={1: number + 1}))
        hub = Hub(store)
        await hub.open()
        hub._due = [(due, match_id) for match_id, _, due in await store.deadlines()]  # not only after the start
        async with asyncio.timeout(WITHIN):
            while hub._due:
                await asyncio.sleep(0.001)
        assert (await hub.get(other.host.match_id)).host.match.left == {1}
        await hub.close()
        assert logged == [f"The deadlines of match {store.bad} cannot be looked after"]

    asyncio.run(tick())


def test_a_fault_that_is_not_the_bots_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr(lives._logger, "exception", lambda text, *given: logged.append(text % given))
    fault = [True]
    turn = Seats.turn

    def fails(seats: Seats) -> Turn:
        if fault[0]:
            raise KeyError("units")
        return turn(seats)

    monkeypatch.setattr(Seats, "turn", fails)

    async def play() -> None:
        live, _ = await Hub(Memory()).create("cellwar", OPTIONS, COMPUTERS, None)
        assert live._thinking is not None
        await live._thinking
        assert logged == [f"The computer player of match {live.host.match_id} cannot go on"]
        fault[0] = False
        live.wake()
        await finished(live)

    asyncio.run(play())


def test_a_match_without_a_trace_is_forgotten_at_last() -> None:
    async def fill() -> None:
        hub = Hub(Memory(most=3))
        lives = [await seated(hub, *HUMANS) for _ in range(5)]
        assert [await hub.store.read(live.host.match_id) is not None for live in lives] == [False] * 2 + [True] * 3
        with pytest.raises(Refusal):
            await lives[0].receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}))
        assert lives[0].broken

    asyncio.run(fill())


def test_a_storm_of_connections_leaves_one() -> None:
    async def storm() -> None:
        live = await seated(Hub(Memory()), *HUMANS)
        boxes = [Inbox() for _ in range(300)]
        await asyncio.gather(*(live.connect(1, 0, box) for box in boxes))
        assert len(live.wires[1]) == 1
        assert sum(isinstance(box.messages[-1], Replaced) for box in boxes) == 299
        assert len(live.host.recipients[1].sent) <= KEPT
        for box in boxes:
            await live.disconnect(1, box)
        assert live.idle
        gc.collect()

    asyncio.run(storm())


def test_a_connection_that_does_not_read_is_given_up() -> None:
    class Blocked:
        """A socket whose other end does not read."""

        def __init__(self) -> None:
            self.sending = asyncio.Event()

        async def send_text(self, text: str) -> None:
            self.sending.set()
            await asyncio.Event().wait()

        async def receive_text(self) -> str:
            return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

        async def close(self, code: int) -> None:
            self.code = code

    async def fill() -> None:
        live = await seated(Hub(Memory()), *HUMANS)
        socket = Blocked()
        carrier = sockets.Asgi(socket)  # type: ignore[arg-type]
        connection = sockets.Connection(Hub(Memory()), live, 1, carrier)
        connection.put(YourTurn(1))
        async with asyncio.timeout(WITHIN):
            carried = asyncio.create_task(carrier.hand_over(connection))
            await socket.sending.wait()
            for _ in range(3 * sockets.BEHIND):
                connection.put(YourTurn(1))
            await carried
        assert socket.code == sockets.TRY_AGAIN

    asyncio.run(fill())


def test_advice_on_a_great_board_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    let = threading.Event()
    asked = threading.Event()

    async def ask() -> None:
        live = await seated(Hub(Memory()), *HUMANS)
        advise = live.host.game.advice

        def slow(view: Any, draft: Any = ()) -> Any:
            asked.set()
            let.wait(WITHIN)
            return advise(view, draft)

        monkeypatch.setattr(live.host.game, "advice", slow)
        inbox = Inbox()
        looking = asyncio.create_task(live.receive(1, Look(1), inbox))
        assert await asyncio.to_thread(asked.wait, WITHIN)
        await live.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}))
        assert not looking.done() and inbox.messages == []
        let.set()
        (looked,) = await looking
        assert isinstance(looked, Looked) and inbox.messages == [looked]
        assert looked.seq < live.host.recipients[1].state_seq, "it is told on which view it was asked"
        monkeypatch.setattr(thinking, "WITHIN", 0.01)
        let.clear()
        (late,) = await live.receive(1, Look(2), inbox)
        assert isinstance(late, Refused) and (late.error, late.request) == ("TooLarge", 2)
        let.set()

    asyncio.run(ask())
