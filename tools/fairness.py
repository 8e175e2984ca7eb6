"""Count how often the side that begins wins, battlefield by battlefield: one quick computer player plays both sides.

    python -m tools.fairness                  what is missing of 1,000 matches on every map, into docs/fairness.json
    python -m tools.fairness --maps 3,7 --matches 200 --print

Match ``seed`` of a map is always the same match. Each side's first actions are chance, so that no two are alike; the
maps are symmetric, so what is left beside 50 % is what the first move is worth. A map that was changed is counted anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from outflank.games import load as game
from outflank.games.pixelswars.maps import COUNT, Layout, load
from outflank.games.pixelswars.start import start
from outflank.rng import Rng
from tools.quick import Quick

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.games.pixelswars.rules import PixelsWars

REPORT = Path(__file__).resolve().parent.parent / "docs" / "fairness.json"
MATCHES = 1000
ROUNDS = 75
SAMPLES = 10
"""Matches whose last position is kept, spread over all of a map's seeds."""
CHUNK = 50
REASONS = {1: "elimination", 2: "round_limit"}


class Played(NamedTuple):
    """How a match went. ``first_shot``: the round of the first one, 0: none."""

    winner: int
    reason: int
    rounds: int
    first_shot: int
    actions: int
    position: str


def play(layout: Layout, seed: int, watch: Callable[[PixelsWars, int], None] | None = None) -> Played:
    """One whole match. ``watch`` is told each action before it is done."""
    rng = Rng(seed * 1000 + layout.number)
    state = start(layout, ROUNDS)
    players = [Quick(state, Rng(rng.next()), 2 + rng.below(3)) for _ in range(2)]
    actions = first_shot = 0
    while state.player:
        for action in players[state.player - 1].turn(state):
            if watch:
                watch(state, action)
            cells = state.field.cells
            if not first_shot and action < cells * cells and action // cells != action % cells:
                first_shot = state.round if state.board[action % cells] else 0
            state.apply(action)
            actions += 1
    return Played(state.winner, state.reason, state.round, first_shot, actions, fingerprint(state))


def fingerprint(state: PixelsWars) -> str:
    return hashlib.sha256(game("pixelswars").dump(state)).hexdigest()[:16]


def drawn(layout: Layout) -> str:
    """What a count depends on: the ground, the units and the money, not the words."""
    told = json.dumps([layout.grid, layout.units, layout.funds, ROUNDS])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def count(layout: Layout, told: dict[str, Any], matches: int) -> dict[str, Any]:
    """The counts so far, and up to ``matches`` more of them."""
    if told.get("map") != drawn(layout):
        zero = {
            "matches": 0,
            "first": 0,
            "elimination": 0,
            "round_limit": 0,
            "rounds": 0,
            "first_shot": 0,
            "actions": 0,
        }
        told = {"map": drawn(layout), **zero, "samples": {}}
    for seed in range(told["matches"] + 1, told["matches"] + matches + 1):
        played = play(layout, seed)
        told["matches"] = seed
        told["first"] += played.winner == 1
        told[REASONS[played.reason]] += 1
        for name in ("rounds", "first_shot", "actions"):
            told[name] += getattr(played, name)
        if seed % (MATCHES // SAMPLES) == 1:
            told["samples"][str(seed)] = played.position
    return told


def line(number: int, told: dict[str, Any]) -> str:
    matches = told["matches"]
    share = 100 * told["first"] / matches
    error = 100 * (told["first"] * (matches - told["first"]) / matches**3) ** 0.5
    return (
        f"map {number:2}: {share:5.1f} % ± {error:.1f} of {matches} for the side that begins, "
        f"{100 * told['elimination'] / matches:.0f} % by elimination, {told['rounds'] / matches:.1f} rounds, "
        f"first shot in round {told['first_shot'] / matches:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maps", default="all", help="like 1,4,7")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"per map ({MATCHES})")
    parser.add_argument("--print", action="store_true", help="count anew, and write nothing")
    arguments = parser.parse_args()
    numbers = range(1, COUNT + 1) if arguments.maps == "all" else [int(each) for each in arguments.maps.split(",")]
    report: dict[str, Any] = {}
    if REPORT.is_file() and not arguments.print:
        report = json.loads(REPORT.read_text(encoding="utf-8"))
    for number in numbers:
        told = report.get(str(number), {})
        while (done := told.get("matches", 0)) < arguments.matches or told.get("map") != drawn(load(number)):
            told = count(load(number), told, min(CHUNK, arguments.matches - (done if done < arguments.matches else 0)))
            if not arguments.print:
                report[str(number)] = told
                report = dict(sorted(report.items(), key=lambda item: int(item[0])))
                REPORT.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
        print(line(number, told), flush=True)


if __name__ == "__main__":
    main()
