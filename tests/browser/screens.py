"""Every screen of the page and how a person comes to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.table import Table

    Begin = Callable[..., Table]

REPLAYS = Path(__file__).resolve().parent.parent / "data" / "replays"
KEPT = "outflank.invitations"
SCENE = (
    "cellwar/1 8x8 8/1,1I:1,1,1F1:2,4/2,2I:3,1,2F1:4,3/1,1A:5,6/5,1I:7,2/8/6,2A:6,1/8 1 3/30 * 7 - - - "
    "=6,?2,=6,?2,=6,?2,=7,?1,=3,?1,=3,?5,=3,?6,e1@2,2A:6@2,?9 ?2,=5,?2,=6,?2,=6,?2,=6,?3,=5,?6,=3,?5,=3,?5,=3"
)
"""Player 1 has an infantry that can attack, a fortification, a factory that waits; an enemy factory is remembered."""
BATTLE = (
    "pixelswars/1 map10 5 1500,800 1infantry:0@b3=72/5/2/1;1tank:1@d4=120/6/2/0;1plane:4@h9;2jeep:2@e4=101/8/2/0;"
    "2infantry:3@f5=88/5/2/1;2artillery:5@l12"
)
SHOP = "pixelswars/1 BrCg/gfgg/ggwA 5 1100,0 1infantry@c1=72/0/2/1;2sniper@b3 a1=1:20;d3=2:20"
LAST = "cellwar/1 6x6 6/1,1I:1,4/2,2I:2,3/6/6/6 1 4 *"


def home(page: Page, begin: Begin) -> None:
    """With a match that can be continued."""
    begin(["human", "greedy"], page=page).my_turn()
    page.goto("/")
    expect(page.locator(".running li")).to_be_visible()


def setup(page: Page, _: Begin) -> None:
    page.goto("/new/cellwar")
    page.locator("summary").click()
    page.locator("select").nth(2).select_option("friend")
    expect(page.locator(".preview canvas")).to_be_visible()


def setup_refused(page: Page, begin: Begin) -> None:
    setup(page, begin)
    page.locator("details input").first.fill("900")
    expect(page.locator("button[type=submit]")).to_be_disabled()


def settings(page: Page, _: Begin) -> None:
    page.goto("/settings")


def help_(page: Page, _: Begin) -> None:
    page.goto("/help")
    expect(page.locator("canvas").first).to_be_visible()


def about(page: Page, _: Begin) -> None:
    page.goto("/about")


def not_found(page: Page, _: Begin) -> None:
    page.goto("/nowhere")


def no_match(page: Page, _: Begin) -> None:
    page.goto("/match/nosuchmatch")
    expect(page.get_by_role("link").last).to_be_visible()


def match(page: Page, begin: Begin) -> None:
    """In the middle: a unit selected, an attack previewed, the log open."""
    table = begin(["human", "greedy"], position=SCENE, page=page)
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.click((2, 2))
    expect(page.locator(".action.confirm")).to_be_enabled()


def leave(page: Page, begin: Begin) -> None:
    """The question whether to leave for good."""
    match(page, begin)
    page.locator(".tools button").last.click()
    expect(page.locator("dialog[open]")).to_be_visible()


def curtain(page: Page, begin: Begin) -> None:
    begin(["human", "human"], page=page)
    expect(page.locator(".curtain")).to_be_visible()


def game_over(page: Page, begin: Begin) -> None:
    table = begin(["human", "random"], position=LAST, page=page)
    table.my_turn()
    table.click((1, 1))
    table.wait_choices()
    table.click((2, 2))
    table.click((2, 2))
    table.over()


def waiting(page: Page, _: Begin) -> None:
    """One has come, a second is invited."""
    players = [{"kind": "human", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    made = page.context.request.post("/api/game/create", data={"player_count": 3, "players": players}).json()
    game, codes = made["game_id"], made["invitations"]
    for player, name in ((1, "Ada"), (2, "Bob")):
        page.context.request.post(f"/api/game/{game}/join", data={"player": player, "name": name})
        if player == 2:
            page.context.clear_cookies(name=f"outflank_{game}_2")
    page.goto("/about")
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEPT, json.dumps([[game, {"3": codes["3"]}]])])
    page.goto(f"/match/{game}")
    expect(page.get_by_role("img")).to_be_visible()


def invited(page: Page, _: Begin) -> None:
    players = [{"kind": "open"}, {"kind": "open"}, {"kind": "computer", "bot": "random"}]
    body = {"player_count": 3, "players": players, "max_rounds": 30}
    made = page.context.request.post("/api/game/create", data=body).json()
    game = made["game_id"]
    page.context.request.post(f"/api/game/{game}/join", data={"player": 1, "name": "Ada"})
    page.context.clear_cookies()
    page.goto(f"/match/{game}#seat={made['invitations']['2']}")
    expect(page.locator("form input")).to_be_visible()


def full(page: Page, begin: Begin) -> None:
    """An invitation to a match that has begun."""
    begin(["human", "random"], page=page)
    page.context.clear_cookies()
    page.reload()
    expect(page.locator("h1")).to_be_visible()


def replay(page: Page, _: Begin) -> None:
    """Of a file, in the middle, through the eyes of the second player."""
    brought = page.context.request.post("/api/replay", data=(REPLAYS / "cellwar-1-elimination.cwreplay").read_bytes())
    page.goto(f"/replay/{brought.json()['replay_id']}?at=5&eyes=2")
    expect(page.locator("[role=grid]")).to_be_visible()


def no_replay(page: Page, _: Begin) -> None:
    page.goto("/replay/0000000000000000")
    expect(page.get_by_role("alert")).to_be_visible()


def failed(page: Page, _: Begin) -> None:
    """The board's code does not arrive."""
    page.route("**/assets/Match-*.js", lambda route: route.abort())
    page.goto("/match/x")
    expect(page.locator("details pre")).to_be_attached()


def legal(page: Page, _: Begin) -> None:
    page.goto("/legal")


# ---- PixelsWars


def maps(page: Page, _: Begin) -> None:
    """After a wrong address, with a filter."""
    page.goto("/play/99")
    expect(page.locator("ul.grid canvas").last).to_be_visible()


def no_maps(page: Page, _: Begin) -> None:
    page.goto("/new/pixelswars")
    page.locator(".filters label").nth(1).click()
    for filter_ in page.locator(".filters button").all():
        filter_.click()
    expect(page.get_by_role("status").filter(has_text="battle")).to_be_visible()


def duel(page: Page, _: Begin) -> None:
    page.goto("/new/pixelswars/12")
    page.locator("summary").click()
    expect(page.locator(".preview canvas")).to_be_visible()


def help_pixelswars(page: Page, _: Begin) -> None:
    page.goto("/help/pixelswars")
    expect(page.locator("table canvas").last).to_be_visible()


def battle(page: Page, _: Begin, position: str = BATTLE) -> None:
    """In the middle, on a large board: a unit selected, a building that sells."""
    wish = {"game": "pixelswars", "position": position, "players": [{"kind": "human"}, {"kind": "computer"}]}
    game = page.context.request.post("/api/game/create", data=wish).json()["game_id"]
    page.context.request.post(f"/api/game/{game}/join", data={"player": 1, "name": "Ada"})
    page.goto(f"/match/{game}")
    page.locator(".actions .end:not(:disabled)").wait_for()
    page.locator("body").press("n")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)


def shop(page: Page, begin: Begin) -> None:
    """What a base sells, of which not all can be bought."""
    battle(page, begin, SHOP)
    page.locator("[data-cell='0,0']").click()
    expect(page.locator("dialog[open] canvas").last).to_be_visible()


def options(page: Page, begin: Begin) -> None:
    battle(page, begin)
    page.locator("header a[href='/settings']").click()
    expect(page.locator("dialog[open]")).to_be_visible()


def battle_help(page: Page, begin: Begin) -> None:
    battle(page, begin)
    page.locator("header a[href='/help']").click()
    expect(page.locator("dialog[open] table canvas").last).to_be_visible()


def end_turn(page: Page, begin: Begin) -> None:
    """The question whether a turn shall end in which something could still act."""
    battle(page, begin)
    page.locator(".actions .end").click()
    expect(page.locator("dialog[open]")).to_be_visible()


def recap(page: Page, begin: Begin) -> None:
    end_turn(page, begin)
    page.locator("dialog[open] footer button").last.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator(".actions .end:not(:disabled)").wait_for()
    page.locator(".tools button:not(.phone)").first.click()
    page.locator(".recap .play").click()
    expect(page.locator(".recap")).to_be_visible()


# ---- Traversal


FLAT = "traversal/1 seed7 0 1 1E1@c7;1V1@c6;1S1@h3;2E1@e6;2V1@i8;2S1@d10 2E2"


def hills(page: Page, _: Begin) -> None:
    """In the middle, on the flat board: a piece selected, an attack explained term by term."""
    wish = {"game": "traversal", "position": FLAT, "players": [{"kind": "human"}, {"kind": "computer"}]}
    game = page.context.request.post("/api/game/create", data=wish).json()["game_id"]
    page.context.request.post(f"/api/game/{game}/join", data={"player": 1, "name": "Ada"})
    page.goto("/about")
    page.evaluate(CHOOSE, {"board": "flat"})
    page.goto(f"/match/{game}")
    page.locator("[role=gridcell][aria-label*='can move']").first.wait_for(state="attached")
    page.locator("body").press("n")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(".actions .primary")).to_be_enabled()


def hills_setup(page: Page, _: Begin) -> None:
    page.goto("/new/traversal?seed=7")
    page.locator("summary").click()
    expect(page.locator(".preview canvas")).to_be_visible()


def hills_help(page: Page, _: Begin) -> None:
    page.goto("/help/traversal")
    expect(page.locator("dl canvas").last).to_be_visible()


CHOOSE = """(chosen) => {
  const kept = document.cookie.match(/outflank-settings=([^;]*)/)[1];
  const settings = { ...JSON.parse(decodeURIComponent(kept)), ...chosen };
  document.cookie = `outflank-settings=${encodeURIComponent(JSON.stringify(settings))}; path=/; SameSite=Lax`;
}"""


SCREENS: dict[str, Callable[[Page, Begin], None]] = {
    "home": home,
    "setup": setup,
    "setup-refused": setup_refused,
    "match": match,
    "leave": leave,
    "curtain": curtain,
    "game-over": game_over,
    "waiting": waiting,
    "invited": invited,
    "full": full,
    "replay": replay,
    "no-replay": no_replay,
    "settings": settings,
    "help": help_,
    "about": about,
    "not-found": not_found,
    "no-match": no_match,
    "failed": failed,
    "legal": legal,
    "maps": maps,
    "no-maps": no_maps,
    "duel": duel,
    "help-pixelswars": help_pixelswars,
    "battle": battle,
    "shop": shop,
    "options": options,
    "battle-help": battle_help,
    "end-turn": end_turn,
    "recap": recap,
    "hills": hills,
    "hills-setup": hills_setup,
    "hills-help": hills_help,
}


# ---- the ends of the other games, which differ from "game-over" in words alone


ENDS = {
    "pixelswars": "pixelswars/1 map1 9 0,0 1tank:0@d4=150/6/2/0 - 1 1:elimination",
    "traversal": "traversal/1 seed7 9 1 1V1@c6;2V1@i8 1E1;1E2 - - 1:two_exits",
}


def ended(page: Page, game: str) -> None:
    """A match of two that was over before it was opened, won by who looks."""
    wish = {"game": game, "position": ENDS[game], "players": [{"kind": "human"}, {"kind": "computer"}]}
    match_id = page.context.request.post("/api/game/create", data=wish).json()["game_id"]
    page.context.request.post(f"/api/game/{match_id}/join", data={"player": 1, "name": "Ada"})
    page.goto("/about")
    page.evaluate(CHOOSE, {"board": "flat"})
    page.goto(f"/match/{match_id}")
    expect(page.locator("#over-title")).to_be_visible()
