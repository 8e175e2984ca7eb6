"""A match by keyboard alone, from the home page to the end, through the accessible grid."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.table import Cell, Table, pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.browser.words import Words

ALONE = "cellwar/1 6x6 6/1,1I:1,2,1I:3,1/6/1,1A:4,4/6/4,2I:2,1 1 1 *"
"""Player 1: two infantry and a factory that waits for them."""


def tab_to(page: Page, wanted: Locator, most: int = 60) -> None:
    """Press Tab until this has the focus."""
    for _ in range(most):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{most} times Tab did not reach {wanted}")


def steer(table: Table, unit: Cell, target: Cell) -> None:
    """Arrow keys until the target is chosen."""
    at = unit
    for _ in range(6):
        if at == target and table.with_words("board.chosen"):
            return
        dx, dy = target[0] - at[0], target[1] - at[1]
        key = ("ArrowRight" if dx > 0 else "ArrowLeft") if dx else ("ArrowDown" if dy > 0 else "ArrowUp")
        table.page.keyboard.press(key)
        at = next(iter(table.with_words("board.chosen")), unit)
    raise AssertionError(f"arrows did not reach {target} from {unit}: {table.choices()}")


def focused(page: Page) -> Cell | None:
    """The cell that has the focus."""
    name = page.evaluate("document.activeElement.dataset.cell ?? null")
    return tuple(map(int, name.split(","))) if name else None  # type: ignore[return-value]


def selected(page: Page) -> Cell | None:
    cells = page.locator("[role=gridcell][aria-selected=true]")
    if cells.count() == 0:
        return None
    x, y = (cells.get_attribute("data-cell") or "").split(",")
    return int(x), int(y)


def test_a_match_by_keyboard(browse: Callable[..., Page], words: Words) -> None:
    chance = random.Random(2)
    page = browse()
    page.goto("/")
    tab_to(page, page.get_by_role("link", name=words("home.play"), exact=True).first)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, page.locator("summary"))
    page.keyboard.press("Enter")
    for field, value in (("width", "5"), ("height", "5"), ("rounds", "6")):
        tab_to(page, page.get_by_label(words(f"setup.{field}")))
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(value)
    kind = page.get_by_label(words("setup.kind", player=2))
    tab_to(page, kind)
    page.keyboard.type(words("setup.kind_computer", level=words("level.easy")))
    expect(kind).to_have_value("computer:easy")
    start = page.get_by_role("button", name=words("setup.start"), exact=True)
    expect(start).to_be_enabled()
    tab_to(page, start)
    page.keyboard.press("Enter")

    table = Table(page, words)
    table.my_turn()
    while table.my_turn():
        while table.wait("act", "end", "over") == "act":
            if focused(page) is None:
                tab_to(page, page.locator("[role=gridcell][tabindex='0']"))
            page.keyboard.press("Tab" if chance.random() < 0.5 else "n")
            unit = selected(page)
            assert unit is not None and focused(page) == unit
            choices = table.wait_choices()
            target = pick(choices, chance)
            if choices[target] == "stay":
                page.keyboard.press("s")
            else:
                steer(table, unit, target)
            page.keyboard.press("Enter")
            table.wait_acted(unit)
        if table.wait("end", "over") == "over":
            break
        before = table.round
        if chance.random() < 0.5:
            tab_to(page, table.button("match.end_turn"))
            page.keyboard.press("Enter")
        else:
            if focused(page) is None:
                tab_to(page, page.locator("[role=gridcell][tabindex='0']"))
            page.keyboard.press("e")
        if not table.next_round(before):
            break
    table.over()
    tab_to(page, table.button("match.over.again"))


def test_keys_of_the_board(match: Callable[..., Table]) -> None:
    """Arrows walk or steer, Tab goes round and leaves, Escape takes back, N goes round for ever."""
    table = match(["human", "random"], position=ALONE)
    page = table.page
    table.my_turn()
    tab_to(page, page.locator("[role=gridcell][tabindex='0']"))
    assert focused(page) == (1, 1)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert focused(page) == (2, 2), "with nothing selected arrows move the cursor"
    assert selected(page) is None
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    assert focused(page) == (2, 0), "the cursor stays on the board"

    page.keyboard.press("Tab")
    assert selected(page) == focused(page) == (1, 1)
    page.keyboard.press("Tab")
    assert selected(page) == focused(page) == (4, 1)
    page.keyboard.press("Shift+Tab")
    assert selected(page) == (1, 1)

    table.wait_choices()
    page.keyboard.press("ArrowRight")
    assert table.with_words("board.chosen") == [(2, 1)]
    assert selected(page) == (1, 1), "with a unit selected arrows steer it"
    page.keyboard.press("Escape")
    assert table.with_words("board.chosen") == []
    assert selected(page) == (1, 1), "the first Escape takes back the choice"
    page.keyboard.press("Escape")
    assert selected(page) is None, "the second the selection"
    page.keyboard.press("Tab")
    assert focused(page) is None, "after Escape Tab leaves the board"

    page.keyboard.press("n")
    assert selected(page) is not None and focused(page) == selected(page), "N comes back from anywhere"
    order = [selected(page)]
    for _ in range(3):
        page.keyboard.press("n")
        order.append(selected(page))
    assert order[0] == order[2] and order[1] == order[3] and order[0] != order[1], "and goes round"
    page.keyboard.press("Shift+N")
    assert selected(page) == order[2]

    while focused(page) is not None:
        page.keyboard.press("Tab")
        assert len(order) < 8, "Tab past the last leaves the board"
        order.append(selected(page))
    assert selected(page) is None
    table.wait("act")


@pytest.mark.parametrize("letters", [True, False])
def test_letter_keys_can_be_switched_off(match: Callable[..., Table], letters: bool) -> None:
    table = match(["human", "random"], position=ALONE, settings={"letterKeys": letters})
    page = table.page
    table.my_turn()
    tab_to(page, page.locator("[role=gridcell][tabindex='0']"))
    page.keyboard.press("n")
    assert (selected(page) is not None) == letters
    threats = table.button("match.threats")
    page.keyboard.press("t")
    assert threats.get_attribute("aria-pressed") == str(letters).lower()
    page.keyboard.press("Tab")
    assert selected(page) is not None
    table.wait_choices()
    page.keyboard.press("s")
    assert bool(table.with_words("board.chosen")) == letters
    page.keyboard.press("/")
    box = page.get_by_role("textbox", name=table.words("command.label"))
    assert box.evaluate("element => element === document.activeElement") == letters
    if letters:
        page.keyboard.type("nest")
        expect(box).to_have_value("nest")
