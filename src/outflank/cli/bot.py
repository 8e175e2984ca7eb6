"""Begin a bot of your own: write a folder with one that runs, its test, and how to go on."""

from __future__ import annotations

import re
import shutil
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.trouble import Trouble

if TYPE_CHECKING:
    import argparse

HELP = "begin a bot of your own"
EXAMPLES = """\
examples:
  outflank bot new marvin --game cellwar
  outflank bot new bots/marvin --game pixelswars"""
NOTES = """\
The folder must not exist. docs/write-a-bot.md goes on from there."""
CUT = "# ---- cut here\n"
VALUE = re.compile(r"def value\(.*?(?=\n\n\n# ----)", re.DOTALL)


def arguments(parser: argparse.ArgumentParser) -> None:
    tasks = parser.add_subparsers(dest="task", required=True, metavar="TASK")
    new = tasks.add_parser("new", help="write a folder with a bot that runs")
    new.add_argument("name", metavar="NAME", help="the folder; its last part is the bot's name")
    new.add_argument("--game", required=True, metavar="G", help="the game it plays, e.g. cellwar")


def run(arguments: argparse.Namespace) -> int:
    folder = Path(arguments.name)
    contents = written(folder.name, arguments.game)
    try:
        folder.mkdir(parents=True)
        for name, content in contents.items():
            (folder / name).write_text(content, encoding="utf-8")
    except FileExistsError:
        raise Trouble(f"{folder} exists already; nothing was written.", "folder_exists") from None
    except OSError as error:
        raise Trouble(f"{folder} cannot be written: {error.strerror}.", "folder_unwritable") from None
    print(f"{folder} holds {', '.join(contents)}. Try it:\n\n  cd {folder}\n  {python()} test_bot.py")
    return 0


def python() -> str:
    """How to start the Python that Outflank is in: by its short name only where that means it."""
    found = shutil.which("python3")
    return "python3" if found and Path(found).parent == Path(sys.executable).parent else sys.executable


def written(name: str, game: str) -> dict[str, str]:
    """The files of a new bot. Raises Trouble."""
    from outflank.contract import Refusal
    from outflank.games import load

    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,23}", name):
        message = f"{name[:40]!r} is no name for a bot: use up to 24 letters, digits, - and _."
        raise Trouble(message, "bad_bot_name")
    try:
        load(game)
    except Refusal as refusal:
        raise Trouble.of(refusal) from None
    texts = files("outflank") / "cli" / "newbot"
    program = (texts / "bot.py").read_text(encoding="utf-8")
    idea = texts / f"{game}.py"
    if idea.is_file():
        function = idea.read_text(encoding="utf-8").split(CUT)[1].strip()
        program = VALUE.sub(lambda _: function, program)
    test = (texts / "test_bot.py").read_text(encoding="utf-8").replace('GAME = "cellwar"', f'GAME = "{game}"')
    readme = (texts / "README.md").read_text(encoding="utf-8").replace("{name}", name).replace("{game}", game)
    return {"bot.py": program, "test_bot.py": test, "README.md": readme}
