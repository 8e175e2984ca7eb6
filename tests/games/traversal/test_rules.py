"""Every refusal and ending of Traversal, what it tells of a move, its options, its text, and its start."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.cli.story import sentences
from outflank.cli.words import Words
from outflank.contract import BadOptions, BadPosition, IllegalAction
from outflank.games.traversal import game, text
from outflank.games.traversal.board import HALF, OUT, PRIME, SQUARES, neighbour
from outflank.games.traversal.rules import Traversal
from outflank.games.traversal.terrain import terrain
from outflank.games.traversal.view import traversal

PIT = "/".join(["4444404444" if row == 5 else "4444444444" for row in range(10)])
PITS = PIT.replace("4444404444", "4440404444")


def at(line: str) -> Traversal:
    return traversal(text.from_position(f"traversal/1 {line}"))


def refused(state: Traversal, action: dict[str, Any]) -> IllegalAction:
    before = game.dump(state)
    with pytest.raises(IllegalAction) as raised:
        game.decode(state, action)
    assert game.dump(state) == before
    return raised.value


FIELD = "flat2 0 1 1E1@c1;1V1@d1;1S1@e1;1S2@d2;1E2@h4;2S1@h8;2V1@e5;2S2@e6;2V2@d5;2E1@i5"
REFUSALS: list[tuple[dict[str, Any], str, str]] = [
    ({"piece": 6, "to": [4, 4]}, "UnitNotFound", "piece_not_found"),
    ({"piece": 12, "to": [4, 4]}, "UnitNotFound", "piece_not_found"),
    ({"piece": -1, "to": [4, 4]}, "UnitNotFound", "piece_not_found"),
    ({"exit": 1 << 80}, "UnitNotFound", "piece_not_found"),
    ({"piece": 4, "to": [4, 4]}, "UnitNotFound", "piece_gone"),
    ({"exit": 4}, "UnitNotFound", "piece_gone"),
    ({"piece": 0, "to": [10, 4]}, "InvalidAction", "off_board"),
    ({"piece": 0, "to": [0, -1]}, "InvalidAction", "off_board"),
    ({"piece": 0, "to": [2, 0]}, "InvalidAction", "same_square"),
    ({"piece": 0, "to": [3, 0]}, "InvalidAction", "own_piece"),
    ({"piece": 2, "to": [9, 9]}, "InvalidAction", "too_far"),
    ({"piece": 1, "to": [3, 2]}, "InvalidAction", "way_blocked"),
    ({"piece": 5, "to": [4, 4]}, "InvalidAction", "attack_fails"),
    ({"exit": 0}, "InvalidAction", "cannot_exit"),
    ({"piece": 0}, "InvalidAction", "bad_action"),
    ({"piece": 0, "to": [1]}, "InvalidAction", "bad_action"),
    ({"piece": 0, "to": ["a", 1]}, "InvalidAction", "bad_action"),
    ({"piece": True, "to": [1, 1]}, "InvalidAction", "bad_action"),
    ({"exit": "0"}, "InvalidAction", "bad_action"),
    ({"exit": 0, "piece": 0}, "InvalidAction", "bad_action"),
    ({"end_turn": True}, "InvalidAction", "bad_action"),
]


@pytest.mark.parametrize(("action", "code", "detail"), REFUSALS, ids=lambda each: str(each)[:40])
def test_refusals(action: dict[str, Any], code: str, detail: str) -> None:
    told = refused(at(FIELD), action)
    assert (told.code, told.detail) == (code, detail) and told.message.endswith(".")


def test_refusals_tell_the_numbers() -> None:
    assert refused(at(FIELD), {"piece": 5, "to": [4, 4]}).values == {"attack": 1, "defence": 2}
    assert refused(at(FIELD), {"piece": 2, "to": [9, 9]}).values == {"budget": 3}
    assert refused(at(FIELD), {"exit": 0}).values == {"budget": 5}


def test_when_it_is_over_nothing_is_legal() -> None:
    state = at("flat2 10 1 1S1@e8;2S1@a5")
    state.apply(game.decode(state, {"exit": 2}))
    assert refused(state, {"piece": 2, "to": [0, 0]}).code == "GameOver"
    assert state.legal_actions() == [] == game.legal(state, 1) and not any(state.mask())


def test_the_numbers_that_stand_for_bits_differ() -> None:
    assert len({(1 << place) % PRIME for place in range(HALF + 1)}) == HALF + 1 and OUT == 2 * HALF


# ---- endings


ENDINGS = [
    ("flat2 10 1 1S1@e8;2S1@a5", {"exit": 2}, 1, "sentinel_first", [3, 0], None),
    ("flat2 10 2 1S1@e8;2S1@a2", {"exit": 8}, 2, "sentinel_first", [0, 3], None),
    ("flat2 10 1 1S1@e8;2S1@a5 2E1", {"exit": 2}, 1, "two_exits", [3, 1], None),
    ("flat2 10 1 1E1@e9;1S2@a1;2S1@a5 2V1", {"exit": 0}, 2, "two_exits", [1, 2], None),
    ("flat2 10 1 1V1@e9;1S2@a1;2S1@a5 2V1", {"exit": 1}, 0, "two_exits", [2, 2], None),
    ("flat2 10 1 1E1@e9;2S1@a5 1E2", {"exit": 0}, 1, "two_exits", [2, 0], None),  # before no_pieces
    ("flat2 10 1 1E1@e9;2V1@a5", {"exit": 0}, 2, "no_pieces", [1, 0], [1, 2]),
    ("flat2 10 1 1E1@e4;1S1@a1;2S1@e5 2V1", {"piece": 0, "to": [4, 4]}, 1, "no_pieces", [0, 2], [3, 2]),
    ("flat2 10 1 1E1@e4;1V1@a1;2S1@e5 2V1", {"piece": 0, "to": [4, 4]}, 0, "no_pieces", [0, 2], [2, 2]),
    ("flat2 199 1 1E1@e4;2V1@e9;1V1@a1 2E1", {"piece": 0, "to": [4, 4]}, 2, "move_limit", [0, 1], None),
    ("flat2 199 1 1V1@e4;2V1@e6", {"piece": 1, "to": [3, 4]}, 0, "move_limit", [0, 0], None),  # 4 rows each
    ("flat2 199 1 1V1@e4;2S1@e6", {"piece": 1, "to": [3, 4]}, 2, "move_limit", [0, 0], None),  # then strength
    ("flat2 199 1 1V1@e4;2S1@e6", {"piece": 1, "to": [3, 5]}, 1, "move_limit", [0, 0], None),  # progress before it
    (f"{PITS} 10 1 1E1@j10;1S1@d6;2S1@f6", {"exit": 0}, 1, "both_blocked", [1, 0], None),
]


@pytest.mark.parametrize(
    ("line", "action", "winner", "reason", "score", "final"), ENDINGS, ids=lambda each: str(each)[:30]
)
def test_endings(
    line: str, action: dict[str, Any], winner: int, reason: str, score: list[int], final: list[int] | None
) -> None:
    state = at(line)
    before = state.copy()
    number = game.decode(state, action)
    state.apply(number)
    outcome = game.outcome(state)
    assert outcome is not None and (outcome.winner, outcome.reason) == (winner, reason)
    view = game.view(state, None)
    assert (view["winner"], view["reason"]) == (winner, reason)
    assert view["score"] == score and view["final_score"] == final
    assert "turn" not in [each["kind"] for each in game.effects(before, number, state, 1)]
    assert game.dump(game.load(game.dump(state))) == game.dump(state)
    assert outcome.returns == {0: (0, 0), 1: (1, -1), 2: (-1, 1)}[winner]
    assert [state.evaluate(1) > 0, state.evaluate(1) < 0] == [winner == 1, winner == 2]


def test_nobody_is_passed_over_twice_for_one_move() -> None:
    state = at(f"{PIT} 0 1 1S1@c3;2S1@f6")
    state.apply(game.decode(state, {"piece": 2, "to": [2, 4]}))
    assert (state.player, state.skipped, state.moves, state.round) == (1, 2, 1, 2)
    view = game.view(state, 2)
    assert (view["current_player"], view["skipped"], view["moves"], view["round"]) == (1, 2, 1, 2)
    state.apply(game.decode(state, {"piece": 2, "to": [5, 4]}))  # beside the pit: Dark still cannot climb
    assert (state.player, state.skipped, state.moves) == (1, 2, 2)


# ---- effects


def told(line: str, action: dict[str, Any]) -> list[dict[str, Any]]:
    before = at(line)
    after = before.copy()
    number = game.decode(before, action)
    after.apply(number)
    effects = [game.effects(before, number, after, player) for player in (None, 1, 2)]
    assert effects[0] == effects[1] == effects[2]
    return effects[0]


def test_what_a_move_tells() -> None:
    moved, turn = told("flat2 0 1 1E1@c3;2S1@h8", {"piece": 0, "to": [4, 4]})
    assert moved["path"][0] == (2, 2) and moved["path"][-1] == (4, 4) and len(moved["path"]) == 5
    assert moved["piece"] == {"id": 0, "owner": 1, "kind": "explorer", "x": 2, "y": 2}
    assert not moved["special"] and turn == {"kind": "turn", "player": 2}


def test_what_a_leap_tells() -> None:
    blocked = "flat2 0 1 1E1@c1;1S1@c2;1S2@b1;1V1@d1;2S1@b2;2S2@j10"
    attacked, captured, _ = told(blocked, {"piece": 0, "to": [1, 1]})
    assert attacked["special"] and attacked["path"] == [(2, 0), (1, 1)]
    assert attacked["attack"]["success"] and attacked["target"]["id"] == 8
    assert captured == {"kind": "captured", "piece": attacked["target"], "at": (1, 1)}


def test_what_an_exit_and_a_skip_tell() -> None:
    line = f"{PIT} 0 1 1E1@j10;1V1@a1;2S1@f6"
    exited, skipped, turn = told(line, {"exit": 0})
    assert (exited["kind"], exited["points"], exited["path"]) == ("exited", 1, [(9, 9)])
    assert skipped == {"kind": "skipped", "player": 2} and turn == {"kind": "turn", "player": 1}


def test_what_giving_up_tells() -> None:
    before = at("flat2 0 1 1E1@c3;2S1@h8")
    after = before.copy()
    game.leave(after, 1)
    assert game.effects(before, -1, after, 2) == [{"kind": "left", "player": 1}]
    assert game.view(after, 2)["left"] == [1] and game.view(after, 2)["reason"] == "resignation"


# ---- options, terrain, start


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        ({"seed": -1}, "bad_seed"),
        ({"seed": 1 << 32}, "bad_seed"),
        ({"seed": True}, "bad_seed"),
        ({"adjacency": 6}, "bad_adjacency"),
        ({"adjacency": True}, "bad_adjacency"),
        ({"base_defence": "none"}, "bad_base_defence"),
        ({"specials_attack": 1}, "bad_specials_attack"),
        ({"exit_cost": 2}, "bad_exit_cost"),
        ({"exit_cost": False}, "bad_exit_cost"),
    ],
)
def test_options_are_checked(options: dict[str, Any], detail: str) -> None:
    with pytest.raises(BadOptions) as raised:
        game.start(game.Options(**options), 0)
    assert raised.value.detail == detail


def test_a_match_has_its_own_terrain_or_the_one_that_was_chosen() -> None:
    assert game.view(game.start(game.Options(), 5), 1)["seed"] == 5
    assert game.view(game.start(game.Options(seed=9), 5), 1)["seed"] == 9
    assert (
        game.view(game.start(game.Options(), (1 << 40) + 5), 1)["heights"]
        == game.view(game.start(game.Options(seed=5), 0), 1)["heights"]
    )


def test_terrains_are_fair_and_passable() -> None:
    for seed in range(60):
        heights = terrain(seed)
        assert heights == heights[::-1] and set(heights) <= set(range(5)) and len(set(heights)) >= 4
        for square in range(SQUARES):
            for dx, dy in ((1, 0), (0, 1)):
                to = neighbour(square, dx, dy)
                assert to < 0 or abs(heights[to] - heights[square]) <= 2


def test_the_start_is_symmetric() -> None:
    pieces = {
        each["id"]: (each["x"], each["y"], each["kind"])
        for each in game.view(game.start(game.Options(), 1), 1)["pieces"]
    }
    assert len(pieces) == 12
    for number in range(6):
        x, y, kind = pieces[number]
        assert (x, y) == (2 + number, 0) and pieces[number + 6] == (9 - x, 9 - y, kind)


# ---- text and positions


def test_notations() -> None:
    view = game.view(at(FIELD), 1)
    for words in ("E1-c3", "c1-c3", "E1 c1-c3", " E1  c1 - c3 ", "E1 c1xc3"):
        assert text.parse(words, view) == {"piece": 0, "to": [2, 2]}
    for words in ("S1-out", "e1-out", "S1 e1-out"):
        assert text.parse(words, view) == {"exit": 2}
    dark = {**view, "current_player": 2}
    assert text.parse("S1-h10", dark) == {"piece": 8, "to": [7, 9]}
    for words, detail in (
        ("", "traversal_notation"),
        ("E3-c3", "traversal_notation"),
        ("e1", "traversal_notation"),
        ("E1-k3", "traversal_notation"),
        ("E1-c11", "traversal_notation"),
        ("E1 d1-c3", "elsewhere"),
        ("a9-c3", "nobody_there"),
    ):
        with pytest.raises(IllegalAction) as raised:
            text.parse(words, view)
        assert raised.value.detail == detail, words


def test_the_whole_notation() -> None:
    state = at("flat2 0 1 1E1@c3;1S1@c9;1V2@d4;2S1@d5")
    view = game.view(state, 1)
    told = [text.said(each, view) for each in game.legal(state, 1)]
    assert {"E1 c3-e3", "S1 c9-out", "V2 d4xd5"} <= set(told)
    assert [text.parse(each, view) for each in told] == game.legal(state, 1)


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("flat2 0 1", "line"),
        ("flat5 0 1 1E1@c3;2S1@h8", "terrain"),
        ("seed4294967296 0 1 1E1@c3;2S1@h8", "terrain"),
        ("222/222 0 1 1E1@c3;2S1@h8", "terrain"),
        ("flat2 201 1 1E1@c3;2S1@h8", "moves"),
        ("flat2 200 1 1E1@c3;2S1@h8", "moves"),
        ("flat2 0 3 1E1@c3;2S1@h8", "player to move"),
        ("flat2 0 1 1E1@c3", "pieces"),
        ("flat2 0 1 1E1@c3;2S1@c3", "pieces"),
        ("flat2 0 1 1E1@c3;1E1@d3;2S1@h8", "pieces"),
        ("flat2 0 1 1E3@c3;2S1@h8", "pieces"),
        ("flat2 0 1 1E1@c11;2S1@h8", "pieces"),
        ("flat2 0 1 1E1@c3;2S1@h8 1E1", "exited"),
        ("flat2 0 1 1E1@c3;2S1@h8 1S1", "exited"),
        ("flat2 0 1 1E1@c3;2S1@h8 1V1;2V1", "exited"),
        ("flat2 0 1 1E1@c3;2S1@h8 1V1;1V1", "exited"),
        ("flat2 0 1 1E1@c3;2S1@h8 - adjacency=5", "options"),
        ("flat2 0 1 1E1@c3;2S1@h8 - adjacency=8;adjacency=8", "options"),
        ("flat2 0 1 1E1@c3;2S1@h8 - - 3", "passed over"),
        ("flat2 0 1 1E1@c3;2S1@h8 - - - 1:hunger", "result"),
        ("flat2 0 1 1E1@c3;2S1@h8 - - - 3:two_exits", "result"),
        ("flat2 0 1 1E1@c3;2S1@h8 - - - - 3", "who has given up"),
        ("flat2 0 1 1E1@c3;2S1@h8 - - - - 1", "who has given up"),
        (f"{PIT} 0 1 1S1@f6;2E1@a1", "player to move"),
    ],
)
def test_what_is_wrong_with_a_position(line: str, field: str) -> None:
    with pytest.raises(BadPosition) as raised:
        at(line)
    assert raised.value.values["field"] == field


def test_what_happened_is_told_in_the_terminal() -> None:
    leap = told("flat2 0 1 1E1@c1;1S1@c2;1S2@b1;1V1@d1;2S1@b2;2V1@j10", {"piece": 0, "to": [1, 1]})
    out = told(f"{PIT} 0 1 1E1@j10;1V1@a1;2S1@f6", {"exit": 0})
    step = told("flat2 0 1 1E1@c3;2S1@h8", {"piece": 0, "to": [4, 4]})

    def spoken(effects: list[dict[str, Any]], viewer: int) -> list[str]:
        return sentences(effects, Words("en"), "traversal", ["Ann", "Bob"], viewer)

    assert spoken(leap, 2) == ["Ann’s Explorer takes your Sentinel at b2: 7 against 0."]
    assert spoken(out, 1) == ["Your Explorer leaves the board: 1 point.", "Bob cannot move and is passed over."]
    assert spoken(step, 2) == ["Ann’s Explorer goes to e5."]


def test_the_board_in_words() -> None:
    state = at("seed7 10 1 1S1@e8;1E1@c3;2S1@a5 2V1")
    shown = text.text(game.view(state, 1))
    assert "10 of 200 moves" in shown and "Player 1's turn" in shown and "1S1:2" in shown and "out: V1" in shown
    assert len(text.grid(game.view(state, 1))) == 10


def test_the_ground_and_its_options_are_part_of_the_key() -> None:
    keys = {game.start(game.Options(seed=seed), 0).key() for seed in range(200)}
    options = [game.Options(seed=7, exit_cost=0), game.Options(seed=7, adjacency=8)]
    options += [game.Options(seed=7, base_defence="strength"), game.Options(seed=7, specials_attack=False)]
    keys |= {game.start(each, 0).key() for each in options}
    assert len(keys) == 204
