"""What Traversal's actions, views, effects, advice and tables look like on the wire; the page's types are made from
these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Cell = tuple[int, int]
"""(x, y): column and row, both from 0. Player 1 (Light) starts on row 0 and leaves beyond row 9; player 2 (Dark) the
other way round."""

Kind = Literal["explorer", "vanguard", "sentinel"]


# ---- actions


class TraversalMove(TypedDict):
    """A piece goes to a square, or attacks what stands there."""

    piece: int
    """Its id: 0 to 5 are Light's, 6 to 11 Dark's."""
    to: Cell


class TraversalExit(TypedDict):
    """A piece leaves the board beyond its exit row."""

    exit: int
    """Its id."""


TraversalAction = TraversalMove | TraversalExit


class TraversalEither(TypedDict):
    """A TraversalMove or a TraversalExit, where the generator of types knows no choice between the two."""

    piece: NotRequired[int]
    to: NotRequired[Cell]
    exit: NotRequired[int]


# ---- views


class TraversalPiece(TypedDict):
    id: int
    owner: int
    kind: Kind
    x: int
    y: int


class TraversalGone(TypedDict):
    """A piece that has left the board: it exited, or was captured."""

    id: int
    owner: int
    kind: Kind


class TraversalView(TypedDict):
    """What everybody sees: nothing is hidden. ``winner`` and ``reason`` are null while the match runs."""

    player_id: int
    """Who looks; 0: a spectator."""
    width: int
    height: int
    heights: list[str]
    """A digit a square, row by row, 0 to 4."""
    seed: int | None
    """Which terrain this is; null: one of its own, from a position."""
    pieces: list[TraversalPiece]
    """On the board, ascending by id."""
    exited: list[TraversalGone]
    """In the order in which they left."""
    captured: list[TraversalGone]
    """Ascending by id."""
    score: list[int]
    """[player - 1]: points for exits."""
    final_score: list[int] | None
    """With what rule 3 adds at the end (no_pieces); else null."""
    current_player: int
    round: int
    """Moves made so far, of both, and one: the number of the next one."""
    moves: int
    """Moves made so far, of both sides; skips do not count."""
    max_moves: int
    exits_to_end: int
    adjacency: int
    """The options of the match: how many squares count as beside a target, 4 or 8,"""
    base_defence: Literal["zero", "strength"]
    """where a defence starts,"""
    specials_attack: bool
    """whether an Explorer's special move may attack,"""
    exit_cost: int
    """and what the step off the board costs."""
    skipped: int
    """Who has just been passed over because nothing could be moved; 0: nobody."""
    left: list[int]
    """Players who gave up."""
    winner: int | None
    reason: Literal["sentinel_first", "two_exits", "no_pieces", "move_limit", "both_blocked", "resignation"] | None


# ---- effects


class TraversalEffect(TypedDict):
    """One thing that happened; everybody is told everything.

    moved: ``piece`` went along ``path`` (its own square first; ``special``: it jumped there in one go). attacked: the
    same, and on the last square stood ``target``, with the totals in ``attack``; captured: ``piece`` is lost, at
    ``at``. exited: ``piece`` left the board from the last square of ``path`` for ``points``. skipped: ``player`` could
    not move and is passed over. turn: ``player`` is to move. left: ``player`` gave up.
    """

    kind: Literal["moved", "attacked", "captured", "exited", "skipped", "turn", "left"]
    piece: NotRequired[TraversalPiece]
    """As it was before."""
    target: NotRequired[TraversalPiece]
    path: NotRequired[list[Cell]]
    special: NotRequired[bool]
    at: NotRequired[Cell]
    attack: NotRequired[TraversalAttack]
    points: NotRequired[int]
    player: NotRequired[int]


# ---- advice


class TraversalTerm(TypedDict):
    """One number of an attack's or a defence's total; ``piece``: the id of who brings it, if somebody does."""

    why: Literal["strength", "higher", "lower", "support", "charge", "defender", "base"]
    value: int
    piece: NotRequired[int]


class TraversalAttack(TypedDict):
    """An attack in all its terms: it succeeds when ``attack`` is at least ``defence``."""

    attack: int
    defence: int
    attack_terms: list[TraversalTerm]
    defence_terms: list[TraversalTerm]
    success: bool


class TraversalChoice(TypedDict):
    """Somewhere a piece can go, or cannot because its attack would fail."""

    action: TraversalEither | None
    """Null: it cannot be done now, because the attack fails, or it is not the viewer's turn, or not their piece."""
    kind: Literal["move", "attack", "exit"]
    to: Cell | None
    """Null: off the board."""
    cost: int | None
    """Movement points; null: by the Explorer's special move alone."""
    path: list[Cell]
    """From its own square to the last one on the board, along a cheapest route; a special move is one leap."""
    heights: list[int]
    """Of the squares of ``path``."""
    attack: NotRequired[TraversalAttack]
    points: NotRequired[int]
    """Of an exit."""


class TraversalPieceAdvice(TypedDict):
    """One piece, of whoever it is: where it could go if its side were to move. Only the viewer's own have actions."""

    id: int
    owner: int
    at: Cell
    choices: list[TraversalChoice]
    in_danger_from: list[int]
    """Ids of enemy pieces whose attack would succeed now."""


class TraversalAdvice(TypedDict):
    pieces: list[TraversalPieceAdvice]
    """All on the board, ascending by id."""
    waiting: list[int]
    """Ids of own pieces that can move, in the order in which N visits them; empty when it is not the viewer's turn."""


# ---- tables


class TraversalPieceFacts(TypedDict):
    kind: Kind
    letter: str
    budget: int
    strength: int


class TraversalTables(TypedDict):
    """What help and set-up show without a match."""

    pieces: list[TraversalPieceFacts]
    size: int
    exit_rows: list[int]
    """[player - 1]: beyond which row the player leaves."""
    highest: int
    max_moves: int
    exits_to_end: int
