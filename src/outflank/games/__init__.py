"""The games, by id: those built in, and those that other packages bring (entry points ``outflank.games``)."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from outflank.contract import Named, Refusal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints
    from types import ModuleType

    from outflank.contract import Game, Label, Text

BUILT_IN = {
    "cellwar": "outflank.games.cellwar",
    "pixelswars": "outflank.games.pixelswars",
    "traversal": "outflank.games.traversal",
}
"""id -> package. One line per game.

The package has the modules ``game`` and ``text``, and for each older version N of its rules a module ``vN`` with the
names of that time's ``game``, and that time's ``text`` under the name ``text``."""

GROUP = "outflank.games"


def games() -> list[str]:
    """The ids of all games, built-in ones first."""
    return [*BUILT_IN, *sorted(entry.name for entry in _brought() if entry.name not in BUILT_IN)]


def _brought() -> EntryPoints:
    """The games of other packages. Looked for when asked for: this import alone is half of the time to load a game."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def package(game: str) -> str:
    """The package of a game. Raises Refusal UnknownGame."""
    if game in BUILT_IN:
        return BUILT_IN[game]
    for entry in _brought():
        if entry.name == game:
            return entry.value
    message = f"There is no game {game!r} here. There is: {', '.join(games())}."
    raise Refusal("UnknownGame", message, "unknown_game", game=game[:40])


def load(game: str, version: int | None = None) -> Game:
    """The functions of a game (its ``game.py``), or of an older version of its rules (its ``v<version>.py``).

    Raises Refusal UnknownGame or UnknownVersion.
    """
    current = cast("Game", import_module(f"{package(game)}.game"))
    return current if version in (None, current.VERSION) else cast("Game", _older(game, version))


def text(game: str, version: int | None = None) -> Text:
    """A game in words (its ``text.py``), or an older version of it (``text`` in its ``v<version>.py``).

    Raises Refusal UnknownGame or UnknownVersion.
    """
    if version in (None, load(game).VERSION):
        return cast("Text", import_module(f"{package(game)}.text"))
    return cast("Text", _older(game, version).text)


def named(game: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """What people call a game and its options, per language (``en`` always); empty where its ``text.py`` does not say.

    Raises Refusal UnknownGame.
    """
    told = text(game)
    if not isinstance(told, Named):
        return {}, {}
    return _words(told.TITLE), {option: _words(label) for option, label in told.OPTIONS.items()}


def _words(label: Label) -> dict[str, str]:
    return {"en": label} if isinstance(label, str) else label


def _older(game: str, version: int) -> ModuleType:
    name = f"{package(game)}.v{version}"
    if find_spec(name) is None:
        message = f"This is of version {version} of the rules of {game}, which are not here."
        raise Refusal("UnknownVersion", message, "replay_old_rules", game=game[:40], version=version)
    return import_module(name)
