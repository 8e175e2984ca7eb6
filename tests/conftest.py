"""What every test may ask for, and two promises: the right build is tested, and no scenario's test is skipped.

Fixtures: ``full`` (the great numbers?), ``figures`` (a line of reports/full.json).
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "reports" / "full.json"
FULL = os.environ.get("OUTFLANK_FULL") == "1"
os.environ.setdefault("OUTFLANK_DATA", ":memory:")  # servers that tests start leave nothing behind


def pytest_configure(config: pytest.Config) -> None:
    """./run says which build this run is about; a run of the other one would prove nothing."""
    expect = os.environ.get("OUTFLANK_EXPECT")
    if expect is None:
        return
    from outflank.cli.version import compiled, line

    found = "compiled" if compiled() else "pure"
    if found != expect:
        raise pytest.UsageError(f"these tests are for the {expect} build, but this is {line()}")


def scenario_tests() -> set[str]:
    """Every test named in scenarios.toml."""
    scenarios = tomllib.loads((ROOT / "tests" / "scenarios.toml").read_text())
    return {test for scenario in scenarios.values() for test in scenario["tests"]}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """A scenario that is skipped has not been shown to hold."""
    report = yield
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
        if FULL:
            build = os.environ.get("OUTFLANK_EXPECT", "pure")
            write_report(f"{request.node.nodeid} ({build})", counted)

    return keep


def write_report(test: str, counted: dict[str, float | int | str]) -> None:
    """One line of the report; lines of an older commit go."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    told = json.loads(REPORT.read_text()) if REPORT.is_file() else {}
    if told.get("commit") != commit:
        machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
        told = {"commit": commit, "machine": machine, "python": platform.python_version(), "tests": {}}
    told["tests"][test] = counted
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(told, indent=2, sort_keys=True) + "\n")
