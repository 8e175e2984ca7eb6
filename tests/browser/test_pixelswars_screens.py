"""The screens round a PixelsWars match: battlefields, short addresses, dialogs, recap, small maps, the end."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE
from tests.browser.pixelswars import PixelsWarsTable, begin
from tests.browser.touch import Fingers
from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.browser.table import Cell

MAPS = 12
LONG = 40_000
"""Milliseconds: two pages come to a match at once."""
SMALL, MEDIUM = 100, 169
"""Cells of the largest small and medium board."""


@pytest.fixture
def start(browse: Callable[..., Page]) -> Callable[..., PixelsWarsTable]:
    return begin(browse)


def tables(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.context.request.get("/api/games/pixelswars/tables").json()
    return found


def cards(page: Page) -> Locator:
    return page.locator("ul.grid > li")


def seats(page: Page) -> list[dict[str, Any]]:
    """Who sits where in the match that is shown, as the server knows it."""
    match_id = page.url.rstrip("/").rsplit("/", 1)[1]
    info = page.context.request.get(f"/api/game/{match_id}").json()
    assert info["game"] == "pixelswars"
    return [{**seat, "mine": seat["player"] in info["mine"], "map": info["options"]["map"]} for seat in info["seats"]]


def shown(page: Page) -> None:
    page.get_by_role("gridcell").first.wait_for(state="attached")


# ---- addresses


@pytest.mark.parametrize("address", ["/play/2?ai=easy", "/play/2/?ai=expert", "/play/02?ai=hard&seed=7"])
def test_an_address_begins_a_match_once(browse: Callable[..., Page], address: str) -> None:
    """The computer is blue, the reader red; the match's own address takes the place of this one."""
    page = browse()
    page.goto("/about")
    with page.expect_request("**/api/game/create") as asked:
        page.goto(address)
    wish = asked.value.post_data_json
    assert wish and wish.get("seed") == (7 if "seed=7" in address else None)
    expect(page).to_have_url(re.compile("/match/[0-9a-f]+$"))
    shown(page)
    blue, red = seats(page)
    assert (blue["kind"], blue["mine"], red["kind"], red["mine"], red["map"]) == ("computer", False, "human", True, 2)
    where = page.url
    page.reload()
    shown(page)
    assert page.url == where
    page.go_back()
    expect(page).to_have_url("/about")


def test_an_address_without_more_is_for_two_at_this_screen(browse: Callable[..., Page]) -> None:
    page = browse()
    page.goto("/play/1/")
    expect(page).to_have_url(re.compile("/match/"))
    shown(page)
    assert [(seat["kind"], seat["mine"]) for seat in seats(page)] == [("human", True), ("human", True)]


@pytest.mark.parametrize(
    ("address", "key", "values"),
    [
        ("/play/13", "pixelswars.maps.unknown", {"map": "13"}),
        ("/play/0?ai=easy", "pixelswars.maps.unknown", {"map": "0"}),
        ("/play/meadow", "pixelswars.maps.unknown", {"map": "meadow"}),
        ("/new/pixelswars/99", "pixelswars.maps.unknown", {"map": "99"}),
        ("/play/3?ai=godlike", "pixelswars.maps.unknown_level", {"level": "godlike"}),
        ("/play/3?ai=", "pixelswars.maps.unknown_level", {"level": ""}),
        ("/play/3?seed=abc", "pixelswars.maps.bad_seed", {}),
    ],
)
def test_what_there_is_not_is_said_and_the_choice_offered(
    browse: Callable[..., Page], words: Words, address: str, key: str, values: dict[str, str]
) -> None:
    page = browse()
    page.goto(address)
    expect(page.get_by_role("alert")).to_have_text(words(key, **values))
    expect(cards(page)).to_have_count(MAPS)
    assert page.url.endswith(address)  # and no match was begun


def test_online_leads_to_an_invitation(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/play/3?online=1")
    expect(page).to_have_url("/new/pixelswars/3?online=1")
    expect(page.get_by_role("radio", name=words("pixelswars.setup.link"))).to_be_checked()
    expect(page.get_by_role("radio", name=words("pixelswars.setup.blue"))).to_be_checked()
    page.get_by_role("button", name=words("setup.start_invite")).click()
    expect(page).to_have_url(re.compile("/match/"))
    expect(page.get_by_label(words("wait.link"))).to_have_value(re.compile("#seat="))
    assert [(seat["kind"], seat["mine"], seat["map"]) for seat in seats(page)] == [
        ("human", True, 3),
        ("open", False, 3),
    ]


def test_two_browsers_play_through_an_invitation(browse: Callable[..., Page], words: Words) -> None:
    """Blue invites, red comes by the link; each page is loaded again in the middle, and both see the same."""
    ada, bob = browse({"warnIdle": False}), browse({"warnIdle": False})
    ada.goto("/new/pixelswars/1?online=1")
    ada.get_by_label(words("pixelswars.setup.your_name")).fill("Ada")
    ada.get_by_role("button", name=words("setup.start_invite")).click()
    bob.goto(ada.get_by_label(words("wait.link"), exact=True).input_value())
    bob.get_by_label(words("online.your_name")).fill("Bob")
    bob.get_by_role("button", name=words("online.join"), exact=True).click()
    blue, red = PixelsWarsTable(ada, words), PixelsWarsTable(bob, words)
    expect(bob.locator(".turnbar")).to_contain_text(words("match.turn_of", player="Ada"), timeout=LONG)
    expect(ada.locator(".turnbar")).to_contain_text(words("match.your_turn"), timeout=LONG)
    assert blue.my_turn()
    walk(blue)
    red.logged("Ada’s")
    ada.reload()
    assert blue.my_turn()
    blue.end.click()
    assert red.my_turn()
    bob.reload()
    assert red.my_turn()
    walk(red)
    blue.logged("Bob’s")
    red.end.click()
    assert blue.my_turn()
    assert army(blue, mine=True) == army(red, mine=False) and army(blue, mine=False) == army(red, mine=True)


def walk(table: PixelsWarsTable) -> None:
    """The first unit that can goes as far as it can, for good."""
    table.select(next(cell for cell, text in table.mine().items() if table.words("pixelswars.can.move") in text))
    goal = max(table.reach().items(), key=lambda step: (step[1], step[0]))[0]
    before = table.log()
    table.click(goal)
    table.said(goal, "your ")
    table.button("match.confirm").click()
    table.told_more(before)


def army(table: PixelsWarsTable, *, mine: bool) -> dict[Cell, int]:
    """The health of every unit of a side, by cell."""
    units = (text for text in table.cells().items() if re.search(r", \d+ of \d+ health", text[1]))
    return {cell: table.health(cell) for cell, text in units if text.startswith("your ") == mine}


# ---- choosing


def kept(each: dict[str, Any], size: str | None, water: bool, airport: bool) -> bool:
    cells = sum(map(len, each["grid"]))
    found = "small" if cells <= SMALL else "medium" if cells <= MEDIUM else "large"
    letters = set("".join(each["grid"]))
    return size in (None, found) and not (water and "w" not in letters) and not (airport and "A" not in letters)


def test_filters_leave_what_they_say(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/new/pixelswars")
    every = tables(page)["maps"]
    assert len(every) == MAPS
    water = page.get_by_role("button", name=words("pixelswars.ground.water"))
    airport = page.get_by_role("button", name=words("pixelswars.ground.airport"))
    for size in (None, "small", "medium", "large"):
        page.get_by_text(words(f"pixelswars.maps.{size or 'all'}"), exact=True).first.click()
        for wet, flying in ((False, False), (True, False), (True, True), (False, True)):
            for button, wanted in ((water, wet), (airport, flying)):
                if (button.get_attribute("aria-pressed") == "true") != wanted:
                    button.click()
            names = [each["name"]["en"] for each in every if kept(each, size, wet, flying)]
            expect(cards(page)).to_have_count(len(names))
            assert [re.sub(r"^\d+ ", "", text) for text in page.locator("ul.grid h2").all_inner_texts()] == names
            if not names:
                expect(page.get_by_text(words("pixelswars.maps.none"))).to_be_visible()
                expect(page.get_by_role("button", name=words("pixelswars.maps.reset"))).to_be_visible()


def test_from_the_home_page_to_a_match_by_keyboard(browse: Callable[..., Page], words: Words) -> None:
    """Card, battlefield, set-up, start: links and buttons that Enter presses; coming back, the filter is as it was."""
    page = browse()
    page.goto("/")
    page.locator("article", has_text="PixelsWars").get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("pixelswars.maps.title"))
    page.get_by_role("radio", name=words("pixelswars.maps.large")).press("Space")
    expect(cards(page)).to_have_count(3)
    cards(page).first.get_by_role("link").press("Enter")
    expect(page).to_have_url("/new/pixelswars/10")
    page.go_back()
    expect(cards(page)).to_have_count(3)
    page.go_forward()
    expect(page.locator(".preview canvas")).to_be_visible()
    page.get_by_role("button", name=words("setup.start")).press("Enter")
    expect(page).to_have_url(re.compile("/match/"))
    shown(page)


def test_the_set_up_seats_whom_it_says(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/new/pixelswars/1")
    expect(page.get_by_role("radio", name=words("pixelswars.setup.red"))).to_be_checked()
    for level in ("easy", "medium", "hard", "expert"):
        page.get_by_text(words(f"level.{level}"), exact=True).click()
        expect(page.get_by_role("radio", name=words(f"level.{level}"))).to_be_checked()
    page.get_by_text(words("pixelswars.setup.blue"), exact=True).click()
    page.get_by_label(words("pixelswars.setup.your_name")).fill("Ada")
    page.locator("summary").click()
    page.get_by_label(words("setup.rounds")).fill("0")
    expect(page.get_by_role("button", name=words("setup.start"))).to_be_disabled()
    page.get_by_label(words("setup.rounds")).fill("30")
    page.get_by_role("button", name=words("setup.start")).click()
    expect(page).to_have_url(re.compile("/match/"))
    shown(page)
    blue, red = seats(page)
    assert (blue["name"], blue["mine"], red["kind"]) == ("Ada", True, "computer")


def test_a_friend_at_this_screen(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/new/pixelswars/4")
    page.get_by_text(words("pixelswars.setup.friend"), exact=True).click()
    page.get_by_label(words("pixelswars.setup.your_name")).fill("Ada")
    page.get_by_label(words("pixelswars.setup.friend_name")).fill("Ben")
    page.get_by_role("button", name=words("setup.start")).click()
    expect(page).to_have_url(re.compile("/match/"))
    shown(page)
    assert [(seat["name"], seat["mine"]) for seat in seats(page)] == [("Ada", True), ("Ben", True)]


# ---- in a match


def test_options_in_a_match_act_at_once_and_survive_a_reload(
    start: Callable[..., PixelsWarsTable], words: Words
) -> None:
    table = start(["human", "random"], map=1)
    table.my_turn()
    page = table.page
    where = page.url
    page.get_by_role("link", name=words("settings.title")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("switch", name=words("settings.sound_on")).check()
    dialog.get_by_role("switch", name=words("settings.music"), exact=True).check()
    dialog.get_by_text("QWERTY").click()
    dialog.get_by_text(words("settings.palette_colour_blind")).click()
    dialog.get_by_text(words("settings.confirm_one")).click()
    dialog.get_by_label(words("settings.language"), exact=True).select_option("de")
    german = Words("de")
    expect(dialog.get_by_role("heading", name=german("match.options"))).to_be_visible()
    assert page.url == where
    page.reload()
    table.words = german
    table.my_turn()
    page.get_by_role("link", name=german("settings.title")).click()
    expect(dialog.get_by_role("switch", name=german("settings.music"), exact=True)).to_be_checked()
    expect(dialog.get_by_role("radio", name="QWERTY")).to_be_checked()
    expect(dialog.get_by_role("radio", name=german("settings.palette_colour_blind"))).to_be_checked()
    expect(dialog.get_by_role("radio", name=german("settings.confirm_one"))).to_be_checked()
    # Without sound there is no music; the choice comes back with the sound.
    dialog.get_by_role("switch", name=german("settings.sound_on")).uncheck()
    expect(dialog.get_by_role("switch", name=german("settings.music"), exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_help_in_a_match_has_every_number_of_the_rules(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    table = start(["human", "random"], map=1)
    table.my_turn()
    page = table.page
    page.get_by_role("link", name=words("help.title")).click()
    dialog = page.get_by_role("dialog")
    facts = tables(page)
    rows = dialog.locator("table").all()
    texts = [[row.all_inner_texts() for row in each.locator("tbody tr").all()] for each in rows]
    army = " ".join(dialog.locator("table").first.locator("tbody").inner_text().split())
    for unit in facts["units"]:
        name = words(f"pixelswars.kind.{unit['kind']}")
        near, far = unit["range"]
        reach = str(near) if near == far else f"{near}–{far}"
        numbers = ["movement", "attacks", "attack", "defence"]
        line = f"{name} {unit['price']} $ {unit['hp']} {' '.join(str(unit[each]) for each in numbers)} {reach}"
        assert line.lower() in army.lower(), (line, army)
        expect(dialog.get_by_text(words(f"pixelswars.help.use.{unit['kind']}"))).to_be_visible()
    matchups = dialog.locator("table").nth(1)
    heads = [text.lower() for text in matchups.locator("thead th.target").all_text_contents()]
    assert len(heads) == len(facts["units"]) and texts
    for row in matchups.locator("tbody tr").all():
        name = (row.locator("th").text_content() or "").strip().lower()
        unit = next(each for each in facts["units"] if words(f"pixelswars.kind.{each['kind']}").lower() == name)
        for head, cell in zip(heads, row.locator("td").all(), strict=True):
            kind = next(
                e["kind"] for e in facts["units"] if words(f"pixelswars.kind.{e['kind']}").lower() == head.strip()
            )
            percent = unit["multipliers"][kind]
            said = (cell.text_content() or "").strip()
            assert said == (f"{percent / 100:g}" if percent else f"–{words('pixelswars.help.never')}"), (name, head)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_ending_a_turn_in_which_units_can_act_asks_once(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    """The next-unit key never ends the turn; "do not ask again" is kept."""
    table = start(["human", "random"], map=1, settings={"warnIdle": True})
    table.my_turn()
    page = table.page
    for _ in range(12):
        page.keyboard.press("n")
    expect(table.end).to_be_enabled()
    table.end.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(words.pattern("match.idle_text.other"))).to_be_visible()
    dialog.get_by_role("button", name=words("match.idle_show")).click()
    expect(dialog).to_be_hidden()
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
    page.keyboard.press("e")
    expect(dialog).to_be_visible()
    dialog.get_by_role("switch", name=words("match.idle_never")).check()
    dialog.get_by_role("button", name=words("match.end_turn")).click()
    table.logged(words("log.your_turn", round=2))
    table.my_turn()
    table.end.click()
    table.logged(words("log.your_turn", round=3))
    expect(dialog).to_be_hidden()
    (cookie,) = (each for each in page.context.cookies() if each.get("name") == "outflank-settings")
    assert '"warnIdle":false' in re.sub(r"%22", '"', cookie.get("value", "")).replace("%3A", ":")


def things(table: PixelsWarsTable) -> dict[Cell, str]:
    """What stands where, and not what it could do now."""
    found = {cell: re.match(r".*?, column \d+, row \d+", text) for cell, text in table.cells().items()}
    return {cell: match[0] for cell, match in found.items() if match}


def test_the_recap_steps_through_the_others_turn(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    """Forward, back, pause, pace; any gesture on the board leads back to the present."""
    table = start(["human", "greedy"], map=1)
    table.my_turn()
    table.end.click()
    table.logged(words("log.your_turn", round=2))
    table.my_turn()
    page = table.page
    now = things(table)
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("r")
    recap = page.get_by_role("group", name=words("match.recap"))
    expect(recap).to_be_visible()
    recap.get_by_role("button", name=words("replay.back")).click()  # which pauses, also at the end
    expect(recap.get_by_role("button", name=words("replay.play"))).to_be_visible()
    count = int(re.search(words.pattern("match.recap_step"), recap.inner_text())[2])  # type: ignore[index]
    assert count > 1
    while recap.get_by_role("button", name=words("replay.back")).is_enabled():
        recap.get_by_role("button", name=words("replay.back")).click()
    assert things(table) != now
    said = []
    for step in range(1, count + 1):
        recap.get_by_role("button", name=words("replay.on")).click()
        expect(recap).to_contain_text(words("match.recap_step", at=step, length=count))
        said += recap.locator("p").all_inner_texts()
    log = table.log()
    assert [line for line in said if line in log], (said, log)
    assert things(table) == now
    recap.get_by_role("button", name=words("replay.back")).click()
    table.click((0, 0))
    expect(recap).to_be_hidden()
    assert things(table) == now
    table.my_turn()


def test_what_is_new_is_offered_or_opens_by_itself(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    """A clear button until something is done; by itself for those who want it so."""
    for by_itself in (False, True):
        table = start(["human", "greedy"], map=1, settings={"autoRecap": by_itself})
        table.my_turn()
        offer = table.page.locator(".tools .inviting")
        expect(offer).to_have_count(0)
        table.end.click()
        recap = table.page.get_by_role("group", name=words("match.recap"))
        if not by_itself:
            expect(offer).to_contain_text(words("match.recap"))
            expect(recap).to_have_count(0)
            offer.click()
        expect(recap).to_be_visible()
        recap.get_by_role("button", name=words("match.recap_end")).click()
        expect(recap).to_have_count(0)
        expect(offer).to_have_count(0)


def test_maps_say_what_the_second_player_is_given(browse: Callable[..., Page], words: Words) -> None:
    page = browse()
    page.goto("/new/pixelswars")
    expect(cards(page)).to_have_count(MAPS)
    for card, each in zip(cards(page).all(), tables(page)["maps"], strict=True):
        more = each["funds"][1] - each["funds"][0]
        if more > 0:
            expect(card).to_contain_text(words("pixelswars.maps.compensation", funds=f"{more}$"))


# ---- the end


LAST = "pixelswars/1 map1 9 0,0 1tank:0@d4=150/6/2/0;2infantry:2@e4=40/5/2/1"


def test_the_end_says_who_and_why_and_what_next(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    table = start(["human", "random"], position=LAST)
    table.my_turn()
    page = table.page
    table.select((3, 3))
    table.click((4, 3))
    expect(page.locator("#over-title")).to_have_text(words("match.over.you_win"))
    over = page.get_by_role("region", name=words("match.over.you_win"))
    expect(over.get_by_text(words("match.reason.elimination"))).to_be_visible()
    expect(over.get_by_role("button", name=words("match.over.again"))).to_be_visible()
    expect(over.get_by_role("link", name=words("replay.watch"))).to_be_visible()
    over.get_by_role("link", name=words("pixelswars.maps.other")).click()
    expect(cards(page)).to_have_count(MAPS)


# ---- phones


def seen(page: Page) -> dict[str, float]:
    """Where the frame in the upper small map is, in shares."""
    style: dict[str, float] = page.locator(".minimap .map span").first.evaluate(
        "(frame) => ({ left: parseFloat(frame.style.left), top: parseFloat(frame.style.top) })"
    )
    return style


def test_small_maps_move_the_view_of_a_large_board(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    """Tap, drag and arrows; both maps show the same; every target is large enough. A finger shifts the board too."""
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    table = start(["human", "random"], map=12, context=phone)
    table.my_turn()
    page = table.page
    maps = page.get_by_role("group", name=words("board.map"))
    expect(maps).to_have_count(2)
    above, board, below = (
        page.locator(each).bounding_box() for each in (".minimap >> nth=0", ".field", ".minimap >> nth=1")
    )
    assert above and board and below and above["y"] < board["y"] < below["y"]
    for control in maps.locator("button, canvas").all():
        box = control.bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44, box
    small = maps.first.locator("canvas").bounding_box()
    assert small
    for x, y in ((0.9, 0.9), (0.1, 0.1)):
        page.touchscreen.tap(small["x"] + x * small["width"], small["y"] + y * small["height"])
        corner = table.cell((17, 17) if x > 0.5 else (0, 0)).bounding_box()
        assert corner and board["x"] <= corner["x"] < board["x"] + board["width"], corner
        assert board["y"] <= corner["y"] < board["y"] + board["height"], corner
    assert seen(page) == {"left": 0, "top": 0}
    maps.last.get_by_role("button", name=words("board.look_right")).click()
    assert seen(page)["left"] > 0
    expect(maps.first.get_by_role("button", name=words("board.look_up"))).to_be_disabled()
    page.mouse.move(small["x"] + 4, small["y"] + 4)
    page.mouse.down()
    page.mouse.move(small["x"] + small["width"] / 2, small["y"] + small["height"] / 2, steps=4)
    page.mouse.up()
    middle = seen(page)
    assert 20 < middle["left"] < 60 and 20 < middle["top"] < 70, middle
    finger_shifts(table, (board["x"] + board["width"] / 2, board["y"] + board["height"] / 2))
    after = seen(page)
    assert after["left"] > middle["left"] and after["top"] < middle["top"], (middle, after)


def finger_shifts(table: PixelsWarsTable, start: tuple[float, float]) -> None:
    """The board goes with the finger, left and down, which chooses nothing by that and does not move the page."""
    page, before = table.page, table.cells()
    x, y = table.middle((8, 8))
    Fingers(page).drag([start], [(start[0] - 60, start[1] + 40)])
    page.wait_for_function(
        """([x, y]) => {
          const box = document.querySelector('[data-cell="8,8"]').getBoundingClientRect();
          const moved = [box.x + box.width / 2 - x, box.y + box.height / 2 - y];
          return moved[0] <= -40 && moved[0] >= -61 && moved[1] >= 26 && moved[1] <= 41; // the beginning may be a tap
        }""",
        arg=[x, y],
    )
    assert table.cells() == before
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]


def test_a_small_board_needs_no_small_maps(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    table = start(["human", "random"], map=1)
    table.my_turn()
    expect(table.page.get_by_role("group", name=words("board.map"))).to_have_count(0)


# ---- what it stores


def test_the_legal_page_is_true(start: Callable[..., PixelsWarsTable], words: Words) -> None:
    """The only cookies are those that it names; nothing but this server is contacted."""
    hosts: set[str] = set()
    table = start(["human", "random"], map=1)
    page = table.page
    page.on("request", lambda request: hosts.add(re.sub(r"^\w+://([^/]+).*", r"\1", request.url)))
    page.goto("/legal")
    page.get_by_label(words("settings.language")).last.select_option("fr")
    french = Words("fr")
    expect(page.get_by_role("heading", level=1)).to_have_text(french("legal.title"))
    for cookie in page.context.cookies():
        name = str(cookie.get("name"))
        if name == "outflank-settings":
            assert (cookie.get("expires"), cookie.get("httpOnly")) == (-1, False)
        else:
            assert re.fullmatch(r"outflank_[0-9a-f]+_1", name), name
            assert cookie.get("httpOnly") and cookie.get("sameSite") == "Lax"
    keys = json.loads(page.evaluate("JSON.stringify([...Object.keys(localStorage), ...Object.keys(sessionStorage)])"))
    assert {re.sub(r"\.[0-9a-f]{8,}\.\d$", "", key) for key in keys} <= {
        "outflank.recent",
        "outflank.finished",
        "outflank.invitations",
        "outflank.name",
        "outflank.lessons",
        "outflank.log",
    }
    page.goto("/new/pixelswars")
    expect(cards(page)).to_have_count(MAPS)
    assert len(hosts) == 1, hosts


def test_a_panel_that_teaches_leaves_room_for_the_whole_command_box(start: Callable[..., PixelsWarsTable]) -> None:
    table = start(["human", "random"], map=3)
    assert table.my_turn()
    table.page.locator(".panel dl.aside").wait_for()
    high, room = table.page.locator(".side").evaluate("(side) => [side.scrollHeight, side.clientHeight]")
    assert high <= room
