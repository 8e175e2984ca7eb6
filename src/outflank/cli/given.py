"""What several commands are given in the same way: an option of a game, and how long a program may think."""

from __future__ import annotations

import json
from typing import Any

from outflank.cli.trouble import Trouble


def setting(words: str) -> tuple[str, Any]:
    """``max_rounds=50``: the name and the value, which is JSON or else text. Raises Trouble."""
    name, equals, value = words.partition("=")
    if not equals:
        raise Trouble(f"--set {words}: an option is set like max_rounds=50.", "bad_setting", given=words)
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def patience(seconds: float) -> float:
    """The seconds of --bot-timeout. Raises Trouble."""
    if not 0.1 <= seconds <= 3600:
        message = f"--bot-timeout {seconds:g}: it must be 0.1 to 3600 seconds."
        raise Trouble(message, "bad_patience", seconds=f"{seconds:g}")
    return seconds
