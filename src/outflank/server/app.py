"""The server, wired: routes, sockets and the page around one hub."""

from __future__ import annotations

import asyncio
import gc
import os
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette

from outflank.server import openapi, pages, replays, routes, sockets
from outflank.server.addresses import reachable
from outflank.server.hub import LOST_AFTER, Hub
from outflank.server.limits import PREVIEWS, Limits, Strangers
from outflank.server.store import Memory, Sqlite
from outflank.server.websocket import WebSocket

if TYPE_CHECKING:
    import socket
    from collections.abc import AsyncIterator, Callable
    from types import FrameType

    from starlette.routing import BaseRoute

    from outflank.server.store import Store

MESSAGE = 64 * 1024
"""Bytes that one message of a client may have."""
PING = 20.0
"""Seconds between two pings to a silent connection, and in which they must be answered."""
GRACE = 3
"""Seconds that running requests get when the server stops."""
GOODBYE = 0.5
"""Seconds between telling everybody that the server stops, and stopping."""
NEW_PER_MINUTE = 60
"""New matches and seats that one address may have a minute."""
RUBBISH = 10_000
"""So many new objects between two looks for rubbish in circles: views are not in circles, and are many."""


def application(
    store: Store | None = None,
    lost_after: int | None = LOST_AFTER,
    per_minute: int = 0,
    addresses: list[str] | None = None,
) -> Starlette:
    """A server of the matches in ``store`` (none given: in memory); times in milliseconds, 0 a minute: no limit.

    ``addresses``: where others on the network find it; told to the page on this machine, for its invitations.
    """
    table: list[BaseRoute] = []
    for prefix in ("/api", ""):
        table += replays.routes(prefix)
        table += openapi.own_routes(prefix)
        table += routes.routes(prefix)
    for prefix in ("/ws", "/api", ""):
        table += sockets.routes(prefix)
    table += pages.routes()
    hub = Hub(store or Memory(), lost_after)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    app = Starlette(routes=table, lifespan=lifespan)
    app.state.hub = hub
    app.state.limits = Limits(per_minute)
    app.state.previews = Limits(per_minute * PREVIEWS, "too_many_previews", "previews of boards")
    app.state.strangers = Strangers()
    app.state.shelf = replays.Shelf()
    app.state.addresses = addresses or []
    return app


class Server(uvicorn.Server):
    """Tells everybody before it stops, so that clients come back at once and do not wonder."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        hub: Hub = self.config.app.state.hub  # type: ignore[union-attr]
        if hub.draining or self._loop is None:
            super().handle_exit(sig, frame)
            return
        hub.draining = True
        self._loop.call_soon_threadsafe(self._say_goodbye, hub, sig)

    _loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def _say_goodbye(self, hub: Hub, sig: int) -> None:
        hub.drain()
        asyncio.get_running_loop().call_later(GOODBYE, super().handle_exit, sig, None)


IN_MEMORY = ":memory:"
"""In place of a folder: matches live as long as the server."""


def make_store(data: str | None) -> Store:
    """A store in the folder ``data``, or where nothing is said: $OUTFLANK_DATA, or the user's folder for data."""
    named = data or os.environ.get("OUTFLANK_DATA")
    if named == IN_MEMORY:
        return Memory()
    return Sqlite(Path(named) if named else data_folder())


def data_folder() -> Path:
    """The user's folder for data."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Outflank"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "outflank"


def run(
    listening: socket.socket,
    data: str | None,
    address: str,
    ready: Callable[[], None],
    lost_after: int | None = LOST_AFTER,
    per_minute: int = NEW_PER_MINUTE,
) -> None:
    """Serve until stopped the matches in the folder ``data``. Raises StoreFailed when it cannot be used.

    ``ready`` is called when nothing can go wrong any more; ``address`` is told to another server that wants the folder.
    """
    store = make_store(data)

    async def serve() -> None:
        await store.open()  # here, where a folder that cannot be used is one clear line, and no traceback
        if isinstance(store, Sqlite):
            store.announce(address)
        gc.collect()
        gc.freeze()  # what was loaded stays: without it rubbish is found sooner, and in less time
        gc.set_threshold(RUBBISH, 20, 20)
        ready()
        config = configuration(application(store, lost_after, per_minute, reachable(listening)))
        await Server(config).serve(sockets=[listening])

    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve())


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of uvloop, where it is installed; None: the one of Python."""
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    made: Callable[[], asyncio.AbstractEventLoop] = new_event_loop
    return made


def configuration(app: Starlette, ping: float = PING, access_log: bool = False) -> uvicorn.Config:
    """How uvicorn serves it. A connection that answers no ping for ``ping`` seconds is gone."""
    return uvicorn.Config(
        app,
        log_level="info" if access_log else "warning",
        access_log=access_log,
        server_header=False,
        ws=WebSocket,
        ws_max_size=MESSAGE,
        ws_ping_interval=ping,
        timeout_graceful_shutdown=GRACE,
    )
