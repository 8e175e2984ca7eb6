"""What happened, one sentence each: the effects that a player was told of, in the words that the page uses too."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.cli.words import Words
    from outflank.contract import Json


def sentences(effects: Sequence[Json], words: Words, game: str, names: Sequence[str], viewer: int | None) -> list[str]:
    """``names``: of the players. Turns are left out, and so is all of a game whose words are not here."""
    if f"{game}.log.moved" not in words:
        return []
    told: list[str] = []
    waiting = list(effects)
    while waiting:
        effect = waiting.pop(0)
        key, blanks = _one(effect)
        if waiting and (pair := _pair(effect, waiting[0])):
            waiting.pop(0)
            key, blanks = pair
        if key:
            filled = {
                name: _place(value) if isinstance(value, (list, tuple)) else _unit(value, words, game, names, viewer)
                for name, value in blanks.items()
            }
            sentence = words(f"{game}.log.{key}", **filled)
            told.append(sentence[:1].upper() + sentence[1:])
    return told


def _one(effect: Json) -> tuple[str, Json]:
    """The sentence of an effect alone, and what fills it."""
    unit = effect.get("unit")
    if unit is None:
        return "", {}
    key = effect["kind"]
    if key == "changed":
        key = {"factory": "factory", "fortification": "fortified"}.get(unit["type"], "exposed")
        unit = effect["was"]
    elif key == "produced" and "at" not in effect:
        key = "appeared_new"
    blanks = {"unit": unit} | {name: effect[name] for name in ("at", "to") if name in effect}
    return key, blanks | ({"from": effect["at"]} if "at" in effect else {})


def _pair(first: Json, second: Json) -> tuple[str, Json] | None:
    """Two effects that are one attack."""
    if first["kind"] != "died" or "unit" not in second:
        return None
    if second["kind"] == "moved" and second["to"] == first["at"]:
        return "captured", {"unit": second["unit"], "target": first["unit"], "to": first["at"]}
    if second["kind"] == "changed" and second["at"] == first.get("to"):
        return "broke", {"unit": first["unit"], "target": second["was"], "to": first["to"]}
    return None


def _place(cell: Sequence[int]) -> str:
    return f"({cell[0]},{cell[1]})"


def _unit(unit: Json, words: Words, game: str, names: Sequence[str], viewer: int | None) -> str:
    whose = "your" if unit["owner"] == viewer else "their"
    return words(f"{game}.{whose}.{unit['type']}", counter=unit["counter"], player=names[unit["owner"] - 1])
