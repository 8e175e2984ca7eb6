"""Show the version, and whether the rules run compiled."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import outflank
from outflank import state

if TYPE_CHECKING:
    import argparse

HELP = "show the version"


def compiled() -> bool:
    """Whether the rules are C here."""
    return not str(state.__file__).endswith(".py")


def line() -> str:
    """For example ``outflank 0.1.0 (compiled rules, Python 3.11.7)``."""
    rules = "compiled rules" if compiled() else "rules in plain Python"
    return f"outflank {outflank.__version__} ({rules}, Python {platform.python_version()})"


def arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(_: argparse.Namespace) -> int:
    print(line())
    return 0
