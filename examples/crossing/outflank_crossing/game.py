"""Crossing as a host sees it: options, views, actions as JSON, and what is told about them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from outflank import BadOptions, BadPosition, IllegalAction, Outcome
from outflank_crossing import text
from outflank_crossing.rules import DIRECTIONS, Crossing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank import State
    from outflank.contract import Json
    from outflank.rng import Rng

ID = "crossing"
VERSION = 1
HIDDEN = False
ROLLBACK = False
END_TURN = False


@dataclass(frozen=True, slots=True)
class Options:
    width: int = 5
    height: int = 6


def check(options: Any) -> None:
    """Raise BadOptions when the board is too small or too large."""
    for name, least, most in (("width", 2, 12), ("height", 5, 12)):
        if not least <= getattr(options, name) <= most:
            message = f"{name} must be a whole number from {least} to {most}."
            raise BadOptions("BadOptions", message, f"bad_{name}", least=least, most=most)


def start(options: Any, seed: int) -> Crossing:
    """Nothing is left to chance, so the seed does nothing."""
    check(options)
    return Crossing(options.width, options.height)


# ---- what is shown


def view(state: State, player: int | None) -> Json:
    """The whole board: nothing is hidden. The page needs ``current_player``, ``round`` and ``winner``."""
    match_ = cast("Crossing", state)
    return {
        "player_id": player or 0,
        "current_player": match_.player,
        "round": match_.round,
        "winner": match_.winner or None,
        "left": match_.left or None,
        "rows": [match_.board[y * match_.width : (y + 1) * match_.width] for y in range(match_.height)],
    }


def reveal(state: State) -> Json:
    return view(state, None)


def imagine(view: Json, rng: Rng) -> Crossing:
    """The state itself, for nothing is hidden."""
    rows = view["rows"]
    state = Crossing(len(rows[0]), len(rows))
    state.board = [owner for row in rows for owner in row]
    state.player = view["current_player"]
    state.round = view["round"]
    state.winner = view["winner"] or 0
    state.left = view["left"] or 0
    return state


def effects(before: State, action: int, after: State, player: int | None) -> list[Json]:
    """What happened, in words: the generic page shows ``text`` in its log."""
    was, now = cast("Crossing", before), cast("Crossing", after)
    if action < 0:
        return [{"text": f"Player {now.left} has left.", "player": now.left}]
    notation = text.notation(encode(before, action))
    taken = " and takes a runner" if was.board[was.target(action)] else ""
    return [{"text": f"{notation}{taken}", "player": int(before.player)}]


def advice(view: Json, draft: Sequence[Json] = ()) -> Json:
    """After the actions of ``draft``: the cells of runners that can be taken now."""
    state = imagine(view, cast("Rng", None))
    for each in draft:
        state.apply(decode(state, each))
    targets = {state.target(action) for action in state.legal_actions()}
    return {"taken": [cell(state, to) for to in sorted(targets) if state.board[to]]}


# ---- actions


def cell(state: Crossing, number: int) -> list[int]:
    return [number % state.width, number // state.width]


def encode(state: State, action: int) -> Json:
    """``{"from": [x, y], "to": [x, y]}``: the generic page offers an action on every cell that it names."""
    match_ = cast("Crossing", state)
    return {"from": cell(match_, action // DIRECTIONS), "to": cell(match_, match_.target(action))}


def legal(state: State, player: int) -> list[Json]:
    return [encode(state, action) for action in state.legal_actions()] if state.player == player else []


def decode(state: State, action: Json) -> int:
    """The number of an action; IllegalAction, never a guess, when it is not legal now."""
    if state.player == 0:
        raise IllegalAction("GameOver", "The match is over.", "game_over")
    for number in state.legal_actions():
        if encode(state, number) == action:
            return number
    raise IllegalAction("InvalidAction", "A runner goes one cell forward, and takes diagonally.", "runner_steps")


def automatic(state: State) -> int | None:
    """There is always something to decide."""
    return None


# ---- the end, and keeping a match


def leave(state: State, player: int) -> None:
    match_ = cast("Crossing", state)
    if match_.player:
        match_.left = player
        match_.finish(3 - player)


def outcome(state: State) -> Outcome | None:
    match_ = cast("Crossing", state)
    if match_.player:
        return None
    returns = (1.0, -1.0) if match_.winner == 1 else (-1.0, 1.0)
    return Outcome(returns, match_.winner, "disconnect" if match_.left else "crossing")


def dump(state: State) -> bytes:
    return text.position(state).encode()


def load(data: bytes) -> Crossing:
    try:
        return text.from_position(data.decode("ascii"))
    except UnicodeDecodeError:
        raise BadPosition("BadPosition", "This is no position of Crossing: it is not plain text.") from None
