"""What is chosen before a CellWar match, and where the players start."""

from __future__ import annotations

from dataclasses import dataclass

from outflank.contract import BadOptions

MOST = 64  # cells along a side
PLAYERS = 8
ROUNDS = 100_000
APART = 2  # start cells are at least this far from each other, in moves


@dataclass(frozen=True, slots=True)
class Options:
    """``start_positions``: one (x, y) per player, else the formula of ``starts``. ``private_ids``: unit ids are
    numbered per owner, and those of enemies are told in a form that does not give away how many there are."""

    width: int = 10
    height: int = 10
    player_count: int = 2
    max_rounds: int | None = None
    start_positions: tuple[tuple[int, int], ...] | None = None
    private_ids: bool = False


def starts(width: int, height: int, players: int) -> list[tuple[int, int]]:
    """Two players in opposite corners, more of them evenly along the rectangle one cell inside the border."""
    if players == 2:
        return [(1, 1), (width - 2, height - 2)]
    ring = [(x, 1) for x in range(1, width - 1)]
    ring += [(width - 2, y) for y in range(1, height - 1)]
    ring += [(x, height - 2) for x in range(width - 2, 0, -1)]
    ring += [(1, y) for y in range(height - 2, 0, -1)]
    return [ring[i * (len(ring) // players)] for i in range(players)] if len(ring) >= players else []


def cells(options: Options) -> list[int]:
    """The start cells, player 1 first. Raises BadOptions."""
    check(options)
    return [y * options.width + x for x, y in _chosen(options)]


def _chosen(options: Options) -> list[tuple[int, int]]:
    if options.start_positions is not None:
        return [(x, y) for x, y in options.start_positions]
    return starts(options.width, options.height, options.player_count)


def check(options: Options) -> None:
    """Raise BadOptions when a match cannot start with these."""
    for name, least, most in (("width", 1, MOST), ("height", 1, MOST), ("player_count", 2, PLAYERS)):
        value = getattr(options, name)
        if not _whole(value) or not least <= value <= most:
            message = f"{name} must be a whole number from {least} to {most}."
            raise BadOptions("BadOptions", message, f"bad_{name}", least=least, most=most)
    if options.max_rounds is not None and not (_whole(options.max_rounds) and 1 <= options.max_rounds <= ROUNDS):
        message = f"max_rounds must be a whole number from 1 to {ROUNDS}, or none."
        raise BadOptions("BadOptions", message, "bad_max_rounds", least=1, most=ROUNDS)
    if options.start_positions is not None and len(options.start_positions) != options.player_count:
        message = "start_positions must name one cell for each player."
        raise BadOptions("BadOptions", message, "bad_start_positions", players=options.player_count)
    chosen = _chosen(options)
    inside = all(_whole(x) and _whole(y) and 0 <= x < options.width and 0 <= y < options.height for x, y in chosen)
    apart = all(max(abs(x - u), abs(y - v)) >= APART for i, (x, y) in enumerate(chosen) for u, v in chosen[:i])
    if not (chosen and inside and apart):
        message = (
            f"{options.player_count} players do not fit on {options.width}x{options.height}: "
            f"start cells must be on the board and at least {APART} apart."
        )
        raise BadOptions(
            "BadOptions",
            message,
            "starts_too_close",
            players=options.player_count,
            width=options.width,
            height=options.height,
        )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
