"""A PixelsWars board as a player sees it: matches from positions, and what the accessible grid says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.table import READ, Cell, Mouse, at
from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

PATIENCE = 15_000
"""Milliseconds: as long as other waits of these tests, since a page may be loaded in between."""


class PixelsWarsTable:
    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words

    # ---- reading

    def cells(self) -> dict[Cell, str]:
        """The accessible name of every cell."""
        found: dict[str, str] = self.page.evaluate(READ)
        return {at(name): text for name, text in found.items()}

    def cell(self, cell: Cell) -> Locator:
        return self.page.locator(f'[data-cell="{cell[0]},{cell[1]}"]')

    def mine(self) -> dict[Cell, str]:
        return {cell: text for cell, text in self.cells().items() if text.startswith("your ")}

    def theirs(self) -> dict[Cell, str]:
        return {cell: text for cell, text in self.cells().items() if re.match(r"Bob’s [a-z-]+, \d+ of", text)}

    def reach(self) -> dict[Cell, int]:
        """Where the selected unit can go, and what it costs."""
        wanted = self.words.pattern("pixelswars.reachable")
        found = {cell: wanted.search(text) for cell, text in self.cells().items()}
        return {cell: int(match[1]) for cell, match in found.items() if match}

    def health(self, cell: Cell) -> int:
        found = re.search(r", (\d+) of \d+ health", self.cells()[cell])
        return int(found[1]) if found else 0

    def log(self) -> list[str]:
        return self.page.locator("[role=log] > * > span").all_text_contents()

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    @property
    def end(self) -> Locator:
        return self.page.locator(".actions .end")

    def over(self) -> bool:
        return self.page.locator("#over-title").count() > 0

    # ---- waiting

    def said(self, cell: Cell, words: str) -> None:
        """Until the name of the cell has these words in it."""
        expect(self.cell(cell)).to_have_attribute("aria-label", re.compile(re.escape(words)), timeout=PATIENCE)

    def logged(self, words: str) -> None:
        expect(self.page.locator("[role=log]")).to_contain_text(words, timeout=PATIENCE)

    def told_more(self, before: list[str]) -> None:
        """Until the log says something else, or the match is over."""
        self.page.wait_for_function(
            """(before) => document.getElementById('over-title') ||
              [...document.querySelectorAll('[role=log] > * > span')].map((line) => line.textContent).join() !==
              before""",
            arg=",".join(before),
        )

    def my_turn(self) -> bool:
        """Waits until something can be done; False: the match is over."""
        self.page.wait_for_function(
            """(end) => document.getElementById('over-title') ||
              (document.querySelector('.actions .end')?.textContent.includes(end) &&
               !document.querySelector('.actions .end').disabled)""",
            arg=self.words("match.end_turn"),
        )
        return not self.over()

    # ---- gestures

    def middle(self, cell: Cell) -> tuple[float, float]:
        box = self.cell(cell).bounding_box()
        assert box, f"{cell} is not on the page"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, cell: Cell, button: Mouse = "left") -> None:
        self.page.mouse.click(*self.middle(cell), button=button)

    def point(self, cell: Cell) -> None:
        self.page.mouse.move(*self.middle(cell))

    def select(self, cell: Cell) -> None:
        """Clicks a unit and waits until it is known what it can do."""
        self.click(cell)
        expect(self.cell(cell)).to_have_attribute("aria-selected", "true")
        known = f"{self.words.pattern('pixelswars.can').pattern}|{re.escape(self.words('pixelswars.done'))}"
        expect(self.cell(cell)).to_have_attribute("aria-label", re.compile(known), timeout=PATIENCE)


def begin(browse: Callable[..., Page]) -> Callable[..., PixelsWarsTable]:
    """``begin(browse)(["human", "greedy"], position=...)``: a match begun through the server, shown."""

    def start(
        players: list[str],
        *,
        settings: dict[str, Any] | None = None,
        position: str | None = None,
        context: dict[str, Any] | None = None,
        seed: int = 1,
        **options: Any,
    ) -> PixelsWarsTable:
        page = browse({"warnIdle": False, **(settings or {})}, **(context or {}))
        api = page.context.request
        seats = [
            {"kind": "human", "name": name} if kind == "human" else {"kind": "computer", "bot": kind, "name": name}
            for name, kind in zip(("Ada", "Bob"), players, strict=True)
        ]
        wish: dict[str, Any] = {"game": "pixelswars", "options": options, "players": seats, "seed": seed}
        if position is not None:
            wish["position"] = position
        made = api.post("/api/game/create", data=wish)
        assert made.ok, made.text()
        game = made.json()["game_id"]
        for player, kind in enumerate(players, 1):
            if kind == "human":
                joined = api.post(f"/api/game/{game}/join", data={"player": player, "name": ("Ada", "Bob")[player - 1]})
                assert joined.ok, joined.text()
        page.goto(f"/match/{game}")
        table = PixelsWarsTable(page, Words((settings or {}).get("language", "en")))
        page.wait_for_selector("[role=gridcell]")
        return table

    return start
