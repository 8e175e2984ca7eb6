"""What every level of computer player must satisfy in every game: fair, legal, repeatable, within its budget."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from outflank import Host, Place, Refusal, Seats, State, begin, games, load, make
from outflank.bots import BUDGETS, Bot, Turn
from outflank.bots.greedy import Greedy
from tests.conformance.counting import counting

EVERY = [(game, level) for game in games.games() for level in BUDGETS]
LIMIT = 200  # actions per match


def host(game: str, level: str, seed: int = 3) -> Host:
    """A match of computer players with the game's own options."""
    players = load(game).start(load(game).Options(), 0).players
    return Host.start("m", begin(game, {}, [Place("computer", bot=level)] * players, seed, at=0))


def turns(game: str, level: str, seed: int = 3) -> list[tuple[Turn, int]]:
    """What the bots of a match were given, each with its player."""
    made = host(game, level, seed)
    seats = Seats(made)
    given: list[tuple[Turn, int]] = []
    while seats.due() and len(given) < LIMIT:
        turn = seats.turn()
        given.append((turn, made.match.state.player))
        seats.play(0)
    assert seats.reports == []
    return given


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_it_plays_a_whole_match_without_a_fault(game: str, level: str) -> None:
    """Seats report whatever is not legal; ``turns`` asserts that nothing was reported."""
    assert len(turns(game, level)) > 5


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_it_is_given_nothing_but_what_a_person_sees(game: str, level: str) -> None:
    def states(value: object) -> bool:
        if isinstance(value, dict):
            return any(map(states, value.values()))
        if isinstance(value, list | tuple):
            return any(map(states, value))
        return isinstance(value, State)

    for turn, player in turns(game, level)[:60]:
        assert turn.view["player_id"] == player
        assert not states([turn.view, turn.legal, turn.memory])
        # The whole of what it is given can be sent to another machine.
        assert msgspec.json.decode(msgspec.json.encode([turn.view, turn.legal, turn.seed, turn.budget]))


@pytest.mark.parametrize(("game", "level"), EVERY)
def test_the_same_turn_gives_the_same_choice(game: str, level: str) -> None:
    """From copies, by a fresh bot: it reads nothing else, and no chance but that of its seed."""
    first, again = turns(game, level, 5), turns(game, level, 5)
    assert [turn.legal for turn, _ in first] == [turn.legal for turn, _ in again]
    for turn, _ in first[:60]:
        view, legal = msgspec.json.decode(msgspec.json.encode([turn.view, turn.legal]))
        choices = [make(game, level).choose(Turn(view, legal, turn.seed, turn.budget)) for _ in range(2)]
        assert choices[0] == choices[1] and choices[0] in turn.legal


@pytest.mark.parametrize("budget", [1, 7, BUDGETS["greedy"]])
@pytest.mark.parametrize("game", games.games())
def test_the_greedy_player_judges_no_more_than_its_budget(game: str, budget: int) -> None:
    """For every action that it is asked for; a whole turn: tests/bots/test_greedy.py."""
    most = 0
    for turn, _ in turns(game, "greedy")[-60:]:
        rules, counted = counting(load(game))
        turn.budget = budget
        turn.memory = {}
        Greedy(rules).choose(turn)
        planned = 1 + len(turn.memory["plan"])
        assert counted.imagined == 1
        assert counted.judged == min(budget, len(turn.legal) // planned) * planned
        most = max(most, counted.judged)
    assert most > 0


class Broken:
    """Fails in one way after another."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, turn: Turn) -> Any:
        self.asked += 1
        turn.view.clear()  # its own copy: nobody else is harmed
        if self.asked % 3 == 0:
            raise RuntimeError("out of order")
        return {"nonsense": 1} if self.asked % 3 == 1 else None


@pytest.mark.parametrize("game", games.games())
def test_a_broken_bot_is_reported_and_the_match_goes_on(game: str) -> None:
    made = host(game, "random")
    bots: dict[int, Bot] = {player: make(game, "random") for player in range(2, made.match.state.players + 1)}
    bots[1] = Broken()
    seats = Seats(made, bots)
    for _ in range(40):
        if seats.due():
            before = len(made.match.events)
            seats.play(0)
            assert len(made.match.events) > before
    told = "\n".join(seats.reports)
    assert "player 1: ValueError: it chose" in told and "player 1: RuntimeError: out of order" in told
    assert "player 2" not in told


def test_unknown_levels_and_games_are_refused() -> None:
    for game, level, code in (("cellwar", "genius", "UnknownBot"), ("chess", "greedy", "UnknownGame")):
        with pytest.raises(Refusal) as refused:
            make(game, level)
        assert refused.value.code == code
