"""The end of a turn: what must still act is told and shown, and no key for the next unit ever ends it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.test_connection import THREE, dig_in, stay
from tests.browser.test_keyboard import selected

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.table import Table

LOOKS = """(away) => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (away ? 'hidden' : 'visible') });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""As if the reader had gone to another tab, or come back."""

TITLES = """() => new Promise((done) => {
  const seen = new Set([document.title]);
  new MutationObserver(() => seen.add(document.title)).observe(document.querySelector('title'), { childList: true });
  setTimeout(() => done([...seen]), 2200);
})"""
"""All titles of two seconds, in which one that blinks has changed twice."""


def test_idle_units_are_counted_and_selected(match: Callable[..., Table]) -> None:
    """In place of "end turn" stands how many must act; pressing it selects the next of them."""
    table = match(["human", "random"], position=THREE)
    words, page = table.words, table.page
    table.my_turn()
    seen = set()
    for left in (3, 2, 1):
        name = words("match.must_act.one" if left == 1 else "match.must_act.other", count=left)
        expect(table.must_act).to_have_text(name)
        expect(table.button("match.end_turn")).to_have_count(0)
        table.must_act.click()
        unit = selected(page)
        assert unit is not None and unit not in seen
        seen.add(unit)
        table.wait_choices()
        page.keyboard.press("Escape")
        dig_in(table, unit)
    expect(table.must_act).to_have_count(0)
    expect(table.button("match.end_turn")).to_be_enabled()
    assert table.round == 1


def test_the_next_key_never_ends_the_turn(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=THREE)
    page = table.page
    table.my_turn()
    page.keyboard.press("n")
    page.keyboard.press("e")
    assert table.round == 1, "nor does the key for the end, while somebody must act"
    page.keyboard.press("Escape")
    for cell in table.ready():
        dig_in(table, cell)
    expect(table.button("match.end_turn")).to_be_enabled()
    for key in ("n", "Shift+N", "n", "Tab", "Shift+Tab", "n"):
        page.keyboard.press(key)
    expect(table.button("match.end_turn")).to_be_enabled()
    assert table.round == 1
    assert not any(re.search(table.words.pattern("log.turn"), line) for line in table.log())


def test_the_turn_can_end_by_itself(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=THREE, settings={"autoEnd": True})
    table.my_turn()
    for cell in ((1, 1), (4, 1)):
        dig_in(table, cell)
        assert table.round == 1
    stay(table, (1, 3))
    assert table.next_round(1)
    assert table.round == 2


def test_one_tap_or_click_when_wished(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=THREE, settings={"confirm": "one-step"})
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.click((2, 1))
    table.wait_acted((1, 1))
    assert table.content((2, 1)) == table.words("cellwar.your.infantry")


def test_the_title_calls_whoever_looks_elsewhere(match: Callable[..., Table]) -> None:
    """It says whose turn it is, blinks in another tab, and is calm where it is seen."""
    table = match(["human", "random"], position=THREE)
    words, page = table.words, table.page
    table.my_turn()
    calm, call = f"{words('match.your_turn')} · {words('app.name')}", f"● {words('match.your_turn')} ●"
    expect(page).to_have_title(calm)
    assert page.evaluate(TITLES) == [calm]
    page.evaluate(LOOKS, True)
    assert sorted(page.evaluate(TITLES)) == sorted([calm, call])
    page.evaluate(LOOKS, False)
    expect(page).to_have_title(calm)
    assert page.evaluate(TITLES) == [calm]
