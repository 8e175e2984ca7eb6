"""The page's files: index.html at the page's addresses, nothing outside the folder, and headers that protect it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient

from outflank.server import pages

if TYPE_CHECKING:
    from collections.abc import Iterator

INDEX = '<!doctype html><script src="/theme.js"></script><div id="app"></div>'


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server with a small page of its own."""
    from outflank.server.app import application

    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text(INDEX)
    (static / "assets" / "index-abc123.js").write_text("export {}")
    (static / "theme.js").write_text("")
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "static-too").mkdir()
    (tmp_path / "static-too" / "secret").write_text("secret")
    monkeypatch.setattr(pages, "STATIC", static)
    with TestClient(application(), base_url="http://testserver", raise_server_exceptions=True) as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/new/cellwar", "/match/0123abc", "/settings", "/help", "/about", "/help/", "/help/pixelswars"),
        *("/legal", "/new/pixelswars/3", "/play/1", "/play/12/", "/play/nowhere"),
    ],
)
def test_index_at_the_addresses_of_the_page(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code == 200 and answer.text == INDEX
    assert answer.headers["cache-control"] == "no-cache"
    assert web.head(path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nothing", "/match", "/match/../x", "/new/", "/play/", "/play/1/2", "/api/nothing", "/assets/gone.js"]
)
def test_nothing_at_other_addresses(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code == 404 and answer.text == INDEX
    assert web.post(path).status_code in (404, 405)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/assets/../../secret",
        "/assets/%2e%2e/%2e%2e/secret",
        "/assets/..%5c..%5csecret",
        "//etc/passwd",
        "/%2fetc/passwd",
        "/../static-too/secret",
        "/..%2fstatic-too/secret",
        "/%00",
        "/theme.js%00.html",
        "/" + "x" * 3000,
        "/" + "x/" * 3000,
        "/%ff%fe",
    ],
)
def test_no_way_out_of_the_folder(web: TestClient, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code == 404 and "secret" not in answer.text and "root:" not in answer.text


def test_a_link_out_of_the_folder_is_not_followed(web: TestClient, tmp_path: Path) -> None:
    (tmp_path / "static" / "link").symlink_to(tmp_path / "secret")
    assert web.get("/link").status_code == 404


def test_files_named_by_their_content_are_kept_for_ever(web: TestClient) -> None:
    answer = web.get("/assets/index-abc123.js")
    assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    assert web.get("/theme.js").headers["cache-control"] == "no-cache"


def test_headers_of_every_page(web: TestClient) -> None:
    for path in ("/", "/nothing", "/theme.js", "/assets/index-abc123.js"):
        headers = web.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'" and "script-src" not in policy, "scripts come from 'self' alone"
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"


def test_without_a_built_page_the_server_says_how_to_build_it(web: TestClient) -> None:
    (pages.STATIC / "index.html").unlink()
    answer = web.get("/")
    assert answer.status_code == 503 and "./run play" in answer.text
    assert web.get("/api/health").status_code == 200


def test_the_pages_source_has_no_inline_script() -> None:
    """The policy would stop it."""
    source = (Path(__file__).resolve().parents[2] / "web" / "index.html").read_text()
    scripts = re.findall(r"<script\b([^>]*)>(.*?)</script>", source, re.S | re.I)
    assert scripts and all("src=" in attributes and not body.strip() for attributes, body in scripts)
    assert not re.search(r"\son[a-z]+\s*=|javascript:", source, re.I)
