"""The REST interface, under the names of the CellWar document, for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from starlette.routing import Route

from outflank import __version__
from outflank.bots import KIND, STANDARD, budget, make, offered
from outflank.codec import options_schema, read_options
from outflank.contract import Json, Refusal, Tabled
from outflank.games import games, load, named
from outflank.match import Kind, Place
from outflank.protocol import Act, EndTurn, Refused, Seat
from outflank.server.addresses import loopback
from outflank.server.auth import COOKIE_AGE, HEADER, cookie_name
from outflank.server.live import now
from outflank.server.replies import answering, number, ok, read

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from outflank.server.hub import Hub
    from outflank.server.limits import Limits
    from outflank.server.live import Live

DEFAULT_GAME = "cellwar"
Code = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""What an invitation holds."""


class Player(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new match. human: joined by who creates it; open: by whoever comes; both wait for a join."""

    kind: Kind = "open"
    name: str = ""
    bot: str | None = None


class Created(msgspec.Struct):
    """``invitations``: per open seat a code that takes just that seat, once; told only now."""

    game_id: str
    invitations: dict[str, str]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Take a seat: the one that ``code`` is the invitation to, or ``player``'s, or the first open one."""

    player: int | None = None
    name: str = ""
    code: str | None = None


class Fill(msgspec.Struct, forbid_unknown_fields=True):
    """Give an open seat to a computer player."""

    player: int
    bot: str = STANDARD


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """Ask the others to another match, which was made before; ``codes``: per player the invitation to it."""

    match_id: Annotated[str, msgspec.Meta(max_length=64)]
    codes: dict[str, Code] = {}


class Find(msgspec.Struct, forbid_unknown_fields=True):
    """Which match the invitation ``code`` is to. Letters of both kinds are read, with hyphens and blanks or without."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


class Found(msgspec.Struct):
    game_id: str


class Joined(msgspec.Struct):
    player_token: str
    player_id: int


class Present(msgspec.Struct):
    """What a player is told of the match as it is. ``view`` is null before it begins."""

    started: bool
    seq: int
    view: Json | None
    legal: list[Json]


class Info(msgspec.Struct):
    """What anybody may know of a match; ``mine``: the seats whose cookies came with the request."""

    game_id: str
    game: str
    options: Json
    seats: list[Seat]
    started: bool
    finished: bool
    mine: list[int]


def hub(request: Request) -> Hub:
    found: Hub = request.app.state.hub
    return found


async def live(request: Request) -> Live:
    return await hub(request).get(request.path_params["game_id"])


async def seated(request: Request) -> tuple[Live, int]:
    """The match, and the player whose token the header holds. Raises Refusal."""
    match_ = await live(request)
    player = match_.player_of(request.headers.get(HEADER))
    if player is None:
        raise Refusal("Unauthorized", "The header X-Player-Token must hold the token of a seat.", "unauthorized")
    return match_, player


async def somebody_in(request: Request) -> Live:
    """The match, for whoever holds any seat in it: by the header, or in a browser by a cookie. Raises Refusal."""
    found = await live(request)
    if not held(request, found):
        await seated(request)
    return found


def held(request: Request, found: Live) -> list[int]:
    """The seats whose cookies came with the request."""
    return found.held(request.cookies, cookie_name(found.host.match_id, 0)[:-1] + "%d")


def limit(request: Request, limits: Limits | None = None) -> None:
    """One more new match or seat (or what else ``limits`` counts) from this address. Raises Refusal TooManyRequests."""
    counted: Limits = limits or request.app.state.limits
    counted.take(request.client.host if request.client else "", now())


async def health(request: Request) -> Any:
    if hub(request).draining:
        raise Refusal("Draining", "This server is about to stop.", "draining")
    told: Json = {"status": "ok", "version": __version__}
    if request.app.state.addresses and loopback(request.client.host if request.client else ""):
        told["addresses"] = request.app.state.addresses
    return told


async def list_games(request: Request) -> Any:
    return [about(game) for game in games()]


def about(game: str) -> Json:
    """What a set-up needs to know: the options with their defaults, how many play unless one says otherwise, and on
    which levels the computer does, the weakest first, with the nodes it may spend here."""
    rules = load(game)
    players = rules.start(rules.Options(), 0).players
    title, labels = named(game)
    return {
        "id": game,
        "title": title,
        "version": rules.VERSION,
        "options": options_schema(rules),
        "labels": labels,
        "players": players,
        "levels": [
            {"name": level, "nodes": budget(game, level, KIND), "full": budget(game, level)} for level in offered(game)
        ],
        "budget": KIND,
    }


async def tables(request: Request) -> Any:
    """The game's own numbers, for help and set-up."""
    game = load(request.path_params["game"])
    return game.tables() if isinstance(game, Tabled) else {}


async def preview(request: Request) -> Any:
    """The first board of a match with these options, nothing hidden."""
    query = dict(request.query_params)
    game = load(query.pop("game", DEFAULT_GAME))
    options = read_options(game, {name: number(name, text) for name, text in query.items()})
    limit(request, request.app.state.previews)
    return {"view": game.reveal(game.start(options, 0))}


async def create(request: Request) -> Any:
    """A new match. The options' own fields may stand at the top, as in the CellWar document."""
    fields = await read(request, dict[str, Any])
    game = _take(fields, "game", str) or DEFAULT_GAME
    position = _take(fields, "position", str)
    seed = _take(fields, "seed", int)
    options: Json = _take(fields, "options", dict) or {}
    given = fields.pop("players", None)
    for name, value in fields.items():
        if name in options and options[name] != value:
            message = f"{name} is given twice, and differently."
            raise Refusal("BadOptions", message, "option_given_twice", option=name[:40])
        options[name] = value
    rules = load(game)
    if seed is not None and (rules.HIDDEN or seed is True or seed is False or not 0 <= seed < 2**32):
        message = "A seed is a whole number below 2 to the 32nd, and only for games in which nothing is hidden."
        raise Refusal("BadRequest", message, "seed_of_match")
    chosen = read_options(rules, options)
    if given is None:
        places = [Place("open")] * rules.start(chosen, 0).players
    else:
        try:
            players = msgspec.convert(given, list[Player])
        except msgspec.ValidationError as error:
            raise Refusal("BadPlayers", f"These players cannot be read: {error}.", "bad_request") from None
        places = [
            Place("computer", each.name, each.bot or STANDARD) if each.kind == "computer" else Place("open", each.name)
            for each in players
        ]
    limit(request)
    made, codes = await hub(request).create(game, options, places, position, seed)
    return Created(made.host.match_id, {str(player): code for player, code in codes.items()})


def _take(fields: Json, name: str, kind: type) -> Any:
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, kind):
        raise Refusal("BadRequest", f"{name} must be a JSON {kind.__name__}.", "bad_request")
    return value


async def info(request: Request) -> Any:
    found = await live(request)
    match_ = found.host.match
    return Info(
        game_id=found.host.match_id,
        game=match_.started.game,
        options=match_.started.options,
        seats=found.host.seats(),
        started=match_.complete,
        finished=match_.state.player == 0,
        mine=held(request, found),
    )


async def join(request: Request) -> Any:
    wish = await read(request, Join)
    limit(request)
    found = await live(request)
    player, token = await found.join(wish.player, wish.name, wish.code)
    answer = ok(Joined(token, player))
    answer.set_cookie(
        cookie_name(found.host.match_id, player),
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


async def find(request: Request) -> Any:
    wish = await read(request, Find)
    limit(request)
    return Found(await hub(request).invited(wish.code))


async def fill(request: Request) -> Any:
    """The computer takes an open seat, if somebody who has a seat says so."""
    found = await somebody_in(request)
    wish = await read(request, Fill)
    make(found.host.match.started.game, wish.bot)
    await found.fill(wish.player, wish.bot)
    return await info(request)


async def cancel(request: Request) -> Any:
    """A match that has not begun is called off by somebody who has a seat in it."""
    await hub(request).call_off(await somebody_in(request))
    return {}


async def rematch(request: Request) -> Any:
    """Somebody who has played asks the others for another match."""
    found = await live(request)
    mine = held(request, found)
    player = mine[0] if mine else (await seated(request))[1]
    wish = await read(request, Again)
    limit(request)
    other = await hub(request).get(wish.match_id)
    codes = {
        int(seat): code for seat, code in wish.codes.items() if seat.isascii() and seat.isdigit() and len(seat) < 3
    }
    await found.ask_for_rematch(player, other.host.match_id, codes)
    return {}


async def state(request: Request) -> Any:
    return _present(*(await seated(request)))


def _present(found: Live, player: int) -> Present:
    host = found.host
    if not host.match.complete:
        return Present(False, host.recipients[player].seq, None, [])
    game, now = host.game, host.match.state
    return Present(True, host.recipients[player].seq, game.view(now, player), game.legal(now, player))


async def action(request: Request) -> Any:
    """Do an action: its own fields are the body."""
    found, player = await seated(request)
    fields = await read(request, dict[str, Any])
    return await _command(found, player, Act(fields, _command_id(request)))


async def end_turn(request: Request) -> Any:
    found, player = await seated(request)
    return await _command(found, player, EndTurn(_command_id(request)))


def _command_id(request: Request) -> str | None:
    """The header Idempotency-Key: a repeated command with the same key is carried out once."""
    key = request.headers.get("idempotency-key")
    if key is not None and not 1 <= len(key) <= 64:
        raise Refusal("BadRequest", "An Idempotency-Key has 1 to 64 characters.", "bad_request")
    return key


async def _command(found: Live, player: int, command: Act | EndTurn) -> Present:
    answer = (await found.receive(player, command))[-1]
    if isinstance(answer, Refused):
        raise Refusal(answer.error, answer.message, answer.detail, **answer.values)
    return _present(found, player)


async def not_found(request: Request) -> Any:
    raise Refusal("NotFound", "There is nothing at this address.", "not_found")


def routes(prefix: str) -> list[Route]:
    """The same interface under a prefix, for proxies that keep it."""
    table: list[tuple[str, str, Callable[[Request], Awaitable[Any]]]] = [
        ("GET", "/health", health),
        ("GET", "/games", list_games),
        ("GET", "/games/{game}/tables", tables),
        ("GET", "/game/preview", preview),
        ("POST", "/game/create", create),
        ("POST", "/game/find", find),
        ("GET", "/game/{game_id}", info),
        ("POST", "/game/{game_id}/join", join),
        ("POST", "/game/{game_id}/fill", fill),
        ("POST", "/game/{game_id}/cancel", cancel),
        ("POST", "/game/{game_id}/rematch", rematch),
        ("GET", "/game/{game_id}/state", state),
        ("POST", "/game/{game_id}/action", action),
        ("POST", "/game/{game_id}/end_turn", end_turn),
    ]
    found = [Route(prefix + path, answering(handler), methods=[method]) for method, path, handler in table]
    return [*found, Route(prefix + "/game/{rest:path}", answering(not_found), methods=["GET", "POST"])]
