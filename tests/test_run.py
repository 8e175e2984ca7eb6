"""The script ``run``: what it does again and what not, and what it says when something is missing."""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest

from bench.rows import every
from outflank.cli import COMMANDS
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
    assert log.read_text().endswith("chromium-headless-shell\n")


def test_where_the_quick_browser_is_not_packaged_the_usual_one_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = run_script()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    log = tmp_path / "log"
    (tmp_path / "apt-get").write_text(f"#!/bin/sh\necho $@ >>{log}\ncase $@ in *headless*) exit 100; esac\n")
    (tmp_path / "apt-get").chmod(0o755)
    script.chromium()
    assert log.read_text().endswith("chromium\n")
    (tmp_path / "chromium").write_text("#!/bin/sh\n")
    (tmp_path / "chromium").chmod(0o755)
    log.write_text("")
    script.chromium()
    assert log.read_text().endswith("chromium-headless-shell\n")
    assert "use chromium" in capsys.readouterr().err


def test_every_part_is_run_by_the_build_service() -> None:
    jobs = (ROOT / ".github/workflows/ci.yml").read_text().split()
    assert set(run_script().PARTS) <= set(jobs)
    service = ROOT / ".ci" / "run"
    assert service.read_text().endswith('exec ./run test "$@"\n') and service.stat().st_mode & 0o111


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


# ---- ./run test


class Tree:
    """A clone with git in which ./run test has these parts; each writes down that it ran."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.script = run_script()
        self.root = root
        self.capsys = capsys
        self.log = root.parent / "log"
        self.log.touch()
        for name in ("src/rules.py", "docs/page.md", "web/page.ts"):
            self.write(name, "first")
        self.write("tests/scenarios.toml", "")
        self.write(".gitignore", "/.cache/\nignored\n")
        subprocess.run(["git", "init", "-q"], cwd=root, check=True)
        subprocess.run(["git", "add", "."], cwd=root, check=True)
        monkeypatch.setattr(self.script, "ROOT", root)
        monkeypatch.setattr(self.script, "CACHE", root / ".cache")
        monkeypatch.setattr(self.script, "VENV", root / ".venv")
        monkeypatch.setattr(self.script, "libraries", lambda *, dev: None)
        monkeypatch.setattr(self.script, "extensions", lambda: None)
        part = self.script.Part
        self.parts = {
            "all": part("", [self.command("all")]),
            "python": part("", [self.command("python")], ("*.md", "web/*")),
            "light": part("", [self.command("light")], ("*.md", "*.py"), light=True),
        }
        monkeypatch.setattr(self.script, "PARTS", self.parts)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def command(self, name: str, more: str = "") -> list[str]:
        """A part's command: it fails while there is a file of this name and "fails"."""
        code = f"""
            import os, pathlib
            with open({str(self.log)!r}, "a") as log:
                log.write("{name}" + ("-full" if "OUTFLANK_FULL" in os.environ else "") + "\\n")
            {more}
            raise SystemExit(pathlib.Path({str(self.log.parent)!r}, "{name} fails").exists())
        """
        return [sys.executable, "-c", textwrap.dedent(code)]

    def ran(self, *, code: int = 0, full: bool = False, fresh: bool = False, only: list[str] | None = None) -> set[str]:
        """Call ./run test; which parts ran."""
        before = len(self.log.read_text())
        asked = argparse.Namespace(list=False, only=only, full=full, fresh=fresh)
        assert self.script.test(asked) == code
        self.out = self.capsys.readouterr().out.splitlines()
        return set(self.log.read_text()[before:].split())


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tree:
    (tmp_path / "clone").mkdir()
    return Tree(tmp_path / "clone", monkeypatch, capsys)


EVERY = {"all", "python", "light"}


def test_every_part_runs_and_one_failure_fails_the_whole(tree: Tree) -> None:
    say = [sys.executable, "-c"]
    part = tree.script.Part
    tree.parts.clear()
    tree.parts["good"] = part("", [[*say, "print('unheard')"]])
    tree.parts["bad"] = part("", [[*say, "print('the reason'); raise SystemExit(3)"], [*say, "print('never')"]])
    tree.parts["last"] = part("", [[*say, "pass"]])
    tree.ran(code=1)
    assert [line.split()[:2] for line in tree.out] == [
        ["passed", "good"],
        ["the", "reason"],
        ["FAILED", "bad"],
        ["passed", "last"],
        ["2", "passed,"],
    ]
    assert tree.out[-1] == "2 passed, 1 failed"
    tree.ran(only=["good", "last"])
    assert tree.out[-1] == "0 passed, 2 unchanged, 0 failed"


def test_what_passed_with_the_same_files_is_not_repeated(tree: Tree) -> None:
    """And that is said; in a fresh clone nothing is remembered."""
    assert tree.ran() == EVERY
    assert tree.ran() == set()
    assert len(tree.out) == 4 and tree.out[-1] == "0 passed, 3 unchanged, 0 failed"
    for line in tree.out[:-1]:
        assert re.fullmatch(r"unchanged +\w+ +\(passed \d s ago with the same files; --fresh runs it again\)", line)
    assert tree.ran(fresh=True) == EVERY
    assert tree.ran(full=True) == {f"{name}-full" for name in EVERY}, "great numbers are remembered by themselves"
    assert tree.ran(full=True) == tree.ran() == set()
    shutil.rmtree(tree.root / ".cache")
    assert tree.ran() == EVERY


@pytest.mark.parametrize(
    ("name", "again"),
    [
        ("src/rules.py", {"all", "python"}),
        ("web/page.ts", {"all", "light"}),
        ("docs/page.md", {"all"}),
        ("new.txt", EVERY),  # nobody has told git of it, and no part says that it is not read
        ("ignored", set()),
    ],
)
def test_a_changed_file_runs_what_depends_on_it(tree: Tree, name: str, again: set[str]) -> None:
    assert tree.ran() == EVERY
    tree.write(name, "second")
    assert tree.ran() == again
    assert tree.ran() == set()
    (tree.root / name).unlink()
    assert tree.ran() == again, "a file that is gone is a change too"


def test_another_version_or_variable_runs_everything(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tree.ran() == EVERY
    (tree.root / ".venv/lib/python3/site-packages/library-2.dist-info").mkdir(parents=True)
    tree.write(".gitignore", "/.cache/\nignored\n/.venv/\n")
    assert tree.ran() == EVERY
    (tree.root / ".venv/lib/python3/site-packages/library-3.dist-info").mkdir()
    assert tree.ran() == EVERY
    monkeypatch.setenv("PYTEST_ADDOPTS", "-x")
    assert tree.ran() == EVERY
    tree.parts["all"] = tree.parts["all"]._replace(commands=[tree.command("all", "print()")])
    assert tree.ran() == {"all"}


def test_a_failed_part_is_never_remembered(tree: Tree) -> None:
    assert tree.ran() == EVERY
    failing = tree.log.parent / "python fails"
    failing.touch()
    assert tree.ran() == set(), "for it depends on nothing outside the clone"
    assert tree.ran(code=1, fresh=True) == EVERY
    assert tree.ran(code=1) == {"python"}, "its earlier success with the same files is forgotten"
    failing.unlink()
    assert tree.ran() == {"python"}
    assert tree.ran() == set()


def test_what_was_changed_while_a_part_ran_is_not_taken_for_tested(tree: Tree) -> None:
    more = f"pathlib.Path({str(tree.root)!r}, 'src', 'rules.py').write_text(str(os.getpid()))"
    tree.parts["all"] = tree.parts["all"]._replace(commands=[tree.command("all", more)])
    assert tree.ran(only=["all"]) == {"all"}
    tree.write("src/rules.py", "first")
    assert tree.ran(only=["all"]) == {"all"}, "it passed with other files than these"


def test_a_stamp_that_is_wrong_counts_for_nothing(tree: Tree) -> None:
    assert tree.ran(only=["all"]) == {"all"}
    path = tree.root / ".cache" / "passed" / "all"
    right = json.loads(path.read_text())
    wrong = ["", "no JSON", "[]", "{}", "\x00", json.dumps({"inputs": right["inputs"]})]
    wrong += [json.dumps({**right, "at": at}) for at in (-1, time.time() + 1000, "yesterday", None)]
    wrong += [json.dumps({**right, "inputs": other}) for other in ("0", None, right["inputs"][1:])]
    for stamp in wrong:
        path.write_text(stamp)
        assert tree.ran(only=["all"]) == {"all"}, stamp
    path.write_text(json.dumps({**right, "at": time.time() - 720}))
    assert tree.ran(only=["all"]) == set()
    assert any("(passed 12 min ago with" in line for line in tree.out)


def test_without_git_nothing_is_remembered(tree: Tree) -> None:
    shutil.rmtree(tree.root / ".git")
    assert tree.ran() == EVERY
    assert tree.ran() == EVERY


def test_two_light_parts_run_at_once_and_the_others_alone(tree: Tree) -> None:
    """Each part that is not alone says so: none but light ones may, and two of these must."""
    busy = tree.log.parent / "busy"
    busy.mkdir()
    look = f"""
            import time
            me = pathlib.Path({str(busy)!r}, "{{name}}")
            me.touch()
            end = time.monotonic() + {{wait}}
            while time.monotonic() < end and len(os.listdir({str(busy)!r})) < 2: time.sleep(0.01)
            met = len(os.listdir({str(busy)!r})) > 1
            if met: time.sleep(0.2)
            me.unlink()
            raise SystemExit(met != {{wanted}})
    """
    tree.parts.clear()
    for name, light in (("one", True), ("heavy", False), ("two", True), ("alone", False)):
        command = tree.command(name, look.format(name=name, wait=10 if light else 0.2, wanted=light).strip())
        tree.parts[name] = tree.script.Part("", [command], light=light)
    assert tree.ran() == {"one", "two", "heavy", "alone"}


def test_what_a_part_says_it_does_not_read_is_refused_to_its_tests() -> None:
    code = "from tests import conftest; conftest.refuse(('docs/*', '*.toml')); open('README.md'); open({!r})"
    for name, refused in (("docs/bots.md", True), (f"{ROOT}/pyproject.toml", True), ("LICENSE", False)):
        done = subprocess.run(
            [sys.executable, "-c", code.format(name)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert (f"{name.removeprefix(f'{ROOT}/')} is opened" in done.stderr) == refused == bool(done.returncode), name


@pytest.mark.parametrize("full", ["", "1"])
def test_the_report_of_great_numbers_is_kept_by_every_part(full: str) -> None:
    """Also by one whose tests may not read reports; a test of the usual numbers may not."""
    code = "from tests import conftest; conftest.refuse(('reports/*',)); conftest.read_report()"
    env = {**os.environ, "OUTFLANK_FULL": full, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == bool(full), done.stderr


def test_a_scenario_without_a_line_fails_the_great_numbers(tree: Tree) -> None:
    """Also when every part has passed: a line of no part, or of one there no longer is, shows nothing."""
    tests = ["tests/test_a.py::test_b", "tests/test_a.py::test_c"]
    tree.write("tests/scenarios.toml", f"[T1]\nsays = 'it holds'\ntests = {tests}\n")
    assert tree.ran(code=1, full=True) == {f"{name}-full" for name in EVERY}
    lost = [f"no line in reports/full.json for T1: {test}" for test in tests]
    assert tree.out[3:5] == lost and tree.out[5].startswith("FAILED     scenarios")
    assert tree.out[6:] == ["3 passed, 1 failed"]
    for part, code in (("gone", 1), ("all", 0)):
        lines = {f"{tests[0]}[one] (pure)": {"part": "all"}, f"{tests[1]} (compiled)": {"part": part}}
        tree.write("reports/full.json", json.dumps({"tests": lines}))
        tree.ran(code=code, full=True)
        assert [line for line in tree.out if line.startswith("no line")] == lost[1:] * code
    (tree.root / "reports/full.json").unlink()
    tree.ran(full=True, only=["all"])  # where the others' lines are not to be expected
    tree.ran()


COUNTS = """
def test_told(figures): figures(shots=300); figures(hits=7)
def test_untold(figures): pass
def test_nothing_counted(): pass
"""
KEPT_APART = """
import pathlib, sys, pytest
from tests import conftest
conftest.REPORT, conftest.REPORT_AS_WRITTEN = pathlib.Path("full.json").absolute(), pathlib.Path("new").absolute()
sys.exit(pytest.main(["-q", "-c", "none.toml", "test_counts.py"], plugins=[conftest]))
"""


@pytest.mark.parametrize("full", ["", "1"])
def test_a_count_that_is_asked_for_is_told_and_has_a_line(tmp_path: Path, full: str) -> None:
    """A test that asks for figures and tells none fails; the report, at great numbers, has all that were told."""
    (tmp_path / "test_counts.py").write_text(COUNTS)
    (tmp_path / "none.toml").touch()
    own = ("OUTFLANK_EXPECT", "OUTFLANK_UNREAD", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER")
    env = {key: value for key, value in os.environ.items() if key not in own}
    env |= {"OUTFLANK_FULL": full, "OUTFLANK_PART": "browser", "PYTHONPATH": str(ROOT)}
    env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-c", KEPT_APART]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert "1 failed, 2 passed" in done.stdout, done.stdout + done.stderr
    assert "test_counts.py::test_untold asks for figures and has told none" in done.stdout
    report = tmp_path / "full.json"
    assert report.is_file() == bool(full)
    if full:
        ((test, line),) = json.loads(report.read_text())["tests"].items()
        assert test.endswith("test_counts.py::test_told (pure)")
        assert (line["part"], line["figures"]) == ("browser", {"shots": 300, "hits": 7})


def test_every_python_test_belongs_to_a_part() -> None:
    """Those named apart exist, and what one part leaves out another one runs."""
    script = run_script()
    named = (*script.APART, *script.READING, *script.AROUND)
    assert [name for name in named if not (ROOT / "tests" / name).exists()] == []
    run = {word for part in script.PARTS.values() for command in part.commands for word in command}
    for name in (*script.APART, *script.READING):
        assert f"tests/{name}" in run, name
    compiled = script.PARTS["pytest-compiled"].commands[0]
    assert not [name for name in script.AROUND if f"--ignore=tests/{name}" in compiled]


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
    for command in ("./run play | test | dev | bench | build | outflank", "./run outflank", "./run outflank arena ..."):
        commands.discard(command)
    assert len(commands) > 8
    for command in commands:
        words = command.replace("--only NAME", "--only ruff").split()[1:]
        told, rest = parser.parse_known_args(words)
        assert told.command == words[0], command
        if words[0] == "outflank":
            assert words[1] in COMMANDS, command
            continue
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


def test_any_command_runs_with_compiled_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own words are its own, ``--help`` too, and so is how it ends."""
    script = run_script()
    monkeypatch.setattr(script, "CACHE", tmp_path)
    monkeypatch.setattr(script, "libraries", lambda *, dev: None)
    started: list[tuple[list[str], str]] = []

    def run(words: list[str], *, env: dict[str, str], check: bool) -> argparse.Namespace:
        started.append((words[1:], env["PYTHONPATH"]))
        return argparse.Namespace(returncode=3)

    monkeypatch.setattr(script.subprocess, "run", run)
    words = ["outflank", "arena", "--bots", "easy,hard", "--help"]
    monkeypatch.setattr(script.sys, "argv", ["run", *words])
    for fast, place in ((True, script.COMPILED), (False, ROOT / "src")):
        monkeypatch.setattr(script, "compiled", lambda fast=fast: fast)
        assert script.main() == 3
        assert started[-1] == (["-m", "outflank", *words[1:]], str(place))


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
