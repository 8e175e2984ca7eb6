"""A client keeps its messages in order, asks for what it lacks, and asks no more than that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.client import AGAIN, QUIET, Client
from outflank.contract import END_TURN_ACTION
from outflank.host import Host
from outflank.match import Acted, Place, begin
from outflank.protocol import (
    Accepted,
    Act,
    ClientMessage,
    Hello,
    HostMessage,
    Look,
    Refused,
    Replaced,
    StateUpdate,
    Sync,
    Synced,
    YourTurn,
    read,
    read_host,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Iterable


def open_host(players: int = 2) -> Host:
    places = [Place("open")] * players
    return Host.start("m", begin("cellwar", {"width": 7, "height": 7, "player_count": players}, places, 1, at=0))


def exchange(made: Host, client: Client, messages: Iterable[ClientMessage], most: int = 20) -> int:
    """Deliver everything both ways; how many messages the client sent."""
    queue, sent = list(messages), 0
    while queue:
        sent += 1
        assert sent <= most, "client and host do not come to rest"
        message = read(write(queue.pop(0)))
        answers: list[HostMessage]
        if isinstance(message, Hello):
            answers = list(made.hello(client.player, message.after))
        elif isinstance(message, Look):
            answers = [made.look(client.player, message)()]
        else:
            answers = [each for number, each in made.receive(client.player, message, 0).mail if number == client.player]
        for answer in answers:
            queue += client.receive(read_host(write(answer)), 0)
    return sent


def test_waiting_for_the_last_seat_is_quiet() -> None:
    """A client that comes before the match begins is told who sits where, once, and asks nothing more."""
    made = open_host(3)
    made.join(1, "Ada", 0)
    made.join(2, "Bob", 0)
    client = Client(1, "c")
    assert exchange(made, client, client.connect(None, 0)) == 1
    assert [seat.name for seat in client.seats] == ["Ada", "Bob", ""] and client.seq == 2
    resumed = Host("m", made.match.events)
    assert exchange(resumed, client, client.connect(None, 0)) == 1
    assert client.seq == 0


def update(seq: int, *, resync: bool = False, legal: bool = False) -> StateUpdate:
    return StateUpdate(seq, {"n": seq}, [{"end_turn": True}] if legal else [], [], resync)


def test_messages_out_of_order_are_held_and_the_missing_asked_for() -> None:
    client = Client(1, "c")
    assert client.receive(update(1, resync=True), 0) == []
    assert client.receive(update(3), 0) == [Sync(1)] and client.view == {"n": 1}
    assert client.receive(update(3), 0) == [Sync(1)]
    assert client.receive(update(2), 0) == [] and client.view == {"n": 3}
    assert client.receive(update(2), 0) == [] and client.view == {"n": 3}
    assert [each.seq for each in client.news] == [1, 2, 3]


def test_a_resync_takes_the_place_of_all_before_it_and_never_goes_back() -> None:
    client = Client(1, "c")
    client.receive(update(9, resync=True), 0)
    assert client.receive(update(4, resync=True), 0) == [] and client.view == {"n": 9}
    client.receive(update(11), 0)
    assert client.receive(update(10, resync=True), 0) == [] and client.view == {"n": 11}


def test_a_higher_number_in_any_answer_tells_that_something_was_missed() -> None:
    client = Client(1, "c")
    client.receive(update(1, resync=True, legal=True), 0)
    (command,) = client.act({"end_turn": True}, 0)
    assert isinstance(command, Act) and command.seq == 1
    assert client.receive(Accepted(command.command_id, 3), 0) == [Sync(1)]
    assert not client.busy and client.receive(Synced(1), 0) == []


def test_a_stale_command_is_given_up_and_what_was_missed_taken() -> None:
    client = Client(1, "c")
    client.receive(update(1, resync=True, legal=True), 0)
    (command,) = client.act({"end_turn": True}, 0)
    assert isinstance(command, Act)
    client.receive(Refused(command.command_id, "Stale", "stale", "", {}, [update(2, legal=True), YourTurn(3)]), 0)
    assert not client.busy and client.seq == 3 and client.view == {"n": 2}
    assert client.refused is not None and client.my_turn
    (again,) = client.act({"end_turn": True}, 0)
    assert isinstance(again, Act) and again.command_id != command.command_id and again.seq == 2


def test_an_unanswered_command_is_sent_again_with_the_same_id() -> None:
    client = Client(1, "c")
    client.receive(update(1, resync=True, legal=True), 0)
    (command,) = client.act({"end_turn": True}, 0)
    assert client.tick(AGAIN - 1) == []
    assert client.tick(AGAIN) == [command]
    assert client.connect(None, AGAIN + 1) == [Hello(1, None, 1), command]


def test_a_long_silence_is_broken_by_one_question() -> None:
    client = Client(1, "c")
    client.receive(update(1, resync=True), 0)
    assert client.tick(QUIET - 1) == [] and client.tick(QUIET) == [Sync(1)] and client.tick(QUIET + 1) == []


def test_the_answer_to_another_command_changes_nothing() -> None:
    client = Client(1, "c")
    client.receive(update(1, resync=True, legal=True), 0)
    client.act({"end_turn": True}, 0)
    client.receive(Accepted("c-0", 1), 0)
    client.receive(Refused(None, "BadMessage", "BadMessage", ""), 0)
    assert client.busy and client.refused is None
    client.receive(Replaced(), 0)
    assert client.replaced


def test_after_a_restart_every_client_has_the_present_view() -> None:
    """Whatever the client had, and whatever happened before it came back, under the same numbers or not."""
    for had in range(12):
        for later in range(4):
            made = open_host(2)
            for _ in range(2):
                made.join(None, "", 0)
            client = Client(1, "c")
            exchange(made, client, client.connect(None, 0))
            while client.seq < had:
                exchange(made, client, client.connect(None, 0))
            again = Host("m", made.match.events, count_from=1_000_000)
            for _ in range(later):
                mover = again.match.state.player
                again.receive(mover, Act(again.game.legal(again.match.state, mover)[0]), 0)
            exchange(again, client, client.connect(None, 0))
            assert client.view == again.game.view(again.match.state, 1), (had, later)
            assert client.legal == again.game.legal(again.match.state, 1) and client.seq == again.recipients[1].seq


def test_a_restart_before_the_match_begins_loses_nobody() -> None:
    for connected_at in range(3):
        made = open_host(3)
        client = Client(1, "c")
        for number in range(2):
            made.join(None, "", 0)
            if number == 0 or connected_at:
                exchange(made, client, client.connect(None, 0))
        again = Host("m", made.match.events, count_from=1_000_000)
        if connected_at == 2:
            exchange(again, client, client.connect(None, 0))
        _, step = again.join(None, "Eve", 0)
        for number, message in step.mail:
            if number == 1 and connected_at == 2:
                client.receive(message, 0)
        if connected_at < 2:
            exchange(again, client, client.connect(None, 0))
        assert client.view == again.game.view(again.match.state, 1) and client.my_turn
        assert [seat.name for seat in client.seats][2] == "Eve"


def playing() -> tuple[Host, Client]:
    made = open_host()
    made.join(1, "Ada", 0)
    made.join(2, "Bob", 0)
    client = Client(1, "c")
    exchange(made, client, client.connect(None, 0))
    return made, client


def test_a_draft_changes_nothing_until_it_is_committed() -> None:
    """Advice is on the view after the draft; what is committed is done in order, each on the state before it."""
    made, client = playing()
    exchange(made, client, client.sketch(client.legal[0]))
    assert client.draft == [client.legal[0]] and client.advice is not None
    assert client.advice.advice["waiting"] == []  # it has acted in the draft
    assert len(made.match.events) == 3  # but not in the match
    exchange(made, client, client.commit(0, END_TURN_ACTION))
    assert client.draft == [] and not client.busy
    assert [event.player for event in made.match.events if isinstance(event, Acted)] == [1, 1]
    assert made.match.state.player == 2


def test_a_draft_that_is_taken_back_leaves_the_advice_as_it_was() -> None:
    made, client = playing()
    exchange(made, client, client.look([]))
    first = client.advice
    exchange(made, client, client.sketch(client.legal[1]))
    exchange(made, client, client.discard())
    assert client.draft == [] and client.advice is not None and first is not None
    assert client.advice.advice == first.advice


def test_a_refusal_drops_what_was_to_follow() -> None:
    made, client = playing()
    exchange(made, client, client.look([{"unit_id": 99, "dx": 1, "dy": 0}]))
    assert client.draft == []  # such a draft cannot be
    (look,) = client.sketch(client.legal[0])
    assert isinstance(look, Look)
    client.receive(Refused(None, "TooManyRequests", "too_many_messages", "", {"seconds": 1}, request=look.request), 0)
    assert client.draft == [client.legal[0]]  # this one may be possible
    client.draft = [{"unit_id": 99, "dx": 1, "dy": 0}]
    exchange(made, client, client.commit(0, client.legal[0]))
    assert client.refused is not None and client.refused.error == "UnitNotFound"
    assert not client.busy and len(made.match.events) == 3
