"""Let bots play many matches against each other, and tell how strong they are."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.ending import orderly
from outflank.cli.given import patience, setting
from outflank.cli.trouble import Trouble, plain

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from outflank.arena import Results, Row, Sprt, Tournament
    from outflank.contract import Json

HELP = "let bots play many matches, and rate them"
EXAMPLES = """\
examples:
  outflank arena --game pixelswars --bots greedy,random --games 40
  outflank arena --game cellwar --bots "random,python3 my_bot.py" --maps 8x8,10x10 --games 100
  outflank arena --game traversal --bots "new=python3 new.py,old=python3 old.py" --sprt 0,10 --games 2000
  outflank arena --game pixelswars --bots my_bot.py:MyBot,greedy,random --gauntlet --maps 1,4,7
  outflank arena --game pixelswars --bots greedy --games 1200
  outflank arena --game cellwar --bots greedy,random --maps 10x10/4 --out four --games 40
  outflank arena --game cellwar --bots greedy,random --maps 10x10/4 --out four --games 80 --resume"""
NOTES = """\
Bots are levels (outflank games tells them), classes in Python files, or commands of programs (docs/write-a-bot.md).
One bot alone plays both sides: what is counted then is what it is worth to begin.

Every pair of bots meets in sets: two games from one opening, with the seats swapped; with more players every bot sits
once in each seat. Intervals hold with 95 %. Ctrl-C ends it; what was played is kept, and --resume goes on.

exit status: 0 all was played, or the sequential test found the first bot stronger; 1 the test did not; 2 the arena
could not be held; 130 Ctrl-C."""
AT_ONCE = 3
"""So many games a bot may fail in its first turn before the arena ends; unless it has got further in another one."""
BAR = 24
OFTEN = 0.2
"""Seconds between two pictures of the progress."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="G", help="the game, e.g. pixelswars")
    parser.add_argument(
        "--bots", required=True, metavar="LIST", help="who plays, with commas between; NAME=BOT names one"
    )
    parser.add_argument(
        "--games", type=int, default=100, metavar="N", help="for each pair of bots, over all maps (100)"
    )
    parser.add_argument(
        "--maps",
        default="all",
        metavar="LIST",
        help="1,4 or 8x8,10x10/4 (of four players) or mine.json (all that come with the game)",
    )
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--budget", choices=("full", "light"), default="full", help="how long levels may think (full)")
    parser.add_argument("--opening", type=int, default=-1, metavar="K", help="random actions of each player at first")
    parser.add_argument("--gauntlet", action="store_true", help="the first bot against each other one, not all")
    parser.add_argument(
        "--sprt", metavar="E0,E1", help="end as soon as it is clear which of these Elo figures is right"
    )
    parser.add_argument("--alpha", type=float, default=0.05, help="the risk of a wrong E1 (0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="the risk of a wrong E0 (0.05)")
    parser.add_argument("--backend", choices=("process", "serial", "ray"), default="process", help="where (process)")
    parser.add_argument("--jobs", type=int, metavar="N", help="games at a time (one for each processor)")
    parser.add_argument("--seed", type=int, default=1, help="a number that all chance starts from (1)")
    parser.add_argument("--bot-timeout", type=float, default=5.0, metavar="S", help="seconds for an action (5)")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the results go (arena/GAME-TIME)")
    parser.add_argument("--resume", action="store_true", help="go on with what is in FOLDER")
    parser.add_argument("--no-replays", action="store_true", help="keep the results only, no replays and no logs")
    parser.add_argument(
        "--keep-going", action="store_true", help=f"also when a bot fails at once, {AT_ONCE} games long"
    )
    parser.add_argument("--quiet", action="store_true", help="tell no progress")


def run(arguments: argparse.Namespace) -> int:
    from outflank.arena import run as play
    from outflank.contract import Refusal

    if arguments.resume and arguments.out is None:
        raise Trouble("--resume: say which results by --out FOLDER.", "no_results_named")
    if arguments.jobs is not None and not 1 <= arguments.jobs <= 1024:
        raise Trouble(f"--jobs {arguments.jobs}: it must be 1 to 1024.", "bad_jobs")
    folder = arguments.out or Path("arena", f"{arguments.game}-{time.strftime('%Y%m%d-%H%M%S')}")
    progress = Progress(quiet=arguments.quiet, patient=arguments.keep_going)
    try:
        tournament, sprt = wished(arguments), test(arguments)
        with orderly():
            try:
                results = play(
                    tournament,
                    backend=arguments.backend,
                    workers=arguments.jobs,
                    folder=folder,
                    resume=arguments.resume,
                    replays=not arguments.no_replays,
                    sprt=sprt,
                    tell=progress,
                )
            finally:
                progress.end()
                if progress.results is not None:
                    write(progress.results, folder)
    except KeyboardInterrupt:
        told = f". What was played is in {folder}" if progress.results is not None else " before a game was over"
        print(f"Interrupted{told}; --out {folder} --resume goes on.", file=sys.stderr)
        return 130
    except Refusal as refusal:
        trouble = Trouble.of(refusal)
        # Of files, commands and boards an arena says more than there are translations for.
        trouble.english = refusal.code == "UnknownBot" or refusal.detail == refusal.code
        raise trouble from None
    except OSError as error:
        raise Trouble(f"{error.filename or folder}: {error.strerror}.", "folder_unwritable") from None
    report = write(results, folder)
    from outflank.arena.table import table

    print(table(report) + f"\n{folder / 'report.html'}", flush=True)
    return 1 if sprt is not None and results.verdict != "elo1" else 0


def wished(arguments: argparse.Namespace) -> Tournament:
    """The tournament of the options. Raises Refusal, Trouble."""
    from outflank.arena import Tournament, boards_of
    from outflank.games import load

    game = load(arguments.game)
    return Tournament(
        game=arguments.game,
        bots=tuple(each.strip() for each in arguments.bots.split(",") if each.strip()),
        games=arguments.games,
        boards=boards_of(game, arguments.maps),
        options=dict(map(setting, arguments.set)),
        seed=arguments.seed,
        opening=arguments.opening,
        budget=arguments.budget,
        gauntlet=arguments.gauntlet,
        patience=patience(arguments.bot_timeout),
    )


def test(arguments: argparse.Namespace) -> Sprt | None:
    """The sequential test that was asked for. Raises Trouble."""
    from outflank.arena import Sprt

    if arguments.sprt is None:
        return None
    try:
        one, other = (float(each) for each in arguments.sprt.split(","))
    except ValueError:
        raise Trouble(f"--sprt {arguments.sprt}: it is written like 0,10.", "bad_sprt") from None
    if not one < other or not -800 <= one < other <= 800:
        message = f"--sprt {arguments.sprt}: two Elo figures up to 800, the smaller one first."
        raise Trouble(message, "bad_sprt")
    if not (0 < arguments.alpha < 0.5 and 0 < arguments.beta < 0.5):
        raise Trouble("--alpha and --beta must be between 0 and 0.5.", "bad_risk")
    return Sprt(one, other, arguments.alpha, arguments.beta)


def write(results: Results, folder: Path) -> Json:
    """The report as JSON and as a page."""
    from outflank.arena.page import page

    report = results.report()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    (folder / "report.html").write_text(page(report, results.games(), folder), encoding="utf-8")
    return report


class Progress:
    """A line that tells how far it is: drawn over and over in a terminal, else every tenth once."""

    def __init__(self, quiet: bool, clock: Callable[[], float] = time.monotonic, patient: bool = True) -> None:
        self.results: Results | None = None
        self._patient = patient
        self._failed: Counter[int] = Counter()  # games in which a bot has failed in its first turn
        self._able: set[int] = set()  # bots that have got further
        self._quiet = quiet
        self._clock = clock
        self._began = clock()
        self._before = -1  # games that were there already
        self._drawn = 0.0
        self._tenth = 0
        self._live = sys.stderr.isatty()

    def __call__(self, row: Row, results: Results) -> None:
        self.results = results
        done, now = len(results.rows), self._clock()
        if self._before < 0:
            self._before = done - 1
        if not self._quiet:
            self._draw(results, done, now)
        if not self._patient:
            self._look_at(row, results)

    def _draw(self, results: Results, done: int, now: float) -> None:
        if self._live and (now - self._drawn > OFTEN or done == results.total):
            self._drawn = now
            print("\r" + self.line(results, now)[:110].ljust(110), end="", file=sys.stderr, flush=True)
        elif not self._live and done * 10 // results.total > self._tenth:
            self._tenth = done * 10 // results.total
            print(self.line(results, now), file=sys.stderr, flush=True)

    def _look_at(self, row: Row, results: Results) -> None:
        """Raise Trouble when a bot cannot play at all: nobody wants to wait for a hundred such games."""
        faults = {fault.seat: fault for fault in row.faults}
        for seat, (bot, clock) in enumerate(zip(row.seats, row.seconds, strict=True), 1):
            fault = faults.get(seat)
            if fault is None or clock.turns > 1:
                self._able.add(bot)
            elif bot not in self._able:
                self._failed[bot] += 1
                if self._failed[bot] == AT_ONCE:
                    said = f"{fault.kind}: {fault.said}".rstrip(".")
                    message = f"{results.names[bot]} has failed in its first turn, {AT_ONCE} games long. {said}."
                    raise Trouble(f"{message} --keep-going plays all the same.", "bot_fails")

    def line(self, results: Results, now: float) -> str:
        done, total = len(results.rows), results.total
        full = BAR * done // total
        rest = (now - self._began) / max(1, done - self._before) * (total - done)
        told = (
            f"[{'#' * full}{'.' * (BAR - full)}] {done}/{total} games, about {int(rest) // 60}:{int(rest) % 60:02} left"
        )
        if len(results.names) == 2:
            score = results.against(0, 1)
            told += f"; {results.names[0]} {100 * score.share:.1f} % ({100 * score.low:.0f} to {100 * score.high:.0f})"
        if results.sprt is not None:
            told += f"; ratio {results.ratio:+.2f}"
        return plain(told)

    def end(self) -> None:
        if self._live and not self._quiet and self.results is not None:
            print(file=sys.stderr, flush=True)
