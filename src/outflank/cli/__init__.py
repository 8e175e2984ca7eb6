"""The command ``outflank``: a file per command, each with HELP, arguments(parser), run(arguments), EXAMPLES, NOTES."""

from __future__ import annotations

import argparse
import io
import sys
from typing import TYPE_CHECKING

from outflank.cli import arena, bot, doctor, games, join, maps, perft, play, replay, serve, terminal, version
from outflank.cli.ending import Ended
from outflank.cli.trouble import Trouble
from outflank.cli.words import Words, preferred

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "play": play,
    "serve": serve,
    "terminal": terminal,
    "replay": replay,
    "join": join,
    "games": games,
    "maps": maps,
    "arena": arena,
    "bot": bot,
    "doctor": doctor,
    "perft": perft,
    "version": version,
}


def parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    top = argparse.ArgumentParser(
        prog="outflank",
        description="Turn-based tactics in the browser, on a server and in the terminal.",
        epilog="outflank COMMAND --help tells the options of a command.",
    )
    top.add_argument("--version", action="version", version=version.line())
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=module.HELP,
            description=module.__doc__,
            epilog="\n\n".join(getattr(module, name) for name in ("EXAMPLES", "NOTES") if hasattr(module, name)),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.arguments(command)
        command.set_defaults(run=module.run)
    return top


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; what goes wrong is one line, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a letter that this terminal does not have is no reason to end
    arguments = parser().parse_args(words)
    try:
        return int(arguments.run(arguments))
    except Trouble as trouble:
        language = getattr(arguments, "language", None) or preferred()
        print(f"outflank: {trouble.told(Words(language))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except Ended as ended:
        return ended.status
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output is gone: nothing to tell, nobody to tell it
        return 1
