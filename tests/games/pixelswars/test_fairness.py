"""The count of who wins on which battlefield: of the maps as they are, within its bounds, and played again here."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from outflank.cli.version import compiled
from outflank.games.pixelswars.maps import COUNT, load
from tests.conftest import FULL
from tools import fairness

if TYPE_CHECKING:
    from pathlib import Path

NUMBERS = range(1, COUNT + 1)
REPORT: dict[str, Any] = json.loads(fairness.REPORT.read_text(encoding="utf-8"))
SEVERAL = 3 if FULL else 1
AGAIN = NUMBERS if compiled() else NUMBERS[:4]
"""Maps whose matches are played again; the large ones take seconds where nothing is compiled."""


@pytest.mark.parametrize("number", NUMBERS)
def test_the_side_that_begins_wins_about_every_other_match(number: int) -> None:
    """Of a thousand matches that the Medium level played against itself."""
    told = counted("medium", number)
    assert told["games"] >= 1000 and sum(told["reasons"].values()) == told["games"]
    assert 45 <= 100 * (told["first"] + told["drawn"] / 2) / told["games"] <= 55


@pytest.mark.parametrize("number", NUMBERS)
def test_a_stronger_level_does_not_say_otherwise(number: int) -> None:
    """A sample of the Hard level: its interval reaches into the same bounds."""
    told = counted("hard", number)
    assert told["games"] >= 100
    assert 100 * told["low"] <= 55 and 100 * told["high"] >= 45


def counted(level: str, number: int) -> Any:
    told = REPORT[level][str(number)]
    assert told["made_of"] == fairness.made_of(level, number), "changed: python -m tools.fairness counts anew"
    return told


def test_the_compensation_is_small() -> None:
    """Less than what the dearest unit costs on most maps, and never more than a thousand."""
    assert all(max(load(number).funds) <= 1000 for number in NUMBERS)


@pytest.mark.parametrize("number", AGAIN)
def test_a_match_of_the_count_played_again(number: int) -> None:
    told = counted("medium", number)
    for match_, state in list(told["samples"].items())[:SEVERAL]:
        assert fairness.again("medium", number, told["games"], int(match_)).hash == state


def test_a_count_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "KEPT", tmp_path)
    told = fairness.told("easy", 1, fairness.count("easy", 1, 3, 1))
    assert told["games"] == 3 == len(told["samples"]) and told["first"] <= 3
    assert fairness.again("easy", 1, 3, 2).hash == told["samples"]["2"]
