"""What the page foretells before a move is what it shows after it, line by line and cell by cell."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.table import Cell, Table, pick

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.words import Words

EVERYTHING = (
    "cellwar/1 7x7 1A:1,1I:2,1,2I:7,3/1I:3,5,2F2:8/3,1I:4,3/2,2F1:9,4/7/5,1F2:5,1/6,1F1:6 1 4/{last} * 9",
    "cellwar/1 5x5 1A:1,1I:2,3/1I:3,4/4,2I:4/5/5 1 4/6 *",
)
"""Positions in which moves, attacks on each kind, production, a third stay and a factory's death are near."""


class Foretold:
    """The panel's lines about a chosen action, turned into what each cell must hold afterwards."""

    def __init__(self, table: Table, unit: Cell, target: Cell) -> None:
        self.words: Words = table.words
        self.before = table.cells()
        self.contents = {cell: table.content_of(text, cell) for cell, text in self.before.items()}
        self.lines = table.forecast()
        self.cells: dict[Cell, str] = {}
        self.dying: list[str] = []
        self._read(unit, target)

    def _is(self, line: str, key: str, **values: object) -> bool:
        said = self.words(key, **values)
        return line == said[0].upper() + said[1:]

    def _kinds(self) -> dict[str, tuple[str, str]]:
        """The name of a kind: how it is called as one's own, and as another player's (``{}``: the name)."""
        words = self.words
        kinds = {}
        for kind, counters in (("infantry", [0]), ("fortification", [1, 2]), ("factory", [0])):
            for counter in counters:
                own = words(f"cellwar.your.{kind}", counter=counter)
                their = words(f"cellwar.their.{kind}", counter=counter, player="Bob")
                kinds[words(f"cellwar.kind.{kind}", counter=counter)] = (own, their)
        return kinds

    def _read(self, unit: Cell, target: Cell) -> None:
        words, own, there = self.words, self.contents[unit], self.contents[target]
        infantry, empty = words("cellwar.your.infantry"), words("board.empty")
        to = f"{target[0]},{target[1]}"
        plan, *results = self.lines
        if plan in (words("cellwar.does.move", to=to), words("cellwar.does.attack", to=to)):
            self.cells = {unit: empty, target: infantry}
        elif plan == words("cellwar.does.produce", to=to):
            self.cells = {target: infantry}
            assert words("cellwar.change.made", at=to) in results, self.lines
        else:
            assert plan == words("cellwar.does.stay"), self.lines
        for line in results:
            self._result(line, unit, target, own, there)

    def _result(self, line: str, unit: Cell, target: Cell, own: str, there: str) -> None:
        words = self.words
        if line == words("cellwar.change.made", at=f"{target[0]},{target[1]}"):
            return
        if self._is(line, "cellwar.change.dies", unit=there):
            return  # what else stands on the target says the plan
        if self._is(line, "cellwar.change.dies", unit=own):
            self.cells[unit] = words("board.empty")
            if self.cells.get(target) == words("cellwar.your.infantry"):
                del self.cells[target]  # it does not get there; what becomes of the target says another line
            return
        for kind, (mine, their) in self._kinds().items():
            if self._is(line, "cellwar.change.becomes", unit=own, kind=kind):
                self.cells[target] = mine
                return
            if self._is(line, "cellwar.change.becomes", unit=there, kind=kind):
                self.cells[target] = their
                return
        factory = words("cellwar.your.factory")
        for cell in [cell for cell, content in self.contents.items() if content == factory]:
            if self._is(line, "cellwar.change.dies_at_end", unit=factory, at=f"{cell[0]},{cell[1]}"):
                self.dying.append(words("cellwar.log.died", unit=factory, at=f"{cell[0]},{cell[1]}").lower())
                return
        raise AssertionError(f"a line that is not understood: {line!r} of {self.lines}")

    def check(self, table: Table) -> None:
        """Every foretold cell is as foretold, and no other that was in sight has changed."""
        unseen = self.words("board.fog")
        after = {cell: table.content_of(text, cell) for cell, text in table.cells().items()}
        for cell, content in self.cells.items():
            assert after[cell] == content, f"{self.lines}: {cell} was to be {content!r}"
        for cell, content in self.contents.items():
            remembered = self.words.pattern("board.last_seen").search(self.before[cell])
            if cell not in self.cells and content != unseen and not remembered:
                assert after[cell] == content, f"{self.lines}: nothing was said about {cell}"


def play(table: Table, chance: random.Random) -> list[str]:
    """Play to the end, comparing every forecast with what comes of it; the plans that were carried out."""
    done: list[str] = []
    while table.my_turn():
        dying: list[str] = []
        while table.wait("act", "end", "over") == "act":
            cell = chance.choice(table.ready())
            table.click(cell)
            target = pick(table.wait_choices(), chance)
            table.click(target)
            expect(table.button("match.confirm")).to_be_enabled()
            foretold = Foretold(table, cell, target)
            table.button("match.confirm").click()
            table.wait_acted(cell)
            if table.page.locator("#over-title").count() == 0:
                foretold.check(table)
            done += foretold.lines
            dying = [*dying, *foretold.dying]
        if table.wait("end", "over") == "over":
            break
        marked = table.with_words("cellwar.why.blocked")
        alive = table.end_turn()
        said = [line.lower() for line in table.log()]
        for cell in marked:
            factory = table.words("cellwar.your.factory")
            line = table.words("cellwar.log.died", unit=factory, at=f"{cell[0]},{cell[1]}").lower()
            assert line in said, f"the factory at {cell} was to die: {said}"
        if not alive:
            break
    return done


def test_the_preview_is_what_happens(match: Callable[..., Table], full: bool) -> None:
    """To the end of matches, from positions that have everything in them."""
    chance = random.Random(5)
    done: list[str] = []
    for position in EVERYTHING:
        table = match(["human", "random"], position=position.format(last=10 if full else 6))
        done += play(table, chance)
        table.over()
    words = table.words
    for key in ("move", "attack", "produce", "stay"):
        assert any(words.pattern(f"cellwar.does.{key}").fullmatch(line) for line in done), f"no {key} in {done}"
    for key in ("dies", "becomes", "made", "dies_at_end"):
        assert any(words.pattern(f"cellwar.change.{key}").fullmatch(line) for line in done), f"no {key} in {done}"
