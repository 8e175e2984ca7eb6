"""The data of tests/data/traversal in the product's words: options, terrains, actions, states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.games.traversal.board import OUT, PIECES, SIDE, SPAN
from outflank.games.traversal.start import Rules, empty

if TYPE_CHECKING:
    from outflank.games.traversal.rules import Traversal

DATA = Path(__file__).parents[2] / "data" / "traversal"


def read(name: str) -> Any:
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


def rules(told: dict[str, Any]) -> Rules:
    assert told["exits_to_end"] == 2
    return Rules(*(told[name] for name in Rules._fields))


def begun(vector: dict[str, Any]) -> Traversal:
    """The position that a vector begins with: its pieces on its heights."""
    state = empty(tuple(int(digit) for row in vector["heights"] for digit in row), rules(vector["options"]))
    for piece, _, _, row, column in vector["pieces"]:
        state.place(piece, row * SIDE + column)
    state.current = state.player = vector["turn"] + 1
    return state


def action(told: list[Any]) -> int:
    """One of a legal list as its number."""
    piece, kind, row, column = told[:4]
    return int(piece * SPAN + (OUT if kind == "exit" else row * SIDE + column))


def digest(state: Traversal) -> str:
    """The state as the data tells it."""
    standing = [(piece, state.at[piece]) for piece in range(PIECES) if state.at[piece] >= 0]
    pieces = "|".join(f"{piece}:{square // SIDE},{square % SIDE}" for piece, square in standing)
    exited = ",".join(str(piece) for piece in (state.first_out, state.second_out)[: state.exits])
    return f"{state.current - 1};{state.moves};{pieces};{state.light},{state.dark};{exited}"
