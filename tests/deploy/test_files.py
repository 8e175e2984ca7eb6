"""The files of deploy/ that no test can run here: their syntax, and that what they name is there."""

from __future__ import annotations

import configparser
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from outflank.cli import parser
from tests.deploy.conftest import DEPLOY

ROOT = DEPLOY.parent


def compose() -> dict[str, Any]:
    told: dict[str, Any] = import_module("yaml").safe_load((DEPLOY / "compose.yaml").read_text())
    return told


def dockerfile() -> list[tuple[str, str]]:
    """Its instructions: (word, rest)."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def stages() -> dict[str, int]:
    found = [(rest, number) for number, (word, rest) in enumerate(dockerfile()) if word == "FROM"]
    return {rest.split(" AS ")[1]: number for rest, number in found}


def test_the_dockerfile_names_what_is_there() -> None:
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "ENTRYPOINT", "CMD"}
    assert {word for word, _ in dockerfile()} <= known
    assert list(stages()) == ["page", "wheel", "server", "web"]
    for number, (word, rest) in enumerate(dockerfile()):
        if word != "COPY":
            continue
        if found := re.match(r"--from=(\w+) ", rest):
            assert stages()[found[1]] < number
        else:
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source


@pytest.mark.parametrize("start", ["CMD", "ExecStart"])
def test_the_server_is_started_with_options_that_it_has(start: str) -> None:
    if start == "CMD":
        words = json.loads(dict(dockerfile())["CMD"])
    else:
        unit = configparser.ConfigParser(interpolation=None, strict=True)
        unit.optionxform = str  # type: ignore[assignment,method-assign]
        unit.read(DEPLOY / "outflank.service")
        assert unit.sections() == ["Unit", "Service", "Install"]
        program, *words = unit["Service"]["ExecStart"].split()
        assert program.endswith("/outflank")
        assert str(Path("/var/lib", unit["Service"]["StateDirectory"])) in words
    asked = parser().parse_args(words)
    assert (asked.command, asked.host, asked.port) == ("serve", "127.0.0.1", 8000)
    assert "server 127.0.0.1:8000 " in (DEPLOY / "nginx.conf").read_text()


def test_compose_builds_the_two_stages() -> None:
    services = compose()["services"]
    for service in services.values():
        build = service["build"]
        assert build["target"] in stages()
        context = (DEPLOY / build["context"]).resolve()
        assert (context / build["dockerfile"]).is_file()
    assert services["web"]["network_mode"] == "service:server"
    volumes = [volume.split(":") for volume in services["server"]["volumes"]]
    assert [name for name, _ in volumes] == list(compose()["volumes"])
    assert ("VOLUME", volumes[0][1]) in dockerfile()
    assert services["server"]["ports"][0].split(":")[1] == "80"
    assert "listen 80;" in (DEPLOY / "nginx.conf").read_text()
