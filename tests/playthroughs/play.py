"""Seeded matches told in text: positions, hashes, actions, what each player was told, and the views with their fog.

Needs only the games themselves, so that it runs in every Python that does, the browser's included.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.games import load, text
from outflank.rng import Rng

if TYPE_CHECKING:
    from outflank.contract import Game, Text
    from outflank.state import State

FOLDER = Path(__file__).parent
SHOWN_IN_FULL = 6  # the turns whose views are all written; later every ``SHOWN_EVERY``-th
SHOWN_EVERY = 9


@dataclass(frozen=True)
class Play:
    """One match. ``leavers``: after so many actions this player leaves. ``wise``: so many of four actions are those
    that look best."""

    name: str
    game: str
    options: dict[str, Any]
    seed: int
    most: int
    leavers: dict[int, int] = field(default_factory=dict)
    wise: int = 0

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


RIVER: dict[str, Any] = {
    "format": 1,
    "name": {"en": "River"},
    "grid": ["rrBgHg", "rfggmA", "Cwwrww", "wwrwwC", "Amggfr", "gHgBrr"],
    "units": [
        {"kind": kind, "player": player, "at": at if player == 1 else [5 - at[0], 5 - at[1]]}
        for player in (1, 2)
        for kind, at in (
            ("infantry", [1, 1]),
            ("sniper", [2, 1]),
            ("tank", [3, 0]),
            ("artillery", [4, 1]),
            ("plane", [5, 0]),
        )
    ],
    "funds": [2400, 2000],
}
"""A board of these plays alone: those that come with a game may be made fairer."""

PLAYS = [
    Play("cellwar-two-6x6", "cellwar", {"width": 6, "height": 6}, 5, 260),
    Play("cellwar-three-7x7-leaver", "cellwar", {"width": 7, "height": 7, "player_count": 3}, 5, 260, {121: 2}),
    Play("cellwar-leaver-in-turn", "cellwar", {"width": 7, "height": 5, "player_count": 3}, 8, 160, {70: 0}),
    Play(
        "cellwar-private-8x8-limit",
        "cellwar",
        {"width": 8, "height": 8, "private_ids": True, "max_rounds": 14},
        3,
        400,
    ),
    Play("pixelswars-river", "pixelswars", {"layout": RIVER}, 10, 300, wise=2),
    Play("pixelswars-river-limit", "pixelswars", {"layout": RIVER, "max_rounds": 14}, 6, 300, wise=2),
    Play("pixelswars-river-leaver", "pixelswars", {"layout": RIVER}, 4, 60, {40: 0}, wise=2),
    Play("traversal-seed-7", "traversal", {"seed": 7}, 3, 220, wise=2),
    Play("traversal-limit", "traversal", {"adjacency": 8, "base_defence": "strength"}, 11, 220),
    Play(
        "traversal-leaver", "traversal", {"seed": 42, "specials_attack": False, "exit_cost": 0}, 2, 60, {25: 0}, wise=2
    ),
]
"""A leaver 0 is the player whose turn it is."""


def digest(game: Game, state: State) -> str:
    return hashlib.sha256(game.dump(state)).hexdigest()[:20]


class Teller:
    """Plays one match and keeps the lines."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.game: Game = load(play.game)
        self.words: Text = text(play.game)
        self.rng = Rng(play.seed)
        self.state = self.game.start(self.game.Options(**play.options), play.seed)
        self.began = self.state.copy()
        self.players = range(1, int(self.state.players) + 1)
        self.turns = 0
        self.habit = 0
        self.lines = [f"# {play.name}: {play.game} {play.options}, seed {play.seed}"]

    def tell(self) -> str:
        self.turn()
        for number in range(1, self.play.most + 1):
            if not self.state.player:
                break
            mover = self.state.player
            self.act()
            if number in self.play.leavers:
                self.leave(self.play.leavers[number])
            if self.state.player not in (mover, 0):
                self.turn()
        self.lines += ["", self.words.position(self.state), f"hash {digest(self.game, self.state)}"]
        self.views()
        self.lines.append(f"outcome {self.game.outcome(self.state)}")
        return "\n".join(self.lines) + "\n"

    def turn(self) -> None:
        self.turns += 1
        self.began = self.state.copy()
        self.habit = self.rng.below(3)
        self.lines += [
            "",
            f"## turn {self.turns}: player {self.state.player}",
            self.words.position(self.state),
            f"hash {digest(self.game, self.state)}",
        ]
        if self.turns <= SHOWN_IN_FULL or self.turns % SHOWN_EVERY == 0:
            self.views()

    def views(self) -> None:
        for player in self.players:
            self.lines += [f"view of {player}", self.words.text(self.game.view(self.state, player))]

    def act(self) -> None:
        """A random action; often, in some turns, one that stays or stands its ground."""
        legal = self.state.legal_actions()
        automatic = self.game.automatic(self.state)
        action = legal[self.rng.below(len(legal))] if automatic is None else automatic
        stays = [each for each in legal if each % 9 == 0]
        if automatic is None and stays and self.rng.below(3) < self.habit:
            action = stays[self.rng.below(len(stays))]
        if self.play.wise and self.rng.below(4) < self.play.wise:
            values = self.state.judge(legal)
            action = legal[values.index(max(values))]
        before = self.state.copy()
        told = self.words.notation(self.game.encode(before, action))
        self.state.apply(action)
        self.lines.append(f"{before.player}> {told}{self.effects(before, action)}")

    def leave(self, player: int) -> None:
        leaver = player or int(self.state.player)
        if leaver == self.state.player and self.game.ROLLBACK:
            self.state = self.began.copy()
            self.lines.append("the turn is taken back")
        before = self.state.copy()
        self.game.leave(self.state, leaver)
        self.lines.append(f"player {leaver} leaves{self.effects(before, -1)}")

    def effects(self, before: State, action: int) -> str:
        """What everybody was told, in short."""
        told = []
        for player in self.players:
            kinds = []
            for each in self.game.effects(before, action, self.state, player):
                at = each.get("at") or each.get("to")
                kinds.append(each["kind"] + (f"@{at[0]},{at[1]}" if at else ""))
            told.append(f"{player}: {' '.join(kinds) or '-'}")
        return "  | " + " | ".join(told)


def record(play: Play) -> str:
    """The whole playthrough."""
    return Teller(play).tell()
