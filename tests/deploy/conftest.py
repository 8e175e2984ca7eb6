"""A real nginx with deploy/nginx.conf in front of a real server, both on free ports of this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

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


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site; its page is two small files."""
    place = tmp_path_factory.mktemp("site")
    root = place / "page"
    (root / "assets").mkdir(parents=True)
    (root / "assets" / "app-1a2b.js").write_text("play()")
    (root / "favicon.svg").write_text("<svg/>")
    server = subprocess.Popen(
        [sys.executable, "-m", "outflank", "serve", "--port", "0", "--new-per-minute", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    behind = server.stdout.readline().split("//")[-1].strip()
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    text = changed(text, "server 127.0.0.1:8000 ", f"server {behind} ")
    text = changed(text, "listen 80;", f"listen 127.0.0.1:{port};")
    text = changed(text, "root /usr/share/outflank;", f"root {root};")
    text = changed(text, "proxy_read_timeout 3600s;", f"proxy_read_timeout {SHORT}s;")
    text = changed(text, "/dev/stdout", str(place / "access.log"))
    own = "".join(
        f"{kind}_temp_path {place}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    text = changed(text, "http {\n", f"http {{\n{own}")
    config = place / "nginx.conf"
    config.write_text(text)
    directives = f"daemon off; pid {place}/pid; " + ("user root;" if os.geteuid() == 0 else "")
    words = [nginx(), "-p", str(place), "-e", "stderr", "-c", str(config), "-g", directives]
    front = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            assert front.poll() is None, front.stderr.read() if front.stderr else ""
            time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    for process in (front, server):
        process.terminate()
        process.wait(20)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    log = (place / "access.log").read_text()
    assert "token" not in log and "?" not in log
