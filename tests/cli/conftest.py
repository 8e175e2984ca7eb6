"""A real server on this machine, for the commands that talk to one."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """Its address."""
    words = [sys.executable, "-m", "outflank", "serve", "--port", "0", "--new-per-minute", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().split()[-1]
    process.terminate()
    process.wait(20)
    process.stdout.close()


def post(url: str, body: dict[str, Any]) -> Any:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=20) as answer:
        return json.load(answer)
