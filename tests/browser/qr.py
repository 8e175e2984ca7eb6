"""What a phone reads in a QR code that the page draws: no library of the page has a part in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Locator

BORDER = 3
BLOCKS = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}
"""Bytes of data by version, at the level of correction that fits most: one block each. Links need no more."""
LOW = 1
"""That level's number."""

MASKS: list[Callable[[int, int], int]] = [
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
]


def text_of(picture: Locator) -> str:
    """The text in an <svg> of the page; its path is a square for every dark module."""
    box = picture.get_attribute("viewBox") or ""
    whole = int(box.split()[2])
    path = picture.locator("path").get_attribute("d") or ""
    squares = {(int(x) - BORDER, int(y) - BORDER) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", path)}
    return read(squares, whole - 2 * BORDER)


def read(dark: set[tuple[int, int]], size: int) -> str:
    """The text of the code with these dark modules, (column, row)."""
    version = (size - 17) // 4
    assert size == 17 + 4 * version and version in BLOCKS, f"a code {size} wide"
    level, mask = form(dark)
    assert level == LOW, f"the level of correction is {level}"
    flips = MASKS[mask]
    bits = [((x, y) in dark) != (flips(x, y) == 0) for x, y in order(size)]
    data = [sum(bit << 7 - at for at, bit in enumerate(bits[start : start + 8])) for start in range(0, len(bits), 8)]
    number = int.from_bytes(bytes(data[: BLOCKS[version]]), "big")
    length = 8 * BLOCKS[version]

    def part(start: int, count: int) -> int:
        return number >> length - start - count & (1 << count) - 1

    assert part(0, 4) == 0b0100, "not of bytes"
    return bytes(part(12 + 8 * at, 8) for at in range(part(4, 8))).decode()


def form(dark: set[tuple[int, int]]) -> tuple[int, int]:
    """The level of correction and the mask, as the bits around the upper left eye say."""
    places = [(8, row) for row in (0, 1, 2, 3, 4, 5, 7, 8)] + [(column, 8) for column in (7, 5, 4, 3, 2, 1, 0)]
    told = sum((place in dark) << at for at, place in enumerate(places)) ^ 0x5412
    return told >> 13, told >> 10 & 7


def order(size: int) -> Iterator[tuple[int, int]]:
    """The modules that hold data, as they follow each other: two columns at a time, up and down."""
    right = size - 1
    upward = True
    while right > 0:
        if right == 6:
            right = 5
        for step in range(size):
            row = size - 1 - step if upward else step
            for column in (right, right - 1):
                if not fixed(column, row, size):
                    yield column, row
        right, upward = right - 2, not upward


def fixed(x: int, y: int, size: int) -> bool:
    """Whether a module belongs to the pattern that every code of this size has."""
    eyes = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    middle = size > 21 and abs(x - (size - 7)) <= 2 and abs(y - (size - 7)) <= 2
    return eyes or middle or x == 6 or y == 6
