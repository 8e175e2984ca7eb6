"""Twins: the Python of the browser (Pyodide, 32-bit, uncompiled) computes the same as this one, byte for byte."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

from tests.playthroughs.play import PLAYS
from tests.pyodide.twin import computed

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "outflank"
TESTS = ["__init__.py", "playthroughs/__init__.py", "playthroughs/play.py", "pyodide/__init__.py", "pyodide/twin.py"]


def archive(path: Path) -> None:
    """The sources of the package, as the wheel without compiled modules holds them, and the tests' own few files."""
    with zipfile.ZipFile(path, "w") as file:
        for source in sorted(PACKAGE.rglob("*.py")):
            file.write(source, f"outflank/{source.relative_to(PACKAGE).as_posix()}")
        for name in TESTS:
            file.write(ROOT / "tests" / name, f"tests/{name}")


def test_pyodide_computes_the_same(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "this test needs Node"
    archive(tmp_path / "outflank.zip")
    command = [node, str(Path(__file__).with_name("run.mjs")), str(tmp_path / "outflank.zip")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr[-1500:]
    there = json.loads(done.stdout.splitlines()[-1])
    assert there["python"] == ["wasm32", 32]
    here = json.loads(json.dumps(computed()))
    known = {play.name: play.file.read_text(encoding="utf-8") for play in PLAYS}
    for name, text in known.items():
        assert there["computed"]["playthroughs"][name] == text, name
    assert there["computed"] == here
