"""Run the server without opening a browser."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from outflank.server.store.sqlite import FolderInUse

HELP = "run the server"
PORT = 8000
TRIES = 50


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1; 0.0.0.0: everybody on the network)"
    )
    parser.add_argument("--port", type=int, help=f"the port ({PORT}; 0: any free one)")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        help="where matches are kept ($OUTFLANK_DATA, else your folder for data; :memory: while it runs)",
    )
    parser.add_argument(
        "--lost-after",
        type=float,
        default=30,
        metavar="SECONDS",
        help="without a connection for so long a player has left, where the game says so (30; 0: never)",
    )
    parser.add_argument(
        "--new-per-minute",
        type=int,
        default=60,
        metavar="N",
        help="new matches and seats that one address may have a minute (60; 0: any number)",
    )


def run(arguments: argparse.Namespace) -> int:
    listening = listen(arguments.host, arguments.port, any_port=False)
    where = address(listening)
    return until_stopped(listening, arguments, lambda: print(f"Outflank listens at {where}", flush=True))


def known_game(name: str) -> None:
    """Trouble when there is no such game."""
    from outflank.contract import Refusal
    from outflank.games import load

    try:
        load(name)
    except Refusal as refusal:
        raise Trouble.of(refusal) from None


def listen(host: str, port: int | None, *, any_port: bool) -> socket.socket:
    """A listening socket. When no port was asked for and ``any_port``, the first free one from PORT on."""
    wanted = PORT if port is None else port
    if not 0 <= wanted <= 65535:
        raise Trouble(f"{wanted} is no port: a port is a number from 0 to 65535.", "bad_port", port=wanted)
    try:
        return _bound(host, wanted)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            why = str(error.strerror or error)
            message = f"cannot listen on {host}, port {wanted}: {why}."
            raise Trouble(message, "cannot_listen", host=host, port=wanted, why=why) from None
    for other in range(wanted + 1, min(wanted + TRIES, 65536)):
        try:
            found = _bound(host, other)
        except OSError:
            continue
        if any_port and port is None:
            return found
        found.close()
        message = f"port {wanted} is in use; {other} is free: --port {other}."
        raise Trouble(message, "port_in_use", port=wanted, free=other)
    message = f"port {wanted} and those after it are in use; --port 0 takes any free one."
    raise Trouble(message, "ports_in_use", port=wanted)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, proto, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    made = socket.socket(family, kind, proto)
    try:
        if socket.has_ipv6 and family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
        made.listen(512)
    except BaseException:
        made.close()
        raise
    return made


def address(listening: socket.socket) -> str:
    """Where a browser finds the server: for an open server this machine's address on its network."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = _own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: nothing is sent, a route is only chosen
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class AlreadyServed(Trouble):
    """Another server has the data folder. ``address``: where it is, as far as it has said."""

    def __init__(self, used: FolderInUse) -> None:
        super().__init__(str(used), used.detail, **used.values)
        self.address = used.address


def until_stopped(listening: socket.socket, arguments: argparse.Namespace, ready: Callable[[], None]) -> int:
    """Serve until Ctrl-C or SIGTERM; ``ready`` is called once it does. Raises AlreadyServed."""
    from outflank.server import app
    from outflank.server.store import StoreFailed
    from outflank.server.store.sqlite import FolderInUse

    try:
        lost_after = round(arguments.lost_after * 1000) if arguments.lost_after > 0 else None
        app.run(listening, arguments.data, address(listening), ready, lost_after, arguments.new_per_minute)
    except FolderInUse as used:
        raise AlreadyServed(used) from None
    except StoreFailed as failed:
        raise Trouble(str(failed), failed.detail, **failed.values) from None
    return 0
