"""The sentences of the terminal in the reader's language, from the same files as the page's."""

from __future__ import annotations

import json
import locale
import os
import re
from importlib.resources import files

LANGUAGES = ("en", "fr", "de")
VOWELS = frozenset("aeiouàâäéèêëîïôöùûü")


def preferred() -> str:
    """The language of this terminal, else English."""
    told = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    short = (told or locale.getlocale()[0] or "").replace("German", "de").replace("French", "fr")[:2].lower()
    return short if short in LANGUAGES else "en"


class Words:
    """One language: ``words("terminal.turn", name="Bot")``."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}: choose {', '.join(LANGUAGES)}.")
        folder = files("outflank") / "i18n"
        self._language = language
        self._elides = language == "fr"  # d’Ada, qu’Émile
        self._capitals = language == "de"  # nouns keep them within a sentence
        self._texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its blanks filled."""
        text = self._texts[key]
        for name, value in values.items():
            if self._elides and str(value)[:1].lower() in VOWELS:
                text = re.sub(rf"\b(d|qu)e (?=\{{{name}\}})", r"\1’", text)
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def noun(self, key: str) -> str:
        """The text of a key that is a noun, as within a sentence."""
        text = self._texts[key]
        return text if self._capitals else text[:1].lower() + text[1:]

    def game(self, game: str) -> str:
        """The name of a game: ours, or what its own text module calls it; its id where nothing says."""
        if f"game.{game}.title" in self:
            return self(f"game.{game}.title")
        from outflank.contract import Refusal
        from outflank.games import named

        try:
            title, _ = named(game)
        except Refusal:  # a replay's game may be gone
            return game
        return title.get(self._language) or title.get("en") or game

    def refusal(self, code: str, detail: str, message: str, values: dict[str, int | str]) -> str:
        """What was refused and why, in this language; the English sentence where there is no translation (for an
        action a game's own sentence says more than a translation of its code)."""
        for key in (f"error.{detail}", *([] if code == "InvalidAction" and message else [f"error.{code}"])):
            if key in self:
                return self(key, **values)
        return message
