"""A phone: matches by tapping, gestures that must do nothing, and targets that a finger can hit."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.table import Table, pick
from tests.browser.test_mouse import set_up
from tests.browser.touch import Fingers

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.words import Words

DEVICE: dict[str, Any] = {
    "viewport": PHONE,
    "screen": PHONE,
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
DUEL = "cellwar/1 6x6 6/1,1I:1,4/2,2I:2,3/1,1A:3,2,2F1:4,1/6/6 1 1 *"

SMALL = """() => [...document.querySelectorAll('a[href], button, select, input, summary, [role=switch]')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
  .map((element) => {
    // What can be hit is the label or the drawn box around a native control, or the card over which a link reaches.
    const reaches = getComputedStyle(element, '::after').position === 'absolute';
    const drawn = element.closest('label') ?? element.closest('.language, .box');
    const target = drawn ?? (reaches ? element.closest('li') : element);
    const box = target.getBoundingClientRect();
    return [element.outerHTML.slice(0, 90), box.width, box.height, getComputedStyle(target).clipPath, box.bottom];
  })
  .filter(([, width, , clip, bottom]) => bottom > 0 && width > 1 && clip === 'none')
  .filter(([, width, height]) => width < 43.5 || height < 43.5)"""


def scale(page: Page) -> float:
    found: float = page.evaluate("visualViewport.scale")
    return found


def test_a_match_by_tapping(browse: Callable[..., Page], words: Words) -> None:
    """The first tap shows, the second does; or the button within reach of the thumb."""
    chance = random.Random(4)
    page = browse(None, **DEVICE)
    table = set_up(page, words, side=5, rounds=6)
    fingers = Fingers(page)
    while table.my_turn():
        while table.wait("act", "end", "over") == "act":
            cell = chance.choice(table.ready())
            fingers.later(600)
            fingers.tap(table.middle(cell))
            target = pick(table.wait_choices(), chance)
            fingers.later(600)
            fingers.tap(table.middle(target))
            expect(table.button("match.confirm")).to_be_enabled()
            assert table.forecast(), "the first tap shows what would happen"
            assert cell in table.ready(), "and does nothing"
            if chance.random() < 0.5:
                table.button("match.confirm").tap()
            else:
                fingers.later(600)
                fingers.tap(table.middle(target))
            table.wait_acted(cell)
        if table.wait("end", "over") == "over":
            break
        before = table.round
        table.button("match.end_turn").tap()
        if not table.next_round(before):
            break
    table.over()
    assert scale(page) == 1


def test_gestures_do_nothing_by_accident(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=DUEL, context=DEVICE)
    page = table.page
    table.my_turn()
    fingers = Fingers(page)

    # A double tap chooses, and never does.
    fingers.tap(table.middle((1, 1)))
    assert table.wait_choices()[(2, 2)] == "attack"
    target = table.middle((2, 2))
    fingers.later(1000)
    fingers.tap(target)
    fingers.later(100)
    fingers.tap(target)
    expect(table.button("match.confirm")).to_be_enabled()
    assert (1, 1) in table.ready()
    assert scale(page) == 1
    table.button("match.cancel").tap()
    table.button("match.cancel").tap()
    assert table.choices() == {}
    before = table.cells()

    # A long press tells, and lifting the finger is no tap.
    fingers.later(1000)
    fingers.down(table.middle((1, 1)))
    spoken = page.locator("p.unseen[aria-live=polite]")
    expect(spoken).to_contain_text(table.words("board.fact.position"))
    fingers.later(600)
    fingers.up()
    assert table.choices() == {}

    # A pinch, and a swipe from the edge over one's own unit.
    x, y = table.middle((1, 1))
    fingers.later(1000)
    fingers.drag([(x, y), (x + 60, y + 60)], [(x - 40, y - 40), (x + 160, y + 160)])
    fingers.later(1000)
    fingers.drag([(2, y)], [(300, y)])
    fingers.later(1000)
    fingers.drag([(x, y)], [(x + 80, y)])
    assert table.choices() == {} and table.cells() == before
    assert scale(page) == 1
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert table.page.url.endswith(page.evaluate("location.pathname"))

    # And after all that a tap is a tap.
    fingers.later(1000)
    fingers.tap(table.middle((1, 1)))
    assert table.wait_choices()


def test_a_large_board_is_zoomed_not_the_page(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], width=20, height=20, context=DEVICE)
    page = table.page
    table.my_turn()
    width = "element => element.getBoundingClientRect().width"
    cell = page.locator("[data-cell='1,1']")
    assert cell.evaluate(width) >= 28, "a finger needs that much of a cell"
    frame = page.locator(".board").bounding_box()
    assert frame
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    fingers = Fingers(page)
    close = cell.evaluate(width)
    fingers.drag([(x - 100, y), (x + 100, y)], [(x - 20, y), (x + 20, y)])
    page.wait_for_function(f"(width) => ({width})(document.querySelector('[data-cell=\"1,1\"]')) < width", arg=close)
    fingers.later(500)
    fingers.drag([(x - 20, y), (x + 20, y)], [(x - 120, y), (x + 120, y)])
    page.wait_for_function(f"(width) => ({width})(document.querySelector('[data-cell=\"1,1\"]')) >= width", arg=close)
    assert table.choices() == {} and table.ready() == [(1, 1)]
    assert scale(page) == 1


PATHS = ["/", "/new/cellwar", "/new/pixelswars", "/new/pixelswars/1", "/new/traversal", "/settings", "/help", "/about"]


@pytest.mark.parametrize("path", [*PATHS, "cellwar", "pixelswars", "traversal"])
def test_targets_are_large_enough(browse: Callable[..., Page], path: str) -> None:
    """44 CSS pixels both ways, whatever a finger is to hit, in set-ups and matches of every game. Flat cells have
    as much; CellWar's less, with a second tap to confirm: see the test of the large board."""
    page = browse({"board": "flat"}, **DEVICE)
    if "/" not in path:
        options = {"pixelswars": {"map": 12}}.get(path, {})  # the largest
        wish = {"game": path, "players": [{"kind": "human"}, {"kind": "computer"}], "options": options}
        game = page.context.request.post("/api/game/create", data=wish).json()["game_id"]
        page.context.request.post(f"/api/game/{game}/join", data={"player": 1, "name": "Ada"})
        page.goto(f"/match/{game}")
        page.locator("[role=gridcell][aria-label*='can move'], [role=gridcell][aria-label*='can act']").first.wait_for(
            state="attached"
        )
        cell = page.locator("[role=gridcell]").first.bounding_box()
        assert cell and min(cell["width"], cell["height"]) >= (28 if path == "cellwar" else 44)
    else:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        for summary in page.locator("summary").all():
            summary.tap()
    assert page.evaluate(SMALL) == []
