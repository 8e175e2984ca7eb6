"""Computer players in a process of their own: ``python -m tests.conformance.thinker``.

In: one JSON list of turns (game, level, view, legal, seed, budget). Out: one JSON list of the actions chosen. This
process has never seen a state, so its players know views alone; it may run another build of the rules than its parent.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from outflank import make
from outflank.bots import Turn
from tests.conftest import ROOT


def choose(asked: list[dict[str, Any]]) -> list[Any]:
    """By a fresh player each."""
    return [
        make(each["game"], each["level"]).choose(Turn(each["view"], each["legal"], each["seed"], each["budget"]))
        for each in asked
    ]


def elsewhere(asked: list[dict[str, Any]]) -> list[Any]:
    """The same in another process, by the uncompiled rules, where hashes are other ones."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "77"}
    command = [sys.executable, "-m", "tests.conformance.thinker"]
    done = subprocess.run(
        command, input=json.dumps(asked), cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    told: list[Any] = json.loads(done.stdout)
    return told


if __name__ == "__main__":
    print(json.dumps(choose(json.load(sys.stdin))))
