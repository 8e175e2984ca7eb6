"""A match in words, through the command box, and that it understands three languages."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.table import Table

ALONE = "cellwar/1 6x6 6/1,1I:1,4/6/1,1A:4,4/6/4,2I:2,1 1 1 *"


def ask(table: Table, line: str) -> str:
    """Type a line that is answered; the answer."""
    answers = table.page.locator("[role=log] > .answer")
    before = answers.count()
    say(table, line)
    expect(answers).to_have_count(before + 1)
    return answers.last.inner_text()


def say(table: Table, line: str) -> None:
    table.page.keyboard.press("/")
    box = table.page.get_by_role("textbox", name=table.words("command.label"))
    expect(box).to_be_focused()
    table.page.keyboard.type(line)
    table.page.keyboard.press("Enter")
    expect(box).to_have_value("")
    # The slash is a command only outside text fields.
    box.evaluate("element => element.blur()")


def test_a_match_in_words(match: Callable[..., Table]) -> None:
    """What is done is decided from the answers alone."""
    chance = random.Random(3)
    table = match(["human", "random"], width=5, height=5, max_rounds=6)
    words = table.words
    spot = words.pattern("board.spot").pattern.replace("(.+)", r"(\d+)")
    assert table.my_turn()
    assert "3,2" in ask(table, "help")
    while table.my_turn():
        while table.wait("act", "end", "over") == "act":
            units = ask(table, "units")
            waiting = [part for part in units.split(";") if words("board.can_act") in part]
            found = re.search(spot, chance.choice(waiting))
            assert found, units
            x, y = found.groups()
            at = ask(table, chance.choice([f"what is at {x},{y}?", f"at {x}, {y}", f"{x},{y}"]))
            can = at.split(f"{words('board.fact.can_go')}: ")[1].rstrip(".").split(", ")
            direction = chance.choice(can)
            say(table, f"act {x},{y} {direction}")
            table.wait_acted((int(x), int(y)))
        if table.wait("end", "over") == "over":
            break
        before = table.round
        say(table, "end")
        if not table.next_round(before):
            break
    table.over()


def test_answers(match: Callable[..., Table]) -> None:
    """Every question has an answer, every mistake a sentence, and a mistake changes nothing."""
    table = match(["human", "random"], position=ALONE)
    words = table.words
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.page.keyboard.press("Escape")
    before = table.cells()
    assert ask(table, "enemies") == words("command.no_enemies")
    assert ask(table, "threats") == words("command.no_threats")
    assert ask(table, "act 9,9 up") == words("command.no_unit_there", at="9,9")
    assert ask(table, "at 9,9") == words("command.off_board", at="9,9")
    assert ask(table, "act 1,1") == words("command.unknown.direction")
    assert ask(table, "act") == words("command.unknown.place")
    assert ask(table, "dance") == words("command.unknown.words", words="dance")
    assert words("cellwar.why.waits_for_fighters") in ask(table, "act 1,3 up")
    assert ask(table, "end") == words("match.must_act.other", count=2)
    assert table.cells() == before


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("fr", ["mes unités", "qu’y a-t-il en 1,1 ?", "ennemis", "menaces", "aller 1,1 bas-droite", "agir 1,3 haut"]),
        ("de", ["Einheiten", "was ist auf 1,1?", "Gegner", "Gefahren", "ziehe 1,1 unten-rechts", "zieh 1,3 oben"]),
    ],
)
def test_other_languages(match: Callable[..., Table], language: str, lines: list[str]) -> None:
    table = match(["human", "random"], position=ALONE, settings={"language": language})
    words = Words(language)
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.page.keyboard.press("Escape")
    units, at, enemies, threats, act, produce = lines
    assert ask(table, units).startswith(words("command.units.other", count=2))
    assert words("cellwar.your.infantry") in ask(table, at) and words("board.fact.can_go") in ask(table, at)
    assert ask(table, enemies) == words("command.no_enemies")
    assert ask(table, threats) == words("command.no_threats")
    say(table, act)
    table.wait_acted((1, 1))
    assert table.content((2, 2)) == words("cellwar.your.infantry")
    say(table, produce)
    expect(table.button("match.end_turn")).to_be_enabled()
    assert table.content((1, 2)) == words("cellwar.your.infantry")
    say(table, "fin" if language == "fr" else "Ende")
    assert table.next_round(1)
    assert ask(table, "help") == words("command.help"), "English is understood everywhere"
