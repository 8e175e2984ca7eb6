"""outflank maps: the list, the pictures, and what is told of a file that is no map."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from outflank.cli import main
from outflank.cli.maps import board, distances, word
from outflank.cli.words import LANGUAGES, Words
from outflank.games.pixelswars.catalog import UNITS
from outflank.games.pixelswars.maps import COUNT, load, read
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = ROOT / "examples" / "maps" / "two-islands.json"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["maps", *words])
    return status, capsys.readouterr().out


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The example with a wrong letter, a lost unit and a field nobody knows."""
    data: dict[str, Any] = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    data["grid"][3] = "ggfxCwwww"
    data["units"][0]["at"] = [40, 1]
    data["\033[2Jrain"] = True
    file = tmp_path / "broken.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_names_all(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = told(capsys, "--language", language)
    assert status == 0
    for number in range(1, COUNT + 1):
        assert load(number).name[language] in shown and load(number).about[language] in shown


@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_a_battlefield_is_drawn(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = told(capsys, "show", str(number), "--language", "en")
    assert status == 0
    layout = load(number)
    lines = shown.splitlines()[3:]
    assert lines[0].split() == [str(x) for x in range(layout.width)]
    units = {(x, y): f"{player}{word(kind)}" for kind, player, x, y in layout.units}
    for y, row in enumerate(layout.grid):
        assert lines[1 + y].split() == [str(y), *(units.get((x, y), letter) for x, letter in enumerate(row))]
    assert f"C city {sum(row.count('C') for row in layout.grid)}" in shown
    assert re.search(r"costs \d+ movement points", shown)


def test_the_colours_change_nothing_else() -> None:
    painted = board(load(12), colours=True)
    assert "\033[34m1He\033[0m" in painted and "\033[31m2He\033[0m" in painted
    assert re.sub(r"\033\[[\d;]*m", "", painted) == board(load(12), colours=False)


def test_every_unit_has_a_word_of_its_own() -> None:
    assert len({word(unit.kind) for unit in UNITS}) == len(UNITS)


def test_distances() -> None:
    """In cells, as a flyer counts; in movement points along seven cells of road and one of grass."""
    units = [{"kind": "infantry", "player": 1, "at": [0, 0]}, {"kind": "infantry", "player": 2, "at": [4, 4]}]
    grid = ["grggg", "wrwww", "wrrrw", "wwwrw", "gggrg"]
    layout = read({"format": 1, "name": {"en": "Zigzag"}, "grid": grid, "units": units})
    assert distances(layout, Words("en")) == [
        "The nearest enemies stand 8 cells apart.",
        "The shortest way between the armies costs 9 movement points.",
    ]


def test_the_example_can_be_played_and_nobody_walks(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "check", str(EXAMPLE), "--language", "en") == (
        0,
        f"{EXAMPLE}: “Two Islands”, 9 × 9, 3 units a side: this map can be played.\n",
    )
    status, shown = told(capsys, "show", str(EXAMPLE), "--language", "en")
    assert status == 0 and "No way on the ground" in shown and "Money at the start: 1000 and 1000." in shown


@pytest.mark.parametrize("task", ["check", "show"])
def test_every_fault_is_told_with_its_place(task: str, broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = told(capsys, task, str(broken), "--language", "en")
    assert status == 1
    lines = shown.splitlines()
    assert lines[0] == f"{broken}: map: there is no field “\N{REPLACEMENT CHARACTER}[2Jrain” here."
    assert any(line.startswith(f"{broken}: grid[3][3]: “x” stands for no ground.") for line in lines)
    assert "\033" not in shown
    assert lines[-1] == f"{broken}: {len(lines) - 1} faults."


def test_faults_are_told_in_the_reader_s_language(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "ne désigne aucun terrain" in told(capsys, "check", str(broken), "--language", "fr")[1]
    assert "steht für kein Gelände" in told(capsys, "--language", "de", "check", str(broken))[1]


def test_one_bad_file_of_several_is_enough(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, shown = told(capsys, "check", str(EXAMPLE), str(broken))
    assert status == 1 and str(EXAMPLE) in shown and str(broken) in shown


def test_a_warning_does_not_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    data["grid"] = [re.sub("[CBA]", "g", row) for row in data["grid"]]
    file = tmp_path / "bare.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    status, shown = told(capsys, "check", str(file), "--language", "en")
    assert status == 0 and shown.count("Warning: units[") == 6


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"9" * 5000, b"\x80"])
@pytest.mark.parametrize("task", ["check", "show"])
def test_a_file_without_json(text: bytes, task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(text)
    status, shown = told(capsys, task, str(file), "--language", "en")
    assert status == 1 and shown.startswith(f"{file}: this is no JSON (") and shown.count("\n") == 1


@pytest.mark.parametrize("text", ["null", "0", "false", '""', "[]", "{}", "NaN"])
def test_json_that_is_no_map(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file.json"
    file.write_text(text, encoding="utf-8")
    status, shown = told(capsys, "check", str(file), "--language", "en")
    assert status == 1 and "map: " in shown


@pytest.mark.parametrize("name", ["0", "13", "no-such-file.json"])
@pytest.mark.parametrize("task", ["check", "show"])
def test_what_is_not_there_is_one_line(
    task: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["maps", task, name]) == 2
    line = capsys.readouterr().err
    assert line.startswith("outflank: ") and line.count("\n") == 1


def test_a_file_too_large(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "large.json"
    file.write_bytes(b" " * (1 << 21))
    assert main(["maps", "check", str(file)]) == 2
    assert "too large" in capsys.readouterr().err


@pytest.mark.parametrize("task", ["check", "show"])
def test_the_tasks_explain_themselves(task: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["maps", task, "--help"])
    assert end.value.code == 0
    assert "FILE" in capsys.readouterr().out
