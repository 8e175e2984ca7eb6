"""People, computer players and programs at one match in this terminal."""

from __future__ import annotations

import re
import sys
import time
from typing import TYPE_CHECKING

from outflank.cli import complete, paint, story
from outflank.contract import END_TURN_ACTION, Telling

if TYPE_CHECKING:
    from outflank.bots import Bot
    from outflank.cli.words import Words
    from outflank.client import Client
    from outflank.contract import Json
    from outflank.host import Host, Step
    from outflank.protocol import ClientMessage

_PAIR = re.compile(r"\(?\s*(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*\)?")


def now() -> int:
    """Milliseconds since 1970, for the replay."""
    return time.time_ns() // 1_000_000


def moves_units(client: Client) -> bool:
    """Whether all that can be done is to move one's units, so that a unit can be chosen first, and then its move."""
    return all(action == END_TURN_ACTION or action.keys() == {"unit_id", "dx", "dy"} for action in client.legal)


class Quit(Exception):
    """Somebody wants to stop."""


class Table:
    """One match. Each person has a client of their own, and sees what only they may see."""

    def __init__(self, host: Host, words: Words, bots: dict[int, Bot]) -> None:
        from outflank.bots import KIND
        from outflank.client import Client
        from outflank.seats import Seats

        self.host = host
        self.words = words
        self.seats = Seats(host, bots, KIND)
        self.people = {seat.player: Client(seat.player, "terminal") for seat in host.seats() if seat.kind == "human"}
        self.before_screen = next(iter(self.people)) if len(self.people) == 1 else 0
        self._told = 0  # reports of the seats
        for number, client in self.people.items():
            client.connect(None, now())
            for message in host.hello(number, 0):
                client.receive(message, now())

    def play(self) -> bool:
        """Until the match is over, or somebody stops: then False."""
        if self.people:
            print(self.words("terminal.start", game=self.words.game(self.host.match.started.game)))
        try:
            while self.host.match.running:
                mover = self.host.match.state.player
                if self.seats.due():
                    self.deliver(self.seats.play(now()))
                    if not self.people and self.host.match.state.player not in (mover, 0):
                        self.show(self.host.game.reveal(self.host.match.state))
                else:
                    self.person(self.people[mover])
        except (Quit, EOFError):
            return False
        self.end()
        return True

    # ---- one person

    def person(self, client: Client) -> None:
        """What the person whose turn it is types, until something was done."""
        number = client.player or 0
        if self.before_screen != number:
            self.curtain(number)
        if client.legal == [END_TURN_ACTION]:
            self.act(client, END_TURN_ACTION)
            print(self.words("terminal.turn_ended"))
            return
        for sentence in self.news(client):
            print(sentence)
        self.show(client.view or {})
        by_unit = moves_units(client)
        complete.offer([] if by_unit else [*self.lines(client), "help", "moves", "show", "leave", "quit"])
        prompt = self.words("terminal.select") if by_unit else self.words("terminal.prompt", player=number)
        while True:
            line = self.ask(prompt).strip()
            pair = _PAIR.fullmatch(line)
            if self.of_unit(client, int(pair[1]), int(pair[2])) if by_unit and pair else self.typed(client, line):
                return

    def lines(self, client: Client) -> list[str]:
        """All that this person could type to act."""
        words = self.host.text
        if isinstance(words, Telling):
            return [words.said(action, client.view or {}) for action in client.legal]
        return [words.notation(action) for action in client.legal]

    def news(self, client: Client) -> list[str]:
        """What this person saw happen since the own last action."""
        names = [seat.name for seat in self.host.seats()]
        told: list[str] = []
        while client.news:
            effects = getattr(client.news.popleft(), "effects", [])
            told += story.sentences(effects, self.words, self.host.match.started.game, names, client.player)
        return told

    def of_unit(self, client: Client, x: int, y: int) -> bool:
        """The unit at a cell was chosen: ask for its move. Whether the match went on."""
        units: list[Json] = (client.view or {}).get("my_units", [])
        unit = next((each for each in units if (each["x"], each["y"]) == (x, y)), None)
        if unit is None:
            return self.sorry("unit_not_found")
        if not unit["valid_actions"]:
            return self.sorry("unit_already_acted" if unit["acted"] else "factory_waits")
        kind = self.words(f"terminal.type.{unit['type']}", counter=unit["counter"])
        print(self.words("terminal.unit", unit=kind, x=x, y=y))
        moves = " ".join(f"({each['dx']},{each['dy']})" for each in unit["valid_actions"])
        print(self.words("terminal.valid", moves=moves))
        while line := self.ask(self.words("terminal.move")).strip():
            if line in ("q", "quit"):
                raise Quit
            if pair := _PAIR.fullmatch(line):
                return self.act(client, {"unit_id": unit["id"], "dx": int(pair[1]), "dy": int(pair[2])})
            print(self.words("terminal.bad_move"))
        return False

    def typed(self, client: Client, line: str) -> bool:
        """Do what was typed; whether the match went on."""
        from outflank.contract import IllegalAction

        match line:
            case "":
                return False
            case "?" | "help":
                print(self.words("terminal.help"))
                if moves_units(client):
                    print(self.words("terminal.help_units"))
            case "moves":
                print(self.words("terminal.moves", moves="  ".join(self.lines(client))))
            case "show":
                self.show(client.view or {})
            case "leave":
                self.send(client, client.leave(now()))
                return True
            case "quit" | "q":
                raise Quit
            case words:
                try:
                    return self.act(client, self.host.text.parse(words, client.view or {}))
                except IllegalAction as refusal:
                    print(self.words.refusal(refusal.code, refusal.detail, refusal.message, refusal.values))
        return False

    def act(self, client: Client, action: Json) -> bool:
        """Send an action; whether it was carried out."""
        self.send(client, client.act(action, now()))
        client.news.clear()  # who acts has seen it on the board
        told = client.refused
        if told is not None:
            print(self.words.refusal(told.error, told.detail, told.message, told.values))
        return told is None

    def sorry(self, detail: str) -> bool:
        print(self.words(f"error.{detail}"))
        return False

    # ---- messages

    def send(self, client: Client, messages: list[ClientMessage]) -> None:
        for message in messages:
            self.deliver(self.host.receive(client.player, message, now()))

    def deliver(self, step: Step) -> None:
        """Hand every message to its person, and tell everybody who has left; what others get goes nowhere."""
        from outflank.match import Left

        for number, message in step.mail:
            if number in self.people:
                self.people[number].receive(message, now())
        for event in step.events:
            if isinstance(event, Left):
                print(self.words("terminal.left", name=self.host.seats()[event.player - 1].name))
        for report in self.seats.reports[self._told :]:
            print(f"outflank: {report}", file=sys.stderr, flush=True)
        self._told = len(self.seats.reports)

    # ---- the screen

    def show(self, view: Json) -> None:
        print("\n" + paint.shown(self.words, self.host.text, view))

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
        if self.people:
            self.show(self.people[self.before_screen or next(iter(self.people))].view or {})
        else:
            self.show(self.host.game.reveal(self.host.match.state))
        outcome = self.host.match.outcome
        winner = outcome.winner if outcome else 0
        name = self.host.seats()[winner - 1].name if winner else ""
        print(self.words("terminal.won", name=name) if winner else self.words("terminal.draw"))
