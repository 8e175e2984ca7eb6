"""The games, by id: those built in, and those that other packages bring (entry points ``outflank.games``)."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, cast

from outflank.contract import Refusal

if TYPE_CHECKING:
    from outflank.contract import Game, Text

BUILT_IN = {
    "cellwar": "outflank.games.cellwar",
}
"""id -> package; the package has the modules ``game`` and ``text``. One line per game."""

GROUP = "outflank.games"


def games() -> list[str]:
    """The ids of all games, built-in ones first."""
    return [*BUILT_IN, *sorted(entry.name for entry in entry_points(group=GROUP) if entry.name not in BUILT_IN)]


def package(game: str) -> str:
    """The package of a game. Raises Refusal UnknownGame."""
    if game in BUILT_IN:
        return BUILT_IN[game]
    for entry in entry_points(group=GROUP, name=game):
        return entry.value
    message = f"There is no game {game!r} here. There is: {', '.join(games())}."
    raise Refusal("UnknownGame", message, "unknown_game", game=game[:40])


def load(game: str) -> Game:
    """The functions of a game (its ``game.py``). Raises Refusal UnknownGame."""
    return cast("Game", import_module(f"{package(game)}.game"))


def text(game: str) -> Text:
    """A game in words (its ``text.py``). Raises Refusal UnknownGame."""
    return cast("Text", import_module(f"{package(game)}.text"))
