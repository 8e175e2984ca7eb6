"""The rules against data computed by independent implementations: every step, refusal, view and removal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cellwar.vectors import Table, read, rows, told, valid

GAMES = [(file, each) for file in ("games", "fog", "disconnect") for each in read(file)]


@pytest.mark.parametrize("vector", [each for _, each in GAMES], ids=[each["name"] for _, each in GAMES])
def test_vector(vector: dict[str, Any]) -> None:
    table = Table(vector["config"])
    state = vector["initial"]
    assert told(table.state) == {key: state[key] for key in ("units", "current", "round", "winner")}
    for number, step in enumerate(vector["steps"]):
        where = f"step {number}: { ({key: step[key] for key in step if key not in ('state', 'valid', 'views')}) }"
        assert table.step(step) == step["result"], where
        state = step["state"] or state
        assert told(table.state) == state, where
        if "valid" in step and not state["winner"]:
            assert valid(table.state) == step["valid"], where
        for player, expected in (step.get("views") or {}).items():
            assert rows(table.state, int(player)) == expected, f"{where}, view of {player}"
    if "final" in vector:
        assert told(table.state) == vector["final"]


def test_every_vector_is_there() -> None:
    assert len(GAMES) == 24 + 7 + 8
    assert sum(len(vector["steps"]) for _, vector in GAMES) > 4000
