"""A Traversal state as one line of text: it starts a match, a test or a bug report, and is the state's dump.

    traversal/1 seed100 17 2 1E1@c1;1V1@d4;2S1@g8 2E1 adjacency=8;exit_cost=0 1 - -

Fields, from the fifth on optional from the right: the terrain (``seed`` and its number, or ten rows of heights with
``/`` between them, Light's home row first, or, which is read only, ``flat`` and the height of all squares); how many
moves have been made; who is to move; the pieces on the board: owner, name, ``@`` square; those that have left the
board, in order; the options that are not as usual; who has just been passed over; result; who has given up. Pieces
that are nowhere have been captured.
"""

from __future__ import annotations

import re

from outflank.contract import BadPosition
from outflank.games.traversal.board import EXITS_TO_END, HIGHEST, MAX_MOVES, OWN, PIECES, SENTINEL, SIDE
from outflank.games.traversal.names import PIECES_BY_NAME, SQUARES_BY_NAME, piece_name, square_name
from outflank.games.traversal.options import BASES, SEEDS
from outflank.games.traversal.rules import Traversal
from outflank.games.traversal.start import Rules, empty, heights, rules_of
from outflank.games.traversal.terrain import rows
from outflank.games.traversal.view import REASONS, owner

HEAD = "traversal/1"
REASON_NUMBERS = {name: number for number, name in REASONS.items()}
USUAL = Rules()
LONGEST = 1000  # characters

_PIECE = re.compile(r"([12])([EVS][12])(?:@([a-j][0-9]{1,2}))?")
_VALUES: dict[str, dict[str, object]] = {
    "adjacency": {"4": 4, "8": 8},
    "base_defence": {base: base for base in BASES},
    "specials_attack": {"no": False, "yes": True},
    "exit_cost": {"0": 0, "1": 1},
}
"""How the values of the options are written."""


def write(state: Traversal) -> str:
    """The line of ``state``. Equal states have equal lines."""
    on_board = [piece for piece in range(PIECES) if state.at[piece] >= 0]
    exited = [int(piece) for piece in (state.first_out, state.second_out)[: state.exits]]
    fields = [
        HEAD,
        f"seed{state.seed}" if state.seed >= 0 else "/".join(rows(list(state.field.heights))),
        str(state.moves),
        str(state.current),
        ";".join(f"{_name(piece)}@{square_name(int(state.at[piece]))}" for piece in on_board) or "-",
        ";".join(_name(piece) for piece in exited) or "-",
        ";".join(_options(rules_of(state.field))) or "-",
        str(state.skipped) if state.skipped else "-",
        f"{state.winner}:{REASONS[state.reason]}" if state.reason else "-",
        str(state.left) if state.left else "-",
    ]
    return " ".join(fields)


def _name(piece: int) -> str:
    return f"{owner(piece)}{piece_name(piece)}"


def _options(rules: Rules) -> list[str]:
    return [
        f"{option}={word}"
        for option, words in _VALUES.items()
        for word, value in words.items()
        if value == getattr(rules, option) != getattr(USUAL, option)
    ]


def read(line: str) -> Traversal:
    """The state of a line. Raises BadPosition, which names the field that is wrong."""
    ground, moves, player, pieces, exited, options, skipped, result, left = _fields(line)
    seed, terrain = _read_terrain(ground)
    state = empty(terrain, _read_options(options))
    state.seed = seed
    state.count_moves(_number(moves, "moves", 0, MAX_MOVES))
    state.current = state.player = _number(player, "player to move", 1, 2)
    _read_pieces(state, pieces)
    _read_exited(state, exited)
    if skipped != "-":
        state.skipped = _number(skipped, "passed over", 1, 2)
    if result == "-":
        _check_running(state)
    else:
        winner, _, reason = result.partition(":")
        if reason not in REASON_NUMBERS:
            raise _bad("result", f"{result[:20]!r} is not like 1:two_exits")
        state.finish(_number(winner, "result", 0, 2), REASON_NUMBERS[reason])
    if left != "-":
        state.left = _number(left, "who has given up", 1, 2)
        if state.player:
            raise _bad("who has given up", "that has ended the match, and no result is given")
    return state


def _fields(line: str) -> list[str]:
    """All fields but the head; those that are left out at the end are none."""
    if len(line) > LONGEST:
        raise _bad("line", "it is too long")
    head, *fields = line.split() or [""]
    if head != HEAD:
        raise BadPosition("BadPosition", f"A Traversal position begins with {HEAD}.", "position_head", head=HEAD)
    if not 4 <= len(fields) <= 9:
        raise _bad("line", "the terrain, the moves, who is to move and the pieces must be given")
    return fields + ["-"] * (9 - len(fields))


def _bad(field: str, why: str) -> BadPosition:
    return BadPosition("BadPosition", f"This is no Traversal position: {field}: {why}.", "position_field", field=field)


def _number(word: str, field: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 10 and least <= int(word) <= most):
        raise _bad(field, f"{word[:20]!r} is not a number from {least} to {most}")
    return int(word)


def _read_terrain(text: str) -> tuple[int, tuple[int, ...]]:
    if text.startswith("seed"):
        seed = _number(text[4:], "terrain", 0, SEEDS - 1)
        return seed, heights(seed)
    if text.startswith("flat"):
        return -1, (_number(text[4:], "terrain", 0, HIGHEST),) * SIDE**2
    digits = "".join(str(height) for height in range(HIGHEST + 1))
    lines = text.split("/")
    if len(lines) != SIDE or any(len(row) != SIDE or row.strip(digits) for row in lines):
        raise _bad("terrain", f"it is seed and a number, or {SIDE} rows of {SIDE} heights from 0 to {HIGHEST}")
    return -1, tuple(int(digit) for row in lines for digit in row)


def _read_options(text: str) -> Rules:
    given: dict[str, object] = {}
    for word in [] if text == "-" else text.split(";"):
        option, _, value = word.partition("=")
        if option in given or value not in _VALUES.get(option, {}):
            raise _bad("options", f"{word[:40]!r} is not like adjacency=8, once for each option")
        given[option] = _VALUES[option][value]
    return USUAL._replace(**given)  # type: ignore[arg-type]


def _read_pieces(state: Traversal, text: str) -> None:
    for word in [] if text == "-" else text.split(";"):
        match = _PIECE.fullmatch(word)
        if match is None or match[3] not in SQUARES_BY_NAME:
            raise _bad("pieces", f"{word[:40]!r} is not like 1E1@c1")
        piece, square = _id(match), SQUARES_BY_NAME[match[3]]
        if state.at[piece] >= 0:
            raise _bad("pieces", f"{word[:3]} is given twice")
        if state.board[square]:
            raise _bad("pieces", f"two stand on {match[3]}")
        state.place(piece, square)


def _id(match: re.Match[str]) -> int:
    return PIECES_BY_NAME[match[2]] + OWN * (int(match[1]) - 1)


def _read_exited(state: Traversal, text: str) -> None:
    words = [] if text == "-" else text.split(";")
    if len(words) > EXITS_TO_END or len(set(words)) != len(words):
        raise _bad("exited", f"at most {EXITS_TO_END} pieces leave the board, each once")
    for word in words:
        match = _PIECE.fullmatch(word)
        if match is None or match[3] or state.at[_id(match)] >= 0:
            raise _bad("exited", f"{word[:40]!r} is not like 1E1, or is still on the board")
        state.exit(_id(match))


def _check_running(state: Traversal) -> None:
    """Without a result the match must not be over."""
    if not (state.strongest(1) and state.strongest(2)):
        raise _bad("pieces", "only one player has any, and no result is given")
    if state.exits >= EXITS_TO_END or (state.exits and state.field.kind[state.first_out] == SENTINEL):
        raise _bad("exited", "that has ended the match, and no result is given")
    if state.moves >= MAX_MOVES:
        raise _bad("moves", "that has ended the match, and no result is given")
    if not state.can_move(state.current):
        raise _bad("player to move", "who is to move cannot, and no result is given")
