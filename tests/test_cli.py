"""The command ``outflank``: what is asked wrongly is answered in one line."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from outflank.cli import COMMANDS, main, play, serve
from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.strip()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    shown = capsys.readouterr().out
    assert str(COMMANDS[command].__doc__) in shown.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["play", "--port", "70000"], "70000 is no port"),
        (["serve", "--port", "-1"], "-1 is no port"),
        (["play", "draughts"], "draughts"),
        (["serve", "--host", "192.0.2.1"], "cannot listen on 192.0.2.1"),
        (["serve", "--host", "no such host"], "cannot listen on no such host"),
        (["perft", "start", "0"], "DEPTH"),
        (["perft", "nonsense", "1"], "position"),
        (["perft", "start", "1", "--game", "draughts"], "draughts"),
    ],
)
def test_what_is_wrong_is_one_line(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    line = last_line(capsys)
    assert line.startswith("outflank: ")
    assert "\n" not in line
    assert told in line


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_in_use_is_told_together_with_a_free_one(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "serve"):
        assert main([command, "--port", str(taken)]) == 2
        line = last_line(capsys)
        assert f"port {taken} is in use" in line
        free = int(line.rsplit("--port ", 1)[1].rstrip("."))
        serve.listen("127.0.0.1", free, any_port=False).close()


def test_whoever_asked_for_no_port_gets_the_next_free_one(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "PORT", taken)
    with serve.listen("127.0.0.1", None, any_port=True) as found:
        assert found.getsockname()[1] > taken
    with pytest.raises(Trouble, match="is in use"):
        serve.listen("127.0.0.1", None, any_port=False)


def test_an_address_can_be_opened_in_a_browser() -> None:
    with serve.listen("127.0.0.1", 0, any_port=False) as found:
        assert serve.address(found) == f"http://127.0.0.1:{found.getsockname()[1]}"
    with serve.listen("0.0.0.0", 0, any_port=False) as found:
        assert "0.0.0.0" not in serve.address(found)


def test_without_a_screen_the_address_has_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    play.show("http://127.0.0.1:1/")
    assert "open the address" in last_line(capsys)


def test_the_core_is_imported_without_the_server() -> None:
    """A command that only counts or tells its version must not load what only the server needs."""
    script = (
        "import outflank.cli, sys; print([m for m in ('starlette', 'uvicorn', 'numpy', 'asyncio') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"
