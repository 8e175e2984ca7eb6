"""Whatever a computer player does wrong, the match goes on with a legal action."""

from __future__ import annotations

from typing import Any

import pytest

from outflank.bots import Turn, levels
from outflank.games import games
from outflank.host import Host
from outflank.match import Acted, Place, begin
from outflank.seats import Seats


class Odd:
    """A bot that answers as the test says."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, turn: Turn) -> Any:
        return self.answer(turn)


def seated(answer: Any) -> Seats:
    places = [Place("computer", bot="random"), Place("computer", bot="random")]
    made = Host.start("m", begin("cellwar", {"width": 6, "height": 6}, places, 1, at=0))
    return Seats(made, {1: Odd(answer), 2: Odd(answer)})


def crash(turn: Turn) -> Any:
    raise RuntimeError("out of ideas" * 1000)


def leave(turn: Turn) -> Any:
    raise SystemExit(3)


def recurse(turn: Turn) -> Any:
    return recurse(turn)


def forge(turn: Turn) -> Any:
    """Make the own wish legal."""
    wish = {"unit_id": 99, "dx": 0, "dy": 0}
    turn.legal.append(wish)  # type: ignore[attr-defined]
    turn.legal[0]["dx"] = 7
    return wish


def empty(turn: Turn) -> Any:
    turn.legal.clear()  # type: ignore[attr-defined]
    turn.view.clear()
    return None


def almost(turn: Turn) -> Any:
    """Equal to a legal action for Python, but not on the wire."""
    return {key: float(value) for key, value in turn.legal[0].items()}


@pytest.mark.parametrize("answer", [crash, leave, recurse, forge, empty, almost, lambda turn: object()])
def test_rubbish_is_replaced_by_the_first_legal_action(answer: Any) -> None:
    seats = seated(answer)
    for _ in range(40):
        if seats.due() is None:
            break
        first = seats.play(0).events[0]
        assert isinstance(first, Acted)
    assert len(seats.host.match.events) > 20
    assert len(seats.reports) == 16 and all(len(report) < 400 for report in seats.reports)


def test_a_legal_action_may_be_spelled_in_another_order() -> None:
    seats = seated(lambda turn: dict(reversed(turn.legal[-1].items())))
    for _ in range(10):
        seats.play(0)
    assert seats.reports == []


def test_the_seed_stays_for_a_turn_and_changes_with_it() -> None:
    seats = seated(lambda turn: turn.legal[0])
    seeds: dict[tuple[int, int], set[int]] = {}
    for _ in range(60):
        view = seats.turn().view
        seeds.setdefault((view["current_player"], view["round"]), set()).add(seats.turn().seed)
        seats.play(0)
    assert len(seeds) > 6 and all(len(each) == 1 for each in seeds.values())
    assert len(set.union(*seeds.values())) == len(seeds)


def test_a_dismissed_bot_is_replaced_for_good() -> None:
    seats = seated(crash)
    turn = seats.turn()
    seats.host.receive(1, seats.dismiss(1, turn), 0)
    while seats.due() == 1:
        seats.play(0)
    assert len(seats.reports) == 1 and "in time" in seats.reports[0]


@pytest.mark.parametrize("game", games())
def test_every_level_plays_its_own_actions_where_its_thinking_is_followed(game: str) -> None:
    for level in levels(game):
        host = Host.start("m", begin(game, {}, [Place("computer", bot=level)] * 2, 1, at=0))
        seats = Seats(host, kind="light")
        turn = seats.turn()
        seats.think(1, turn, lambda spent: None)
        assert (turn.fault, seats.reports) == (None, []), level
