"""PixelsWars on the page: by mouse to the end, by keyboard alone, by finger; drafts; and forecasts that come true."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Literal

import pytest
from playwright.sync_api import expect

from outflank.games.pixelswars.game import tables
from tests.browser.pixelswars import PixelsWarsTable, begin
from tests.browser.table import at

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.table import Cell

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
FIELD = "ggfggmmg/gBrrggmg/gCgrgfgH/fggrrrCg/gCrrrggf/HgfgrgCg/gmggrrBg/gmmggfgg"
FIGHT = (
    f"pixelswars/1 {FIELD} 5 1500,800 1infantry:0@b3=72/5/2/1;1tank:1@d4=120/6/2/0;2jeep:2@e4=101/8/2/0;"
    "2infantry:3@f5=88/5/2/1;2sniper:4@h8 b2=1:20;b3=0:10 5"
)
"""Mine: infantry on a city that is half taken, a tank beside a jeep, a base with money."""
TANK, JEEP, CITY, BASE = (3, 3), (4, 3), (1, 2), (1, 1)


@pytest.fixture
def start(browse: Callable[..., Page]) -> Callable[..., PixelsWarsTable]:
    return begin(browse)


def nearest(cells: list[Cell], to: list[Cell]) -> Cell:
    return min(cells, key=lambda cell: min(abs(cell[0] - x) + abs(cell[1] - y) for x, y in to))


def fire_or_approach(table: PixelsWarsTable, unit: Cell) -> None:
    """What a beginner would do with the unit: shoot if it can, else go where it can, else go nearer."""
    table.select(unit)
    names = table.cells()
    now = [cell for cell, text in names.items() if f", {table.words('pixelswars.target')}," in text]
    after = [cell for cell, text in names.items() if table.words.pattern("pixelswars.target_after").search(text)]
    before = table.log()
    if now:
        table.click(now[0])
    elif after:
        table.click(after[0])
        expect(table.button("pixelswars.do.attack")).to_be_enabled()
        table.click(after[0])
    elif table.reach():
        goal = nearest(list(table.reach()), list(table.theirs()))
        table.click(goal)
        table.said(goal, "your ")
        table.button("match.confirm").click()
        expect(table.cell(goal)).to_have_attribute("aria-selected", "false")
        return
    else:
        table.page.keyboard.press("Escape")
        return
    table.told_more(before)


@pytest.mark.timeout(600)
def test_a_match_by_mouse_against_the_computer(start: Callable[..., PixelsWarsTable]) -> None:
    """On the first battlefield, from its start to its end, whoever wins."""
    table = start(["human", "easy"], map=1, max_rounds=40, seed=4)
    while table.my_turn():
        for unit in [cell for cell, text in table.mine().items() if table.words("pixelswars.done") not in text]:
            if table.over() or unit not in table.mine():
                break
            fire_or_approach(table, unit)
        if table.over() or not table.my_turn():
            break
        table.end.click()
    expect(table.page.locator("#over-title")).to_be_visible()
    log = "\n".join(table.log())
    assert "Your " in log and " fires: " in log
    table.page.get_by_role("link", name=table.words("replay.watch")).click()
    expect(table.page).to_have_url(re.compile("/replay/[0-9a-f]+"))
    table.said((1, 1), "army base")  # the same battlefield
    expect(table.button("replay.play").or_(table.button("replay.pause"))).to_be_visible()


def go_on_to(table: PixelsWarsTable, unit: Cell) -> None:
    """N until this one is selected."""
    selected = table.page.locator("[role=gridcell][aria-selected=true]")
    for _ in range(4):
        table.page.keyboard.press("n")
        expect(selected).to_have_count(1)
        if selected.get_attribute("data-cell") == f"{unit[0]},{unit[1]}":
            return
    raise AssertionError(f"N does not lead to {unit}")


ARROWS = {(0, -1): "ArrowUp", (0, 1): "ArrowDown", (-1, 0): "ArrowLeft", (1, 0): "ArrowRight"}


def act_by_keyboard(table: PixelsWarsTable) -> bool:
    """The next unit that can fires, captures, or goes a step towards the enemy; False: none can do anything."""
    words, press = table.words, table.page.keyboard.press
    known = re.compile(f"{words.pattern('pixelswars.can').pattern}|{re.escape(words('pixelswars.done'))}")
    expect(table.page.locator("[role=gridcell][aria-label^='your ']").first).to_have_attribute("aria-label", known)
    if all(words("pixelswars.done") in text for text in table.mine().values()):
        return False
    press("n")
    selected = table.page.locator("[role=gridcell][aria-selected=true]")
    expect(selected).to_have_attribute("aria-label", words.pattern("pixelswars.can"))
    here = at(selected.get_attribute("data-cell") or "")
    before, found = table.log(), words.pattern("pixelswars.can").search(table.cells()[here])
    can = found[1] if found else ""
    if words("pixelswars.can.attack") in can:
        press("Tab")
        expect(table.button("pixelswars.do.attack")).to_be_enabled()
        press("Enter")
    elif words("pixelswars.can.capture") in can:
        press("Space")
    else:
        steps = [cell for cell in table.reach() if abs(cell[0] - here[0]) + abs(cell[1] - here[1]) == 1]
        goal = nearest(steps, list(table.theirs()))
        press(ARROWS[goal[0] - here[0], goal[1] - here[1]])
        table.said(goal, "your ")
        press("Enter")
    table.told_more(before)
    return True


@pytest.mark.timeout(900)
def test_a_match_by_keyboard_against_the_computer(start: Callable[..., PixelsWarsTable]) -> None:
    """From the start to the end without a pointer."""
    table = start(["human", "easy"], map=1, max_rounds=20, seed=4)
    while table.my_turn():
        for _ in range(30):
            if table.over() or not act_by_keyboard(table):
                break
        if table.over():
            break
        before = table.log()
        table.page.keyboard.press("Escape")
        table.page.keyboard.press("e")
        table.told_more(before)
    expect(table.page.locator("#over-title")).to_be_visible()
    was = table.page.url
    table.button("match.over.again").press("Enter")
    table.page.wait_for_function("(was) => location.pathname.startsWith('/match/') && location.href !== was", arg=was)
    assert table.my_turn()
    assert (len(table.mine()), len(table.theirs())) == (5, 5)
    assert table.page.get_by_text(table.words("match.round", round=1)).count() > 0


@pytest.mark.parametrize(("layout", "right"), [("azerty", "d"), ("qwerty", "d")])
@pytest.mark.parametrize("steering", ["letters", "arrows"])
def test_a_turn_by_keyboard_alone(
    start: Callable[..., PixelsWarsTable], layout: str, right: str, steering: Literal["letters", "arrows"]
) -> None:
    """Capture, walk, aim, fire, take back and end, without a pointer; ZQSD or WASD are where the hand expects them."""
    table = start(["human", "random"], position=FIGHT, settings={"keyboard": layout})
    assert table.my_turn()
    press = table.page.keyboard.press
    down, up = {"letters": ("s", "z" if layout == "azerty" else "w"), "arrows": ("ArrowDown", "ArrowUp")}[steering]
    aside = right if steering == "letters" else "ArrowRight"
    go_on_to(table, CITY)
    press("Space")
    table.logged("takes the city at 1,2")
    press(aside)
    table.said((2, 2), "your infantry")
    press("Escape")
    table.said(CITY, "your infantry")
    go_on_to(table, TANK)
    press(up)
    table.said((3, 2), "your tank")
    press(down)
    table.said(TANK, "your tank")
    table.said(TANK, table.words("pixelswars.can.attack"))
    press(aside)  # an enemy stands there
    expect(table.button("pixelswars.do.attack")).to_be_enabled()
    press("Enter")
    table.logged("your tank fires".capitalize())
    press("Escape")
    press("e")
    table.logged("Bob is to move")


def test_cancel_returns_to_what_was_done_for_good(start: Callable[..., PixelsWarsTable]) -> None:
    table = start(["human", "random"], position=FIGHT)
    assert table.my_turn()
    table.select(TANK)
    table.click((2, 4))
    table.said((2, 4), "your tank")
    table.button("match.cancel").click()
    table.said(TANK, "your tank, 120 of 180 health")
    table.select(TANK)
    table.click(JEEP)
    table.logged("Your tank fires")
    table.said(TANK, "your tank")
    health = table.health(TANK)
    table.click((3, 4))
    table.said((3, 4), "your tank")
    table.button("match.cancel").click()
    table.said(TANK, f"your tank, {health} of 180 health")
    # Selecting another one keeps what was tried.
    table.select(TANK)
    table.click((3, 4))
    table.said((3, 4), "your tank")
    table.click(CITY)
    table.logged("Your tank moves to 3,4.")
    table.page.reload()
    table.said((3, 4), "your tank")


def test_ending_the_turn_keeps_what_was_tried(start: Callable[..., PixelsWarsTable]) -> None:
    table = start(["human", "random"], position=FIGHT)
    assert table.my_turn()
    table.select(TANK)
    table.page.keyboard.press("ArrowDown")
    table.said((3, 4), "your tank")
    table.page.keyboard.press("ArrowLeft")
    table.said((2, 4), "your tank")
    table.end.click()
    table.logged("Bob is to move")
    lines = table.log()
    assert lines.index("Your tank moves to 3,4.") < lines.index("Your tank moves to 2,4.")


def test_an_enemy_shows_its_range_until_it_is_dismissed(start: Callable[..., PixelsWarsTable]) -> None:
    table = start(["human", "random"], position=FIGHT)
    assert table.my_turn()
    threatened = table.words("board.threatened")
    table.click(JEEP)
    table.said((5, 3), threatened)
    assert threatened not in table.cells()[(6, 3)]
    table.page.keyboard.press("Escape")
    expect(table.cell((5, 3))).not_to_have_attribute("aria-label", re.compile(threatened))
    table.button("match.threats").click()
    table.said((6, 3), threatened)


def test_buying(start: Callable[..., PixelsWarsTable]) -> None:
    table = start(["human", "random"], position=FIGHT)
    assert table.my_turn()
    table.click(BASE)
    dialog = table.page.get_by_role("dialog")
    expect(dialog).to_contain_text(table.words("pixelswars.shop.funds", funds=1500))
    prices = [int(text.rstrip("$")) for text in dialog.locator("li button").all_text_contents()]
    assert prices == sorted(prices)
    expect(dialog.get_by_role("button", name="Buy Artillery for 1600$")).to_be_disabled()
    expect(dialog).to_contain_text(table.words("pixelswars.shop.funds_missing", missing=100))
    dialog.get_by_role("button", name="Buy Jeep for 600$").click()
    expect(dialog).to_be_hidden()
    table.said(BASE, "your jeep, 125 of 125 health")
    table.said(BASE, table.words("pixelswars.can.move"))
    expect(table.page.locator(".turn")).to_contain_text("900$")


def test_a_finger_aims_first(start: Callable[..., PixelsWarsTable]) -> None:
    """On a phone: capture, aim, take back the aim, fire with the button, buy."""
    table = start(["human", "random"], position=FIGHT, context=PHONE)
    assert table.my_turn()

    def tap(cell: Cell) -> None:
        table.cell(cell).scroll_into_view_if_needed()
        table.page.touchscreen.tap(*table.middle(cell))

    tap(CITY)
    table.button("pixelswars.do.capture").tap()
    table.logged("takes the city at 1,2")
    tap(TANK)
    expect(table.cell(TANK)).to_have_attribute("aria-selected", "true")
    table.said(JEEP, table.words("pixelswars.target"))
    tap(JEEP)
    attack = table.button("pixelswars.do.attack")
    expect(attack).to_be_enabled()
    assert table.health(JEEP) == 101
    table.button("match.cancel").tap()
    expect(attack).to_have_count(0)
    tap(TANK)  # another cell: twice the same in a moment would be a slip of the finger
    tap(JEEP)
    attack.tap()
    table.logged("Your tank fires")
    table.button("match.cancel").tap()
    tap(BASE)
    table.page.get_by_role("button", name="Buy Infantry for 200$").tap()
    table.said(BASE, "your infantry")


def test_the_view_follows_what_the_others_do(start: Callable[..., PixelsWarsTable]) -> None:
    """On a phone the board is larger than its place: a shot is brought into view, whoever fires it."""
    far = "pixelswars/1 " + "/".join(["g" * 18] * 18) + " 5 0,0 1tank@a1;1jeep@q17=20/0/0/0;2artillery@r15"
    table = start(["human", "greedy"], position=far, context=PHONE, settings={"speed": "fast"})
    assert table.my_turn()
    target = table.cell((16, 16))
    place = table.page.locator(".board")

    def seen() -> bool:
        box, within = target.bounding_box(), place.bounding_box()
        assert box and within
        return box["x"] < within["x"] + within["width"] and box["y"] < within["y"] + within["height"]

    assert not seen()
    table.end.tap()
    table.logged("your jeep −20, 0 left")
    assert table.my_turn()
    assert seen()


def test_a_phone_shows_what_is_ones_own_and_what_next_selects(start: Callable[..., PixelsWarsTable]) -> None:
    """Red, whose corner is the far one: at first, after Next wherever one has looked, and free of the zoom buttons."""
    table = start(["greedy", "human"], map=1, context=PHONE, settings={"speed": "fast"})
    assert table.my_turn()
    page = table.page
    zoom = page.locator(".zoom").bounding_box()
    place = page.locator(".board").bounding_box()
    assert zoom and place

    def seen(cell: Cell) -> bool:
        box = table.cell(cell).bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        under = x > zoom["x"] and y > zoom["y"]
        inside = place["x"] < x < place["x"] + place["width"] and place["y"] < y < place["y"] + place["height"]
        return inside and not under

    def wait(cells: list[Cell]) -> None:
        for _ in range(50):
            if any(map(seen, cells)):
                return
            page.wait_for_timeout(100)
        raise AssertionError(cells)

    wait(list(table.mine()))
    for _ in range(2):
        page.locator(".minimap canvas").first.tap(position={"x": 2, "y": 2})
        table.button("match.next").tap()
        selected = page.locator("[role=gridcell][aria-selected=true]")
        expect(selected).to_have_count(1)
        x, y = map(int, (selected.get_attribute("data-cell") or "").split(","))
        wait([(x, y)])


PAINTS = """(ms) => new Promise((done) => {
  const ctx = document.querySelector('.board canvas').getContext('2d');
  const clear = ctx.clearRect.bind(ctx);
  let count = 0;
  ctx.clearRect = (...box) => { count += 1; clear(...box); };
  setTimeout(() => { ctx.clearRect = clear; done(count); }, ms);
})"""
"""How often the board is painted in so many milliseconds."""


@pytest.mark.parametrize(("motion", "most"), [("reduced", 0), ("full", 8)])
def test_little_is_painted_while_nothing_moves(start: Callable[..., PixelsWarsTable], motion: str, most: int) -> None:
    """Two pictures of every unit a second, and of the water; none for those who want no motion."""
    table = start(["human", "random"], position=FIGHT, settings={"motion": motion})
    assert table.my_turn()
    table.select(TANK)
    table.page.evaluate(PAINTS, 500)  # what the click has set off
    assert table.page.evaluate(PAINTS, 2000) <= most


UNITS = tables()["units"]


def crowd(chance: random.Random) -> str:
    """A position in which both sides stand close together, each of any health."""
    cells = chance.sample([(x, y) for x in range(8) for y in range(8)], 16)
    units = []
    for number, (x, y) in enumerate(cells):
        unit = chance.choice(UNITS)
        cell = f"{'abcdefgh'[x]}{y + 1}"
        left = f"{chance.randint(1, unit['hp'])}/0/{unit['attacks']}/0"
        units.append(f"{1 + number % 2}{unit['kind']}:{number}@{cell}={left}")
    return f"pixelswars/1 {FIELD} 9 0,0 {';'.join(units)} - 16"


@pytest.mark.timeout(1800)
def test_every_shot_does_what_was_foretold(
    start: Callable[..., PixelsWarsTable], full: bool, figures: Callable[..., None]
) -> None:
    """What the name of a target foretells is what both have afterwards."""
    wanted = 300 if full else 12
    chance = random.Random(11)
    fired = 0
    while fired < wanted:
        table = start(["human", "random"], position=crowd(chance))
        assert table.my_turn()
        for unit in list(table.mine()):
            if fired == wanted or table.over():
                break
            if table.words("pixelswars.can.attack") not in table.cells().get(unit, ""):
                continue
            table.select(unit)
            target = next(
                (c for c, text in table.cells().items() if f", {table.words('pixelswars.target')}," in text), None
            )
            assert target, f"{unit} can attack, but nothing says whom"
            words = table.cells()[target]
            left = re.search(r", (\d+) left\.", words)
            own = re.search(r"fires back: −\d+, (\d+) left", words)
            foretold = (
                int(left[1]) if left else 0,
                0
                if table.words("pixelswars.forecast.answer_kills") in words
                else int(own[1])
                if own
                else table.health(unit),
            )
            before = table.log()
            table.click(target)
            table.told_more(before)
            table.page.wait_for_function("() => !document.querySelector('.actions .end')?.disabled")
            assert (table.health(target), table.health(unit)) == foretold, words
            fired += 1
            table.page.keyboard.press("Escape")
        table.page.context.close()
    figures(shots=fired)
