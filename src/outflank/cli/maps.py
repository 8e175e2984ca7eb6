"""List the battlefields of PixelsWars, look at one, or check a file of one's own."""

from __future__ import annotations

import argparse
import heapq
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli import paint
from outflank.cli.trouble import Trouble, plain, unreadable
from outflank.cli.words import LANGUAGES, Words, preferred

if TYPE_CHECKING:
    from outflank.games.pixelswars.maps import Layout

HELP = "list, show and check battlefields"
EXAMPLES = """\
examples:
  outflank maps
  outflank maps show 3
  outflank maps show mine.json
  outflank maps check mine.json"""
LARGEST = 1 << 20  # bytes of a file
COLOURS = {"r": "37", "g": "32", "f": "32;1", "m": "33", "w": "36", "C": "1", "B": "1", "H": "1", "A": "1"}
"""By letter of the ground; units have their player's colour."""


def arguments(parser: argparse.ArgumentParser) -> None:
    language(parser, None)
    tasks = parser.add_subparsers(dest="task", metavar="TASK")
    show = tasks.add_parser("show", help="draw a battlefield and say what is on it")
    show.add_argument("map", metavar="N|FILE", help="the number of a battlefield, or a file")
    language(show, argparse.SUPPRESS)
    check = tasks.add_parser("check", help="say all that is wrong with files, each fault with its place")
    check.add_argument("files", metavar="FILE", nargs="+", help="a battlefield as JSON (docs/make-a-map.md)")
    language(check, argparse.SUPPRESS)


def language(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument("--language", choices=LANGUAGES, default=default, help="the language (that of this terminal)")


def run(arguments: argparse.Namespace) -> int:
    words = Words(arguments.language or preferred())
    told = arguments.language or preferred()
    match arguments.task:
        case "show":
            return show(arguments.map, words, told)
        case "check":
            return max(check(file, words) for file in arguments.files)
        case _:
            return listed(words, told)


# ---- the three tasks


def listed(words: Words, told: str) -> int:
    from outflank.games.pixelswars.maps import COUNT, load

    for number in range(1, COUNT + 1):
        layout = load(number)
        print(f"{number:2}  {layout.name[told]}, {size(layout, words)}")
        print(f"    {layout.about[told]}")
    return 0


def show(name: str, words: Words, told: str) -> int:
    from outflank.contract import BadOptions
    from outflank.games.pixelswars.maps import load, read

    try:
        if name.isascii() and name.isdigit():
            layout = load(int(name[:9]))
        else:
            data = opened(name, words)
            if data is None or check(name, words, data, quiet=True):
                return 1
            layout = read(data)
    except BadOptions as refusal:
        raise Trouble.of(refusal) from None
    print(plain(f"{layout.name[told]}, {size(layout, words)}"))
    print(plain(layout.about[told]) + "\n")
    print(board(layout, colours=paint.colourful()) + "\n")
    print("\n".join(facts(layout, words)))
    return 0


def check(file: str, words: Words, data: object = None, *, quiet: bool = False) -> int:
    """Tell all faults of a file; 1 when it cannot be played. ``quiet``: say nothing of a good one."""
    from outflank.games.pixelswars.maps import check as faults
    from outflank.games.pixelswars.maps import read

    data = opened(file, words) if data is None else data
    if data is None:
        return 1
    found = faults(data)
    for fault in found:
        told = words.refusal("BadOptions", fault.code, fault.message, fault.values)
        print(plain(f"{file}: {words('maps.warning', fault=told) if fault.warning else told}"))
    bad = sum(not fault.warning for fault in found)
    if bad:
        print(plain(words("maps.faults.one" if bad == 1 else "maps.faults.other", file=file, count=bad)))
    elif not quiet:
        layout = read(data)
        print(plain(words("maps.good", file=file, name=layout.name["en"], size=size(layout, words))))
    return 1 if bad else 0


def opened(file: str, words: Words) -> dict[str, Any] | list[Any] | str | int | float | bool | None:
    """What a JSON file holds; None, and the reason told, when it is none. Raises Trouble when it cannot be read."""
    try:
        with Path(file).open("rb") as stream:
            text = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise unreadable(file, error) from None
    if len(text) > LARGEST:
        raise Trouble(f"{file} is too large for a battlefield.", "map_too_large", file=file)
    try:
        data = json.loads(text.decode("utf-8-sig"))
    except RecursionError:
        reason = "too many brackets"
    except ValueError as error:
        reason = str(error)
    else:
        return "null" if data is None else data  # an empty file's null is no battlefield either
    print(plain(words("maps.no_json", file=file, reason=reason)))
    return None


# ---- what is shown of a battlefield


def size(layout: Layout, words: Words) -> str:
    units = sum(player == 1 for _, player, _, _ in layout.units)
    return words("maps.size", width=layout.width, height=layout.height, units=units)


def word(kind: str) -> str:
    """A unit in two letters: Ta, AA."""
    parts = kind.split("_")
    return kind[:2].title() if len(parts) == 1 else (parts[0][0] + parts[1][0]).upper()


def board(layout: Layout, *, colours: bool) -> str:
    """The letters of the ground, with the units over them as player and kind, between column and row numbers."""
    cells = [[(letter, COLOURS[letter]) for letter in row] for row in layout.grid]
    for kind, player, x, y in layout.units:
        cells[y][x] = (f"{player}{word(kind)}", paint.COLOURS[player])
    lines = ["   " + "".join(f"{x:<4}" for x in range(layout.width)).rstrip()]
    for y, row in enumerate(cells):
        shown = [f"\033[{code}m{text}\033[0m{' ' * (4 - len(text))}" if colours else f"{text:<4}" for text, code in row]
        lines.append(f"{y:<3}{''.join(shown)}".rstrip())
    return "\n".join(lines)


def facts(layout: Layout, words: Words) -> list[str]:
    """What is on it, in the words of its file, and how far apart the armies are."""
    from outflank.games.pixelswars.maps import LETTERS

    counted = {letter: sum(row.count(letter) for row in layout.grid) for letter in LETTERS}
    parts = [f"{letter} {LETTERS[letter].ground} {count}" for letter, count in counted.items() if count]
    kinds = [kind for kind, player, _, _ in layout.units if player == 1]
    army = [f"{word(kind)} {kind} {kinds.count(kind)}" for kind in dict.fromkeys(kinds)]
    lines = [words("maps.ground", list=", ".join(parts)), words("maps.army", list=", ".join(army))]
    if any(layout.funds):
        lines.append(words("maps.funds", first=layout.funds[0], second=layout.funds[1]))
    return [*lines, *distances(layout, words)]


def distances(layout: Layout, words: Words) -> list[str]:
    one, other = ([(x, y) for _, owner, x, y in layout.units if owner == player] for player in (1, 2))
    nearest = min(abs(x - u) + abs(y - v) for x, y in one for u, v in other)
    lines = [words("maps.apart", cells=nearest)]
    cost = min((way(layout, start, goal) for start in one for goal in other), default=0)
    lines.append(words("maps.way", cost=cost) if cost < FAR else words("maps.no_way"))
    return lines


FAR = 1 << 20


def way(layout: Layout, start: tuple[int, int], goal: tuple[int, int]) -> int:
    """Movement points of the cheapest way on the ground onto another cell, as if nobody stood about; FAR: none."""
    from outflank.games.pixelswars.maps import LETTERS

    best = {start: 0}
    waiting = [(0, start)]
    while waiting:
        cost, (x, y) = heapq.heappop(waiting)
        if (x, y) == goal:
            return cost
        for u, v in ((x, y - 1), (x, y + 1), (x + 1, y), (x - 1, y)):
            if not (0 <= u < layout.width and 0 <= v < layout.height):
                continue
            step = LETTERS[layout.grid[v][u]].cost
            if step and cost + step < best.get((u, v), FAR):
                best[u, v] = cost + step
                heapq.heappush(waiting, (cost + step, (u, v)))
    return FAR
