"""What moves: steps between two places, nothing with reduced motion, and a page that stays live meanwhile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from playwright.sync_api import Browser, Page

    from tests.browser.table import Table

LONE = "cellwar/1 8x8 8/1,1I:1,6/8/8/8/8/6,2I:2,1/8 1 1 *"

FRAMES = """() => {
  const canvas = document.querySelector('.board canvas');
  window.frames_ = new Set();
  const { width, height } = canvas;
  const copy = new OffscreenCanvas(width, height / 2).getContext('2d', { willReadFrequently: true });
  const look = () => {
    copy.clearRect(0, 0, width, height);
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height / 2);
    let hash = 0;
    for (let at = 0; at < data.length; at += 16) hash = (hash * 31 + data[at]) | 0;
    window.frames_.add(hash);
    window.looking = requestAnimationFrame(look);
  };
  look();
}"""
"""Counts how many different pictures the upper half of the board shows."""

ARMIES = (
    "cellwar/1 20x20 "
    + "/".join(
        [
            "2,1A,1,1F2,1,1I,7,2I,1,2F2,1,2A,1",
            "3,1I,1,1F1,1,1I,5,2I,1,2F1,1,2I,2",
            *["20"] * 4,
            "4,1I,10,2I,4",
            *["20"] * 6,
            "4,4I,10,3I,4",
            *["20"] * 4,
            "3,4I,1,4F1,1,4I,5,3I,1,3F1,1,3I,2",
            "2,4A,1,4F2,1,4I,7,3I,1,3F2,1,3A,1",
        ]
    )
    + " 1 5/40 *"
)
"""Four armies with factories on a large board."""

GAPS = """() => {
  window.gaps = [];
  let last = performance.now();
  const tick = (now) => { window.gaps.push(now - last); last = now; window.watching = requestAnimationFrame(tick); };
  window.watching = requestAnimationFrame(tick);
}"""

MOST_FRAME = 50
MOST_GAP = 1000
"""Milliseconds. The first is the page's own work, in time of its processor; the second passes on the wall, where
other processes of a busy machine count too."""


NARROWEST = """() => {
  window.narrowest = Infinity;
  new MutationObserver(() => {
    for (const cell of document.querySelectorAll('[role=gridcell][aria-label]'))
      window.narrowest = Math.min(window.narrowest, cell.getBoundingClientRect().width);
  }).observe(document, { attributes: true, childList: true, subtree: true });
}"""
"""The least width that a cell with a name has ever had."""


def test_a_cell_has_its_place_as_soon_as_it_has_a_name(
    browse: Callable[..., Page], match: Callable[..., Table]
) -> None:
    """Otherwise whoever is quick, or has a slow machine, presses beside it."""
    page = browse()
    page.add_init_script(f"({NARROWEST})()")
    table = match(["human", "random"], position=LONE, page=page)
    table.my_turn()
    width = page.locator('[data-cell="1,1"]').evaluate("cell => cell.getBoundingClientRect().width")
    assert page.evaluate("narrowest") == width > 20


def test_pieces_move_in_steps(match: Callable[..., Table]) -> None:
    shown = {}
    for motion in ("full", "reduced"):
        table = match(["human", "random"], position=LONE, settings={"speed": "slow", "motion": motion})
        table.my_turn()
        page = table.page
        table.click((1, 1))
        table.wait_choices()
        table.click((2, 2))
        page.mouse.move(1, 1)
        expect(table.button("match.confirm")).to_be_enabled()
        page.evaluate(FRAMES)
        table.button("match.confirm").click()
        expect(table.button("match.end_turn")).to_be_enabled()
        shown[motion] = page.evaluate("cancelAnimationFrame(looking), frames_.size")
    assert shown["full"] > shown["reduced"] + 3, shown
    assert shown["reduced"] <= 8, shown


def test_a_click_hurries_what_moves(match: Callable[..., Table]) -> None:
    """Nobody has to wait for a movement: the next gesture ends it."""
    table = match(["human", "random"], position=LONE.replace("6/8/8", "3,1I:3,2/8/8"), settings={"speed": "slow"})
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.click((2, 2))
    table.click((2, 2))
    table.wait_acted((1, 1))
    table.click((5, 1))
    assert table.wait_choices()


def test_the_page_stays_live(
    browser: Browser,
    match: Callable[..., Table],
    browse: Callable[..., Page],
    record_property: Callable[..., None],
    figures: Callable[..., None],
) -> None:
    """While three computers play on a large board, with everything moving at normal speed."""
    page = browse({"speed": "fast", "motion": "full"})
    table = match(["human", "greedy", "greedy", "greedy"], position=ARMIES, page=page)
    table.my_turn()
    browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
    gaps: list[float] = []
    for _ in range(2):
        while table.wait("act", "end", "over") == "act":
            cell = table.ready()[0]
            table.click(cell)
            choices = table.wait_choices()
            stays = [target for target, kind in choices.items() if kind == "stay"]
            table.click((stays or list(choices))[0])
            table.button("match.confirm").click()
            table.wait_acted(cell)
        page.evaluate(GAPS)
        assert table.end_turn()
        gaps += page.evaluate("cancelAnimationFrame(watching), gaps")
    trace = json.loads(browser.stop_tracing())
    longest = longest_task(trace["traceEvents"])
    record_property("longest task of the page in ms of processor time", round(longest, 1))
    record_property("longest gap between frames in ms", round(max(gaps), 1))
    figures(longest_task_ms=round(longest, 1), longest_frame_gap_ms=round(max(gaps), 1), frames=len(gaps))
    print(f"\nlongest task {longest:.1f} ms of processor time, longest gap {max(gaps):.1f} ms, {len(gaps)} frames")
    assert longest < MOST_FRAME
    assert max(gaps) < MOST_GAP


def longest_task(events: list[dict[str, Any]]) -> float:
    """The most processor time that one task of a page's main thread took, in milliseconds."""
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    took: list[float] = [
        event["tdur"] / 1000 for event in events if (event["pid"], event["tid"]) in mains and "tdur" in event
    ]
    assert took, "the trace has tasks in it"
    return max(took)
