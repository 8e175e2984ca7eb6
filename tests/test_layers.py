"""Rules give the same bytes on every machine: no floats, no iteration over sets, no hash order."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "src" / "outflank"
RULES = sorted(
    path
    for pattern in ("state.py", "rng.py", "search/*.py", "games/*/rules.py", "games/*/fog.py", "games/*/board.py")
    for path in PACKAGE.glob(pattern)
)


def test_there_are_rules_to_check() -> None:
    assert {"rules.py", "state.py", "rng.py"} <= {path.name for path in RULES}


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_are_integers_and_ordered(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{where}: a float"
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), f"{where}: / makes a float"
        assert not isinstance(node, ast.Set | ast.SetComp), f"{where}: a set has no order"
        if isinstance(node, ast.Name):
            assert node.id not in ("set", "frozenset", "hash", "float", "id"), f"{where}: {node.id}"
