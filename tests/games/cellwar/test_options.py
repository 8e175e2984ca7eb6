"""Two to eight players, and the boards that they fit on: the table of the ruling, and its printed start cells."""

from __future__ import annotations

import pytest

from outflank.contract import BadOptions
from outflank.games.cellwar.options import MOST, PLAYERS, Options, cells, check, starts

SQUARES = {2: (5, ()), 3: (5, ()), 4: (5, ()), 5: (7, ()), 6: (8, ()), 7: (8, ()), 8: (8, (9,))}
"""Per number of players the least side of a square board, and larger ones that do not do either."""


def fits(width: int, height: int, players: int) -> bool:
    try:
        check(Options(width, height, players))
    except BadOptions as refusal:
        assert refusal.detail == "starts_too_close"
        assert refusal.values == {"players": players, "width": width, "height": height}
        return False
    return True


@pytest.mark.parametrize(("players", "least", "but"), [(players, *told) for players, told in SQUARES.items()])
def test_the_squares_that_so_many_players_fit_on(players: int, least: int, but: tuple[int, ...]) -> None:
    fitting = [side for side in range(1, MOST + 1) if fits(side, side, players)]
    assert fitting == [side for side in range(least, MOST + 1) if side not in but]


def test_narrow_boards() -> None:
    """The cells are tested, not the sides."""
    assert fits(3, 10, 2) and fits(10, 3, 2)
    assert not fits(3, 3, 2) and not fits(4, 4, 2)


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (10, 10, [(1, 1), (8, 8)]),
        (7, 12, [(1, 1), (5, 10)]),
        (3, 10, [(1, 1), (1, 8)]),
        (10, 10, [(1, 1), (8, 3), (4, 8)]),
        (10, 10, [(1, 1), (8, 1), (8, 8), (1, 8)]),
        (12, 9, [(1, 1), (10, 2), (5, 7)]),
        (5, 5, [(1, 1), (3, 1), (3, 3), (1, 3)]),
    ],
)
def test_the_printed_starts(width: int, height: int, expected: list[tuple[int, int]]) -> None:
    players = len(expected)
    assert starts(width, height, players) == expected
    assert cells(Options(width, height, players)) == [y * width + x for x, y in expected]


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        (Options(player_count=1), "bad_player_count"),
        (Options(player_count=PLAYERS + 1), "bad_player_count"),
        (Options(width=MOST + 1), "bad_width"),
        (Options(height=0), "bad_height"),
    ],
)
def test_beyond_the_bounds(options: Options, detail: str) -> None:
    with pytest.raises(BadOptions) as caught:
        check(options)
    assert caught.value.detail == detail
