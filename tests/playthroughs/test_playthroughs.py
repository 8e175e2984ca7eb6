"""The playthroughs are as they were reviewed: the same bytes, compiled or not."""

from __future__ import annotations

import difflib

import pytest

from tests.playthroughs.play import FOLDER, PLAYS, Play, record


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_playthrough(play: Play) -> None:
    known = play.file.read_text(encoding="utf-8").splitlines()
    told = record(play).splitlines()
    differs = "\n".join(list(difflib.unified_diff(known, told, "as reviewed", "now", lineterm="", n=1))[:40])
    assert not differs, f"{differs}\nIf this is meant: python -m tests.playthroughs --write, and read the diff."


def test_no_file_is_forgotten() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {play.name for play in PLAYS}


def test_what_they_must_show() -> None:
    told = "".join(play.file.read_text(encoding="utf-8") for play in PLAYS)
    for word in (
        "produced@",
        "died@",
        "vanished@",
        "appeared@",
        "changed@",
        "left",
        "taken back",
        "round_limit",
        "resignation",
        "moved@",
        "shot@",
        "answered@",
        "capturing@",
        "captured@",
        "bought@",
        "income@",
        "healed@",
        "(",
        ",",
    ):
        assert word in told, f"no playthrough has {word}"
    assert "elimination" in told
