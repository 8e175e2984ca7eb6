"""Count the positions reachable from a position, depth by depth: how rules are compared with other rules."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING

from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    import argparse

    from outflank.state import State

HELP = "count the positions after 1, 2, ... actions"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="a position line, or 'start' for a new game")
    parser.add_argument("depth", metavar="DEPTH", type=int, help="how many actions deep")
    parser.add_argument("--game", default="cellwar", help="the game the position is of (cellwar)")


def run(arguments: argparse.Namespace) -> int:
    from outflank.search.perft import perft

    if arguments.depth < 1:
        raise Trouble("DEPTH must be 1 or more.", "bad_depth")
    state = position(arguments.game, arguments.position)
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # compiled code would not hear Ctrl-C before its end
    try:
        for depth in range(1, arguments.depth + 1):
            begin = time.perf_counter()
            count = perft(state, depth)
            print(f"{depth:3} {count:14} {time.perf_counter() - begin:9.2f} s", flush=True)
    finally:
        signal.signal(signal.SIGINT, before)
    return 0


def position(name: str, line: str) -> State:
    """The state of a position line."""
    from outflank.contract import Refusal
    from outflank.games import load, text

    try:
        game = load(name)
        if line == "start":
            return game.start(game.Options(), 0)
        return text(name).from_position(line)
    except Refusal as refusal:
        raise Trouble.of(refusal) from None
