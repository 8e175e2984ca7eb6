"""Two people at one screen: between them nothing of the one is left for the other to see, read or hear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.browser.test_mouse import set_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.words import Words

HEARD = """() => {
  window.heard = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (when = 0, ...rest) {
    window.heard.push(Math.max(when, this.context.currentTime));
    window.clock = this.context;
    return start.call(this, when, ...rest);
  };
}"""
"""Notes down when every sound of the page starts."""

QUIET_TURN = "cellwar/1 8x8 8/1,1I:1,6/8/8/8/8/6,2I:2,1/8 1 1 *"
BUSY_TURN = "cellwar/1 8x8 1A:6,1,1F1:5,5/1,1I:1,1,1F2:3,4/8/1,1F1:4,6/8/8/6,2I:2,1/8 1 1 *"
"""The same for player 2, who sees nothing of it: player 1 has an army and builds."""
FIGHT_TURN = "cellwar/1 8x8 8/1,1I:1,1,1F2:3,2I:5,3/8/4,2F1:6,3/8/8/6,2I:2,1/8 1 1 *"
"""Player 2 sees and loses something in player 1's turn."""

TEXTS = """() => {
  const all = [document.title];
  for (const element of document.querySelectorAll('*')) {
    for (const node of element.childNodes) if (node.nodeType === 3) all.push(node.textContent.trim());
    for (const name of element.getAttributeNames()) all.push(`${name}=${element.getAttribute(name)}`);
  }
  return all.filter((text) => !text.includes('/match/'));
}"""


def act_all(table: Table) -> None:
    """Everybody acts: attack and produce where possible, else stay."""
    while table.wait("act", "end", "over") == "act":
        cell = table.ready()[0]
        table.click(cell)
        choices = table.wait_choices()
        kinds = {kind: target for target, kind in choices.items()}
        target = kinds.get("attack", kinds.get("produce", cell))
        if target == cell:
            table.button("match.stay").click()
        else:
            table.click(target)
        table.button("match.confirm").click()
        table.wait_acted(cell)


def curtain(table: Table, name: str) -> None:
    """The curtain for this player is down."""
    expect(table.page.get_by_role("heading", name=table.words("match.curtain.title", player=name))).to_be_visible()


def open_curtain(table: Table) -> None:
    table.button("match.curtain.open").click()
    table.wait("act", "end", "over")


def test_nothing_of_the_other_is_left(browse: Callable[..., Page], match: Callable[..., Table]) -> None:
    """Behind the curtain every text and every pixel is the same, whatever player 1 has, has done and has heard.

    And once it is open, player 2 finds the same board and log after turns that could not be seen.
    """
    curtains, boards = [], []
    for position in (QUIET_TURN, BUSY_TURN, FIGHT_TURN):
        page = browse({"sound": True, "speed": "normal"})
        page.add_init_script(f"({HEARD})()")
        table = match(["human", "human"], position=position, page=page)
        curtain(table, "Ada")
        open_curtain(table)
        act_all(table)
        table.button("match.end_turn").click()
        curtain(table, "Bob")
        fell = page.evaluate("window.clock.currentTime")
        assert page.locator("canvas, [role=grid], [role=log], [aria-live]").count() == 0
        expect(page).to_have_title(re.compile("^Bob"))
        curtains.append((page.evaluate(TEXTS), page.screenshot()))
        assert page.evaluate("window.heard.length") > 0, "sounds can be heard in this test at all"
        later = page.evaluate("(fell) => window.heard.filter((start) => start > fell)", fell)
        assert later == [], "no sound waits behind the curtain"
        open_curtain(table)
        boards.append((table.cells(), table.log(), table.panel(), page.locator("canvas").screenshot()))
    assert curtains[0][0] == curtains[1][0] == curtains[2][0]
    assert curtains[0][1] == curtains[1][1] == curtains[2][1]
    assert boards[0] == boards[1]
    assert boards[0][0] != boards[2][0], "what player 2 could see in that turn is there"


def test_friends_take_turns(browse: Callable[..., Page], words: Words) -> None:
    """A whole short match of two people: the curtain falls every turn, and each finds their own board and log."""
    page = browse()
    table = set_up(page, words, side=5, rounds=2, friend=True)
    names = [words("player.number", player=player) for player in (1, 2)]
    for round_ in (1, 2):
        for name in names:
            curtain(table, name)
            open_curtain(table)
            assert table.round == round_
            for cell in table.ready():
                table.click(cell)
                table.wait_choices()
                table.button("match.stay").click()
                table.button("match.confirm").click()
                table.wait_acted(cell)
            table.button("match.end_turn").click()
    table.over()
    expect(page.locator("#over-title")).to_have_text(words.pattern("match.over.winner"))


@pytest.mark.parametrize("key", ["Enter", "click"])
def test_the_curtain_opens(match: Callable[..., Table], key: str) -> None:
    """Its heading has the focus, so that it is read out, and Enter opens it; then the board has the focus."""
    table = match(["human", "human"], position=QUIET_TURN)
    curtain(table, "Ada")
    page = table.page
    expect(page.get_by_role("heading", level=1).last).to_be_focused()
    if key == "Enter":
        page.keyboard.press("Enter")
    else:
        table.button("match.curtain.open").click()
    table.wait("act")
    expect(page.locator("[data-cell='1,1']")).to_be_focused()


def test_without_a_curtain(match: Callable[..., Table]) -> None:
    table = match(["human", "human"], position=QUIET_TURN, settings={"curtain": False})
    table.wait("act")
    assert table.ready() == [(1, 1)]
    act_all(table)
    table.button("match.end_turn").click()
    expect(table.cell((6, 6))).to_have_accessible_name(re.compile(re.escape(table.words("board.can_act"))))
    assert table.button("match.curtain.open").count() == 0
