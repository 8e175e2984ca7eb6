"""The board is really drawn: everything that differs in meaning differs in pixels, in both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.screens import SCENE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.table import Cell, Table

PIXELS = """(cell) => {
  const canvas = document.querySelector('.board canvas');
  const from = canvas.getBoundingClientRect();
  const box = document.querySelector(`[data-cell="${cell}"]`).getBoundingClientRect();
  const ratio = canvas.width / from.width;
  const place = [box.left - from.left, box.top - from.top, box.width, box.height].map((at) => Math.round(at * ratio));
  const [x, y, width, height] = place;
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(canvas, -x, -y);
  const { data } = copy.getImageData(0, 0, width, height);
  return [...data.filter((_, index) => (index >> 2) % 7 === 0)];
}"""

CHANGED = """([cell, before]) => {
  const now = (PIXELS)(cell);
  return now.length !== before.length || now.some((value, index) => value !== before[index]);
}""".replace("PIXELS", PIXELS)


def pixels(table: Table, cell: Cell) -> list[int]:
    """Red, green, blue and alpha of every seventh pixel of a cell, once everything is drawn."""
    table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[int] = table.page.evaluate(PIXELS, f"{cell[0]},{cell[1]}")
    return found


def difference(one: list[int], other: list[int]) -> float:
    """The mean difference of the colours, 0 to 255."""
    assert len(one) == len(other)
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


def redrawn(table: Table, cell: Cell, before: list[int]) -> list[int]:
    """What the cell looks like after it has changed from ``before``."""
    table.page.wait_for_function(CHANGED, arg=[f"{cell[0]},{cell[1]}", before])
    return pixels(table, cell)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_that_differs_looks_different(match: Callable[..., Table], theme: str) -> None:
    table = match(["human", "random"], position=SCENE, settings={"theme": theme})
    table.my_turn()
    table.click((7, 7))  # nothing there: the cursor is out of the way
    table.page.mouse.move(1, 1)
    places: dict[str, Cell] = {
        "fog": (0, 7),
        "seen and empty": (2, 3),
        "remembered and empty": (5, 6),
        "own infantry": (1, 1),
        "own fortification": (3, 1),
        "own factory that waits": (1, 3),
        "enemy infantry": (2, 2),
        "enemy fortification": (4, 2),
        "remembered enemy factory": (6, 6),
    }
    drawn = {name: pixels(table, cell) for name, cell in places.items()}
    assert all(any(values) for values in drawn.values()), "every cell is painted"
    names = list(drawn)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            apart = difference(drawn[one], drawn[other])
            assert apart > 4, f"{one} looks like {other} ({apart:.1f})"


def test_selection_and_previews_are_drawn(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=SCENE)
    words = table.words
    table.my_turn()
    table.click((7, 7))
    table.page.mouse.move(1, 1)
    own, enemy, fort, free = (1, 1), (2, 2), (4, 2), (0, 0)
    before = {cell: pixels(table, cell) for cell in (own, enemy, fort, free)}

    table.page.keyboard.press("n")
    table.wait_choices()
    selected = redrawn(table, own, before[own])
    choosable = redrawn(table, free, before[free])
    assert difference(selected, before[own]) > 0.5 and difference(choosable, before[free]) > 0.5

    # An attack on infantry: a skull on the target.
    table.click(enemy)
    table.page.mouse.move(1, 1)
    expect(table.button("match.confirm")).to_be_enabled()
    skull = redrawn(table, enemy, before[enemy])
    assert difference(skull, before[enemy]) > 5

    # A stay: a sign on the unit itself; Escape takes everything back.
    table.button("match.stay").click()
    stay = redrawn(table, own, selected)
    assert difference(stay, selected) > 0.5
    table.page.locator("[role=gridcell][tabindex='0']").focus()
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("Escape")
    table.click((7, 7))
    table.page.mouse.move(1, 1)
    assert table.choices() == {}
    for cell, earlier in before.items():
        assert difference(pixels(table, cell), earlier) == 0, f"{cell} still shows something"

    # An attack on a fortification: the skull is on the attacker.
    table.click((3, 1))
    table.wait_choices()
    table.click(fort)
    table.page.mouse.move(1, 1)
    expect(table.button("match.confirm")).to_be_enabled()
    assert words("cellwar.change.dies", unit=words("cellwar.your.fortification", counter=1)).lower() in [
        line.lower() for line in table.forecast()
    ]
    attacker = pixels(table, (3, 1))
    assert difference(redrawn(table, fort, before[fort]), before[fort]) > 2, "it would be infantry again"
    table.button("match.cancel").click()
    assert difference(redrawn(table, (3, 1), attacker), attacker) > 2, "without the choice the attacker has no skull"


def test_threats_are_drawn(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position=SCENE)
    table.my_turn()
    table.click((7, 7))
    table.page.mouse.move(1, 1)
    near = (3, 3)
    before = pixels(table, near)
    table.button("match.threats").click()
    assert difference(redrawn(table, near, before), before) > 0.5
    assert table.words("board.threatened") in table.cells()[near]
    table.button("match.threats").click()
    table.page.wait_for_function(
        "([cell, said]) => !document.querySelector(cell).getAttribute('aria-label').includes(said)",
        arg=["[data-cell='3,3']", table.words("board.threatened")],
    )
    assert difference(pixels(table, near), before) == 0


def test_what_has_acted_is_dimmed(match: Callable[..., Table]) -> None:
    table = match(["human", "random"], position="cellwar/1 6x6 6/1,1F1:1,2,1F1:3,1/6/6/6/4,2I:2,1 1 2 *")
    table.my_turn()
    table.click((3, 3))
    table.page.mouse.move(1, 1)
    before = pixels(table, (1, 1))
    table.page.keyboard.press("n")
    table.wait_choices()
    table.button("match.stay").click()
    table.button("match.confirm").click()
    table.wait_acted((1, 1))
    table.click((3, 3))
    table.page.mouse.move(1, 1)
    waiting, acted = pixels(table, (4, 1)), pixels(table, (1, 1))
    assert difference(acted, before) > 5
    assert difference(waiting, acted) > 5
    assert table.words("cellwar.why.acted") in table.cells()[(1, 1)]
