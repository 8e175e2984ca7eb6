"""The page: its built files, and index.html at every address that it knows itself."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

STATIC = Path(__file__).parent.parent / "static"
PAGES = re.compile(
    r"/((new/[a-z0-9_-]+(/[a-z0-9_-]+)?|play/[a-z0-9_-]+|match/[a-z0-9]+|replay/[a-z0-9-]+|help(/[a-z0-9_-]+)?"
    r"|settings|about|legal)/?)?"
)
"""Addresses of the page; at any other it shows that there is nothing, with status 404."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
FOREVER = "public, max-age=31536000, immutable"  # names under /assets/ hold a hash of the content

mimetypes.add_type("text/javascript", ".mjs")
mimetypes.add_type("application/wasm", ".wasm")
mimetypes.add_type("font/woff2", ".woff2")


async def page(request: Request) -> Response:
    """A file of the page, or index.html."""
    path = request.url.path
    index = STATIC / "index.html"
    if not index.is_file():
        message = "The page is not built: ./run play builds it; so does `npm ci && npm run build` in web/.\n"
        return PlainTextResponse(message, 503)
    if path != "/" and (file := _file(path)) is not None:
        cache = FOREVER if path.startswith("/assets/") else "no-cache"
        return FileResponse(file, headers={**HEADERS, "Cache-Control": cache})
    status = 200 if PAGES.fullmatch(path) else 404
    return FileResponse(index, status, headers={**HEADERS, "Cache-Control": "no-cache"})


def _file(path: str) -> Path | None:
    """A file below STATIC, never one outside it."""
    try:
        file = (STATIC / path.lstrip("/")).resolve()
        return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
    except (ValueError, OSError):
        return None  # a zero byte, or a name longer than the system's


def routes() -> list[Route]:
    return [Route("/{path:path}", page, methods=["GET"])]
