"""Whatever hosts, serves, plays or compares games knows none of them by name: only their own folders do."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from outflank.games import BUILT_IN
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = ROOT / "src" / "outflank"
OWN = {PACKAGE / "games", PACKAGE / "cli"}
"""The games' folders, and the commands, whose help gives examples and whose defaults are somebody's first match."""
OUTSIDE = sorted(path for path in PACKAGE.rglob("*.py") if OWN.isdisjoint(path.parents))

REASONS = {
    (
        "server/routes.py",
        "cellwar",
    ): "meant where nobody names a game: the REST interface is that of the CellWar document",
    ("server/openapi.py", "An action's own fields, as the game has them (`CellWarAction`)."): "an example for readers",
}
"""Where a game is named all the same, and why: the file and the words."""


def explained(tree: ast.AST) -> Iterator[ast.AST]:
    """Texts that stand alone: docstrings, which may give examples."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def names_a_game(source: str) -> Iterator[str]:
    """Texts, names and imports of the code in which the id of a built-in game is found, in whatever case."""
    tree = ast.parse(source)
    ignored = {*explained(tree)}
    for node in ast.walk(tree):
        words: list[str] = []
        match node:
            case ast.Constant(value=str(text)) if node not in ignored:
                words = [text]
            case ast.Constant(value=bytes(data)):
                words = [data.decode("latin-1")]
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                words = [name]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                words = [name]
            case ast.ImportFrom(module=module, names=aliases):
                words = [module or "", *(each.name for each in aliases), *(each.asname or "" for each in aliases)]
            case ast.Import(names=aliases):
                words = [*(each.name for each in aliases), *(each.asname or "" for each in aliases)]
        for word in words:
            if any(game in word.lower().replace("_", "") for game in BUILT_IN):
                yield word


def test_no_game_is_named_outside_its_folder() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), word)
        for path in OUTSIDE
        for word in names_a_game(path.read_text(encoding="utf-8"))
    }
    assert found - REASONS.keys() == set(), "knows a game by its name"
    assert REASONS.keys() - found == set(), "needs no reason any more"


def test_a_name_is_found_wherever_it_stands() -> None:
    assert {"arena", "bots", "server", "seats"} <= {path.parent.name for path in OUTSIDE}
    assert {"host.py", "match.py", "client.py", "replay.py"} <= {path.name for path in OUTSIDE}
    told = {
        'OPENING = {"pixelswars": 3}': ["pixelswars"],
        "if game.ID != 'traversal': pass": ["traversal"],
        'f"new-cellwar-{x}"': ["new-cellwar-"],
        "from outflank.games.pixelswars.rules import PixelsWars as P": [
            "outflank.games.pixelswars.rules",
            "PixelsWars",
        ],
        "import outflank.games.cellwar": ["outflank.games.cellwar"],
        "def of_cell_war(traversal): pass": ["of_cell_war", "traversal"],
        "class CellWarHost: pass": ["CellWarHost"],
        '"""As in CellWar."""': [],
        "# cellwar": [],
    }
    assert {source: list(names_a_game(source)) for source in told} == told
