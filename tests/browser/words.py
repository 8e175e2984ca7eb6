"""The texts of the page, so that tests speak of what is said and not of how it is said today."""

from __future__ import annotations

import json
import re
from pathlib import Path

import outflank

FOLDER = Path(outflank.__file__).parent / "i18n"


class Words:
    """``words("match.round", round=3)`` in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts: dict[str, str] = json.loads((FOLDER / f"{language}.json").read_text())

    def __call__(self, key: str, **values: object) -> str:
        text = self._texts[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    def pattern(self, key: str) -> re.Pattern[str]:
        """The text with anything in its blanks."""
        parts = re.split(r"\{\w+\}", self._texts[key])
        return re.compile("(.+)".join(map(re.escape, parts)))
