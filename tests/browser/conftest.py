"""A real server with the built page, Chromium, and a promise: no page of any test writes an error to its console."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.server import Server
from tests.browser.table import Table
from tests.browser.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

ARTIFACTS = Path(__file__).resolve().parent.parent.parent / "artifacts"
SCREEN: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
QUIET = {"speed": "instant", "sound": False, "language": "en", "theme": "light"}
"""Settings under which nothing has to be waited for."""

ANOTHER = "another.test"
"""A name under which the browser finds this machine as if it were another one: plain http there is not secure."""

PATIENCE = 15_000
"""Milliseconds until what is waited for must have come; on a busy machine a page may be loaded in between."""

expect.set_options(timeout=PATIENCE)

STORE = """([key, settings]) => {
  if (location.protocol === 'about:' || document.cookie.includes(`${key}=`)) return;
  document.cookie = `${key}=${encodeURIComponent(JSON.stringify(settings))}; path=/; SameSite=Lax`;
}"""


def chromium() -> str:
    """The system's Chromium, as ./run looks for it."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, "the browser tests need Chromium"
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium: nothing is downloaded. It knows this machine by one more name."""
    arguments = ["--disable-gpu", f"--host-resolver-rules=MAP {ANOTHER} 127.0.0.1"]
    return {**browser_type_launch_args, "executable_path": chromium(), "args": arguments}


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One server for all tests that do not stop it."""
    with Server() as running:
        yield running


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.address


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": SCREEN, "locale": "en-GB", "reduced_motion": "no-preference"}


class Console:
    """What the pages of one test complained about."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """This test provokes an error that matches ``pattern``."""
        self._expected.append(pattern)

    def watch(self, context: BrowserContext) -> None:
        context.on(
            "console",
            lambda message: (
                self.errors.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")
                if message.type in ("error", "warning")
                else None
            ),
        )
        context.on("weberror", lambda error: self.errors.append(str(error.error)))

    def left(self) -> list[str]:
        return [error for error in self.errors if not any(re.search(each, error) for each in self._expected)]


@pytest.fixture
def console() -> Iterator[Console]:
    watched = Console()
    yield watched
    assert not watched.left(), "the console of the page says:\n" + "\n".join(watched.left())


@pytest.fixture
def browse(browser: Browser, browser_context_args: dict[str, Any], console: Console) -> Iterator[Callable[..., Page]]:
    """``browse({"language": "fr"}, has_touch=True)``: a page of a new visitor with these settings, not yet anywhere."""
    contexts: list[BrowserContext] = []

    def open_page(settings: dict[str, Any] | None = None, **options: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, **options})
        contexts.append(context)
        console.watch(context)
        stored = json.dumps(["outflank-settings", {**QUIET, **(settings or {})}])
        context.add_init_script(f"({STORE})({stored})")
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def match(browse: Callable[..., Page]) -> Callable[..., Table]:
    """``match(players=["human", "random"], position=..., max_rounds=8)``: a match begun through the server, shown."""

    def begin(
        players: list[str],
        *,
        settings: dict[str, Any] | None = None,
        position: str | None = None,
        page: Page | None = None,
        context: dict[str, Any] | None = None,
        **options: Any,
    ) -> Table:
        page = page or browse(settings, **(context or {}))
        api = page.context.request
        names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
        seats = [
            {"kind": "human", "name": name} if kind == "human" else {"kind": "computer", "bot": kind, "name": name}
            for name, kind in zip(names, players, strict=False)
        ]
        wish: dict[str, Any] = {"game": "cellwar", "options": options, "players": seats}
        if position is not None:
            wish["position"] = position
        made = api.post("/api/game/create", data=wish)
        assert made.ok, made.text()
        game = made.json()["game_id"]
        for player, kind in enumerate(players, 1):
            if kind == "human":
                joined = api.post(f"/api/game/{game}/join", data={"player": player, "name": names[player - 1]})
                assert joined.ok, joined.text()
        page.goto(f"/match/{game}")
        return Table(page, Words((settings or {}).get("language", "en")))

    return begin


@pytest.fixture
def words() -> Words:
    return Words("en")
