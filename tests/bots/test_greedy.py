"""The greedy player at CellWar: it wins against chance, ends its games, keeps out of harm's way and is quick."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from outflank import Host, Place, Seats, begin, load, make, text
from outflank.bots import BUDGETS, Turn
from outflank.cli.version import compiled
from outflank.contract import Json, Outcome

GAME = load("cellwar")
# Seconds of processor time that a turn may take; uncompiled rules are for those who cannot have the others.
QUICK = 0.3 if compiled() else 0.9


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
    matches = 200 if full else 20
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


def late(size: int = 20) -> str:
    """A great board late in a match: some two hundred units."""
    rng = random.Random(5)
    rows = []
    for _ in range(size):
        row = []
        for x in range(size):
            player = 1 if (x < size // 2) != (rng.random() < 0.06) else 2
            kind = rng.choices(["", "I", "F1", "F2", "A"], [55, 25, 8, 5, 7])[0]
            row.append(f"{player}{kind}" if kind else "1")
        rows.append(",".join(row))
    return f"cellwar/1 {size}x{size} {'/'.join(rows)} 1 90"


def test_a_turn_on_a_great_board_late_in_a_match_is_quick() -> None:
    """What the bot itself takes for the whole turn, in processor time; the best of three, for the machine is shared."""
    best = 99.0
    units = 0
    for _ in range(3):
        state = text("cellwar").from_position(late())
        bot = make("cellwar", "greedy")
        taken = 0.0
        units = 0
        while state.player == 1:
            turn = Turn(GAME.view(state, 1), GAME.legal(state, 1), 7, BUDGETS["greedy"])
            before = time.process_time()
            action = bot.choose(turn)
            taken += time.process_time() - before
            state.apply(GAME.decode(state, action))
            units += 1
        best = min(best, taken)
    print(f"{units} units: {best:.3f} s")
    assert units > 80
    assert best < QUICK
