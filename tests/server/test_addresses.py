"""The addresses for invitations: of an open server, and told to nobody but the machine itself."""

from __future__ import annotations

import socket

import pytest
from starlette.testclient import TestClient

from outflank.server.addresses import loopback, reachable
from outflank.server.app import application


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.5", False),
        ("2001:db8::7", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_loopback(host: str, expected: bool) -> None:
    assert loopback(host) is expected


def test_only_an_open_server_has_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    named = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (host, 0))
        for host in ("127.0.1.1", "198.51.100.7", "169.254.3.3", "198.51.100.7")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: named)
    with socket.socket() as closed, socket.socket() as open_:
        closed.bind(("127.0.0.1", 0))
        open_.bind(("0.0.0.0", 0))
        assert reachable(closed) == []
        found = reachable(open_)
        port = open_.getsockname()[1]
    assert found.count(f"http://198.51.100.7:{port}") == 1
    assert not [each for each in found if "127.0" in each or "169.254" in each]


def test_they_are_told_to_this_machine_alone() -> None:
    app = application(addresses=["http://198.51.100.7:8000"])
    for client, told in (("127.0.0.1", True), ("198.51.100.9", False)):
        with TestClient(app, client=(client, 50000)) as web:
            assert ("addresses" in web.get("/api/health").json()) is told
