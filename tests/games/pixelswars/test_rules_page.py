"""The page of PixelsWars's rules tells the truth: its worked examples are played, its tables are the catalogue's."""

from __future__ import annotations

import re

import pytest

from outflank import Host, Place, begin
from outflank.games.pixelswars.catalog import GROUNDS, UNITS, multiplier
from outflank.games.pixelswars.view import pixelswars
from outflank.protocol import Act, Refused
from tests.conftest import ROOT
from tests.test_documents import blocks

PAGE = ROOT / "src" / "outflank" / "games" / "pixelswars" / "RULES.md"


class Example:
    """A match that follows the lines of an example; returns what it compared."""

    def __init__(self, position: str) -> None:
        self.host = Host.start("m", begin("pixelswars", {}, [Place("human")] * 2, 1, 0, position))

    def view(self) -> dict[str, object]:
        return self.host.game.view(self.host.match.state, None)

    def step(self, line: str) -> bool:
        """Whether something was compared."""
        word, _, rest = line.partition(" ")
        place, _, value = rest.partition(" ")
        view = self.view()
        match word:
            case ">":
                self.act(rest)
                return False
            case "!":
                notation, detail = rest.rsplit(" ", 1)
                before = self.host.text.position(self.host.match.state)
                with pytest.raises(ValueError, match=f"^{detail}$"):
                    self.act(notation)
                assert self.host.text.position(self.host.match.state) == before
            case "hp":
                assert self.unit(place)["hp"] == int(value)
            case "left":
                unit = self.unit(place)
                assert f"{unit['movement']}/{unit['attacks']}/{unit['captures']}" == value
            case "free":
                assert (ord(place[0]) - 97, int(place[1:]) - 1) not in self.units()
            case "holds":
                told = self.host.text.position(self.host.match.state).split()[5]
                assert f"{place}={value}" in told.split(";")
            case "money":
                assert view["funds"] == [int(each) for each in rest.split(",")]
            case "turn":
                assert view["current_player"] == int(rest)
            case "round":
                assert view["round"] == int(rest)
            case "won":
                outcome = self.host.match.outcome
                assert outcome and f"{outcome.winner} {outcome.reason}" == rest
            case _:
                raise AssertionError(f"what is {line!r}?")
        return True

    def units(self) -> dict[tuple[int, int], dict[str, int]]:
        units = self.host.game.view(self.host.match.state, None)["units"]
        return {(each["x"], each["y"]): each for each in units}

    def unit(self, place: str) -> dict[str, int]:
        return self.units()[ord(place[0]) - 97, int(place[1:]) - 1]

    def act(self, notation: str) -> None:
        player = int(pixelswars(self.host.match.state).player)
        action = self.host.text.parse(notation, self.view())
        answer = self.host.receive(player, Act(action), 0).mail[-1][1]
        if isinstance(answer, Refused):
            raise ValueError(answer.detail)


def test_the_page_has_its_examples() -> None:
    assert len(blocks(PAGE, "pixelswars")) >= 11


@pytest.mark.parametrize(("line", "block"), blocks(PAGE, "pixelswars"), ids=lambda each: str(each)[:20])
def test_each_example_of_the_rules_holds(line: int, block: str) -> None:
    first, *lines = [each.split("  #")[0].rstrip() for each in block.splitlines()]
    example = Example(first)
    assert sum([example.step(each) for each in lines]) > 0


def table(head: str) -> list[list[str]]:
    """The rows of the table whose first line begins so, without its head."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if re.sub(r" +", " ", line).startswith(head))
    rows: list[list[str]] = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            return rows
        rows.append([each.strip() for each in line.strip("|").split("|")])
    return rows


def kind(name: str) -> str:
    return name.lower().replace("-", "_").replace(" ", "_")


def test_the_table_of_units() -> None:
    rows = {kind(row[0]): row[1:] for row in table("| | price")}
    assert rows.keys() == {unit.kind for unit in UNITS}
    for unit in UNITS:
        far = str(unit.farthest) if unit.nearest == unit.farthest else f"{unit.nearest}–{unit.farthest}"
        numbers = [unit.hp, unit.movement, unit.attacks, unit.attack, unit.defence]
        captures, place = "yes" if unit.captures else "no", unit.built_at.replace("_", " ")
        assert rows[unit.kind] == [f"{unit.price}$", *map(str, numbers), far, captures, unit.domain, place]


def test_the_table_of_grounds() -> None:
    told = [[kind(row[0]), row[1].strip("`"), *row[2:]] for row in table("| | letter")]
    assert told == [
        [each.ground, each.letter, str(each.cost or "cannot enter"), str(each.air_cost), str(each.defence)]
        for each in GROUNDS
    ]


def test_the_table_of_multipliers() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    head = next(line for line in lines if line.startswith("| attacker ↓"))
    targets = [kind(each.strip()) for each in head.strip("|").split("|")[1:]]
    rows = {kind(row[0]): row[1:] for row in table("| attacker ↓")}
    of = {unit.kind: unit for unit in UNITS}
    assert rows.keys() == of.keys() == set(targets)
    for attacker, row in rows.items():
        for target, word in zip(targets, row, strict=True):
            assert multiplier(of[attacker], of[target]) == (0 if word == "—" else round(float(word) * 100))
