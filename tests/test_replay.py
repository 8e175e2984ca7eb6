"""Replay files: what is written is read, any moment of it is the one that was played, and damage is found."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from outflank.contract import Json
from outflank.host import Host
from outflank.match import Acted, Match, Place, begin
from outflank.protocol import Act
from outflank.replay import BadReplay, Replay, read, record


def played(seed: int, players: int = 2, size: int = 8, limit: int = 30, leave: int | None = None) -> Host:
    options = {"width": size, "height": size, "player_count": players, "max_rounds": limit}
    places = [Place("human", f"Player {n}") for n in range(1, players)] + [Place("computer", "", "random")]
    host = Host.start("abc", begin("cellwar", options, places, seed, at=1_000))
    rng = random.Random(seed)
    now = 1_000
    while host.match.running:
        now += rng.randrange(10, 3_000)
        player = host.match.state.player
        if leave is not None and len(host.match.events) > leave:
            host.leave(player, now)
            leave = None
            continue
        host.receive(player, Act(rng.choice(host.game.legal(host.match.state, player))), now)
    return host


@pytest.mark.parametrize(("seed", "players", "leave"), [(1, 2, None), (2, 3, 40), (3, 4, 25)])
def test_every_moment_is_the_one_that_was_played(seed: int, players: int, leave: int | None) -> None:
    host = played(seed, players, leave=leave)
    replay = Replay.load(record("abc", host.match.events))
    assert len(replay) == len(host.match.events) - 1
    from outflank.match import fold

    rng = random.Random(seed)
    for moment in [0, 1, len(replay), *(rng.randrange(len(replay)) for _ in range(30))]:
        there = fold(list(host.match.events)[: moment + 1])
        assert replay.game.dump(replay.at(moment).state) == there.game.dump(there.state), moment
        assert replay.view(moment, 1) == there.game.view(there.state, 1)
    assert replay.view(len(replay))["winner"] == replay.file.winner
    assert replay.turns()[0] == 0


def test_of_a_great_board_few_states_are_kept_and_every_moment_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    host = played(2, 3, leave=60)
    data = record("abc", host.match.events)
    many, last = Replay.load(data), len(host.match.events) - 1
    most = 6
    monkeypatch.setattr("outflank.replay.KEPT_SIZE", 2 * most * int(host.match.state.size()))
    few = Replay.load(data)
    assert most // 2 <= len(few._kept) <= most < len(many._kept)
    for moment in (*range(0, last, 7), last):
        assert few.view(moment) == many.view(moment) and few.effects(moment, 1) == many.effects(moment, 1)
    assert few.evaluation() == many.evaluation()
    assert few.at(last).state.player == few.end.state.player == 0 and few.end.outcome == host.match.outcome


@pytest.mark.parametrize("eyes", [None, 1])
def test_moments_in_a_row_are_what_each_of_them_is_alone(eyes: int | None) -> None:
    host = played(2, 3, leave=40)
    replay = Replay.load(record("abc", host.match.events))
    last = len(replay)
    kinds = [each.event_type for each in replay.file.events]
    assert "Rollback" in kinds and "PlayerDisconnected" in kinds
    alone: list[tuple[Json, list[Json]]] = [(replay.view(0, eyes), [])]
    for each in range(1, last + 1):
        event, before, after = host.match.events[each], replay.at(each - 1).state, replay.at(each).state
        action = event.action if isinstance(event, Acted) else -1
        who = eyes or replay.file.events[each - 1].player_id
        alone.append((replay.view(each, eyes), replay.game.effects(before, action, after, who)))
    for first, end in ((0, last), (1, 1), (0, 0), (last - 3, last)):
        assert list(replay.frames(first, end, eyes)) == alone[first : end + 1]
    assert [replay.effects(each, eyes) for each in range(last + 1)] == [told for _, told in alone]
    moments = [0, 5, 5, last // 2, last]
    dumps = [replay.game.dump(match_.state) for match_ in replay.along(moments)]
    assert dumps == [replay.game.dump(replay.at(each).state) for each in moments]


def test_the_file_has_the_documents_names() -> None:
    data = msgspec.msgpack.decode(record("abc", played(2, 3, leave=40).match.events))
    assert {"version", "match_id", "started_at", "ended_at", "winner", "players", "config", "events"} <= data.keys()
    third = {"player_id": 3, "name": "Bot", "is_ai": True, "level": "random"}
    assert data["version"] == 1 and data["players"][2] == third
    assert data["players"][0] == {"player_id": 1, "name": "Player 1", "is_ai": False}
    kinds = [event["event_type"] for event in data["events"]]
    assert set(kinds[0]) == {"Action"} and set(kinds[0]["Action"]) == {"unit_id", "dx", "dy"}
    assert "EndTurn" in kinds
    at = kinds.index("Rollback")
    assert kinds[at + 1] == "PlayerDisconnected"
    assert {"timestamp", "round", "player_id", "event_type"} == data["events"][0].keys()


def test_damage_is_found() -> None:
    data = record("abc", played(1).match.events)
    for cut in (0, 1, 10, len(data) // 2, len(data) - 1):
        with pytest.raises(BadReplay) as caught:
            Replay.load(data[:cut])
        assert caught.value.detail == "replay_unreadable"
    for rubbish in (b"PK\x03\x04", b"\xc1", b"\x93" * 10_000, b"{}", b"\x80", b"GIF89a"):
        with pytest.raises(BadReplay):
            Replay.load(rubbish)
    with pytest.raises(BadReplay, match="at most"):
        read(b"\0" * (5 * 1024 * 1024))
    fields = msgspec.msgpack.decode(data)
    for change, detail in [
        ({"version": 2}, "replay_newer"),
        ({"winner": 3 - fields["winner"]}, "replay_altered"),
        ({"events": fields["events"][:-1]}, "replay_altered"),
        ({"events": fields["events"][1:]}, "replay_damaged"),
        ({"game": "no-such-game"}, "unknown_game"),
        ({"config": {"width": -1}}, "replay_damaged"),
        ({"hashes": []}, "replay_altered"),
        ({"seed": "x"}, "replay_damaged"),
    ]:
        with pytest.raises(BadReplay) as caught:
            Replay.load(msgspec.msgpack.encode({**fields, **change}))
        assert caught.value.detail == detail, change


def test_seeking_is_fast_in_a_long_match() -> None:
    options = {"width": 16, "height": 16, "max_rounds": 100}
    match_ = Match(begin("cellwar", options, [Place("computer"), Place("computer")], 5, at=0))
    chance = random.Random(3)
    while match_.running and len(match_.events) < 2_500:
        match_.add(Acted(match_.state.player, chance.choice(match_.state.legal_actions()), len(match_.events)))
    assert len(match_.events) > 2_000
    replay = Replay.load(record("abc", match_.events))
    rng = random.Random(1)
    slowest = 0.0
    for _ in range(40):
        moment = rng.randrange(len(replay))
        begun = time.process_time()
        replay.at(moment)
        slowest = max(slowest, time.process_time() - begun)
    assert slowest < 0.05
