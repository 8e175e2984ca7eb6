"""What CellWar's actions, views, effects and advice look like on the wire; the page's types are made from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Kind = Literal["infantry", "fortification", "factory"]


class CellWarMove(TypedDict):
    """One unit acts: a step, an attack or a production towards (dx, dy), or a stay with (0, 0)."""

    unit_id: int
    dx: int
    dy: int


class CellWarEndTurn(TypedDict):
    """The turn is over; legal only when nothing that can act is waiting."""

    end_turn: Literal[True]


CellWarAction = CellWarMove | CellWarEndTurn


class CellWarVector(TypedDict):
    dx: int
    dy: int


class CellWarUnit(TypedDict):
    """A unit as anybody may see it; ``counter`` is 1 or 2 for a fortification, else 0."""

    id: int
    owner: int
    type: Kind
    counter: int


class CellWarTile(TypedDict):
    """One cell. No ``unit``: empty as far as known. ``since``: the round in which a last-known cell was last seen."""

    seen: Literal["visible", "last_known", "fog"]
    unit: NotRequired[CellWarUnit]
    since: NotRequired[int]


class CellWarMyUnit(TypedDict):
    id: int
    owner: int
    type: Kind
    counter: int
    x: int
    y: int
    acted: bool
    blocked: bool
    """A factory without a free neighbour: it cannot act, and dies if that is still so when the turn ends."""
    valid_actions: list[CellWarVector]


class CellWarView(TypedDict):
    """What one player sees. ``tiles[y][x]``; ``winner`` and ``reason`` are null while the match runs."""

    player_id: int
    """0: a spectator."""
    width: int
    height: int
    players: int
    tiles: list[list[CellWarTile]]
    my_units: list[CellWarMyUnit]
    """Ascending by id."""
    current_player: int
    round: int
    max_rounds: int | None
    left: list[int]
    """Players who have left the match."""
    winner: int | None
    reason: Literal["elimination", "round_limit", "disconnect"] | None


class CellWarEffect(TypedDict):
    """One thing the viewer saw happen.

    moved: ``unit`` went ``at`` -> ``to`` (both seen). appeared / vanished: only one end was seen (``at``).
    died: ``unit`` at ``at``. changed: the unit ``at`` was ``was`` and is ``unit``. produced: ``unit`` at ``to``
    by the factory at ``at``. turn: ``player`` begins, in ``round``. left: ``player`` left the match.
    """

    kind: Literal["moved", "appeared", "vanished", "died", "changed", "produced", "turn", "left"]
    at: NotRequired[tuple[int, int]]
    to: NotRequired[tuple[int, int]]
    unit: NotRequired[CellWarUnit]
    was: NotRequired[CellWarUnit]
    player: NotRequired[int]
    round: NotRequired[int]


class CellWarChange(TypedDict):
    """What an action would do to one unit: it dies, is another type, moves, is made, or will die when the turn ends."""

    what: Literal["dies", "becomes", "moves", "made", "dies_at_end"]
    unit: CellWarUnit
    """Before the action (made: after it)."""
    at: tuple[int, int]
    becomes: NotRequired[CellWarUnit]
    to: NotRequired[tuple[int, int]]


class CellWarChoice(TypedDict):
    """One legal action of a unit with its exact forecast."""

    action: CellWarMove
    to: tuple[int, int]
    kind: Literal["stay", "move", "attack", "produce"]
    cost: int
    via: tuple[int, int] | None
    changes: list[CellWarChange]


class CellWarUnitAdvice(TypedDict):
    """One own unit. ``why``: the reason it has no choices (null when it has some)."""

    id: int
    at: tuple[int, int]
    why: Literal["acted", "waits_for_fighters", "blocked", "not_your_turn", "game_over"] | None
    choices: list[CellWarChoice]
    sight: int
    """It sees this many cells far, in all eight directions."""
    in_danger_from: list[tuple[int, int]]
    """Cells of visible enemies that can attack this unit where it stands."""


class CellWarThreat(TypedDict):
    """One visible enemy and the cells it can reach or attack next."""

    unit: CellWarUnit
    at: tuple[int, int]
    range: list[tuple[int, int]]


class CellWarAdvice(TypedDict):
    units: list[CellWarUnitAdvice]
    threats: list[CellWarThreat]
    dying: list[tuple[int, int]]
    """Own factories that die if the turn ends as it is now."""
    waiting: list[int]
    """Ids of own units that must still act, in the order Tab visits them."""
