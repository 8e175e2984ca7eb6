"""The texts: the same keys and blanks in every language, and one for whatever a person can be refused for."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = ROOT / "src" / "outflank"
TEXTS: dict[str, dict[str, str]] = {
    language: json.loads((PACKAGE / "i18n" / f"{language}.json").read_text(encoding="utf-8"))
    for language in ("en", "fr", "de")
}


def blanks(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_language_has_the_same_keys_and_blanks(language: str) -> None:
    english, other = TEXTS["en"], TEXTS[language]
    assert english.keys() == other.keys()
    assert list(other) == sorted(other)
    assert {key: blanks(text) for key, text in english.items()} == {key: blanks(text) for key, text in other.items()}
    assert not [key for key, text in other.items() if not text.strip()]


def test_french_keeps_its_signs_together() -> None:
    """No line breaks before high signs or inside guillemets, and apostrophes are curved."""
    straight = [key for key, text in TEXTS["fr"].items() if "'" in text and not key.startswith("command.words.")]
    parted = [key for key, text in TEXTS["fr"].items() if re.search(r" [;:!?»]|« |[^\s\u00a0\u202f][;!?»]", text)]
    assert not straight and not parted


def test_signs_stand_as_each_language_sets_them() -> None:
    """German parts an ellipsis from a whole word, English does not part the sign of percent; neither breaks there."""
    german = [key for key, text in TEXTS["de"].items() if re.search(r"[^\u00a0]…|\} %", text)]
    english = [key for key, text in TEXTS["en"].items() if re.search(r"\s[…%]", text)]
    french = [key for key, text in TEXTS["fr"].items() if re.search(r"\u00a0…| […%]", text)]
    assert not german and not english and not french


def test_one_word_per_idea() -> None:
    """Words that were once used side by side for one thing."""
    unwanted = {
        "fr": r"brume|Tour \{round\}|plateau à plat",
        "de": r"Befestigung|Spielfeld|Protokoll|Computerspieler|[Vv]ersuch es|^(Klick|Drück) ",
        "en": r"\bgame over\b|computer player",
    }
    for language, pattern in unwanted.items():
        assert not [key for key, text in TEXTS[language].items() if re.search(pattern, text)]


class Raised(NamedTuple):
    """One place that refuses something. ``detail`` "": not known before it runs; ``values`` None likewise."""

    where: str
    code: str
    detail: str
    values: set[str] | None


def kinds() -> set[str]:
    """Refusal and all its subclasses, by name."""
    found = {"Refusal"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and {ast.unparse(base) for base in node.bases} & found:
                found.add(node.name)
    return found


def raised() -> Iterator[Raised]:
    """All but the arena's own, which only programmers meet, in English."""
    names = kinds()
    for path in sorted(set(PACKAGE.rglob("*.py")) - set((PACKAGE / "arena").rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
                continue
            code, detail = (node.args[i] if len(node.args) > i else None for i in (0, 2))
            if not isinstance(code, ast.Constant):
                continue  # handed on from another place
            told = None if any(word.arg is None for word in node.keywords) else {str(w.arg) for w in node.keywords}
            yield Raised(
                f"{path.relative_to(PACKAGE)}:{node.lineno}",
                str(code.value),
                str(detail.value) if isinstance(detail, ast.Constant) else "" if detail else str(code.value),
                told,
            )


def test_there_is_a_sentence_for_every_refusal() -> None:
    """Under its detail, or, where the detail is but its code, under that; and its blanks can be filled."""
    found = list(raised())
    assert len(found) > 40 and {"IllegalAction", "BadOptions", "BadPosition", "BadMessage", "BadReplay"} <= kinds()
    english = TEXTS["en"]
    wrong = []
    for each in found:
        snake = re.sub(r"(?<!^)(?=[A-Z])", "_", each.code).lower()
        own = f"error.{each.detail}" in english
        if not own and (each.detail not in ("", snake, each.code) or f"error.{each.code}" not in english):
            wrong.append(f"{each.where}: no text for {each.detail or each.code}")
            continue
        text = english[f"error.{each.detail}" if own else f"error.{each.code}"]
        if each.values is not None and not set(blanks(text)) <= each.values:
            wrong.append(f"{each.where}: {text!r} has blanks that are not filled from {each.values}")
    assert not wrong, "\n".join(wrong)


def troubles() -> Iterator[tuple[str, str, set[str] | None]]:
    """Where a command for players says that something cannot be: the place, its detail, what fills the blanks."""
    programmers = {PACKAGE / "cli" / f"{name}.py" for name in ("arena", "bot", "perft")}
    for path in sorted(set(PACKAGE.rglob("*.py")) - programmers):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in ("Trouble", "StoreFailed")):
                continue
            if len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                values = (
                    None if any(word.arg is None for word in node.keywords) else {str(w.arg) for w in node.keywords}
                )
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", str(node.args[1].value), values


def test_there_is_a_sentence_for_everything_that_a_command_cannot_do() -> None:
    found = list(troubles())
    assert len(found) > 25
    english = TEXTS["en"]
    wrong = [
        f"{where}: {detail} {values}"
        for where, detail, values in found
        if f"error.{detail}" not in english
        or (values is not None and not set(blanks(english[f"error.{detail}"])) <= values)
    ]
    assert not wrong, "\n".join(wrong)
