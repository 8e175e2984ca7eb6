"""Routes and attacks of Traversal for people: the squares of a way, and an attack in all its terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outflank.games.traversal.board import OWN
from outflank.games.traversal.combat import HELPERS, OF_BASE, OF_CHARGE, OF_HEIGHT, OF_STRENGTH
from outflank.games.traversal.routes import LEAP

if TYPE_CHECKING:
    from outflank.games.traversal.rules import Traversal
    from outflank.games.traversal.shapes import TraversalAttack, TraversalTerm


def way(state: Traversal, cost: list[int], to: int) -> list[int]:
    """The squares of a cheapest way to ``to``, from the piece's own; of several the one that, seen from its end, comes
    from above, else from below, from the left, from the right. ``cost``: what survey() tells of the piece."""
    cell = cost.index(1)
    if cost[to] == LEAP:
        return [cell, to]
    squares = [to]
    while squares[-1] != cell:
        here = squares[-1]
        for edge in state.field.steps[here * 4 : here * 4 + 4]:
            back = edge >> 3
            if edge and 0 < cost[back] == cost[here] - (edge & 7) and (back == cell or not state.board[back]):
                squares.append(int(back))
                break
    return squares[::-1]


def attack(state: Traversal, cell: int, to: int, mark: int) -> TraversalAttack:
    """The attack by the piece on ``cell`` at the one on ``to``, by the function that the rules themselves decide with.
    ``mark``: what survey() tells of ``to``."""
    margin, terms = state.weigh(cell, to, mark - 1)
    piece, target = state.board[cell] - 1, state.board[to] - 1
    for_it: list[TraversalTerm] = [{"why": "strength", "value": terms[OF_STRENGTH], "piece": piece}]
    against: list[TraversalTerm] = []
    if terms[OF_HEIGHT]:
        for_it.append({"why": "higher" if terms[OF_HEIGHT] > 0 else "lower", "value": terms[OF_HEIGHT]})
    if terms[OF_CHARGE]:
        for_it.append({"why": "charge", "value": terms[OF_CHARGE]})
    if terms[OF_BASE]:
        against.append({"why": "base", "value": terms[OF_BASE], "piece": target})
    for each in sorted(terms[HELPERS + 1 : HELPERS + 1 + terms[HELPERS]]):
        other, value = divmod(each, 8)
        if (other < OWN) == (piece < OWN):
            for_it.append({"why": "support", "value": value, "piece": other})
        else:
            against.append({"why": "defender", "value": value, "piece": other})
    return {
        "attack": sum(each["value"] for each in for_it),
        "defence": sum(each["value"] for each in against),
        "attack_terms": for_it,
        "defence_terms": against,
        "success": margin >= 0,
    }
