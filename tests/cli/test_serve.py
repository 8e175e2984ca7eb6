"""outflank serve: what its options say reaches the server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from outflank.cli import main
from outflank.server import app as apps
from outflank.server.limits import PREVIEWS

if TYPE_CHECKING:
    import socket

    import uvicorn
    from starlette.applications import Starlette


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Starlette]:
    """What would have been served: all is made, as far as uvicorn, which ends at once."""
    made: list[Starlette] = []

    class Server:
        def __init__(self, config: uvicorn.Config) -> None:
            made.append(config.app)  # type: ignore[arg-type]

        async def serve(self, sockets: list[socket.socket]) -> None:
            sockets[0].close()

    monkeypatch.setattr(apps, "Server", Server)
    monkeypatch.setattr(apps, "gc", SimpleNamespace(collect=int, freeze=int, set_threshold=lambda *_: None))
    return made


@pytest.mark.parametrize(
    ("words", "lost_after"),
    [([], 30_000), (["--lost-after", "7.5"], 7_500), (["--lost-after", "0"], None), (["--lost-after", "-1"], None)],
)
def test_how_long_somebody_may_be_away(words: list[str], lost_after: int | None, served: list[Starlette]) -> None:
    assert main(["serve", "--port", "0", "--data", ":memory:", *words]) == 0
    assert served[0].state.hub._lost_after == lost_after


@pytest.mark.parametrize(("words", "most"), [([], 60), (["--new-per-minute", "5"], 5), (["--new-per-minute", "0"], 0)])
def test_how_much_one_address_may_ask_for(words: list[str], most: int, served: list[Starlette]) -> None:
    assert main(["serve", "--port", "0", "--data", ":memory:", *words]) == 0
    state = served[0].state
    assert (state.limits.per_minute, state.previews.per_minute) == (most, most * PREVIEWS)
