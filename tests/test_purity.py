"""The same match gives the same bytes on every machine: no floats, no order of sets or hashes, no chance, no clock."""

from __future__ import annotations

import ast
import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PACKAGE = ROOT / "src" / "outflank"
GLOBS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["outflank"]["compiled"]
RULES = sorted({path for pattern in GLOBS for path in PACKAGE.glob(pattern)} | {PACKAGE / "native.py"})
ALONE = ("match", "host", "client", "protocol", "replay", "codec", "contract")
CAREFUL = sorted(
    {*PACKAGE.glob("games/**/*.py"), *PACKAGE.glob("bots/*.py"), *(PACKAGE / f"{name}.py" for name in ALONE)}
    - set(RULES)
)
"""Not compiled, and free to use floats and sets, but not to let their order, chance or the machine decide anything."""
OUTSIDE = {"asyncio", "datetime", "numpy", "os", "random", "secrets", "socket", "sqlite3", "threading", "time", "uuid"}
SETS = {"set", "frozenset"}
MACHINE = {"hash", "id", "open", "input", "print"}
UNORDERED = {"sorted", "len", "any", "all", "sum", "min", "max", "set", "frozenset"}
"""What may be made of a set: it comes to the same in any order."""


def where(node: ast.AST) -> str:
    return f"line {getattr(node, 'lineno', 0)}"


def reaches_outside(tree: ast.AST) -> Iterator[str]:
    """Imports of the clock, the system and chance, and built-ins that ask the machine."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        yield from (f"{where(node)}: imports {name}" for name in names if name.split(".")[0] in OUTSIDE)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MACHINE:
            yield f"{where(node)}: {node.func.id}()"


def makes_floats(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"{where(node)}: a float"
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"{where(node)}: / makes a float"
        if isinstance(node, ast.Name) and node.id == "float":
            yield f"{where(node)}: float"


def makes_sets(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Set | ast.SetComp) or (isinstance(node, ast.Name) and node.id in SETS):
            yield f"{where(node)}: a set has no order"


def is_set(node: ast.AST | None, names: set[str]) -> bool:
    """Whether an expression is seen to be a set; ``names``: of variables and attributes that are."""
    match node:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(attr=name):
            return name in names
        case ast.Call(func=ast.Name(id=name)):
            return name in SETS
        case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right=right):
            return is_set(left, names) or is_set(right, names)
    return False


def named_sets(tree: ast.AST) -> set[str]:
    """Variables, attributes and parameters that are annotated as sets, or given one."""
    names: set[str] = set()
    for node in ast.walk(tree):
        target: ast.AST | None = None
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).split("[")[0] in SETS:
            target = node.target
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and is_set(node.value, set()):
            target = node.targets[0]
        elif isinstance(node, ast.arg) and node.annotation and ast.unparse(node.annotation).split("[")[0] in SETS:
            names.add(node.arg)
        if isinstance(target, ast.Name):
            names.add(target.id)
        elif isinstance(target, ast.Attribute):
            names.add(target.attr)
    return names


def walks_sets(tree: ast.AST) -> Iterator[str]:
    """Places where something is done in the order of a set."""
    names = named_sets(tree)
    harmless = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNORDERED
        for argument in node.args
        for part in ast.walk(argument)
    }
    for node in ast.walk(tree):
        walked: list[ast.AST] = []
        if isinstance(node, ast.For | ast.comprehension):
            walked = [node.iter]
        elif isinstance(node, ast.Starred):
            walked = [node.value]
        elif isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in UNORDERED):
            made_of = isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple", "iter", "next", "enumerate")
            popped = isinstance(node.func, ast.Attribute) and node.func.attr == "pop" and not node.args
            joined = isinstance(node.func, ast.Attribute) and node.func.attr == "join"
            walked = list(node.args) if made_of or joined else [node.func.value] if popped else []  # type: ignore[attr-defined]
        for each in walked:
            if is_set(each, names) and id(each) not in harmless:
                yield f"{where(each)}: in the order of a set"


def ids(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", RULES, ids=ids)
def test_rules_are_integers_and_ordered(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert [*makes_floats(tree), *makes_sets(tree), *reaches_outside(tree)] == []


@pytest.mark.parametrize("path", CAREFUL, ids=ids)
def test_what_stands_on_the_rules_is_repeatable(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert [*walks_sets(tree), *reaches_outside(tree)] == []


def test_there_is_something_to_check() -> None:
    assert {"state.py", "rng.py", "search/batch.py", "games/cellwar/planes.py"} <= set(map(ids, RULES))
    assert {"games/cellwar/game.py", "bots/greedy.py", "host.py"} <= set(map(ids, CAREFUL))


@pytest.mark.parametrize(
    ("source", "faults"),
    [
        ("import random", 1),
        ("from time import monotonic", 1),
        ("import os.path", 1),
        ("x = hash(y) + id(y)", 2),
        ("x = 1.5", 1),
        ("x /= 2", 1),
        ("x = a / b", 1),
        ("x = {1, 2}\nfor y in x: pass", 2),
        ("x = [y for y in set(z)]", 2),
        ("def f(x: set[int]):\n return list(x)", 2),
        ("self.x: set[int] = y\nself.x.pop()", 2),
        ("x = [*{1, 2}]", 2),
        ("x = sorted({1, 2})", 1),
        ("x = a // b\nfor y in [1, 2]: pass\nz = {1: 2}.keys()", 0),
    ],
)
def test_the_checks_find_faults(source: str, faults: int) -> None:
    tree = ast.parse(source)
    found = [*makes_floats(tree), *makes_sets(tree), *walks_sets(tree), *reaches_outside(tree)]
    assert len(found) == faults, found
