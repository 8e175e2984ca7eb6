"""outflank doctor and outflank games: what is here, what is broken, and how to mend it."""

from __future__ import annotations

import json
import os
import socket
from argparse import Namespace
from pathlib import Path

import pytest

from outflank.cli import doctor, main


def examined(port: int | None = 0, data: Path | None = None) -> dict[str, str]:
    return {finding.what: finding.state for finding in doctor.examined(Namespace(port=port, data=data))}


def test_this_machine_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "page", lambda: doctor.Finding("ok", "the page is built"))  # not every test run has it
    found = examined(data=tmp_path / "new" / "folder")
    assert "broken" not in found.values()
    assert not (tmp_path / "new").exists()


def test_the_folder_that_the_server_takes_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", ":memory:")
    assert doctor.data(None).state == "note"
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    assert doctor.data(None).state == "ok" and str(tmp_path) in doctor.data(None).what
    monkeypatch.delenv("OUTFLANK_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "mine"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "mine"))
    assert "mine" in doctor.data(None).what


def test_what_is_broken_is_told_with_its_mending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import outflank

    assert doctor.python((3, 10, 4)).state == "broken"
    assert doctor.python((3, 11, 0)).state == "ok"
    assert doctor.library("no-such-library") == ("broken", "no-such-library is missing: pip install no-such-library")
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 30, 0))
    assert doctor.database().state == "broken"
    monkeypatch.setattr(outflank, "__file__", str(tmp_path / "__init__.py"))
    assert doctor.page() == ("broken", "the page is not built: `./run play` builds it")
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("")
    assert doctor.page().state == "ok"


def test_a_port_in_use(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        assert doctor.port(taken).state == "broken" and str(taken) in doctor.port(taken).what
        monkeypatch.setattr("outflank.cli.serve.PORT", taken)
        assert doctor.port(None).state == "note"
        assert main(["doctor", "--port", str(taken)]) == 1
        assert f"broken port {taken} is in use" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert doctor.folder(file / "data").state == "broken"
    if os.name == "posix" and os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        assert doctor.folder(tmp_path / "closed" / "data").state == "broken"
    assert doctor.folder(tmp_path).state == "ok"


def test_nearly_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_free", lambda _: 7)
    assert doctor.folder(tmp_path) == ("broken", f"{tmp_path} has only 7 MB left")


def test_games_and_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("cellwar: CellWar (rules version ") and "  width=10\n" in told
    assert main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["id"] == "cellwar"
