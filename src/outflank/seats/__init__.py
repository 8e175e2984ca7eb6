"""The only loop that drives computer players at a host: their seeds, budgets, memories and crashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.bots import BUDGETS, Turn, make
from outflank.protocol import Act

if TYPE_CHECKING:
    from outflank.bots import Bot
    from outflank.host import Host, Step

GOLDEN = 0x9E3779B1  # spreads seeds


class Seats:
    """The computer players of one match. ``reports`` says which of them crashed, and how."""

    def __init__(self, host: Host, bots: dict[int, Bot] | None = None) -> None:
        self.host = host
        self.reports: list[str] = []
        self._memories: dict[int, dict[str, Any]] = {}
        started = host.match.started
        self._levels = {
            number: place.bot or "greedy"
            for number, place in enumerate(host.match.places, 1)
            if place.kind == "computer"
        }
        self._bots = bots if bots is not None else {p: make(started.game, level) for p, level in self._levels.items()}

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
            seed=(match_.started.seed * GOLDEN + match_.turn_index * 2 + 1) & 0xFFFFFFFF,
            budget=BUDGETS.get(self._levels.get(player, ""), BUDGETS["greedy"]),
            memory=self._memories.setdefault(player, {}),
        )

    def think(self, turn: Turn) -> Act:
        """The action of the player who is due; a legal one in its place when the bot fails."""
        player = self.host.match.state.player
        try:
            action = self._bots[player].choose(turn)
            if action not in turn.legal:
                raise ValueError(f"it chose {str(action)[:200]}, which is not legal")
        except Exception as error:  # whatever a bot does wrong, the match goes on
            self.reports.append(f"player {player}: {type(error).__name__}: {error}")
            action = turn.legal[0]
        return Act(action)

    def play(self, now: int) -> Step:
        """One action of the player who is due, thought of and carried out."""
        player = self.due()
        if player is None:
            raise ValueError("no computer player is due")
        return self.host.receive(player, self.think(self.turn()), now)
