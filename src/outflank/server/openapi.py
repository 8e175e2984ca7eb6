"""The OpenAPI 3.1 document of the interface, made from the types and the tables of routes themselves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, get_args, is_typeddict

import msgspec
from starlette.routing import Route

from outflank import protocol
from outflank.games import BUILT_IN
from outflank.replay import Evaluation
from outflank.server import replays, routes
from outflank.server.replies import STATUS, Problem, answering

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request

    from outflank.contract import Json

REF = "#/components/schemas/{name}"
WRITING = ("ForeignOrigin",)
BODY = ("TooLarge", "BadRequest")
MATCH = ("GameNotFound", "StoreFailed")
RULES = (
    *("GameOver", "NotStarted", "NotYourTurn", "UnitNotFound", "UnitAlreadyActed", "InvalidAction", "Stale"),
    "BadRequest",
)


@dataclass(frozen=True, slots=True)
class Operation:
    """What the types do not say of one route."""

    says: str
    answer: Any
    refusals: tuple[str, ...] = ()
    body: Json | None = None
    query: tuple[Json, ...] = ()
    seat: bool = False
    """Whether the token of a seat is needed."""
    open: bool = False
    """Whether the token is needed, and a browser's cookie serves as well."""


def schema(name: str) -> Json:
    return {"$ref": REF.format(name=name)}


def many(items: Json) -> Json:
    return {"type": "array", "items": items}


def query(name: str, kind: Json, says: str) -> Json:
    return {"name": name, "in": "query", "required": False, "description": says, "schema": kind}


WHOLE = {"type": "integer", "minimum": -9_999_999_999, "maximum": 9_999_999_999}  # ten digits
FREE: Json = {"type": "object", "additionalProperties": True}
CREATE: Json = {
    "type": "object",
    "description": "The options of the game may stand here as well as under `options`.",
    "properties": {
        "game": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": routes.DEFAULT_GAME},
        "options": {"anyOf": [FREE, {"type": "null"}]},
        "players": {"anyOf": [many(schema("Player")), {"type": "null"}]},
        "position": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "seed": {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 2**32 - 1}, {"type": "null"}]},
    },
    "additionalProperties": True,
}
WORDS: Json = {
    "type": "object",
    "description": "Words for people, per language; `en` is there whenever any is.",
    "additionalProperties": {"type": "string"},
}
GAMES: Json = many(
    {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "title": WORDS,
            "version": {"type": "integer"},
            "options": FREE,
            "labels": {"type": "object", "additionalProperties": WORDS},
            "players": {"type": "integer"},
            "levels": many(
                {
                    "type": "object",
                    "description": "How the computer plays, the weakest first. `nodes`: what it may spend here; "
                    "`full`: where the rules are compiled.",
                    "properties": {
                        "name": {"type": "string"},
                        "nodes": {"type": "integer", "minimum": 1},
                        "full": {"type": "integer", "minimum": 1},
                    },
                    "required": ["name", "nodes", "full"],
                }
            ),
            "budget": {"enum": ["full", "light"]},
        },
        "required": ["id", "title", "version", "options", "labels", "players", "levels", "budget"],
    }
)
HEALTH: Json = {
    "type": "object",
    "properties": {
        "status": {"const": "ok"},
        "version": {"type": "string"},
        "addresses": many({"type": "string"}),
    },
    "required": ["status", "version"],
}
FILE: Json = {"type": "string", "contentMediaType": "application/octet-stream"}
KEY: Json = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key is carried out once and answered alike.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 64},
}

OPERATIONS: dict[tuple[str, str], Operation] = {
    ("GET", "/health"): Operation("Whether the server is well", HEALTH, ("Draining",)),
    ("GET", "/games"): Operation("Every game, with its options", GAMES),
    ("GET", "/games/{game}/tables"): Operation(
        "The game's own numbers, for help and set-up; empty when it has none", FREE, ("UnknownGame",)
    ),
    ("GET", "/game/preview"): Operation(
        "The first board with these options",
        {"type": "object", "properties": {"view": FREE}, "required": ["view"]},
        ("UnknownGame", "BadOptions", "BadRequest", "TooManyRequests"),
        query=(
            query("game", {"type": "string"}, "Its id"),
            query("width", WHOLE, "An option; every option that is a whole number can be given"),
        ),
    ),
    ("POST", "/game/create"): Operation(
        "A new match",
        schema("Created"),
        (
            *("UnknownGame", "BadOptions", "BadPlayers", "BadName", "BadPosition", "UnknownBot", "TooManyRequests"),
            *("StoreFailed", *BODY),
        ),
        body=CREATE,
    ),
    ("POST", "/game/find"): Operation(
        "Which match an invitation's code is to",
        schema("Found"),
        ("GameNotFound", "TooManyRequests", "StoreFailed", *BODY),
        body=schema("Find"),
    ),
    ("GET", "/game/{game_id}"): Operation("What anybody may know of a match", schema("Info"), MATCH),
    ("POST", "/game/{game_id}/join"): Operation(
        "Take a seat",
        schema("Joined"),
        (*MATCH, "SeatTaken", "NoSuchSeat", "BadName", "TooManyRequests", *BODY),
        body=schema("Join"),
    ),
    ("POST", "/game/{game_id}/fill"): Operation(
        "Give an open seat to the computer",
        schema("Info"),
        (*MATCH, "SeatTaken", "NoSuchSeat", "UnknownBot", *BODY),
        body=schema("Fill"),
        open=True,
    ),
    ("POST", "/game/{game_id}/cancel"): Operation(
        "Call off a match that has not begun",
        {"type": "object", "maxProperties": 0},
        (*MATCH, "AlreadyStarted"),
        open=True,
    ),
    ("POST", "/game/{game_id}/rematch"): Operation(
        "Ask the others to another match, when this one is over",
        {"type": "object", "maxProperties": 0},
        (*MATCH, "NotOver", "TooManyRequests", *BODY),
        body=schema("Again"),
        open=True,
    ),
    ("GET", "/game/{game_id}/state"): Operation("The match as its player sees it", schema("Present"), MATCH, seat=True),
    ("POST", "/game/{game_id}/action"): Operation(
        "Do an action", schema("Present"), (*MATCH, *RULES, *BODY), body=schema("Action"), seat=True, query=(KEY,)
    ),
    ("POST", "/game/{game_id}/end_turn"): Operation(
        "End the turn", schema("Present"), (*MATCH, *RULES, "NoEndTurn"), seat=True, query=(KEY,)
    ),
    ("GET", "/game/{game_id}/replay"): Operation("The match as a file, when it is over", FILE, (*MATCH, "NotOver")),
    ("POST", "/replay"): Operation(
        "Have a replay file shown",
        schema("Summary"),
        ("BadReplay", "TooLarge", "TooManyRequests"),
        body=FILE,
    ),
    ("GET", "/replay/{replay_id}"): Operation("About a replay", schema("Summary"), (*MATCH, "NotOver")),
    ("GET", "/replay/{replay_id}/frames"): Operation(
        "Moments of a replay",
        many(schema("Frame")),
        (*MATCH, "NotOver", "NoSuchSeat", "BadOptions"),
        query=(
            query("from", WHOLE, "The first moment"),
            query("to", WHOLE, f"The last one; {replays.FRAMES} at most are sent"),
            query("eyes", WHOLE, "As this player saw it; left out: the open board"),
            query("words", {"type": "string"}, "1: the board in words as well"),
        ),
    ),
    ("GET", "/game/{game_id}/evaluation"): Operation(
        "How a match went, turn by turn, when it is over or only computers play",
        schema("Evaluation"),
        (*MATCH, "NotOver", "BadReplay"),
    ),
    ("GET", "/replay/{replay_id}/evaluation"): Operation(
        "How the match of a replay went, turn by turn", schema("Evaluation"), (*MATCH, "NotOver", "BadReplay")
    ),
    ("GET", "/openapi.json"): Operation("This document", FREE),
}


def document() -> Json:
    """The document: every address, every message both ways, and what is inside them per game."""
    paths: dict[str, Json] = {}
    for route in [*routes.routes("/api"), *replays.routes("/api"), *own_routes("/api")]:
        if "{rest" in route.path:
            continue
        (method,) = (route.methods or set()) - {"HEAD"}
        name = route.path.removeprefix("/api")
        paths.setdefault(route.path, {})[method.lower()] = operation(method, name, OPERATIONS[method, name])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Outflank", "version": str(protocol.PROTOCOL)},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "seat": {"type": "apiKey", "in": "header", "name": "X-Player-Token"},
            },
        },
    }


def operation(method: str, path: str, told: Operation) -> Json:
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}} for name in names
    ]
    content = "application/octet-stream" if told.answer is FILE else "application/json"
    made: Json = {
        "operationId": f"{method.lower()}{path.replace('/', '_').replace('{', '').replace('}', '').replace('.', '_')}",
        "summary": told.says,
        "parameters": [*parameters, *told.query],
        "responses": {
            "200": {"description": "Done", "content": {content: {"schema": told.answer}}},
            **refusals(method, names, told),
        },
    }
    if told.body is not None:
        kind = "application/octet-stream" if told.body is FILE else "application/json"
        made["requestBody"] = {"required": told.body == schema("Fill"), "content": {kind: {"schema": told.body}}}
    if told.seat or told.open:
        made["security"] = [{"seat": []}]
    return made


def refusals(method: str, names: list[str], told: Operation) -> Json:
    """Every refusal of a route, by status."""
    codes = {*told.refusals}
    codes |= {*WRITING} if method == "POST" else set()
    codes |= {"Unauthorized"} if told.seat or told.open else set()
    codes |= {"NotFound"} if names else set()  # a name with a slash in it is no address
    found: dict[int, list[str]] = {}
    for code in sorted(codes):
        found.setdefault(STATUS.get(code, 422), []).append(code)
    return {
        str(status): {
            "description": ", ".join(some),
            "content": {
                "application/json": {
                    "schema": {"allOf": [schema("Problem"), {"properties": {"error": {"enum": some}}}]}
                }
            },
        }
        for status, some in sorted(found.items())
    }


# ---- what is inside


def shapes() -> list[Any]:
    """Every typed dictionary in the shapes.py of every game, by name."""
    found: dict[str, Any] = {}
    for package in BUILT_IN.values():
        if find_spec(f"{package}.shapes") is not None:
            module = import_module(f"{package}.shapes")
            found |= {name: value for name, value in vars(module).items() if is_typeddict(value)}
    return [found[name] for name in sorted(found)]


def schemas() -> Json:
    from_client = get_args(protocol.ClientMessage)
    from_host = get_args(protocol.HostMessage)
    sequenced = get_args(protocol.Sequenced)
    rest = [
        routes.Player,
        routes.Created,
        routes.Join,
        routes.Fill,
        routes.Again,
        routes.Find,
        routes.Found,
        routes.Joined,
        routes.Present,
        routes.Info,
    ]
    kinds = [
        *from_client,
        *from_host,
        protocol.Seat,
        *rest,
        replays.Summary,
        replays.Frame,
        Evaluation,
        Problem,
        *shapes(),
    ]
    _, made = msgspec.json.schema_components(kinds, ref_template=REF)
    for name, members in (("ClientMessage", from_client), ("HostMessage", from_host), ("Sequenced", sequenced)):
        made[name] = union(members)
    made["Action"] = {**FREE, "description": "An action's own fields, as the game has them (`CellWarAction`)."}
    tidy(made)
    return dict(sorted(made.items()))


def union(members: Iterable[type]) -> Json:
    tags = {str(member.__struct_config__.tag): member.__name__ for member in members}  # type: ignore[attr-defined]
    return {
        "oneOf": [schema(name) for name in tags.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {tag: REF.format(name=name) for tag, name in tags.items()},
        },
    }


def tidy(node: Any) -> None:
    """Say what the generator of types would guess otherwise: free-form objects stay open, enums of words are text."""
    if isinstance(node, dict):
        if node == {"type": "object"}:
            node["additionalProperties"] = True
        if "enum" in node and all(isinstance(value, str) for value in node["enum"]):
            node.setdefault("type", "string")
        for value in list(node.values()):
            tidy(value)
    elif isinstance(node, list):
        for value in node:
            tidy(value)


@cache
def _answer() -> Json:
    return document()


async def endpoint(request: Request) -> Any:
    return _answer()


def own_routes(prefix: str) -> list[Route]:
    return [Route(f"{prefix}/openapi.json", answering(endpoint), methods=["GET"])]
