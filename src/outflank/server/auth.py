"""Who somebody is: a random token per seat, kept as a hash, sent in a header by programs, in a cookie by the page."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER = "x-player-token"
COOKIE_AGE = 30 * 24 * 3600  # seconds


def new_token() -> str:
    """A seat's token: 192 bits that are told once."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """What an invitation holds: 96 bits that are told once, and used once."""
    return secrets.token_urlsafe(12)


def digest(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def cookie_name(match_id: str, player: int) -> str:
    """One cookie per match and player, so that two people can share a browser."""
    return f"outflank_{match_id}_{player}"


def same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request comes from the server's own page, or from a program that names no origin."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")
