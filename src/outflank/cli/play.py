"""Start a server on this machine and open the page in the browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

from outflank.cli import serve
from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    import argparse

HELP = "play in the browser"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="go straight to setting up this game, e.g. cellwar")
    serve.arguments(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open the page, only tell its address")


def run(arguments: argparse.Namespace) -> int:
    if arguments.game is not None:
        serve.known_game(arguments.game)
    # Somebody who only wants to play does not care which port it is.
    listening = serve.listen(arguments.host, arguments.port, any_port=True)
    page = f"/new/{arguments.game}" if arguments.game else "/"
    address = serve.address(listening) + page

    def ready() -> None:
        print(f"Outflank is at {address} (Ctrl-C ends it)", flush=True)
        if not arguments.no_browser:
            # The socket listens already: a browser that is faster than the server waits in its queue.
            threading.Thread(target=show, args=(address,), daemon=True).start()

    try:
        return serve.until_stopped(listening, arguments, ready)
    except serve.AlreadyServed as served:
        if not served.address:
            raise Trouble(str(served)) from None
        print(f"Outflank runs already, at {served.address}{page}", flush=True)
        if not arguments.no_browser:
            show(served.address + page)
        return 0


def show(address: str) -> None:
    """Open the page, unless this machine has no screen (webbrowser would start a text browser over us)."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not screen or not webbrowser.open(address):
        print("No browser could be opened here: open the address above yourself.", file=sys.stderr, flush=True)
