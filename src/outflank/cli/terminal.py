"""Play in the terminal, line by line: people at one screen, computer players and programs of your own."""

from __future__ import annotations

import secrets
import shutil
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.ending import orderly, undisturbed
from outflank.cli.given import patience, setting
from outflank.cli.trouble import Trouble
from outflank.cli.words import LANGUAGES, Words, preferred

if TYPE_CHECKING:
    import argparse

    from outflank.bots import Bot
    from outflank.contract import Json
    from outflank.host import Host
    from outflank.match import Place
    from outflank.seats.pipe import Pipe

HELP = "play in the terminal; what no option tells is asked"
EXAMPLES = """\
examples:
  outflank terminal cellwar
  outflank terminal cellwar --size 8x8 --players you,greedy
  outflank terminal pixelswars --map 3
  outflank terminal traversal --players you,expert
  outflank terminal cellwar --players you,you,random --set max_rounds=40
  outflank terminal cellwar --players "you,python3 my_bot.py" --save match.cwreplay"""
PEOPLE = ("you", "human")
DEFAULT = "you,greedy"
SIDE, LIMIT = 10, 300  # of a board that nobody chose; rounds of a match without people


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="cellwar", metavar="GAME", help="the game (cellwar)")
    parser.add_argument("--size", metavar="WxH", help="the size of the board, e.g. 10x10")
    parser.add_argument("--map", type=int, metavar="N", help="the battlefield, in a game that has several")
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="who plays, player 1 first: you, a computer player (random, greedy, or a level that `outflank games` "
        f"lists) or the command of a program (default {DEFAULT})",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another option of the game, e.g. max_rounds=50",
    )
    parser.add_argument("--position", metavar="LINE", help="start from this position line")
    parser.add_argument("--seed", type=int, help="a number that chance and the computer players start from")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the match to this replay file in the end")
    parser.add_argument("--bot-timeout", type=float, default=5.0, metavar="S", help="seconds a program may think (5)")
    parser.add_argument("--forfeit", action="store_true", help="a program leaves after 10 refused lines in a turn")
    parser.add_argument("--language", choices=LANGUAGES, help="the language (that of this terminal)")


def run(arguments: argparse.Namespace) -> int:
    with orderly():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    from outflank.cli.table import Table

    words = Words(arguments.language or preferred())
    checked(arguments)
    wish = Wish(arguments, words)
    try:
        host = start(arguments, wish, words)
        if host is None:
            print("\n" + words("terminal.quit"))
            return 0
        try:
            if not Table(host, words, wish.bots).play() and not arguments.save:
                print("\n" + words("terminal.quit"))
        finally:
            if arguments.save:
                save(host, arguments.save)
                print(words("terminal.saved", file=arguments.save))
    finally:
        wish.close()
    return 0


def checked(arguments: argparse.Namespace) -> None:
    """Trouble when something cannot be, before anybody has played."""
    if arguments.save and not arguments.save.absolute().parent.is_dir():
        message = f"--save {arguments.save}: there is no such folder."
        raise Trouble(message, "no_save_folder", file=str(arguments.save))
    patience(arguments.bot_timeout)


@dataclass
class Wish:
    """The match that somebody wishes for, with its programs running."""

    arguments: argparse.Namespace
    words: Words
    size: tuple[int, int] | None = None
    places: list[Place] = field(default_factory=list)
    bots: dict[int, Bot] = field(default_factory=dict)
    programs: list[Pipe] = field(default_factory=list)

    def seat(self, who: str) -> None:
        """One more player. Raises Refusal, Trouble."""
        from outflank.bots import levels, make
        from outflank.contract import Refusal
        from outflank.match import Place
        from outflank.seats.pipe import Pipe

        known = levels(self.arguments.game)
        number = len(self.places) + 1
        name = self.words("player.number", player=number)
        if who in PEOPLE:
            self.places.append(Place("human", name))
        elif who in known:
            self.bots[number] = make(self.arguments.game, who)
            self.places.append(Place("computer", f"{name} ({who})", who))
        elif not who:
            raise Trouble(f"--players: it names nobody for player {number}.", "nobody_named", player=number)
        elif who.isalpha() and shutil.which(who) is None:
            every = ", ".join((PEOPLE[0], *known))
            message = f"There is no level, and no program, {who!r}. Known are {every}."
            raise Refusal("UnknownBot", message, "unknown_level", level=who[:40], known=every)
        else:
            game, seconds = self.game(), self.arguments.bot_timeout
            with undisturbed():
                program = Pipe(who, game, patience=seconds, forfeits=self.arguments.forfeit)
                self.programs.append(program)
            self.bots[number] = program
            self.places.append(Place("computer", name, "program"))

    def game(self) -> Any:
        from outflank.games import load

        return load(self.arguments.game)

    def close(self) -> None:
        for program in self.programs:
            program.close()


def start(arguments: argparse.Namespace, wish: Wish, words: Words) -> Host | None:
    """The match that was asked for; None when nobody answered the questions."""
    from outflank.contract import Refusal
    from outflank.host import Host
    from outflank.match import begin

    seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
    try:
        known = [each.name for each in fields(wish.game().Options)]
        flags = arguments.size or arguments.map or arguments.players or arguments.position or arguments.set
        # The questions are about boards and players that can be chosen; a game without them begins at once.
        if not flags and {"width", "height", "player_count"} <= set(known):
            print(words("terminal.title", game=words.game(arguments.game)))
            try:
                ask(wish, words)
            except EOFError:
                return None
        else:
            wish.size = size(arguments.size) if arguments.size else None
            for who in (arguments.players or DEFAULT).split(","):
                wish.seat(who.strip())
        options = chosen(arguments, wish, known)
        return Host.start("terminal", begin(arguments.game, options, wish.places, seed, now(), arguments.position))
    except Refusal as refusal:
        raise Trouble.of(refusal) from None


def ask(wish: Wish, words: Words) -> None:
    """The questions of the CellWar document, for what has no flag."""
    from outflank.contract import Refusal

    try:
        wish.size = size(input(words("terminal.ask_size")).strip())
    except Trouble:
        print(words("terminal.bad_size"))
        wish.size = (SIDE, SIDE)
    while True:
        count = input(words("terminal.ask_count")).strip()
        if count.isascii() and count.isdecimal() and 2 <= int(count) <= 99:
            break
        print(words("terminal.bad_count"))
    for number in range(1, int(count) + 1):
        if not input(words("terminal.ask_who", player=number)).strip().lower().startswith("p"):
            wish.seat("human")
        while len(wish.places) < number:
            try:
                wish.seat(input(words("terminal.ask_command")).strip() or '""')
            except Refusal as refusal:
                print(words.refusal(refusal.code, refusal.detail, refusal.message, refusal.values))


def size(text: str) -> tuple[int, int]:
    """``10x10``. Raises Trouble."""
    width, _, height = text.lower().partition("x")
    if not (width.isascii() and height.isascii() and width.isdecimal() and height.isdecimal()):
        raise Trouble(f"--size {text}: a size is written like 10x10.", "bad_size", size=text)
    return int(width[:9]), int(height[:9])


def chosen(arguments: argparse.Namespace, wish: Wish, known: list[str]) -> Json:
    """The game's options, from those that were given."""
    options: Json = {"player_count": len(wish.places)} if "player_count" in known else {}
    if wish.size:
        options |= dict(zip(("width", "height"), wish.size, strict=True))
    if arguments.map is not None:
        options["map"] = arguments.map
    if "max_rounds" in known and not any(place.kind == "human" for place in wish.places):
        options["max_rounds"] = LIMIT  # programs may dodge each other for ever
    return options | dict(map(setting, arguments.set))


def now() -> int:
    from outflank.cli.table import now

    return now()


def save(host: Host, file: Path) -> None:
    """Write the match as a replay."""
    from outflank.replay import record

    try:
        file.write_bytes(record(host.match_id, host.match.events))
    except OSError as error:
        message = f"the replay cannot be written to {file}: {error.strerror}."
        raise Trouble(message, "replay_unwritable", file=str(file), why=str(error.strerror)) from None
