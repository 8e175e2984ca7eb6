"""Check whether everything that Outflank needs is here; exit status 1 when something is broken."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from outflank.cli import serve
from outflank.cli.trouble import Trouble
from outflank.cli.version import compiled

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

HELP = "check whether everything that is needed is here"
EXAMPLES = """\
examples:
  outflank doctor
  outflank doctor --port 8000 --data /var/lib/outflank"""
PYTHON = (3, 11)
SQLITE = (3, 35, 0)
LIBRARIES = ("msgspec", "starlette", "uvicorn", "websockets")


class Finding(NamedTuple):
    """``state``: ok, note (works, but could be better) or broken."""

    state: str
    what: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help=f"the port that the server is to have ({serve.PORT})")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="the folder that the server is to have (the one that it takes by itself)",
    )


def run(arguments: argparse.Namespace) -> int:
    findings = list(examined(arguments))
    for finding in findings:
        print(f"{finding.state:7}{finding.what}")
    return int(any(finding.state == "broken" for finding in findings))


def examined(arguments: argparse.Namespace) -> Iterator[Finding]:
    """One finding after another."""
    yield python(sys.version_info[:3])
    yield rules()
    for name in LIBRARIES:
        yield library(name)
    yield page()
    yield port(arguments.port)
    yield database()
    yield data(arguments.data)


def python(version: tuple[int, ...]) -> Finding:
    told = f"Python {'.'.join(map(str, version))}"
    if version < PYTHON:
        return Finding("broken", f"{told}: Outflank needs 3.11 or newer.")
    return Finding("ok", told)


def rules() -> Finding:
    if compiled():
        return Finding("ok", "the rules are compiled")
    told = (
        "the rules run in plain Python, 15 to 30 times slower: `./run outflank` in a clone, or a wheel of `./run build`"
    )
    return Finding("note", f"{told}, has them compiled")


def library(name: str) -> Finding:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return Finding("ok", f"{name} {version(name)}")
    except PackageNotFoundError:
        return Finding("broken", f"{name} is missing: pip install {name}")


def page() -> Finding:
    import outflank

    if (Path(outflank.__file__).parent / "static" / "index.html").is_file():
        return Finding("ok", "the page is built")
    return Finding("broken", "the page is not built: `./run play` builds it")


def port(wanted: int | None) -> Finding:
    number = serve.PORT if wanted is None else wanted
    try:
        serve.listen("127.0.0.1", number, any_port=False).close()
    except Trouble as trouble:
        # `outflank play` takes the next free one by itself; whoever names a port wants that one.
        return Finding("note" if wanted is None else "broken", str(trouble))
    return Finding("ok", f"port {number} is free")


def database() -> Finding:
    import sqlite3

    if sqlite3.sqlite_version_info < SQLITE:
        return Finding("broken", f"SQLite {sqlite3.sqlite_version}: the server needs 3.35 or newer")
    return Finding("ok", f"SQLite {sqlite3.sqlite_version}")


def data(wanted: Path | None) -> Finding:
    """The folder that was asked about, else the one that the server takes by itself."""
    try:
        from outflank.server.app import IN_MEMORY, data_folder
    except ImportError as error:
        return Finding("broken", f"the server cannot be loaded: {error}")
    named = os.environ.get("OUTFLANK_DATA") if wanted is None else str(wanted)
    if named == IN_MEMORY:
        return Finding("note", "matches are kept in memory only: a restart ends them")
    return folder(Path(named) if named else data_folder())


def folder(data: Path) -> Finding:
    """Whether the server can keep files there: tried with one, which is removed again."""
    import sqlite3
    import tempfile

    place = data.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent  # the server makes the missing ones
    try:
        if not place.is_dir():
            raise NotADirectoryError(20, f"{place} is a file")
        with tempfile.TemporaryDirectory(dir=place) as there, sqlite3.connect(Path(there, "try.db")) as tried:
            mode = tried.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        tried.close()
    except (OSError, sqlite3.Error) as error:
        return Finding("broken", f"{data} cannot be written: {getattr(error, 'strerror', None) or error}")
    if mode != "wal":
        return Finding("broken", f"{data} is on a file system without shared memory; SQLite needs it for its log")
    free = _free(place)
    if free < 100:
        return Finding("broken", f"{data} has only {free} MB left")
    return Finding("ok", f"{data} can be written, {free} MB are free")


def _free(place: Path) -> int:
    import shutil

    return shutil.disk_usage(os.fspath(place)).free // 1_000_000
