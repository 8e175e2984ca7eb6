"""WebSockets for uvicorn that need little: ASGI up to hello, then messages between the wire and the match, no tasks.

uvicorn's own class serves the application just as well (tests and other servers do without this one), but every
message costs it a few queues and switches between tasks, and every connection some 20 kB for as long as it is open.
"""

from __future__ import annotations

import asyncio
import http
import logging
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import quote, unquote

from uvicorn.protocols.utils import get_client_addr, get_local_addr, get_remote_addr, is_ssl
from websockets.datastructures import Headers
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, SEND_EOF, Side
from websockets.protocol import Protocol as WebSocketProtocol
from websockets.server import ServerProtocol

from outflank.server.sockets import BEHIND, CLOSE_WITHIN, EXTENSION, INTERNAL, POLICY, TRY_AGAIN

if TYPE_CHECKING:
    from uvicorn import Config
    from uvicorn.server import ServerState

    from outflank.server.sockets import Connection

UNHEARD = 16
"""So many messages wait to be heard; then nothing is read until some were."""
FLOOD = 1_000
"""So many messages that came at once, or so many frames that end no message"""
FLOOD_WITHIN = 20.0
"""in so many seconds: whoever sends more keeps the server from everybody else, and is closed."""
PIECE = 8 * 1024
"""Bytes that are taken in before these are counted."""

Event = dict[str, Any]
_logger = logging.getLogger("uvicorn.error")
_quiet = logging.getLogger("outflank.websocket")
_quiet.setLevel(logging.CRITICAL)  # what one end did wrong is told to that end, in the frame that closes


class Gone(OSError):
    """The other end has closed, or is being closed."""


class WebSocket(asyncio.Protocol):
    """One connection. ``hand_over`` ends its time as an ASGI connection."""

    __slots__ = (
        "_before",
        "_behind",
        "_closing",
        "_config",
        "_connection",
        "_deaf",
        "_denial",
        "_flushing",
        "_frames",
        "_heard",
        "_loop",
        "_noise",
        "_noise_since",
        "_pinged",
        "_scope",
        "_server",
        "_slow",
        "_state",
        "_text",
        "_timer",
        "_transport",
        "_waiter",
        "_working",
        "_ws",
    )

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._config = config
        self._server = server_state
        self._state: dict[str, Any] | None = app_state
        self._loop = _loop or asyncio.get_running_loop()
        self._ws: WebSocketProtocol = ServerProtocol(max_size=config.ws_max_size, logger=_quiet)
        self._transport: asyncio.Transport
        self._before: asyncio.BaseProtocol  # what the connection was before: HTTP
        self._scope: Event | None = None
        self._denial: tuple[int, Headers, bytes] | None = None
        self._connection: Connection | None = None
        self._heard: list[Any] = []  # ASGI events; after hand_over the messages yet to be carried out
        self._waiter: asyncio.Future[None] | None = None
        self._working = False
        self._deaf = False  # nothing is read for now
        self._frames = bytearray()
        self._noise = 0  # frames that ended no message, lately
        self._noise_since = 0.0
        self._text = True
        self._slow = False  # the transport takes nothing more for now
        self._behind: list[bytes] = []
        self._flushing = False
        self._closing = False
        self._pinged = False
        self._timer: asyncio.TimerHandle | None = None

    # ---- from the transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is none by inheritance
        self._before = self._transport.get_protocol()
        self._server.connections.add(self)  # type: ignore[arg-type]

    def data_received(self, data: bytes) -> None:
        self._pinged = False
        for at in range(0, len(data), PIECE):
            self._ws.receive_data(data[at : at + PIECE])
            for event in self._ws.events_received():
                if isinstance(event, Frame):
                    self._frame(event)
                elif isinstance(event, Request):
                    self._ask(event)
            if max(self._noise, len(self._heard)) > FLOOD:
                self.close(POLICY)
                self._transport.close()
                return
        self._flush()

    def eof_received(self) -> None:
        self._ws.receive_eof()

    def pause_writing(self) -> None:
        self._slow = True
        self._listen()

    def resume_writing(self) -> None:
        self._slow = False
        self._flush()
        self._listen()
        if self._connection is not None:
            self._work()

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connections.discard(self)
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        connection, self._connection = self._connection, None  # they would keep each other, and a match, alive
        if connection is not None:
            self._heard.clear()
            self._run(connection.gone())
        else:
            self._tell({"type": "websocket.disconnect", "code": 1006})
        # Parsers and those who use them keep each other alive, also by what ended them: not until a collector comes by.
        self._ws.parser.close()
        self._ws.parser_exc = None
        self._before.connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops."""
        if self._ws.state is OPEN:
            self.close(1012)
        else:
            self._transport.close()

    # ---- frames

    def _frame(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT or frame.opcode is Opcode.BINARY:
            self._text = frame.opcode is Opcode.TEXT
            self._frames = bytearray(frame.data)
        elif frame.opcode is Opcode.CONT:
            self._frames += frame.data
        else:
            self._count()
            return  # what answers a ping or a close is written already
        if not frame.fin or self._closing:
            self._count()
            return
        data, self._frames = bytes(self._frames), bytearray()
        if self._connection is not None:
            self._heard.append(data if self._text else None)
            self._work()
        elif self._text:
            self._tell({"type": "websocket.receive", "text": data.decode(errors="replace")})
        else:
            self._tell({"type": "websocket.receive", "bytes": data})
        if len(self._heard) >= UNHEARD:
            self._listen()

    def _count(self) -> None:
        """One more frame that ends no message."""
        now = self._loop.time()
        if now - self._noise_since > FLOOD_WITHIN:
            self._noise, self._noise_since = 0, now
        self._noise += 1

    def _listen(self) -> None:
        """Read, unless too much waits to be heard, or the other end does not read: who only talks must wait."""
        deaf = self._slow or len(self._heard) >= (UNHEARD // 2 if self._deaf else UNHEARD)
        if deaf != self._deaf and not self._transport.is_closing():
            self._deaf = deaf
            if deaf:
                self._transport.pause_reading()
            else:
                self._transport.resume_reading()

    def _flush(self) -> None:
        """Write what is to be written, as far as the other end reads."""
        self._flushing = False
        if self._transport.is_closing():
            return
        while self._behind and not self._slow and self._ws.state is OPEN:
            self._ws.send_text(self._behind.pop(0))
        writes = self._ws.data_to_send()
        if writes:
            self._transport.write(b"".join(writes))
            if writes[-1] == SEND_EOF:
                self._transport.close()
        if self._ws.close_expected() and not self._closing:
            self._end()

    def _end(self) -> None:
        """The end is agreed on, or will be soon."""
        self._closing = True
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(CLOSE_WITHIN, self._transport.abort)

    def _tend(self) -> None:
        """Ask whether anybody is there; nobody has answered the last time: they are gone, unless the answer is only not
        read yet, because there is so much to hear before."""
        interval = self._config.ws_ping_interval
        if not interval or self._closing:
            return
        if self._pinged and (self._slow or not self._deaf):
            self._ws.fail(1011, "keepalive ping timeout")
        elif self._ws.state is OPEN:
            self._ws.send_ping(b"")
            self._pinged = True
            self._timer = self._loop.call_later(interval, self._tend)
        self._flush()

    # ---- after hello

    async def hand_over(self, connection: Connection) -> None:
        """From now on messages go to and from this connection; the application may return."""
        waiting = [each.get("text") for each in self._heard if each["type"] == "websocket.receive"]
        self._heard = [None if each is None else each.encode() for each in waiting]
        self._connection = connection
        if self._closing:
            self._run(connection.gone())
        else:
            self._work()

    def send(self, data: bytes) -> None:
        """Send this text soon, together with what else is sent now."""
        if self._closing or self._ws.state is not OPEN:
            return
        if self._slow:
            self._behind.append(data)
            if len(self._behind) > BEHIND:
                self.close(TRY_AGAIN)
            return
        self._ws.send_text(data)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def close(self, code: int, reason: str = "") -> None:
        """Close, after what was sent, but for what the other end is too far behind to read."""
        if self._ws.state is OPEN:
            self._behind.clear()
            self._ws.send_close(code, reason)
            self._flush()

    def _work(self) -> None:
        if not self._working and self._heard:
            self._working = True
            self._run(self._carry_out())

    async def _carry_out(self) -> None:
        """Hear one message after the other, as long as what they are answered is read."""
        try:
            while self._heard and self._connection is not None and not (self._closing or self._slow):
                await self._connection.hear(self._heard.pop(0))
                self._listen()
        except Exception:
            _logger.exception("A message could not be carried out")
            self.close(INTERNAL)  # else its sender would wait for the answer for ever
        finally:
            self._working = False

    def _run(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._server.tasks.add(task)
        task.add_done_callback(self._server.tasks.discard)

    # ---- as an ASGI connection

    def _ask(self, request: Request) -> None:
        """Ask the application about a handshake, if it is one."""
        assert isinstance(self._ws, ServerProtocol)
        response = self._ws.accept(request)
        if response.status_code != http.HTTPStatus.SWITCHING_PROTOCOLS:
            self._ws.send_response(response)
            return
        path, _, query = request.path.partition("?")
        self._scope = {
            "type": "websocket",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if is_ssl(self._transport) else "ws",
            "server": get_local_addr(self._transport),
            "client": get_remote_addr(self._transport),
            "root_path": self._config.root_path,
            "path": self._config.root_path + unquote(path),
            "raw_path": (self._config.root_path + path).encode(),
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode("latin-1")) for name, value in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": dict(self._state or {}),
            "extensions": {"websocket.http.response": {}, EXTENSION: {"wire": self}},
        }
        self._tell({"type": "websocket.connect"})
        self._run(self._serve(self._scope, response))

    async def _serve(self, scope: Event, response: Response) -> None:
        async def send(message: Event) -> None:
            self._send(message, scope, response)

        try:
            await self._config.loaded_app(scope, self._receive, send)
        except Gone:
            pass  # nobody is there to be told anything
        except Exception:
            _logger.exception("Exception in ASGI application\n")
        self._scope = self._state = None
        if self._connection is None and not self._closing:
            self.shutdown()

    async def _receive(self) -> Event:
        while not self._heard:
            self._waiter = self._loop.create_future()
            await self._waiter
        event: Event = self._heard.pop(0)
        self._listen()
        return event

    def _tell(self, event: Event) -> None:
        self._heard.append(event)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _send(self, message: Event, scope: Event, response: Response) -> None:
        kind = message["type"]
        if self._closing:
            raise Gone("the connection is closed")
        if kind == "websocket.send":
            self.send((message.get("text") or "").encode())
            self._flush()
        elif kind == "websocket.accept":
            self._log(scope, "[accepted]")
            response.headers.update(message.get("headers", []))
            self._answer(response)
            # What the handshake was about is forgotten with the object that made it.
            self._ws = WebSocketProtocol(Side.SERVER, state=OPEN, max_size=self._config.ws_max_size, logger=_quiet)
            if self._config.ws_ping_interval:
                self._timer = self._loop.call_later(self._config.ws_ping_interval, self._tend)
        elif kind == "websocket.close" and self._ws.state is OPEN:
            self.close(message.get("code", 1000), message.get("reason") or "")
        elif kind == "websocket.close":
            self._deny(403, Headers(), b"", scope)
        elif kind == "websocket.http.response.start":
            headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
            self._denial = (message["status"], Headers(headers), b"")
        elif kind == "websocket.http.response.body":
            assert self._denial is not None
            status, found, body = self._denial
            self._denial = (status, found, body + message.get("body", b""))
            if not message.get("more_body"):
                self._deny(*self._denial, scope)

    def _deny(self, status: int, headers: Headers, body: bytes, scope: Event) -> None:
        self._log(scope, str(status))
        headers.setdefault("Content-Length", str(len(body)))
        headers.setdefault("Connection", "close")
        self._answer(Response(status, http.HTTPStatus(status).phrase, headers, body))

    def _answer(self, response: Response) -> None:
        """Answer the handshake."""
        assert isinstance(self._ws, ServerProtocol)
        self._ws.send_response(response)
        self._flush()

    def _log(self, scope: Event, what: str) -> None:
        _logger.info('%s - "WebSocket %s" %s', get_client_addr(scope), quote(scope["path"]), what)  # type: ignore[arg-type]
