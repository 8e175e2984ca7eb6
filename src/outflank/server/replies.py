"""Answers over HTTP: JSON bodies read with limits, and refusals with their status."""

from __future__ import annotations

import re
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.responses import Response

from outflank.contract import BadOptions, Refusal
from outflank.server.auth import same_site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

BODY = 64 * 1024
"""Bytes that a request's body may have."""

STATUS = {
    "Unauthorized": 401,
    "Hidden": 403,
    "ForeignOrigin": 403,
    "GameNotFound": 404,
    "NotFound": 404,
    "NoSuchSeat": 404,
    "UnitNotFound": 404,
    "UnknownGame": 404,
    "AlreadyStarted": 409,
    "GameOver": 409,
    "NoEndTurn": 409,
    "NotOver": 409,
    "NotStarted": 409,
    "NotYourTurn": 409,
    "SeatTaken": 409,
    "Stale": 409,
    "UnitAlreadyActed": 409,
    "TooLarge": 413,
    "TooManyRequests": 429,
    "Draining": 503,
    "StoreFailed": 503,
}
"""Every other refusal is 422: the request could be read, but not done."""

T = TypeVar("T")


class Problem(msgspec.Struct, frozen=True):
    """The body of every answer that is no success."""

    error: str
    detail: str
    message: str
    values: dict[str, int | str] = {}


def ok(body: object) -> Response:
    return Response(msgspec.json.encode(body), media_type="application/json", headers={"Cache-Control": "no-store"})


def refused(refusal: Refusal) -> Response:
    problem = Problem(refusal.code, refusal.detail, refusal.message, refusal.values)
    status = STATUS.get(refusal.code, 422)
    headers = {"Cache-Control": "no-store"}
    if status == 429:
        headers["Retry-After"] = str(refusal.values["seconds"])
    return Response(msgspec.json.encode(problem), status, media_type="application/json", headers=headers)


async def body(request: Request, most: int = BODY) -> bytes:
    """The request's body. Raises Refusal TooLarge."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise Refusal("TooLarge", f"A request has at most {most} bytes.", "too_large", most=most)
    return bytes(data)


async def read(request: Request, kind: type[T]) -> T:
    """The body as this type; an empty one stands for no fields. Raises Refusal."""
    data = await body(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("BadRequest", f"This request cannot be read: {error}.", "bad_request") from None


def number(name: str, text: str) -> int:
    """A whole number from an address. Raises BadOptions."""
    if not re.fullmatch("-?[0-9]{1,10}", text):
        raise BadOptions("BadOptions", f"{name} must be a whole number.", f"bad_{name}"[:40])
    return int(text)


def answering(handler: Callable[[Request], Awaitable[Any]]) -> Callable[[Request], Awaitable[Response]]:
    """Make an answer of what a handler returns, or of its refusal."""

    @wraps(handler)
    async def answer(request: Request) -> Response:
        try:
            if request.method != "GET" and not same_site(request.headers):
                raise Refusal("ForeignOrigin", "This request comes from another site's page.", "foreign_origin")
            result = await handler(request)
        except Refusal as refusal:
            return refused(refusal)
        return result if hasattr(result, "headers") else ok(result)

    return answer
