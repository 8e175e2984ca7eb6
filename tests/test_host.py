"""A host and its clients: commands answered once, order kept over a lossy transport, nothing hidden told."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from outflank.client import Busy, Client
from outflank.contract import Refusal
from outflank.host import Host
from outflank.match import Acted, Joined, Left, Log, Place, RolledBack, Started, begin, fold
from outflank.protocol import (
    Accepted,
    Act,
    ClientMessage,
    EndTurn,
    GameOver,
    HostMessage,
    Leave,
    Look,
    Looked,
    Refused,
    StateUpdate,
    Sync,
    Welcome,
    YourTurn,
    read,
    read_host,
    write,
)
from outflank.recipient import ANSWERS, KEPT, LAST

if TYPE_CHECKING:
    from collections.abc import Callable


def host(players: int = 2, size: int = 6, seed: int = 1, **options: Any) -> Host:
    places = [Place("open", f"P{number}") for number in range(1, players + 1)]
    given = {"width": size, "height": size, "player_count": players, **options}
    made = Host.start("m", begin("cellwar", given, places, seed, at=0))
    for number in range(1, players + 1):
        made.join(number, "", 0)
    return made


def kinds(step: Any, player: int) -> list[str]:
    return [type(message).__name__ for number, message in step.mail if number == player]


def act(made: Host, rng: random.Random) -> Any:
    player = made.match.state.player
    return made.receive(player, Act(rng.choice(made.game.legal(made.match.state, player))), 0)


# ---- seats


def test_the_match_begins_when_the_last_seat_is_taken() -> None:
    made = Host.start("m", begin("cellwar", {}, [Place("open"), Place("open")], 1, at=0))
    player, step = made.join(None, "Ada", 0)
    assert player == 1 and kinds(step, 1) == ["SeatsChanged"]
    refused = made.receive(1, EndTurn("a"), 0).mail[0][1]
    assert isinstance(refused, Refused) and refused.error == "NotStarted"
    player, step = made.join(2, "Bob", 0)
    assert kinds(step, 1) == ["SeatsChanged", "StateUpdate", "YourTurn"]
    assert kinds(step, 2) == ["SeatsChanged", "StateUpdate"]
    with pytest.raises(Refusal, match="taken"):
        made.join(None, "Eve", 0)
    assert [seat.name for seat in made.seats()] == ["Ada", "Bob"]


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("x" * 25, "name_too_long"),
        ("<b>", "name_has_markup"),
        ("a\x07", "name_has_markup"),
        ("a\u202eb", "name_has_markup"),
        ("two\u2028lines", "name_has_markup"),
        ("\u3164", "name_has_markup"),
        ("\ud800", "name_has_markup"),
    ],
)
def test_names_are_checked(name: str, detail: str) -> None:
    made = Host.start("m", begin("cellwar", {}, [Place("open"), Place("open")], 1, at=0))
    with pytest.raises(Refusal) as caught:
        made.join(None, name, 0)
    assert (caught.value.code, caught.value.detail) == ("BadName", detail)
    assert len(made.match.events) == 1


@pytest.mark.parametrize("name", ["Zoë", "Ольга", "李雷", "♞ knight", "🦊", "x" * 24, "e\u0301" * 24])
def test_names_of_the_whole_world_are_welcome(name: str) -> None:
    made = Host.start("m", begin("cellwar", {}, [Place("open"), Place("open")], 1, at=0))
    made.join(None, f"  {name} ", 0)
    assert made.seats()[0].name == unicodedata.normalize("NFC", name)


def test_whoever_gives_no_name_has_one() -> None:
    made = Host.start("m", begin("cellwar", {}, [Place("open"), Place("computer")], 1, at=0))
    made.join(1, "  ", 0)
    assert [seat.name for seat in made.seats()] == ["Anonymous", "Bot"]
    assert [seat.name for seat in Host("m", made.match.events).seats()] == ["Anonymous", "Bot"]


@pytest.mark.parametrize("seed", range(4))
def test_a_match_that_keeps_less_takes_turns_back_alike(seed: int) -> None:
    """Others leave in the turn that is taken back, and in turns before it."""
    light = host(players=5, size=9, seed=seed)
    rng = random.Random(seed)
    for count in range(200):
        if not light.match.running:
            break
        if count % 25 == 24:
            there = [player for player in range(1, 6) if player not in light.match.left]
            light.leave(rng.choice([each for each in there if each != light.match.state.player]), 0)
        if count % 50 == 49 and light.match.running:
            light.leave(light.match.state.player, 0)
        elif light.match.running:
            act(light, rng)
        kept = fold(light.match.events)
        assert kept.turn_state is not None and light.match.turn_state is None
        assert light.game.dump(kept.state) == light.game.dump(light.match.state)
        assert light.game.dump(kept.turn_start()) == light.game.dump(light.match.turn_start())
    assert any(isinstance(event, RolledBack) for event in light.match.events)


def test_a_packed_log_gives_what_it_was_given() -> None:
    made = host(players=3, size=7)
    made.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "once"), 2**41)
    made.leave(2, 2**42)
    made.leave(1, 5)
    log = made.match.events
    assert {type(event) for event in log} == {Started, Joined, Acted, RolledBack, Left}
    assert log == Log(list(log)) and log != list(log)[:-1] and log != Log(list(log)[1:])
    assert [log[index] for index in range(-len(log), 0)] == list(log)
    for index in (len(log), -len(log) - 1):
        with pytest.raises(IndexError):
            log[index]
    acted = [event for event in log if isinstance(event, Acted)]
    assert acted == [Acted(1, acted[0].action, 2**41, "once")]


# ---- commands


def test_a_repeated_command_gets_the_same_answer_and_one_effect() -> None:
    made = host()
    command = Act({"unit_id": 1, "dx": 0, "dy": 0}, "once", 3)
    first = made.receive(1, command, 0)
    events = list(made.match.events)
    again = made.receive(1, command, 5)
    assert again.events == [] and made.match.events == events
    assert [message for number, message in first.mail if number == 1][-1] == again.mail[0][1]
    assert isinstance(again.mail[0][1], Accepted)


def test_a_cut_between_send_and_answer_changes_nothing() -> None:
    """The answer is lost with the connection; the same command id is sent again over a new one."""
    made = host()
    client = Client(1, "c")
    deliver(made, client, client.connect(None, 0))
    (command,) = client.act({"unit_id": 1, "dx": 1, "dy": 0}, 0)
    made.receive(1, command, 0)  # all that it sends is lost
    count = len(made.match.events)
    deliver(made, client, client.connect(None, 3_000))
    assert not client.busy and len(made.match.events) == count
    assert client.view == made.game.view(made.match.state, 1)
    assert client.seq == made.recipients[1].seq


def test_a_stale_command_is_told_what_was_missed() -> None:
    made = host(players=3, size=7)
    seq = made.recipients[1].state_seq
    made.leave(3, 0)
    answer = made.receive(1, Act({"unit_id": 1, "dx": 0, "dy": 0}, "a", seq), 0).mail[0][1]
    assert isinstance(answer, Refused) and answer.error == "Stale"
    assert [type(each).__name__ for each in answer.missed] == ["YourTurn", "PlayerDisconnected", "StateUpdate"]
    assert len(made.match.events) == 5  # the start, three seats, one leaver


def test_refusals_change_nothing_and_come_in_the_documents_order() -> None:
    made = host()
    before = made.game.dump(made.match.state)
    cases: list[tuple[int, dict[str, Any], str, str]] = [
        (2, {"unit_id": 2, "dx": 0, "dy": 0}, "NotYourTurn", "not_your_turn"),
        (1, {"unit_id": 2, "dx": 9, "dy": 0}, "UnitNotFound", "unit_not_found"),
        (1, {"unit_id": 10**30, "dx": 0, "dy": 0}, "UnitNotFound", "unit_not_found"),
        (1, {"unit_id": 1, "dx": 2, "dy": 0}, "InvalidAction", "bad_vector"),
        (1, {"unit_id": True, "dx": 0, "dy": 0}, "InvalidAction", "bad_action"),
        (1, {"unit_id": 1}, "InvalidAction", "bad_action"),
        (1, {"end_turn": True}, "InvalidAction", "units_have_not_acted"),
    ]
    for player, action, error, detail in cases:
        step = made.receive(player, Act(action), 0)
        answer = step.mail[0][1]
        assert isinstance(answer, Refused) and (answer.error, answer.detail) == (error, detail), action
        assert step.events == [] and len(step.mail) == 1
    assert made.game.dump(made.match.state) == before


def test_every_client_message_is_answered() -> None:
    made = host()
    for message in (Sync(0), Sync(1), Sync(10**6), Look(1), Leave("x"), Leave("x"), EndTurn(), Act({})):
        assert [number for number, _ in made.receive(2, message, 0).mail].count(2) >= 1, message


def test_look_changes_nothing_and_is_not_stored() -> None:
    made = host()
    before = (made.game.dump(made.match.state), made.recipients[1].seq, list(made.match.events))
    looked = made.receive(1, Look(7, [{"unit_id": 1, "dx": 0, "dy": 0}]), 0).mail[0][1]
    assert isinstance(looked, Looked) and looked.request == 7 and looked.advice["units"][0]["why"] == "acted"
    refused = made.receive(1, Look(8, [{"unit_id": 9, "dx": 0, "dy": 0}]), 0).mail[0][1]
    assert isinstance(refused, Refused) and (refused.error, refused.request) == ("UnitNotFound", 8)
    assert before == (made.game.dump(made.match.state), made.recipients[1].seq, list(made.match.events))


def test_a_client_has_one_command_under_way() -> None:
    client = Client(1, "c")
    client.end_turn(0)
    with pytest.raises(Busy):
        client.leave(0)


# ---- leaving


def test_leaving_in_the_own_turn_takes_it_back() -> None:
    made = host(players=3, size=7)
    rng = random.Random(5)
    while made.match.state.player != 2:
        act(made, rng)
    before = made.game.dump(made.match.state)
    made.receive(2, Act(made.game.legal(made.match.state, 2)[0]), 0)
    step = made.leave(2, 0)
    assert kinds(step, 1) == ["Rollback", "PlayerDisconnected", "StateUpdate"]
    assert kinds(step, 3) == ["Rollback", "PlayerDisconnected", "StateUpdate", "YourTurn"]
    expected = made.game.load(before)
    made.game.leave(expected, 2)
    assert made.game.dump(made.match.state) == made.game.dump(expected)
    assert made.leave(2, 0).mail == []


def test_who_left_meanwhile_stays_away_after_a_rollback() -> None:
    made = host(players=4, size=8)
    act(made, random.Random(1))
    made.leave(3, 0)
    made.leave(1, 0)
    view = made.game.view(made.match.state, 2)
    assert view["left"] == [1, 3] and view["current_player"] == 2
    assert sorted(code >> 3 & 15 for code in made.match.state.board if code) == [2, 4]  # type: ignore[attr-defined]


def test_the_last_one_left_wins() -> None:
    made = host()
    step = made.receive(1, Leave("bye"), 0)
    assert kinds(step, 2) == ["Rollback", "PlayerDisconnected", "StateUpdate", "GameOver"]
    (over,) = [m for n, m in step.mail if n == 2 and isinstance(m, GameOver)]
    assert (over.winner, over.reason) == (2, "disconnect")
    assert isinstance(step.mail[-1][1], Accepted)


# ---- the log


def test_a_match_is_its_events() -> None:
    for seed in range(6):
        made = host(players=3, size=7, seed=seed)
        rng = random.Random(seed)
        for _ in range(120):
            if not made.match.running:
                break
            if rng.random() < 0.01:
                made.leave(rng.choice([1, 2, 3]), 0)
            else:
                act(made, rng)
        coded = msgspec.msgpack.encode(list(made.match.events))
        from outflank.match import Event

        events = msgspec.msgpack.decode(coded, type=list[Event])
        assert made.game.dump(fold(events).state) == made.game.dump(made.match.state)
        resumed = Host("m", events)
        for player in range(1, 4):
            if player not in resumed.match.left:
                assert resumed.game.view(resumed.match.state, player) == made.game.view(made.match.state, player)


# ---- a lossy transport


def deliver(made: Host, client: Client, messages: list[ClientMessage]) -> None:
    """Everything arrives, in order, until nobody has more to say."""
    queue = list(messages)
    while queue:
        message = queue.pop(0)
        for answer in answers(made, client.player, message):
            queue += client.receive(read_host(write(answer)), 0)


def answers(made: Host, player: int | None, message: ClientMessage) -> list[HostMessage]:
    from outflank.protocol import Hello

    message = read(write(message))
    if isinstance(message, Hello):
        return list(made.hello(player, message.after))
    return [answer for number, answer in made.receive(player, message, 0).mail if number == player]


def lossy_match(seed: int) -> None:
    """Messages of the host are dropped, doubled and reordered; all clients end at the host's views."""
    rng = random.Random(seed)
    made = host(players=rng.choice([2, 3]), size=7, seed=seed, max_rounds=6)
    clients = {player: Client(player, f"c{player}") for player in range(1, made.match.state.players + 1)}
    wires: dict[int, list[bytes]] = {player: [] for player in clients}
    now = 0

    def send(player: int, messages: list[ClientMessage]) -> None:
        from outflank.protocol import Hello

        for message in messages:
            if rng.random() < 0.15:
                continue  # lost on the way to the host
            message = read(write(message))
            if isinstance(message, Hello):
                mail: list[tuple[int, HostMessage]] = [(player, m) for m in made.hello(player, message.after)]
            else:
                mail = made.receive(player, message, now).mail
            for number, answer in mail:
                if number not in wires:
                    continue
                for _ in range(0 if rng.random() < 0.3 else 2 if rng.random() < 0.3 else 1):
                    wires[number].append(write(answer))

    for player, client in clients.items():
        send(player, client.connect(None, now))
    quiet = 0
    while quiet < 600:  # five minutes of silence, in which every client asks thirty times whether it missed any
        now += 500
        quiet = quiet + 1 if not made.match.running else 0
        assert now < 50_000_000, "the match does not come to its end"
        for player, client in clients.items():
            wire = wires[player]
            if len(wire) > 1 and rng.random() < 0.3:
                rng.shuffle(wire)
            for data in wire[:]:
                send(player, client.receive(read_host(data), now))
            wire.clear()
            send(player, client.tick(now))
            if client.my_turn and client.legal and not client.busy:
                send(player, client.act(rng.choice(client.legal), now))
    for player, client in clients.items():
        assert client.view == made.game.view(made.match.state, player), f"player {player} of match {seed}"
        assert client.over is not None or client.view["winner"] is not None
        assert not client.busy


def test_lossy_matches(full: bool, figures: Callable[..., None]) -> None:
    count = 500 if full else 12
    for seed in [*range(count), 35]:  # in 35 a client once acted for ever on an old board, and only heard GameOver
        lossy_match(seed)
    figures(matches=count, dropped_percent=30, clients_at_another_view=0, reloads=0)


# ---- programs' spelling


def test_an_action_may_stand_flat() -> None:
    flat = read(b'{"type":"action","unit_id":1,"dx":0,"dy":1,"command_id":"k"}')
    assert flat == Act({"unit_id": 1, "dx": 0, "dy": 1}, "k")
    assert read(b'{"type":"end_turn"}') == EndTurn()


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"type":"nope"}', b'{"type":"sync","after":-1}', b"\xff", b'{"type":1}', b"[" * 5000]
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal) as caught:
        read(data)
    assert caught.value.code == "BadMessage"


def test_hello_tells_the_present_view_and_calls_the_player() -> None:
    made = host()
    messages = made.hello(1, 0)
    assert [type(each) for each in messages] == [Welcome, StateUpdate, YourTurn]
    assert isinstance(messages[1], StateUpdate) and messages[1].resync
    with pytest.raises(Refusal, match="over"):
        made.hello(None, 0)


def test_a_finished_match_says_so_to_whoever_comes_back() -> None:
    made = host()
    made.receive(1, Leave("bye"), 0)
    for player, after in [(2, 0), (2, 3), (1, 0), (None, 0)]:
        assert isinstance(made.hello(player, after)[-1], GameOver), (player, after)
    client = Client(2, "c")
    deliver(made, client, [Sync(0)])
    assert client.over is not None and client.over.winner == 2


def test_a_player_who_has_left_may_still_look_and_ask() -> None:
    made = host(players=3, size=7)
    made.receive(1, Leave("bye"), 0)
    assert [type(each) for each in made.hello(1, 0)] == [Welcome, StateUpdate]
    stay = {"unit_id": 1, "dx": 0, "dy": 0}
    messages: tuple[ClientMessage, ...] = (Sync(0), Look(1), Act(stay), Leave())
    for message in messages:
        (answer,) = [each for _, each in made.receive(1, message, 0).mail]
        assert isinstance(answer, StateUpdate | Looked | Refused)
        assert all(tile == {"seen": "fog"} for row in getattr(answer, "view", {"tiles": []})["tiles"] for tile in row)


def test_a_command_sent_again_after_a_restart_has_one_effect() -> None:
    made = host(players=3, size=7)
    stay = {"unit_id": 1, "dx": 0, "dy": 0}
    made.receive(1, Act(stay, "acted"), 0)
    made.receive(3, Leave("left"), 0)
    again = Host("m", made.match.events)
    commands: tuple[tuple[int, Act | Leave], ...] = ((1, Act(stay, "acted")), (3, Leave("left")))
    for player, command in commands:
        step = again.receive(player, command, 0)
        assert step.events == [] and isinstance(step.mail[0][1], Accepted)
    assert again.match.events == made.match.events


def test_the_computer_may_take_an_open_seat() -> None:
    made = Host.start("m", begin("cellwar", {}, [Place("open"), Place("open")], 1, at=0))
    made.join(1, "Ada", 0)
    step = made.fill(2, "random", 0)
    assert kinds(step, 1) == ["SeatsChanged", "StateUpdate", "YourTurn"]
    assert (made.seats()[1].kind, made.seats()[1].name, made.seats()[1].bot) == ("computer", "Bot", "random")
    assert Host("m", made.match.events).seats() == made.seats()
    for taken, code in [(2, "SeatTaken"), (3, "NoSuchSeat")]:
        with pytest.raises(Refusal) as caught:
            made.fill(taken, "random", 0)
        assert caught.value.code == code


def test_what_a_match_keeps_is_bounded() -> None:
    """Kept messages and answers: whatever was played, and however often a player asks."""
    made = host(size=6, max_rounds=30)
    rng = random.Random(1)
    while made.match.running:
        act(made, rng)
        for player in (1, 2) if made.match.state.player else ():
            made.receive(player, Act({}, f"stale {rng.random()}", 0), 0)
            made.hello(player, 0)
        assert all(len(each.sent) <= KEPT and not each.answers for each in made.recipients.values())
    assert all(len(each.sent) <= LAST for each in made.recipients.values())
    for number in range(2 * ANSWERS):
        made.receive(1, EndTurn(f"late {number}"), 0)
    assert len(made.recipients[1].answers) == ANSWERS


def test_a_repeated_stale_command_stays_stale() -> None:
    made = host()
    act(made, random.Random(1))
    command = EndTurn("old", 1)
    first, again = (made.receive(1, command, 0).mail[-1][1] for _ in range(2))
    assert isinstance(first, Refused) and isinstance(again, Refused)
    assert first.error == again.error == "Stale" and first.missed == again.missed
