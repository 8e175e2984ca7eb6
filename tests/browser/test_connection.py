"""Reloads, a server that goes away, a second tab: the match goes on, and the page says how things are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.conftest import Console
    from tests.browser.table import Cell
    from tests.browser.words import Words

THREE = "cellwar/1 6x6 6/1,1I:1,2,1I:3,1/6/1,1F1:4,4/6/4,2I:2,1 1 1 *"


def dig_in(table: Table, cell: tuple[int, int]) -> None:
    stay(table, cell)
    table.wait_acted(cell)


def stay(table: Table, cell: tuple[int, int]) -> None:
    table.click(cell)
    table.wait_choices()
    table.button("match.stay").click()
    table.button("match.confirm").click()


def same_board(table: Table, before: dict[Cell, str]) -> None:
    """Every cell says what it said; why something cannot act is told a moment later than the rest."""
    table.wait("act")
    for cell, name in before.items():
        if table.words("cellwar.why.acted") in name:
            expect(table.cell(cell)).to_have_accessible_name(name)
    assert table.cells() == before


def test_a_reload_goes_on(match: Callable[..., Table]) -> None:
    """Also in the middle of a turn; and the home page leads back to the match."""
    table = match(["human", "random"], position=THREE)
    table.my_turn()
    dig_in(table, (1, 1))
    expect(table.cell((1, 1))).to_have_accessible_name(re.compile(table.words("cellwar.why.acted")))
    table.page.keyboard.press("Escape")  # the next one was selected by itself
    before = table.cells()
    table.page.reload()
    same_board(table, before)
    table.page.goto("/")
    table.page.get_by_role("link", name=table.words("home.continue")).click()
    same_board(table, before)
    dig_in(table, (4, 1))


def test_a_server_that_goes_away(browse: Callable[..., Page], words: Words, console: Console) -> None:
    """The page says so in words, tries again by itself, and the match goes on on the server that has come back."""
    console.expect("WebSocket|ERR_CONNECTION")
    with Server() as server:
        page = browse(None, base_url=server.address)
        api = page.context.request
        players = [{"kind": "human", "name": "Ada"}, {"kind": "computer", "bot": "random"}]
        game = api.post("/api/game/create", data={"players": players}).json()["game_id"]
        api.post(f"/api/game/{game}/join", data={"player": 1})
        page.goto(f"/match/{game}")
        table = Table(page, words)
        table.my_turn()
        before = table.cells()
        server.stop()
        status = page.locator(".connection")
        expect(status).to_contain_text(words("match.connection.reconnecting"))
        assert table.cells() == before, "the board stays where it was"
        server.start()
        expect(status).to_contain_text(words("match.connection.live"), timeout=20_000)
        assert table.cells() == before
        dig_in(table, (1, 1))


def test_a_lost_line_is_found_again(browse: Callable[..., Page], match: Callable[..., Table]) -> None:
    """The line is cut in the middle of a turn and let through later: the same board, and the match goes on."""
    page = browse()
    lines = []
    cut = [False]

    def line(socket) -> None:  # type: ignore[no-untyped-def]
        if cut[0]:
            socket.close()
            return
        socket.connect_to_server()
        lines.append(socket)

    page.route_web_socket("**/ws/**", line)
    table = match(["human", "random"], position=THREE, page=page)
    table.my_turn()
    dig_in(table, (1, 1))
    # "has acted" comes with the advice, a moment after the board: without a line it would never come.
    expect(table.cell((1, 1))).to_have_accessible_name(re.compile(re.escape(table.words("cellwar.why.acted"))))
    before = table.cells()
    cut[0] = True
    lines[-1].close()
    status = page.locator(".connection")
    expect(status).to_contain_text(table.words("match.connection.reconnecting"))
    assert table.cells() == before
    cut[0] = False
    expect(status).to_contain_text(table.words("match.connection.live"), timeout=20_000)
    dig_in(table, (4, 1))


def test_a_second_tab_takes_over(match: Callable[..., Table]) -> None:
    """The first says so and can take it back."""
    table = match(["human", "random"], position=THREE)
    table.my_turn()
    first, words = table.page, table.words
    second = Table(first.context.new_page(), words)
    second.page.goto(first.url)
    second.my_turn()
    expect(first.locator(".connection")).to_contain_text(words("match.connection.replaced"))
    expect(table.button("match.end_turn")).to_have_count(0)
    dig_in(second, (1, 1))
    first.bring_to_front()
    table.button("match.connection.take_back").click()
    table.wait_acted((1, 1))
    assert (1, 1) not in table.ready()
    table.wait("act")
    expect(second.page.locator(".connection")).to_contain_text(words("match.connection.replaced"))
    dig_in(table, (4, 1))


def test_an_old_page_is_renewed_by_one_click(browse: Callable[..., Page], match: Callable[..., Table]) -> None:
    """While it was open a newer server has come: the page says so, one click loads it anew, the match goes on."""
    page = browse()
    lines = []
    old = [False]

    def line(socket) -> None:  # type: ignore[no-untyped-def]
        server = socket.connect_to_server()
        number = re.compile('"protocol":[0-9]+')
        socket.on_message(lambda text: server.send(number.sub('"protocol":0', text) if old[0] else text))
        lines.append(socket)

    page.route_web_socket("**/ws/**", line)
    table = match(["human", "random"], position=THREE, page=page)
    table.my_turn()
    dig_in(table, (1, 1))
    old[0] = True
    lines[-1].close()
    expect(page.locator(".stopped")).to_contain_text(table.words("error.OldPage"))
    old[0] = False
    page.locator(".stopped").get_by_role("button", name=table.words("common.reload")).click()
    table.wait("act")
    assert sorted(table.ready()) == [(1, 3), (4, 1)]
    dig_in(table, (4, 1))
