"""Takes the README's pictures in the middle of matches, from a real page on a real server: docs/<name>.png.

OUTFLANK needs its page built (./run test --only page); then:  .venv/bin/python -m tools.picture [NAME ...]
"""

from __future__ import annotations

import base64
import json
import struct
import sys
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import numpy as np
from playwright.sync_api import Page, expect, sync_playwright

from outflank.games import load, text
from tests.browser.conftest import PHONE, SCREEN, chromium
from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import ViewportSize

OUT = Path(__file__).parent.parent / "docs"
POSITION = (
    "cellwar/1 10x8 10/1,1A:3,1I:17,1,1F1:7,3,2F1:19,1/5,1I:15,1,2F2:10,2/3,1F2:5,2,2F1:8,3/2,1I:12,1,1I:11,3,2A:6,1/"
    "1F1:14,1A:9,3,2I:13,1,2A:4,2/2,2I:16,3,2I:18,3/10 1 12 * 19 - - - =7,?3,=7,e1@10,?2,=7,2F2:10@10,?2,=7,e1@10,?2,"
    "=6,e2@10,?2,=6,e1@10,2A:4@9,e1@10,?1,=3,e3@10,2I:18@11,e2@10,?1,=3,e1@10,?1,e2@10,?3 "
    "?5,=5,?4,=6,?4,=6,?4,=6,?4,=6,?1,=9,?1,=8,?2,=3,?1,=3,?2"
)
"""Own units of every kind, enemies in sight, memories of others, fog, and an attack at hand."""
UNIT, TARGET = (4, 4), (5, 5)
PATIENCE = 180_000  # milliseconds: software paints a board in relief slowly, and answers nobody meanwhile
STEP = 4  # colours are kept in steps of this: the cloud of the fog packs far better, and nobody can tell


def begin(page: Page, server: Server, wish: dict[str, Any], asked: str = "") -> None:
    """The page of a match, Ada against the computer; ``asked`` stands at the end of its address."""
    api = page.context.request
    players = [{"kind": "human", "name": "Ada"}, {"kind": "computer", "bot": "hard", "name": "Computer"}]
    made = api.post("/api/game/create", data={"players": players, **wish})
    assert made.ok, made.text()
    game = made.json()["game_id"]
    api.post(f"/api/game/{game}/join", data={"player": 1, "name": "Ada"})
    page.goto(f"{server.address}/match/{game}{asked}")
    page.locator("[role=gridcell]").first.wait_for(state="attached")


def settled(page: Page) -> None:
    """Everything that was to be painted is."""
    page.mouse.move(2, 2)
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def cellwar(page: Page, server: Server) -> None:
    """With an attack previewed."""
    begin(page, server, {"position": POSITION})
    table = Table(page, Words("en"))
    table.my_turn()
    table.click(UNIT)
    table.wait_choices()
    table.click(TARGET)
    expect(table.button("match.confirm")).to_be_enabled()
    settled(page)


def played(game: str, options: dict[str, Any], plies: int) -> str:
    """The position after two greedy players' first actions, where the first one is to move."""
    rules = load(game)
    state = rules.start(rules.Options(**options), 1)
    while state.player and (plies > 0 or state.player != 1):
        actions = state.legal_actions()
        values = state.judge(actions)
        state.apply(actions[values.index(max(values))])
        plies -= 1
    return text(game).position(state)


def pixelswars(page: Page, server: Server) -> None:
    """With a unit selected, and where it can go."""
    begin(page, server, {"game": "pixelswars", "position": played("pixelswars", {"map": 6}, 90)})
    page.locator(".actions .end:not(:disabled)").wait_for()
    page.locator("body").press("n")
    expect(page.locator("[role=gridcell][aria-selected=true]")).to_have_count(1)
    settled(page)


def traversal(skin: str) -> Callable[[Page, Server], None]:
    """The board in relief with these materials, a piece selected."""

    def arrange(page: Page, server: Server) -> None:
        settings = {"theme": "light", "language": "en", "speed": "instant", "skin": skin}
        page.context.add_cookies([cookie(server, settings)])
        position = played("traversal", {"seed": 7}, 12)
        begin(page, server, {"game": "traversal", "position": position}, "?quality=medium")
        page.locator("canvas").first.wait_for()
        page.locator("body").press("n")
        page.wait_for_timeout(20_000)  # software paints a board in relief slowly; nothing tells the last pass from here
        settled(page)

    return arrange


PICTURES: dict[str, tuple[Callable[[Page, Server], None], ViewportSize]] = {
    "cellwar": (cellwar, SCREEN),
    "pixelswars": (pixelswars, SCREEN),
    "pixelswars-phone": (pixelswars, PHONE),
    "traversal-wood": (traversal("wood"), SCREEN),
    "traversal-jade": (traversal("jade"), SCREEN),
    "traversal-neon": (traversal("neon"), SCREEN),
}


def cookie(server: Server, settings: dict[str, Any]) -> Any:
    return {"name": "outflank-settings", "value": quote(json.dumps(settings)), "url": server.address}


def png(pixels: np.ndarray) -> bytes:
    """Rows of red, green, blue as a PNG file, every row with the filter that suits it best."""
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, width * 3).astype(np.int16)
    left = np.pad(rows, ((0, 0), (3, 0)))[:, : width * 3]
    up = np.pad(rows, ((1, 0), (0, 0)))[:height]
    corner = np.pad(left, ((1, 0), (0, 0)))[:height]
    guess = left + up - corner
    near = [abs(guess - left), abs(guess - up), abs(guess - corner)]
    paeth = np.where((near[0] <= near[1]) & (near[0] <= near[2]), left, np.where(near[1] <= near[2], up, corner))
    filtered = [(rows - other) & 255 for other in (0 * rows, left, up, (left + up) // 2, paeth)]
    cost = np.array([np.where(each > 127, 256 - each, each).sum(axis=1) for each in filtered])
    best = cost.argmin(axis=0)
    data = b"".join(bytes([kind]) + filtered[kind][y].astype(np.uint8).tobytes() for y, kind in enumerate(best))

    def chunk(name: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")


READ = """async (url) => {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const copy = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  copy.drawImage(picture, 0, 0);
  return [...copy.getImageData(0, 0, picture.width, picture.height).data];
}"""
"""The browser unpacks the screenshot, so that no library for pictures is needed."""


def main() -> None:
    names = sys.argv[1:] or list(PICTURES)
    flags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        for name in names:
            arrange, screen = PICTURES[name]
            context = browser.new_context(
                base_url=server.address, viewport=screen, locale="en-GB", has_touch=screen == PHONE
            )
            context.add_cookies([cookie(server, {"theme": "light", "language": "en", "speed": "instant"})])
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            arrange(page, server)
            shot = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
            values = np.array(context.new_page().evaluate(READ, shot), dtype=np.uint8)
            context.close()
            pixels = values.reshape(screen["height"], screen["width"], 4)[:, :, :3].astype(np.int16)
            pixels = np.minimum((pixels + STEP // 2) // STEP * STEP, 255)
            out = OUT / f"{name}.png"
            out.write_bytes(png(pixels))
            print(f"{out.name}: {out.stat().st_size // 1000} kB", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
