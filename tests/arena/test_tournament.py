"""Who meets whom: seats are swapped, openings shared, boards in turn; and what cannot be is refused in a sentence."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from outflank.arena import Tournament, boards_of
from outflank.arena.entrants import Entrant, entrant, labels, seated
from outflank.arena.play import opened, play
from outflank.contract import Refusal
from outflank.games import load
from outflank.match import Acted, Place

TWO = ("random", "greedy")


def test_pairs_share_an_opening_with_the_seats_swapped() -> None:
    jobs = list(Tournament(game="pixelswars", bots=TWO, games=8, boards=("1", "2")).jobs())
    assert len(jobs) == 8 and [job.number for job in jobs] == list(range(8))
    for one, other in zip(jobs[::2], jobs[1::2], strict=True):
        assert (one.seats, other.seats) == ((0, 1), (1, 0))
        assert (one.set, one.seed, one.options, one.opening) == (other.set, other.seed, other.options, other.opening)
    assert [job.board for job in jobs] == ["1", "1", "2", "2", "1", "1", "2", "2"]
    assert len({job.seed for job in jobs}) == 4


def test_a_game_may_say_how_long_its_opening_is() -> None:
    """And whoever asks for another one gets it."""
    held = {game: Tournament(game=game, bots=TWO) for game in ("pixelswars", "cellwar", "traversal")}
    assert {game: next(each.jobs()).opening for game, each in held.items()} == {
        "pixelswars": 3,
        "cellwar": 2,
        "traversal": 2,
    }
    assert Tournament(game="pixelswars", bots=TWO, opening=0).actions == 0


def test_odd_numbers_are_made_up_and_more_games_only_add() -> None:
    few, many = (list(Tournament(game="traversal", bots=TWO, games=n).jobs()) for n in (3, 10))
    assert len(few) == 4 and many[:4] == few


def test_all_against_all_and_gauntlet() -> None:
    every = Tournament(game="traversal", bots=("random", "greedy", "a=random", "b=greedy"), games=2)
    met = Counter(frozenset(job.seats) for job in every.jobs())
    assert len(met) == 6 and set(met.values()) == {2}
    first = Tournament(game="traversal", bots=every.bots, games=2, gauntlet=True)
    assert all(0 in job.seats for job in first.jobs()) and len(list(first.jobs())) == 6


@pytest.mark.parametrize(("bots", "players"), [(2, 3), (2, 4), (3, 3), (4, 4), (3, 5), (5, 3)])
def test_with_more_players_every_bot_sits_in_every_seat(bots: int, players: int) -> None:
    names = tuple(f"bot{number}=random" for number in range(bots))
    jobs = list(Tournament(game="cellwar", bots=names, games=12, boards=(f"12x12/{players}",)).jobs())
    for number in {job.set for job in jobs}:
        games = [job for job in jobs if job.set == number]
        assert len({job.seed for job in games}) == 1
        for seat in range(players):
            sat = [job.seats[seat] for job in games]
            assert len(set(sat)) == len(sat) == min(bots, players)


def test_one_bot_alone_plays_both_sides() -> None:
    jobs = list(Tournament(game="pixelswars", bots=("greedy",), games=5).jobs())
    assert len({job.seed for job in jobs}) == 5 and {job.seats for job in jobs} == {(0, 0)}


@pytest.mark.parametrize("game", ["pixelswars", "cellwar", "traversal"])
def test_an_opening_is_as_much_of_each_player_and_ends_with_a_turn(game: str) -> None:
    positions = set()
    for job in list(Tournament(game=game, bots=TWO, games=20, opening=3).jobs())[::2]:
        match_ = opened(job, [Place("computer")] * 2)
        again = opened(job, [Place("computer")] * 2)
        assert match_.game.dump(match_.state) == again.game.dump(again.state)
        assert match_.running and match_.turn_index == len(match_.events)
        first = match_.started
        count: Counter[int] = Counter()
        for event in list(match_.events)[1:]:
            assert isinstance(event, Acted)
            count[event.player] += 1
        assert count[1] >= 3 and count[2] >= 3 and match_.state.player == 1 and first.seed == job.seed
        positions.add(match_.game.dump(match_.state))
    assert len(positions) == 10


def test_boards_by_name(tmp_path: Path) -> None:
    pixelswars, cellwar = load("pixelswars"), load("cellwar")
    assert boards_of(pixelswars, "all") == tuple(map(str, range(1, 13)))
    assert boards_of(pixelswars, "3, 1,3") == ("3", "1")
    assert boards_of(cellwar, "8x8,10x10/4") == ("8x8", "10x10/4")
    assert boards_of(load("traversal"), "all") == ("default",)
    (tmp_path / "broken.json").write_text("{")
    for game, words, told in [
        (pixelswars, "13", "from 1 to 12"),
        (pixelswars, "8x8", "no map '8x8'"),
        (cellwar, "3", "a size like 8x8"),
        (cellwar, "1x1", "do not fit"),
        (pixelswars, str(tmp_path / "no.json"), "cannot be read"),
        (pixelswars, str(tmp_path / "broken.json"), "is no map"),
    ]:
        with pytest.raises(Refusal, match=told):
            boards_of(game, words)


def test_a_map_of_ones_own() -> None:
    folder = Path(__file__).parent.parent.parent / "examples" / "maps"
    tournament = Tournament(
        game="pixelswars", bots=TWO, games=2, boards=(str(folder / "two-islands.json"),), options={"max_rounds": 3}
    )
    assert play(next(tournament.jobs())).rounds <= 4


def test_bots_by_name(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("class Mine:\n    def choose(self, turn):\n        return turn.legal[0]\nOther = 3\n")
    assert (entrant("cellwar", "greedy").kind, entrant("cellwar", f"{bot}:Mine").kind) == ("level", "class")
    assert entrant("cellwar", "new=greedy").name == "new"
    assert labels("cellwar", ["random", "random", f"{bot}:Mine", "python3 x/y.py"]) == [
        "random",
        "random#2",
        "Mine",
        "y.py",
    ]
    (tmp_path / "broken.py").write_text("import nothing_of_this_name\n")
    for words, told in [
        ("genius", "There is no bot 'genius'"),
        ("", "There is no bot"),
        ('"', "No closing quotation"),
        (f"{bot}:Other", "no class with a method choose"),
        (f"{bot}:Nobody", "no class with a method choose"),
        (f"{tmp_path}/none.py:Mine", "there is no file"),
        (f"{tmp_path}/broken.py:Mine", "nothing_of_this_name"),
    ]:
        with pytest.raises(Refusal, match=told) as refused:
            entrant("cellwar", words)
        assert refused.value.code == "UnknownBot"


def test_two_versions_of_a_bot_are_loaded_once_each(tmp_path: Path) -> None:
    """Their files have the same name, and a class may look itself up in its module later."""
    made: list[Entrant] = []
    for version in ("old", "new"):
        folder = tmp_path / version
        folder.mkdir()
        (folder / "bot.py").write_text(f"class Mine:\n    said = '{version}'\n    choose = print\n")
        made.append(entrant("cellwar", f"{folder / 'bot.py'}:Mine"))
    first, second = ([type(seated("cellwar", who, 1.0)) for _ in range(2)] for who in made)
    assert first[0] is first[1] and second[0] is second[1] and first[0] is not second[0]
    for kind, version in ((first[0], "old"), (second[0], "new")):
        assert sys.modules[kind.__module__].Mine is kind and getattr(kind, "said", "") == version


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"bots": ()}, "1 to 64 bots"),
        ({"games": 0}, "At least one game"),
        ({"budget": "huge"}, "full or light"),
        ({"opening": 1000}, "0 to 100"),
        ({"bots": ("genius",)}, "no bot"),
        ({"options": {"fog": 1}}, "no option"),
        ({"bots": ("random",), "boards": ("10x10/4",)}, "two bots"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object], told: str) -> None:
    whole = {"game": "cellwar", "bots": TWO, "boards": ("8x8",)} | change
    with pytest.raises(Refusal, match=told):
        Tournament(**whole).check()  # type: ignore[arg-type]
