"""Where a sprite is built: parts of a material and a tone, painted back to front, then outlined and coloured.

Shapes are sets of cells. A part that is painted over others draws a dark line around itself there, so that it stands
off; at the end everything gets an outer outline in the darkest tone of what it surrounds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import reduce

from .image import Image
from .palette import LIGHT, MID, OUTLINE, RAMPS, SHADE, SHADOW, SHINE

Cell = tuple[int, int]
Shape = set[Cell]
Paint = tuple[str, int]
Shader = Callable[[int, int], int]

AROUND = ((0, -1), (-1, 0), (1, 0), (0, 1))
BAYER = ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))


def rect(x0: int, y0: int, x1: int, y1: int) -> Shape:
    """Both corners included."""
    return {(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)}


def poly(*points: tuple[float, float]) -> Shape:
    """The cells whose centre lies in the polygon, and those on its edges."""
    cells: Shape = set()
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        cells |= line(ax, ay, bx, by)
    for y in range(math.floor(min(p[1] for p in points)), math.ceil(max(p[1] for p in points)) + 1):
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)
            if (ay <= y) != (by <= y)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=True):
            cells |= {(x, y) for x in range(math.ceil(left), math.floor(right) + 1)}
    return cells


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Shape:
    return {
        (x, y)
        for y in range(math.floor(cy - ry), math.ceil(cy + ry) + 1)
        for x in range(math.floor(cx - rx), math.ceil(cx + rx) + 1)
        if ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1.0
    }


def disc(cx: float, cy: float, r: float) -> Shape:
    return ellipse(cx, cy, r, r)


def line(ax: float, ay: float, bx: float, by: float, width: int = 1) -> Shape:
    """A stroke; a wide one grows downwards where it is flat and to the right where it is steep."""
    steps = max(abs(round(bx) - round(ax)), abs(round(by) - round(ay)), 1)
    cells: Shape = set()
    flat = abs(bx - ax) >= abs(by - ay)
    for i in range(steps + 1):
        x = _round(ax + (bx - ax) * i / steps)
        y = _round(ay + (by - ay) * i / steps)
        for w in range(width):
            cells.add((x, y + w) if flat else (x + w, y))
    return cells


def _round(value: float) -> int:
    return math.floor(value + 0.5)


def joined(*shapes: Shape) -> Shape:
    return reduce(set.union, shapes, set())


def ring(shape: Shape) -> Shape:
    """The cells just outside."""
    return {(x + dx, y + dy) for x, y in shape for dx, dy in AROUND} - shape


def lit(shape: Shape, *, depth: int = 1) -> Shader:
    """A solid under light from the top left: bright upper edge, ``depth`` cells of shade below and right."""

    def tone(x: int, y: int) -> int:
        if (x, y - 1) not in shape:
            return SHINE if (x - 1, y) not in shape and (x + 1, y) in shape else LIGHT
        if any((x, y + d) not in shape for d in range(1, depth + 1)) or (x + 1, y) not in shape:
            return SHADOW
        if (x - 1, y) not in shape:
            return LIGHT
        return MID

    return tone


def ball(cx: float, cy: float, rx: float, ry: float | None = None) -> Shader:
    """A round thing under light from the top left; a large one has its tones dithered into each other."""
    height = rx if ry is None else ry
    grain = 0.22 if rx > 3.9 else 0.0

    def tone(x: int, y: int) -> int:
        light = -((x - cx) / rx * 0.55 + (y - cy) / height * 0.85)
        light += (BAYER[y % 4][x % 4] / 16 - 0.5) * grain
        return SHINE if light > 0.72 else LIGHT if light > 0.22 else MID if light > -0.34 else SHADOW

    return tone


def bands(*edges: tuple[int, int]) -> Shader:
    """Tones by height: ``(last row, tone)`` from the top; the last pair also holds below."""

    def tone(_x: int, y: int) -> int:
        return next((t for last, t in edges if y <= last), edges[-1][1])

    return tone


def rows(top: int, *tones: int) -> Shader:
    """A tone for each row from ``top`` on; the last holds below."""
    return lambda _x, y: tones[min(max(y - top, 0), len(tones) - 1)]


def columns(left: int, *tones: int) -> Shader:
    """A tone for each column from ``left`` on; the last holds to the right."""
    return lambda x, _y: tones[min(max(x - left, 0), len(tones) - 1)]


class Canvas:
    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.cells: dict[Cell, Paint] = {}
        self.shade: Shape = set()

    def paint(
        self, shape: Iterable[Cell], material: str, tone: int | Shader | None = None, *, edge: bool | str = True
    ) -> None:
        """Paints a part. ``edge``: a dark line around it where it lies on other parts, ``"soft"`` for one tone less."""
        cells = {(x, y) for x, y in shape if 0 <= x < self.width and 0 <= y < self.height}
        shader = lit(set(shape)) if tone is None else tone
        if edge:
            for cell in ring(cells):
                below = self.cells.get(cell)
                if below is not None:
                    self.cells[cell] = (below[0], OUTLINE if edge is True else max(OUTLINE, below[1] - 1))
        for x, y in cells:
            self.cells[x, y] = (material, shader if isinstance(shader, int) else shader(x, y))

    def dot(self, x: int, y: int, material: str, tone: int) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.cells[x, y] = (material, tone)

    def stamp(self, rows: str, x: int, y: int, legend: Mapping[str, Paint], *, edge: bool | str = True) -> None:
        """Paints a part from a drawing in letters; full stops and spaces are holes."""
        drawn = {
            (x + column, y + row): legend[letter]
            for row, text in enumerate(rows.strip("\n").split("\n"))
            for column, letter in enumerate(text)
            if letter not in ". "
        }
        if edge:
            for cell in ring(set(drawn)):
                below = self.cells.get(cell)
                if below is not None:
                    self.cells[cell] = (below[0], OUTLINE if edge is True else max(OUTLINE, below[1] - 1))
        for (cx, cy), paint in drawn.items():
            self.dot(cx, cy, *paint)

    def erase(self, shape: Iterable[Cell]) -> None:
        for cell in shape:
            self.cells.pop(cell, None)

    def tint(self, shape: Iterable[Cell], material: str, shift: int = 0) -> None:
        """Another material where something is painted already, in the tones that are there."""
        for cell in shape:
            below = self.cells.get(cell)
            if below is not None and below[1] != OUTLINE:
                self.cells[cell] = (material, min(SHINE, max(SHADOW, below[1] + shift)))

    def outlined(self) -> None:
        edge: dict[Cell, Paint] = {}
        for cell in ring(set(self.cells)):
            x, y = cell
            if 0 <= x < self.width and 0 <= y < self.height:
                near = [self.cells[x + dx, y + dy] for dx, dy in AROUND if (x + dx, y + dy) in self.cells]
                edge[cell] = (min((sum(RAMPS[m][OUTLINE]) if m in RAMPS else 0, m) for m, _ in near)[1], OUTLINE)
        self.cells.update(edge)

    def image(self, team: str = "neutral") -> Image:
        """The picture; the material ``team`` gets that side's colours."""
        out = Image(self.width, self.height)
        for x, y in self.shade:
            out.put(x, y, SHADE)
        for (x, y), (material, tone) in self.cells.items():
            out.put(x, y, RAMPS[team if material == "team" else material][tone])
        return out
