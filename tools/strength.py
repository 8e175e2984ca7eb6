"""Let every level of every game play the one below, and tell how strong they are: docs/strength.json and strength.md.

    python -m tools.strength                                 what is missing of all ladders
    python -m tools.strength --game cellwar --budget light --pair hard,expert --jobs 1
    python -m tools.strength --write                         only write the page anew

A ladder is a pair of levels at one budget: 200 games from 100 openings, the seats swapped, over all maps. What was
played is kept game by game in .cache/strength, so it can be ended and begun again at any time; when levels or rules
are changed their ladders are played anew. Use the compiled rules: PYTHONPATH=.cache/compiled after ./run bench.

PixelsWars' Expert also plays against the Expert of earlier, which is written for itself in the tests, and may take a
third of its time at most:

    python -m tools.strength --game pixelswars --budget full --pair tests/games/pixelswars/earlier.py:Earlier,expert \\
        --games 24
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from outflank.arena import Results, Row, Tournament, boards_of, run
from outflank.bots import BUDGETS, levels
from outflank.cli.version import compiled
from outflank.codec import read_options
from outflank.contract import Levelled
from outflank.games import games, load
from tools.strength_page import page

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
REPORT, PAGE = ROOT / "docs" / "strength.json", ROOT / "docs" / "strength.md"
KEPT = ROOT / ".cache" / "strength"
GAMES = 200
"""Of a ladder: 100 openings, both ways."""
SHARE, LOW = 0.75, 0.65
"""What each level must make against the one below, and what the lower end of the interval must exceed."""
EARLIER = "tests/games/pixelswars/earlier.py:Earlier"
EARLIER_GAMES, EARLIER_PART, EARLIER_PATIENCE = 24, 1 / 3, 300.0
"""How often Expert has to play against that one, what part of its seconds a turn it may take, and how many seconds it
waits for that one: as long as is needed, or the clock would win instead of Expert."""
SOON, MEDIAN, LONGEST = 0.3, 1.5, 3.0
"""Seconds of the processor for a turn with the full budget: the median up to Hard, the median of Expert, and any of
Expert's. The games' clock counts the views as well, one for each action of up to hundreds of units; the bench times the
thinking alone, and there any turn up to Hard has to keep below the first."""
SMALL = {"pixelswars": "1,2,3,4", "cellwar": "8x8,10x10"}
"""The maps of the light ladders."""
SAMPLES = 10
Report = dict[str, dict[str, Any]]


def key(game: str, budget: str, names: list[str]) -> str:
    """The ladder's name in the report."""
    return f"{game} {budget} {names[0]}-{names[1]}"


def ladders(game: str, budget: str, pair: str | None = None) -> Iterator[tuple[str, str]]:
    """(weaker, stronger) of neighbouring levels, or the one pair."""
    if pair is not None:
        weaker, stronger = (each.strip() for each in pair.split(","))
        yield weaker, stronger
        return
    own = [each for each in levels(game) if each not in BUDGETS]
    yield from pairwise(own)


def tournament(game: str, budget: str, pair: tuple[str, str], games_: int, maps: str | None) -> Tournament:
    """The stronger one first."""
    words = maps or (SMALL.get(game, "default") if budget == "light" else "all")
    boards = boards_of(load(game), words)
    held = Tournament(game=game, bots=pair[::-1], games=games_, boards=boards, seed=1, budget=budget)
    return msgspec.structs.replace(held, patience=EARLIER_PATIENCE) if EARLIER in pair else held


def made_of(held: Tournament) -> dict[str, Any]:
    """What the results of levels depend on besides the code: when it changes, they are of something else. ``starts``:
    hashes of how matches begin, so that a map that was drawn anew is noticed."""
    rules = load(held.game)
    known = rules.LEVELS if isinstance(rules, Levelled) else {}
    found = {each: known[each] for each in held.bots if each in known}
    starts = {}
    for board in held.boards:
        state = rules.start(read_options(rules, held.chosen(rules, board)), held.seed)
        starts[board] = hashlib.sha256(rules.dump(state)).hexdigest()[:16]
    return {"rules": rules.VERSION, "starts": starts, "levels": msgspec.to_builtins(found)}


def play(held: Tournament, jobs: int | None) -> Results:
    """All games of a ladder, those that were played before included."""
    told = json.dumps([held.identity(), made_of(held)], sort_keys=True)
    name = f"{key(held.game, held.budget, held.names)}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
    folder = KEPT / "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)

    def tell(_: Row, results: Results) -> None:
        score = results.against(0, 1)
        if len(results.rows) % 10 == 0 or len(results.rows) == results.total:
            done = f"{len(results.rows)}/{results.total}"
            low, high = 100 * score.low, 100 * score.high
            print(f"{name}: {done}, {100 * score.share:.1f} % ({low:.1f} to {high:.1f})", flush=True)

    return run(held, workers=jobs, folder=folder, resume=True, replays=False, tell=tell)


def told(results: Results) -> dict[str, Any]:
    """A ladder for the report: ``games`` are [map, seed, bot of player 1, bot that won (-1: nobody), reason, rounds,
    actions, hash of the last state, seconds of both]."""
    held, report = results.tournament, results.report()
    return {
        "bots": held.bots,
        "names": results.names,
        "boards": held.boards,
        "seed": held.seed,
        "opening": held.actions,
        **made_of(held),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors, "
        f"{'compiled' if compiled() else 'uncompiled'} rules",
        "faults": [bot["faults"] for bot in report["bots"]],
        "seconds": report["seconds"],
        "games": [
            [
                row.board,
                row.seed,
                row.seats[0],
                row.seats[row.winner - 1] if row.winner else -1,
                row.reason,
                row.rounds,
                row.moves,
                row.hash,
                round(sum(clock.total for clock in row.seconds), 3),
            ]
            for row in results.games()
        ],
    }


def held(name: str, ladder: dict[str, Any]) -> Tournament:
    """The tournament of a ladder of the report."""
    game, budget, _ = name.split(" ", 2)
    return Tournament(
        game=game,
        bots=tuple(ladder["bots"]),
        games=len(ladder["games"]),
        boards=tuple(ladder["boards"]),
        seed=ladder["seed"],
        opening=ladder["opening"],
        budget=budget,
    )


def results(name: str, ladder: dict[str, Any]) -> Results:
    """The results of a ladder, from what the report holds."""
    whole = held(name, ladder)
    rows: list[Row] = []
    for job, line in zip(whole.jobs(), ladder["games"], strict=True):
        board, seed, _, winner, reason, rounds, moves, state = line[:8]
        seat = job.seats.index(winner) + 1 if winner >= 0 else 0
        rows.append(Row(job.number, job.set, board, seed, job.seats, seat, reason, moves, rounds, state))
    return Results(whole, rows=rows)


def missing(report: Report) -> list[str]:
    """The ladders that are not in the report."""
    wanted = [
        key(game, budget, [stronger, weaker])
        for game in games()
        for budget in ("full", "light")
        for weaker, stronger in ladders(game, budget)
    ]
    wanted.append(key("pixelswars", "full", ["expert", EARLIER.split(":")[1]]))
    return [name for name in wanted if name not in report]


def failing(report: Report) -> list[str]:
    """What is claimed of the levels and does not hold."""
    wrong: list[str] = []
    for name, ladder in report.items():
        whole = held(name, ladder)
        if made_of(whole) != {each: ladder[each] for each in ("rules", "starts", "levels")}:
            wrong.append(f"{name}: the levels or the rules were changed since: play it anew")
        if any(ladder["faults"]):
            wrong.append(f"{name}: won by what went wrong, {ladder['faults']}")
        own = [each for each in levels(whole.game) if each not in BUDGETS]
        if list(ladder["bots"]) == ["expert", EARLIER]:
            wrong += behind_earlier(name, ladder)
            continue
        if list(ladder["bots"]) not in [[stronger, weaker] for weaker, stronger in pairwise(own)]:
            continue  # a pair that was asked for besides: nothing is claimed
        score = results(name, ladder).against(0, 1)
        if score.games < GAMES or score.share < SHARE or score.low <= LOW:
            wrong.append(f"{name}: {100 * score.share:.1f} %, at least {100 * score.low:.1f} %, of {score.games} games")
        offered = tournament(whole.game, whole.budget, (whole.bots[1], whole.bots[0]), GAMES, None).boards
        if whole.boards != offered:
            wrong.append(f"{name}: on {', '.join(whole.boards)}, not on all of {', '.join(offered)}")
        if whole.budget == "full":
            wrong += slow(name, ladder)
    return wrong


def slow(name: str, ladder: dict[str, Any]) -> list[str]:
    """The levels that have taken too long for a turn."""
    wrong: list[str] = []
    for line in ladder["seconds"]:
        level = ladder["bots"][line["bot"]]
        expert = level == "expert"
        if line["median"] > (MEDIAN if expert else SOON) or (expert and line["longest"] > LONGEST):
            wrong.append(
                f"{name}: {level} took {line['median']:.2f} s, at most {line['longest']:.2f} s, on {line['board']}"
            )
    return wrong


def behind_earlier(name: str, ladder: dict[str, Any]) -> list[str]:
    """What does not hold of Expert against the one of earlier: how often it wins, and in how much less time."""
    score = results(name, ladder).against(0, 1)
    ours, theirs = (a_turn(ladder, bot) for bot in (0, 1))
    told = f"{name}: {100 * score.share:.1f} % of {score.games} games, {ours:.3f} s a turn against {theirs:.3f} s"
    enough = score.games >= EARLIER_GAMES and score.share >= SHARE and score.low > LOW
    return [] if enough and ours <= theirs * EARLIER_PART else [told]


def a_turn(ladder: dict[str, Any], bot: int) -> float:
    """Seconds of the processor that a bot has taken for a turn, over all maps."""
    own = [each for each in ladder["seconds"] if each["bot"] == bot]
    return float(sum(each["turns"] * each["mean"] for each in own) / sum(each["turns"] for each in own))


def samples(report: Report) -> list[tuple[str, int]]:
    """Ten games or more to be played again: of every pair of levels the one that was soonest over, then others."""
    every = sorted(
        (line[-1], name, number)
        for name, ladder in report.items()
        if all(each in levels(name.split(" ")[0]) for each in ladder["bots"])
        for number, line in enumerate(ladder["games"])
    )
    first: dict[tuple[str, str], tuple[str, int]] = {}
    for _, name, number in every:
        game, _, pair = name.split(" ", 2)
        first.setdefault((game, pair), (name, number))
    others = [(name, number) for _, name, number in every if (name, number) not in first.values()]
    return [*first.values(), *others][: max(SAMPLES, len(first))]


def read(path: Path = REPORT) -> Report:
    if not path.is_file():
        return {}
    report: Report = json.loads(path.read_text(encoding="utf-8"))
    return report


def write(report: Report, path: Path = REPORT, words: Path = PAGE) -> None:
    """The report, one line a game, and the page made of it."""
    parts: list[str] = []
    for name in sorted(report):
        ladder = dict(report[name])
        lines = ",\n".join(json.dumps(line, separators=(",", ":")) for line in ladder.pop("games"))
        parts.append(f'{json.dumps(name)}: {json.dumps(ladder)[:-1]}, "games": [\n{lines}\n]}}')
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    again = read(path)
    played = {name: results(name, ladder) for name, ladder in again.items()}
    words.write_text(page(again, played, missing(again)), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=games(), action="append", help="may be repeated (all)")
    parser.add_argument("--budget", choices=("full", "light"), action="append", help="may be repeated (both)")
    parser.add_argument("--pair", metavar="WEAKER,STRONGER", help="like hard,expert (all neighbours)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each ladder ({GAMES})")
    parser.add_argument("--maps", help="other maps than usual, as in outflank arena")
    parser.add_argument("--jobs", type=int, help="games at a time (one for each processor)")
    parser.add_argument("--write", action="store_true", help="play nothing, only write the page anew")
    arguments = parser.parse_args()
    if not arguments.write:
        if not compiled():
            print("These rules are not compiled: the same results, but very slowly.", file=sys.stderr)
        for game in arguments.game or games():
            for budget in arguments.budget or ("full", "light"):
                for pair in ladders(game, budget, arguments.pair):
                    whole = tournament(game, budget, pair, arguments.games, arguments.maps)
                    done = play(whole, arguments.jobs)
                    report = read()  # others may have written meanwhile
                    write({**report, key(game, budget, done.names): told(done)})
    else:
        write(read())
    wrong = failing(read())
    print("\n".join(wrong) if wrong else "Every claim holds.")
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
