"""What happened, one sentence each: the effects that a player was told of, in the words that the page uses too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.contract import Refusal, Telling
from outflank.games import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.cli.words import Words
    from outflank.contract import Json


def sentences(effects: Sequence[Json], words: Words, game: str, names: Sequence[str], viewer: int | None) -> list[str]:
    """``names``: of the players. Turns are left out, and so is all of a game whose words are not here."""
    try:
        told = text(game)
    except Refusal:
        return []
    if not isinstance(told, Telling):
        return []

    def filled(name: str, value: object) -> object:
        if name == "player":
            return names[int(str(value)) - 1]
        if isinstance(value, list | tuple):
            return told.place(value)
        if isinstance(value, dict):
            whose = "your" if value["owner"] == viewer else "their"
            key = f"{game}.{whose}.{told.called(value)}"
            return words(key, **value, player=names[value["owner"] - 1])
        return words.noun(value) if isinstance(value, str) else value

    found: list[str] = []
    for key, blanks in told.story(effects):
        if f"{game}.log.{key}" in words:
            sentence = words(f"{game}.log.{key}", **{name: filled(name, value) for name, value in blanks.items()})
            found.append(sentence[:1].upper() + sentence[1:])
    return found
