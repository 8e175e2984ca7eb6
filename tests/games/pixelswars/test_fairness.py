"""The count of who wins on which battlefield: of the maps as they are, within its bounds, and played again here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outflank.games.pixelswars.maps import COUNT, load
from tests.conftest import FULL, ROOT
from tools import fairness
from tools import fairness_levels as levels

NUMBERS = range(1, COUNT + 1)
REPORT: dict[str, Any] = json.loads((ROOT / "docs" / "fairness.json").read_text(encoding="utf-8"))
TEN = [(1, 1), (2, 101), (3, 201), (4, 301), (5, 401), (6, 501), (7, 601), (8, 701), (9, 801), (1, 901)]
ALL = [(number, int(seed)) for number in NUMBERS for seed in REPORT[str(number)]["samples"]]
"""(map, seed) of the matches whose end is known."""


@pytest.mark.parametrize("number", NUMBERS)
def test_the_side_that_begins_wins_about_every_other_match(number: int) -> None:
    told = REPORT[str(number)]
    assert told["map"] == fairness.drawn(load(number)), "the map was changed: python -m tools.fairness counts anew"
    assert told["matches"] >= 1000 and told["elimination"] + told["round_limit"] == told["matches"]
    assert 45 <= 100 * told["first"] / told["matches"] <= 55
    assert len(told["samples"]) == told["matches"] // 100


def test_the_second_player_is_compensated_at_most() -> None:
    assert all(load(number).funds[0] == 0 <= load(number).funds[1] <= 1000 for number in NUMBERS)


@pytest.mark.parametrize(("number", "seed"), ALL if FULL else TEN)
def test_a_match_of_the_count_played_again(number: int, seed: int) -> None:
    """Every action of it is legal, and it ends in the same position."""

    def watch(state: Any, action: int) -> None:
        assert action in state.legal_actions()

    played = fairness.play(load(number), seed, watch)
    assert played.position == REPORT[str(number)]["samples"][str(seed)]


# ---- the same with levels of the computer, counted in the arena

LEVELS_REPORT: dict[str, Any] = json.loads(levels.REPORT.read_text()) if levels.REPORT.is_file() else {}
needed = pytest.mark.skipif(not LEVELS_REPORT, reason="not counted yet: python -m tools.fairness_levels does")


@needed
def test_medium_wins_about_every_other_match_from_either_side() -> None:
    for number in NUMBERS:
        told = LEVELS_REPORT["medium"][str(number)]
        assert told["made_of"] == levels.made_of("medium", number), (
            "changed: python -m tools.fairness_levels counts anew"
        )
        assert told["games"] >= 1000 and 45 <= 100 * (told["first"] + told["drawn"] / 2) / told["games"] <= 55


@needed
def test_a_match_of_the_levels_count_played_again() -> None:
    for number in (1, 2):
        told = LEVELS_REPORT["medium"][str(number)]
        match_, state = next(iter(told["samples"].items()))
        assert levels.again("medium", number, told["games"], int(match_)).hash == state


def test_a_count_of_levels_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "KEPT", tmp_path)
    told = levels.told("easy", 1, levels.count("easy", 1, 3, 1))
    assert told["games"] == 3 == len(told["samples"]) and told["first"] <= 3
    assert levels.again("easy", 1, 3, 2).hash == told["samples"]["2"]
