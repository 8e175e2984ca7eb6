"""The bot plays whole matches without one fault, as a class and as a program: python3 test_bot.py, or pytest."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from outflank.arena import Tournament, run

BOT = Path(__file__).resolve().parent / "bot.py"
GAME = "cellwar"


def plays(bot: str) -> float:
    """Its share of the points against a player by chance. A fault of the bot is an AssertionError."""
    results = run(Tournament(game=GAME, bots=(bot, "random"), games=4), backend="serial")
    faults = [f"{fault.kind}: {fault.said}" for row in results.games() for fault in row.faults]
    assert not faults, faults
    return results.against(0, 1).share


def test_the_class_plays() -> None:
    assert 0 <= plays(f"{BOT}:Bot") <= 1


def test_the_program_plays() -> None:
    assert 0 <= plays(f"{shlex.quote(sys.executable)} {shlex.quote(str(BOT))}") <= 1


if __name__ == "__main__":
    print(f"as a class:   {100 * plays(f'{BOT}:Bot'):.0f} % of the points against random")
    test_the_program_plays()
    print("as a program: no fault")
