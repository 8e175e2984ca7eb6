"""Bad input: a sentence in the reader's language, beside where it happened; nothing lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import Console

LANGUAGES = ["en", "fr", "de"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_name_is_told_at_its_field(browse: Callable[..., Page], console: Console, language: str) -> None:
    console.expect("422|400")
    words = Words(language)
    page = browse({"language": language})
    page.goto("/new/cellwar")
    page.get_by_label(words("setup.kind", player=2)).select_option("friend")
    page.get_by_label(words("setup.name", player=1)).fill("Ada")
    field = page.get_by_label(words("setup.name", player=2))
    field.fill("<b>Bob</b>")
    start = page.get_by_role("button", name=words("setup.start"), exact=True)
    start.click()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(words("error.name_has_markup"))
    expect(page.get_by_label(words("setup.name", player=1))).to_have_value("Ada")
    field.fill("Bob & Co")
    start.click()
    expect(field).to_have_accessible_description(words("error.name_has_markup"))
    field.fill("Zoë Müller-Łukasz 漢")
    start.click()
    expect(page.get_by_text(words("match.curtain.title", player="Ada"))).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_size_is_told_in_the_servers_words(browse: Callable[..., Page], console: Console, language: str) -> None:
    console.expect("422|400")
    words = Words(language)
    page = browse({"language": language})
    page.goto("/new/cellwar")
    page.locator("summary").click()
    start = page.get_by_role("button", name=words("setup.start"), exact=True)
    width = page.get_by_label(words("setup.width"))
    for bad, said in (
        ("900", words("error.bad_width", least=1, most=64)),
        ("abc", words("error.bad_width", least=1, most=64)),
        ("", words("error.bad_width", least=1, most=64)),
        ("3", None),
    ):
        width.fill(bad)
        page.get_by_label(words("setup.height")).fill("4" if bad == "3" else "10")
        if said is None:
            said = words("error.starts_too_close", players=2, width=3, height=4)
        expect(page.get_by_text(said)).to_be_visible()
        expect(start).to_be_disabled()
    width.fill("10")
    page.get_by_label(words("setup.height")).fill("10")
    expect(start).to_be_enabled()
    rounds = page.get_by_label(words("setup.rounds"))
    rounds.fill("0")
    said = words("error.bad_max_rounds", least=1, most=100000)
    expect(rounds).to_have_accessible_description(re.compile(re.escape(said)))
    expect(start).to_be_disabled()


@pytest.mark.parametrize("language", LANGUAGES)
def test_unknown_addresses(browse: Callable[..., Page], console: Console, language: str) -> None:
    console.expect("404")
    words = Words(language)
    page = browse({"language": language})
    page.goto("/match/nosuchmatch")
    expect(page.get_by_text(words("error.GameNotFound"))).to_be_visible()
    expect(page.get_by_role("link", name=words("common.home"))).to_be_visible()
    for path in ("/nowhere", "/new/nosuchgame", "/match/", "/settings/more"):
        answer = page.goto(path)
        expect(page.get_by_role("heading", name=words("error.page_not_found.title"))).to_be_visible()
        assert answer is not None and answer.status in (200, 404)
    page.get_by_role("link", name=words("common.home")).click()
    expect(page).to_have_url("/")


def test_a_match_of_others(browse: Callable[..., Page], words: Words) -> None:
    """The address of a match in which this browser has no seat shows nothing of it."""
    ada = browse()
    api = ada.context.request
    players = [{"kind": "human"}, {"kind": "computer", "bot": "random"}]
    game = api.post("/api/game/create", data={"players": players}).json()["game_id"]
    api.post(f"/api/game/{game}/join", data={"player": 1})
    eve = browse()
    eve.goto(f"/match/{game}")
    expect(eve.get_by_role("heading", name=words("online.full.title"))).to_be_visible()
    assert eve.locator("[role=grid], canvas").count() == 0


def test_a_server_that_cannot_be_reached(browse: Callable[..., Page], console: Console, words: Words) -> None:
    """The set-up says so and keeps what was chosen."""
    console.expect("ERR_|Failed to load")
    page = browse()
    page.goto("/new/cellwar")
    page.get_by_label(words("setup.name", player=1)).fill("Ada")
    page.route("**/api/game/**", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name=words("setup.start"), exact=True).click()
    expect(page.get_by_text(words("error.Offline")).first).to_be_visible()
    expect(page.get_by_label(words("setup.name", player=1))).to_have_value("Ada")
    page.unroute("**/api/game/**")
    page.get_by_role("button", name=words("setup.start"), exact=True).click()
    expect(page.get_by_role("grid")).to_be_visible()
