"""The bench's reference in C plays the very same matches; ./run test --full measures every row and keeps it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest

from bench import battle, reference, rows, traverse
from bench.__main__ import update
from outflank.cli.version import compiled
from outflank.games.pixelswars.maps import load
from outflank.search.batch import Batch
from outflank.search.playout import playouts
from tests.conftest import FULL

if TYPE_CHECKING:
    import ctypes
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def c() -> ctypes.CDLL:
    return reference.build()


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("side", [5, 10, 20])
def test_the_reference_plays_the_same_matches(c: ctypes.CDLL, side: int, fog: bool) -> None:
    matches = {5: 30, 10: 3, 20: 1}[side]
    ours = playouts(rows.state(side, fog), matches, 2500, 77)
    theirs = reference.playouts(c, rows.config(side, fog), matches, 2500, 77)
    assert ours == (theirs.played, theirs.check)
    assert (theirs.memories != 0) == fog


def test_the_reference_shows_the_same(c: ctypes.CDLL) -> None:
    ours, theirs = Batch(rows.state(6, True), 4, 90), reference.Batch(c, rows.config(6, True), 4, 90)
    for _ in range(400):
        ours.step(theirs.pick())
        theirs.step()
        assert crc32(ours.masks) == crc32(theirs.masks())
        assert crc32(ours.observations) == crc32(theirs.observations())
    theirs.free()


@pytest.mark.parametrize("number", range(1, 13))
def test_the_reference_plays_the_same_battles(number: int) -> None:
    """Two programs written apart from each other, one in C: the same legal actions, step by step, and winners."""
    layout = load(number)
    matches = 20 if FULL else 2
    assert playouts(battle.state(layout), matches, 4000, 77) == battle.c_playouts(layout, matches, 4000, 77)


def test_the_reference_shows_the_same_battles() -> None:
    layout = load(1)
    ours, theirs = Batch(battle.state(layout), 3, 120), battle.CBatch(layout, 3, 120)
    for _ in range(300):
        ours.step(theirs.pick())
        theirs.step()
        assert crc32(ours.masks) == crc32(theirs.masks())
        assert crc32(ours.observations) == crc32(theirs.observations())
    theirs.free()


@pytest.mark.parametrize("terrain", [0, 7, 99])
def test_the_reference_plays_the_same_traversals(terrain: int) -> None:
    matches = 40 if FULL else 4
    ours = playouts(traverse.state(terrain), matches, 4000, 77)
    assert ours == traverse.c_playouts(terrain, matches, 4000, 77)


def test_the_reference_shows_the_same_traversals() -> None:
    ours, theirs = Batch(traverse.state(5), 3, 120), traverse.CBatch(5, 3, 120)
    for _ in range(300):
        ours.step(theirs.pick())
        theirs.step()
        assert crc32(ours.masks) == crc32(theirs.masks())
        assert crc32(ours.observations) == crc32(theirs.observations())
    theirs.free()


def test_the_bench_refuses_what_is_not_compiled_and_names_its_rows() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "bench", "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert listed.stdout.split() == list(rows.every(1))
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--only", "import"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ("import of the core" in done.stdout) == compiled()
    assert ("not compiled" in done.stderr) != compiled()


@pytest.mark.skipif(not compiled(), reason="the bench measures the compiled rules: see pytest-compiled")
@pytest.mark.timeout(1800)
def test_every_bar_is_reached(tmp_path: Path, figures: Callable[..., None]) -> None:
    """The small tier measures two rows shortly: a machine shared with others cannot promise more in a few seconds."""
    command = [sys.executable, "-m", "bench", "--json", str(tmp_path / "bench.json")]
    command += ["--more", "3"] if FULL else ["--only", "playouts-10", "--only", "copy"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    measured = json.loads((tmp_path / "bench.json").read_text())["rows"]
    for name, row in measured.items():
        figures(**{f"{name} {part}": row[part] for part in ("rate", "ratio")})
    missed = [name for name, row in measured.items() if not row["passed"]]
    assert not missed, done.stdout


def test_a_row_measured_later_takes_its_place_and_tells_its_commit(tmp_path: Path) -> None:
    table = tmp_path / "bench.json"
    table.write_text(json.dumps({"commit": "old", "changed": False, "rows": {"one": {"rate": 1}, "two": {"rate": 2}}}))
    update(table, {"commit": "new", "changed": False, "machine": {}, "rows": {"two": {"rate": 3}}})
    rows = {"one": {"rate": 1}, "two": {"rate": 3, "commit": "new", "changed": False}}
    assert json.loads(table.read_text()) == {"commit": "old", "changed": False, "rows": rows}
