"""What a tournament has come to so far: every game, and all that follows from them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from outflank.arena.rating import Duel, Score, Sprt, ratings, score, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.arena.play import Row
    from outflank.arena.tournament import Tournament
    from outflank.contract import Json

Sets = list[list["Row"]]


class Results:
    """Games in the order of the tournament. ``verdict``: of the sequential test, ``decided`` after how many sets."""

    def __init__(self, tournament: Tournament, sprt: Sprt | None = None, rows: Iterable[Row] = ()) -> None:
        self.tournament = tournament
        self.names = tournament.names
        self.total = sum(1 for _ in tournament.jobs())
        self.rows: dict[int, Row] = {}
        self.sprt = sprt
        self.ratio = 0.0
        self.verdict = ""
        self.decided = 0
        self._tested: Counter[float] = Counter()
        self._waiting: dict[int, list[Row]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        self.rows[row.number] = row
        if self.sprt is None or self.verdict:
            return
        self._waiting.setdefault(row.set, []).append(row)
        while len(self._waiting.get(self.decided, ())) == 2 and not self.verdict:
            pair = self._waiting.pop(self.decided)
            self.decided += 1
            self._tested[sum(points(each, 0, 1) or 0.0 for each in pair)] += 1
            self.ratio = self.sprt.ratio(dict(self._tested))
            self.verdict = self.sprt.verdict(self.ratio)

    def sets(self) -> Sets:
        """The games of each set, in order; with a sequential test only those that decided it."""
        found: dict[int, list[Row]] = {}
        for number in sorted(self.rows):
            row = self.rows[number]
            if not (self.verdict and row.set >= self.decided):
                found.setdefault(row.set, []).append(row)
        return list(found.values())

    def games(self) -> list[Row]:
        return [row for each in self.sets() for row in each]

    def against(self, a: int, b: int) -> Score:
        """What bot ``a`` made against bot ``b``."""
        told: list[list[float]] = []
        for each in self.sets():
            made = [point for row in each if (point := points(row, a, b)) is not None]
            if made:
                told.append(made)
        return score(told)

    def report(self) -> Json:
        """All of it as JSON, but the games."""
        rows, bots = self.games(), range(len(self.names))
        told: Json = {
            "tournament": {**self.tournament.identity(), "games": self.tournament.games},
            "names": self.names,
            "played": len(rows),
            "of": self.total,
            "bots": [self._bot(bot, rows) for bot in bots],
            "pairs": [self._pair(a, b) for a in bots for b in bots if a < b],
            "boards": seat_shares(rows),
            "reasons": dict(sorted(Counter(row.reason for row in rows).items())),
            "seconds": self._by_board(rows),
        }
        if len(self.names) > 1:
            found = ratings(len(self.names), self._duels())
            for line, rating in zip(told["bots"], found, strict=True):
                line["elo"], line["elo_low"], line["elo_high"] = (
                    round(each, 1) for each in (rating.elo, rating.low, rating.high)
                )
        if self.sprt is not None:
            low, high = self.sprt.bounds
            told["sprt"] = {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "ratio": round(self.ratio, 3),
                "bounds": [round(low, 3), round(high, 3)],
                "sets": self.decided,
                "verdict": self.verdict,
            }
        return told

    def _duels(self) -> list[list[Duel]]:
        told: list[list[Duel]] = []
        for each in self.sets():
            met = sorted({(a, b) for row in each for a in row.seats for b in row.seats if a < b})
            duels = [(a, b, points(row, a, b)) for row in each for a, b in met]
            told.append([(a, b, point) for a, b, point in duels if point is not None])
        return told

    def _bot(self, bot: int, rows: list[Row]) -> Json:
        own = [row for row in rows if bot in row.seats]
        faults = Counter(fault.kind for row in own for fault in row.faults if row.seats[fault.seat - 1] == bot)
        said = [
            f"game {row.number + 1}: {fault.kind}: {fault.said}"
            for row in own
            for fault in row.faults
            if row.seats[fault.seat - 1] == bot
        ]
        return {
            "name": self.names[bot],
            "games": len(own),
            "won": sum(row.winner > 0 and row.seats[row.winner - 1] == bot for row in own),
            "drawn": sum(row.winner == 0 for row in own),
            "faults": dict(sorted(faults.items())),
            "said": said[:5],
            "seconds": clocks(rows, bot),
        }

    def _pair(self, a: int, b: int) -> Json:
        made = self.against(a, b)
        told: Json = {"a": a, "b": b}
        for name in ("games", "wins", "draws", "losses", "points"):
            told[name] = getattr(made, name)
        for name in ("share", "low", "high", "superior"):
            told[name] = round(getattr(made, name), 4)
        told["sets"] = {f"{points:g}": count for points, count in made.sets.items()}
        return told

    def _by_board(self, rows: list[Row]) -> list[Json]:
        boards = dict.fromkeys(row.board for row in rows)
        told: list[Json] = []
        for board in boards:
            here = [row for row in rows if row.board == board]
            told += [{"board": board, "bot": bot, **clocks(here, bot)} for bot in range(len(self.names))]
        return [line for line in told if line["turns"]]


def points(row: Row, a: int, b: int) -> float | None:
    """What bot ``a`` got against ``b`` in this game; None when they did not meet, or a third one won."""
    if a not in row.seats or b not in row.seats:
        return None
    if not row.winner:
        return 0.5
    won = row.seats[row.winner - 1]
    return 1.0 if won == a else 0.0 if won == b else None


def seat_shares(rows: list[Row]) -> list[Json]:
    """Per board how often the first player won; a draw is the same part of a win for everybody."""
    told: list[Json] = []
    for board in dict.fromkeys(row.board for row in rows):
        here = [row for row in rows if row.board == board]
        made = sum(1 / len(row.seats) if not row.winner else row.winner == 1 for row in here)
        low, high = wilson(made, len(here))
        reasons = Counter(row.reason for row in here)
        told.append(
            {
                "board": board,
                "games": len(here),
                "players": len(here[0].seats),
                "first": sum(row.winner == 1 for row in here),
                "drawn": sum(row.winner == 0 for row in here),
                "share": round(made / len(here), 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "rounds": round(sum(row.rounds for row in here) / len(here), 1),
                "reasons": dict(sorted(reasons.items())),
            }
        )
    return told


def clocks(rows: list[Row], bot: int) -> Json:
    """Seconds a turn: their mean, the middle one of the games' medians, and the longest turn."""
    found: list[Any] = [
        clock
        for row in rows
        for seat, clock in zip(row.seats, row.seconds, strict=False)
        if seat == bot and clock.turns
    ]
    turns = sum(clock.turns for clock in found)
    medians = sorted(clock.median for clock in found)
    return {
        "turns": turns,
        "mean": round(sum(clock.total for clock in found) / turns, 5) if turns else 0.0,
        "median": medians[len(medians) // 2] if medians else 0.0,
        "longest": max((clock.longest for clock in found), default=0.0),
    }
