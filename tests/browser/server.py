"""A server of its own process on a free port, which tests may stop and start again at the same address."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from typing import Self


class Server:
    """Used with ``with``. ``host`` 0.0.0.0: it also listens on the network. ``module`` is what is started."""

    def __init__(self, host: str = "127.0.0.1", module: str = "outflank") -> None:
        self.port = 0
        self.host = host
        self.module = module
        self.announced = ""
        """The address it prints for browsers."""
        self._data = tempfile.TemporaryDirectory(prefix="outflank-test-")
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._data.cleanup()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when the server listens; a second start keeps port and data."""
        options = ("--host", self.host, "--port", str(self.port), "--data", self._data.name, "--new-per-minute", "0")
        command = [sys.executable, "-m", self.module, "serve", *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        said = self._process.stdout.readline()
        found = re.search(r"(http://\S+:(\d+))", said)
        assert found, f"the server said: {said!r}"
        self.announced, self.port = found[1], int(found[2])

    def kill(self) -> None:
        """As when the power fails: nothing more is written, nobody is told."""
        assert self._process
        self._process.kill()
        self._process.wait(15)
        self._forget()

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        finally:
            self._forget()

    def _forget(self) -> None:
        assert self._process and self._process.stdout
        self._process.stdout.close()
        self._process = None
