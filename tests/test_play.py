"""./run play as it is typed: what is missing is made once, then the server answers at once; also without a compiler."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.clone import clone, take_libraries_for_made
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.timeout(300)

SOON = 5.0
"""Seconds until a second start answers: one where nothing else runs."""


class Started(NamedTuple):
    address: str
    took: float
    said: str
    """What it prepared."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which one file is to be compiled: it shows as much as all, and takes seconds."""
    copy = clone(tmp_path_factory.mktemp("play") / "outflank")
    project = copy / "pyproject.toml"
    text = project.read_text()
    one, found = re.subn(r"^compiled = \[.*?^\]", 'compiled = ["rng.py"]', text, flags=re.DOTALL | re.MULTILINE)
    assert found == 1
    project.write_text(one)
    take_libraries_for_made(copy)
    return copy


@contextmanager
def playing(tree: Path, **env: str) -> Iterator[Started]:
    """The command until its address is told; Ctrl-C ends it."""
    words = [sys.executable, "run", "play", "cellwar", "--no-browser", "--port", "0", "--data", str(tree / "matches")]
    log = tree / "log"
    began = time.monotonic()
    with (
        log.open("w") as errors,
        subprocess.Popen(
            words, cwd=tree, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, log.read_text()
            yield Started(found[0], time.monotonic() - began, log.read_text())
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(20)
        assert code in (0, 130), log.read_text()


def started_twice(folder: Path, most: int, *said: str) -> subprocess.CompletedProcess[str]:
    """The script of the build service that times two starts, with a ./run that says these lines, one each time."""
    workflow = import_module("yaml").safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    (step,) = [step for step in workflow["jobs"]["start"]["steps"] if "run" in step]
    assert (step["shell"], step["env"]) == ("bash", {"SECOND_START_MS": "3000"})
    (folder / "run").write_text(
        '#!/bin/sh\n[ "$*" = "play --no-browser --port 0" ] || exit 1\n'
        'echo >>started; line=$(sed -n "$(wc -l <started)p" lines); echo "$line"\n'
        'case "$line" in Outflank*) exec tail -f /dev/null ;; esac\n'
    )
    (folder / "curl").write_text('#!/bin/sh\nfor last; do :; done; echo "$last" >>asked\n')
    (folder / "lines").write_text("\n".join(said) + "\n")
    for name in ("run", "curl"):
        (folder / name).chmod(0o755)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],  # as the service does
        cwd=folder,
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "SECOND_START_MS": str(most)},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="the build service has bash")
def test_the_build_service_times_the_second_start(tmp_path: Path) -> None:
    lines = [f"Outflank is at http://127.0.0.1:{port}/ (Ctrl-C ends it)" for port in (4001, 4002)]
    for name, most, said, ok in [
        ("soon", 60_000, lines, True),
        ("late", -1, lines, False),
        ("broken", 60_000, [lines[0], "outflank: it did not start"], False),
    ]:
        folder = tmp_path / name
        folder.mkdir()
        done = started_twice(folder, most, *said)
        assert (done.returncode == 0) == ok, (name, done)
        assert "start 1: " in done.stdout and ("start 2: " in done.stdout) == (name != "broken"), (name, done)
        asked = (folder / "asked").read_text().split()
        assert asked == ["http://127.0.0.1:4001/", "http://127.0.0.1:4002/"][: 1 if name == "broken" else 2]


def test_the_second_start_prepares_nothing_and_is_quick(tree: Path) -> None:
    with playing(tree) as first:
        assert "compiling the rules" in first.said and "the compiled copy" in first.said
    assert list((tree / ".cache" / "compiled" / "outflank").glob("rng.*.so"))
    with playing(tree) as second:
        assert second.said == "", "nothing is made again"
        assert second.took < SOON, second.took
        assert second.address.endswith("/new/cellwar")
        with urllib.request.urlopen(second.address, timeout=20) as answer:
            assert answer.read() == (tree / "src/outflank/static/index.html").read_bytes()


def test_without_a_compiler_it_plays_all_the_same(tree: Path, tmp_path: Path) -> None:
    """And one line says how to get the fast rules."""
    (tree / ".cache" / "made-extensions").unlink(missing_ok=True)
    with playing(tree, PATH=str(tmp_path), CC="") as started:
        (line,) = [line for line in started.said.splitlines() if "without compiled rules" in line]
        assert "apt install gcc" in line
        with urllib.request.urlopen(started.address, timeout=20) as answer:
            assert answer.status == 200
