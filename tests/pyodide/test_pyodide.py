"""Twins: the Python of the browser (Pyodide, 32-bit, uncompiled) computes the same as this one, byte for byte."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

from tests.clone import LEAVE_OUT
from tests.conftest import ROOT
from tests.playthroughs.play import PLAYS
from tests.pyodide.twin import computed
from tests.test_packaging import build

OF_THE_WHEEL = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD_PARTY_LICENSES.txt")
TESTS = ["__init__.py", "playthroughs/__init__.py", "playthroughs/play.py", "pyodide/__init__.py", "pyodide/twin.py"]


def archive(folder: Path) -> Path:
    """The pure wheel, and the tests' own few files."""
    tree = folder / "outflank"
    shutil.copytree(ROOT / "src", tree / "src", ignore=shutil.ignore_patterns(*LEAVE_OUT, "static"))
    for name in OF_THE_WHEEL:
        shutil.copy(ROOT / name, tree / name)
    wheel, _ = build(tree, "--no-isolation", OUTFLANK_COMPILE="0")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel, "a") as file:
        for name in TESTS:
            file.write(ROOT / "tests" / name, f"tests/{name}")
    return wheel


def test_pyodide_computes_the_same(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "this test needs Node"
    command = [node, str(Path(__file__).with_name("run.mjs")), str(archive(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr[-1500:]
    there = json.loads(done.stdout.splitlines()[-1])
    assert there["python"] == ["wasm32", 32]
    here = json.loads(json.dumps(computed()))
    known = {play.name: play.file.read_text(encoding="utf-8") for play in PLAYS}
    for name, text in known.items():
        assert there["computed"]["playthroughs"][name] == text, name
    assert there["computed"] == here
