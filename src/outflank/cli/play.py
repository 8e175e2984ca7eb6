"""Start a server on this machine and open the page in the browser, perhaps at a replay."""

from __future__ import annotations

import json
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli import replay, serve
from outflank.cli.trouble import Trouble
from outflank.cli.words import Words, preferred

if TYPE_CHECKING:
    import argparse

HELP = "play in the browser"
EXAMPLES = """\
examples:
  outflank play
  outflank play cellwar
  outflank play --replay match.cwreplay"""
ANSWER = 60.0
"""Seconds in which a server has played a replay."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="go straight to setting up this game, e.g. cellwar")
    parser.add_argument("--replay", metavar="FILE", help="go straight to this replay file")
    serve.arguments(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open the page, only tell its address")


def run(arguments: argparse.Namespace) -> int:
    if arguments.game is not None:
        serve.known_game(arguments.game)
    data = checked(arguments.replay) if arguments.replay is not None else None
    if data is not None and arguments.game is not None:
        raise Trouble("--replay: the file says of which game it is; leave the game out.", "game_and_replay")
    # Somebody who only wants to play does not care which port it is.
    listening = serve.listen(arguments.host, arguments.port, any_port=True)
    page = f"/new/{arguments.game}" if arguments.game else "/"
    here = serve.address(listening)

    def ready() -> None:
        # The socket listens already: whoever is faster than the server waits in its queue.
        if data is not None:
            threading.Thread(target=brought, args=(data,), daemon=True).start()
            return
        print(f"Outflank is at {here}{page} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            threading.Thread(target=show, args=(here + page,), daemon=True).start()

    def brought(data: bytes) -> None:
        where = page
        try:
            where = bring(here, data)
        except Trouble as trouble:
            print(f"outflank: {trouble.told(Words(preferred()))}", file=sys.stderr, flush=True)
        print(f"Outflank is at {here}{where} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            show(here + where)

    try:
        return serve.until_stopped(listening, arguments, ready)
    except serve.AlreadyServed as served:
        if not served.address:
            raise
        if data is not None:
            page = bring(served.address, data)
        print(f"Outflank runs already, at {served.address}{page}", flush=True)
        if not arguments.no_browser:
            show(served.address + page)
        return 0


def checked(file: str) -> bytes:
    """The bytes of a replay file. Raises Trouble."""
    if not Path(file).is_file():
        raise Trouble(f"--replay {file}: there is no such file.", "no_replay_file", file=file)
    replay.opened(file)
    return Path(file).read_bytes()


def bring(server: str, data: bytes) -> str:
    """Have a server on this machine show a replay: its page there, like ``/replay/file-0123``. Raises Trouble."""
    from http.client import HTTPException
    from urllib.request import ProxyHandler, Request, build_opener

    request = Request(f"{server}/api/replay", data, {"Content-Type": "application/octet-stream"})
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=ANSWER) as answer:
            return f"/replay/{json.load(answer)['replay_id']}"
    except (OSError, ValueError, KeyError, TypeError, HTTPException) as error:
        message = f"the replay cannot be shown at {server}: {error}."
        raise Trouble(message, "replay_not_shown", server=server, why=str(error)) from None


def show(address: str) -> None:
    """Open the page, unless this machine has no screen (webbrowser would start a text browser over us)."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not screen or not webbrowser.open(address):
        print("No browser could be opened here: open the address above yourself.", file=sys.stderr, flush=True)
