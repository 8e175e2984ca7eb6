"""Matches over WebSocket: hello first, then the messages of the protocol in both directions."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

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
    HostMessage,
    Leave,
    Look,
    Refused,
    Replaced,
    read,
    write,
)
from outflank.server.auth import cookie_name, same_site
from outflank.server.limits import Allowance, Strangers
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

POLICY, RESTART, TRY_AGAIN = 1008, 1012, 1013


class Connection:
    """One WebSocket with the messages yet to be sent on it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(BEHIND)
        self.sender: asyncio.Task[None] | None = None
        self.slow = False
        self.dropped = False
        self._listening: asyncio.Task[object] | None = None

    def put(self, message: HostMessage, coded: bytes | None = None) -> None:
        try:
            self.queue.put_nowait(coded or write(message))
            if isinstance(message, Replaced):
                self.queue.put_nowait(None)
        except asyncio.QueueFull:
            self.slow = True
            if self.sender is not None:
                self.sender.cancel()  # it waits for a client that does not read

    def drop(self) -> None:
        self.dropped = True
        if self.sender is not None:
            self.sender.cancel()

    async def hear(self) -> str | None:
        """The next message; None when nothing is sent any more. Raises BadMessage or WebSocketDisconnect."""
        listener = asyncio.current_task()
        assert listener is not None
        self._listening = listener
        try:
            return await _text(self.socket)
        except asyncio.CancelledError:
            if self.sender is None or not self.sender.done() or listener.uncancel():
                raise  # it was not the sender's end that woke it
            return None
        finally:
            self._listening = None

    def start(self) -> asyncio.Task[None]:
        """Begin to send. When the sender ends, nobody need be listened to any more."""
        self.sender = asyncio.create_task(self.send())
        self.sender.add_done_callback(self._wake)
        return self.sender

    def _wake(self, _: object) -> None:
        if self._listening is not None:
            self._listening.cancel()

    async def send(self) -> None:
        """Send what is put, until it is Replaced."""
        while (coded := await self.queue.get()) is not None:
            await self.socket.send_text(coded.decode())
        await self.socket.close(POLICY, "replaced")


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
    try:
        found = await hub.get(socket.path_params["game_id"])
        player = _player(found, hello, socket)
        connection = Connection(socket)
        await found.connect(player, hello.after, connection)
    except Refusal as refusal:
        await _refuse(socket, refusal)
        await _close(socket, POLICY)
        return
    sender = connection.start()
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
    allowance = Allowance(now())
    while not sender.done():
        try:
            text = await connection.hear()
            if text is None:
                return
            message = read(text)
        except BadMessage as refusal:
            bad += 1
            if bad > BAD:
                await _close(socket, POLICY)
                return
            connection.put(Refused(None, refusal.code, refusal.detail, refusal.message, refusal.values))
            continue
        bad = max(0, bad - 1)
        command = isinstance(message, Act | EndTurn | Leave)
        if not command:
            await asyncio.sleep(0)  # many in one packet: what they are answered is sent meanwhile
            wait = allowance.take(now())
            if wait:
                connection.put(_too_many(message, wait))
                continue
        try:
            answers = await found.receive(player, message, connection)
        except Refusal:
            connection.drop()  # the match is taken up anew: the client comes back and asks again
            return
        if command and not isinstance(answers[-1] if answers else None, Accepted):
            # A command is never refused for being one too many, for it might be a legal move; whoever sends only
            # others is heard more slowly.
            await asyncio.sleep(SLOWLY if allowance.take(now()) else 0)


def _too_many(message: ClientMessage, wait: int) -> Refused:
    text = f"Too many messages: only moves are heard for the next {wait} s."
    request = message.request if isinstance(message, Look) else None
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
