"""The site behind nginx: page, REST, WebSocket, and a connection that stays when nobody moves for long."""

from __future__ import annotations

import contextlib
import json
import time
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from outflank.cli import main
from tests.deploy.conftest import SHORT, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def ask(
    site: str, path: str, body: Any = None, headers: dict[str, str] | None = None, method: str = "", origin: str = ""
) -> tuple[int, dict[str, str], bytes]:
    parts = urlsplit(site)
    source = (origin, 0) if origin else None
    line = HTTPConnection(parts.hostname or "", parts.port, timeout=20, source_address=source)
    data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
    line.request(method or ("GET" if body is None else "POST"), path, data, headers or {})
    answer = line.getresponse()
    content = answer.read()
    line.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content


def post(site: str, path: str, body: Any, **headers: str) -> Any:
    status, _, content = ask(site, path, body, headers)
    assert status == 200, content
    return json.loads(content)


def match(site: str) -> tuple[str, list[str]]:
    """A match of two, both seats taken: its id and their tokens."""
    game = post(site, "/api/game/create", {"width": 6, "height": 6})["game_id"]
    return game, [post(site, f"/api/game/{game}/join", {})["player_token"] for _ in range(2)]


@contextlib.contextmanager
def open_socket(site: str, game: str, token: str, *, ping: float | None = 20) -> Iterator[ClientConnection]:
    address = f"{site.replace('http', 'ws')}/ws/game/{game}/ws"
    with connect(address, ping_interval=ping, compression=None) as line:
        line.send(json.dumps({"type": "hello", "token": token, "player": None, "after": 0}))
        yield line


def heard(line: ClientConnection, kind: str, within: float = 10) -> Any:
    until = time.monotonic() + within
    while True:
        message = json.loads(line.recv(timeout=max(0.0, until - time.monotonic())))
        if message["type"] == kind:
            return message


def test_files_of_the_page_come_from_nginx(site: str) -> None:
    status, headers, content = ask(site, "/assets/app-1a2b.js")
    assert (status, content) == (200, b"play()")
    assert "immutable" in headers["cache-control"] and "javascript" in headers["content-type"]
    assert headers["server"] == "nginx"
    assert ask(site, "/assets/none.js")[0] == 404
    status, headers, content = ask(site, "/favicon.svg")
    assert (status, content, headers["x-content-type-options"]) == (200, b"<svg/>", "nosniff")


@pytest.mark.parametrize("path", ["/", "/match/1a2b", "/settings", "/index.html"])
def test_addresses_of_the_page_are_answered_by_the_server(site: str, path: str) -> None:
    status, headers, content = ask(site, path)
    if status == 503:
        assert b"not built" in content  # the server says so itself, through nginx
    else:
        assert status == 200 and "default-src 'self'" in headers["content-security-policy"]


def test_rest_with_and_without_the_prefix(site: str) -> None:
    for prefix in ("/api", ""):
        assert json.loads(ask(site, f"{prefix}/health")[2])["status"] == "ok"
    game, tokens = match(site)
    status, _, content = ask(site, f"/api/game/{game}/state", headers={"X-Player-Token": tokens[0]})
    view = json.loads(content)["view"]
    assert status == 200 and view["player_id"] == 1
    action = {"unit_id": view["my_units"][0]["id"], "dx": 0, "dy": 0}
    told = post(site, f"/game/{game}/action", action, **{"X-Player-Token": tokens[0]})
    assert told["view"]["my_units"][0]["acted"]
    assert ask(site, "/api/game/none/state")[0] == 404


def test_the_page_of_the_same_site_may_post_and_another_may_not(site: str) -> None:
    assert ask(site, "/api/game/create", {}, {"Origin": site})[0] == 200
    assert ask(site, "/api/game/create", {}, {"Origin": "http://elsewhere.example"})[0] == 403
    game, _ = match(site)
    address = f"{site.replace('http', 'ws')}/ws/game/{game}/ws"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, additional_headers={"Origin": "http://elsewhere.example"}),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_a_great_request_ends_at_nginx(site: str) -> None:
    assert ask(site, "/api/game/create", b"x" * 70_000)[0] == 413


def test_a_whole_match_over_websocket(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = [{"kind": "computer", "bot": "random"}, {"kind": "open"}]
    game = post(site, "/api/game/create", {"width": 6, "height": 6, "max_rounds": 5, "players": players})["game_id"]
    assert main(["join", f"{site}/match/{game}", "--bot", "random"]) == 0
    assert "The match is over" in capsys.readouterr().out


def test_a_silent_connection_stays_open_and_a_move_arrives_at_once(site: str) -> None:
    game, tokens = match(site)
    with open_socket(site, game, tokens[0], ping=0.5) as first, open_socket(site, game, tokens[1], ping=0.5) as second:
        view = heard(first, "StateUpdate")["view"]
        heard(second, "StateUpdate")
        time.sleep(SHORT * 1.7)
        moved = time.monotonic()
        first.send(json.dumps({"type": "action", "unit_id": view["my_units"][0]["id"], "dx": 1, "dy": 0}))
        first.send(json.dumps({"type": "end_turn"}))
        heard(second, "YourTurn")
        assert time.monotonic() - moved < 1


def test_without_any_sign_of_life_nginx_closes_it(site: str) -> None:
    """What the test above would look like if nobody asked whether the other is there."""
    game, tokens = match(site)
    with open_socket(site, game, tokens[0], ping=None) as line:
        heard(line, "StateUpdate")
        with pytest.raises(ConnectionClosed):
            heard(line, "never", SHORT * 4)


def test_each_visitor_has_limits_of_their_own_and_their_own_scheme(tmp_path: Path) -> None:
    """The server must learn from nginx who asks: else all the world would share one limit."""
    with running(tmp_path, "--new-per-minute", "2") as site:
        lied = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
        answers = [ask(site.address, "/api/game/create", {}, lied, origin="127.0.0.2") for _ in range(3)]
        assert [status for status, _, _ in answers] == [200, 200, 429]
        status, _, content = ask(site.address, "/api/game/create", {}, origin="127.0.0.3")
        assert status == 200
        join = f"/api/game/{json.loads(content)['game_id']}/join"
        plain = ask(site.address, join, {}, lied, origin="127.0.0.3")[1]["set-cookie"].lower()
        assert "httponly" in plain and "secure" not in plain
        secure = ask(site.behind, join, {}, {"X-Forwarded-Proto": "https"})[1]["set-cookie"].lower()
        assert "; secure" in secure
