"""The greedy player at CellWar: it wins against chance, ends its games, keeps out of harm's way and is quick."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench.turns import late
from outflank import Host, Place, Seats, begin, load, make, text
from outflank.bots import BUDGETS, Turn
from outflank.bots.greedy import TURN, Greedy
from outflank.cli.version import compiled
from outflank.contract import Json, Outcome
from tests.conformance.counting import counting

GAME = load("cellwar")


def duel(levels: list[str], size: int, rounds: int, seed: int) -> tuple[Outcome, Host]:
    options = {"width": size, "height": size, "max_rounds": rounds, "player_count": len(levels)}
    places = [Place("computer", bot=level) for level in levels]
    host = Host.start("m", begin("cellwar", options, places, seed, at=0))
    seats = Seats(host)
    while seats.due():
        seats.play(0)
    assert seats.reports == [] and host.match.outcome
    return host.match.outcome, host


def choice(line: str, seed: int = 1) -> Json:
    """What it does in a position."""
    state = text("cellwar").from_position(line)
    view, legal = GAME.view(state, state.player), GAME.legal(state, state.player)
    return make("cellwar", "greedy").choose(Turn(view, legal, seed, BUDGETS["greedy"]))


@pytest.mark.parametrize("size", [8, 10])
def test_it_beats_chance_on_both_sides(size: int, full: bool) -> None:
    matches = 200 if full else 20 if compiled() else 6
    won: Counter[str] = Counter()
    for seed in range(matches):
        levels = ["greedy", "random"] if seed % 2 else ["random", "greedy"]
        outcome, _ = duel(levels, size, 100, seed)
        won[levels[outcome.winner - 1]] += 1
    assert won["greedy"] >= matches * 95 // 100


def test_a_match_against_itself_ends_by_elimination(full: bool) -> None:
    """And on the way factories are built and many units are taken: something happens."""
    matches = 10 if full else 1
    ended: Counter[str] = Counter()
    for seed in range(matches):
        outcome, host = duel(["greedy", "greedy"], 10 if full else 8, 300, seed)
        ended[outcome.reason] += 1
        made = host.match.state.made[0]  # type: ignore[attr-defined]
        assert made > 40
    assert ended["elimination"] >= matches * 8 // 10


def test_four_of_them_play_to_the_end() -> None:
    outcome, _ = duel(["greedy"] * 4, 8, 20, 1)
    assert outcome.winner in (1, 2, 3, 4)


def test_its_first_unit_becomes_a_factory() -> None:
    _, host = duel(["greedy", "greedy"], 10, 3, 1)
    assert host.text.position(host.match.state).count("A:") == 2


def test_it_takes_what_it_can_take() -> None:
    assert choice("cellwar/1 6x6 6/1,1I:1,4/2,2I:2,3/6/6/5,2I:3 1 5") == {"unit_id": 1, "dx": 1, "dy": 1}
    assert choice("cellwar/1 6x6 6/1,1I:1,4/2,2A:2,3/6/6/5,2I:3 1 5") == {"unit_id": 1, "dx": 1, "dy": 1}


@pytest.mark.parametrize("seed", range(5))
def test_it_does_not_step_beside_an_enemy_that_acts_next(seed: int) -> None:
    """The fortification sees the enemy two cells away; the infantry must stay out of its reach."""
    line = "cellwar/1 7x7 7/1,1F1:1,5/7/3,2I:2,3/7/7/7 1 5 1,1"
    action = choice(line, seed)
    x, y = 1 + action["dx"], 1 + action["dy"]
    assert max(abs(x - 3), abs(y - 3)) > 1


def test_it_does_not_smother_its_own_factory() -> None:
    """One free cell is left beside the factory in the corner: the infantry that could enter it does not."""
    line = "cellwar/1 6x6 1A:1,1I:2,4/1,1F1:3,4/2,1I:4,3/6/6/5,2I:5 1 5 2,2"
    assert choice(line) not in ({"unit_id": 4, "dx": -1, "dy": 0},)
    after = choice("cellwar/1 6x6 1A:1,1F1:2,4/6/6/6/6/5,2I:5 1 5 0,0")
    assert after["unit_id"] == 1


@pytest.mark.parametrize(
    ("size", "filled", "units", "looks"),
    [(10, 0.8, 30, 39), (20, 0.45, 80, 60), (20, 0.9, 150, 60), (64, 0.02, 40, 8), (64, 0.2, 390, 11)],
)
def test_a_turn_on_any_board_is_short(size: int, filled: float, units: int, looks: int) -> None:
    """Counted in actions judged and states imagined, the same on every machine; the bench tells the seconds."""
    state = text("cellwar").from_position(late(size, filled))
    game, counted = counting(GAME)
    bot = Greedy(game)
    memory: dict[str, Any] = {}
    acted = 0
    while state.player == 1:
        turn = Turn(GAME.view(state, 1), GAME.legal(state, 1), 7, BUDGETS["greedy"], memory)
        state.apply(GAME.decode(state, bot.choose(turn)))
        acted += 1
    print(f"{acted} units: {counted.judged} judged, {counted.imagined} imagined")
    assert acted > units
    assert acted < counted.judged <= TURN
    assert counted.imagined <= looks


def test_of_a_very_great_army_less_is_thought_each() -> None:
    """What a full board costs more to imagine and to judge is made up for; the first actions tell of all."""
    state = text("cellwar").from_position(late(64, 0.5))
    game, counted = counting(GAME)
    turn = Turn(GAME.view(state, 1), GAME.legal(state, 1), 7, BUDGETS["greedy"])
    Greedy(game).choose(turn)
    units, planned = len(turn.view["my_units"]), len(turn.memory["plan"]) + 1
    assert units > 900
    assert counted.judged / planned * units <= TURN / 2
    assert units / planned <= 24, "so many worlds are imagined in all"


def test_a_plan_that_the_board_has_overtaken_is_given_up() -> None:
    """What was planned for later in the turn is played only while it is legal; another turn begins anew."""
    state = text("cellwar").from_position(late(64, 0.2))
    bot = Greedy(GAME)
    turn = Turn(GAME.view(state, 1), GAME.legal(state, 1), 7, BUDGETS["greedy"])
    bot.choose(turn)
    planned = list(turn.memory["plan"])
    assert len(planned) > 20
    few = [action for action in turn.legal if action not in planned[:5]]
    again = Turn(turn.view, few, 7, turn.budget, turn.memory)
    assert bot.choose(again) == planned[5]
    after = Turn(turn.view, turn.legal, 8, turn.budget, turn.memory)
    assert bot.choose(after) == bot.choose(Turn(turn.view, turn.legal, 8, turn.budget))
