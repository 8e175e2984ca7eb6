"""What is played in an arena: who meets whom, where, from which openings; a list of jobs that is always the same."""

from __future__ import annotations

import hashlib
import re
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from outflank.arena.entrants import entrant, labels
from outflank.codec import fingerprint, read_options, write_options
from outflank.contract import BadOptions, Json, Opened, Refusal, Tabled
from outflank.games import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.contract import Game

LIMIT = 100
"""Rounds after which a match ends, in games that have such an option and where nobody chose another one."""
ACTIONS = 2
"""At random, of each player, before the bots take over, in games that do not say so (``contract.Opened``)."""
SIZES = ("8x8", "10x10", "14x14", "20x20")
"""The boards offered by games whose boards have any size."""
BUDGETS = ("full", "light")
MOST = 64


class Job(Struct, frozen=True):
    """One game: everything that it depends on, and the files of its replay and the folder of its programs' logs.

    ``number``: its place in the tournament; ``set``: of the games with the same opening and bots; ``seats``: the bots,
    by number, player 1 first; ``bots``: all of them, as they were asked for.
    """

    number: int
    set: int
    game: str
    board: str
    options: Json
    seed: int
    opening: int
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    budget: str
    patience: float
    replay: str | None = None
    logs: str | None = None
    at: int = 0


class Tournament(Struct, frozen=True, kw_only=True):
    """``bots``: levels, ``file.py:Class`` or commands, each perhaps with a name before it: ``new=python3 bot.py``.

    ``boards``: what ``boards_of`` knows; ``games``: for each pairing, made up to whole sets. With one bot alone it
    plays both sides. ``gauntlet``: the first bot against each other one, else all against all. ``opening``: actions at
    random of each player. ``patience``: seconds that a program has for one action.
    """

    game: str
    bots: tuple[str, ...]
    games: int = 100
    boards: tuple[str, ...] = ("default",)
    options: Json = {}
    seed: int = 1
    opening: int = -1
    budget: str = "full"
    gauntlet: bool = False
    patience: float = 5.0

    def check(self) -> None:
        """Raise Refusal when it cannot be played."""
        game = load(self.game)
        if not self.bots or len(self.bots) > MOST:
            raise Refusal("BadTournament", f"An arena takes 1 to {MOST} bots.")
        if self.games < 1:
            raise Refusal("BadTournament", "At least one game must be played.")
        if self.budget not in BUDGETS:
            raise Refusal("BadTournament", f"The budget is {' or '.join(BUDGETS)}.")
        if not 0 <= self.actions <= 100:
            raise Refusal("BadTournament", "The opening has 0 to 100 actions of each player.")
        for each in self.bots:
            entrant(self.game, each)
        for board in self.boards:
            options = self.chosen(game, board)
            if options.get("player_count", 2) > 2 and len(self.bots) < 2:
                raise Refusal("BadTournament", "With more than two players at least two bots are needed.")

    @property
    def actions(self) -> int:
        """Of the opening, for each player."""
        if self.opening >= 0:
            return self.opening
        game = load(self.game)
        return game.OPENING if isinstance(game, Opened) else ACTIONS

    @property
    def names(self) -> list[str]:
        return labels(self.game, self.bots)

    def chosen(self, game: Game, board: str) -> Json:
        """The options of a match on this board. Raises Refusal."""
        known = [each.name for each in fields(game.Options)]
        limit = {"max_rounds": LIMIT} if "max_rounds" in known else {}
        return write_options(read_options(game, limit | self.options | board_options(game, board)))

    def identity(self) -> Json:
        """What results depend on; games that are resumed must agree in it. More of them may be asked for."""
        game = load(self.game)
        told: Json = {**msgspec.to_builtins(self), "opening": self.actions, "rules": game.VERSION}
        del told["games"]
        told["options"] = {board: fingerprint(game, self.chosen(game, board)) for board in self.boards}
        return told

    def groups(self, players: int) -> list[tuple[int, ...]]:
        """The bots that meet: two, or as many as play where there are enough."""
        every = list(combinations(range(len(self.bots)), min(players, len(self.bots))))
        return [group for group in every if group[0] == 0] if self.gauntlet else every

    def jobs(self) -> Iterator[Job]:
        """All games in order: opening after opening, in each of them every group, in each group every rotation."""
        game = load(self.game)
        options = [self.chosen(game, board) for board in self.boards]
        number = sets = 0
        groups = self.groups(_players(game, options[0]))
        openings = -(-self.games // len(groups[0]))
        for opening in range(openings):
            which = opening % len(self.boards)
            seed = seeded(self.seed, opening)
            players = _players(game, options[which])
            for group in self.groups(players):
                for turned in range(len(group)):
                    yield Job(
                        number=number,
                        set=sets,
                        game=self.game,
                        board=self.boards[which],
                        options=options[which],
                        seed=seed,
                        opening=self.actions,
                        seats=tuple(group[(seat + turned) % len(group)] for seat in range(players)),
                        bots=self.bots,
                        budget=self.budget,
                        patience=self.patience,
                    )
                    number += 1
                sets += 1


def seeded(seed: int, opening: int) -> int:
    """The seed of an opening: of the board, of the random actions, and of the bots."""
    return int.from_bytes(hashlib.sha256(f"arena {seed} {opening}".encode()).digest()[:4]) >> 1


def _players(game: Game, options: Json) -> int:
    return int(options.get("player_count", 0) or game.start(read_options(game, options), 0).players)


# ---- boards


def boards_of(game: Game, words: str) -> tuple[str, ...]:
    """The boards of a list like ``1,4``, ``8x8,10x10/4`` (of four players), ``mine.json``, ``all`` or ``default``.

    Raises Refusal.
    """
    found: list[str] = []
    for word in (each.strip() for each in words.split(",")):
        found += offered(game) if word == "all" else [word]
    for board in found:
        read_options(game, board_options(game, board))
    return tuple(dict.fromkeys(found))


def offered(game: Game) -> list[str]:
    """The boards that come with a game."""
    known = [each.name for each in fields(game.Options)]
    if "map" in known and isinstance(game, Tabled):
        return [str(each["id"]) for each in game.tables()["maps"]]
    return list(SIZES) if {"width", "height"} <= {*known} else ["default"]


def board_options(game: Game, board: str) -> Json:
    """The options of a board by its name. Raises Refusal."""
    known = [each.name for each in fields(game.Options)]
    size = re.fullmatch(r"(\d{1,3})x(\d{1,3})(?:/(\d))?", board)
    if board == "default":
        return {}
    if "map" in known and board.isascii() and board.isdigit():
        return {"map": int(board[:9])}
    if "width" in known and size:
        told: Json = {"width": int(size[1]), "height": int(size[2])}
        return told | ({"player_count": int(size[3])} if size[3] else {})
    if "layout" in known and board.endswith(".json"):
        return {"layout": _file(board)}
    kinds = [
        *(["a number" if "map" in known else ""]),
        *(["a file of a map (.json)"] if "layout" in known else []),
        *(["a size like 8x8, or 8x8/4 for four players"] if "width" in known else []),
        "default",
    ]
    told_kinds = ", ".join(kind for kind in kinds if kind)
    raise BadOptions("BadOptions", f"{game.ID} has no map {board[:40]!r}; a map is {told_kinds}, or all.")


def _file(name: str) -> Any:
    try:
        return msgspec.json.decode(Path(name).read_bytes())
    except OSError as error:
        raise BadOptions("BadOptions", f"{name} cannot be read: {error.strerror}.") from None
    except msgspec.MsgspecError as error:
        raise BadOptions("BadOptions", f"{name} is no map: {error}.") from None
