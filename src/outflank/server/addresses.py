"""Where other machines find this server: an invitation to 127.0.0.1 opens on no other one."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address

ELSEWHERE = [(socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")]
"""Addresses for documentation: a datagram socket connected to one sends nothing, but has chosen a route."""


def loopback(host: str) -> bool:
    """Whether this is an address of the machine itself."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def reachable(listening: socket.socket) -> list[str]:
    """The addresses of a server that listens on all interfaces, likeliest first; of any other none."""
    host, port = listening.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return []
    families = [socket.AF_INET, socket.AF_INET6] if host == "::" else [socket.AF_INET]
    found: list[str] = []
    for family, elsewhere in ELSEWHERE:
        if family in families:
            with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))
                found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
        found += [str(each[4][0]) for each in named if each[0] in families]
    usable = [
        host
        for host in dict.fromkeys(found)
        if not loopback(host) and not ip_address(host.partition("%")[0]).is_link_local
    ]
    return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}" for host in usable]
