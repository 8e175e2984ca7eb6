"""What it is worth to begin, battlefield by battlefield, when a level of the computer plays both sides in the arena.

    python -m tools.fairness                               medium, what is missing of 1,000 matches on every map
    python -m tools.fairness --level hard --matches 100 --maps 1,7

Into docs/fairness.json: level by level, map by map. Each match begins with a few actions by chance, so that no two are
alike; the maps are symmetric, so what is left beside 50 % is what the first move is worth. What was played is kept in
.cache/fairness; a map, or a level, that was changed is counted anew. Use the compiled rules: PYTHONPATH=.cache/compiled
after ./run bench.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from outflank.arena import Results, Row, Tournament, run
from outflank.arena.results import seat_shares
from outflank.games.pixelswars.levels import LEVELS
from outflank.games.pixelswars.maps import COUNT, Layout, load

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "fairness.json"
KEPT = ROOT / ".cache" / "fairness"
MATCHES = 1000
ROUNDS = 75
SAMPLES = 10
"""Matches of a map whose last state is kept."""


def tournament(level: str, number: int, matches: int) -> Tournament:
    """One level against itself on one map."""
    options = {"max_rounds": ROUNDS}
    return Tournament(game="pixelswars", bots=(level,), games=matches, boards=(str(number),), options=options)


def drawn(layout: Layout) -> str:
    """What a count depends on: the ground, the units and the money, not the words."""
    told = json.dumps([layout.grid, layout.units, layout.funds, ROUNDS])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def made_of(level: str, number: int) -> str:
    """What a count depends on: the map and the level's numbers."""
    return hashlib.sha256(f"{drawn(load(number))} {LEVELS[level]}".encode()).hexdigest()[:16]


def count(level: str, number: int, matches: int, jobs: int | None) -> Results:
    folder = KEPT / f"{level}-{number}-{made_of(level, number)}"
    return run(tournament(level, number, matches), workers=jobs, folder=folder, resume=True, replays=False)


def told(level: str, number: int, results: Results) -> dict[str, Any]:
    """The count of a map. ``samples``: hashes of last states, by the matches' numbers."""
    rows = results.games()
    (line,) = seat_shares(rows)
    kept = {str(row.number): row.hash for row in rows[:: max(1, len(rows) // SAMPLES)]}
    names = ("games", "first", "drawn", "low", "high", "rounds", "reasons")
    return {"made_of": made_of(level, number), **{name: line[name] for name in names}, "samples": kept}


def again(level: str, number: int, matches: int, match_: int) -> Row:
    """One match of a count, played anew."""
    from outflank.arena import play

    return play(next(job for job in tournament(level, number, matches).jobs() if job.number == match_))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", choices=LEVELS, default="medium", help="who plays both sides (medium)")
    parser.add_argument("--maps", default="all", help="like 1,4,7")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"per map ({MATCHES})")
    parser.add_argument("--jobs", type=int, help="matches at a time (one for each processor)")
    arguments = parser.parse_args()
    numbers = range(1, COUNT + 1) if arguments.maps == "all" else [int(each) for each in arguments.maps.split(",")]
    for number in numbers:
        line = told(arguments.level, number, count(arguments.level, number, arguments.matches, arguments.jobs))
        report = json.loads(REPORT.read_text(encoding="utf-8")) if REPORT.is_file() else {}
        counts = {**report.get(arguments.level, {}), str(number): line}
        report[arguments.level] = dict(sorted(counts.items(), key=lambda item: int(item[0])))
        REPORT.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        share = 100 * line["first"] / line["games"]
        print(
            f"map {number:2}: {share:5.1f} % ({100 * line['low']:.1f} to {100 * line['high']:.1f}) of {line['games']} "
            f"for the side that begins, {line['rounds']} rounds, {line['reasons']}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
