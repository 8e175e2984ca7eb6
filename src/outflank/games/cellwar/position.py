"""A CellWar state as one line of text: it starts a match, a test or a bug report, and is the state's dump.

    cellwar/1 10x10 10/1,1I:1,8/10/10/10/10/10/10/8,2I:2,1/10 1 3/300 1,1 2 - - - ?100 ?100

Fields, from the fourth on optional from the right: width x height; rows of the board (a number: that many free
cells; ``1I:5`` player 1's infantry with id 5, ``1F2:5`` a fortification with counter 2, ``1A:5`` a factory; ids
may be left out of all); who is to move; round, ``/`` round limit; the cells that must still act (``*``: all);
ids given so far (``p`` secret ``:`` per player with private ids); result; players who left; the trail (``open``:
no fog); and per player the memory: ``?3`` three cells never seen, ``=3`` seen now, ``e3@5`` remembered as free
since round 5, ``1I:4@5`` a remembered unit.
"""

from __future__ import annotations

import re

from outflank.contract import BadPosition
from outflank.games.cellwar.board import FACTORY, FORT, ID, INFANTRY, KIND, OWNER, OWNERS, STRONG_FORT
from outflank.games.cellwar.fog import CONTENT, NEVER, ROUND
from outflank.games.cellwar.ids import IDS
from outflank.games.cellwar.options import MOST, PLAYERS
from outflank.games.cellwar.rules import DISCONNECT, ELIMINATION, ROUND_LIMIT, CellWar
from outflank.games.cellwar.start import empty

HEAD = "cellwar/1"
LETTERS = {INFANTRY: "I", FORT: "F1", STRONG_FORT: "F2", FACTORY: "A"}
KINDS = {letter: kind for kind, letter in LETTERS.items()}
REASONS = {ELIMINATION: "elimination", ROUND_LIMIT: "round_limit", DISCONNECT: "disconnect"}
REASON_NUMBERS = {name: number for number, name in REASONS.items()}
# A match may begin with half of all ids and half of all rounds used: a memory has 63 - ROUND bits for a round.
MOST_ID = IDS >> 1
MOST_ROUND = 1 << (63 - ROUND - 1)
SECRETS = 1 << 32
LONGEST = 1_000_000  # characters: more than eight memories of 64 by 64 cells, each with a unit of the greatest id

_UNIT = re.compile(r"([1-8])(I|F1|F2|A)(?::([0-9]{1,10}))?")
_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")


def write(state: CellWar) -> str:
    """The line of ``state``. Equal states have equal lines."""
    width = state.width
    board = list(state.board)
    rows = [_row(board[y * width : (y + 1) * width]) for y in range(state.height)]
    made = list(state.made)
    left = [player for player in range(1, state.players + 1) if state.removed[player]]
    fields = [
        HEAD,
        f"{width}x{state.height}",
        "/".join(rows),
        str(state.current),
        f"{state.round}/{state.max_rounds}" if state.max_rounds else str(state.round),
        _cells(state.unacted(), width),
        f"p{state.secret}:" + ",".join(map(str, made[1:])) if state.private_ids else str(made[0]),
        f"{state.winner}:{REASONS[state.reason]}" if state.reason else "-",
        ",".join(map(str, left)) or "-",
    ]
    if state.fog.on:
        fields.append(_cells(sorted(state.fog.trail[i] for i in range(state.fog.trail_count)), width))
        fields += [_memory(state, player) for player in range(1, state.players + 1)]
    else:
        fields += ["open", str(state.players)]
    return " ".join(fields)


def _row(row: list[int]) -> str:
    words: list[str] = []
    free = 0
    for unit in [*row, -1]:
        if unit == 0:
            free += 1
            continue
        if free:
            words.append(str(free))
            free = 0
        if unit > 0:
            words.append(_unit(unit))
    return ",".join(words)


def _unit(unit: int) -> str:
    return f"{(unit >> OWNER) & OWNERS}{LETTERS[unit & KIND]}:{unit >> ID}"


def _cells(cells: list[int], width: int) -> str:
    return ";".join(f"{cell % width},{cell // width}" for cell in cells) or "-"


def _memory(state: CellWar, player: int) -> str:
    words: list[str] = []
    run, count = "", 0
    for known in [*state.sightings(player), None]:
        if known is None:
            kind = ""
        elif known >= 0:
            kind = "="
        elif known == -1:
            kind = "?"
        else:
            memory = -2 - known
            since = memory >> ROUND
            unit = memory & CONTENT
            kind = f"{_unit(unit)}@{since}" if unit else f"e@{since}"
        if kind == run and not kind[:1].isdigit():
            count += 1
            continue
        if count:
            words.append(run if run[0].isdigit() else f"{run[0]}{count}{run[1:]}")
        run, count = kind, 1
    return ",".join(words)


def read(line: str) -> CellWar:
    """The state of a line. Raises BadPosition, which names the field that is wrong."""
    size, rows, mover, rounds, waiting, ids, result, left, trail, *memories = _fields(line)
    width, height = _read_size(size)
    board = _read_board(rows, width, height)
    fogless = trail == "open"
    players = _read_players(board, fogless, memories)
    state = empty(width, height, players, 0 if fogless else 1)
    for cell, unit in enumerate(board):
        if unit:
            state.place(cell, unit)
    state.living = sum(1 for player in range(1, players + 1) if state.units[player])
    state.current = state.player = _number(mover, "player to move", 1, players)
    _read_round(state, rounds)
    _read_ids(state, ids, board)
    _read_result(state, result)
    for word in [] if left == "-" else left.split(","):
        state.removed[_number(word, "players who left", 1, players)] = 1
    _read_waiting(state, waiting)
    if not fogless:
        _read_fog(state, trail, memories)
    return state


def _fields(line: str) -> list[str]:
    """All fields but the head; those that are left out at the end are what they are taken for."""
    if len(line) > LONGEST:
        raise _bad("line", "it is too long")
    head, *fields = line.split() or [""]
    if head != HEAD:
        raise BadPosition("BadPosition", f"A CellWar position begins with {HEAD}.", "position_head", head=HEAD)
    if len(fields) < 2:
        raise _bad("board", "the size and the board must be given")
    return fields + ["1", "1", "*", "", "-", "-", "-"][len(fields) - 2 :]


def _read_size(text: str) -> tuple[int, int]:
    size = _SIZE.fullmatch(text)
    if size is None:
        raise _bad("size", f"{text!r} is not like 10x10")
    width, height = int(size[1]), int(size[2])
    if not (1 <= width <= MOST and 1 <= height <= MOST):
        raise _bad("size", f"each side is 1 to {MOST}")
    return width, height


def _read_players(board: list[int], fogless: bool, memories: list[str]) -> int:
    """How many play: as many as there are memories; without any, as many as have units."""
    most = max((unit >> OWNER) & OWNERS for unit in board)
    if fogless and len(memories) > 1:
        raise _bad("fog", "after open there is the number of players and nothing else")
    if fogless:
        players = _number(memories[0] if memories else "2", "fog", 2, PLAYERS)
    else:
        players = len(memories) or max(2, most)
    if not 2 <= players <= PLAYERS or most > players:
        raise _bad("board", f"there are 2 to {PLAYERS} players, and one memory for each or none")
    return players


def _bad(field: str, why: str) -> BadPosition:
    return BadPosition("BadPosition", f"This is no CellWar position: {field}: {why}.", "position_field", field=field)


def _number(word: str, field: str, least: int, most: int) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 10 and least <= int(word) <= most):
        raise _bad(field, f"{word!r} is not a number from {least} to {most}")
    return int(word)


def _read_unit(word: str, field: str) -> tuple[int, bool]:
    """The board number of a unit, and whether its id was given."""
    match = _UNIT.fullmatch(word)
    if match is None:
        raise _bad(field, f"{word!r} is neither a number of cells nor a unit like 1F2:5")
    number = _number(match[3], field, 1, MOST_ID) if match[3] else 0
    return number << ID | int(match[1]) << OWNER | KINDS[match[2]], bool(match[3])


def _read_board(text: str, width: int, height: int) -> list[int]:
    rows = text.split("/")
    if len(rows) != height:
        raise _bad("board", f"it has {len(rows)} rows instead of {height}")
    board: list[int] = []
    given: list[bool] = []
    for y, row in enumerate(rows):
        for word in row.split(","):
            if word.isascii() and word.isdigit() and len(word) <= 2:
                board += [0] * int(word)
            else:
                unit, named = _read_unit(word, f"row {y} of the board")
                board.append(unit)
                given.append(named)
        if len(board) != width * (y + 1):
            raise _bad(f"row {y} of the board", f"it does not have {width} cells")
    if not given:
        raise _bad("board", "there is no unit on it")
    if any(given) != all(given):
        raise _bad("board", "either all units have ids or none")
    if not any(given):
        cells = [cell for cell, unit in enumerate(board) if unit]
        for number, cell in enumerate(cells, 1):
            board[cell] |= number << ID
    elif len({unit >> ID for unit in board if unit}) != len(given):
        raise _bad("board", "two units have the same id")
    return board


def _read_round(state: CellWar, text: str) -> None:
    now, _, limit = text.partition("/")
    state.round = _number(now, "round", 1, MOST_ROUND)
    state.max_rounds = _number(limit, "round limit", 1, MOST_ROUND) if limit else 0


def _read_ids(state: CellWar, text: str, board: list[int]) -> None:
    if text.startswith("p"):
        secret, _, counts = text[1:].partition(":")
        words = counts.split(",")
        if len(words) != state.players:
            raise _bad("ids", "private ids need one count per player")
        state.private_ids = 1
        state.secret = _number(secret, "ids", 0, SECRETS - 1)
        for player, word in enumerate(words, 1):
            state.made[player] = _number(word, "ids", 0, (MOST_ID >> 3) - 1)
        for unit in board:
            owner = (unit >> OWNER) & OWNERS
            if unit and ((unit >> ID) % 8 != owner - 1 or (unit >> ID) >> 3 > state.made[owner]):
                raise _bad("ids", "a private id is eight times the unit's number plus its owner less one")
        return
    most = max(unit >> ID for unit in board)
    state.made[0] = _number(text, "ids", most, MOST_ID) if text else most


def _read_result(state: CellWar, text: str) -> None:
    if text == "-":
        if state.living < 2:
            raise _bad("board", "only one player has units, and no result is given")
        if state.units[state.current] == 0 and state.round == 1 and state.current == 1:
            raise _bad("player to move", "that player has no unit")
        return
    winner, _, reason = text.partition(":")
    if reason not in REASON_NUMBERS:
        raise _bad("result", f"{text!r} is not like 1:elimination")
    state.finish(_number(winner, "result", 0, state.players), REASON_NUMBERS[reason])


def _read_cells(text: str, state: CellWar, field: str) -> list[int]:
    cells: list[int] = []
    for word in [] if text == "-" else text.split(";"):
        x, _, y = word.partition(",")
        cell = _number(y, field, 0, state.height - 1) * state.width + _number(x, field, 0, state.width - 1)
        if cell in cells:
            raise _bad(field, f"{word} is named twice")
        cells.append(cell)
    return cells


def _read_waiting(state: CellWar, text: str) -> None:
    state.begin_turn()
    if text == "*":
        return
    cells = _read_cells(text, state, "cells that must still act")
    able = state.unacted()
    if any(cell not in able for cell in cells):
        raise _bad("cells that must still act", "one of them holds no unit of the player to move")
    state.keep_waiting(cells)


def _read_fog(state: CellWar, trail: str, memories: list[str]) -> None:
    fog = state.fog
    for cell in _read_cells(trail, state, "trail"):
        fog.leave_trail(state.current, cell)
    for player, text in enumerate(memories, 1):
        _read_memory(state, player, text)


def _read_memory(state: CellWar, player: int, text: str) -> None:
    fog = state.fog
    field = f"memory of player {player}"
    cell = 0
    for word in text.split(","):
        if word[:1] in ("?", "=", "e"):
            count, _, since = word[1:].partition("@")
            run = _number(count, field, 1, fog.cells)
            memory = _number(since, field, 1, MOST_ROUND) << ROUND if word[0] == "e" else NEVER
        else:
            name, _, since = word.partition("@")
            run = 1
            memory = _number(since, field, 1, MOST_ROUND) << ROUND | _read_unit(name, field)[0]
        for there in range(cell, min(cell + run, fog.cells)):
            if fog.sees(player, there) != (word[0] == "="):
                raise _bad(field, f"cell {there} is marked seen or unseen against the board")
            fog.remember(player, there, memory)
        cell += run
    if cell != fog.cells:
        raise _bad(field, f"it has {cell} cells instead of {fog.cells}")
