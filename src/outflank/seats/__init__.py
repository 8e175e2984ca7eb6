"""The only loop that drives computer players at a host: their seeds, budgets, memories and crashes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec

from outflank.bots import STANDARD, Thinker, Turn, budget, levels, make
from outflank.bots.chance import Chance
from outflank.protocol import Act, Leave

if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.bots import Bot
    from outflank.contract import Json
    from outflank.host import Host, Step

REPORTS, REPORT = 15, 300  # so many are kept besides the newest; characters of each
_coded = msgspec.json.Encoder(order="sorted").encode


class Gone(Exception):
    """What a bot raises that cannot go on: its player leaves the match. Says why; ``kind`` in one word: ``crash``,
    ``time-out`` or ``illegal``."""

    def __init__(self, why: str, kind: str = "crash") -> None:
        super().__init__(why)
        self.kind = kind


class Seats:
    """The computer players of one match. ``reports`` says which of them crashed, and how."""

    def __init__(self, host: Host, bots: dict[int, Bot] | None = None, kind: str = "full") -> None:
        self.host = host
        self.kind = kind
        self.reports: list[str] = []
        self._memories: dict[int, dict[str, Any]] = {}
        self._turns: dict[int, tuple[int, int]] = {}  # per player: where the running turn began, how many there were
        started = host.match.started
        self._levels = {
            number: place.bot or STANDARD
            for number, place in enumerate(host.match.places, 1)
            if place.kind == "computer"
        }
        self._bots = bots if bots is not None else {p: make(started.game, level) for p, level in self._levels.items()}

    def add(self, player: int, level: str) -> None:
        """One more computer player, who has taken an open seat."""
        self._levels[player] = level
        self._bots[player] = make(self.host.match.started.game, level)

    def due(self) -> int | None:
        """The computer player who must act now, or None."""
        match_ = self.host.match
        return match_.state.player if match_.running and match_.state.player in self._bots else None

    def turn(self) -> Turn:
        """What the player who is due is given. The bot may think about it elsewhere."""
        match_ = self.host.match
        player = match_.state.player
        return Turn(
            view=match_.game.view(match_.state, player),
            legal=match_.game.legal(match_.state, player),
            seed=self._seed(player),
            budget=self._budget(player),
            memory=self._memories.setdefault(player, {}),
        )

    def _budget(self, player: int) -> int:
        """A program gets what the standard player gets."""
        game, level = self.host.match.started.game, self.level(player)
        return budget(game, level if level in levels(game) else STANDARD, self.kind)

    def _seed(self, player: int) -> int:
        """From the match's seed and the player's own turns so far: an index of events would tell what enemies did,
        and the match's seed itself what it hides."""
        match_ = self.host.match
        began, count = self._turns.get(player, (0, 0))
        if began != match_.turn_index:
            count += 1
            self._turns[player] = (match_.turn_index, count)
        digest = hashlib.sha256(f"{match_.started.seed} {player} {count}".encode()).digest()
        return int.from_bytes(digest[:4])

    def think(self, player: int, turn: Turn, tell: Callable[[int], None] | None = None) -> Act | Leave:
        """The action of ``player``, who is due; the first legal one in its place when the bot fails.

        ``tell`` is called now and then with the nodes spent so far.
        """
        legal = [_coded(action) for action in turn.legal]  # the bot may do what it likes with its own lists
        try:
            action = _coded(_decided(self._bots[player], turn, tell))
            if action not in legal:
                raise ValueError(f"it chose {action[:200].decode()}, which is not legal")
        except Gone as gone:
            self.report(player, turn, f"left: {gone}")
            return Leave()
        except (Exception, SystemExit) as error:  # whatever a bot does wrong, the match goes on
            self.report(player, turn, f"{type(error).__name__}: {error}")
            action = legal[0]
        return Act(msgspec.json.decode(action))

    def report(self, player: int, turn: Turn, what: str) -> None:
        """Note what a bot did wrong; only the last few are kept."""
        turn.fault = what[:REPORT]
        self.reports = [*self.reports[-REPORTS:], f"player {player}: {turn.fault}"]

    def level(self, player: int) -> str:
        """The level that a computer player was asked to play on."""
        return self._levels.get(player, STANDARD)

    def dismiss(self, player: int, turn: Turn) -> Act | Leave:
        """The bot of ``player`` did not answer in time: chance plays in its place, now and from here on."""
        self.report(player, turn, "it did not answer in time, and is replaced by chance")
        self._bots[player] = Chance()
        self._memories[player] = {}
        match_ = self.host.match
        return self.think(player, Turn(turn.view, match_.game.legal(match_.state, player), turn.seed, 1))

    def play(self, now: int) -> Step:
        """One action of the player who is due, thought of and carried out."""
        player = self.due()
        if player is None:
            raise ValueError("no computer player is due")
        return self.host.receive(player, self.think(player, self.turn()), now)


def _decided(bot: Bot, turn: Turn, tell: Callable[[int], None] | None) -> Json:
    if tell is None or not isinstance(bot, Thinker):
        return bot.choose(turn)
    thinking = bot.think(turn)
    while True:
        try:
            tell(next(thinking))
        except StopIteration as done:
            action: Json = done.value
            return action
