"""The strength report: its page is made of its figures, ten of its games can be played again, and its claims hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from outflank.arena import Tournament, run
from outflank.arena.play import play
from outflank.cli.version import compiled
from tests.conftest import FULL
from tools import strength

REPORT = strength.read()
needed = pytest.mark.skipif(not REPORT, reason="docs/strength.json is not there: python -m tools.strength makes it")


@needed
def test_every_claim_holds() -> None:
    assert strength.failing(REPORT) == []


@pytest.mark.skipif(not FULL, reason="a great number: the ladders take hours")
def test_every_ladder_was_played() -> None:
    assert strength.missing(REPORT) == []


def soon(name: str, number: int) -> bool:
    """Whether it can be awaited: where nothing is compiled a game of the strong levels would take minutes."""
    return compiled() or REPORT[name]["games"][number][-1] < 0.1


@needed
@pytest.mark.parametrize(("name", "number"), [each for each in strength.samples(REPORT) if soon(*each)])
def test_a_game_of_the_report_played_again(name: str, number: int) -> None:
    assert again(REPORT, name, number) == REPORT[name]["games"][number][:8]


def again(report: strength.Report, name: str, number: int) -> list[Any]:
    """A game of the report as it is played now."""
    job = next(job for job in strength.held(name, report[name]).jobs() if job.number == number)
    row = play(job)
    winner = row.seats[row.winner - 1] if row.winner else -1
    return [row.board, row.seed, row.seats[0], winner, row.reason, row.rounds, row.moves, row.hash]


# ---- the machinery, with players that are always there


@pytest.fixture(scope="module")
def small() -> strength.Report:
    held = Tournament(game="pixelswars", bots=("greedy", "random"), games=8, boards=("1", "2"))
    return {"pixelswars full greedy-random": strength.told(run(held, backend="serial"))}


def test_a_report_written_and_read_is_the_same(small: strength.Report, tmp_path: Path) -> None:
    file, words = tmp_path / "strength.json", tmp_path / "strength.md"
    strength.write(small, file, words)
    first = file.read_text(), words.read_text()
    strength.write(strength.read(file), file, words)
    assert (file.read_text(), words.read_text()) == first
    assert "| greedy - random | 100.0 % | " in first[1] and "Seconds of the processor" in first[1]
    assert first[0].count("\n") == 8 + 4, "one line a game"


def test_samples_are_the_quickest_of_each_pair_and_play_to_the_same_end(small: strength.Report) -> None:
    chosen = strength.samples(small)
    assert len(chosen) == 8
    assert chosen[0][1] == min(range(8), key=lambda number: small[chosen[0][0]]["games"][number][-1])
    name, number = chosen[0]
    assert again(small, name, number) == small[name]["games"][number][:8]
    slow = [[*line[:-1], 100 + line[-1]] for line in small[name]["games"]]
    other = "pixelswars light random-greedy"
    many = {**small, other: {**small[name], "games": slow}}
    assert {each for each, _ in strength.samples(many)} == {name, other}, "each pair is among them, however slow"


def test_claims_that_do_not_hold_are_found(small: strength.Report, monkeypatch: pytest.MonkeyPatch) -> None:
    name, ladder = next(iter(small.items()))
    assert strength.failing(small) == []  # nothing is claimed of these two
    monkeypatch.setattr(strength, "BUDGETS", {})  # now they are neighbouring levels
    monkeypatch.setattr(strength, "levels", lambda _: ("random", "greedy"))
    few, maps = strength.failing(small)
    assert "of 8 games" in few and "not on all of 1, 2, 3" in maps
    monkeypatch.setattr(strength, "GAMES", 8)
    monkeypatch.setattr(strength, "boards_of", lambda *_: ("1", "2"))
    assert strength.failing(small) == []
    lost = [[*line[:3], 1, *line[4:]] if i < 3 else line for i, line in enumerate(ladder["games"])]
    (told,) = strength.failing({name: {**ladder, "games": lost}})
    assert "62.5 %" in told
    (told,) = strength.failing({name: {**ladder, "rules": 0}})
    assert "changed" in told
    (told,) = strength.failing({name: {**ladder, "faults": [{}, {"time-out": 1}]}})
    assert "time-out" in told
    late = [{**line, "median": 0.31} if line["bot"] else line for line in ladder["seconds"]]
    assert [told[-4:] for told in strength.failing({name: {**ladder, "seconds": late}})] == ["on 1", "on 2"]
    monkeypatch.setattr(strength, "boards_of", lambda *_: ("1", "2", "3"))
    (told,) = strength.failing(small)
    assert "not on all of 1, 2, 3" in told
    missing = strength.missing({})
    assert "pixelswars full greedy-random" in missing and "pixelswars full expert-Earlier" in missing
    assert len(missing) == 7


def test_expert_has_to_beat_the_earlier_one_in_a_third_of_its_time(small: strength.Report) -> None:
    ladder = next(iter(small.values()))
    games = [line for line in ladder["games"] for _ in range(3)]
    quick = [{"bot": bot, "turns": 9, "mean": mean} for bot, mean in ((0, 0.1), (1, 0.4))]
    slow = [{"bot": bot, "turns": 9, "mean": mean} for bot, mean in ((0, 0.1), (1, 0.2))]
    lost = [[*line[:3], 1, *line[4:]] for line in games]

    def wrong(lines: list[Any], seconds: list[dict[str, Any]]) -> int:
        named = {**ladder, "games": lines, "seconds": seconds}
        return len(strength.behind_earlier("pixelswars full expert-Earlier", named))

    assert wrong(games, quick) == 0
    assert wrong(games, slow) == wrong(lost, quick) == wrong(games[:8], quick) == 1
    held = strength.tournament("pixelswars", "full", (strength.EARLIER, "expert"), 24, None)
    assert held.patience == strength.EARLIER_PATIENCE, "it is never the clock that wins"
    assert strength.tournament("pixelswars", "full", ("hard", "expert"), 24, None).patience < held.patience
