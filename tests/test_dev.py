"""./run dev: a changed Python file restarts the server, a changed file of the page reaches the browser; Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

import outflank
from tests.clone import clone, link_node_modules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PATIENCE = 60


class Dev:
    """The command in a copy of this tree, on free ports; its matches are kept nowhere."""

    def __init__(self, folder: Path) -> None:
        self.tree = clone(folder / "outflank")
        link_node_modules(self.tree)
        self.port, self.page_port = free_ports(2)
        self.page = f"http://127.0.0.1:{self.page_port}"
        self.log = folder / "log"
        command = [sys.executable, "run", "dev", "--port", str(self.port), "--page-port", str(self.page_port)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.tree,
                env={**os.environ, "OUTFLANK_DATA": ":memory:"},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self, what: Callable[[], Any]) -> Any:
        """Until it gives something: servers that start or restart refuse connections, or answer with an error."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, self.log.read_text()
            try:
                if found := what():
                    return found
            except (OSError, urllib.error.URLError):
                pass
            time.sleep(0.1)
        raise AssertionError(f"it never came:\n{self.log.read_text()}")

    def fetch(self, path: str) -> str:
        """By way of the page's port, as a browser asks."""
        with urllib.request.urlopen(self.page + path, timeout=PATIENCE) as answer:
            body: bytes = answer.read()
        return body.decode()

    def version(self) -> str:
        return str(json.loads(self.fetch("/api/health"))["version"])


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    found = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    numbers = [each.getsockname()[1] for each in found]
    for each in found:
        each.close()
    return numbers


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dev]:
    running = Dev(tmp_path_factory.mktemp("dev"))
    try:
        yield running
    finally:
        running.process.send_signal(signal.SIGINT)
        ended = running.process.wait(20)
    assert ended == 130, running.log.read_text()
    for port in (running.port, running.page_port):
        socket.create_server(("127.0.0.1", port)).close()  # both have let go of theirs


def test_a_changed_python_file_restarts_the_server(dev: Dev) -> None:
    assert dev.wait(dev.version) == outflank.__version__
    source = dev.tree / "src/outflank/__init__.py"
    source.write_text(source.read_text().replace(f'"{outflank.__version__}"', '"99.0.0"'))
    dev.wait(lambda: dev.version() == "99.0.0")


def test_a_changed_file_of_the_page_reaches_the_browser(dev: Dev) -> None:
    """A browser asks for the page, a module of it and the client of Vite, which listens for changes."""
    dev.wait(dev.version)
    assert "/@vite/client" in dev.fetch("/")
    module = "/src/ui/Button.svelte"
    before = dev.fetch(module)
    assert "import.meta.hot" in before and "marked-by-a-test" not in before
    key = re.search(r'wsToken = "([^"]+)"', dev.fetch("/@vite/client"))
    assert key
    address = f"ws://127.0.0.1:{dev.page_port}/?token={key[1]}"
    with connect(address, subprotocols=[Subprotocol("vite-hmr")], origin=Origin(dev.page)) as socket_:
        assert json.loads(socket_.recv(PATIENCE)) == {"type": "connected"}
        source = dev.tree / "web" / module.lstrip("/")
        source.write_text(source.read_text().replace("<button", '<button data-test="marked-by-a-test"', 1))
        told: dict[str, Any] = {}
        while told.get("type") != "update":
            told = json.loads(socket_.recv(PATIENCE))
    assert module in [update["path"] for update in told["updates"]]
    assert "marked-by-a-test" in dev.fetch(module)


def test_a_match_is_played_through_both(dev: Dev) -> None:
    """The page's port leads to the server for what is asked and for what is told by itself."""
    dev.wait(dev.version)
    asked = json.dumps({"players": [{"kind": "open"}, {"kind": "computer", "bot": "random"}]}).encode()
    made = json.loads(post(dev, "/api/game/create", asked))["game_id"]
    token = json.loads(post(dev, f"/api/game/{made}/join", b"{}"))["player_token"]
    with connect(f"ws://127.0.0.1:{dev.page_port}/ws/game/{made}/ws", origin=Origin(dev.page)) as socket_:
        socket_.send(json.dumps({"type": "hello", "player": 1, "token": token, "after": 0}))
        told: dict[str, Any] = {}
        while told.get("type") != "StateUpdate":
            told = json.loads(socket_.recv(PATIENCE))
    assert told["view"]["player_id"] == 1


def post(dev: Dev, path: str, body: bytes) -> str:
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(dev.page + path, body, headers), timeout=PATIENCE) as answer:
        told: bytes = answer.read()
    return told.decode()
