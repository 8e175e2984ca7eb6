"""Matches over WebSocket: hello first, then the messages of the protocol in both directions."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from outflank.contract import Refusal
from outflank.protocol import PROTOCOL, BadMessage, Hello, HostMessage, Refused, Replaced, read, write
from outflank.server.auth import cookie_name, same_site

if TYPE_CHECKING:
    from outflank.server.hub import Hub
    from outflank.server.live import Live

HELLO_WITHIN = 10.0
"""Seconds in which a new connection must say hello."""
BEHIND = 512
"""So many unsent messages a connection may have: one that reads more slowly is closed, and may come back."""
BAD = 16
"""So many unreadable messages are answered before the connection is closed."""

CLOSE_WITHIN = 1.0
"""Seconds in which a connection that does not read can be told that it is closed."""

POLICY, RESTART, TRY_AGAIN = 1008, 1012, 1013


class Connection:
    """One WebSocket with the messages yet to be sent on it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.queue: asyncio.Queue[HostMessage] = asyncio.Queue(BEHIND)
        self.sender: asyncio.Task[None] | None = None
        self.slow = False
        self.dropped = False

    def put(self, message: HostMessage) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.slow = True
            if self.sender is not None:
                self.sender.cancel()  # it waits for a client that does not read

    def drop(self) -> None:
        self.dropped = True
        if self.sender is not None:
            self.sender.cancel()

    async def send(self) -> None:
        """Send what is put, until it is Replaced."""
        while True:
            message = await self.queue.get()
            await self.socket.send_text(write(message).decode())
            if isinstance(message, Replaced):
                await self.socket.close(POLICY, "replaced")
                return


async def play(socket: WebSocket) -> None:
    """One connection, from hello to its end."""
    if not same_site(socket.headers):
        await socket.close(POLICY)  # before it is accepted: the client sees 403
        return
    hub: Hub = socket.app.state.hub
    try:
        await socket.accept()
        found = await hub.get(socket.path_params["game_id"])
        hello = await _hello(socket)
        player = _player(found, hello, socket)
        connection = Connection(socket)
        await found.connect(player, hello.after, connection)
    except Refusal as refusal:
        await _refuse(socket, refusal)
        await _close(socket, POLICY)
        return
    except (WebSocketDisconnect, TimeoutError):
        await _close(socket, POLICY)
        return
    sender = connection.sender = asyncio.create_task(connection.send())
    try:
        await _listen(socket, found, player, connection, sender)
    except (WebSocketDisconnect, RuntimeError):
        pass  # it is gone: the client comes back with what it has
    finally:
        await found.disconnect(player, connection)
        sender.cancel()
        await asyncio.wait({sender})
        if not sender.cancelled():
            sender.exception()  # the connection broke while sending: nothing to add
    if connection.slow or connection.dropped:
        code = RESTART if hub.draining else TRY_AGAIN
        with suppress(TimeoutError):
            await asyncio.wait_for(_close(socket, code), CLOSE_WITHIN)


async def _hello(socket: WebSocket) -> Hello:
    message = read(await asyncio.wait_for(_text(socket), HELLO_WITHIN))
    if not isinstance(message, Hello):
        raise BadMessage("BadMessage", "The first message must be hello.", "hello_first")
    if message.protocol != PROTOCOL:
        raise Refusal("OldPage", "This page is of another version than the server: load it again.", "old_page")
    return message


async def _text(socket: WebSocket) -> str:
    """The next message. Raises BadMessage when it is not text."""
    try:
        return await socket.receive_text()
    except KeyError:
        raise BadMessage("BadMessage", "Messages are text.") from None


def _player(found: Live, hello: Hello, socket: WebSocket) -> int | None:
    """Who says hello: proven by the token, or by the seat's cookie. Raises Refusal Unauthorized."""
    if hello.player is None and hello.token is None:
        return None
    token = hello.token
    if token is None:
        token = socket.cookies.get(cookie_name(found.host.match_id, hello.player or 0))
    player = found.player_of(token)
    if player is None or hello.player not in (None, player):
        raise Refusal("Unauthorized", "This seat is not yours.", "unauthorized")
    return player


async def _listen(
    socket: WebSocket, found: Live, player: int | None, connection: Connection, sender: asyncio.Task[None]
) -> None:
    bad = 0
    while not sender.done():
        incoming = asyncio.ensure_future(_text(socket))
        await asyncio.wait({incoming, sender}, return_when=asyncio.FIRST_COMPLETED)
        if not incoming.done():
            incoming.cancel()
            return
        try:
            message = read(incoming.result())
        except BadMessage as refusal:
            bad += 1
            if bad > BAD:
                await _close(socket, POLICY)
                return
            connection.put(Refused(None, refusal.code, refusal.detail, refusal.message, refusal.values))
            continue
        try:
            await found.receive(player, message, connection)
        except Refusal:
            connection.drop()  # the match is taken up anew: the client comes back and asks again
            return


async def _refuse(socket: WebSocket, refusal: Refusal) -> None:
    message = Refused(None, refusal.code, refusal.detail, refusal.message, refusal.values)
    try:
        await socket.send_text(write(message).decode())
    except (WebSocketDisconnect, RuntimeError):
        return


async def _close(socket: WebSocket, code: int) -> None:
    try:
        await socket.close(code)
    except (RuntimeError, WebSocketDisconnect):
        return  # closed already


def routes(prefix: str) -> list[WebSocketRoute]:
    return [WebSocketRoute(prefix + "/game/{game_id}/ws", play)]
