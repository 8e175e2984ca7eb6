"""outflank replay: any moment, by keys or lines, as text, checked; and files that are none."""

from __future__ import annotations

import os
import random
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.cli import main, replay
from outflank.replay import Replay

FOLDER = Path(__file__).parent.parent / "data" / "replays"
LEAVER = FOLDER / "cellwar-1-leaver-in-turn.cwreplay"
SHORT = FOLDER / "cellwar-1-elimination.cwreplay"


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["replay", *words, "--language", "en"]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.cwreplay")), ids=lambda file: file.stem)
def test_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = shown(capsys, str(file), "--verify")
    assert re.fullmatch(r"\w+, rules version 1, match \S+: \d+ events, \d players, .* has won \(\w+\)\.\n", line)


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, str(LEAVER), "--text").splitlines()
    assert lines[:5] == [
        "game cellwar 1",
        "match leaver-in-turn",
        "player 1 human Player 1",
        "player 2 human Player 2",
        "player 3 computer Bot",
    ]
    assert lines[5].startswith("start cellwar/1 10x10 ") and lines[-2].startswith("end cellwar/1 10x10 ")
    left = next(number for number, line in enumerate(lines) if line.endswith(" left"))
    assert lines[left - 1].endswith(" rollback")
    assert all(re.match(r"\d+ round \d+ player \d \S+$", line) for line in lines[6:-2])
    assert lines[-1].startswith("winner ")


def test_a_moment_whole_or_through_one_players_eyes(capsys: pytest.CaptureFixture[str]) -> None:
    whole = shown(capsys, str(LEAVER), "--at", "30")
    fogged = shown(capsys, str(LEAVER), "--at", "30", "--eyes", "2")
    assert whole.startswith("\nEvent 30 of ") and "?" not in whole.rsplit("\ncellwar/1 ", 1)[0]
    assert "?" in fogged and "Units: 2" in fogged
    assert shown(capsys, str(LEAVER), "--at", "0").startswith("\nThe start; ")
    assert "over" in shown(capsys, str(LEAVER), "--at", "999999")


def test_a_moment_has_a_position_line_that_can_be_played_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """For bug reports: the last line; not for eyes that do not see all of it."""
    total = len(Replay.load(SHORT.read_bytes()))
    first, *_, last = (shown(capsys, str(SHORT), "--at", str(moment)).splitlines()[-1] for moment in (0, 12, total))
    lines = shown(capsys, str(SHORT), "--text").splitlines()
    assert f"start {first}" in lines and f"end {last}" in lines
    line = shown(capsys, str(SHORT), "--at", "12").splitlines()[-1]
    assert line.startswith("cellwar/1 ") and line not in (first, last)
    assert "cellwar/1" not in shown(capsys, str(SHORT), "--at", "12", "--eyes", "2")
    monkeypatch.setattr("builtins.input", lambda _: "q")
    assert main(["terminal", "--position", line, "--players", "you,you", "--language", "en"]) == 0
    assert main(["perft", line, "1"]) == 0


def test_steps_by_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = iter(["", "", "b", "20", "t", "T", "e", "", "s", "b"])
    monkeypatch.setattr("builtins.input", lambda _: next(lines, "q"))
    told = shown(capsys, str(SHORT))
    moments = [int(found[1] or 0) for found in re.finditer(r"(?:Event (\d+) of|The start;)", told)]
    assert moments[:5] == [0, 1, 2, 1, 20]
    assert moments[5] > 20 >= moments[6]
    assert moments[7] == moments[8] > moments[5]
    assert moments[9:] == [0, 0]


@pytest.mark.skipif(os.name != "posix", reason="pty is of POSIX")
def test_steps_by_keys() -> None:
    import pty

    us, them = pty.openpty()
    words = [sys.executable, "-m", "outflank", "replay", str(SHORT), "--language", "en"]
    process = subprocess.Popen(words, stdin=them, stdout=them, stderr=them, env={**os.environ, "TERM": "xterm"})
    os.close(them)
    seen = b""
    for keys, told in [
        (b"", b"The start;"),
        (b"\x1b[C", b"Event 1 of"),
        (b" ", b"Event 2 of"),
        (b"\x1b[D", b"Event 1 of"),
        (b"12\n", b"Event 12 of"),
        (b"\x1b[1;2C", b"Event 1"),
        (b"\x1b[F", b"is over"),
        (b"\x1b[H", b"The start;"),
    ]:
        os.write(us, keys)
        seen = b""
        while told not in seen or not seen.endswith(b"> "):
            assert select.select([us], [], [], 20)[0], (keys, seen)
            seen += os.read(us, 65536)
    os.write(us, b"q")
    assert process.wait(20) == 0
    os.close(us)


def test_it_plays_with_the_gaps_of_the_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waits: list[float] = []
    monkeypatch.setattr("outflank.cli.replay.time.sleep", waits.append)
    told = shown(capsys, str(SHORT), "--play", "--speed", "2")
    assert len(waits) == told.count("Event ") > 10
    assert max(waits) <= replay.LONGEST_WAIT / 2 and len(set(waits)) > 5


def test_what_is_no_replay_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = SHORT.read_bytes()
    version = data.index(b"\xa7version") + 8
    cases = {
        "cut": (data[:300], "only a part"),
        "foreign": (b"PK\x03\x04 something else", "no replay"),
        "empty": (b"", "no replay"),
        "newer": (data[:version] + b"\x02" + data[version + 1 :], "newer version"),
        "altered": (data.replace(b"\xa6winner\x02", b"\xa6winner\x01"), "altered"),
        "rules": (data.replace(b"\xadrules_version\x01", b"\xadrules_version\x63"), "version 99 of the rules"),
        "large": (b"\0" * (5 << 20), "too large"),
    }
    for name, (content, told) in cases.items():
        file = tmp_path / name
        file.write_bytes(content)
        assert main(["replay", str(file), "--language", "en"]) == 2
        line = capsys.readouterr().err
        assert line.startswith(f"outflank: {file}: ") and told in line and line.count("\n") == 1, name
    for words, told in [
        (["/no/such/file"], "cannot be read"),
        ([str(tmp_path)], "cannot be read"),
        ([str(SHORT), "--speed", "9"], "0.5 to 4"),
        ([str(SHORT), "--eyes", "3"], "1 to 2"),
    ]:
        assert main(["replay", *words]) == 2
        line = capsys.readouterr().err
        assert told in line and line.count("\n") == 1


def test_a_foreign_file_does_not_command_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evil"
    data = (
        SHORT.read_bytes()
        .replace(b"\xa8Player 1", b"\xa8\x1b[2J\x07\r\nX")
        .replace(b"\xabelimination", b"\xabelim\x1b[2J...")
    )
    file.write_bytes(data)
    for words in (["--verify"], ["--text"], ["--at", "1"], ["--play"]):
        lines = shown(capsys, str(file), *words, *(["--at", "9999"] if words == ["--play"] else []))
        assert "\x1b" not in lines and "\x07" not in lines


def test_any_damage_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Bytes changed, left out and put in anywhere: the file still plays, or one line says why it does not."""
    data, chance, refused = SHORT.read_bytes(), random.Random(4), 0
    for case in range(200):
        changed = bytearray(data)
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(changed))
            changed[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(1, 3))
        file = tmp_path / "damaged"
        file.write_bytes(changed)
        status = main(["replay", str(file), "--verify", "--language", "en"])
        told = capsys.readouterr()
        assert status in (0, 2), case
        assert (told.out if status == 0 else told.err).count("\n") == 1, case
        refused += status == 2
    assert refused > 100
