"""The script ``run``: what it does again and what not, and what it says when something is missing."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bench.rows import every
from tests.clone import ROOT, run_script

if TYPE_CHECKING:
    from pathlib import Path


def test_an_old_python_is_told_what_to_do() -> None:
    ast.parse((ROOT / "run").read_text(), feature_version=(3, 6))
    problem = run_script().python_problem
    assert problem((3, 11)) is None
    assert problem((3, 14)) is None
    told = problem((3, 10))
    assert "3.11" in told
    assert "this is Python 3.10" in told


def test_a_missing_or_old_node_is_told_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = run_script()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(script.Problem, match=r"Node 20 or newer.*not installed.*nodejs\.org"):
        script.node_modules()
    for name, says in (("node", "v18.19.0"), ("npm", "9.2.0")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {says}\n")
        (tmp_path / name).chmod(0o755)
    with pytest.raises(script.Problem, match=r"Node 20 or newer.*this is Node v18\.19\.0"):
        script.node_modules()


def test_a_missing_package_is_installed_by_root_and_named_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = run_script()
    monkeypatch.setenv("PATH", str(tmp_path))
    for user in (0, 1000):
        monkeypatch.setattr(script.os, "geteuid", lambda user=user: user)
        with pytest.raises(script.Problem, match="apt install chromium"):
            script.chromium()
    log = tmp_path / "log"
    (tmp_path / "apt-get").write_text(f"#!/bin/sh\necho $DEBIAN_FRONTEND $@ >>{log}\n")
    (tmp_path / "apt-get").chmod(0o755)
    with pytest.raises(script.Problem, match="apt install chromium"):
        script.chromium()
    assert not log.exists()
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    script.chromium()
    assert "noninteractive install -y" in log.read_text()
    assert log.read_text().endswith("chromium\n")


def test_every_part_is_run_by_the_build_service() -> None:
    jobs = (ROOT / ".github/workflows/ci.yml").read_text().split()
    assert set(run_script().PARTS) <= set(jobs)


def test_a_step_is_done_again_only_when_its_inputs_changed_or_its_results_are_gone(tmp_path: Path) -> None:
    step = run_script().step
    result, stamp = tmp_path / "result", tmp_path / "stamps" / "made"
    done: list[str] = []

    def work() -> None:
        done.append("once more")
        result.write_text("here")

    for made_from, times in (("a", 1), ("a", 1), ("b", 2), ("b", 2)):
        step("a step", stamp, made_from, [result], work)
        assert len(done) == times
    result.unlink()
    step("a step", stamp, "b", [result], work)
    assert len(done) == 3


def test_a_step_that_failed_is_done_again(tmp_path: Path) -> None:
    script = run_script()
    stamp = tmp_path / "made"
    with pytest.raises(script.Problem, match="was not made"):
        script.step("a step", stamp, "a", [tmp_path / "result"], lambda: None)
    assert not stamp.exists()


def test_every_part_runs_and_one_failure_fails_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = run_script()
    say = [sys.executable, "-c"]
    parts = {
        "good": ("", [[*say, "print('unheard')"]]),
        "bad": ("", [[*say, "print('the reason'); raise SystemExit(3)"], [*say, "print('never')"]]),
        "last": ("", [[*say, "pass"]]),
    }
    monkeypatch.setattr(script, "PARTS", parts)
    monkeypatch.setattr(script, "CACHE", tmp_path)
    monkeypatch.setattr(script, "libraries", lambda *, dev: None)
    assert script.test(argparse.Namespace(list=False, only=None, full=False)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [
        ["passed", "good"],
        ["the", "reason"],
        ["FAILED", "bad"],
        ["passed", "last"],
        ["2", "passed,"],
    ]
    assert lines[-1] == "2 passed, 1 failed"
    assert script.test(argparse.Namespace(list=False, only=["good", "last"], full=False)) == 0


def test_what_is_asked_wrongly_is_told_at_once() -> None:
    for words in (["test", "--only", "nothing"], ["test", "fast"], ["build", "--fast"], ["sing"]):
        done = subprocess.run([sys.executable, "run", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "./run" in done.stderr
        assert "Traceback" not in done.stderr


def pages() -> str:
    """All documents for people who have a clone."""
    return "\n".join(path.read_text(encoding="utf-8") for path in (*ROOT.glob("*.md"), *ROOT.glob("[dr]*s/*.md")))


def test_every_command_of_the_pages_exists() -> None:
    parser = run_script().parser()
    found = set(re.findall(r"^(\./run .*?)(?: {2,}.*| +#.*)?$|`(\./run .*?)`", pages(), re.MULTILINE))
    commands = {one or other for one, other in found}
    commands.remove("./run play | test | dev | bench | build")
    assert len(commands) > 8
    for command in commands:
        words = command.replace("--only NAME", "--only ruff").split()[1:]
        told, rest = parser.parse_known_args(words)
        assert told.command == words[0], command
        rows = [word for word in rest if word != "--only"] if words[0] == "bench" else []
        assert rest == [word for row in rows for word in ("--only", row)], command  # the bench reads its own words
        assert set(rows) <= set(every(1)), command


def test_the_tests_that_pages_pick_exist() -> None:
    commands = re.findall(r"`\.venv/bin/pytest (tests/.*?)`", pages())
    assert commands
    for command in commands:
        words = [sys.executable, "-m", "pytest", "--collect-only", "-q", *command.split()]
        assert subprocess.run(words, cwd=ROOT, capture_output=True, check=False).returncode == 0, command


def test_play_prepares_and_hands_over_to_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With compiled rules where this machine can have them; the words after ``play`` are the command's own."""
    script = run_script()
    monkeypatch.setattr(script, "CACHE", tmp_path)
    prepared: list[str] = []
    monkeypatch.setattr(script, "libraries", lambda *, dev: prepared.append(f"libraries, dev={dev}"))
    monkeypatch.setattr(script, "page", lambda: prepared.append("page"))
    started: list[tuple[list[str], str]] = []
    monkeypatch.setattr(script.os, "execve", lambda _, words, env: started.append((words[1:], env["PYTHONPATH"])))
    monkeypatch.setattr(script.subprocess, "run", lambda *_, **__: argparse.Namespace(returncode=0))
    words = ["play", "cellwar", "--host", "0.0.0.0", "--port", "81", "--data", "matches", "--no-browser"]
    monkeypatch.setattr(script.sys, "argv", ["run", *words])
    for fast, place in ((True, script.COMPILED), (False, ROOT / "src")):
        monkeypatch.setattr(script, "compiled", lambda fast=fast: fast)
        assert script.main() == 0
        assert started[-1] == (["-m", "outflank", *words], str(place))
    assert prepared == ["libraries, dev=False", "page"] * 2


def test_what_cannot_be_compiled_is_tried_again_and_what_was_compiled_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A compiler or headers that are installed later are found by the next ./run."""
    script = run_script()
    monkeypatch.setattr(script, "CACHE", tmp_path)
    monkeypatch.setattr(script, "EXTENSIONS", tmp_path / "extensions")
    monkeypatch.setattr(script, "COMPILED", tmp_path / "compiled")
    able = False
    tried: list[tuple[object, ...]] = []

    def compile_all(*words: object, **_: object) -> None:
        tried.append(words)
        if able:
            (tmp_path / "extensions").mkdir()
            (tmp_path / "extensions" / "rules.so").touch()

    monkeypatch.setattr(script, "sh", compile_all)
    assert [script.compiled(), script.compiled()] == [False, False]
    assert len(tried) == 2 and not (tmp_path / "compiled").exists()
    able = True
    assert [script.compiled(), script.compiled()] == [True, True]
    assert len(tried) == 3
    assert (tmp_path / "compiled" / "rules.so").exists() and (tmp_path / "compiled" / "outflank" / "state.py").exists()


def test_dev_ends_the_one_when_the_other_has_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = run_script()
    monkeypatch.setattr(script, "CACHE", tmp_path)
    monkeypatch.setattr(script, "libraries", lambda *, dev: None)
    monkeypatch.setattr(script, "node_modules", lambda: None)
    monkeypatch.setattr(script.signal, "signal", lambda *_: None)
    running: list[subprocess.Popen[bytes]] = []
    given: list[list[str]] = []

    def start(words: list[object], **_: object) -> subprocess.Popen[bytes]:
        """The server stays, Vite ends at once."""
        given.append([str(word) for word in words])
        stays = "import time; time.sleep(600)" if len(given) == 1 else ""
        running.append(real([sys.executable, "-c", stays]))
        return running[-1]

    real = subprocess.Popen
    monkeypatch.setattr(script.subprocess, "Popen", start)
    monkeypatch.setattr(script.sys, "argv", ["run", "dev", "--port", "8123", "--page-port", "5124"])
    assert script.main() == 1
    assert "one of the two has stopped" in capsys.readouterr().err
    assert [process.poll() is not None for process in running] == [True, True]
    server, vite = given
    assert {"--reload", "8123"} <= set(server) and {"5124"} <= set(vite)
