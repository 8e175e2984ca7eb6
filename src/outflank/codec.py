"""The one way to JSON and back for options, and the fingerprint of a game with its options."""

from __future__ import annotations

import hashlib
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import msgspec

from outflank.contract import BadOptions, Json

if TYPE_CHECKING:
    from outflank.contract import Game


def read_options(game: Game, given: Json) -> Any:
    """The Options of a game from JSON, checked. Raises BadOptions, also for a name that the game does not know."""
    known = [field.name for field in fields(game.Options)]
    for name in given:
        if name not in known:
            message = f"{game.ID} has no option {name!r}; it has {', '.join(known)}."
            raise BadOptions("BadOptions", message, "unknown_option", option=str(name)[:40])
    try:
        options = msgspec.convert(given, game.Options)
    except (msgspec.ValidationError, OverflowError) as error:
        raise BadOptions("BadOptions", f"These options cannot be read: {error}.", "unreadable_options") from None
    game.check(options)
    return options


def write_options(options: Any) -> Json:
    """Options as JSON, every field given."""
    told: Json = msgspec.to_builtins(options)
    return told


def fingerprint(game: Game, options: Json) -> str:
    """Sixteen hex digits that change with the game, its rules version and the options."""
    text = msgspec.json.encode([game.ID, game.VERSION, options], order="sorted")
    return hashlib.sha256(text).hexdigest()[:16]


def options_schema(game: Game) -> Json:
    """The JSON Schema of a game's options, with defaults."""
    return msgspec.json.schema(game.Options)
