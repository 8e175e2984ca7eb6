"""A real nginx with deploy/nginx.conf in front of a real server, both on free ports of this machine."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SHORT = 2
"""Seconds that nginx waits here for a silent connection, in place of its hour."""


def nginx() -> str:
    """The program; installed by ./run test where that is possible."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    assert found, "nginx is missing: on Debian and Ubuntu, sudo apt install nginx-light"
    return found


def changed(text: str, old: str, new: str) -> str:
    assert old in text, f"nginx.conf has no {old!r} any more"
    return text.replace(old, new)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Site(NamedTuple):
    """Where nginx answers, and where the server behind it does."""

    address: str
    behind: str


def prepared(place: Path, behind: str, port: int) -> Path:
    """nginx.conf with other addresses, short patience, and all that it writes in ``place``."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = changed(text, "server 127.0.0.1:8000 ", f"server {behind} ")
    text = changed(text, "listen 80;", f"listen 127.0.0.1:{port};")
    text = changed(text, "root /usr/share/outflank;", f"root {place}/page;")
    text = changed(text, "proxy_read_timeout 3600s;", f"proxy_read_timeout {SHORT}s;")
    text = changed(text, "/dev/stdout", str(place / "access.log"))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    text = changed(text, "http {\n", "http {\n" + "".join(f"{kind}_temp_path {place}/{kind};\n" for kind in kinds))
    config = place / "nginx.conf"
    config.write_text(text)
    return config


@contextlib.contextmanager
def running(place: Path, *options: str) -> Iterator[Site]:
    """A site whose page is two small files; ``options`` are the server's."""
    (place / "page" / "assets").mkdir(parents=True)
    (place / "page" / "assets" / "app-1a2b.js").write_text("play()")
    (place / "page" / "favicon.svg").write_text("<svg/>")
    words = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--data", str(place / "data"), *options]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    behind = server.stdout.readline().split("//")[-1].strip()
    port = free_port()
    directives = f"daemon off; pid {place}/pid; " + ("user root;" if os.geteuid() == 0 else "")
    config = prepared(place, behind, port)
    words = [nginx(), "-p", str(place), "-e", "stderr", "-c", str(config), "-g", directives]
    front = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                assert front.poll() is None, front.stderr.read() if front.stderr else ""
                time.sleep(0.05)
        yield Site(f"http://127.0.0.1:{port}", f"http://{behind}")
    finally:
        for process in (front, server):
            process.terminate()
            process.wait(20)
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site that tests share."""
    place = tmp_path_factory.mktemp("site")
    with running(place, "--new-per-minute", "0") as found:
        yield found.address
    log = (place / "access.log").read_text()
    assert "/api/game/" in log and "token" not in log and "?" not in log
