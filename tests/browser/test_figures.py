"""Figures are read: none is ever drawn in the letters of titles, in which a 5 looks like an S."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.words import Words

WIDTHS = """async () => {
  const names = ['"Pixelify Sans"', '"Atkinson Hyperlegible"'];
  await Promise.all(names.map((name) => document.fonts.load(`600 28px ${name}`, 'A5')));
  const style = getComputedStyle(document.documentElement);
  const ctx = document.createElement('canvas').getContext('2d');
  const measure = (text) => ['--font-show', '--font-read'].map((stack) => {
    ctx.font = `600 28px ${style.getPropertyValue(stack)}`;
    return ctx.measureText(text).width;
  });
  return { figures: [...'0123456789'].map(measure), letters: measure('Your turn') };
}"""


def test_no_figure_is_drawn_in_the_letters_of_titles(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/")
    widths = page.evaluate(WIDTHS)
    assert len(widths["figures"]) == 10
    assert all(show == read for show, read in widths["figures"])
    assert widths["letters"][0] != widths["letters"][1], "titles have letters of their own"
    page.goto("/new/cellwar")
    button = page.get_by_role("button", name=words("setup.start"), exact=True)
    assert "Pixelify" not in button.evaluate("element => getComputedStyle(element).fontFamily")
