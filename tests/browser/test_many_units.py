"""With many units: the next one is selected by itself, and all the rest stay at once, after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.test_commands import ask, say
from tests.browser.test_connection import dig_in
from tests.browser.test_keyboard import selected
from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.table import Cell, Table

FIVE = "cellwar/1 8x8 1I:1,7/8/2,1I:2,1I:3,4/8/3,1F1:4,4/8/1,1A:5,6/7,2I:6 1 1 *"
"""Player 1: three infantry, a fortification, and a factory that waits for them."""


def chosen_unit(table: Table) -> Cell:
    """Waits until one is selected."""
    table.page.wait_for_selector("[role=gridcell][aria-selected=true]")
    unit = selected(table.page)
    assert unit
    return unit


def test_the_next_unit_is_selected_by_itself(match: Callable[..., Table]) -> None:
    """The nearest one; a click on it only takes it over, and what is pressed beside it is shown first."""
    table = match(["human", "random"], position=FIVE, settings={"confirm": "one-step", "autoNext": True})
    page = table.page
    table.my_turn()
    assert selected(page) is None, "nothing is selected before anything was done"
    table.click((2, 2))
    table.wait_choices()
    table.click((2, 1))
    table.wait_acted((2, 2))
    assert chosen_unit(table) == (3, 2)
    table.wait_choices()
    table.click((4, 2))
    expect(table.cell((4, 2))).to_have_accessible_name(table.words.pattern("board.chosen"))
    assert (3, 2) in table.ready(), "nobody had chosen this one: it only shows"
    page.keyboard.press("Escape")
    table.click((3, 2))
    assert selected(page) == (3, 2)
    assert not table.with_words("board.chosen"), "a click on it does not make it stay"
    table.click((4, 2))
    table.wait_acted((3, 2))
    assert table.content((4, 2)) == table.words("cellwar.your.infantry"), "chosen by a click: at once, as wished"


def test_keys_go_on_from_the_one_that_was_selected_by_itself(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=FIVE)
    page = table.page
    table.my_turn()
    page.keyboard.press("n")
    seen = [chosen_unit(table)]
    for _ in range(3):
        table.wait_choices()
        page.keyboard.press("s")
        page.keyboard.press("s")
        table.wait_acted(seen[-1])
        following = chosen_unit(table)
        page.keyboard.press("n")
        assert following not in seen
        assert selected(page) == following, "the key takes it and does not pass it by"
        seen.append(following)


def test_nothing_is_selected_when_that_is_not_wished(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=FIVE, settings={"autoNext": False})
    table.my_turn()
    dig_in(table, (2, 2))
    assert selected(table.page) is None


@pytest.mark.parametrize("context", [{}, {"viewport": {"width": 390, "height": 844}, "has_touch": True}])
def test_all_the_rest_stay_after_a_question(match: Callable[..., Table], context: dict[str, object]) -> None:
    """What becomes of them is shown, how many of each; cancel takes the question back, a second press does it."""
    table = match(["human", "random"], position=FIVE, context=context)
    words = table.words
    table.my_turn()
    dig_in(table, (2, 2))
    everyone = table.button("cellwar.rest.label")
    everyone.click()
    infantry, fortification = words("cellwar.kind.infantry"), words("cellwar.kind.fortification", counter=1)
    stronger = words("cellwar.kind.fortification", counter=2)
    assert table.forecast() == [
        f"2 × {words('cellwar.rest.becomes', kind=infantry, becomes=fortification)}",
        f"1 × {words('cellwar.rest.becomes', kind=fortification, becomes=stronger)}",
    ]
    expect(table.page.get_by_role("heading", name=words("cellwar.rest.title"))).to_be_visible()
    table.button("match.cancel").click()
    expect(everyone).to_have_attribute("aria-pressed", "false")
    assert len(table.ready()) == 3, "nothing has happened"
    everyone.click()
    everyone.click()
    for cell in ((0, 0), (3, 2), (3, 4)):
        table.wait_acted(cell)
    assert table.content((0, 0)) == words("cellwar.your.fortification", counter=1)
    assert table.content((3, 4)) == words("cellwar.your.fortification", counter=2)
    expect(everyone).to_be_disabled()
    assert table.ready() == [(1, 6)], "the factory has to produce"


@pytest.mark.parametrize(("language", "line"), [("en", "all stay"), ("fr", "toutes restent"), ("de", "alle bleiben")])
def test_the_same_in_words(match: Callable[..., Table], language: str, line: str) -> None:
    table = match(["human", "random"], position=FIVE, settings={"language": language})
    words = Words(language)
    table.my_turn()
    table.click((2, 2))
    table.wait_choices()
    answer = ask(table, line)
    assert words("cellwar.rest.title") in answer and words("cellwar.rest.again") in answer
    assert "3 × " in answer
    assert len(table.ready()) == 4, "it was only asked"
    say(table, line)
    table.wait_acted((3, 4))
    expect(table.must_act).to_have_text(words("match.must_act.one", count=1))
    assert table.content((0, 0)) == words("cellwar.your.fortification", counter=1)
    produced = ask(table, line)
    assert produced.endswith(words("command.rest_none"))
