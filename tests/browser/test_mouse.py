"""A match by mouse: the left button chooses and does, the right button sets a vector and does it."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.table import Mouse, Table, pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.words import Words


def set_up(page: Page, words: Words, *, side: int, rounds: int, friend: bool = False) -> Table:
    """From the home page through the set-up to the board of a small match against a beginner."""
    page.goto("/")
    page.get_by_role("link", name=words("home.play"), exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_text(words("setup.more")).click()
    page.get_by_label(words("setup.width")).fill(str(side))
    page.get_by_label(words("setup.height")).fill(str(side))
    page.get_by_label(words("setup.rounds")).fill(str(rounds))
    kind = "friend" if friend else "computer:easy"
    page.get_by_label(words("setup.kind", player=2)).select_option(kind)
    page.get_by_role("button", name=words("setup.start"), exact=True).click()
    return Table(page, words)


def test_a_match_by_mouse(browse: Callable[..., Page], words: Words) -> None:
    chance = random.Random(1)
    page = browse()
    table = set_up(page, words, side=6, rounds=8)
    acted = 0
    while table.my_turn():
        while table.wait("act", "end", "over") == "act":
            cell = chance.choice(table.ready())
            table.click(cell)
            target = pick(table.wait_choices(), chance)
            button: Mouse = chance.choice(["left", "right"])
            table.click(target, button)
            expect(table.button("match.confirm")).to_be_enabled()
            table.click(target, button)
            table.wait_acted(cell)
            acted += 1
        if table.wait("end", "over") == "over" or not table.end_turn():
            break
    table.over()
    assert acted > 0
    course = page.get_by_role("region", name=table.words("course.title"))
    expect(course.get_by_role("img", name=table.words("course.graph"))).to_be_visible()
    turning = course.get_by_role("list", name=table.words("course.turning")).get_by_role("link").first
    expect(turning).to_have_attribute("href", re.compile(r"/replay/.*[?&]at=\d+"))
    table.button("match.over.again").click()
    expect(page.locator("#over-title")).to_have_count(0)
    assert table.my_turn()
    assert table.round == 1
