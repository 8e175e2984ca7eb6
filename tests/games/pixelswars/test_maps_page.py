"""docs/make-a-map.md tells the truth: its map, its faults, its commands, its program and its tables."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

from outflank.games.pixelswars import maps
from outflank.games.pixelswars.maps import KINDS, LEAST, LETTERS, MOST, check
from tests.conftest import ROOT


def blocks(kind: str) -> list[str]:
    page = (ROOT / "docs" / "make-a-map.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def test_the_map_of_the_page_is_good_and_its_faults_are_told_as_there() -> None:
    (whole,) = blocks("json")
    data = json.loads(whole)
    assert check(data) == []
    data["grid"][2] = data["grid"][2][:3] + "x" + data["grid"][2][4:]
    data["units"][1]["player"] = 3
    (text,) = blocks("text")
    told = [f"duel.json: {fault.message}" for fault in check(data)]
    assert text.splitlines() == [*told, f"duel.json: {len(told)} faults."]


def test_the_commands_and_the_program_of_the_page_run() -> None:
    (shell,) = blocks("sh")
    for line in shell.splitlines():
        words = shlex.split(line, comments=True)
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout
    (program,) = blocks("python")
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"\d+ actions to begin with\n", done.stdout)


def test_the_page_names_every_letter_kind_and_bound() -> None:
    page = (ROOT / "docs" / "make-a-map.md").read_text(encoding="utf-8")
    assert all(f"`{letter}` | {ground.ground.replace('_', ' ')}" in page for letter, ground in LETTERS.items())
    assert all(f"`{kind}`" in page for kind in KINDS)
    assert f"{LEAST} to {MOST} rows" in page and f"up to {maps.ARMY} a side" in page and f"0 to {maps.FUNDS}" in page
    assert all(f"up to {most} characters" in page for most in maps.LENGTHS.values())
