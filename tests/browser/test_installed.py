"""A game that is only installed, without a page module of its own: found on the home screen and played to the end."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.server import Server
from tests.installed import install_crossing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from playwright.sync_api import Page

    from tests.browser.words import Words

ACTION = re.compile(r"^\d,\d-\d,\d$")


def test_an_installed_game_is_played_on_the_general_board(
    browse: Callable[..., Page], words: Words, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [str(install_crossing(tmp_path)), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, places)))
    with Server() as server:
        page = browse()
        page.goto(server.address)
        page.get_by_role("link", name="Crossing").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(words("setup.of", game="Crossing"))
        page.get_by_label("Rows").fill("5")
        page.get_by_label(words("setup.kind", player=2)).select_option("computer:random")
        page.get_by_role("button", name=words("setup.start"), exact=True).click()
        expect(page.get_by_role("gridcell")).to_have_count(25)
        over = page.get_by_text(re.compile("wins|You win", re.IGNORECASE)).first
        log, actions = page.get_by_role("log"), page.get_by_role("button", name=ACTION)
        moves = 0
        while moves < 60:
            expect(actions.or_(over).first).to_be_visible()  # when it is over, a word and an action can stand together
            if over.is_visible():
                break
            before = log.text_content() or ""
            actions.first.click()
            expect(log).not_to_have_text(before)
            moves += 1
        assert 2 <= moves < 60
        expect(over).to_be_visible()
        expect(page.get_by_role("region", name=words("match.panel"))).to_contain_text(words("match.general_over"))
        box = page.get_by_role("textbox", name=words("command.label"))
        box.fill("help")
        box.press("Enter")
        expect(page.locator("[role=log] > .answer").last).to_have_text(words("command.over"))
        page.get_by_role("link", name=words("replay.watch")).click()
        expect(page.get_by_role("slider")).to_have_value("0")
        expect(page.get_by_role("gridcell")).to_have_count(25)
        first = page.get_by_role("grid").inner_html()
        page.keyboard.press("End")
        expect(page.get_by_role("log")).to_contain_text(re.compile("wins", re.IGNORECASE))
        assert page.get_by_role("grid").inner_html() != first
