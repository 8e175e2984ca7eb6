"""A PixelsWars state as one line of text: it starts a match, a test or a bug report, and is the state's dump.

    pixelswars/1 map3 7/75 200,1400 1tank:4@f1=180/6/2/0;2infantry:9@b2=61/5/2/1 c2=1:20;d7=0:10 12 - -

Fields, from the fifth on optional from the right: the battlefield (``map`` and its number, or the rows of its grid with
``/`` between them); the half-round, from 1, ``/`` round limit; both players' money; the units: owner, kind, ``:`` id,
``@`` cell, ``=`` HP / movement / attacks / captures that are left (ids may be left out of all; what follows ``=`` may
be left out of any, which is then as new); the buildings that are not nobody's with all their points: cell ``=`` owner
``:`` points; the next id; result; who has given up.
"""

from __future__ import annotations

import re

from outflank.contract import BadOptions, BadPosition
from outflank.games.pixelswars.board import ID, MOST_CELLS, Field
from outflank.games.pixelswars.catalog import CAPTURE_POINTS, UNITS
from outflank.games.pixelswars.maps import load
from outflank.games.pixelswars.options import ROUNDS
from outflank.games.pixelswars.rules import PixelsWars
from outflank.games.pixelswars.start import KIND_NUMBERS, empty
from outflank.games.pixelswars.view import LETTERS, NAMES, REASONS, building, grid, unit

HEAD = "pixelswars/1"
REASON_NUMBERS = {name: number for number, name in REASONS.items()}
MOST_ID = 1 << 30
MOST_TURN = 1 << 30
MOST_MONEY = 1 << 40
MOST_SIDE = 26  # columns are named by letters
LONGEST = 200_000  # characters

_UNIT = re.compile(r"([12])([a-z_]+)(?::([0-9]{1,10}))?@([a-z])([0-9]{1,2})(?:=([0-9]{1,4}(?:/[0-9]{1,2}){3}))?")
_CELL = re.compile(r"([a-z])([0-9]{1,2})")


def cell_name(x: int, y: int) -> str:
    """``b3``: the second column, the third row from above."""
    return f"{chr(ord('a') + x)}{y + 1}"


def write(state: PixelsWars) -> str:
    """The line of ``state``. Equal states have equal lines."""
    field = state.field
    holds = [building(state, site) for site in range(field.site_count)]
    changed = [each for each in holds if each["owner"] or each["points"] != CAPTURE_POINTS]
    cells = sorted((cell for cell in range(field.cells) if state.board[cell]), key=lambda each: state.board[each] >> ID)
    fields = [
        HEAD,
        f"map{state.map}" if state.map else "/".join(grid(field)),
        f"{state.turn}/{state.max_rounds}" if state.max_rounds else str(state.turn),
        f"{state.blue},{state.red}",
        ";".join(_unit(state, cell) for cell in cells) or "-",
        ";".join(f"{cell_name(each['x'], each['y'])}={each['owner']}:{each['points']}" for each in changed) or "-",
        str(state.next_id),
        f"{state.winner}:{REASONS[state.reason]}" if state.reason else "-",
        str(state.left) if state.left else "-",
    ]
    return " ".join(fields)


def _unit(state: PixelsWars, cell: int) -> str:
    told = unit(state, cell)
    left = f"{told['hp']}/{told['movement']}/{told['attacks']}/{told['captures']}"
    return f"{told['owner']}{told['kind']}:{told['id']}@{cell_name(told['x'], told['y'])}={left}"


def read(line: str) -> PixelsWars:
    """The state of a line. Raises BadPosition, which names the field that is wrong."""
    place, turn, money, units, buildings, ids, result, left = _fields(line)
    number, rows = _read_place(place)
    state = empty(rows)
    state.map = number
    now, _, limit = turn.partition("/")
    state.turn = _number(now, "half-round", 1, MOST_TURN)
    state.max_rounds = _number(limit, "round limit", 1, ROUNDS) if "/" in turn else 0
    state.round = (state.turn + 1) // 2
    state.current = state.player = 1 if state.turn % 2 else 2
    blue, _, red = money.partition(",")
    state.blue = _number(blue, "money", 0, MOST_MONEY)
    state.red = _number(red, "money", 0, MOST_MONEY)
    _read_units(state, units)
    _read_buildings(state, buildings)
    if ids:
        state.next_id = _number(ids, "next id", state.next_id, MOST_ID)
    _read_result(state, result)
    if left != "-":
        state.left = _number(left, "who has given up", 1, 2)
        if state.player:
            raise _bad("who has given up", "that has ended the match, and no result is given")
    return state


def _fields(line: str) -> list[str]:
    """All fields but the head; those that are left out at the end are what they are taken for."""
    if len(line) > LONGEST:
        raise _bad("line", "it is too long")
    head, *fields = line.split() or [""]
    if head != HEAD:
        raise BadPosition("BadPosition", f"A PixelsWars position begins with {HEAD}.", "position_head", head=HEAD)
    if not 4 <= len(fields) <= 8:
        raise _bad("line", "the battlefield, the half-round, the money and the units must be given")
    return fields + ["-", "", "-", "-"][len(fields) - 4 :]


def _bad(field: str, why: str) -> BadPosition:
    return BadPosition("BadPosition", f"This is no PixelsWars position: {field}: {why}.", "position_field", field=field)


def _number(word: str, field: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 13 and least <= int(word) <= most):
        raise _bad(field, f"{word[:20]!r} is not a number from {least} to {most}")
    return int(word)


def _read_place(text: str) -> tuple[int, tuple[str, ...]]:
    if text.startswith("map") and text[3:].isdigit():
        try:
            number = _number(text[3:], "battlefield", 1, 999)
            return number, load(number).grid
        except BadOptions:
            raise _bad("battlefield", f"there is no {text[:20]}") from None
    rows = tuple(text.split("/"))
    width = len(rows[0])
    if any(len(row) != width or set(row) - set(LETTERS) for row in rows):
        raise _bad("battlefield", f"its rows are equally long and of the letters {' '.join(LETTERS)}")
    if not (1 <= width <= MOST_SIDE and len(rows) <= MOST_SIDE and width * len(rows) <= MOST_CELLS):
        raise _bad("battlefield", f"each side is 1 to {MOST_SIDE}")
    return 0, rows


def _read_cell(column: str, row: str, field: Field, name: str) -> int:
    x, y = ord(column) - ord("a"), int(row) - 1
    if not (x < field.width and 0 <= y < field.height):
        raise _bad(name, f"{column}{row} is off the board")
    return int(y * field.width + x)


def _read_units(state: PixelsWars, text: str) -> None:
    ids: list[int] = []
    words = [] if text == "-" else text.split(";")
    for word in words:
        match = _UNIT.fullmatch(word)
        if match is None or match[2] not in KIND_NUMBERS:
            raise _bad("units", f"{word[:40]!r} is not like 1tank:4@f1=180/6/2/0, with one of {', '.join(NAMES)}")
        cell = _read_cell(match[4], match[5], state.field, "units")
        number = KIND_NUMBERS[match[2]]
        row = UNITS[number]
        if state.board[cell]:
            raise _bad("units", f"two stand on {match[4]}{match[5]}")
        if not _carries(state, number, cell):
            raise _bad("units", f"{match[2]} cannot stand on {match[4]}{match[5]}")
        state.place(cell, number, int(match[1]))
        given = [row.hp, row.movement, row.attacks, int(row.captures)]
        most = list(given)
        if match[6]:
            given = [int(each) for each in match[6].split("/")]
        if not given[0] >= 1 or any(each > limit for each, limit in zip(given, most, strict=True)):
            raise _bad("units", f"{word[:40]!r} has more left than it can have, or no HP")
        if match[3]:
            ids.append(_number(match[3], "units", 0, MOST_ID))
        state.adjust(cell, ids[-1] if match[3] else state.next_id - 1, *given)
    if ids and (len(ids) != len(words) or len(set(ids)) != len(ids)):
        raise _bad("units", "either all have ids, each another one, or none")
    state.next_id = max(ids, default=len(words) - 1) + 1


def _carries(state: PixelsWars, kind: int, cell: int) -> bool:
    catalog = state.field.catalog
    ground = state.field.ground[cell]
    return (catalog.air_cost[ground] if catalog.domain[kind] else catalog.cost[ground]) > 0


def _read_buildings(state: PixelsWars, text: str) -> None:
    for word in [] if text == "-" else text.split(";"):
        name, _, held = word.partition("=")
        owner, _, points = held.partition(":")
        match = _CELL.fullmatch(name)
        if match is None:
            raise _bad("buildings", f"{word[:40]!r} is not like c2=1:20")
        site = state.field.site[_read_cell(match[1], match[2], state.field, "buildings")]
        if site < 0:
            raise _bad("buildings", f"there is none on {name}")
        state.hold(site, _number(owner, "buildings", 0, 2), _number(points, "buildings", 1, CAPTURE_POINTS))


def _read_result(state: PixelsWars, text: str) -> None:
    if text == "-":
        if not (state.mine_count and state.foe_count):
            raise _bad("units", "only one player has any, and no result is given")
        return
    winner, _, reason = text.partition(":")
    if reason not in REASON_NUMBERS:
        raise _bad("result", f"{text[:20]!r} is not like 1:elimination")
    state.finish(_number(winner, "result", 1, 2), REASON_NUMBERS[reason])
