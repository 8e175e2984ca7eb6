"""What every test may ask for, and three promises: the right build is tested, no scenario's test is skipped, and no
test opens a file that ./run does not count among what its result depends on.

Fixtures: ``full`` (the great numbers?), ``figures`` (a line of reports/full.json).
"""

from __future__ import annotations

import fnmatch
import functools
import json
import os
import platform
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "reports" / "full.json"
REPORT_AS_WRITTEN = REPORT.with_suffix(".new")
FORM = 2
"""Of the report; one of another form is begun anew."""
FULL = os.environ.get("OUTFLANK_FULL") == "1"
os.environ.setdefault("OUTFLANK_DATA", ":memory:")  # servers that tests start leave nothing behind


def pytest_configure(config: pytest.Config) -> None:
    """./run says which build this run is about (a run of the other one would prove nothing), and what is not read."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script; programs would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if unread := os.environ.get("OUTFLANK_UNREAD"):
        refuse(tuple(unread.split(os.pathsep)))
    expect = os.environ.get("OUTFLANK_EXPECT")
    if expect is None:
        return
    from outflank.cli.version import compiled, line

    found = "compiled" if compiled() else "pure"
    if found != expect:
        raise pytest.UsageError(f"these tests are for the {expect} build, but this is {line()}")


def refuse(unread: tuple[str, ...]) -> None:
    """From now on no file of the repository can be opened whose name is like one of these."""
    root, separator = f"{ROOT}{os.sep}", os.sep
    own = (str(REPORT), str(REPORT_AS_WRITTEN)) if FULL else ()  # opened by this file, and no test's business

    def opened(event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or not isinstance(arguments[0], str):
            return
        path = os.path.abspath(arguments[0])
        if not path.startswith(root) or path in own:
            return
        name = path[len(root) :].replace(separator, "/")
        if any(fnmatch.fnmatchcase(name, each) for each in unread):
            raise AssertionError(f"{name} is opened, but ./run does not count it among what this part reads")

    sys.addaudithook(opened)


def scenario_tests() -> set[str]:
    """Every test named in scenarios.toml."""
    scenarios = tomllib.loads((ROOT / "tests" / "scenarios.toml").read_text())
    return {test for scenario in scenarios.values() for test in scenario["tests"]}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """A scenario that is skipped has not been shown to hold, nor has a count that was asked for and is not told."""
    report = yield
    if report.when == "call" and report.passed and "figures" in getattr(item, "fixturenames", ()):
        if not [name for name, _ in item.user_properties if name == "figures"]:
            report.outcome = "failed"
            report.longrepr = f"{item.nodeid} asks for figures and has told none"
    if report.skipped and item.nodeid.split("[")[0] in scenario_tests():
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} stands in scenarios.toml and must not be skipped"
    return report


@pytest.fixture(scope="session")
def full() -> bool:
    """Whether this is ./run test --full: the same test at its great numbers."""
    return FULL


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Callable[..., None]:
    """``figures(matches=500, resyncs=0)``: what this test counted; kept in reports/full.json by ./run test --full."""

    def keep(**counted: float | int | str) -> None:
        request.node.user_properties.append(("figures", counted))

    return keep


# ---- reports/full.json


def pytest_sessionstart(session: pytest.Session) -> None:
    """A part that is run anew begins with none of its lines; those of the others stay."""
    if FULL and (part := os.environ.get("OUTFLANK_PART")):
        told = read_report()
        told["tests"] = {test: line for test, line in told["tests"].items() if line["part"] != part}
        write_report(told)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that passed at its great numbers and counted something, or shows a scenario, has a line."""
    if not (FULL and report.when == "call" and report.passed) or os.environ.get("PYTEST_XDIST_WORKER"):
        return
    test, _, parameters = report.nodeid.partition("[")
    counted: list[Any] = [figures for name, figures in report.user_properties if name == "figures"]
    if not counted and test not in scenario_tests():
        return
    part = os.environ.get("OUTFLANK_PART", "")
    build = os.environ.get("OUTFLANK_EXPECT", "pure")
    line = {"part": part, "commit": commit(), "seconds": round(report.duration, 1)}
    if counted:
        line["figures"] = {name: figure for each in counted for name, figure in each.items()}
    told = read_report()
    told["tests"][f"{test}{'[' if parameters else ''}{parameters} ({build})"] = line
    write_report(told)


@functools.cache
def commit() -> str:
    """What is tested; with "+" when it is not what was committed."""

    def git(*words: str) -> str:
        done = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--", ".", ":!reports")
    return git("rev-parse", "HEAD") + ("+" if changed else "")


def read_report() -> dict[str, Any]:
    """The report so far, or an empty one."""
    told: dict[str, Any] = json.loads(REPORT.read_text()) if REPORT.is_file() else {}
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    known = {"machine": machine, "python": platform.python_version()}
    if told.get("form") != FORM or told.get("machine") != machine:
        return {"form": FORM, **known, "tests": {}}
    return {**told, **known}


def write_report(told: dict[str, Any]) -> None:
    """With a row for every scenario: how many tests are to show it, and which of them have no line."""
    shown = {test.split("[")[0].split(" (")[0] for test in told["tests"]}
    scenarios = tomllib.loads((ROOT / "tests" / "scenarios.toml").read_text())
    told["scenarios"] = {
        name: {
            "tests": len(scenario["tests"]),
            "passed": sum(test in shown for test in scenario["tests"]),
            **({"partly": scenario["partly"]} if "partly" in scenario else {}),
        }
        for name, scenario in scenarios.items()
    }
    REPORT.parent.mkdir(exist_ok=True)
    REPORT_AS_WRITTEN.write_text(json.dumps(told, indent=2, sort_keys=True) + "\n")
    REPORT_AS_WRITTEN.replace(REPORT)
