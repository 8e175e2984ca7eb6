"""The pages for bot writers and hosts: their programs run, their commands exist, their messages are real."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from outflank.cli import parser
from outflank.contract import IllegalAction
from outflank.host import Host
from outflank.match import Place, begin
from outflank.replay import FORMAT, HASH_EVERY, LARGEST, LONGEST, File, Player
from outflank.seats import pipe
from outflank.server import limits, replies, sockets
from tests.conftest import ROOT
from tests.golden import FOLDER

DOCS = ROOT / "docs"
PAGES = ("write-a-bot.md", "replay-format.md", "host-a-server.md", "troubleshooting.md")


def blocks(page: str, kind: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every line of the pages' shell blocks that starts outflank."""
    shell = [block for page in PAGES for kind in ("sh", "sh step") for block in blocks(page, kind)]
    lines = [line for block in shell for line in block.splitlines()]
    return [line for line in lines if line.startswith("outflank ")]


@pytest.mark.parametrize("line", commands())
def test_every_command_of_the_pages_exists(line: str) -> None:
    words = shlex.split(line, comments=True)
    assert parser().parse_args(words[1:]).command == words[1]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", (DOCS / page).read_text(encoding="utf-8")):
        assert link.startswith("https://") or (DOCS / link).exists(), link


# ---- write-a-bot.md


def outflank(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command of a page, with this Python in place of python3."""
    words = [word.replace("python3", sys.executable) for word in shlex.split(line, comments=True)]
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=120, input="", check=False
    )


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(blocks("write-a-bot.md", "python")[0])
    played = [line for line in blocks("write-a-bot.md", "sh")[0].splitlines() if "you" not in line]
    assert len(played) == 3
    for line in played:
        done = outflank(line, tmp_path)
        assert done.returncode == 0 and done.stderr == "", (line, done.stderr)
        assert "has won" in done.stdout or "The start;" in done.stdout


def test_the_steps_of_the_tutorial_lead_to_a_stronger_bot(tmp_path: Path) -> None:
    """One after the other in one folder, as they are read."""
    text = (DOCS / "write-a-bot.md").read_text(encoding="utf-8")
    here, shown = tmp_path, ""
    for kind, block in re.findall(r"^```(sh|python) step\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if kind == "python":
            source = (here / "bot.py").read_text(encoding="utf-8")
            changed = re.sub(r"def choose\(view.*?(?=\n\n\nclass)", lambda _: block.rstrip(), source, flags=re.DOTALL)  # noqa: B023
            assert changed != source
            (here / "bot.py").write_text(changed, encoding="utf-8")
            continue
        for line in block.splitlines():
            words = shlex.split(line)
            match words[0]:
                case "cd":
                    here /= words[1]
                case "cp":
                    shutil.copy(here / words[1], here / words[2])
                case _:
                    done = stepped(words, here)
                    assert done.returncode == 0, (line, done.stderr)
                    shown += done.stdout
    assert "as a program: no fault" in shown and "new is taken to be 100 Elo stronger" in shown
    assert (here / "first" / "report.html").is_file()


def stepped(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a step, with this Python in place of python3 and of the command."""
    words = [word.replace("python3", sys.executable) for word in words]
    command = [sys.executable, "-m", *words] if words[0] == "outflank" else words
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_the_bot_class_of_the_page_plays(tmp_path: Path) -> None:
    program = blocks("write-a-bot.md", "python")[1]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stdout.startswith("Outcome("), done.stderr


def test_the_arena_of_the_page_plays() -> None:
    program = blocks("write-a-bot.md", "python")[2]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0 and done.stdout.startswith("Score(games=4"), done.stderr


def test_the_lines_of_the_page_are_the_real_ones() -> None:
    told = json.loads(blocks("write-a-bot.md", "json state")[0])
    options = {"width": 3, "height": 3, "start_positions": [[0, 0], [2, 2]]}
    host = Host.start("m", begin("cellwar", options, [Place("human"), Place("human")], 1, 0))
    game, state = host.game, host.match.state
    view, legal = game.view(state, 1), game.legal(state, 1)
    assert told == {"type": "state", "game": "cellwar", "view": view, "legal": legal}
    for block in blocks("write-a-bot.md", "json answer"):
        answer = pipe._read(block.encode())
        assert answer is not None and (answer in legal or answer == {"end_turn": True})
    with pytest.raises(IllegalAction) as refusal:
        game.decode(state, {"unit_id": 99, "dx": 0, "dy": 0})
    refused = {"type": "refused", "error": refusal.value.code, "message": refusal.value.message}
    assert json.loads(blocks("write-a-bot.md", "json refused")[0]) == refused


def test_the_limits_of_programs_are_the_real_ones() -> None:
    text = (DOCS / "write-a-bot.md").read_text()
    assert (pipe.PATIENCE, pipe.REFUSALS, pipe.LINE, pipe.WAITING, pipe.ENDING) == (5, 10, 64 * 1024, 64, 0.5)
    assert pipe.LOG == 256 * 1024
    for told in (
        "256 kB of each game",
        "within 5 seconds",
        "ten refused lines",
        "more than 64 kB",
        "only 64 lines",
        "half a second",
    ):
        assert told in text


# ---- replay-format.md


def test_the_fields_of_the_page_are_those_of_a_file() -> None:
    text = (DOCS / "replay-format.md").read_text()
    table = text.split("| field |")[1].split("\n\n")[0]
    named = [name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(field.encode_name for field in msgspec.structs.fields(File))
    assert [field.encode_name for field in msgspec.structs.fields(Player)] == ["player_id", "name", "is_ai", "level"]
    kinds: set[str] = set()
    for file in FOLDER.glob("*.cwreplay"):
        content: dict[str, Any] = msgspec.msgpack.decode(file.read_bytes())
        assert content["version"] == FORMAT == 1
        for event in content["events"]:
            assert event.keys() == {"timestamp", "round", "player_id", "event_type"}
            kind = event["event_type"]
            kinds.add(kind if isinstance(kind, str) else next(iter(kind)))
    assert kinds == set(re.findall(r'^\| `\{?"(\w+)"', text, re.MULTILINE))
    assert (HASH_EVERY, LARGEST, LONGEST) == (50, 4 << 20, 200_000)
    details = set(re.findall(r"^\| `(replay_\w+)`", text, re.MULTILINE))
    source = "".join((ROOT / "src" / "outflank" / path).read_text() for path in ("replay.py", "games/__init__.py"))
    assert details == set(re.findall(r'"(replay_\w+)"', source))


def test_the_reader_of_the_page_reads() -> None:
    (program,) = blocks("replay-format.md", "python")
    file = FOLDER / "cellwar-1-leaver-in-turn.cwreplay"
    words = [sys.executable, "-c", program, str(file)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and done.stdout.startswith("cellwar ") and "Outcome(" in done.stdout, done.stderr


# ---- host-a-server.md and troubleshooting.md


def test_the_limits_of_the_server_are_the_real_ones() -> None:
    assert (replies.BODY, sockets.HELLO_WITHIN) == (64 * 1024, 10)
    serve = parser().parse_args(["serve"])
    assert (serve.new_per_minute, serve.lost_after, limits.PREVIEWS * serve.new_per_minute) == (60, 30, 240)
    text = (DOCS / "host-a-server.md").read_text()
    config = (ROOT / "deploy" / "nginx.conf").read_text()
    for told in ("client_max_body_size 64k", "client_header_timeout 5s", "client_body_timeout 5s", "per_address 500"):
        assert told in config
    assert "listen 80;" in text and "listen 80;" in config
    for name in re.findall(r"^cp (\S+\.\w+) ", "\n".join(blocks("host-a-server.md", "sh")), re.MULTILINE):
        assert (ROOT / "deploy" / name).is_file()


def test_the_messages_that_troubleshooting_explains_exist() -> None:
    text = (DOCS / "troubleshooting.md").read_text(encoding="utf-8")
    messages = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    assert len(messages) > 15
    sources = [*(ROOT / "src" / "outflank").rglob("*.py"), ROOT / "src" / "outflank" / "i18n" / "en.json", ROOT / "run"]
    said = re.sub(r"\s+", " ", "".join(source.read_text(encoding="utf-8") for source in sources))
    said = re.sub(r'" f?"', "", said)  # literals that stand beside each other
    for message in messages:
        for piece in message.replace("3.11 or", "…or").split("…"):
            assert piece in said, message
