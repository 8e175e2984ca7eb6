"""The page of Traversal's rules tells the truth: its worked examples are played, its table is the game's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from outflank import Host, Place, begin
from outflank.games.traversal import game
from outflank.games.traversal.names import PIECES_BY_NAME, piece_name
from outflank.protocol import Act, Refused
from tests.conftest import ROOT
from tests.test_documents import blocks

PAGE = ROOT / "src" / "outflank" / "games" / "traversal" / "RULES.md"


def square(name: str) -> list[int]:
    return [ord(name[0]) - ord("a"), int(name[1:]) - 1]


class Example:
    """A match that follows the lines of an example."""

    def __init__(self, position: str) -> None:
        self.host = Host.start("m", begin("traversal", {}, [Place("human")] * 2, 1, 0, position))

    def view(self) -> dict[str, Any]:
        return self.host.game.view(self.host.match.state, None)

    def position(self) -> str:
        return self.host.text.position(self.host.match.state)

    def step(self, line: str) -> bool:
        """Whether something was compared."""
        word, _, rest = line.partition(" ")
        view = self.view()
        match word:
            case ">":
                self.act(rest)
                return False
            case "!":
                notation, detail = rest.rsplit(" ", 1)
                before = self.position()
                with pytest.raises(ValueError, match=f"^{detail}$"):
                    self.act(notation)
                assert self.position() == before
            case "cost":
                name, place, cost = rest.split()
                assert self.choice(name, place)["cost"] == (None if cost == "special" else int(cost))
            case "attack":
                name, place, totals = rest.split()
                told = self.choice(name, place)["attack"]
                assert f"{told['attack']}:{told['defence']}" == totals
            case "on":
                place, name = rest.split()
                assert self.on(place) == name
            case "free":
                assert self.on(rest) is None
            case "score" | "final":
                told = view["score" if word == "score" else "final_score"]
                assert told == [int(each) for each in rest.split(",")]
            case "turn" | "moves" | "skipped":
                assert view[{"turn": "current_player"}.get(word, word)] == int(rest)
            case "won":
                outcome = self.host.match.outcome
                assert outcome and f"{outcome.winner} {outcome.reason}" == rest
            case _:
                raise AssertionError(f"what is {line!r}?")
        return True

    def choice(self, name: str, place: str) -> dict[str, Any]:
        """What the advice says of a piece of the player to move and a square."""
        player = self.view()["current_player"]
        told = self.host.game.advice(self.host.game.view(self.host.match.state, player))
        piece = next(each for each in told["pieces"] if each["id"] == PIECES_BY_NAME[name] + 6 * (player - 1))
        wanted = None if place == "out" else square(place)
        choices: list[dict[str, Any]] = piece["choices"]
        return next(each for each in choices if (each["to"] and list(each["to"])) == wanted)

    def on(self, place: str) -> str | None:
        for each in self.view()["pieces"]:
            if [each["x"], each["y"]] == square(place):
                return f"{each['owner']}{piece_name(each['id'])}"
        return None

    def act(self, notation: str) -> None:
        view = self.view()
        action = self.host.text.parse(notation, view)
        answer = self.host.receive(view["current_player"], Act(action), 0).mail[-1][1]
        if isinstance(answer, Refused):
            raise ValueError(answer.detail)


def test_the_page_has_its_examples() -> None:
    assert len(blocks(PAGE, "traversal")) >= 19


@pytest.mark.parametrize(("line", "block"), blocks(PAGE, "traversal"), ids=lambda each: str(each)[:20])
def test_each_example_of_the_rules_holds(line: int, block: str) -> None:
    first, *lines = [each.split("  #")[0].rstrip() for each in block.splitlines()]
    example = Example(first)
    assert sum([example.step(each) for each in lines]) > 0


def test_the_table_of_pieces() -> None:
    told = re.findall(r"^\| (\w+) +\| `(\w)` +\| +(\d+) \| +(\d+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    pieces = [
        [each["kind"].title(), each["letter"], each["budget"], each["strength"]] for each in game.tables()["pieces"]
    ]
    assert [[name, letter, int(budget), int(strength)] for name, letter, budget, strength in told] == pieces
