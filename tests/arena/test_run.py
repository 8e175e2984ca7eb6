"""An arena at work: the same results on every backend, resumed after any end, faults forfeited, nobody left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from outflank.arena import Results, Row, Sprt, Tournament, run
from outflank.arena.ledger import NAME
from outflank.arena.play import Glance, Possible, play
from outflank.bots import Turn, budget, make
from outflank.contract import Json, Refusal
from outflank.games import games, load
from outflank.replay import Replay
from tests.conftest import ROOT

QUICK = Tournament(game="pixelswars", bots=("random", "greedy"), games=6, boards=("1", "2"), options={"max_rounds": 6})


def told(results: Results) -> list[Json]:
    return [row.result() for row in results.games()]
FEW = 300
"""Nodes with which every level plays quickly, also uncompiled."""


@pytest.fixture(scope="module")
def serial() -> list[Json]:
    return told(run(QUICK, backend="serial"))


def test_processes_give_what_one_gives(serial: list[Json], tmp_path: Path) -> None:
    assert told(run(QUICK, workers=2, folder=tmp_path)) == serial
    for row in serial:
        replay = Replay.load((tmp_path / "replays" / f"{row['number'] + 1:06}.cwreplay").read_bytes())
        assert replay.file.hashes[-1][1] == row["hash"] and replay.file.winner == row["winner"]


class Cluster:
    """Ray's interface over threads: enough to see that jobs go out, come back and are cancelled."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(2)
        self.up = False
        self.down = False

    def is_initialized(self) -> bool:
        return self.up

    def init(self, **_: Any) -> None:
        self.up = True

    def shutdown(self) -> None:
        self.down = True
        self.pool.shutdown()

    def remote(self, **_: Any) -> Any:
        return lambda function: SimpleNamespace(remote=lambda job: self.pool.submit(function, job))

    def wait(self, running: list[Any], num_returns: int) -> tuple[list[Any], list[Any]]:
        running[-1].result()  # not in order
        return [running[-1]], running[:-1]

    def get(self, one: Any) -> Row:
        row: Row = one.result()
        return row

    def cancel(self, one: Any, force: bool) -> None:
        one.cancel()


def test_ray_gives_what_one_gives(serial: list[Json], monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = Cluster()
    monkeypatch.setitem(sys.modules, "ray", cluster)
    assert told(run(QUICK, backend="ray", workers=2)) == serial and cluster.down


def test_without_ray_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Refusal, match=r"pip install 'outflank\[ray\]'"):
        run(QUICK, backend="ray")
    with pytest.raises(Refusal, match="no backend"):
        run(QUICK, backend="moon")


def test_the_real_ray_where_it_is(serial: list[Json]) -> None:
    pytest.importorskip("ray", reason="Ray is not installed here; its interface is tested by a stand-in")
    assert told(run(QUICK, backend="ray", workers=2)) == serial


@pytest.mark.parametrize("game", games())
def test_a_level_plays_as_at_a_host(game: str, level: str) -> None:
    """What it is given lazily is what Seats would give: the same plan, action by action."""
    rules = load(game)
    state = rules.start(rules.Options(), 3)
    nodes = min(FEW, budget(game, level))
    lazy, whole = make(game, level), make(game, level)
    memories: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for step in range(60):
        if not state.player:
            break
        seed = 7 + int(state.player)
        turn = Turn(rules.view(state, state.player), rules.legal(state, state.player), seed, nodes, memories[0])
        glance = Glance(rules, state, seed, nodes, memories[1])
        action = whole.choose(turn)
        assert lazy.choose(glance) == action, step
        assert glance.view == turn.view and list(glance.legal) == turn.legal
        possible = Possible(rules, state)
        assert all(each in possible for each in turn.legal) and {"nonsense": 1} not in possible
        state.apply(rules.decode(state, action))


def test_it_goes_on_where_it_was_cut_off(serial: list[Json], tmp_path: Path) -> None:
    """Also in the middle of a line; what is there is not played again."""
    run(QUICK, backend="serial", folder=tmp_path, replays=False)
    file = tmp_path / NAME
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:30])
    again: list[int] = []
    results = run(
        QUICK,
        backend="serial",
        folder=tmp_path,
        resume=True,
        replays=False,
        tell=lambda row, _: again.append(row.number),
    )
    assert again == [3, 4, 5] and told(results) == serial
    assert len(file.read_bytes().splitlines()) == 7
    more = msgspec.structs.replace(QUICK, games=8)
    assert told(run(more, backend="serial", folder=tmp_path, resume=True, replays=False))[:6] == serial


def test_results_are_not_mixed(tmp_path: Path) -> None:
    few = msgspec.structs.replace(QUICK, games=2)
    run(few, backend="serial", folder=tmp_path, replays=False)
    with pytest.raises(Refusal, match="--resume"):
        run(few, backend="serial", folder=tmp_path)
    other = msgspec.structs.replace(few, seed=2, options={})
    with pytest.raises(Refusal, match=r"another tournament .other options, seed"):
        run(other, backend="serial", folder=tmp_path, resume=True)
    with (tmp_path / NAME).open("a") as file:
        file.write('{"number": "x"}\n')
    with pytest.raises(Refusal, match="line 4"):
        run(few, backend="serial", folder=tmp_path, resume=True)


def test_the_sequential_test_ends_it_after_the_same_game(tmp_path: Path) -> None:
    long = msgspec.structs.replace(QUICK, games=400)
    test = Sprt(0, 200)
    ended = [run(long, backend=backend, workers=2, sprt=test) for backend in ("serial", "process")]
    assert [each.verdict for each in ended] == ["elo0", "elo0"]  # chance is not stronger than the greedy player
    assert told(ended[0]) == told(ended[1]) and len(ended[0].games()) == 2 * ended[0].decided < 40
    with pytest.raises(Refusal, match="between two bots"):
        run(msgspec.structs.replace(QUICK, bots=("random",)), sprt=test)


# ---- bots that fail

BOTS = """
import sys, time
class Crashes:
    def choose(self, turn): raise ZeroDivisionError("out of order")
class Cheats:
    def choose(self, turn): return {"nonsense": 1}
class Sleeps:
    def choose(self, turn): time.sleep(60)
class Unborn:
    def __init__(self): raise OSError("no weights")
    def choose(self, turn): return turn.legal[0]
class Nothing:
    def choose(self, turn): return object()
class Fine:
    def choose(self, turn): return turn.legal[-1]
"""


@pytest.mark.parametrize(
    ("who", "kind", "said"),
    [
        ("Crashes", "crash", "ZeroDivisionError: out of order"),
        ("Cheats", "illegal", "nonsense"),
        ("Nothing", "illegal", "no action"),
        ("Sleeps", "time-out", "did not answer in 0.2 s"),
        ("Unborn", "crash", "OSError: no weights"),
    ],
)
def test_who_fails_forfeits_the_game(who: str, kind: str, said: str, tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    for game in ("pixelswars", "cellwar"):
        held = Tournament(game=game, bots=(f"{bots}:{who}", "random"), games=2, boards=("default",), patience=0.2)
        results = run(held, backend="serial", folder=tmp_path / game)
        assert results.against(0, 1).losses == 2
        for row in results.games():
            (fault,) = row.faults
            assert (fault.kind, row.seats[fault.seat - 1]) == (kind, 0) and said in fault.said
            Replay.load((tmp_path / game / "replays" / str(row.replay)).read_bytes())
        assert results.report()["bots"][0]["faults"] == {kind: 2}


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("import sys; sys.stdin.readline(); sys.exit('I give up')", "crash"),
        ("import sys, time; sys.stdin.readline(); time.sleep(60)", "time-out"),
        ("import sys\nfor line in sys.stdin: print('rubbish', flush=True)", "illegal"),
    ],
)
def test_a_program_that_fails_forfeits_too(program: str, kind: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(program)
    bot = f"{sys.executable} {tmp_path / 'bot.py'}"
    patience = 0.5 if kind == "time-out" else 10
    held = Tournament(game="traversal", bots=(f"mine={bot}", "random"), games=2, patience=patience)
    row = play(next(held.jobs()))
    assert [fault.kind for fault in row.faults] == [kind] and row.winner == 2
    assert held.names == ["mine", "random"]


def test_a_class_that_plays_is_timed_and_its_budget_is_told(tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    held = Tournament(game="traversal", bots=(f"{bots}:Fine", "greedy"), games=2)
    row = play(next(held.jobs()))
    assert row.faults == () and row.reason
    one, other = row.seconds
    assert one.turns >= other.turns > 5 and 0 < other.median <= other.longest <= other.total


# ---- ends from outside


FIRST = """
import json, sys
for line in sys.stdin:
    action = json.loads(line)["legal"][0]
    print(json.dumps({"type": "end_turn"} if "end_turn" in action else {"type": "action", **action}), flush=True)
"""
ENDLESS = Tournament(game="cellwar", bots=(), games=100_000, boards=("8x8",), options={"max_rounds": 3})


def begun(folder: Path, bots: str) -> subprocess.Popen[str]:
    """An arena that has played some games."""
    words = [sys.executable, "-m", "outflank", "arena", "--game", "cellwar", "--maps", "8x8", "--set", "max_rounds=3"]
    words += ["--bots", bots, "--games", "100000", "--out", str(folder), "--jobs", "2", "--no-replays"]
    arena = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (folder / NAME).is_file() or len((folder / NAME).read_bytes().splitlines()) < 4:
        assert arena.poll() is None and time.monotonic() < deadline, arena.communicate()
        time.sleep(0.02)
    return arena


def below(parent: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] != "Z":
                found += [int(entry.name), *below(int(entry.name))]
    return found


def gone(numbers: list[int]) -> bool:
    deadline = time.monotonic() + 15
    while time.monotonic() < deadline:
        if not any(Path(f"/proc/{number}").exists() for number in numbers):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_what_was_played_is_kept_and_nobody_is_left_running(number: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(FIRST)
    bots = (f"first={sys.executable} {tmp_path / 'first.py'}", "random")
    arena = begun(tmp_path / "out", ",".join(bots))
    children: list[int] = []
    while len(children) < 4:  # two workers, the pool's helper, and a program at least
        children = below(arena.pid)
    os.kill(arena.pid, number)
    _, err = arena.communicate(timeout=30)
    assert gone(children)
    kept = (tmp_path / "out" / NAME).read_bytes().splitlines()
    if number == signal.SIGINT:
        assert arena.returncode == 130 and "--resume goes on" in err and "Traceback" not in err, err
        assert (tmp_path / "out" / "report.html").is_file()
    rows = [msgspec.json.decode(line, type=Row) for line in kept[1:] if line.endswith(b"}")]
    held = msgspec.structs.replace(ENDLESS, bots=bots)
    first = rows[0]
    job = next(job for job in held.jobs() if job.number == first.number)
    assert play(job).result() == first.result()
