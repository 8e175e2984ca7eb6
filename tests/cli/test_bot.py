"""``outflank bot new``: a folder with a bot that plays, in every game, and its own test that passes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from outflank.arena import Tournament, run
from outflank.cli import main
from outflank.games import games


@pytest.mark.parametrize("game", games())
def test_a_new_bot_plays(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["bot", "new", "bots/marvin", "--game", game]) == 0
    folder = tmp_path / "bots" / "marvin"
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "bot.py", "test_bot.py"]
    assert f"outflank arena --game {game} " in (folder / "README.md").read_text()
    own = [sys.executable, "test_bot.py"]
    done = subprocess.run(own, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and "as a program: no fault" in done.stdout, done.stderr
    held = Tournament(game=game, bots=(f"{folder}/bot.py:Bot", "random"), games=8)
    assert run(held, backend="serial").against(0, 1).share >= 0.75


def test_it_is_told_which_python_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its short name only where that is the Python that knows Outflank."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    main(["bot", "new", "one", "--game", "cellwar"])
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    main(["bot", "new", "two", "--game", "cellwar"])
    short, long = [line.strip() for line in capsys.readouterr().out.splitlines() if line.endswith(" test_bot.py")]
    assert (short, long) == ("python3 test_bot.py", f"{sys.executable} test_bot.py")


def test_a_class_and_its_program_choose_alike() -> None:
    """They are one function; only chance between equals has another seed."""
    source = (Path(__file__).parents[2] / "src/outflank/cli/newbot/bot.py").read_text()
    assert source.count("choose(turn.view") == 1 and source.count('choose(message["view"]') == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["marvin", "--game", "draughts"], "no game “draughts”"),
        (["..", "--game", "cellwar"], "is no name for a bot"),
        (["a b", "--game", "cellwar"], "is no name for a bot"),
        (["taken", "--game", "cellwar"], "exists already"),
        (["file/marvin", "--game", "cellwar"], "cannot be written"),
    ],
)
def test_nothing_is_overwritten(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "bot.py").write_text("mine")
    (tmp_path / "file").write_text("mine")
    assert main(["bot", "new", *words]) == 2
    assert told in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["bot.py", "file", "taken"]
    assert (tmp_path / "taken" / "bot.py").read_text() == "mine"
