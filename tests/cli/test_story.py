"""What happened is told in sentences, in every language, to whom may know it."""

from __future__ import annotations

import pytest

from outflank.cli.story import sentences
from outflank.cli.words import LANGUAGES, Words
from outflank.contract import Json
from outflank.replay import Replay
from tests.golden import FOLDER


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_of_the_golden_matches_has_a_sentence(language: str) -> None:
    words, keys = Words(language), set()
    for file in sorted(FOLDER.glob("*.cwreplay")):
        replay = Replay.load(file.read_bytes())
        names = [player.name for player in replay.file.players]
        for moment in range(1, min(len(replay), 60)):
            for eyes in (None, 1, 2):
                effects = replay.effects(moment, eyes)
                told = sentences(effects, words, replay.file.game, names, eyes)
                assert bool(told) == any(effect["kind"] != "turn" for effect in effects)
                assert not any("{" in sentence for sentence in told)
                keys |= {effect["kind"] for effect in effects}
    assert keys >= {"moved", "appeared", "vanished", "died", "changed", "produced"}
    assert keys >= {"shot", "answered", "capturing", "captured", "bought", "income"}


def test_an_attack_is_one_sentence() -> None:
    mine = {"id": 1, "owner": 1, "type": "infantry", "counter": 0}
    theirs = {"id": 2, "owner": 2, "type": "fortification", "counter": 2}
    broken = {**theirs, "type": "infantry", "counter": 0}
    words, names = Words("en"), ["Ann", "Bob"]
    broke: list[Json] = [
        {"kind": "died", "at": [1, 1], "to": [2, 1], "unit": mine},
        {"kind": "changed", "at": [2, 1], "was": theirs, "unit": broken},
    ]
    assert sentences(broke, words, "cellwar", names, 1) == [
        "Your infantry is destroyed attacking fortification 2 of Bob at (2,1), which becomes infantry."
    ]
    captured: list[Json] = [
        {"kind": "died", "at": [2, 1], "unit": broken},
        {"kind": "moved", "at": [1, 1], "to": [2, 1], "unit": mine},
        {"kind": "turn", "player": 2, "round": 3},
    ]
    assert sentences(captured, words, "cellwar", names, 2) == ["Infantry of Ann destroys your infantry at (2,1)."]
    assert sentences(captured, words, "pile", names, 2) == []


def test_what_cities_pay_is_one_sentence() -> None:
    tank = {"id": 4, "owner": 2, "kind": "tank", "x": 1, "y": 2, "hp": 90, "movement": 6, "attacks": 2, "captures": 0}
    told: list[Json] = [
        {"kind": "turn", "player": 2, "round": 3},
        {"kind": "income", "at": [0, 0], "amount": 200, "player": 2},
        {"kind": "income", "at": [3, 0], "amount": 200, "player": 2},
        {"kind": "healed", "unit": tank, "at": [1, 2], "amount": 50, "hp": 90, "player": 2},
        {"kind": "moved", "unit": tank, "path": [[1, 2], [2, 2]]},
        {"kind": "captured", "unit": tank, "at": [2, 2], "building": "army_base", "player": 2},
    ]
    assert sentences(told, Words("en"), "pixelswars", ["Ann", "Bob"], 2) == [
        "Bob: +400$ from 2 cities.",
        "Your tank is healed: +50, now 90.",
        "Your tank moves to c3.",
        "Your tank takes the army base at c3.",
    ]
