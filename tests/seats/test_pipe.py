"""A program at a seat: whatever it writes, or does not, the match goes on and nothing of it remains."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from outflank.bots import make
from outflank.contract import Refusal
from outflank.games import load
from outflank.host import Host
from outflank.match import Left, Place, begin
from outflank.seats import Seats
from outflank.seats.pipe import LINE, REFUSALS, Pipe

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ASK = "import json, sys\ndef ask():\n    return json.loads(sys.stdin.readline() or 'null')\n"
TELL = "def tell(what):\n    print(json.dumps(what), flush=True)\n"
DO = "def do(action):\n    tell({'type': 'action', **action} if 'unit_id' in action else {'type': 'end_turn'})\n"
HONEST = "while (told := ask()):\n    if told['type'] == 'state':\n        do(told['legal'][-1])\n"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., Pipe]]:
    """Start a program from its Python source."""
    running: list[Pipe] = []

    def start(source: str, **options: Any) -> Pipe:
        file = tmp_path / f"bot{len(running)}.py"
        file.write_text(ASK + TELL + DO + source)
        options.setdefault("patience", 20.0)
        running.append(Pipe(f"{sys.executable} {file}", load("cellwar"), **options))
        return running[-1]

    yield start
    for pipe in running:
        pipe.close()
        assert pipe._process.returncode is not None
        assert not any(thread.is_alive() for thread in pipe._threads)


def match(pipe: Pipe, rounds: int = 12) -> tuple[Host, Seats]:
    """Play a program against chance to the end."""
    options = {"width": 6, "height": 6, "max_rounds": rounds}
    host = Host.start("m", begin("cellwar", options, [Place("computer"), Place("computer")], 5, 0))
    seats = Seats(host, {1: pipe, 2: make("cellwar", "random")})
    for now in range(20_000):
        if seats.due() is None:
            return host, seats
        seats.play(now)
    raise AssertionError("the match does not end")


def left(host: Host) -> list[int]:
    return [event.player for event in host.match.events if isinstance(event, Left)]


def test_a_program_plays_a_match(program: Callable[..., Pipe]) -> None:
    host, seats = match(program(HONEST))
    assert not host.match.running and left(host) == [] and seats.reports == []


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("'not json'", "BadMessage"),
        ("'[1, 2]'", "BadMessage"),
        ("'{}'", "BadMessage"),
        ("'[' * 50000", "BadMessage"),
        (f"'x' * {LINE + 1}", "TooLarge"),
        ("'\\x00\\xff'", "BadMessage"),
        ("json.dumps({'type': 'action', 'unit_id': 99, 'dx': 0, 'dy': 0})", "UnitNotFound"),
        ("json.dumps({'type': 'action', 'unit_id': 1, 'dx': 5, 'dy': 0})", "InvalidAction"),
        ("json.dumps({'type': 'action', 'unit_id': 1.5})", "InvalidAction"),
        ("json.dumps({'type': 'action', 'action': 7})", "BadMessage"),
        ("json.dumps({'type': 'end_turn'})", "InvalidAction"),
    ],
)
def test_a_refused_line_is_answered_and_asked_again(program: Callable[..., Pipe], line: str, error: str) -> None:
    source = (
        f"""
ask()
print({line}, flush=True)
told, again = ask(), ask()
assert told['type'] == 'refused' and told['error'] == {error!r} and told['message'], told
assert again['type'] == 'state'
do(again['legal'][0])
"""
        + HONEST
    )
    host, seats = match(program(source))
    assert left(host) == [] and seats.reports == []


def test_a_line_of_an_unknown_type_is_passed_over(program: Callable[..., Pipe]) -> None:
    host, seats = match(program("tell({'type': 'hello'})\n" + HONEST))
    assert left(host) == [] and seats.reports == []


def test_after_ten_refused_lines_chance_ends_the_turn(program: Callable[..., Pipe]) -> None:
    source = "while (told := ask()):\n    if told['type'] == 'state':\n        print('garbage', flush=True)\n"
    host, seats = match(program(source))
    assert not host.match.running and left(host) == [] and seats.reports == []


def test_or_the_program_forfeits(program: Callable[..., Pipe]) -> None:
    source = "while (told := ask()):\n    if told['type'] == 'state':\n        print('garbage', flush=True)\n"
    host, seats = match(program(source, forfeits=True))
    assert left(host) == [1] and host.match.outcome is not None and host.match.outcome.winner == 2
    assert seats.reports == [f"player 1: left: it forfeits: {REFUSALS} of its lines were refused in one turn"]


def test_a_silent_program_leaves(program: Callable[..., Pipe]) -> None:
    begun = time.monotonic()
    host, seats = match(program("import time\ntime.sleep(60)", patience=0.3))
    assert time.monotonic() - begun < 10
    assert left(host) == [1] and "did not answer in 0.3 s" in seats.reports[0]


def test_one_that_never_reads_leaves(program: Callable[..., Pipe]) -> None:
    """The view of a great board is larger than what the system keeps for a reader."""
    pipe = program("import time\ntime.sleep(60)", patience=0.3)
    started = begin("cellwar", {"width": 64, "height": 64}, [Place("computer"), Place("computer")], 5, 0)
    host = Host.start("m", started)
    seats = Seats(host, {1: pipe})
    seats.play(0)
    assert left(host) == [1]


def test_a_program_that_ends_leaves_and_its_last_words_are_told(program: Callable[..., Pipe]) -> None:
    host, seats = match(program("ask()\nraise KeyError('unit')"))
    assert left(host) == [1]
    assert seats.reports == ["player 1: left: it ended with status 1: KeyError: 'unit'"]


def test_a_flood_on_both_outputs_is_held_back(program: Callable[..., Pipe]) -> None:
    source = "sys.stderr.write('e' * 5_000_000)\nask()\nwhile True:\n    print('x' * 1000)\n"
    host, _ = match(program(source))
    assert not host.match.running and left(host) == []


@pytest.mark.skipif(os.name != "posix", reason="process groups are of POSIX")
def test_what_a_program_has_started_ends_with_it(program: Callable[..., Pipe], tmp_path: Path) -> None:
    note = tmp_path / "child"
    source = (
        f"""
import subprocess
child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdin=subprocess.DEVNULL)
open({str(note)!r}, 'w').write(str(child.pid))
"""
        + HONEST
    )
    pipe = program(source)
    match(pipe, rounds=2)
    pipe.close()
    child = int(note.read_text())
    for _ in range(100):
        try:
            with open(f"/proc/{child}/stat") as stat:
                if stat.read().rsplit(") ", 1)[1][0] == "Z":
                    return
        except FileNotFoundError:
            return
        time.sleep(0.02)
    raise AssertionError("the child still runs")


@pytest.mark.parametrize("command", ["", "   ", "/no/such/program", "'unfinished"])
def test_a_program_that_cannot_be_started_is_told_in_a_sentence(command: str) -> None:
    with pytest.raises(Refusal) as told:
        Pipe(command, load("cellwar"))
    assert told.value.code == "UnknownProgram" and "cannot be started" in told.value.message


def test_noise_is_refused_and_nothing_else(program: Callable[..., Pipe]) -> None:
    source = """
import random
chance = random.Random(6)
pieces = [b'{', b'}', b'[', b'"type"', b':', b'"action"', b'"end_turn"', b',', b'1', b'-', b'"unit_id"', b'null']
while (told := ask()):
    if told['type'] == 'state':
        noise = b''.join(chance.choices(pieces, k=9))
        if chance.random() < 0.5:
            noise = chance.randbytes(chance.randrange(40))
        sys.stdout.buffer.write(noise.replace(b'\\n', b'') + b'\\n')
        sys.stdout.buffer.flush()
"""
    host, seats = match(program(source, patience=1), rounds=10)
    assert not host.match.running
    assert all("did not answer" in report for report in seats.reports)  # noise of an unknown type is passed over
