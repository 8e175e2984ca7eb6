"""The computer in the page: chosen on a level, followed while it thinks, cut short, asked for a hint, and watched."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import pixelswars
from tests.browser.conftest import PHONE
from tests.browser.server import Server
from tests.browser.test_motion import GAPS, MOST_FRAME, MOST_GAP, longest_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.browser.words import Words

LEVELS = ("easy", "medium", "hard", "expert")
LARGE = 12
"""A large battlefield, on which the strongest level thinks for a while."""
AT_ONCE = 3.0
"""Seconds from "Play now" to the own next turn; who is not told to hurry here thinks for eight."""


def test_every_level_says_what_it_does(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    for game, address in (("pixelswars", "/new/pixelswars/1"), ("traversal", "/new/traversal")):
        page.goto(address)
        for level in LEVELS:
            page.get_by_role("radio", name=words(f"level.{level}"), exact=True).check(force=True)
            expect(page.get_by_text(words(f"level.about.{game}.{level}"))).to_be_visible()
    page.goto("/new/cellwar")
    for level in LEVELS:
        page.get_by_label(words("setup.kind", player=2)).select_option(f"computer:{level}")
        expect(page.get_by_text(words(f"level.about.cellwar.{level}"))).to_be_visible()
    page.get_by_role("button", name=words("setup.start"), exact=True).click()
    expect(page.locator(".turnbar")).to_contain_text(words("level.expert"))
    expect(page.get_by_role("log")).to_contain_text(words("log.level", player="Computer", level=words("level.expert")))


SEEN = """() => { // what is shown for a moment only, however late it is looked for
  globalThis.thinking = 0;
  const look = () => (globalThis.thinking += document.querySelector('.actions .thinking') ? 1 : 0);
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_the_page_stays_live_while_the_computer_thinks(
    browser: Browser, browse: Callable[..., Page], words: Words, figures: Callable[..., None]
) -> None:
    table = pixelswars.begin(browse)(["human", "expert"], map=LARGE)
    page = table.page
    assert table.my_turn()
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    page.evaluate(SEEN)
    page.evaluate(GAPS)
    table.end.click()
    page.mouse.move(300, 300)
    page.mouse.move(420, 380, steps=20)
    expect(page.locator(".turnbar")).to_contain_text(words("match.round", round=2))
    gaps = page.evaluate("cancelAnimationFrame(watching), gaps")
    assert page.evaluate("thinking") > 0
    longest = longest_task(json.loads(browser.stop_tracing())["traceEvents"])
    figures(longest_task_ms=round(longest, 1), longest_frame_gap_ms=round(max(gaps), 1), frames=len(gaps))
    print(f"\nwhile it thinks: longest task {longest:.1f} ms, longest gap {max(gaps):.1f} ms, {len(gaps)} frames")
    assert longest < MOST_FRAME
    assert len(gaps) > 5 and max(gaps) < MOST_GAP


def test_play_now_ends_the_thinking_at_once_and_the_page_stays_live_meanwhile(
    browse: Callable[..., Page], words: Words, figures: Callable[..., None]
) -> None:
    with Server(module="tests.browser.ponder") as server:
        table = pixelswars.begin(browse)(["human", "expert"], context={"base_url": server.address}, map=LARGE)
        page = table.page
        assert table.my_turn()
        page.evaluate(GAPS)
        began = time.monotonic()
        table.end.click()
        hurry = page.get_by_role("button", name=words.pattern("thinking.hurry"))
        expect(hurry).to_contain_text(words.pattern("thinking.thinks_at"))
        page.mouse.move(300, 300)
        page.mouse.move(420, 380, steps=20)
        page.wait_for_timeout(1500)
        expect(page.locator(".turnbar")).to_contain_text(words("match.round", round=1))  # it has not come to an end
        gaps = page.evaluate("cancelAnimationFrame(watching), gaps")
        thought, clicked = time.monotonic() - began, time.monotonic()
        hurry.click()
        expect(page.locator(".turnbar")).to_contain_text(words("match.round", round=2))
        took = time.monotonic() - clicked
        figures(thought_s=round(thought, 2), after_play_now_s=round(took, 2), longest_frame_gap_ms=round(max(gaps), 1))
        print(f"\nthought {thought:.2f} s, played {took:.2f} s after the click, longest gap {max(gaps):.1f} ms")
        assert took < AT_ONCE
        assert len(gaps) > 20 and max(gaps) < MOST_GAP
        assert table.my_turn() and len(table.theirs()) > 0


def test_a_hint_is_shown_on_the_board_and_can_be_played(browse: Callable[..., Page], words: Words) -> None:
    table = pixelswars.begin(browse)(["human", "easy"], map=1)
    page = table.page
    expect(page.locator(".ask")).to_be_visible()
    page.keyboard.press("h")
    hint = page.get_by_role("region", name=words("hint.button"))
    expect(hint).to_be_visible()
    expect(hint).to_contain_text(words("hint.by", level=words("level.hard")))
    before = page.locator(".turnbar").inner_text()
    page.get_by_role("button", name=words("hint.close")).click()
    expect(hint).to_be_hidden()
    page.get_by_role("textbox").fill("hint")
    page.keyboard.press("Enter")
    expect(hint).to_be_visible()
    said = hint.inner_text()
    page.get_by_role("button", name=words("hint.play")).click()
    expect(hint).to_be_hidden()
    assert page.locator(".turnbar").inner_text() == before and said
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"Ada|your", re.I))


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_beside_a_hint_nothing_scrolls(browse: Callable[..., Page], language: str) -> None:
    page = pixelswars.begin(browse)(["human", "easy"], settings={"language": language}, map=LARGE).page
    expect(page.locator(".ask")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("section.hint")).to_be_visible()
    side = page.locator(".side")
    assert side.evaluate("(side) => side.scrollHeight - side.clientHeight") == 0
    assert side.locator(".log").evaluate("(log) => log.offsetHeight") > 100


def test_hints_are_not_offered_while_other_people_play(browse: Callable[..., Page], words: Words) -> None:
    table = pixelswars.begin(browse)(["human", "human"], map=1)
    expect(table.page.locator(".turnbar")).to_contain_text(words("match.round", round=1))
    assert table.page.locator(".ask").count() == 0
    table.page.keyboard.press("h")
    assert table.page.locator("section.hint").count() == 0


def test_computers_are_watched_and_the_graph_leads_to_where_it_turned(
    browse: Callable[..., Page], words: Words
) -> None:
    page = browse()
    page.goto("/new/pixelswars/1")
    page.get_by_role("radio", name=words("setup.watch")).check(force=True)
    page.get_by_role("button", name=words("setup.start_watch")).click()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_role("button", name=words("replay.pause"))).to_be_visible()  # it plays by itself
    expect(page.get_by_text(words("level.medium")).first).to_be_visible()
    page.get_by_role("button", name=words("replay.pause")).click()
    course = page.get_by_role("region", name=words("course.title"))
    expect(course).to_be_visible(timeout=40_000)  # once the match is over
    turns = course.get_by_role("list", name=words("course.turning")).get_by_role("link")
    assert 1 <= turns.count() <= 3
    wanted = re.search(r"at=(\d+)", turns.last.get_attribute("href") or "")
    turns.last.click()
    assert wanted
    expect(page.locator(".count")).to_contain_text(f"{wanted[1]} of")
    course.get_by_text(words("course.table")).click()
    rows = course.get_by_role("row")
    rounds = [rows.nth(row).get_by_role("cell").first.inner_text() for row in (1, 2, 3, 4)]
    assert rounds == ["1", "1", "1", "2"]  # the start, a turn of each, and the next


def test_on_a_phone_the_course_of_a_match_is_a_sheet(browse: Callable[..., Page], words: Words) -> None:
    page = browse(viewport=PHONE)
    seats = [{"kind": "computer", "bot": "random"}, {"kind": "computer", "bot": "greedy"}]
    options = {"width": 6, "height": 6, "max_rounds": 5}
    api = page.context.request
    game = api.post("/api/game/create", data={"game": "cellwar", "options": options, "players": seats}).json()
    page.goto(f"/match/{game['game_id']}")  # nobody plays: whoever comes watches
    page.wait_for_url(re.compile("/replay/"))
    page.get_by_role("button", name=words("course.title")).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("img", name=words("course.graph"))).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
