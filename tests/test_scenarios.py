"""Every scenario of scenarios.toml is shown by tests that exist."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS: dict[str, dict[str, object]] = tomllib.loads((ROOT / "tests" / "scenarios.toml").read_text())


def collected(files: set[str]) -> set[str]:
    """The names of all tests in these files, without parameters."""
    options = ["--collect-only", "-q", "--no-header", "-o", "addopts=", "--import-mode=importlib"]
    command = [sys.executable, "-m", "pytest", *options]
    done = subprocess.run([*command, *sorted(files)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return {line.split("[")[0] for line in done.stdout.splitlines() if "::" in line}


def test_every_scenario_is_well_formed() -> None:
    for name, scenario in SCENARIOS.items():
        assert re.fullmatch(r"T[1-9][0-9]*", name), name
        assert set(scenario) <= {"says", "tests", "partly"}, f"{name}: unknown key"
        assert isinstance(scenario.get("says"), str) and scenario["says"], f"{name} says nothing"
        assert isinstance(scenario.get("tests"), list) and scenario["tests"], f"{name} has no tests"


def test_the_readme_tells_how_many_hold() -> None:
    partly = sum("partly" in scenario for scenario in SCENARIOS.values())
    assert f"{len(SCENARIOS)} of 25 so far, {partly} of them in part." in (ROOT / "README.md").read_text()


def test_every_test_of_a_scenario_is_collected() -> None:
    named = {str(test) for scenario in SCENARIOS.values() for test in scenario["tests"]}  # type: ignore[attr-defined]
    assert named, "scenarios.toml names no test at all"
    files = {test.split("::")[0] for test in named}
    absent = sorted(file for file in files if not (ROOT / file).is_file())
    assert not absent, f"no such files: {absent}"
    lost = sorted(named - collected(files))
    assert not lost, f"named in scenarios.toml, but no such tests: {lost}"
