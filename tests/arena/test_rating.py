"""The arithmetic of strength: against values that are known, and against chance whose truth is known."""

from __future__ import annotations

import math
import random

import pytest

from outflank.arena.rating import Sprt, elo, expected, ratings, score, superior, wilson


def test_elo_and_shares() -> None:
    assert elo(0.5) == 0 and elo(1) == math.inf and elo(0) == -math.inf
    assert elo(0.75) == pytest.approx(190.848, abs=0.001)
    assert expected(100) == pytest.approx(0.640065, abs=1e-6)
    assert all(elo(expected(x)) == pytest.approx(x) for x in (-321.0, 5.0, 240.0))


def test_wilsons_interval() -> None:
    """Figures of Newcombe (1998), tables of the score method."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(0, 0) == (0, 1)


def test_how_likely_it_is_the_stronger_one() -> None:
    """(1 + erf((wins - losses) / sqrt(2 (wins + losses)))) / 2 where nothing else is known."""
    known = (1 + math.erf(20 / math.sqrt(200))) / 2
    assert superior(0.6, 0.25 / 100, 100) == pytest.approx(known) == pytest.approx(0.97725, abs=1e-5)
    assert superior(0.5, 0.01, 10) == 0.5 and superior(1.0, 0.0, 20) > 0.999


def test_pairs_that_balance_say_more_than_their_games() -> None:
    """Whoever begins wins: every pair is even, and so are the bots, more surely than 50 of 100 tosses would show."""
    tosses = score([[1.0, 1.0], [0.0, 0.0]] * 25)
    even = score([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]] * 12 + [[1.0, 0.0]] * 2)
    assert tosses.share == even.share == 0.5
    plain = wilson(50, 100)
    assert even.high - even.low < plain[1] - plain[0] < tosses.high - tosses.low
    drawn = score([[0.5, 0.5]] * 50 + [[1.0, 0.5]])
    assert drawn.draws == 101 and drawn.high - drawn.low > 0.05, "a handful of like sets is no proof"


def test_nothing_and_everything() -> None:
    assert (score([]).low, score([]).high, score([]).superior) == (0, 1, 0.5)
    whole = score([[1.0, 1.0]] * 100)
    assert (whole.wins, whole.share, whole.high) == (200, 1, 1) and whole.low == pytest.approx(0.9811, abs=1e-4)
    assert whole.sets == {2.0: 100}


def test_intervals_hold_as_often_as_they_say() -> None:
    """Of 600 tournaments whose truth is known, about 95 in a hundred have it within the interval."""
    chance = random.Random(1)
    inside = 0
    for _ in range(600):
        sets = []
        for _ in range(60):
            tilt = chance.choice((0.55, 0.85))  # one opening suits it, another does not; the mean is 0.7
            sets.append([float(chance.random() < tilt) for _ in range(2)])
        told = score(sets)
        inside += told.low <= 0.7 <= told.high
    assert 0.92 <= inside / 600 <= 0.98


def test_ratings_of_two_are_their_score() -> None:
    sets = [[(0, 1, 1.0), (0, 1, 1.0)], [(0, 1, 1.0), (0, 1, 0.0)]] * 50
    one, other = ratings(2, sets, prior=0)
    assert one.elo - other.elo == pytest.approx(190.848, abs=0.01) and one.elo == pytest.approx(-other.elo)
    assert one.low < one.elo < one.high
    told = score([[point for _, _, point in each] for each in sets])
    assert one.high - one.elo == pytest.approx((elo(told.high) - elo(told.low)) / 4, rel=0.1)


def test_ratings_of_many_find_the_truth() -> None:
    """Five bots whose strength is known, all against all."""
    truth = [150.0, 60.0, 0.0, -40.0, -170.0]
    chance = random.Random(2)
    sets = [
        [(a, b, float(chance.random() < expected(truth[a] - truth[b]))) for _ in range(2)]
        for _ in range(150)
        for a in range(5)
        for b in range(a + 1, 5)
    ]
    found = ratings(5, sets)
    assert sum(each.elo for each in found) == pytest.approx(0, abs=1e-6)
    for each, true in zip(found, truth, strict=True):
        assert each.low < true < each.high and each.high - each.low < 60


def test_who_wins_everything_has_a_finite_rating_and_nobody_is_no_trouble() -> None:
    one, other = ratings(2, [[(0, 1, 1.0), (0, 1, 1.0)]] * 20)
    assert 400 < one.elo - other.elo < 1000 and one.low > other.high
    assert [round(each.elo) for each in ratings(3, [])] == [0, 0, 0]
    assert len(ratings(1, [])) == 1


def test_the_ratio_of_the_sequential_test() -> None:
    """Close to the approximation by a normal distribution, where that holds."""
    sets = {0.0: 80, 0.5: 170, 1.0: 480, 1.5: 190, 2.0: 80}
    total = sum(sets.values())
    mean = sum(points / 2 * count for points, count in sets.items()) / total
    variance = sum((points / 2 - mean) ** 2 * count for points, count in sets.items()) / total
    test = Sprt(0, 10)
    one, other = expected(0), expected(10)
    close = total * (other - one) * (2 * mean - one - other) / (2 * variance)
    assert test.ratio(sets) == pytest.approx(close, rel=0.02)
    assert test.ratio({}) == 0
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)


@pytest.mark.parametrize(("truth", "verdict"), [(60.0, "elo1"), (-60.0, "elo0")])
def test_the_sequential_test_ends_soon_and_right(truth: float, verdict: str) -> None:
    chance = random.Random(3)
    ended = []
    for _ in range(20):
        sets = dict.fromkeys((0.0, 0.5, 1.0, 1.5, 2.0), 0)
        test, found = Sprt(0, 30), ""
        while not found:
            sets[float(sum(chance.random() < expected(truth) for _ in range(2)))] += 1
            found = test.verdict(test.ratio(sets))
        ended.append((found, sum(sets.values())))
    assert sum(found == verdict for found, _ in ended) >= 18
    assert sum(count for _, count in ended) / 20 < 400
