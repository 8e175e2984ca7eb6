"""Traversal on the page: a match by keyboard on the flat board; the 3D board by pointer and finger, its skins, and what
happens when it cannot be drawn."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTIFACTS, PHONE
from tests.browser.table import READ, Cell, at
from tests.browser.touch import Fingers
from tests.browser.words import Words
from tests.conftest import FULL

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Console

OPEN = "traversal/1 flat2 0 1 1E1@b9;1V1@c6;1S1@h3;2E1@e6;2V1@i8;2S1@d10"
"""Light can leave with b9, take e6 with c6, and walk with h3."""
SKINS = ("wood", "obsidian", "marble", "jade", "chrome", "bronze", "neon")
WEAR = """(skin) => {
  const key = 'outflank-settings=';
  const kept = document.cookie.split('; ').find((each) => each.startsWith(key));
  const settings = { ...JSON.parse(decodeURIComponent(kept.slice(key.length))), skin };
  document.cookie = `${key}${encodeURIComponent(JSON.stringify(settings))}; path=/`;
  dispatchEvent(new Event('focus'));
}"""
NO_WEBGL = """() => {
  const before = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return String(kind).startsWith('webgl') ? null : before.call(this, kind, ...rest);
  };
}"""
COARSE = {"device_scale_factor": 0.5}
"""A quarter of the points to draw, which is what takes long without a graphics card; nothing else differs."""
SLOW = 120_000
"""A machine without a graphics card, with others at work, needs long for its first picture."""


class TraversalTable:
    def __init__(self, page: Page, words: Words) -> None:
        self.page = page
        self.words = words

    def cells(self) -> dict[Cell, str]:
        found: dict[str, str] = self.page.evaluate(READ)
        return {at(name): text for name, text in found.items()}

    def cell(self, square: str) -> Locator:
        """By its name, such as "c4"; beyond row 10 "c11", beyond row 1 "c0"."""
        return self.page.locator(f'[data-cell="{ord(square[0]) - 97},{11 - int(square[1:])}"]')

    def saying(self, key: str) -> list[Cell]:
        wanted = self.words.pattern(key)
        return [cell for cell, text in self.cells().items() if wanted.search(text)]

    def log(self) -> str:
        return "\n".join(self.page.locator("[role=log] > * > span").all_text_contents())

    def logged(self, words: str) -> None:
        expect(self.page.locator("[role=log]")).to_contain_text(words, timeout=SLOW)

    def my_turn(self) -> bool:
        """Waits until something can be done; False: the match is over."""
        can = self.words("traversal.can_move")
        self.page.wait_for_function(
            """(can) => document.getElementById('over-title') ||
              document.querySelector(`[role=gridcell][aria-label*="${can}"]`)""",
            arg=f", {can}",
        )
        return self.page.locator("#over-title").count() == 0

    def middle(self, square: str) -> tuple[float, float]:
        box = self.cell(square).bounding_box()
        assert box, f"{square} is not on the page"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, square: str) -> None:
        self.page.mouse.click(*self.middle(square))

    def select(self, square: str) -> None:
        self.click(square)
        expect(self.cell(square)).to_have_attribute("aria-selected", "true", timeout=SLOW)

    def drawn(self) -> None:
        """Until the 3D board is there."""
        self.page.locator(".relief[data-ready=true]").wait_for(timeout=SLOW)


@pytest.fixture
def start(browse: Callable[..., Page], console: Console) -> Callable[..., TraversalTable]:
    """``start(["human", "random"], position=...)``: a match begun through the server, shown on the 3D board."""
    console.expect("GPU stall due to ReadPixels")  # the driver's own words about pictures of the page

    def begin(
        players: list[str],
        *,
        board: str = "relief",
        quality: str = "low",
        position: str | None = None,
        prepare: str | None = None,
        context: dict[str, Any] | None = None,
        **options: Any,
    ) -> TraversalTable:
        page = browse({"board": board}, **{**COARSE, **(context or {})})
        page.context.set_default_timeout(60_000)
        if prepare:
            page.add_init_script(f"({prepare})()")
        api = page.context.request
        seats = [
            {"kind": "human", "name": name} if kind == "human" else {"kind": "computer", "bot": kind, "name": name}
            for name, kind in zip(("Ada", "Bob"), players, strict=True)
        ]
        wish: dict[str, Any] = {"game": "traversal", "options": options, "players": seats}
        if position is not None:
            wish["position"] = position
        made = api.post("/api/game/create", data=wish)
        assert made.ok, made.text()
        game = made.json()["game_id"]
        for player, kind in enumerate(players, 1):
            if kind == "human":
                joined = api.post(f"/api/game/{game}/join", data={"player": player, "name": ("Ada", "Bob")[player - 1]})
                assert joined.ok, joined.text()
        page.goto(f"/match/{game}?quality={quality}")
        return TraversalTable(page, Words("en"))

    return begin


# ---- the flat board


def test_dark_sits_at_the_lower_edge_and_arrows_go_as_seen(start: Callable[..., TraversalTable]) -> None:
    table = start(["random", "human"], board="flat", seed=7)
    table.my_turn()
    cells = table.cells()
    own = [cell for cell, text in cells.items() if text.startswith("your ")]
    assert own and all(y > 7 for _, y in own), own
    assert cells[(0, 10)].startswith("column j, row 10,") and cells[(9, 1)].startswith("column a, row 1,")
    table.page.keyboard.press("n")
    x, y = at(str(table.page.evaluate("document.activeElement.dataset.cell")))
    table.page.keyboard.press("ArrowUp")
    assert at(str(table.page.evaluate("document.activeElement.dataset.cell"))) == (x, y - 1)


def test_another_board_asks_first(start: Callable[..., TraversalTable]) -> None:
    """While a match runs it is not left without a question; the address can name the terrain of a new one."""
    table = start(["human", "human"], board="flat", position=OPEN)
    table.my_turn()
    page, words = table.page, table.words
    where = page.url
    page.get_by_role("button", name=words("relief.new"), exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words("relief.new_title"))
    assert page.url == where
    dialog.get_by_role("button", name=words("relief.new_same")).click()
    page.wait_for_url(lambda url: "/match/" in url and url != where)
    page.goto("/new/traversal?seed=4711")
    expect(page.get_by_label(words("traversal.setup.seed"))).to_have_value("4711")


def test_two_browsers_play_through_an_invitation(
    start: Callable[..., TraversalTable], browse: Callable[..., Page]
) -> None:
    """Each sees the own side below; one page is loaded again in the middle, and the match goes on."""
    ada, bob = browse({"board": "flat"}), browse({"board": "flat"})
    ada.goto("/new/traversal?online=1&seed=7")
    words = Words("en")
    ada.get_by_role("button", name=words("setup.start_invite")).click()
    link = ada.get_by_label(words("wait.link"), exact=True).input_value()
    bob.goto(link)
    bob.get_by_label(words("online.your_name")).fill("Bob")
    bob.get_by_role("button", name=words("online.join"), exact=True).click()
    tables = [TraversalTable(ada, words), TraversalTable(bob, words)]
    for turn in range(4):
        table = tables[turn % 2]
        table.my_turn()
        if turn == 2:
            ada.reload()
            table.my_turn()
        ada_log = table.log()
        table.page.keyboard.press("n")
        expect(table.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
        step_to(table, goals(table, "traversal.can_go")[0])
        table.page.keyboard.press("Enter")
        expect(table.page.locator("[role=log]")).not_to_have_text(ada_log)
        expect(tables[1 - turn % 2].page.locator(".turnbar")).to_contain_text(words("match.your_turn"))


def step_to(table: TraversalTable, target: Cell) -> None:
    """Arrows from where the keyboard is."""
    here = table.page.evaluate("document.activeElement?.dataset?.cell ?? null")
    assert here, "the keyboard is on the board"
    x, y = at(here)
    for key, count in (
        ("ArrowRight", target[0] - x),
        ("ArrowLeft", x - target[0]),
        ("ArrowDown", target[1] - y),
        ("ArrowUp", y - target[1]),
    ):
        for _ in range(count):
            table.page.keyboard.press(key)


def goals(table: TraversalTable, *keys: str) -> list[Cell]:
    """Where the selected piece can go for one of these, what is farthest ahead first."""
    return [cell for key in keys for cell in sorted(table.saying(key), key=lambda cell: (cell[1], cell[0]))]


def test_a_whole_match_by_keyboard_on_the_flat_board(start: Callable[..., TraversalTable]) -> None:
    """Select with N, walk with arrows, move, take and leave with Enter: whoever can leave or take does, else some piece
    goes ahead."""
    table = start(["human", "random"], board="flat", seed=7)
    chance = random.Random(7)
    for _ in range(100):
        if not table.my_turn():
            break
        before = table.log()
        aims: list[Cell] = []
        for _ in range(6):
            table.page.keyboard.press("n")
            expect(table.page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
            aims = goals(table, "traversal.can_exit", "traversal.can_be_attacked")
            if aims:
                break
        else:
            for _ in range(chance.randrange(6)):
                table.page.keyboard.press("n")
            aims = goals(table, "traversal.can_go")
        step_to(table, aims[0])
        table.page.keyboard.press("Enter")
        table.page.wait_for_function(
            """(before) => document.getElementById('over-title') ||
              [...document.querySelectorAll('[role=log] > * > span')].map((line) => line.textContent).join('\\n') !==
              before""",
            arg=before,
        )
    expect(table.page.locator("#over-title")).to_be_visible()
    assert re.search(r"[EVS][12] [a-j]\d+[-x](?:[a-j]\d+|out): ", table.log())


def test_the_board_changes_in_the_middle_of_a_match(start: Callable[..., TraversalTable]) -> None:
    """Flat and back: what was selected stays selected, and the choice is remembered."""
    table = start(["human", "human"], board="flat", position=OPEN)
    table.my_turn()
    table.select("h3")
    table.page.get_by_role("button", name=table.words("relief.relief")).click()
    table.drawn()
    expect(table.cell("h3")).to_have_attribute("aria-selected", "true")
    table.page.reload()
    table.drawn()


# ---- the 3D board


def test_select_move_attack_and_exit_by_pointer(start: Callable[..., TraversalTable]) -> None:
    table = start(["human", "human"], position=OPEN)
    table.drawn()
    table.my_turn()
    table.select("h3")
    table.click("h5")
    table.logged("S1 h3-h5")
    # The other player's turn, on the same stage.
    expect(table.cell("i8")).to_have_attribute("aria-label", re.compile("your Vanguard.*can move"), timeout=SLOW)
    table.select("i8")
    table.click("i7")
    table.logged("V1 i8-i7")
    expect(table.cell("c6")).to_have_attribute("aria-label", re.compile("your Vanguard.*can move"), timeout=SLOW)
    table.select("c6")
    table.page.mouse.move(*table.middle("e6"))
    expect(table.page.locator(".panel")).to_contain_text(table.words("traversal.fact.defence"))
    table.click("e6")
    table.logged("V1 c6xe6")
    expect(table.cell("i7")).to_have_attribute("aria-label", re.compile("your Vanguard.*can move"), timeout=SLOW)
    table.select("i7")
    table.click("i6")
    expect(table.cell("b9")).to_have_attribute("aria-label", re.compile("your Explorer.*can move"), timeout=SLOW)
    table.select("b9")
    expect(table.cell("b11")).to_have_attribute("aria-label", table.words.pattern("traversal.can_exit"))
    table.click("b11")
    table.logged("E1 b9-out")


def test_rotating_does_not_select(start: Callable[..., TraversalTable]) -> None:
    """A drag that begins on an own piece turns the board; wheel and keys move the camera as well; 0 brings it back."""
    table = start(["human", "random"], position=OPEN)
    table.drawn()
    table.my_turn()
    mouse = table.page.mouse
    home = table.middle("b9")
    x, y = table.middle("h3")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 40, y, steps=4)
    mouse.move(x + 160, y + 10, steps=4)
    mouse.up()
    table.page.wait_for_function(
        "([x, y]) => Math.abs(document.querySelector('[data-cell=\"1,2\"]').getBoundingClientRect().x + 12 - x) > 20",
        arg=list(home),
    )
    expect(table.cell("h3")).to_have_attribute("aria-selected", "false")
    assert table.page.locator("[role=gridcell][aria-selected=true]").count() == 0
    turned = table.middle("b9")
    mouse.wheel(0, -300)
    table.page.wait_for_function(
        "([x]) => Math.abs(document.querySelector('[data-cell=\"1,2\"]').getBoundingClientRect().x + 12 - x) > 3",
        arg=list(turned),
    )
    table.cell("h3").focus()
    table.page.keyboard.press("0")
    table.page.wait_for_function(
        "([x]) => Math.abs(document.querySelector('[data-cell=\"1,2\"]').getBoundingClientRect().x + 12 - x) < 2",
        arg=list(home),
        timeout=SLOW,
    )


def test_a_finger_shows_first_and_moves_then(start: Callable[..., TraversalTable]) -> None:
    table = start(["human", "random"], position=OPEN, context={**PHONE_PROFILE})
    table.drawn()
    table.my_turn()
    fingers = Fingers(table.page)
    board = table.page.locator(".relief")
    before = board.bounding_box()
    fingers.tap(table.middle("h3"))
    expect(table.cell("h3")).to_have_attribute("aria-selected", "true", timeout=SLOW)
    fingers.later(1000)
    fingers.tap(table.middle("h5"))
    expect(board.locator(".tag")).to_be_visible()
    after = board.bounding_box()
    assert before and after and abs(before["height"] - after["height"]) <= 1, "the board stays under the finger"
    assert "h3-h5" not in table.log()
    fingers.later(1000)
    fingers.tap(table.middle("h5"))
    table.logged("S1 h3-h5")


PHONE_PROFILE: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def canvas_picture(table: TraversalTable) -> bytes:
    return table.page.locator(".relief").screenshot(timeout=SLOW)


def test_every_skin_is_drawn_and_looks_different(start: Callable[..., TraversalTable]) -> None:
    table = start(["human", "human"], seed=7)
    table.drawn()
    pictures = []
    for skin in SKINS:
        table.page.evaluate(WEAR, skin)
        table.page.wait_for_function("(skin) => document.querySelector('.relief').dataset.skin === skin", arg=skin)
        pictures.append(canvas_picture(table))
    assert len(set(pictures)) == len(SKINS)


@pytest.mark.parametrize("skin", SKINS if FULL else SKINS[:1])
def test_a_picture_of_every_skin_at_high_quality(start: Callable[..., TraversalTable], skin: str) -> None:
    """Kept to be looked at; on ordinary days only the first and coarse, for they take long without a graphics card."""
    table = start(["human", "human"], seed=7, quality="high", context={"device_scale_factor": 1} if FULL else COARSE)
    table.page.evaluate(WEAR, skin)
    table.drawn()
    table.page.wait_for_function("(skin) => document.querySelector('.relief').dataset.skin === skin", arg=skin)
    picture = table.page.screenshot(timeout=SLOW)
    ARTIFACTS.mkdir(exist_ok=True)
    (ARTIFACTS / f"traversal-{skin}.png").write_bytes(picture)
    assert len(picture) > (100_000 if FULL else 40_000), "a board in relief is no empty picture"


def test_the_menu_of_skins_shows_each_and_remembers_the_choice(start: Callable[..., TraversalTable]) -> None:
    table = start(["human", "human"], position=OPEN)
    table.drawn()
    table.page.get_by_role("button", name=table.words("relief.materials")).click()
    for skin in SKINS:
        expect(table.page.get_by_role("radio", name=table.words(f"relief.skin.{skin}"))).to_be_attached()
    table.page.locator("[data-skin=jade]").click()
    table.page.wait_for_function("() => document.querySelector('.relief').dataset.skin === 'jade'")
    table.page.reload()
    table.drawn()
    assert table.page.locator(".relief").get_attribute("data-skin") == "jade"


# ---- when it cannot be drawn


def test_a_lost_context_leaves_the_flat_board_at_once(start: Callable[..., TraversalTable], console: Console) -> None:
    """Within a second, with what was selected; the match goes on there, and the 3D board can be had again. T25."""
    console.expect("Context Lost")
    table = start(["human", "human"], position=OPEN)
    table.drawn()
    table.my_turn()
    table.select("h3")
    took = table.page.evaluate(
        """async () => {
          const began = performance.now();
          const gl = document.querySelector('.relief > canvas').getContext('webgl2');
          gl.getExtension('WEBGL_lose_context').loseContext();
          while (!document.querySelector('.board > canvas')) await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }"""
    )
    assert took < 1000, f"the flat board came after {took:.0f} ms"
    expect(table.page.get_by_text(table.words("relief.lost"))).to_be_visible()
    expect(table.cell("h3")).to_have_attribute("aria-selected", "true")
    table.click("h5")
    table.logged("S1 h3-h5")
    table.page.get_by_role("button", name=table.words("relief.relief")).click()
    table.drawn()


def test_without_webgl_there_is_the_flat_board(start: Callable[..., TraversalTable]) -> None:
    table = start(["human", "random"], position=OPEN, prepare=NO_WEBGL)
    expect(table.page.locator(".board > canvas")).to_be_visible()
    expect(table.page.get_by_text(table.words("relief.missing"))).to_be_visible()
    table.my_turn()
    table.select("h3")
    table.click("h5")
    table.logged("S1 h3-h5")
