"""An arena at work: the same results on every backend, resumed after any end, faults forfeited, nobody left running."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest

from outflank.arena import Results, Row, Sprt, Tournament, run
from outflank.arena.ledger import NAME
from outflank.arena.page import page
from outflank.arena.play import Glance, Possible, play
from outflank.bots import Turn, budget, make
from outflank.contract import Json, Refusal
from outflank.games import games, load
from outflank.replay import Replay
from outflank.seats.pipe import LOG
from tests.conftest import ROOT

FEW = 300
"""Nodes with which every level plays quickly, also uncompiled."""
QUICK = Tournament(game="pixelswars", bots=("random", "greedy"), games=6, boards=("1", "2"), options={"max_rounds": 6})


def told(results: Results) -> list[Json]:
    return [row.result() for row in results.games()]


@pytest.fixture(scope="module")
def serial() -> list[Json]:
    return told(run(QUICK, backend="serial"))


def test_processes_give_what_one_gives(serial: list[Json], tmp_path: Path) -> None:
    assert told(run(QUICK, workers=2, folder=tmp_path)) == serial
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, []), "Ctrl-C comes through again"
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


@pytest.mark.parametrize("level", ["greedy", "easy", "medium", "hard"])
@pytest.mark.parametrize("game", games())
def test_a_level_plays_as_at_a_host(game: str, level: str) -> None:
    """What it is given lazily is what Seats would give: the same plan, action by action."""
    rules = load(game)
    state = rules.start(rules.Options(), 3)
    nodes = min(FEW, budget(game, level))
    lazy, whole = make(game, level), make(game, level)
    memories: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for step in range(60 if level == "greedy" else 30):
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


# ---- what programs say

FIRST = """
import json, sys
for line in sys.stdin:
    action = json.loads(line)["legal"][0]
    print(json.dumps({"type": "end_turn"} if "end_turn" in action else {"type": "action", **action}), flush=True)
"""
BLOCKED = "signal.pthread_sigmask(signal.SIG_BLOCK, [])"
LOUD = f"import signal, sys\nprint({BLOCKED} or 'I begin', file=sys.stderr, flush=True)\n" + FIRST


def programs(folder: Path, *sources: str) -> list[str]:
    """The commands of these programs."""
    told: list[str] = []
    for number, source in enumerate(sources):
        file = folder / f"bot {number}.py"
        file.write_text(source)
        told.append(f"{sys.executable} '{file}'")
    return told


@pytest.mark.parametrize("backend", ["serial", "process"])
def test_what_programs_say_is_kept_beside_the_replays(backend: str, tmp_path: Path) -> None:
    """Game by game, also of two with the same name; what says nothing leaves nothing."""
    loud, still = programs(tmp_path, LOUD, FIRST)
    bots = (f"loud={loud}", f"loud={loud}", f"still={still}")
    held = Tournament(game="cellwar", bots=bots, games=2, boards=("8x8",), options={"max_rounds": 2})
    out = tmp_path / "out"
    results = run(held, backend=backend, workers=2, folder=out)
    names = {1: ["loud", "loud#2"], 2: ["loud#2", "loud"], 3: ["loud"], 4: ["loud"], 5: ["loud#2"], 6: ["loud#2"]}
    wanted = {number: tuple(f"{number:06}-{name}.txt" for name in some) for number, some in names.items()}
    assert {row.number + 1: row.logs for row in results.games()} == wanted
    files = sorted(file for some in wanted.values() for file in some)
    assert sorted(file.name for file in (out / "logs").iterdir()) == files
    assert {(out / "logs" / file).read_text() for file in files} == {"I begin\n"}
    assert not any("logs" in each for each in told(results)), "what is said is no result"
    shown = page(results.report(), results.games())
    links = re.findall(r'href="(logs/[^"]*)">([^<]*)<', shown)
    assert [unquote(link) for link, _ in links] == [f"logs/{file}" for number in range(1, 7) for file in wanted[number]]
    assert "logs/000001-loud%232.txt" in shown
    assert [name for _, name in links] == [name for number in range(1, 7) for name in names[number]]

    lines = (out / NAME).read_bytes().splitlines(keepends=True)
    (out / NAME).write_bytes(b"".join(lines[:3]))
    kept = [msgspec.json.decode(line, type=Row) for line in lines[1:3]]
    for file in files:
        (out / "logs" / file).write_text("of the first time\n")
    again = run(held, backend=backend, workers=2, folder=out, resume=True)
    assert {row.number + 1: row.logs for row in again.games()} == wanted
    for row in again.games():
        said = {(out / "logs" / file).read_text() for file in row.logs}
        assert said == {"of the first time\n" if row in kept else "I begin\n"}
    run(held, backend="serial", folder=tmp_path / "bare", replays=False)
    assert [file.name for file in (tmp_path / "bare").iterdir()] == [NAME]


def test_a_log_is_bounded_and_says_where_it_was_cut(tmp_path: Path) -> None:
    """Its begin and its end are kept: what went wrong stands last. A bot against itself has a log for each seat."""
    flood = "import sys\nsys.stderr.buffer.write(b'first words\\n' + b'x' * 2_000_000 + b'\\n')\n"
    programs(tmp_path, f"#!{sys.executable}\n{flood}sys.stdin.readline()\nraise KeyError('last words')\n")
    (tmp_path / "bot 0.py").chmod(0o755)
    bot = shlex.quote(str(tmp_path / "bot 0.py"))
    held = Tournament(game="cellwar", bots=(bot,), games=1, boards=("8x8",), options={"max_rounds": 2})
    (row,) = run(held, backend="serial", folder=tmp_path / "out").games()
    assert row.logs == ("000001-bot_0.py-1.txt", "000001-bot_0.py-2.txt")
    log = (tmp_path / "out" / "logs" / row.logs[0]).read_bytes()
    assert log.startswith(b"first words\n") and log.endswith(b"KeyError: 'last words'\n")
    cut = re.search(rb"\n\[(\d+) bytes were left out here\]\n", log)
    assert cut is not None and len(log) == LOG + len(cut[0]) and LOG == 256 * 1024
    assert log.count(b"x") + int(cut[1]) == 2_000_000
    assert row.faults[0].said.endswith("KeyError: 'last words'")


def test_the_log_of_a_game_whose_result_was_lost_goes_with_it(tmp_path: Path) -> None:
    (still,) = programs(tmp_path, FIRST)
    held = Tournament(game="cellwar", bots=(f"mine={still}", "random"), games=1, boards=("8x8",))
    held = msgspec.structs.replace(held, options={"max_rounds": 2})
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "000001-mine.txt").write_text("of another time")
    rows = run(held, backend="serial", folder=tmp_path).games()
    assert [row.logs for row in rows] == [(), ()] and not list((tmp_path / "logs").iterdir())


# ---- ends from outside


ENDLESS = Tournament(game="cellwar", bots=(), games=100_000, boards=("8x8",), options={"max_rounds": 3})


def opened(folder: Path, bots: str) -> subprocess.Popen[str]:
    """An arena in a group of its own."""
    words = [sys.executable, "-m", "outflank", "arena", "--game", "cellwar", "--maps", "8x8", "--set", "max_rounds=3"]
    words += ["--bots", bots, "--games", "100000", "--out", str(folder), "--jobs", "2", "--no-replays"]
    words += ["--bot-timeout", "600"]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def begun(folder: Path, bots: str) -> subprocess.Popen[str]:
    """An arena that has played some games."""
    arena = opened(folder, bots)
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
    held = msgspec.structs.replace(ENDLESS, bots=bots, patience=600.0)
    first = rows[0]
    job = next(job for job in held.jobs() if job.number == first.number)
    assert play(job).result() == first.result()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.15, 0.4, 1.5])
def test_ctrl_c_before_a_game_was_over_is_two_words(seconds: float, tmp_path: Path) -> None:
    """A terminal tells it to all of the group: also to workers that have only just begun."""
    (never,) = programs(tmp_path, "import time\ntime.sleep(600)\n")
    out = tmp_path / "out"
    arena = opened(out, f"never={never},random")
    deadline = time.monotonic() + 60
    while not any(worker(number) for number in below(arena.pid)):
        assert arena.poll() is None and time.monotonic() < deadline, arena.communicate()
        time.sleep(0.005)
    time.sleep(seconds)
    children = below(arena.pid)
    os.killpg(arena.pid, signal.SIGINT)
    _, err = arena.communicate(timeout=30)
    assert err == f"Interrupted before a game was over; --out {out} --resume goes on.\n"
    assert arena.returncode == 130 and gone(children)


def worker(number: int) -> bool:
    """Whether this process is to play games."""
    try:
        return b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    except OSError:
        return False
