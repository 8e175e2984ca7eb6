"""The server under load: N matches of two programs over WebSocket, against a real server process that keeps everything.

Its rows are those of ./run bench that begin with "server-". For more about each:

python -m bench.load              print all figures, and write them to reports/load.json
python -m bench.load --quick      the same with small numbers, to standard output only

The server runs as it is installed (SQLite on this disk, synchronous=FULL). The driver is a process of its own, whose
CPU does not count, and so is a program that measures meanwhile what a commit costs on the same disk.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from bench.measure import Bar, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPORT = Path(__file__).resolve().parent.parent / "reports" / "load.json"
SEED = 1
OPTIONS = {"width": 10, "height": 10, "max_rounds": 60}
IDLE = 1.0
"""Seconds after which an unused match leaves the measured server's memory; a real one waits longer, nothing else."""
WAVES = 6
"""So many times all live matches are left alone for others, when it is measured what is kept of them."""
HANDSHAKE = (
    "GET /ws/game/{match}/ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Told(msgspec.Struct):
    """What the driver needs of a message of the host."""

    type: str
    seq: int = 0
    legal: list[msgspec.Raw] = msgspec.field(default_factory=list)
    error: str | None = None


_told = msgspec.json.Decoder(Told)


# ---- the server


SERVER = """
import sys
from outflank.server import hub
hub.IDLE = int(float(sys.argv.pop(1)) * 1000)
from outflank.cli import main
sys.exit(main(sys.argv[1:]))
"""
PROBE = """
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("PRAGMA synchronous = FULL")
connection.execute("CREATE TABLE event (number INTEGER PRIMARY KEY, body BLOB)")
while True:
    begin = time.perf_counter()
    connection.execute("INSERT INTO event (body) VALUES (?)", (bytes(40),))
    print(time.perf_counter() - begin, flush=True)
    time.sleep(0.02)
"""


@dataclass
class Server:
    """A server process on a folder of its own."""

    process: subprocess.Popen[str]
    address: str

    def post(self, path: str, body: Any) -> Any:
        request = Request(self.address + path, json.dumps(body).encode(), method="POST")
        with urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def cpu(self) -> float:
        """Seconds of CPU so far, all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident kB."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        assert found is not None
        return int(found[1])


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    command = [sys.executable, "-c", SERVER, str(IDLE), "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen([*command, "--new-per-minute", "0"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None, "the server does not start"
        yield Server(process, found[0])
    finally:
        process.terminate()
        process.wait(15)


# ---- the driver


@dataclass
class Load:
    """What all players of a run share. ``pause``: most seconds a player thinks; 0: acts at once."""

    pause: float = 0.0
    stop: bool = False
    accepted: int = 0
    refused: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    paces: list[float] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(SEED))


class Player(asyncio.Protocol):
    """One WebSocket: plays any legal action as soon as it may, by hand, so that the driver costs little."""

    def __init__(self, load: Load, hello: bytes, match_id: str, host: str) -> None:
        self.load, self.hello = load, hello
        self.request = HANDSHAKE.format(match=match_id, host=host).encode()
        self.opponent: Player | None = None
        self.buffer = b""
        self.shaken = False
        self.seq = 0
        self.legal: list[msgspec.Raw] = []
        self.busy = False
        self.over = False
        self.gone = False
        self.ended_at = 0.0
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, _: Exception | None) -> None:
        self.gone = True

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer + data
        if not self.shaken:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.shaken = True
            self.send(self.hello)
        at = 0
        while len(buffer) - at >= 2:
            kind, size, begin = buffer[at] & 15, buffer[at + 1] & 127, at + 2
            if size == 126:
                size, begin = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < begin + size:
                break
            if kind == 1:
                self.hear(_told.decode(buffer[begin : begin + size]))
            elif kind == 9:
                self.frame(10, buffer[begin : begin + size])
            at = begin + size
        self.buffer = buffer[at:]

    def frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + head + bytes(4) + data)  # masked, with zeros

    def send(self, data: bytes) -> None:
        self.frame(1, data)

    def hear(self, told: Told) -> None:
        if told.type == "StateUpdate":
            self.seq, self.legal = told.seq, told.legal
            if not self.ready.done():
                self.ready.set_result(None)
        elif told.type == "YourTurn":
            other = self.opponent
            if other is not None and other.ended_at:
                self.load.delays.append(time.perf_counter() - other.ended_at)
                other.ended_at = 0.0
        elif told.type == "GameOver":
            self.over = True
        elif told.type == "Accepted":
            self.busy = False
            self.load.accepted += 1
        elif told.type == "Refused":
            self.busy = False
            self.load.refused.append(str(told.error))
        if self.legal and not self.busy and not self.over and told.type in ("StateUpdate", "Accepted", "YourTurn"):
            self.busy = True
            if self.load.pause:
                wait = self.load.rng.random() * self.load.pause
                asyncio.get_running_loop().call_later(wait, self.act)
            else:
                self.act()

    def act(self) -> None:
        if self.load.stop or self.gone:
            return
        action = bytes(self.load.rng.choice(self.legal))
        self.legal = []
        if b"end_turn" in action:
            self.ended_at = time.perf_counter()
        self.send(b'{"type":"action","action":%b,"seq":%d}' % (action, self.seq))


def create(server: Server) -> tuple[str, list[str]]:
    """A match that has begun; the tokens of its players."""
    match_id = server.post("/api/game/create", {"options": OPTIONS})["game_id"]
    return match_id, [server.post(f"/api/game/{match_id}/join", {})["player_token"] for _ in range(2)]


async def seat(server: Server, load: Load, match_id: str, tokens: list[str]) -> list[Player]:
    """Both players of a match, connected."""
    place = urlsplit(server.address)
    loop = asyncio.get_running_loop()
    pair: list[Player] = []
    for number, token in enumerate(tokens, 1):
        hello = json.dumps({"type": "hello", "player": number, "token": token}).encode()
        player = Player(load, hello, match_id, place.netloc)
        pair.append(player)
    for player, other in zip(pair, reversed(pair), strict=True):
        player.opponent = other
    for player in pair:
        await loop.create_connection(partial(lambda made: made, player), str(place.hostname), place.port or 80)
    return pair


async def matches(server: Server, load: Load, many: int) -> list[Player]:
    """So many matches, seated: they play."""
    made = await asyncio.to_thread(lambda: [create(server) for _ in range(many)])
    players: list[Player] = []
    for match_id, tokens in made:
        players += await seat(server, load, match_id, tokens)
        if len(players) % 64 == 0:  # so many from one address may be open that have not been heard
            await ready(players)
    return players


def pace() -> float:
    """Microseconds of CPU that a fixed loop takes now: how much a busy machine slows everything down."""
    begin, x = time.thread_time(), 0
    for number in range(50_000):
        x += number & 3
    return (time.thread_time() - begin) * 1e6


async def keep_playing(server: Server, load: Load, players: list[Player], until: float) -> None:
    """A match that is over is followed by another, so that there are always as many."""
    while time.perf_counter() < until:
        await asyncio.sleep(0.2)
        load.paces.append(pace())
        over = [player for player in players[::2] if player.over]
        for one in over:
            at = players.index(one)
            for player in players[at : at + 2]:
                player.transport.close()
            players[at : at + 2] = await matches(server, load, 1)


async def ready(players: list[Player]) -> None:
    async with asyncio.timeout(60):
        await asyncio.gather(*(player.ready for player in players))


def close(players: list[Player]) -> None:
    for player in players:
        player.transport.close()


# ---- what is measured


async def throughput(server: Server, many: int, seconds: float, during: Callable[[], None] | None) -> dict[str, Any]:
    """Accepted actions per second of the server's CPU, when everybody acts as fast as they can."""
    load = Load()
    players = await matches(server, load, many)
    await ready(players)
    await asyncio.sleep(1)
    if during is not None:
        during()
    spent, accepted, begin = server.cpu(), load.accepted, time.perf_counter()
    await keep_playing(server, load, players, begin + seconds)
    spent, accepted = server.cpu() - spent, load.accepted - accepted
    took = time.perf_counter() - begin
    load.stop = True
    close(players)
    assert not load.refused, load.refused[:3]
    return {
        "accepted_per_cpu_second": round(accepted / spent),
        "accepted_per_second": round(accepted / took),
        "cpu_seconds": round(spent, 2),
        "accepted": accepted,
        "matches": many,
        "pace_us": round(median(load.paces)),
    }


async def delay(server: Server, folder: Path, many: int, seconds: float, pause: float) -> dict[str, Any]:
    """Milliseconds from the end of a turn to the opponent's YourTurn, and of a bare commit on the same disk."""
    load = Load(pause=pause)
    players = await matches(server, load, many)
    await ready(players)
    await asyncio.sleep(1)
    load.delays.clear()
    command = [sys.executable, "-c", PROBE, str(folder / "probe.db")]
    probe = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    accepted, begin = load.accepted, time.perf_counter()
    await keep_playing(server, load, players, begin + seconds)
    rate = (load.accepted - accepted) / (time.perf_counter() - begin)
    probe.terminate()
    output, _ = await asyncio.to_thread(probe.communicate)
    load.stop = True
    close(players)
    commits = [float(line) for line in output.split()[5:]]
    assert not load.refused, load.refused[:3]
    mine, disk = quantiles(load.delays), quantiles(commits)
    return {
        "matches": many,
        "accepted_per_second": round(rate),
        "turns": len(load.delays),
        "p50_ms": mine[0],
        "p99_ms": mine[1],
        "commits": len(commits),
        "disk_p50_ms": disk[0],
        "disk_p99_ms": disk[1],
        "above_disk_p50_ms": round(mine[0] - disk[0], 2),
        "above_disk_p99_ms": round(mine[1] - disk[1], 2),
    }


def quantiles(seconds: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile, in milliseconds."""
    ordered = sorted(seconds)
    return round(median(ordered) * 1000, 2), round(ordered[int(len(ordered) * 0.99)] * 1000, 2)


async def memory(server: Server, many: int) -> dict[str, Any]:
    """kB per live match with two sockets, in the middle of play, and per match that was left alone since.

    Idle: match after match is left and as many others come, ``WAVES`` times; by how much more memory is used in the
    end, per match that was left. Once alone would tell more of how the heap happens to grow than of what is kept.
    """

    async def played() -> int:
        load = Load()
        players = await matches(server, load, many)
        await ready(players)
        while load.accepted < many * 60:
            await asyncio.sleep(0.1)
        load.stop = True
        await asyncio.sleep(0.5)
        used = server.memory()
        close(players)
        await asyncio.sleep(3 * IDLE + 2)
        return used

    empty = server.memory()
    live = again = await played()
    for _ in range(WAVES):
        again = await played()
    return {
        "matches": many,
        "waves": WAVES,
        "live_kb": round((live - empty) / many, 1),
        "idle_kb": round((again - live) / (many * WAVES), 1),
        "server_kb": empty,
    }


BARS: list[tuple[str, str, str, float]] = [
    ("throughput", "accepted_per_cpu_second", ">=", 3000),
    ("delay", "above_disk_p50_ms", "<=", 2),
    ("delay", "above_disk_p99_ms", "<=", 20),
    ("memory", "live_kb", "<=", 60),
    ("memory", "idle_kb", "<=", 4),
]


async def measure(
    quick: bool, only: list[str], during: Callable[[Server], None] | None = None, many: int | None = None
) -> dict[str, Any]:
    """All figures, each on a fresh server. ``many``: matches, else as many as the bars are about."""
    told: dict[str, Any] = {}
    scale = 0.2 if quick else 1.0
    for name in only or ["throughput", "delay", "memory"]:
        with tempfile.TemporaryDirectory(prefix="outflank-load-", dir=".") as temporary:
            folder = Path(temporary)
            with serving(folder / "data") as server:
                if name == "throughput":
                    hook = (lambda: during(server)) if during else None
                    told[name] = await throughput(server, many or 50, 20 * scale, hook)
                elif name == "delay":
                    told[name] = await delay(server, folder, many or 50, 30 * scale, 0.5)
                else:
                    await throughput(server, 20, 2, None)  # what is loaded once, is loaded
                    await asyncio.sleep(3 * IDLE)
                    told[name] = await memory(server, many or max(50, int(300 * scale)))
    return told


@lru_cache
def part(name: str) -> dict[str, Any]:
    """The figures of one part, measured once for all its rows."""
    told: dict[str, Any] = asyncio.run(measure(False, [name]))[name]
    return told


def rows() -> dict[str, Callable[[object], Row]]:
    """Rows of the bench's table. What stands beside ours tells how fast the machine was meanwhile."""

    def row(name: str, unit: str, beside: str, figure: str, measured: Callable[[], tuple[float, float]]) -> Row:
        _, _, sign, value = next(each for each in BARS if each[1] == figure)
        limit = Bar("rate", least=value) if sign == ">=" else Bar("rate", most=value)
        ours, theirs = measured()
        return Row(name, unit, beside, (limit,), sign == "<=").fill([(ours, theirs)], [SEED])

    def speed() -> tuple[float, float]:
        told = part("throughput")
        return told["accepted_per_cpu_second"], 1e6 / told["pace_us"]

    def above_disk(which: str) -> tuple[float, float]:
        told = part("delay")
        return max(0.01, told[f"above_disk_{which}_ms"]), told[f"disk_{which}_ms"]

    def kb(which: str) -> tuple[float, float]:
        told = part("memory")
        return told[f"{which}_kb"], told["server_kb"]

    if sys.platform != "linux":
        return {}  # /proc is read
    loops, commit, server = "loops of 50,000 a second", "a bare commit", "kB without matches"
    return {
        "server-actions": lambda _: row("server", "actions/CPU s", loops, "accepted_per_cpu_second", speed),
        "server-p50": lambda _: row(
            "  p50 above the disk's", "ms", commit, "above_disk_p50_ms", lambda: above_disk("p50")
        ),
        "server-p99": lambda _: row(
            "  p99 above the disk's", "ms", commit, "above_disk_p99_ms", lambda: above_disk("p99")
        ),
        "server-memory": lambda _: row("  a live match, two sockets", "kB", server, "live_kb", lambda: kb("live")),
        "server-idle": lambda _: row("  a match left alone", "kB", server, "idle_kb", lambda: kb("idle")),
    }


def verdicts(told: dict[str, Any]) -> list[dict[str, Any]]:
    """Every bar with its figure."""
    rows = []
    for part, name, sign, bar in BARS:
        if part in told:
            value = told[part][name]
            rows.append({"what": name, "value": value, "bar": f"{sign} {bar:g}", "passed": holds(value, sign, bar)})
    return rows


def holds(value: float, sign: str, bar: float) -> bool:
    return value >= bar if sign == ">=" else value <= bar


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench.load", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="small numbers, no report")
    parser.add_argument("--only", action="append", default=[], choices=["throughput", "delay", "memory"])
    parser.add_argument("--matches", type=int, metavar="N", help="so many matches at once, no report (50; memory: 300)")
    arguments = parser.parse_args()
    if arguments.matches is not None and arguments.matches < 1:
        parser.error("--matches must be 1 or more")
    if sys.platform != "linux":
        raise SystemExit("The load bench reads /proc, which only Linux has.")
    told = asyncio.run(measure(arguments.quick, arguments.only, many=arguments.matches))
    rows = verdicts(told)
    for row in rows:
        print(f"{row['what']:27} {row['value']:>9} {'pass' if row['passed'] else 'MISS'}  {row['bar']}")
    print(json.dumps(told, indent=1))
    if not arguments.quick and not arguments.only and arguments.matches is None:
        from bench.__main__ import origin

        REPORT.write_text(json.dumps({**origin(), "figures": told, "bars": rows}, indent=1) + "\n")
    return 0 if all(row["passed"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
