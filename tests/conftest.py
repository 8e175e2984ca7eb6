"""What every test may ask for, and two promises: the right build is tested, and no scenario's test is skipped."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

ROOT = Path(__file__).resolve().parent.parent
FULL = os.environ.get("OUTFLANK_FULL") == "1"


def pytest_configure(config: pytest.Config) -> None:
    """./run says which build this run is about; a run of the other one would prove nothing."""
    expect = os.environ.get("OUTFLANK_EXPECT")
    if expect is None:
        return
    from outflank import state

    found = "pure" if str(state.__file__).endswith(".py") else "compiled"
    if found != expect:
        raise pytest.UsageError(f"these tests are for the {expect} build, but {state.__file__} is {found}")


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
