"""What hand-made games come to: every number of the report, and the same ones in the terminal and on the page."""

from __future__ import annotations

import math
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from outflank.arena import Results, Row, Tournament
from outflank.arena.page import page
from outflank.arena.play import Clock
from outflank.arena.rating import PRIOR, Z, expected
from outflank.arena.table import table
from outflank.contract import Json

BOTS = ("ada=greedy", "bob=random", "cyd=random")
# Per set its map, and per game the bots in their seats and the seat that has won; 0: nobody.
SETS = [
    ("1", [((0, 1), 1), ((1, 0), 2)]),
    ("1", [((0, 2), 1), ((2, 0), 1)]),
    ("1", [((1, 2), 0), ((2, 1), 2)]),
    ("2", [((0, 1), 2), ((1, 0), 2)]),
    ("2", [((0, 2), 1), ((2, 0), 0)]),
    ("2", [((1, 2), 2), ((2, 1), 2)]),
]


def results(bots: int = 3) -> Results:
    """Of the first so many bots."""
    rows: list[Row] = []
    for number, (board, games) in enumerate(SETS):
        for seats, winner in games:
            if max(seats) < bots:
                reason = "elimination" if winner else "round_limit"
                clocks = tuple(Clock(4, 1.0 + seat, 0.2 + seat, 0.5 + seat) for seat in seats)
                rows.append(
                    Row(len(rows), number, board, 7, seats, winner, reason, 30, 8 + len(rows), "abc", seconds=clocks)
                )
    return Results(Tournament(game="pixelswars", bots=BOTS[:bots], games=4, boards=("1", "2")), rows=rows)


class Reader(HTMLParser):
    """The tables of a page by their name, each as rows of words, and what its pictures are made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.marks: list[dict[str, str]] = []
        self._rows: list[list[str]] = []
        self._cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "div" and "aria-label" in told:
            self._rows = self.tables[told["aria-label"]] = []
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("th", "td"):
            self._rows[-1].append("")
            self._cell = True
        self.handle_startendtag(tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("circle", "line", "svg"):
            self.marks.append({"tag": tag, **{name: value or "" for name, value in attrs}})
        elif tag == "small":
            self.handle_data("|")

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("th", "td")

    def handle_data(self, data: str) -> None:
        if self._cell:
            self._rows[-1][-1] += data


def shown(report: Json) -> list[list[str]]:
    """The lines of the terminal's tables, by columns."""
    return [re.split(r"  +", line.strip()) for line in table(report).splitlines()]


def test_what_it_is_worth_to_begin_is_counted_map_by_map() -> None:
    report = results().report()
    one, two = report["boards"]
    assert (one["board"], one["games"], one["first"], one["drawn"], one["share"]) == ("1", 6, 3, 1, 0.5833)
    assert (two["board"], two["games"], two["first"], two["drawn"], two["share"]) == ("2", 6, 1, 1, 0.25)
    for points, bound in ((3.5, one["low"]), (3.5, one["high"]), (1.5, two["low"]), (1.5, two["high"])):
        far = abs(points / 6 - bound)  # as Wilson has it: what the bound, were it true, would let be seen
        assert far == pytest.approx(Z * math.sqrt(bound * (1 - bound) / 6), abs=2e-4)
    assert one["low"] < one["share"] < one["high"] and two["low"] < two["share"] < two["high"]
    assert (one["rounds"], two["rounds"]) == (10.5, 16.5)
    assert one["reasons"] == {"elimination": 5, "round_limit": 1}
    lines = shown(report)
    assert ["1", "58.3 %", "24.1 to 86.1", "6", "1", "10.5"] in lines
    assert ["2", "25.0 %", "6.0 to 63.5", "6", "1", "16.5"] in lines
    rows = Reader(page(report, [])).tables["Maps"]
    assert rows[1:] == [
        ["1", "58.3 %", "24.1 to 86.1", "6", "2", "1", "1", "10.5"],
        ["2", "25.0 %", "6.0 to 63.5", "6", "2", "1", "1", "16.5"],
    ]


def test_the_cross_table() -> None:
    report = results().report()
    told = [
        [pair[name] for name in ("a", "b", "games", "points", "wins", "draws", "losses")] for pair in report["pairs"]
    ]
    assert told == [[0, 1, 4, 3.0, 3, 0, 1], [0, 2, 4, 2.5, 2, 1, 1], [1, 2, 4, 2.5, 2, 1, 1]]
    assert [pair["share"] for pair in report["pairs"]] == [0.75, 0.625, 0.625]
    assert [pair["sets"] for pair in report["pairs"]] == [{"1": 1, "2": 1}, {"1": 1, "1.5": 1}, {"1": 1, "1.5": 1}]
    first = report["pairs"][0]
    # The sets' points 2 and 1 vary by 4/3 of what independent games would: 4 games are worth 3, and one standard
    # error, the root of 3/16 / 3, is as far as 0.75 is from 0.5.
    assert first["superior"] == round((1 + math.erf(1 / math.sqrt(2))) / 2, 4) == 0.8413
    assert (first["low"], first["high"]) == (0.2561, 0.9632)
    lines = shown(report)
    assert ["ada - bob", "75.0 %", "25.6 to 96.3", "3-0-1", "2", "84.1 %"] in lines
    rows = Reader(page(report, [])).tables["Cross-table"]
    assert [row[0] for row in rows] == ["", "ada", "bob", "cyd"] and rows[0][1:] == ["ada", "bob", "cyd"]
    assert rows[1][2] == "75.0 %|25.6 to 96.3|3-0-1, stronger: 84.1 %"
    assert rows[2][1] == "25.0 %|3.7 to 74.4|1-0-3, stronger: 15.9 %"
    assert [rows[i][i] for i in (1, 2, 3)] == ["·"] * 3


def test_elo_of_two_is_what_their_points_say() -> None:
    """With half a game more, which was drawn."""
    report = results(2).report()
    one, other = report["bots"]
    chance = (3 + PRIOR / 2) / (4 + PRIOR)
    scale = 400 / math.log(10)
    assert one["elo"] == -other["elo"] == round(scale * math.log(chance / (1 - chance)) / 2, 1) == 83.0
    pulls = [points - 2 * chance for points in (2, 1)]
    error = math.hypot(*pulls) / ((4 + PRIOR) * chance * (1 - chance)) / 2 * scale
    assert one["elo_high"] - one["elo"] == pytest.approx(Z * error, abs=0.1)
    assert one["elo"] - one["elo_low"] == pytest.approx(Z * error, abs=0.1)


def test_elo_is_told_everywhere_with_its_interval() -> None:
    report = results().report()
    bots = report["bots"]
    points = [5.5, 3.5, 3.0]
    for bot, made in zip(bots, points, strict=True):
        others = [other for other in bots if other is not bot]
        promised = sum((4 + PRIOR) * expected(bot["elo"] - other["elo"]) for other in others)
        assert promised == pytest.approx(made + PRIOR, abs=0.01), "the points that these Elo figures promise"
        assert bot["elo_low"] < bot["elo"] < bot["elo_high"]
    assert sum(bot["elo"] for bot in bots) == pytest.approx(0, abs=0.2)
    assert [[bot[name] for name in ("games", "won", "drawn")] for bot in bots] == [[8, 5, 1], [8, 3, 1], [8, 2, 2]]
    lines, rows = shown(report), Reader(page(report, [])).tables["Bots"]
    begin = lines.index(next(line for line in lines if line[0] == "bot"))
    for place, bot in enumerate(bots, 1):
        elo, interval = f"{bot['elo']:+.0f}", f"{bot['elo_low']:+.0f} to {bot['elo_high']:+.0f}"
        counted = [str(bot[name]) for name in ("games", "won", "drawn")]
        assert lines[begin + place][:6] == [bot["name"], elo, interval, *counted]
        assert rows[place][:5] == [bot["name"], f"{elo}|{interval}", *counted]


def test_the_chart_has_a_mark_and_an_interval_for_each_bot() -> None:
    report = results().report()
    marks = Reader(page(report, [])).marks
    circles = [float(mark["cx"]) for mark in marks if mark["tag"] == "circle"]
    spans = [(float(mark["x1"]), float(mark["x2"])) for mark in marks if mark.get("stroke") == "var(--bar)"]
    (zero,) = [float(mark["x1"]) for mark in marks if mark.get("stroke") == "var(--line)"]
    bots = report["bots"]
    assert len(circles) == len(spans) == len(bots)
    scale = (circles[0] - zero) / bots[0]["elo"]
    assert scale > 0
    for bot, middle, (left, right) in zip(bots, circles, spans, strict=True):
        wanted = [zero + scale * bot[name] for name in ("elo_low", "elo", "elo_high")]
        assert [left, middle, right] == pytest.approx(wanted, abs=0.5) and 0 < left < right < 400
    heights = [float(mark["cy"]) for mark in marks if mark["tag"] == "circle"]
    assert all(one < other for one, other in pairwise(heights))
    (picture,) = [mark for mark in marks if mark["tag"] == "svg"]
    assert picture["aria-label"] == "; ".join(f"{bot['name']} {bot['elo']:+.0f}" for bot in bots)


def test_seconds_are_of_the_bot_wherever_it_sat() -> None:
    report = results().report()
    for number, bot in enumerate(report["bots"]):
        assert bot["seconds"] == {
            "turns": 32,
            "mean": (1.0 + number) / 4,
            "median": 0.2 + number,
            "longest": 0.5 + number,
        }
    assert [line["turns"] for line in report["seconds"]] == [16] * 6


def test_one_bot_alone_has_no_elo_and_no_chart() -> None:
    rows = [Row(n, n, "1", n, (0, 0), 1 + n % 3 % 2, "elimination", 9, 3, "abc") for n in range(6)]
    report = Results(Tournament(game="pixelswars", bots=("greedy",), games=6, boards=("1",)), rows=rows).report()
    assert report["boards"][0]["first"] == 4 and report["pairs"] == [] and "elo" not in report["bots"][0]
    read = Reader(page(report, rows))
    assert not read.marks and read.tables["Bots"][1][1] == "-" and "Cross-table" not in read.tables
