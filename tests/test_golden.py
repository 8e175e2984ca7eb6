"""Replays of every version of the rules play to the end that they had, by the rules they were played by."""

from __future__ import annotations

import json

import pytest

from outflank import games
from outflank.contract import Refusal
from outflank.match import Acted, Match, Place, begin
from outflank.replay import BadReplay, Replay, read, record, state_hash
from tests.golden import FOLDER, INDEX
from tests.pile import v1

KNOWN = json.loads(INDEX.read_text())


def test_every_file_is_in_the_index() -> None:
    assert sorted(KNOWN) == sorted(file.name for file in FOLDER.glob("*.cwreplay"))
    assert {read((FOLDER / name).read_bytes()).rules_version for name in KNOWN} >= {games.load("cellwar").VERSION}


@pytest.mark.parametrize("name", KNOWN)
def test_a_golden_replay_plays_to_its_recorded_end(name: str) -> None:
    replay = Replay.load((FOLDER / name).read_bytes())
    end = replay.at(len(replay))
    outcome = end.outcome
    assert outcome is not None
    assert {"events": len(replay), "winner": outcome.winner, "hash": state_hash(end)} == KNOWN[name]


@pytest.fixture
def pile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.BUILT_IN, "pile", "tests.pile")


def old_file(monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A replay that was recorded when version 1 was the present one."""
    with monkeypatch.context() as then:
        then.setattr("tests.pile.game.VERSION", 1)
        then.setattr("tests.pile.game.start", v1.start)
        match_ = Match(begin("pile", {"stones": 4}, [Place("human"), Place("human")], 1, 0))
        for player, stones in [(1, 1), (2, 2), (1, 1)]:
            match_.add(Acted(player, stones, player))
        return record("old", match_.events)


@pytest.mark.usefixtures("pile")
def test_an_old_file_plays_by_the_rules_of_its_own_version(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Replay.load(old_file(monkeypatch))
    assert replay.file.rules_version == 1 and replay.game.VERSION == 1
    assert replay.file.winner == 1  # who took the last stone: a loss by the present rules
    now = Match(begin("pile", {"stones": 4}, [Place("human"), Place("human")], 1, 0))
    assert now.started.version == 2
    for player, stones in [(1, 1), (2, 2), (1, 1)]:
        now.add(Acted(player, stones, player))
    assert now.outcome is not None and now.outcome.winner == 2
    assert games.text("pile", 1).text({"stones": 3}) == "ooo"


@pytest.mark.usefixtures("pile")
def test_rules_that_are_not_here_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal) as told:
        games.load("pile", 3)
    assert (told.value.code, told.value.detail) == ("UnknownVersion", "replay_old_rules")
    with pytest.raises(Refusal):
        games.text("pile", 3)
    fields = read(old_file(monkeypatch))
    file = type(fields)(**{name: getattr(fields, name) for name in fields.__struct_fields__} | {"rules_version": 7})
    with pytest.raises(BadReplay) as bad:
        Replay(file)
    assert bad.value.detail == "replay_old_rules"
