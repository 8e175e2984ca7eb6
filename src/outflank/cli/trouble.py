"""What a command cannot do, told in one line; and what comes from elsewhere, made fit to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.cli.words import Words
    from outflank.contract import Refusal


class Trouble(Exception):
    """Told in one line; the command ends with exit status 2. ``code``, ``detail``, ``message`` and ``values`` are what
    they are in a Refusal. What only programmers use (arena, bot, perft) has no translations, only the message.

    ``about``: what it is about, e.g. a file, told before the sentence; ``english``: the message is told whatever the
    language, since it says more than the translation.
    """

    code = "Trouble"
    about = ""
    english = False

    def __init__(self, message: str, detail: str, **values: int | str) -> None:
        super().__init__(message)
        self.detail = detail
        self.message = message
        self.values = values

    @staticmethod
    def of(refusal: Refusal, about: str = "") -> Trouble:
        """The same as a Refusal."""
        trouble = Trouble(refusal.message, refusal.detail, **refusal.values)
        trouble.code, trouble.about = refusal.code, about
        return trouble

    def told(self, words: Words) -> str:
        """For example ``8x8: This file ... (BadReplay/replay_damaged)``: the sentence, and its stable code."""
        told = None if self.english else words.refusal(self.code, self.detail, self.message, self.values)
        stable = self.code if self.detail in ("", self.code) else f"{self.code}/{self.detail}"
        return plain(f"{f'{self.about}: ' if self.about else ''}{told or self.message} ({stable})")


def unreadable(file: str, error: Exception) -> Trouble:
    """What reading a file has failed of."""
    why = str(getattr(error, "strerror", None) or error)
    return Trouble(f"{file} cannot be read: {why}.", "file_unreadable", file=file, why=why)


SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Not printable to Python, and in every other French sentence."""


def plain(text: str) -> str:
    """Text of a file or a server on one line, without anything that could command the terminal."""
    return "".join(each if each.isprintable() or each in SPACES else "\N{REPLACEMENT CHARACTER}" for each in text)
