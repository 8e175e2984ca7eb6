"""The rules against data computed by independent implementations: reach, ranges, fights and whole matches."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.games.pixelswars.board import HP, HPS, ID, Field
from outflank.games.pixelswars.catalog import CATALOG, GROUNDS, UNITS
from outflank.games.pixelswars.combat import covers, farthest, remaining
from outflank.games.pixelswars.rules import PixelsWars
from outflank.games.pixelswars.start import KIND_NUMBERS, empty
from tests.games.pixelswars.vectors import BOARDS, LETTERS, bare, begun, digest, do, expected, ground, kind, read

GAMES = read("games")["games"]
REACH = read("reach")["cases"]
CELLS = read("attack_cells")["cases"]
COMBAT = read("combat")
ROUNDING = read("rounding")["rows"]


def test_every_vector_is_there() -> None:
    assert (len(GAMES), len(REACH), len(CELLS), len(ROUNDING)) == (8, 165, 178, 191)
    assert len(COMBAT["rows"]) == 6310
    assert sum(len(each["steps"]) for each in GAMES) > 700


@pytest.mark.parametrize("vector", GAMES, ids=[f"board{each['board']}-{each['blue']}-{each['red']}" for each in GAMES])
def test_match(vector: dict[str, Any]) -> None:
    state = begun(vector["board"])
    assert digest(state) == expected(vector["start"])
    for number, step in enumerate(vector["steps"]):
        do(state, step["a"])
        assert digest(state) == expected(step["d"]), f"step {number}: {step['a']}"


def test_reach() -> None:
    for case in REACH:
        state = bare(case["board"])
        for cell in case["occupied"]:
            state.place(cell, 0, 2)
        state.place(case["start"], KIND_NUMBERS[kind(case["type"])], 1)
        left = state.survey(case["start"], case["movement"])
        assert [[cell, points - 1] for cell, points in enumerate(left) if points] == case["reach"], case


def test_ranges() -> None:
    for case in CELLS:
        field = bare(case["board"]).field
        number, cell = KIND_NUMBERS[kind(case["type"])], case["cell"]
        stands_on = GROUNDS[field.ground[cell]]
        assert ("building" if stands_on.building else stands_on.ground) == ground(case["terrain"])
        assert (field.catalog.nearest[number], farthest(field, number, cell)) == (case["min"], case["max"]), case
        assert [to for to in range(field.cells) if covers(field, number, cell, to)] == case["cells"], case


def arena(own: str, far: str, away: int) -> Field:
    """A row of cells with these grounds on the first and on the one so far away."""
    row = [LETTERS[own], *"g" * (away - 1), LETTERS[far], "g"]
    return empty(("".join(row),)).field


def test_fights() -> None:
    for row in COMBAT["rows"]:
        told = dict(zip(COMBAT["columns"], row, strict=True))
        away = told["chebyshevDistance"]
        field = arena(ground(told["attackerTerrain"]), ground(told["defenderTerrain"]), away)
        state = PixelsWars(field)
        state.clear()
        pair = [KIND_NUMBERS[kind(told[each])] for each in ("attacker", "defender")]
        for player, cell, which, hp in ((1, 0, pair[0], "attackerHP"), (2, away, pair[1], "defenderHP")):
            unit = UNITS[which]
            state.place(cell, which, player)
            state.adjust(cell, player, told[hp], unit.movement, unit.attacks, int(unit.captures))
        action = away  # from cell 0
        assert (action in state.legal_actions()) == bool(told["legal"]), told
        if not told["legal"]:
            continue
        forecast = state.forecast(state.board[0], 0, away)
        state.apply(action)
        after = [state.board[cell] >> HP & HPS if state.board[cell] else 0 for cell in (0, away)]
        assert after == [told["attackerHPafter"], told["defenderHPafter"]], told
        assert forecast == (after[1], after[0], bool(told["retaliated"])), told


def test_rounding() -> None:
    for attacker, defender, cover, own, hp, _, left, _ in ROUNDING:
        pair = KIND_NUMBERS[kind(attacker)], KIND_NUMBERS[kind(defender)]
        assert remaining(CATALOG, pair[0], own, pair[1], hp, cover) == left, (attacker, defender, cover, own, hp)


def test_boards_are_read_whole() -> None:
    for number, board in BOARDS.items():
        state = begun(number)
        assert [state.board[cell] >> ID for _, _, cell in board["units"]] == list(range(len(board["units"])))
