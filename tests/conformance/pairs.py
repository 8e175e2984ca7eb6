"""Pairs of CellWar matches that one player cannot tell apart, and an oracle, independent of the product, of what a
player is entitled to know."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outflank.games.cellwar import position
from outflank.games.cellwar.board import FACTORY, ID, KIND, OWNER, OWNERS, sight
from outflank.games.cellwar.rules import CellWar
from outflank.games.cellwar.start import start

if TYPE_CHECKING:
    from collections.abc import Callable

Cells = dict[int, int]


def owner(code: int) -> int:
    return (code >> OWNER) & OWNERS


def in_sight(state: CellWar, player: int) -> set[int]:
    """The cells near the player's units, by the rules' words alone."""
    seen: set[int] = set()
    for cell, code in enumerate(state.board):
        if code and owner(code) == player:
            far = sight(code & KIND)
            x, y = cell % state.width, cell // state.width
            for to_y in range(max(0, y - far), min(state.height, y + far + 1)):
                seen.update(to_y * state.width + to_x for to_x in range(max(0, x - far), min(state.width, x + far + 1)))
    return seen


def public(state: CellWar) -> tuple[int, ...]:
    """What everybody may know."""
    return (state.current, state.player, state.round, state.winner, state.reason, *state.removed)


@dataclass
class Eyes:
    """What one player sees of one match, step by step."""

    player: int
    trail: set[int] = field(default_factory=set)
    turn: tuple[int, int] = (0, 0)

    def copy(self) -> Eyes:
        return Eyes(self.player, set(self.trail), self.turn)

    def visible(self, state: CellWar) -> set[int]:
        seen = in_sight(state, self.player)
        if state.current != self.player:
            self.trail = set()
        elif self.turn != (state.current, state.round):
            self.trail = set(seen)
        else:
            self.trail |= seen
            seen = set(self.trail)
        self.turn = (state.current, state.round)
        return seen

    def step(self, before: CellWar, after: CellWar) -> tuple[Any, bool]:
        """What the step taught the player, and whether that is anything at all."""
        was = self.copy().visible(before)
        now = self.visible(after)
        told = {cell: after.board[cell] for cell in was | now}
        same = was == now and public(before) == public(after)
        hidden = same and all(before.board[cell] == code for cell, code in told.items())
        return (sorted(told.items()), sorted(now), public(after)), hidden


def applied(state: CellWar, action: int) -> CellWar:
    """The state after an action, and after what the host does by itself."""
    after = state.copy()
    after.apply(action)
    while after.player and not after.units[after.player]:
        after.apply(after.action_space() - 1)
    return after


def played(rng: random.Random, players: int, size: int, steps: int, *, private: bool) -> CellWar | None:
    """A match in its course, or None when it came to its end. Staying is preferred, so that armies grow."""
    corners = [size + 1, size * size - size - 2, 2 * size - 2, size * size - 2 * size + 1]
    state = start(size, size, corners[:players], 0, 1 if private else 0, rng.getrandbits(32), 1)
    for _ in range(steps):
        actions = state.legal_actions()
        stays = [action for action in actions if action % 9 == 0 and action < state.action_space() - 1]
        state = applied(state, rng.choice(stays if stays and rng.random() < 0.6 else actions))
        if not state.player:
            return None
    return state


# ---- making one match into another that a player cannot tell from it


def hidden_cells(state: CellWar, eyes: Eyes) -> set[int]:
    return set(range(state.width * state.height)) - eyes.copy().visible(state)


def edited(state: CellWar, board: Cells, *, fresh: int | None = None) -> CellWar | None:
    """A twin with other contents on some cells; None when that is no position. ``fresh``: the owner of a new unit."""
    twin = state.copy()
    waiting = {twin.board[twin.waiting[i]] >> ID for i in range(twin.fighters + twin.factories)}
    for cell in board:
        if code := twin.board[cell]:
            twin.board[cell] = 0
            twin.fog.unsee(owner(code), cell, sight(code & KIND), twin.current, twin.board, twin.round)
    for cell, code in board.items():
        if code:
            twin.board[cell] = code
            twin.fog.see(owner(code), cell, sight(code & KIND))
    if fresh is not None:
        twin.units[fresh] += 1
        twin.made[fresh if twin.private_ids else 0] += 1
    cells = [cell for cell, code in enumerate(twin.board) if code >> ID in waiting and code]
    fighters = [cell for cell in cells if twin.board[cell] & KIND != FACTORY]
    factories = [cell for cell in cells if twin.board[cell] & KIND == FACTORY]
    for i, cell in enumerate(fighters + factories):
        twin.waiting[i] = cell
    twin.fighters, twin.factories = len(fighters), len(factories)
    return position.read(position.write(twin))


def swap(rng: random.Random, state: CellWar, eyes: Eyes) -> CellWar | None:
    """Two hidden enemy units stand where the other stood."""
    cells = [cell for cell in sorted(hidden_cells(state, eyes)) if state.board[cell]]
    if len(cells) < 2:
        return None
    one, other = rng.sample(cells, 2)
    return edited(state, {one: state.board[other], other: state.board[one]})


def move(rng: random.Random, state: CellWar, eyes: Eyes) -> CellWar | None:
    """A hidden enemy unit stands on another hidden cell."""
    hidden = sorted(hidden_cells(state, eyes))
    units = [cell for cell in hidden if state.board[cell]]
    free = [cell for cell in hidden if not state.board[cell]]
    if not units or not free:
        return None
    unit, cell = rng.choice(units), rng.choice(free)
    return edited(state, {unit: 0, cell: state.board[unit]})


def another(rng: random.Random, state: CellWar, eyes: Eyes) -> CellWar | None:
    """An enemy who has a unit has one hidden unit more."""
    free = [cell for cell in sorted(hidden_cells(state, eyes)) if not state.board[cell]]
    enemies = [each for each in range(1, state.players + 1) if each != eyes.player and state.units[each]]
    if not free or not enemies:
        return None
    enemy = rng.choice(enemies)
    number = (state.made[enemy] + 1) * 8 + enemy - 1 if state.private_ids else state.made[0] + 1
    code = number << ID | enemy << OWNER | rng.randint(1, 4)
    return edited(state, {rng.choice(free): code}, fresh=enemy)


CHANGES: dict[str, Callable[[random.Random, CellWar, Eyes], CellWar | None]] = {
    "swapped": swap,
    "moved": move,
    "one more": another,
}
