"""Play in the terminal, line by line, against computer players or people at the same screen."""

from __future__ import annotations

import json
import secrets
import sys
import time
from dataclasses import fields
from typing import TYPE_CHECKING

from outflank.cli.trouble import Trouble
from outflank.cli.words import LANGUAGES, Words, preferred

if TYPE_CHECKING:
    import argparse

    from outflank.client import Client
    from outflank.contract import Json
    from outflank.host import Host, Step
    from outflank.match import Place
    from outflank.protocol import ClientMessage

HELP = "play in the terminal"
YOU = "you"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", default="cellwar", metavar="GAME", help="the game (cellwar)")
    parser.add_argument("--size", metavar="WxH", help="the size of the board, e.g. 10x10")
    parser.add_argument(
        "--players",
        default=f"{YOU},greedy",
        metavar="LIST",
        help=f"who plays, player 1 first: {YOU}, or a computer player's level (default {YOU},greedy)",
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
    parser.add_argument("--language", choices=LANGUAGES, help="the language (that of this terminal)")


def run(arguments: argparse.Namespace) -> int:
    words = Words(arguments.language or preferred())
    host = start(arguments, words)
    return Table(host, words).play()


def start(arguments: argparse.Namespace, words: Words) -> Host:
    """The match that was asked for."""
    from outflank.contract import Refusal
    from outflank.games import load
    from outflank.host import Host
    from outflank.match import begin

    levels = [level.strip() for level in arguments.players.split(",")]
    if YOU not in levels:
        raise Trouble(f"--players must name {YOU!r} at least once: {YOU},greedy.")
    seed = secrets.randbits(31) if arguments.seed is None else arguments.seed
    try:
        known = [field.name for field in fields(load(arguments.game).Options)]
        options = chosen(arguments, known, len(levels))
        places = [place(number, level, words) for number, level in enumerate(levels, 1)]
        return Host.start("terminal", begin(arguments.game, options, places, seed, now(), arguments.position))
    except Refusal as refusal:
        raise Trouble(refusal.message) from None


def chosen(arguments: argparse.Namespace, known: list[str], players: int) -> Json:
    """The game's options, from those that were given."""
    options: Json = {"player_count": players} if "player_count" in known else {}
    if arguments.size:
        width, _, height = arguments.size.partition("x")
        if not (width.isdecimal() and height.isdecimal()):
            raise Trouble(f"--size {arguments.size}: a size is written like 10x10.")
        options |= {"width": int(width), "height": int(height)}
    for given in arguments.set:
        name, equals, value = given.partition("=")
        if not equals:
            raise Trouble(f"--set {given}: an option is set like max_rounds=50.")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def place(number: int, level: str, words: Words) -> Place:
    """The seat of one player."""
    from outflank.bots import LEVELS
    from outflank.match import Place

    name = words("player.number", player=number)
    if level == YOU:
        return Place("human", name)
    if level not in LEVELS:
        raise Trouble(f"--players: {level!r} is none of {', '.join([YOU, *LEVELS])}.")
    return Place("computer", f"{name} ({level})", level)


def now() -> int:
    return time.monotonic_ns() // 1_000_000


class Quit(Exception):
    """Somebody wants to stop."""


class Table:
    """People and computer players at one match in this terminal; each person has a client of their own."""

    def __init__(self, host: Host, words: Words) -> None:
        from outflank.client import Client
        from outflank.seats import Seats

        self.host = host
        self.words = words
        self.seats = Seats(host)
        self.people = {seat.player: Client(seat.player, "terminal") for seat in host.seats() if seat.kind == "human"}
        self.before_screen = next(iter(self.people)) if len(self.people) == 1 else 0
        for number, client in self.people.items():
            client.connect(None, now())
            for message in host.hello(number, 0):
                client.receive(message, now())

    def play(self) -> int:
        """Until the match is over or somebody stops."""
        print(self.words("terminal.start", game=self.words(f"game.{self.host.match.started.game}.title")))
        try:
            while self.host.match.running:
                if self.seats.due():
                    self.deliver(self.seats.play(now()))
                else:
                    self.person(self.people[self.host.match.state.player])
        except (Quit, EOFError):
            print(self.words("terminal.quit"))
            return 0
        self.end()
        return 0

    def person(self, client: Client) -> None:
        """One line of the person whose turn it is, until something was done."""
        number = client.player or 0
        if self.before_screen != number:
            self.curtain(number)
        self.show(client)
        prompt = self.words("terminal.prompt", player=number)
        while not self.typed(client, self.ask(prompt)):
            pass

    def typed(self, client: Client, line: str) -> bool:
        """Do what was typed; whether the match went on."""
        from outflank.contract import IllegalAction

        match line.strip():
            case "":
                return False
            case "?" | "help":
                print(self.words("terminal.help"))
            case "moves":
                notations = [self.host.text.notation(action) for action in client.legal]
                print(self.words("terminal.moves", moves="  ".join(notations)))
            case "show":
                self.show(client)
            case "leave":
                self.send(client, client.leave(now()))
                return True
            case "quit" | "q":
                raise Quit
            case words:
                try:
                    action = self.host.text.parse(words, client.view or {})
                except IllegalAction as refusal:
                    print(self.words.refusal(refusal.code, refusal.detail, refusal.message, refusal.values))
                    return False
                self.send(client, client.act(action, now()))
                if client.refused is not None:
                    told = client.refused
                    print(self.words.refusal(told.error, told.detail, told.message, told.values))
                    return False
                return True
        return False

    def send(self, client: Client, messages: list[ClientMessage]) -> None:
        for message in messages:
            self.deliver(self.host.receive(client.player, message, now()))

    def deliver(self, step: Step) -> None:
        """Hand every message to its person; what others get goes nowhere."""
        for number, message in step.mail:
            if number in self.people:
                self.people[number].receive(message, now())

    def show(self, client: Client) -> None:
        print(f"\n{self.host.text.text(client.view or {})}\n")

    def ask(self, prompt: str) -> str:
        return input(prompt)

    def curtain(self, number: int) -> None:
        """Nobody sees the board of the player before."""
        if sys.stdout.isatty():
            print("\033[2J\033[3J\033[H", end="")
        self.ask(self.words("terminal.curtain", player=number))
        self.before_screen = number

    def end(self) -> None:
        """The last board of whoever sat here, and the result."""
        self.show(self.people[self.before_screen or next(iter(self.people))])
        outcome = self.host.match.outcome
        winner = outcome.winner if outcome else 0
        name = self.host.seats()[winner - 1].name if winner else ""
        print(self.words("terminal.won", name=name) if winner else self.words("terminal.draw"))
