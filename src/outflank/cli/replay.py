"""Watch a replay file in the terminal, check it, or write it as text."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli import keys, paint, story
from outflank.cli.join import Place
from outflank.cli.trouble import Trouble, plain, unreadable
from outflank.cli.words import LANGUAGES, Words, preferred

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from outflank.contract import Text
    from outflank.replay import Replay

HELP = "watch a replay file"
EXAMPLES = """\
examples:
  outflank replay match.cwreplay
  outflank replay match.cwreplay --at 120 --eyes 2
  outflank replay match.cwreplay --play --speed 2
  outflank replay match.cwreplay --text
  outflank replay http://127.0.0.1:8000/match/1a2b3c"""
SLOWEST, FASTEST = 0.5, 4.0
LONGEST_WAIT = 3.0
"""Seconds between two events that --play waits at most: nobody wants to see somebody think for an hour."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .cwreplay file, or the address of a match on a server")
    parser.add_argument(
        "--at", type=int, metavar="N", help="show the board after N events, and its position line, and end"
    )
    parser.add_argument("--eyes", type=int, metavar="P", help="as player P saw it (the whole board)")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--play", action="store_true", help="play it in real time, waits of more than 3 s shortened")
    mode.add_argument("--verify", action="store_true", help="only check that it plays to the end that it says")
    mode.add_argument("--text", action="store_true", help="write all events as text")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="of --play: 0.5 to 4 (1)")
    parser.add_argument("--language", choices=LANGUAGES, help="the language (that of this terminal)")


def run(arguments: argparse.Namespace) -> int:
    if not SLOWEST <= arguments.speed <= FASTEST:
        message = f"--speed {arguments.speed:g}: it must be {SLOWEST} to {FASTEST:g}."
        raise Trouble(message, "bad_speed", speed=f"{arguments.speed:g}", least=str(SLOWEST), most=f"{FASTEST:g}")
    words = Words(arguments.language or preferred())
    film = Film(opened(arguments.file), words, arguments.eyes)
    if arguments.verify:
        print(plain(film.summary()))
    elif arguments.text:
        print("\n".join(map(plain, film.lines())))
    elif arguments.play:
        film.play(arguments.at or 0, arguments.speed)
    elif arguments.at is not None:
        moment = film.clipped(arguments.at)
        film.show(moment)
        if arguments.eyes is None:  # a position tells what those eyes do not see
            print(plain(film.text.position(film.replay.at(moment).state)))
    else:
        film.step()
    return 0


def opened(file: str) -> Replay:
    """The replay of a file, or of a match on a server. Raises Trouble."""
    from outflank.contract import Refusal
    from outflank.replay import LARGEST, Replay

    if file.startswith(("http://", "https://")):
        data = Place(file).get("GET", "/replay", LARGEST + 1)
    else:
        try:
            with Path(file).open("rb") as stream:
                data = stream.read(LARGEST + 1)
        except (OSError, ValueError) as error:
            raise unreadable(file, error) from None
    try:
        return Replay.load(data)
    except Refusal as refusal:
        raise Trouble.of(refusal, about=file) from None


class Film:
    """A replay on the screen; ``eyes``: the player who looks, None for the whole board."""

    def __init__(self, replay: Replay, words: Words, eyes: int | None) -> None:
        from outflank.games import text

        count = len(replay.file.players)
        if eyes is not None and not 1 <= eyes <= count:
            raise Trouble(f"--eyes {eyes}: the players are 1 to {count}.", "bad_eyes", eyes=eyes, count=count)
        self.replay = replay
        self.words = words
        self.eyes = eyes
        self.text: Text = text(replay.file.game, replay.file.rules_version)

    def clipped(self, moment: int) -> int:
        return max(0, min(moment, len(self.replay)))

    # ---- as text

    def summary(self) -> str:
        file = self.replay.file
        outcome = self.replay.at(len(self.replay)).outcome
        end = f"player {outcome.winner} has won ({outcome.reason})" if outcome else "it was not played to its end"
        return (
            f"{file.game}, rules version {file.rules_version}, match {file.match_id}: {len(self.replay)} events, "
            f"{len(file.players)} players, {len(file.hashes)} states checked, {end}."
        )

    def lines(self) -> Iterator[str]:
        """The head, one line per event, and the last position."""
        file = self.replay.file
        yield f"game {file.game} {file.rules_version}"
        yield f"match {file.match_id}"
        for player in file.players:
            yield f"player {player.player_id} {'computer' if player.is_ai else 'human'} {player.name}"
        yield f"start {self.text.position(self.replay.at(0).state)}"
        for number in range(1, len(self.replay) + 1):
            moment = file.events[number - 1]
            yield f"{number} round {moment.round} player {moment.player_id} {self.did(number)}"
        yield f"end {self.text.position(self.replay.at(len(self.replay)).state)}"
        yield f"winner {file.winner if file.winner is not None else '-'}"

    def did(self, number: int) -> str:
        """What event ``number`` (from 1) was, in the game's notation."""
        from outflank.contract import END_TURN_ACTION
        from outflank.replay import Action

        match self.replay.file.events[number - 1].event_type:
            case Action(wire):
                return self.text.notation(wire)
            case "EndTurn":
                return self.text.notation(END_TURN_ACTION)
            case "PlayerDisconnected":
                return "left"
            case _:
                return "rollback"

    # ---- on the screen

    def show(self, moment: int) -> None:
        view = self.replay.view(moment, self.eyes)
        total = len(self.replay)
        if moment:
            player = plain(self.replay.file.players[self.replay.file.events[moment - 1].player_id - 1].name)
            told = self.words("terminal.moment", moment=moment, total=total, name=player, did=self.did(moment))
        else:
            told = self.words("terminal.moment_first", total=total)
        board = paint.shown(self.words, self.text, view, self._changed(moment))
        print("\n" + "\n".join([told, *self._story(moment), board]), flush=True)

    def _story(self, moment: int) -> list[str]:
        file = self.replay.file
        names = [plain(player.name) for player in file.players]
        return story.sentences(self.replay.effects(moment, self.eyes), self.words, file.game, names, self.eyes)

    def _changed(self, moment: int) -> set[tuple[int, int]]:
        """The cells whose words the last event has changed."""
        if not moment:
            return set()
        before, after = (self.text.grid(self.replay.view(number, self.eyes)) for number in (moment - 1, moment))
        return {(x, y) for y, row in enumerate(after) for x, word in enumerate(row) if before[y][x] != word}

    def play(self, first: int, speed: float) -> None:
        first = self.clipped(first)
        self.show(first)
        events = self.replay.file.events
        for moment in range(first + 1, len(self.replay) + 1):
            since = events[moment - 2].timestamp if moment > 1 else self.replay.file.started_at
            gap = (events[moment - 1].timestamp - since) / 1000
            time.sleep(max(0.0, min(gap, LONGEST_WAIT)) / speed)
            self.show(moment)

    def step(self) -> None:
        """Forward and back by keys, until somebody quits."""
        from bisect import bisect_left, bisect_right

        turns = self.replay.turns()
        moment = 0
        print(self.words("terminal.replay_help"))
        with keys.commands("> ") as command:
            while True:
                self.show(moment)
                match command():
                    case "quit":
                        return
                    case "next":
                        moment += 1
                    case "back":
                        moment -= 1
                    case "turn":
                        later = bisect_right(turns, moment)
                        moment = turns[later] if later < len(turns) else len(self.replay)
                    case "turn back":
                        moment = turns[max(0, bisect_left(turns, moment) - 1)]
                    case "start":
                        moment = 0
                    case "end":
                        moment = len(self.replay)
                    case number:
                        moment = int(number[:9])
                moment = self.clipped(moment)
