"""Matches over WebSocket: hello first, then the messages of the protocol in both directions."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from outflank.contract import Refusal
from outflank.protocol import (
    PROTOCOL,
    Accepted,
    Act,
    BadMessage,
    ClientMessage,
    EndTurn,
    Hello,
    Hint,
    HostMessage,
    Leave,
    Look,
    Refused,
    Replaced,
    read,
    write,
)
from outflank.server.auth import cookie_name, same_site
from outflank.server.limits import HINT, Allowance, Strangers
from outflank.server.live import now
from outflank.server.replies import refused

if TYPE_CHECKING:
    from outflank.server.hub import Hub
    from outflank.server.live import Live

HELLO_WITHIN = 10.0
"""Seconds in which a new connection must say hello."""
BEHIND = 512
"""So many unsent messages a connection may have: one that reads more slowly is closed, and may come back."""
BAD = 16
"""So many unreadable messages are answered before the connection is closed; every readable one makes up for one."""
SLOWLY = 0.05
"""Seconds that a connection waits after a refused command, when it sent too many of them."""

CLOSE_WITHIN = 1.0
"""Seconds in which a connection that does not read can be told that it is closed."""
EXTENSION = "outflank.wire"
"""Under this name the scope's extensions hold what can carry a connection without ASGI, where there is one."""

POLICY, INTERNAL, RESTART, TRY_AGAIN = 1008, 1011, 1012, 1013


class Carrier(Protocol):
    """What brings bytes to the other end. Nothing here waits."""

    def send(self, data: bytes) -> None:
        """Send this text, after what was sent before."""

    def close(self, code: int, reason: str = "") -> None:
        """Close, after what was sent."""


class Connection:
    """One WebSocket of a player or spectator who has said hello, whatever carries it."""

    __slots__ = ("_allowance", "_bad", "carrier", "found", "hub", "player")

    def __init__(self, hub: Hub, found: Live, player: int | None, carrier: Carrier) -> None:
        self.hub = hub
        self.found = found
        self.player = player
        self.carrier = carrier
        self._allowance = Allowance(now())
        self._bad = 0

    def put(self, message: HostMessage, coded: bytes | None = None) -> None:
        self.carrier.send(coded or write(message))
        if isinstance(message, Replaced):
            self.carrier.close(POLICY, "replaced")

    def drop(self) -> None:
        self.carrier.close(RESTART if self.hub.draining else TRY_AGAIN)

    async def hear(self, text: str | bytes | None) -> None:
        """Carry out one message, and return when the next one may come; None: it was not text."""
        try:
            if text is None:
                raise BadMessage("BadMessage", "Messages are text.")
            message = read(text)
        except BadMessage as refusal:
            self._bad += 1
            if self._bad > BAD:
                self.carrier.close(POLICY)
            else:
                self.put(Refused(None, refusal.code, refusal.detail, refusal.message, refusal.values))
            return
        self._bad = max(0, self._bad - 1)
        command = isinstance(message, Act | EndTurn | Leave)
        if not command:
            await asyncio.sleep(0)  # many in one packet: what they are answered is sent meanwhile
            wait = self._allowance.take(now(), HINT if isinstance(message, Hint) else 1)
            if wait:
                self.put(_too_many(message, wait))
                return
        try:
            answers = await self.found.receive(self.player, message, self)
        except Refusal:
            self.drop()  # the match is taken up anew: the client comes back and asks again
            return
        if command and not isinstance(answers[-1] if answers else None, Accepted):
            # A command is never refused for being one too many, for it might be a legal move; whoever sends only
            # others is heard more slowly.
            await asyncio.sleep(SLOWLY if self._allowance.take(now()) else 0)

    async def gone(self) -> None:
        """The other end is not there any more."""
        await self.found.disconnect(self.player, self)


async def play(socket: WebSocket) -> None:
    """One connection, from hello to its end."""
    if not same_site(socket.headers):
        await socket.close(POLICY)  # before it is accepted: the client sees 403
        return
    hub: Hub = socket.app.state.hub
    strangers: Strangers = socket.app.state.strangers
    try:
        with strangers.one_more(socket.client.host if socket.client else ""):
            await socket.accept()
            hello = await _hello(socket)
    except Refusal as refusal:
        if socket.client_state == WebSocketState.CONNECTING:
            await socket.send_denial_response(refused(refusal))
            return
        await _refuse(socket, refusal)
        await _close(socket, POLICY)
        return
    except (WebSocketDisconnect, TimeoutError):
        await _close(socket, POLICY)
        return
    carrier = socket.scope.get("extensions", {}).get(EXTENSION, {}).get("wire") or Asgi(socket)
    try:
        found = await hub.get(socket.path_params["game_id"])
        player = _player(found, hello, socket)
        connection = Connection(hub, found, player, carrier)
        await found.connect(player, hello.after, connection)
    except Refusal as refusal:
        await _refuse(socket, refusal)
        await _close(socket, POLICY)
        return
    await carrier.hand_over(connection)


class Asgi:
    """Carries messages over whatever server speaks ASGI: one task hears, one sends."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[bytes | tuple[int, str]] = asyncio.Queue(BEHIND)
        self._sender: asyncio.Task[None] | None = None
        self._closed = False

    def send(self, data: bytes) -> None:
        self._put(data)

    def close(self, code: int, reason: str = "") -> None:
        self._put((code, reason))
        self._closed = True

    def _put(self, what: bytes | tuple[int, str]) -> None:
        if self._closed:
            return
        try:
            self._queue.put_nowait(what)
        except asyncio.QueueFull:
            self._closed = True
            if self._sender is not None:
                self._sender.cancel()  # it waits for a client that does not read

    async def hand_over(self, connection: Connection) -> None:
        """Carry this connection's messages to its end."""
        self._sender = asyncio.create_task(self._send())
        listener = asyncio.create_task(self._listen(connection))
        try:
            await asyncio.wait({self._sender, listener}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (self._sender, listener):
                task.cancel()
            await asyncio.wait({self._sender, listener})
            await connection.gone()
        if self._queue.full():
            with suppress(TimeoutError):
                await asyncio.wait_for(_close(self._socket, TRY_AGAIN), CLOSE_WITHIN)

    async def _listen(self, connection: Connection) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it is gone: the client comes back with what it has
            while True:
                try:
                    text = await _text(self._socket)
                except BadMessage:
                    text = None
                await connection.hear(text)

    async def _send(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while isinstance(what := await self._queue.get(), bytes):
                await self._socket.send_text(what.decode())
            await self._socket.close(*what)


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


def _too_many(message: ClientMessage, wait: int) -> Refused:
    text = f"Too many messages: only moves are heard for the next {wait} s."
    request = message.request if isinstance(message, Look | Hint) else None
    return Refused(None, "TooManyRequests", "too_many_messages", text, {"seconds": wait}, request=request)


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
