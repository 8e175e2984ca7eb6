"""What every level of every game must satisfy: legal, repeatable, fair, within its budget, and soon done when asked."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, cast

import pytest

from outflank import Refusal, load, make
from outflank.bots import Thinker, Turn, levels, offered
from outflank.bots.planner import NUMBERS, SEARCHES, Planner
from outflank.contract import Level, Levelled, Sampled
from outflank.games import BUILT_IN, games
from tests.conformance.thinker import choose, elsewhere
from tests.conformance.walks import CASES, Case, walk
from tests.conftest import FULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.contract import Game, Json
    from outflank.rng import Rng
    from outflank.state import State

LEVELLED = [game for game in games() if isinstance(load(game), Levelled)]
EVERY = [(game, level) for game in LEVELLED for level in cast("Levelled", load(game)).LEVELS]
POSITIONS = 1000 if FULL else 3
"""Of every level."""
NODES = 400
"""A budget with which every search does something, and which many positions can afford."""
FEW = 2000
"""Between two yields at most so many nodes are spent: some milliseconds where the rules are compiled."""
LONGEST = 400
"""Actions of one turn."""

pytestmark = pytest.mark.timeout(7200 if FULL else 300)
every_level = pytest.mark.parametrize(("game", "level"), EVERY)


def numbers(game: str, level: str) -> Level:
    return cast("Levelled", load(game)).LEVELS[level]


def positions(game: str, count: int) -> Iterator[tuple[Case, State]]:
    """States from random matches with all kinds of options, early and late ones."""
    cases = [case for case in CASES if case.id == game]
    rng = random.Random(7)
    found, seed = 0, 0
    while found < count:
        case = cases[seed % len(cases)]
        for step in walk(case, seed, 300, leavers=False):
            state = step.before
            if case.game.automatic(state) is None and rng.random() < 0.02:
                found += 1
                yield case, state
                if found == count or rng.random() < 0.3:
                    break
        seed += 1


def turn_of(case: Case, state: State, budget: int, seed: int = 11) -> Turn:
    """What a player is given, as it comes from a wire."""
    told = [case.game.view(state, state.player), case.game.legal(state, state.player)]
    view, legal = json.loads(json.dumps(told))
    return Turn(view, legal, seed, budget)


def asked(game: str, level: str, turn: Turn) -> dict[str, Any]:
    """A turn for a player elsewhere."""
    given = {"view": turn.view, "legal": turn.legal, "seed": turn.seed, "budget": turn.budget}
    return given | {"game": game, "level": level}


def followed(turn: Turn, bot: Thinker, hurry_after: int = -1) -> tuple[list[int], Json]:
    """What a player tells while it thinks, and what it chooses."""
    told: list[int] = []
    thinking = bot.think(turn)
    while True:
        try:
            told.append(next(thinking))
        except StopIteration as done:
            return told, done.value
        turn.hurry = len(told) == hurry_after or turn.hurry


@pytest.mark.parametrize("game", LEVELLED)
def test_levels_are_a_table(game: str) -> None:
    """Four of them, which everybody knows by the same names; each with a search that there is."""
    table = cast("Levelled", load(game)).LEVELS
    assert list(table) == ["easy", "medium", "hard", "expert"] == list(offered(game))
    for level in table.values():
        assert level.search in SEARCHES and 0 < level.light <= level.full
        assert all(type(value) is int for value in level.numbers.values())
    budgets = [level.full for level in table.values()]
    assert budgets == sorted(budgets)


@pytest.mark.parametrize("search", SEARCHES)
def test_what_a_level_misspells_is_refused(search: str) -> None:
    """Else the search would go by its own number, and nobody would notice."""
    known = dict.fromkeys(NUMBERS[search], 1)
    Planner(load("cellwar"), Level(search, 1, 1, known))
    with pytest.raises(ValueError, match=f"cellwar asks '{search}' for wolrds"):
        Planner(load("cellwar"), Level(search, 1, 1, known | {"wolrds": 1}))
    with pytest.raises(ValueError, match="cellwar asks 'serach' for a plan"):
        Planner(load("cellwar"), Level("serach", 1, 1))


@every_level
def test_every_action_of_a_turn_is_legal(game: str, level: str) -> None:
    """A whole turn with one memory, in which a plan may be carried out, from each of many positions."""
    for case, state in positions(game, POSITIONS):
        player, moved = state.player, 0
        memory: dict[str, Any] = {}
        bot = make(game, level)
        while state.player == player and moved < LONGEST and case.game.automatic(state) is None:
            turn = turn_of(case, state, min(NODES, numbers(game, level).light))
            turn.memory = memory
            action = bot.choose(turn)
            assert action in turn.legal
            state.apply(case.game.decode(state, action))
            moved += 1
        assert 0 < moved < LONGEST


def test_the_same_view_seed_and_budget_give_the_same_action_anywhere() -> None:
    """Here twice, and once in a process that knows nothing but views, uncompiled, with other hashes; in one position
    with the whole budget that a page without a server has."""
    turns = [
        asked(game, level, turn_of(case, state, min(NODES, light) if seed else light, seed))
        for game, level in EVERY
        for light in (numbers(game, level).light,)
        for seed, (case, state) in enumerate(positions(game, 20 if FULL else 2))
    ]
    here = choose(turns)
    assert here == choose(turns)
    assert here == elsewhere(turns)


@every_level
def test_thinking_is_told_and_keeps_to_the_budget(game: str, level: str) -> None:
    """The budget for where nothing is compiled, less a few, so that no round number hides that it is exceeded."""
    spent = 0
    for case, state in positions(game, 10 if FULL else 1):
        turn = turn_of(case, state, numbers(game, level).light - 7)
        told, action = followed(turn, Planner(load(game), numbers(game, level)))
        assert action in turn.legal
        assert told == sorted(told)
        assert all(0 <= after - before <= FEW for before, after in zip([0, *told], told, strict=False))
        assert not told or told[-1] <= turn.budget
        spent = max([spent, *told])
    assert spent > 0


@every_level
def test_who_is_in_a_hurry_gets_an_action_at_once(game: str, level: str) -> None:
    case, state = next(positions(game, 1))
    turn = turn_of(case, state, 100 * numbers(game, level).full)
    told, action = followed(turn, Planner(load(game), numbers(game, level)), hurry_after=1)
    assert action in turn.legal
    assert len(told) <= 2
    hurried = turn_of(case, state, turn.budget)
    hurried.hurry = True
    told, action = followed(hurried, Planner(load(game), numbers(game, level)))
    assert action in hurried.legal and len(told) <= 1


class Blind:
    """What of a game a computer player may use, and nothing else."""

    def __init__(self, game: Game) -> None:
        self._game = game
        if isinstance(game, Sampled):
            self.sample = game.sample
            self.glimpses = game.glimpses

    def imagine(self, view: Json, rng: Rng) -> State:
        return self._game.imagine(view, rng)

    def encode(self, state: State, action: int) -> Json:
        return self._game.encode(state, action)


@every_level
def test_it_uses_the_view_and_nothing_else_of_a_match(game: str, level: str) -> None:
    """Given the view of another match than the one it has been playing, it does what fits that view."""
    found = positions(game, 200)
    (case, first), (_, other) = next(found), next(found)
    budget = min(NODES, numbers(game, level).light)
    bot = Planner(cast("Game", Blind(load(game))), numbers(game, level))
    before = turn_of(case, first, budget)
    bot.choose(before)
    doctored = turn_of(case, other, budget, seed=12)
    doctored.memory = before.memory
    kept = json.dumps([doctored.view, doctored.legal])
    choice = bot.choose(doctored)
    assert choice in doctored.legal
    assert choice == make(game, level).choose(turn_of(case, other, budget, seed=12))
    assert json.dumps([doctored.view, doctored.legal]) == kept


def test_a_game_without_levels_has_the_players_of_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUILT_IN, "pile", "tests.pile")
    assert offered("pile") == levels("pile") == ("random", "greedy")
    with pytest.raises(Refusal) as refused:
        make("pile", "easy")
    assert refused.value.code == "UnknownBot"
