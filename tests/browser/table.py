"""The match page as a player sees it: reads the accessible grid, panel and buttons, and waits for what they say.

Nothing here looks behind the page: whatever a test decides, it decides from what a person could read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import expect

if TYPE_CHECKING:
    import random

    from playwright.sync_api import Locator, Page

    from tests.browser.words import Words

Cell = tuple[int, int]
Mouse = Literal["left", "right"]
Turn = Literal["act", "end", "over", "theirs"]

READ = """() => Object.fromEntries(
  [...document.querySelectorAll('[role=gridcell]')].map((cell) => [cell.dataset.cell, cell.getAttribute('aria-label')])
)"""

TURN = """([end, wait, can]) => {
  if (document.getElementById('over-title')) return 'over';
  const button = document.querySelector('.actions .end');
  if (!button) return null;
  if (button.classList.contains('thinking')) return 'theirs';
  const text = button.textContent.trim();
  if (text === end) return button.disabled ? null : 'end';
  if (text === wait) return 'theirs';
  return document.querySelector(`[role=gridcell][aria-label*="${can}"]`) ? 'act' : null; // else something still moves
}"""

WANTED = f"([words, wanted]) => {{ const turn = ({TURN})(words); return wanted.includes(turn) ? turn : null; }}"


class Table:
    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words

    # ---- reading

    def cells(self) -> dict[Cell, str]:
        """The accessible name of every cell."""
        found: dict[str, str] = self.page.evaluate(READ)
        return {at(name): text for name, text in found.items()}

    def cell(self, cell: Cell) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"{re.escape(self.spot(cell))}(,|$)"))

    def spot(self, cell: Cell) -> str:
        return self.words("board.spot", x=cell[0], y=cell[1])

    def with_words(self, key: str) -> list[Cell]:
        """The cells whose name says this."""
        said = self.words(key)
        return [cell for cell, text in self.cells().items() if f", {said}," in f"{text},"]

    def ready(self) -> list[Cell]:
        return self.with_words("board.can_act")

    def content(self, cell: Cell) -> str:
        """What stands there: "your infantry", "infantry of Bob", "empty", "fog"."""
        return self.content_of(self.cells()[cell], cell)

    def content_of(self, name: str, cell: Cell) -> str:
        """The first part of a cell's accessible name."""
        return name.split(f", {self.spot(cell)}")[0]

    def choices(self) -> dict[Cell, str]:
        """Where the selected unit can go, and what that would be: move, attack, produce or stay."""
        kinds = {self.words(f"cellwar.can.{kind}"): kind for kind in ("move", "attack", "produce", "stay")}
        return {cell: kinds[part] for cell, text in self.cells().items() for part in text.split(", ") if part in kinds}

    def panel(self) -> list[tuple[str, str]]:
        """The lines of the status panel."""
        panel = self.page.get_by_role("region", name=self.words("match.panel"))
        rows = "rows => rows.map((row) => [...row.children].map((part) => part.textContent))"
        return [(label, value) for label, value in panel.locator("dl > div").evaluate_all(rows)]

    def forecast(self) -> list[str]:
        """The lines about the chosen action, the plan first."""
        wanted = (self.words("board.fact.preview"), self.words("board.fact.forecast"))
        return [value for label, value in self.panel() if label in wanted]

    @property
    def round(self) -> int:
        text = self.page.get_by_text(self.words.pattern("match.round")).first.inner_text()
        return int(re.sub(r"\D", "", text))

    def log(self) -> list[str]:
        return self.page.locator("[role=log] > * > span").all_text_contents()

    def button(self, key: str, **values: object) -> Locator:
        return self.page.get_by_role("button", name=self.words(key, **values), exact=True)

    @property
    def must_act(self) -> Locator:
        """The button that says how many must still act."""
        return self.page.get_by_role(
            "button",
            name=re.compile(
                "^("
                + self.words.pattern("match.must_act.one").pattern
                + "|"
                + self.words.pattern("match.must_act.other").pattern
                + ")$"
            ),
        )

    # ---- waiting

    def wait(self, *wanted: Turn) -> Turn:
        """Until it is one of these: something must act, the turn can be ended, the match is over, others play."""
        words = [self.words("match.end_turn"), self.words("match.wait"), self.words("board.can_act")]
        handle = self.page.wait_for_function(WANTED, arg=[words, list(wanted)])
        turn: Turn = handle.json_value()
        return turn

    def my_turn(self) -> bool:
        """Waits until there is something to do; False: the match is over."""
        return self.wait("act", "end", "over") != "over"

    def wait_acted(self, cell: Cell) -> None:
        """Until what could act on this cell has acted."""
        said = self.words("board.can_act")
        self.page.wait_for_function(
            """([cell, said]) => document.getElementById('over-title') ||
              !document.querySelector(`[data-cell="${cell}"]`)?.getAttribute('aria-label').includes(said)""",
            arg=[f"{cell[0]},{cell[1]}", said],
        )

    def wait_choices(self) -> dict[Cell, str]:
        """What can be chosen, once the advice has come."""
        said = [self.words(f"cellwar.can.{kind}") for kind in ("move", "attack", "produce", "stay")]
        self.page.wait_for_function(
            """(said) => [...document.querySelectorAll('[role=gridcell]')].some((cell) =>
              said.some((words) => cell.getAttribute('aria-label').includes(words)))""",
            arg=said,
        )
        return self.choices()

    def end_turn(self) -> bool:
        """Ends the turn and waits for the next one; False: the match is over."""
        before = self.round
        self.button("match.end_turn").click()
        return self.next_round(before)

    def next_round(self, before: int) -> bool:
        """Until another round than this has come to us; False: the match is over."""
        self.page.wait_for_function(
            """(round) => document.getElementById('over-title') ||
              !document.querySelector('.turn')?.textContent.includes(round)""",
            arg=self.words("match.round", round=before),
        )
        return self.my_turn()

    # ---- gestures

    def middle(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell in the window."""
        box = self.page.locator(f'[data-cell="{cell[0]},{cell[1]}"]').bounding_box()
        assert box, f"{cell} is not on the page"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, cell: Cell, button: Mouse = "left") -> None:
        self.page.mouse.click(*self.middle(cell), button=button)

    def over(self) -> None:
        """The match is over and says so."""
        expect(self.page.locator("#over-title")).to_be_visible()


def at(name: str) -> Cell:
    x, y = name.split(",")
    return int(x), int(y)


def pick(choices: dict[Cell, str], chance: random.Random) -> Cell:
    """A move that makes a match of some life: attack, produce, dig in often, walk sometimes."""
    for kind in ("attack", "produce"):
        found = [cell for cell, each in choices.items() if each == kind]
        if found:
            return chance.choice(found)
    stay = [cell for cell, each in choices.items() if each == "stay"]
    if stay and chance.random() < 0.6:
        return stay[0]
    return chance.choice(list(choices))
