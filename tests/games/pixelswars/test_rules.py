"""The rules one by one, on positions made for each: captures, money, healing, purchases, the end of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from outflank.contract import BadOptions, BadPosition, IllegalAction
from outflank.games.pixelswars import game, text
from outflank.games.pixelswars.view import pixelswars

if TYPE_CHECKING:
    from outflank.games.pixelswars.rules import PixelsWars

END = {"end_turn": True}


def at(line: str) -> PixelsWars:
    """A position; what never changes is left out of the line."""
    return pixelswars(text.from_position(f"pixelswars/1 {line}"))


def do(state: PixelsWars, *words: str) -> list[Any]:
    """Carry out what is written; returns the effects of the last."""
    told: list[Any] = []
    for each in words:
        number = game.decode(state, text.parse(each, game.view(state, state.player)))
        assert number in state.legal_actions()
        before = state.copy()
        state.apply(number)
        told = game.effects(before, number, state, 1)
    return told


def refused(state: PixelsWars, action: dict[str, Any]) -> tuple[str, str]:
    """Code and detail of a refusal, which changes nothing."""
    before = game.dump(state)
    with pytest.raises(IllegalAction) as told:
        game.decode(state, action)
    assert game.dump(state) == before
    return told.value.code, told.value.detail


def unit(state: PixelsWars, number: int) -> dict[str, Any]:
    units: list[dict[str, Any]] = game.view(state, None)["units"]
    return next(each for each in units if each["id"] == number)


def holds(state: PixelsWars) -> list[tuple[int, int]]:
    return [(each["owner"], each["points"]) for each in game.view(state, None)["buildings"]]


# ---- movement


def test_a_unit_may_move_shoot_and_move_again() -> None:
    state = at("rrrrrrr/ggggggg 1 0,0 1jeep@a1;2tank@e1")
    do(state, "a1-d1", "d1xe1", "d1-d2", "d2-c2")
    assert (unit(state, 0)["movement"], unit(state, 0)["attacks"]) == (8 - 3 - 2 - 2, 1)
    assert unit(state, 0)["hp"] < 125


def test_nobody_passes_through_anybody() -> None:
    state = at("rrr/www 1 0,0 1tank@a1;1plane@b1;2tank@c1")
    assert refused(state, {"move": 0, "to": [2, 0]}) == ("InvalidAction", "cell_taken")
    do(state, "b1-b2")
    do(state, "a1-b1")
    assert refused(state, {"move": 0, "to": [0, 1]}) == ("InvalidAction", "out_of_reach")


def test_the_path_is_the_cheapest_and_among_equals_the_one_from_above() -> None:
    state = at("ggg/ggg/ggg 1 0,0 1tank@a1;2tank@c1")
    told = do(state, "a1-b2")
    assert told[0]["path"] == [(0, 0), (1, 0), (1, 1)]
    state = at("ggg/ggr/ggr 1 0,0 1jeep@a1;2tank@c1")
    assert do(state, "a1-c3")[0]["path"] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]


# ---- buildings


def test_two_captures_take_a_building_and_progress_belongs_to_it() -> None:
    state = at("gCg/ggg 1 0,0 1infantry@a1;1rocket@c1;2sniper@c2")
    assert do(state, "a1-b1", "capture b1")[0]["kind"] == "capturing"
    assert holds(state) == [(0, 10)]
    assert refused(state, {"capture": 0}) == ("InvalidAction", "capture_used")
    do(state, "b1-b2", "c1-b1")
    told = do(state, "capture b1")
    assert told[0]["kind"] == "captured" and told[0]["player"] == 1
    assert holds(state) == [(1, 20)]


def test_red_finishes_what_blue_began() -> None:
    state = at("gCg/ggg 1 0,0 1infantry@b1;2sniper@c1")
    do(state, "capture b1", "b1-b2", "end", "c1-b1")
    assert do(state, "capture b1")[0]["kind"] == "captured"
    assert holds(state) == [(2, 20)]


def test_securing_restores_all_points_at_once() -> None:
    state = at("gCg/ggg 1 0,0 1infantry@b1;2sniper@c1 b1=1:10")
    assert do(state, "secure b1")[0]["kind"] == "secured"
    assert holds(state) == [(1, 20)]
    do(state, "end", "end")
    assert refused(state, {"capture": 0}) == ("InvalidAction", "building_whole")


def test_cities_pay_from_the_next_own_turn_on() -> None:
    state = at("CCg/ggg 1 0,0 1infantry@a1;2sniper@b1 a1=0:10;b1=2:20")
    do(state, "capture a1")
    assert game.view(state, None)["funds"] == [0, 0]
    told = do(state, "end")
    assert game.view(state, None)["funds"] == [0, 200]
    assert [each for each in told if each["kind"] == "income"] == [
        {"kind": "income", "at": (1, 0), "amount": 200, "player": 2}
    ]
    do(state, "end")
    assert game.view(state, None)["funds"] == [200, 200]


def test_hospitals_heal_their_owners_units_at_the_start_of_the_turn() -> None:
    line = "HHHg 1 0,0 1tank@a1=100/6/2/0;1plane@b1=100/10/1/0;2tank@c1=10/6/2/0 a1=1:20;b1=1:20;c1=1:20"
    state = at(line)
    assert not [each for each in do(state, "end") if each["kind"] == "healed"]
    told = [each for each in do(state, "end") if each["kind"] == "healed"]
    assert [(each["unit"]["id"], each["amount"], each["hp"]) for each in told] == [(0, 50, 150), (1, 20, 120)]
    assert unit(state, 2)["hp"] == 10


def test_purchases() -> None:
    state = at("BAg/ggg 1 3000,0 1infantry@c2;2infantry@a2 a1=1:20;b1=1:20")
    assert refused(state, {"buy": "plane", "at": [0, 0]}) == ("InvalidAction", "wrong_building")
    told = do(state, "buy jeep a1")
    assert told == [{"kind": "bought", "unit": unit(state, 2), "at": (0, 0), "price": 600}]
    assert game.view(state, None)["funds"] == [2400, 0]
    assert (unit(state, 2)["movement"], unit(state, 2)["attacks"]) == (8, 2)
    assert refused(state, {"buy": "jeep", "at": [0, 0]}) == ("InvalidAction", "shop_taken")
    do(state, "a1xa2", "buy helicopter b1", "b1-c1", "a1-b1", "buy infantry a1")
    assert game.view(state, None)["funds"] == [400, 0]
    assert refused(state, {"buy": "tank", "at": [0, 0]}) == ("InvalidAction", "shop_taken")
    assert game.view(state, None)["next_id"] == 5


def test_ids_are_not_used_again() -> None:
    state = at("Bg/gg 1 400,0 1tank@b2;2infantry:5@b1=1/5/2/1 a1=1:20".replace("1tank@", "1tank:4@"))
    do(state, "buy infantry a1")
    assert unit(state, 6)["kind"] == "infantry"


# ---- the end


def test_whoever_loses_the_last_unit_loses() -> None:
    state = at("gg/gg 1 0,0 1tank@a1;2infantry@b1=10/5/2/1")
    told = do(state, "a1xb1")
    assert [each["kind"] for each in told] == ["shot", "died"]
    outcome = game.outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.returns) == (1, "elimination", (1.0, -1.0))
    assert state.legal_actions() == [] and refused(state, END) == ("GameOver", "game_over")


def test_an_attacker_may_die_of_the_answer() -> None:
    state = at("gg/gg 1 9000,0 1infantry@a1=1/5/2/1;2tank@b1")
    told = do(state, "a1xb1")
    assert [each["kind"] for each in told] == ["shot", "answered", "died"]
    assert (state.winner, state.player) == (2, 0)


LIMIT = "CCg/ggg 2/1 0,0"


@pytest.mark.parametrize(
    ("rest", "winner"),
    [
        ("1infantry@a1;2infantry@b1", 2),
        ("1infantry@a1;2infantry@b1=99/5/2/1", 1),
        ("1infantry@a1=99/5/2/1;2infantry@b1", 2),
        ("1infantry@a1;2infantry@b1 a1=1:20", 1),
        ("1infantry@a1;2infantry@b1 a1=1:20;b1=2:20", 2),
        ("1tank@a1=90/6/2/0;2jeep@b1", 2),  # 600$ each, exactly
        ("1tank@a1=91/6/2/0;2jeep@b1", 1),
    ],
)
def test_the_round_limit(rest: str, winner: int) -> None:
    state = at(f"{LIMIT} {rest}")
    assert do(state, "end") == []
    assert (state.winner, game.outcome(state).reason) == (winner, "round_limit")  # type: ignore[union-attr]
    assert game.view(state, None)["round"] == 1


def test_leaving_is_giving_up() -> None:
    state = at("gg/gg 1 0,0 1tank@a1;2infantry@b1")
    before = state.copy()
    game.leave(state, 1)
    assert (state.winner, game.view(state, None)["reason"], game.view(state, None)["left"]) == (2, "resignation", [1])
    assert game.effects(before, -1, state, 2) == [{"kind": "left", "player": 1}]


# ---- refusals

BOARD = "BCwg/gggg/ggAg 1 300,0 1infantry@a2;1artillery@b2;1tank@d3;2plane@a3;2tank@d1;2jeep@d2 a1=1:20;c3=2:20"


@pytest.mark.parametrize(
    ("action", "code", "detail"),
    [
        ({}, "InvalidAction", "bad_action"),
        ({"end_turn": False}, "InvalidAction", "bad_action"),
        ({"move": 0}, "InvalidAction", "bad_action"),
        ({"move": True, "to": [0, 0]}, "InvalidAction", "bad_action"),
        ({"move": 0, "to": [0, 0.5]}, "InvalidAction", "bad_action"),
        ({"move": 9, "to": [0, 0]}, "UnitNotFound", "unit_not_found"),
        ({"move": 10**30, "to": [0, 0]}, "UnitNotFound", "unit_not_found"),
        ({"move": 3, "to": [9, 9]}, "UnitNotFound", "unit_not_found"),
        ({"move": 0, "to": [4, 0]}, "InvalidAction", "off_board"),
        ({"move": 0, "to": [0, -1]}, "InvalidAction", "off_board"),
        ({"move": 0, "to": [1, 1]}, "InvalidAction", "cell_taken"),
        ({"move": 0, "to": [0, 1]}, "InvalidAction", "cell_taken"),
        ({"move": 0, "to": [2, 0]}, "InvalidAction", "out_of_reach"),
        ({"attack": 4, "target": 0}, "UnitNotFound", "unit_not_found"),
        ({"attack": 0, "target": 99}, "UnitNotFound", "target_not_found"),
        ({"attack": 0, "target": 1}, "InvalidAction", "own_target"),
        ({"attack": 0, "target": 0}, "InvalidAction", "own_target"),
        ({"attack": 0, "target": 3}, "InvalidAction", "forbidden_target"),
        ({"attack": 0, "target": 4}, "InvalidAction", "out_of_range"),
        ({"capture": 1}, "InvalidAction", "cannot_capture"),
        ({"capture": 0}, "InvalidAction", "nothing_to_capture"),
        ({"buy": "dragon", "at": [0, 0]}, "InvalidAction", "unknown_kind"),
        ({"buy": 3, "at": [0, 0]}, "InvalidAction", "bad_action"),
        ({"buy": "tank", "at": [0, 1]}, "InvalidAction", "no_shop"),
        ({"buy": "tank", "at": [1, 0]}, "InvalidAction", "no_shop"),
        ({"buy": "plane", "at": [2, 2]}, "InvalidAction", "not_your_building"),
        ({"buy": "plane", "at": [0, 0]}, "InvalidAction", "wrong_building"),
        ({"buy": "tank", "at": [0, 0]}, "InvalidAction", "not_enough_money"),
    ],
)
def test_refusals(action: dict[str, Any], code: str, detail: str) -> None:
    assert refused(at(BOARD), action) == (code, detail)


def test_a_unit_without_shots_cannot_shoot() -> None:
    state = at("ggg 1 0,0 1tank@a1=180/6/0/0;2tank@b1")
    assert refused(state, {"attack": 0, "target": 1}) == ("InvalidAction", "no_attacks_left")


# ---- words


def test_notations() -> None:
    state = at(BOARD)
    view = game.view(state, 1)
    told: list[tuple[str, dict[str, Any]]] = [
        ("a2-a1", {"move": 0, "to": [0, 0]}),
        ("#0 - A1", {"move": 0, "to": [0, 0]}),
        ("b2xd2", {"attack": 1, "target": 5}),
        ("1x5", {"attack": 1, "target": 5}),
        ("secure a2", {"capture": 0}),
        ("buy anti-air a1", {"buy": "anti_air", "at": [0, 0]}),
        ("end", END),
    ]
    assert [text.parse(words, view) for words, _ in told] == [action for _, action in told]
    legal = game.legal(state, 1)
    assert [text.parse(text.said(action, view), view) for action in legal] == legal
    for words, detail in (("", "pixelswars_notation"), ("a2-5", "pixelswars_notation"), ("c1-a1", "nobody_there")):
        with pytest.raises(IllegalAction) as refusal:
            text.parse(words, view)
        assert refusal.value.detail == detail


@pytest.mark.parametrize(
    "line",
    [
        "cellwar/1 gg 1 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 1 0,0",
        "pixelswars/1 map13 1 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gz 1 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg/g 1 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 0 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 1/0 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 1 0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@a1",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@c1",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@b2",
        "pixelswars/1 gw 1 0,0 1tank@a1;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank@a1=181/6/2/0;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank@a1=0/6/2/0;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank@a1=180/6/2/1;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank:3@a1;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank:3@a1;2tank:3@b1",
        "pixelswars/1 gg 1 0,0 1dragon@a1;2tank@b1",
        "pixelswars/1 gg 1 0,0 1tank@a1",
        "pixelswars/1 Cg 1 0,0 1tank@a1;2tank@b1 b1=1:20",
        "pixelswars/1 Cg 1 0,0 1tank@a1;2tank@b1 a1=3:20",
        "pixelswars/1 Cg 1 0,0 1tank@a1;2tank@b1 a1=1:21",
        "pixelswars/1 Cg 1 0,0 1tank:3@a1;2tank:8@b1 - 8",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@b1 - 2 3:elimination",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@b1 - 2 1:boredom",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@b1 - 2 - 3",
        "pixelswars/1 gg 1 0,0 1tank@a1;2tank@b1 - 2 - 1",
    ],
)
def test_bad_positions(line: str) -> None:
    with pytest.raises(BadPosition):
        text.from_position(line)


def test_options() -> None:
    with pytest.raises(BadOptions) as told:
        game.check(game.Options(map=13))
    assert told.value.detail == "bad_map"
    with pytest.raises(BadOptions) as told:
        game.check(game.Options(max_rounds=0))
    assert told.value.detail == "bad_max_rounds"
    layout = {
        "format": 1,
        "name": {"en": "A test"},
        "grid": ["ggggC", "grrrg", "ggHgg", "grrrg", "Cgggg"],
        "units": [{"kind": "tank", "player": 1, "at": [0, 0]}, {"kind": "tank", "player": 2, "at": [4, 4]}],
        "funds": [100, 0],
    }
    state = pixelswars(game.start(game.Options(layout=layout), 0))
    view = game.view(state, 1)
    assert (view["map"], view["grid"], view["funds"]) == (0, layout["grid"], [100, 0])
    assert text.position(text.from_position(text.position(state))) == text.position(state)
