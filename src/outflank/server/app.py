"""The server, wired: routes, sockets and the page around one hub."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette

from outflank.server import pages, routes, sockets
from outflank.server.hub import Hub
from outflank.server.store import Memory

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from starlette.routing import BaseRoute

MESSAGE = 64 * 1024
"""Bytes that one message of a client may have."""
GRACE = 3
"""Seconds that running requests get when the server stops."""


def application() -> Starlette:
    """A server with no matches yet."""
    table: list[BaseRoute] = []
    for prefix in ("/api", ""):
        table += routes.routes(prefix)
    for prefix in ("/ws", "/api", ""):
        table += sockets.routes(prefix)
    table += pages.routes()
    app = Starlette(routes=table)
    app.state.hub = Hub(Memory())
    return app


def run(listening: socket.socket, data: Path | None) -> None:
    """Serve until stopped. ``data``: the folder for files; matches live in memory so far, and nothing is written."""
    if data is not None:
        data.mkdir(parents=True, exist_ok=True)
    config = uvicorn.Config(
        application(),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_max_size=MESSAGE,
        ws_max_queue=16,
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run(sockets=[listening])
