"""Every screen in three languages and the long pseudo-language, light and dark, wide and on a phone.

It passes axe, every control is reached by Tab, it tells its language, has a title and a heading, and nothing is cut off
at the side. Pictures of all go to artifacts/.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTIFACTS, PHONE, SCREEN
from tests.browser.screens import ENDS, SCREENS, ended
from tests.browser.words import Words
from tests.conftest import FULL

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import Console
    from tests.browser.table import Table

AXE = Path(__file__).resolve().parent.parent.parent / "web/node_modules/axe-core/axe.min.js"
LANGUAGES = ["en", "fr", "de", "pseudo"]

CHANGE = """async (settings) => {
  const kept = document.cookie.match(/outflank-settings=([^;]*)/)[1];
  const stored = { ...JSON.parse(decodeURIComponent(kept)), ...settings };
  document.cookie = `outflank-settings=${encodeURIComponent(JSON.stringify(stored))}; path=/; SameSite=Lax`;
  dispatchEvent(new Event('focus'));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (const fade of document.getAnimations()) if (fade.effect.getComputedTiming().endTime < 5000) fade.finish();
  await new Promise((done) => requestAnimationFrame(done));
}"""
"""As if the settings had been changed in another tab; returns when nothing fades any more."""

RUN_AXE = """async () => {
  const { violations } = await axe.run();
  return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}
    ${node.failureSummary}`));
}"""

CLIPPED = """() => {
  const { scrollWidth } = document.documentElement;
  const wide = scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide`] : [];
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!element.checkVisibility({ visibilityProperty: true }) || box.width < 2 || style.clipPath !== 'none') continue;
    if (element.closest('.board, .unseen, .skip, canvas, svg, [role=log]:not(.open *)')) continue;
    const name = element.outerHTML.slice(0, 110);
    if (box.right > innerWidth + 0.5 || box.left < -0.5) wide.push(`beyond the side: ${name}`);
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const hides = style.overflowX !== 'visible' && style.display !== 'inline';
    const cut = hides && element.scrollWidth > element.clientWidth + 1;
    if (text && cut && style.textOverflow !== 'ellipsis' && element.tagName !== 'SELECT') wide.push(`cut off: ${name}`);
  }
  return wide;
}"""


def check_axe(page: Page, where: str) -> None:
    found = page.evaluate(RUN_AXE)
    assert not found, f"{where}:\n" + "\n".join(found)


def shot(page: Page, name: str) -> None:
    ARTIFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{name}.png")


TABBABLE = """() => {
  const groups = new Set();
  const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const all = [...within.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')];
  return all.filter((element) => {
    if (element.disabled || element.tabIndex < 0) return false;
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    if (element.type !== 'radio') return true;
    const first = !groups.has(element.name); // one of a group is a stop
    groups.add(element.name);
    return first;
  }).length;
}"""

WATCH = """() => {
  window.reached = new Map();
  document.addEventListener('focusin', ({ target }) => {
    const all = [target, target.closest('label'), target.parentElement].filter(Boolean);
    const styles = [...all.map((each) => getComputedStyle(each)), getComputedStyle(target, '::after')];
    const shown = styles.some(({ outlineStyle }) => outlineStyle !== 'none');
    window.reached.set(target, [shown, target.outerHTML.slice(0, 90)]);
  });
  document.activeElement.blur();
  scrollTo(0, 0);
}"""
"""From now on, what has the focus is kept, with whether anything shows that it has."""


def check_tab(page: Page, where: str) -> None:
    """Tab alone reaches every control, of an open dialog those in it, and each shows that it has the focus."""
    if where == "match":  # what is chosen has the keys of the board
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    stops = page.evaluate(TABBABLE)
    page.evaluate(WATCH)
    for _ in range(2 * stops + 12):  # twice round: the board has not been left by key before
        page.keyboard.press("Tab")
    reached = page.evaluate("[...reached.values()]")
    hidden = [html for shown, html in reached if not shown]
    assert not hidden, f"{where}: nothing shows that these have the focus: {hidden}"
    assert len(reached) >= stops > 0, f"{where}: {len(reached)} of {stops} controls are reached: {reached}"


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen(browse: Callable[..., Page], match: Callable[..., Table], console: Console, name: str) -> None:
    console.expect("404|422|400|ERR_FAILED|dynamically imported|Failed to fetch")
    page = browse({"motion": "reduced"})
    SCREENS[name](page, match)
    page.evaluate(AXE.read_text())
    for language in LANGUAGES:
        for size, width in ((SCREEN, "wide"), (PHONE, "phone")):
            where = f"{name}, {language}, {width}"
            page.set_viewport_size(size)
            page.evaluate(CHANGE, {"language": language, "theme": "light"})
            check_page(page, language)
            assert page.evaluate(CLIPPED) == [], where
            if language == "en" or (FULL and width == "wide"):  # roles and contrast are the same in all languages
                check_axe(page, where)
            if language == "en":
                shot(page, f"{name}-{width}-light")
            elif (language, width) == ("pseudo", "phone"):
                shot(page, f"{name}-{width}-pseudo")
    for size, width in ((PHONE, "phone"), (SCREEN, "wide")):
        page.set_viewport_size(size)
        page.evaluate(CHANGE, {"language": "en", "theme": "dark"})
        shot(page, f"{name}-{width}-dark")
    check_axe(page, f"{name}, dark")
    check_tab(page, name)


@pytest.mark.parametrize("game", ENDS)
def test_the_end_of_a_match_is_whole_on_a_phone(browse: Callable[..., Page], game: str) -> None:
    page = browse({"motion": "reduced"}, viewport=PHONE)
    ended(page, game)
    for language in LANGUAGES:
        page.evaluate(CHANGE, {"language": language})
        check_page(page, language)
        assert page.evaluate(CLIPPED) == [], language
    shot(page, f"{game}-over-phone-pseudo")


def check_page(page: Page, language: str) -> None:
    """It tells its language, and has a heading and a title."""
    assert page.locator("html").get_attribute("lang") == ("en" if language == "pseudo" else language)
    assert page.locator("h1").count() > 0
    assert "Outflank" in page.title() or language == "pseudo"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_titles_and_headings(browse: Callable[..., Page], language: str) -> None:
    """Going somewhere, the heading has the focus and the tab says where one is."""
    words = Words(language)
    page = browse({"language": language})
    page.goto("/")
    expect(page).to_have_title(words("app.name"))
    places = {"settings.title": "/settings", "help.title": "/help", "about.title": "/about"}
    for key, path in places.items():
        page.locator(f"a[href='{path}']").last.click()
        expect(page).to_have_url(path)
        expect(page.get_by_role("heading", level=1)).to_be_focused()
        expect(page).to_have_title(f"{words(key)} · {words('app.name')}")
        page.go_back()
        expect(page).to_have_title(words("app.name"))
        expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_the_language_of_the_browser(browse: Callable[..., Page]) -> None:
    """Without a choice the page speaks as the browser does; a choice in the header is kept."""
    for locale, language in (("fr-CA", "fr"), ("de-AT", "de"), ("es-ES", "en")):
        page = browse({"language": "system"}, locale=locale)
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator("header select").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.get_by_text(Words("de")("home.tagline"))).to_be_visible()


def test_the_theme_of_the_system(browse: Callable[..., Page], words: Words) -> None:
    page = browse({"theme": "system"}, color_scheme="dark")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name=words("nav.light")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_settings_are_kept_and_reset(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/settings")
    page.get_by_role("switch", name=words("settings.letters")).uncheck()
    page.get_by_text(words("settings.palette_colour_blind")).click()
    page.reload()
    expect(page.get_by_role("switch", name=words("settings.letters"))).not_to_be_checked()
    expect(page.get_by_role("radio", name=words("settings.palette_colour_blind"))).to_be_checked()
    (cookie,) = (each for each in page.context.cookies() if each.get("name") == "outflank-settings")
    assert (cookie.get("expires"), cookie.get("sameSite"), cookie.get("path")) == (-1, "Lax", "/")
    assert json.loads(unquote(cookie.get("value", "")))["letterKeys"] is False
    page.get_by_role("button", name=re.compile(words("settings.reset"))).click()
    expect(page.get_by_role("switch", name=words("settings.letters"))).to_be_checked()
