"""A server inside the test, and one in a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from outflank.server.app import application

if TYPE_CHECKING:
    from collections.abc import Iterator

JSON = dict[str, Any]


@pytest.fixture
def web() -> Iterator[TestClient]:
    """A browser's or program's end of a server in this process."""
    with TestClient(application(), base_url="http://testserver", raise_server_exceptions=True) as client:
        yield client


def create(web: TestClient, *kinds: str, **fields: Any) -> str:
    """A new match with these players; its id."""
    players = [{"kind": kind, **({"bot": "random"} if kind == "computer" else {})} for kind in kinds]
    answer = web.post("/api/game/create", json={"players": players, "options": fields})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["game_id"])


def join(web: TestClient, match_id: str, player: int | None = None, name: str = "") -> JSON:
    """A seat; {"player_token", "player_id"}."""
    answer = web.post(f"/api/game/{match_id}/join", json={"player": player, "name": name})
    assert answer.status_code == 200, answer.text
    told: JSON = answer.json()
    return told


def token(seat: JSON) -> dict[str, str]:
    """The header of a seat."""
    return {"X-Player-Token": seat["player_token"]}


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    address: str

    @property
    def sockets(self) -> str:
        return self.address.replace("http", "ws", 1)

    def stop(self, within: float = 5) -> tuple[int, str]:
        """SIGTERM; its exit code and what it wrote."""
        self.process.send_signal(signal.SIGTERM)
        _, errors = self.process.communicate(timeout=within)
        return self.process.returncode, errors


@pytest.fixture
def server() -> Iterator[Server]:
    """`outflank serve` on a free port; it must not write a traceback."""
    command = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--new-per-minute", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ})
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, process.communicate(timeout=5)
        made = Server(process, found[0])
        yield made
        if process.poll() is None:
            _, errors = made.stop()
            assert "Traceback" not in errors, errors
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
