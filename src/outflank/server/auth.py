"""Who somebody is: a random token per seat, kept as a hash, sent in a header by programs, in a cookie by the page."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

HEADER = "x-player-token"
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Those of codes: none that look like another one, and none with which they might spell something."""
READ_AS = str.maketrans("OIL", "011", "- ")
CODE = 12
COOKIE_AGE = 30 * 24 * 3600  # seconds


def new_token() -> str:
    """A seat's token: 192 bits that are told once."""
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """What an invitation holds: 60 bits, short enough to be typed, told once and used once.

    Whoever guesses has so many tries a minute and address, and all there is to win is a seat that is still open.
    """
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def plain_code(typed: str) -> str:
    """A code as it was made, however it was typed."""
    return typed.upper().translate(READ_AS)


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
