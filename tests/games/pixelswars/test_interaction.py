"""Select, step, cancel, confirm: what commits and what can be taken back, against data of an independent program."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outflank.games.pixelswars import game, position
from outflank.games.pixelswars.view import pixelswars
from outflank.host import Host
from outflank.match import Place, begin
from tests.games.pixelswars.table import Table
from tests.games.pixelswars.vectors import BOARDS, digest, expected, kind, letters, read

SEQUENCES = read("interaction")["sequences"]


def line(vector: dict[str, Any]) -> str:
    """The start of a sequence as a position line."""
    board = BOARDS[vector["board"]]
    start = expected(vector["start"]["d"])
    units = ";".join(
        f"{owner}{name}:{number}@{position.cell_name(x, y)}={'/'.join(map(str, left))}"
        for number, name, owner, x, y, *left in start["units"]
    )
    holds = ";".join(f"{position.cell_name(x, y)}={owner}:{points}" for x, y, owner, points in start["buildings"])
    money = ",".join(map(str, start["funds"]))
    grid = "/".join(letters(board["grid"]))
    return f"pixelswars/1 {grid} {start['turn']} {money} {units} {holds or '-'} {vector['start']['nextId']}"


def after_draft(table: Table, seen: dict[str, Any]) -> dict[str, Any]:
    """The digest as the player sees it: with the selected unit where it was tried."""
    if table.selected is None:
        return seen
    tried = table.unit()
    units = [
        [number, name, owner, *tried["at"], hp, tried["movement"], *rest]
        if number == table.selected
        else [number, name, owner, x, y, hp, movement, *rest]
        for number, name, owner, x, y, hp, movement, *rest in seen["units"]
    ]
    return {**seen, "units": units}


@pytest.mark.parametrize("vector", SEQUENCES, ids=[f"board{each['board']}" for each in SEQUENCES])
def test_interaction(vector: dict[str, Any]) -> None:
    places = [Place("human"), Place("human")]
    host = Host.start("m", begin("pixelswars", {}, places, 1, at=0, position=line(vector)))
    width = BOARDS[vector["board"]]["cols"]

    def at(cell: int) -> list[int]:
        return [cell % width, cell // width]

    tables: dict[int, Table] = {}
    for number, step in enumerate(vector["steps"]):
        player = host.match.state.player
        if player not in tables:
            tables = {player: Table(host, player)}  # whoever's turn it is sits down with nothing in hand
        table = tables[player]
        match step["o"]:
            case ["move" | "open" as what, cell]:
                result = getattr(table, what)(at(cell))
            case ["buy", name]:
                result = table.buy(kind(name))
            case [what, *rest]:
                result = getattr(table, what)(*rest)
        said = f"step {number}: {step['o']}"
        assert result == step["res"], said
        assert table.selected == step["selected"], said
        origin = step["origin"]
        assert table.origin() == (origin and (at(origin["cell"]), origin["movement"])), said
        production = step["production"]
        assert table.production == (None if production is None else at(production)), said
        state = pixelswars(host.match.state)
        assert after_draft(table, digest(state)) == expected(step["d"]), said
        assert game.view(state, player)["units"] == (table.client.view or {})["units"] or state.player != player, said


def test_what_was_taken_back_and_is_tried_again_leads_to_the_same() -> None:
    """Nothing of a draft remains when it is taken back; the same moves then lead to the very state they would have."""
    rng = random.Random(6)
    places = [Place("human"), Place("human")]
    for number in range(1, 13):
        hosts = [Host.start("m", begin("pixelswars", {"map": number}, places, 1, at=0)) for _ in range(2)]
        tried, plain = (Table(host, 1) for host in hosts)
        for _ in range(3):
            before, advised = game.dump(hosts[0].match.state), tried.advice
            steps = [
                (unit["id"], step["to"])
                for unit in advised["units"]
                for step in unit["reach"]
                if step["via"] == unit["at"]
            ]
            unit, to = rng.choice(steps)
            tried.select(unit)
            assert tried.move(to)
            assert tried.unit()["at"] == to and game.dump(hosts[0].match.state) == before
            tried.cancel()
            assert tried.advice == advised and game.dump(hosts[0].match.state) == before
            for table in (tried, plain):
                table.select(unit)
                table.move(to)
                table.confirm()
            assert game.dump(hosts[0].match.state) == game.dump(hosts[1].match.state) != before
