"""What is chosen before a Traversal match."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.contract import BadOptions

SEEDS = 1 << 32
BASES = ("zero", "strength")


@dataclass(frozen=True, slots=True)
class Options:
    """``seed``: of the terrain; none: one of its own for every match. ``adjacency``: whether the squares beside a
    target, from which pieces support and defend, are its 4 neighbours or all 8. ``base_defence``: where a defence
    starts, at zero or at the target's strength. ``specials_attack``: whether an Explorer's special moves may attack.
    ``exit_cost``: of the step off the board, 0 or 1."""

    seed: int | None = None
    adjacency: int = 4
    base_defence: str = "zero"
    specials_attack: bool = True
    exit_cost: int = 1


def check(options: Options) -> None:
    """Raise BadOptions when a match cannot start with these."""
    if options.seed is not None and not (_whole(options.seed) and 0 <= options.seed < SEEDS):
        message = f"seed must be a whole number from 0 to {SEEDS - 1}, or none."
        raise BadOptions("BadOptions", message, "bad_seed", least=0, most=SEEDS - 1)
    if not (_whole(options.adjacency) and options.adjacency in (4, 8)):
        raise BadOptions("BadOptions", "adjacency must be 4 or 8.", "bad_adjacency")
    if options.base_defence not in BASES:
        raise BadOptions("BadOptions", "base_defence must be zero or strength.", "bad_base_defence")
    if not isinstance(options.specials_attack, bool):
        raise BadOptions("BadOptions", "specials_attack must be true or false.", "bad_specials_attack")
    if not (_whole(options.exit_cost) and options.exit_cost in (0, 1)):
        raise BadOptions("BadOptions", "exit_cost must be 0 or 1.", "bad_exit_cost")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
