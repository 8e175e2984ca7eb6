"""An arena: bots against each other, from the same openings with swapped seats, until it is clear who is stronger."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from outflank.arena.backends import BACKENDS, played
from outflank.arena.ledger import NAME, Ledger
from outflank.arena.play import Row, play
from outflank.arena.rating import Sprt
from outflank.arena.results import Results
from outflank.arena.tournament import Job, Tournament, boards_of
from outflank.contract import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

__all__ = ["BACKENDS", "Job", "Results", "Row", "Sprt", "Tournament", "boards_of", "play", "run"]

REPLAYS = "replays"
LOGS = "logs"


def run(
    tournament: Tournament,
    *,
    backend: str = "process",
    workers: int | None = None,
    folder: Path | str | None = None,
    resume: bool = False,
    replays: bool = True,
    sprt: Sprt | None = None,
    tell: Callable[[Row, Results], None] | None = None,
) -> Results:
    """Play a tournament, or what is missing of it.

    ``folder``: where each result is kept as it comes, with its replay and what programs wrote to their standard error
    (``replays``); with ``resume`` what is there is not played again. ``sprt``: of two bots, ends when the test has; the
    games are taken in their order, so that it ends after the same game wherever they are played. ``tell`` is called
    after each game. An interruption (Ctrl-C) is raised when all is kept and ended. Raises Refusal.
    """
    tournament.check()
    if sprt is not None and len(tournament.bots) != 2:
        raise Refusal("BadTournament", "A sequential test is between two bots.")
    results = Results(tournament, sprt)
    ledger = Ledger(Path(folder) / NAME, tournament, resume) if folder is not None else None
    try:
        for row in ledger.rows.values() if ledger else ():
            results.add(row)
        place = Path(folder) if folder is not None and replays else None
        if place is not None:
            (place / REPLAYS).mkdir(exist_ok=True)
        with closing(_stream(_missing(results, place), backend, workers)) as rows:
            for row in rows:
                if ledger:
                    ledger.add(row)
                results.add(row)
                if tell is not None:
                    tell(row, results)
                if results.verdict:
                    break
    finally:
        if ledger:
            ledger.close()
    return results


def _stream(jobs: Iterator[Job], backend: str, workers: int | None) -> Generator[Row, None, None]:
    yield from played(jobs, backend, workers)


def _missing(results: Results, folder: Path | None) -> Iterator[Job]:
    """The jobs that nobody has played; none when the test has ended."""
    at = time.time_ns() // 1_000_000
    for job in results.tournament.jobs():
        if results.verdict:
            return
        if job.number in results.rows:
            continue
        if folder is not None:
            replay = folder / REPLAYS / f"{job.number + 1:06}.cwreplay"
            job = msgspec.structs.replace(job, replay=str(replay), logs=str(folder / LOGS))
        yield msgspec.structs.replace(job, at=at)
