"""Play in the terminal against a computer player, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    import argparse

HELP = "play in the terminal"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="cellwar", metavar="GAME", help="the game (cellwar)")


def run(arguments: argparse.Namespace) -> int:
    raise Trouble("the terminal is being built.")
