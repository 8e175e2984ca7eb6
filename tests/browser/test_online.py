"""People at different computers: invitations, waiting, playing on whatever fails, and watching it again."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser import qr
from tests.browser.conftest import ANOTHER
from tests.browser.screens import REPLAYS
from tests.browser.server import Server
from tests.browser.table import Table, pick
from tests.browser.test_phone import DEVICE, SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import Console
    from tests.browser.words import Words

    Browse = Callable[..., Page]

THREE = "cellwar/1 6x6 6/1,1I:1,2,1I:3,1/6/1,1F1:4,4/6/4,2I:2,1 1 1 *"


def set_up(page: Page, words: Words, *kinds: str, name: str = "Ada", side: int = 5, rounds: int = 4) -> None:
    """From the set-up to the waiting room, or to the board; the others are of these kinds."""
    page.goto("/new/cellwar")
    page.get_by_text(words("setup.more")).click()
    page.get_by_label(words("setup.width")).fill(str(side))
    page.get_by_label(words("setup.height")).fill(str(side))
    page.get_by_label(words("setup.rounds")).fill(str(rounds))
    page.get_by_label(words("setup.name", player=1)).fill(name)
    for player, kind in enumerate(kinds, 2):
        if player > 2:
            page.get_by_role("button", name=words("setup.add")).click()
        page.get_by_label(words("setup.kind", player=player)).select_option(kind)
    page.get_by_role("button", name=words("setup.start_invite"), exact=True).click()
    page.wait_for_url("**/match/*")


def links(page: Page, words: Words) -> list[str]:
    """The invitation links of the waiting room."""
    fields = page.get_by_label(words("wait.link"), exact=True)
    expect(fields.first).to_be_visible()
    return [field.input_value() for field in fields.all()]


def accept(page: Page, link: str, name: str, words: Words) -> None:
    page.goto(link)
    page.get_by_label(words("online.your_name")).fill(name)
    page.get_by_role("button", name=words("online.join"), exact=True).click()


def act(table: Table, chance: random.Random) -> None:
    """One unit acts."""
    cell = chance.choice(table.ready())
    table.click(cell)
    target = pick(table.wait_choices(), chance)
    table.click(target)
    table.button("match.confirm").click()
    table.wait_acted(cell)


def take_turn(table: Table, chance: random.Random) -> bool:
    """A whole turn; False: the match is over."""
    while (turn := table.wait("act", "end", "over")) == "act":
        act(table, chance)
    if turn == "over":
        return False
    table.button("match.end_turn").click()
    return table.wait("theirs", "act", "end", "over") != "over"


def test_a_match_through_an_invitation(browse: Browse, words: Words) -> None:
    """Two browsers, from the set-up to the end; then the rematch, the replay, and the link that was used."""
    chance = random.Random(3)
    ada, bob = browse(), browse()
    set_up(ada, words, "link")
    picture = ada.get_by_role("img", name=words("wait.qr", player=2))
    expect(picture).to_be_visible()
    (link,) = links(ada, words)
    assert qr.text_of(picture) == link, "what a phone reads is the link"
    ada.reload()
    assert links(ada, words) == [link], "the links outlive a reload"

    bob.goto(link)
    expect(bob.get_by_role("heading", level=1)).to_have_text(words("online.invited_by", player="Ada"))
    expect(bob.get_by_text("5 × 5")).to_be_visible()
    accept(bob, link, "Bob", words)
    tables = [Table(ada, words), Table(bob, words)]
    assert tables[0].wait("act") == "act", "the match begins by itself"
    assert "#" not in bob.url
    expect(bob.locator(".turn")).to_contain_text(words("match.turn_of", player="Ada"))
    while all(take_turn(table, chance) for table in tables):
        pass
    for table in tables:
        table.over()

    late = browse()
    late.goto(link)
    expect(late.get_by_role("heading", level=1)).to_have_text(words("online.over.title"))
    late.get_by_role("link", name=words("replay.watch")).click()
    expect(late.get_by_role("slider")).to_be_visible()

    tables[0].button("match.over.again").click()
    expect(ada.get_by_role("heading", level=1)).to_have_text(words("wait.title"))
    (again,) = links(ada, words)
    assert again != link
    expect(bob.get_by_text(words("online.rematch_asked", player="Ada"))).to_be_visible()
    bob.reload()
    expect(bob.get_by_text(words("online.rematch_asked", player="Ada"))).to_be_visible()
    tables[1].button("online.rematch_join").click()
    assert tables[0].wait("act") == "act", "the rematch begins by itself"
    expect(bob.locator(".turn")).to_contain_text(words("match.turn_of", player="Ada"))
    assert bob.url == ada.url
    bob.goto("/")
    bob.get_by_role("link", name=words("replay.watch_short")).click()
    expect(bob.get_by_role("slider")).to_be_visible()


def test_three_players(browse: Browse, words: Words, console: Console) -> None:
    """One comes by link, one by code; somebody who went away is shown so, and the computer takes the last seat."""
    console.expect("422|409")
    ada, bob, eve = browse(), browse(), browse()
    set_up(ada, words, "link", "link", "link", side=8)
    first, second, third = links(ada, words)
    assert len({first, second, third}) == 3
    expect(ada.get_by_role("status").first).to_contain_text(words("wait.missing.other", count=3))

    accept(bob, first, "Bob", words)
    expect(bob.get_by_text(words("wait.guest"))).to_be_visible()
    row = ada.get_by_role("listitem").filter(has_text="Bob")
    expect(row).to_contain_text(words("wait.here"))

    eve.goto("/")
    field = eve.get_by_label(words("online.join_label"))
    field.fill("what is this")
    eve.get_by_role("button", name=words("online.join"), exact=True).click()
    expect(eve.get_by_text(words("online.unreadable"))).to_be_visible()
    code = second.partition("seat=")[2]
    field.fill(f"{code[:4]}-{code[4:8]}-{code[8:]}".lower())
    eve.get_by_role("button", name=words("online.join"), exact=True).click()
    eve.get_by_label(words("online.your_name")).fill("<b>")
    eve.get_by_role("button", name=words("online.join"), exact=True).click()
    expect(eve.get_by_text(words("error.name_has_markup"))).to_be_visible()
    eve.get_by_label(words("online.your_name")).fill("Eve")
    eve.get_by_role("button", name=words("online.join"), exact=True).click()
    expect(ada.get_by_role("listitem").filter(has_text=re.compile(r"\bEve\b"))).to_contain_text(words("wait.here"))

    bob.goto("/")
    expect(row).to_contain_text(words("match.away"))
    spent = browse()
    accept(spent, first, "Mallory", words)
    expect(spent.get_by_role("heading", level=1)).to_have_text(words("online.spent.title"))
    ada.goto(third)
    ada.reload()
    expect(ada.get_by_text(words("wait.own_link"))).to_be_visible()

    fourth = ada.get_by_role("listitem").filter(has_text=words("wait.seat", player=4))
    fourth.get_by_role("button", name=words("wait.fill")).click()
    tables = [Table(page, words) for page in (ada, bob, eve)]
    assert tables[0].wait("act") == "act"
    expect(tables[2].page.locator(".turn")).to_contain_text(words("match.turn_of", player="Ada"))
    bob.get_by_role("link", name=words("home.continue")).click()
    chance = random.Random(5)
    for table in tables:
        assert table.wait("act") == "act"
        assert take_turn(table, chance)


def test_a_match_is_called_off(browse: Browse, words: Words, console: Console) -> None:
    """By whoever began it; a guest cannot, is told that it is gone, and its link opens nothing."""
    console.expect("404|WebSocket")
    ada, bob = browse(), browse()
    set_up(ada, words, "link", "link", side=8)
    first, second = links(ada, words)
    accept(bob, first, "Bob", words)
    expect(bob.get_by_text(words("wait.guest"))).to_be_visible()
    expect(bob.get_by_role("button", name=words("wait.cancel"))).to_have_count(0)
    ada.get_by_role("button", name=words("wait.cancel")).click()
    expect(ada).to_have_url("/")
    expect(ada.get_by_role("link", name=words("home.continue"))).to_have_count(0)
    expect(bob.locator(".connection")).to_contain_text(words("error.GameNotFound"), timeout=20_000)
    late = browse()
    late.goto(second)
    expect(late.get_by_text(words("error.GameNotFound"))).to_be_visible()


def test_whatever_fails_the_match_goes_on(browse: Browse, words: Words, console: Console) -> None:
    """A player is away and is waited for, a page is loaded again, the server is killed: the board stays and goes on."""
    console.expect("WebSocket|ERR_CONNECTION|ERR_EMPTY")
    with Server() as server:
        ada, bob = (browse(None, base_url=server.address) for _ in range(2))
        wish = {"position": THREE, "players": [{"kind": "open"}, {"kind": "open"}]}
        game = ada.context.request.post("/api/game/create", data=wish).json()["game_id"]
        for page, name in ((ada, "Ada"), (bob, "Bob")):
            page.context.request.post(f"/api/game/{game}/join", data={"name": name})
            page.goto(f"/match/{game}")
        first, second = Table(ada, words), Table(bob, words)
        assert first.wait("act") == "act"
        chance = random.Random(1)
        act(first, chance)

        bob.goto("/about")
        expect(ada.locator(".turn")).to_contain_text(words.pattern("match.away_for"))
        bob.goto(f"/match/{game}")
        expect(ada.locator(".turn")).not_to_contain_text(words.pattern("match.away_for"))
        ada.reload()
        first.wait("act")

        before = [sorted(table.content(cell) for cell in table.cells()) for table in (first, second)]
        server.kill()
        for page in (ada, bob):
            expect(page.locator(".connection")).to_contain_text(words("match.connection.reconnecting"))
        server.start()
        for page in (ada, bob):
            expect(page.locator(".connection")).to_contain_text(words("match.connection.live"), timeout=20_000)
        assert [sorted(table.content(cell) for cell in table.cells()) for table in (first, second)] == before
        assert take_turn(first, chance)
        assert second.wait("act") == "act"
        assert take_turn(second, chance)


def test_a_page_that_only_this_computer_can_open(browse: Browse, words: Words) -> None:
    """Nothing can be offered on a server that listens here alone, but it is said; two people here may use the link."""
    page = browse()
    set_up(page, words, "link")
    expect(page.get_by_text(words("wait.loopback"))).to_be_visible()
    (link,) = links(page, words)
    assert link.startswith("http://127.0.0.1")
    page.goto("/about")
    page.goto(link)
    page.get_by_role("button", name=words("wait.own_link_take")).click()
    page.get_by_label(words("online.your_name")).fill("Zoe")
    page.get_by_role("button", name=words("online.join"), exact=True).click()
    expect(page.locator(".curtain")).to_contain_text("Ada")


def test_plain_http_in_a_network(browse: Browse, words: Words, console: Console) -> None:
    """The page on this computer offers the address in the network; there the link is copied without one."""
    console.expect("ERR_CONNECTION_REFUSED")  # the server ends before the pages do
    with Server("0.0.0.0") as server:
        local = browse(None, base_url=server.address)
        set_up(local, words, "link")
        if "127.0.0.1" not in server.announced:
            elsewhere = server.announced
            expect(local.get_by_text(words("wait.loopback_other"))).to_be_visible()
            (link,) = links(local, words)
            assert link.startswith(elsewhere)
            local.get_by_text(words("wait.address_here")).click()
            assert links(local, words)[0].startswith("http://127.0.0.1")
        else:  # a machine without a network has no address to offer, but others would see the same page
            elsewhere = f"http://{ANOTHER}:{server.port}"
            expect(local.get_by_text(words("wait.loopback"))).to_be_visible()
            link = links(local, words)[0].replace(server.address, elsewhere)

        guest = browse(None, base_url=elsewhere)
        accept(guest, link, "Bob", words)
        assert Table(local, words).wait("act") == "act"
        host = browse(None, base_url=elsewhere)
        assert host.goto("/") and host.evaluate("[isSecureContext, !!navigator.clipboard, !!navigator.share]") == [
            False,
            False,
            False,
        ]
        set_up(host, words, "link")
        host.get_by_role("button", name=words("online.copy"), exact=True).click()
        expect(host.get_by_text(words("online.copied"))).to_be_visible()
        field = host.get_by_label(words("wait.link"), exact=True)
        assert (
            field.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
            == links(host, words)[0]
        )
        expect(host.get_by_role("button", name=words("online.share"), exact=True)).to_have_count(0)


# ---- replays


@pytest.fixture
def played(browse: Browse) -> Callable[[Page], str]:
    """The id of a match that two computers have played."""

    def play(page: Page) -> str:
        players = [{"kind": "computer", "bot": "greedy", "name": name} for name in ("Ada", "Bob")]
        wish = {"width": 6, "height": 6, "max_rounds": 9, "players": players}
        game: str = page.context.request.post("/api/game/create", data=wish).json()["game_id"]
        while not page.context.request.get(f"/api/game/{game}").json()["finished"]:
            time.sleep(0.05)
        return game

    return play


def steps(page: Page) -> int:
    """The moment that is shown."""
    return int(page.get_by_role("slider").input_value())


def test_a_replay_by_keys_buttons_and_bar(browse: Browse, played: Callable[[Page], str], words: Words) -> None:
    page = browse()
    game = played(page)
    page.goto(f"/replay/{game}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    expect(page.get_by_text(words("replay.start"))).to_be_visible()
    players = page.get_by_role("list", name=words("match.players"))
    expect(players.get_by_role("listitem")).to_contain_text(["Ada", "Bob"])
    about: dict[str, Any] = page.context.request.get(f"/api/replay/{game}").json()
    last = str(about["length"])
    for key, moment in [
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowLeft", "1"),
        ("Shift+ArrowRight", str(about["turns"][1])),
        ("Shift+ArrowRight", str(about["turns"][2])),
        ("Shift+ArrowLeft", str(about["turns"][1])),
        ("End", last),
        ("Home", "0"),
    ]:
        page.keyboard.press(key)
        expect(slider).to_have_value(moment)
        moved = [] if moment == "0" else ["Ada" if int(moment) <= about["turns"][1] else "Bob"]
        if int(moment) <= about["turns"][2]:
            expect(players.locator("[aria-current=true]")).to_contain_text(moved)
    for key, speed in (("1", "0.5×"), ("2", "1×"), ("3", "2×"), ("4", "4×")):
        page.keyboard.press(key)
        expect(page.get_by_role("button", name=speed, exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=words("replay.pause"), exact=True)).to_be_visible()
    page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) >= 3")
    page.keyboard.press("Space")
    shown = steps(page)
    page.wait_for_timeout(400)
    assert steps(page) == shown
    page.get_by_label(words("replay.pace")).select_option("real")
    page.get_by_role("button", name=words("replay.play"), exact=True).click()
    expect(slider).to_have_value(last, timeout=20_000)
    expect(page.get_by_role("log")).to_contain_text(
        re.compile(re.escape(words("match.over.winner", player="")).strip())
    )
    slider.fill("4")
    expect(page.get_by_text(words("replay.moment", moment=4, length=last))).to_be_visible()
    assert page.evaluate("document.activeElement.type") == "range"
    page.keyboard.press("Shift+ArrowRight")
    assert steps(page) in about["turns"]
    with page.expect_download() as download:
        page.get_by_role("link", name=words("replay.download")).click()
    assert download.value.suggested_filename == f"{game}.cwreplay"


def test_a_moment_is_shared(browse: Browse, played: Callable[[Page], str], words: Words) -> None:
    """The address leads somebody else to the same board, through the same eyes."""
    page = browse()
    game = played(page)
    page.goto(f"/replay/{game}?at=9")
    table = Table(page, words)
    expect(page.get_by_role("grid")).to_be_visible()
    everything = table.cells()
    assert not [text for text in everything.values() if words("board.fog") in text]
    page.get_by_label(words("replay.eyes")).select_option("2")
    page.wait_for_function(
        "(fog) => document.querySelector('[role=grid]').innerHTML.includes(fog)", arg=words("board.fog")
    )
    page.wait_for_url(f"**/replay/{game}?at=9&eyes=2")
    page.get_by_role("button", name=words("replay.share"), exact=True).click()
    address = page.get_by_label(words("replay.share_link")).input_value()
    assert address == page.url
    other = browse()
    other.goto(address)
    expect(other.get_by_role("slider")).to_have_value("9")
    expect(other.get_by_label(words("replay.eyes"))).to_have_value("2")
    expect(other.get_by_role("grid")).to_be_visible()
    assert Table(other, words).cells() == table.cells() != everything


def test_replay_files(browse: Browse, words: Words, console: Console, tmp_path: Path) -> None:
    """Chosen or dropped on the home page; what is none says so; a running match cannot be watched yet."""
    console.expect("422|409|404|413")
    page = browse()
    page.goto("/")
    broken = tmp_path / "broken.cwreplay"
    broken.write_bytes(b"no replay")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(broken)
    expect(page.get_by_text(words("error.replay_unreadable"))).to_be_visible()
    broken.write_bytes(b"x" * 5_000_000)
    chooser.set_input_files(broken)
    expect(page.get_by_text(words("error.replay_too_large"))).to_be_visible()
    chooser.set_input_files(REPLAYS / "cellwar-1-round-limit.cwreplay")
    expect(page.get_by_role("slider")).to_be_visible()
    assert "/replay/file-" in page.url
    expect(page.get_by_role("link", name=words("replay.download"))).to_have_count(0)
    page.goto("/")
    data = list((REPLAYS / "cellwar-1-private-ids.cwreplay").read_bytes())
    page.evaluate(
        """(data) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(data)], 'a.cwreplay'));
          const drop = { dataTransfer: transfer, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent('drop', drop));
        }""",
        data,
    )
    expect(page.get_by_role("slider")).to_be_visible()
    running = page.context.request.post("/api/game/create", data={}).json()["game_id"]
    page.goto(f"/replay/{running}")
    expect(page.get_by_text(words("error.not_over"))).to_be_visible()


def test_a_phone(browse: Browse, words: Words) -> None:
    """Waiting room and replay: nothing is too small for a finger, and both work by tapping."""
    page = browse(None, **DEVICE)
    set_up(page, words, "link")
    links(page, words)
    assert page.evaluate(SMALL) == []
    brought = page.context.request.post("/api/replay", data=(REPLAYS / "cellwar-1-elimination.cwreplay").read_bytes())
    page.goto(f"/replay/{brought.json()['replay_id']}")
    expect(page.get_by_role("slider")).to_be_visible()
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name=words("replay.turn_on")).tap()
    assert steps(page) > 0
    page.get_by_role("button", name=words("replay.share"), exact=True).tap()
    expect(page.get_by_label(words("replay.share_link"))).to_be_visible()
