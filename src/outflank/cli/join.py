"""Let a computer player or a program of yours play in a match on a server."""

from __future__ import annotations

import json
import re
import secrets
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from outflank.cli.ending import orderly, undisturbed
from outflank.cli.given import patience
from outflank.cli.trouble import Trouble, plain

if TYPE_CHECKING:
    import argparse
    from urllib.error import HTTPError

    from websockets.sync.client import ClientConnection

    from outflank.bots import Bot
    from outflank.protocol import ClientMessage, Refused

HELP = "let a bot play in a match on a server"
EXAMPLES = """\
examples:
  outflank join http://127.0.0.1:8000/match/1a2b3c --bot expert
  outflank join https://example.org/match/1a2b3c --bot "python3 my_bot.py" --player 2 --name Marvin"""
_MATCH = re.compile(r"(.*?)(?:/api|/ws)?/(?:match|join|game)/([A-Za-z0-9]+)(?:/.*)?")
EXAMPLE = "http://127.0.0.1:8000/match/1a2b3c"
ANSWER = 10.0
"""Seconds in which a server must answer."""
AGAIN = 0.25, 8.0
"""Seconds between two attempts to connect, doubled from the first to the second."""
GIVE_UP = 600.0
"""Seconds without any connection after which it ends."""
LARGEST = 8 * 1024 * 1024  # bytes of one message
OFTEN = 8  # actions refused one after another


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="the address of the match's page, an invitation, or its interface")
    parser.add_argument(
        "--bot",
        required=True,
        metavar="WHO",
        help="a computer player (random, greedy, or a level that `outflank games` lists) or the command of a program",
    )
    parser.add_argument("--player", type=int, metavar="N", help="the seat (the first open one)")
    parser.add_argument("--name", default="", help="the name that the others see")
    parser.add_argument("--token", metavar="T", help="come back to the seat with this token")
    parser.add_argument("--seed", type=int, help="a number that the bot's chance starts from")
    parser.add_argument("--bot-timeout", type=float, default=5.0, metavar="S", help="seconds a program may think (5)")
    parser.add_argument("--forfeit", action="store_true", help="a program leaves after 10 refused lines in a turn")


def run(arguments: argparse.Namespace) -> int:
    with orderly():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from outflank.seats import Gone
    from outflank.seats.pipe import Pipe

    patience(arguments.bot_timeout)
    place = Place(arguments.url)
    game = place.ask("GET", "")["game"]
    bot: Bot | None = None
    try:
        with undisturbed():
            bot = player_of(game, arguments)
        number, token = arguments.player, arguments.token
        if token is None:
            wish = {"player": number, "name": arguments.name}
            joined = place.ask("POST", "/join", wish | ({"code": place.code} if place.code else {}))
            number, token = joined["player_id"], joined["player_token"]
            print(plain(f"Joined as player {number}. To come back: --player {number} --token {token}"), flush=True)
        seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
        print(Seat(place, bot, nodes_of(game, arguments.bot), number, token, seed).play(), flush=True)
        return 0
    except Gone as gone:
        raise Trouble(f"the program has left the match: {gone}", "program_left", why=str(gone)) from None
    finally:
        if isinstance(bot, Pipe):
            bot.close()


def player_of(game: str, arguments: argparse.Namespace) -> Bot:
    """The computer player or program that is to play."""
    from outflank.bots import levels, make
    from outflank.contract import Refusal
    from outflank.games import load
    from outflank.seats.pipe import Pipe

    try:
        if arguments.bot in levels(game):
            return make(game, arguments.bot)
        return Pipe(arguments.bot, load(game), patience=arguments.bot_timeout, forfeits=arguments.forfeit)
    except Refusal as refusal:
        raise Trouble.of(refusal) from None


def nodes_of(game: str, bot: str) -> int:
    """What it may spend: a program gets what the standard player gets."""
    from outflank.bots import KIND, STANDARD, budget, levels

    return budget(game, bot if bot in levels(game) else STANDARD, KIND)


class Place:
    """A match on a server: where it is asked, and where its messages come from."""

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url if "://" in url else f"http://{url}")
            valid = bool(parts.hostname) and (parts.port is None or parts.port > 0)
        except ValueError:
            parts, valid = urlsplit(""), False
        found = _MATCH.fullmatch(parts.path)
        if parts.scheme not in ("http", "https", "ws", "wss") or not valid or found is None:
            message = f"{url} is no address of a match; one looks like {EXAMPLE}."
            raise Trouble(message, "no_match_address", url=url, example=EXAMPLE)
        self.code = parts.fragment  # of an invitation: what stands behind the # never goes into an address
        s = "s" if parts.scheme in ("https", "wss") else ""
        self.rest = f"http{s}://{parts.netloc}{found[1]}/api/game/{found[2]}"
        self.socket = f"ws{s}://{parts.netloc}{found[1]}/ws/game/{found[2]}/ws"

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """A JSON answer. Raises Trouble."""
        try:
            told = json.loads(self.get(method, path, LARGEST, body))
        except ValueError:
            told = None
        if not isinstance(told, dict):
            raise Trouble(f"{self.rest} is no Outflank server.", "no_outflank", url=self.rest)
        return told

    def get(self, method: str, path: str, most: int, body: dict[str, Any] | None = None) -> bytes:
        """At most so many bytes of an answer. Raises Trouble."""
        from http.client import HTTPException
        from urllib.error import HTTPError
        from urllib.request import Request, urlopen

        data = None if body is None else json.dumps(body).encode()
        request = Request(self.rest + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urlopen(request, timeout=ANSWER) as answer:
                return bytes(answer.read(most))
        except HTTPError as error:
            raise _answered(error) from None
        except (OSError, ValueError, HTTPException) as error:
            why = str(getattr(error, "reason", error))
            raise Trouble(f"{self.rest} does not answer: {why}.", "no_answer", url=self.rest, why=why) from None


def _answered(error: HTTPError) -> Trouble:
    """What the server refuses, in its own code and sentence as far as it has told them."""
    import msgspec

    from outflank.protocol import Refused

    try:
        told = msgspec.convert({"command_id": None, **json.load(error)}, Refused)
    except (OSError, ValueError, TypeError):
        return Trouble(f"the server answers with status {error.code}.", "answer_status", status=error.code)
    return _refused(told)


def _refused(told: Refused) -> Trouble:
    """What the server has refused, in our language; but the sentence for people without a seat is about a browser."""
    from outflank.contract import Refusal

    detail = "token_refused" if told.error == "Unauthorized" else told.detail
    return Trouble.of(Refusal(told.error, told.message, detail, **told.values))


class Seat:
    """A bot at a seat, over WebSocket, for as long as the match runs."""

    def __init__(self, place: Place, bot: Bot, nodes: int, player: int | None, token: str, seed: int) -> None:
        from outflank.client import Client

        self.place = place
        self.bot = bot
        self.nodes = nodes
        self.token = token
        self.seed = seed
        self.client = Client(player, secrets.token_hex(4))
        self.memory: dict[str, Any] = {}
        self._waits = True  # it was not our turn
        self._refused = 0

    def play(self) -> str:
        """Until the match is over; says how it ended. Raises Gone, Trouble."""
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect

        pause, lost = AGAIN[0], time.monotonic()
        while True:
            try:
                with connect(
                    self.place.socket, open_timeout=ANSWER, close_timeout=1, max_size=LARGEST, compression=None
                ) as socket:
                    pause = AGAIN[0]
                    self._session(socket)
                    return self._end()
            except (OSError, WebSocketException) as error:
                if self.client.welcome is None and isinstance(error, InvalidStatus):
                    message = f"the server refuses the connection: {error}."
                    raise Trouble(message, "connection_refused", why=str(error)) from None
                if pause == AGAIN[0]:
                    lost = time.monotonic()
                    print("The connection is lost; trying again.", flush=True)
            if time.monotonic() - lost > GIVE_UP:
                raise Trouble("the server cannot be reached any more.", "server_gone")
            time.sleep(pause)
            pause = min(pause * 2, AGAIN[1])

    def _end(self) -> str:
        over = self.client.over
        assert over is not None
        if not over.winner:
            return f"The match is over: a draw ({plain(over.reason)})."
        return f"The match is over: player {over.winner} has won ({plain(over.reason)})."

    def _session(self, socket: ClientConnection) -> None:
        """One connection, until the match is over. Raises what a broken connection raises."""
        from outflank.seats import Gone

        self._send(socket, self.client.connect(self.token, _now()))
        greeted = False
        while self.client.over is None:
            try:
                data = socket.recv(timeout=1)
            except TimeoutError:
                self._send(socket, self.client.tick(_now()))
                continue
            greeted = self._take(socket, data, greeted)
            try:
                self._act(socket)
            except Gone:
                self._send(socket, self.client.leave(_now()))
                raise

    def _take(self, socket: ClientConnection, data: str | bytes, greeted: bool) -> bool:
        """Take one message; whether the server has greeted us on this connection."""
        from outflank.contract import Refusal
        from outflank.protocol import Refused, Replaced, Welcome, read_host

        try:
            message = read_host(data)
        except Refusal as refusal:
            raise Trouble.of(refusal) from None
        if isinstance(message, Refused) and not greeted:
            raise _refused(message)
        if isinstance(message, Replaced):
            raise Trouble("another connection has taken this seat over.", "seat_replaced")
        self._send(socket, self.client.receive(message, _now()))
        return greeted or isinstance(message, Welcome)

    def _act(self, socket: ClientConnection) -> None:
        """Do something when it is our turn. Raises Gone."""
        from outflank.bots import Turn

        client = self.client
        if client.busy or client.over is not None:
            return
        if not client.legal or client.view is None:
            self._waits = True
            return
        if client.refused is not None:
            self._refused += 1
            if self._refused > OFTEN:
                raise _refused(client.refused)  # of what it called legal
        else:
            self._refused = 0
        if self._waits:
            self._waits = False
            self.seed = (self.seed * 0x5DEECE66D + 11) & 0x7FFFFFFF  # another one each turn
        turn = Turn(client.view, client.legal, self.seed, self.nodes, self.memory)
        self._send(socket, client.act(self.bot.choose(turn), _now()))

    def _send(self, socket: ClientConnection, messages: list[ClientMessage]) -> None:
        from outflank.protocol import write

        for message in messages:
            socket.send(write(message).decode())


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
