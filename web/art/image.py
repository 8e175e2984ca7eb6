"""A picture in memory: rows of colours with alpha, and the few operations the generator needs."""

from __future__ import annotations

from .palette import Colour

CLEAR: Colour = (0, 0, 0, 0)


class Image:
    def __init__(self, width: int, height: int, fill: Colour = CLEAR) -> None:
        self.width = width
        self.height = height
        self.pixels: list[Colour] = [fill] * (width * height)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Image):
            return NotImplemented
        return self.size == other.size and self.pixels == other.pixels

    __hash__ = None  # type: ignore[assignment]  # a picture changes

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def get(self, x: int, y: int) -> Colour:
        return self.pixels[y * self.width + x]

    def put(self, x: int, y: int, colour: Colour) -> None:
        if 0 <= x < self.width and 0 <= y < self.height:
            self.pixels[y * self.width + x] = colour

    def paste(self, other: Image, x: int, y: int) -> None:
        """Draws another picture on top, blending what is half transparent."""
        for row in range(max(0, -y), min(other.height, self.height - y)):
            for column in range(max(0, -x), min(other.width, self.width - x)):
                over = other.pixels[row * other.width + column]
                if over[3]:
                    at = (y + row) * self.width + x + column
                    self.pixels[at] = over if over[3] == 255 else _blend(self.pixels[at], over)

    def crop(self, x: int, y: int, width: int, height: int) -> Image:
        cut = Image(width, height)
        for row in range(height):
            start = (y + row) * self.width + x
            cut.pixels[row * width : (row + 1) * width] = self.pixels[start : start + width]
        return cut

    def mirrored(self) -> Image:
        turned = Image(self.width, self.height)
        for y in range(self.height):
            turned.pixels[y * self.width : (y + 1) * self.width] = self.pixels[y * self.width : (y + 1) * self.width][
                ::-1
            ]
        return turned

    def turned(self) -> Image:
        """A quarter turn clockwise."""
        out = Image(self.height, self.width)
        for y in range(self.height):
            for x in range(self.width):
                out.put(self.height - 1 - y, x, self.get(x, y))
        return out

    def scaled(self, factor: int) -> Image:
        big = Image(self.width * factor, self.height * factor)
        pixels: list[Colour] = []
        for y in range(self.height):
            row = self.pixels[y * self.width : (y + 1) * self.width]
            wide = [colour for colour in row for _ in range(factor)]
            pixels.extend(wide * factor)
        big.pixels = pixels
        return big


def _blend(under: Colour, over: Colour) -> Colour:
    a, b = over[3], under[3] * (255 - over[3]) // 255
    total = a + b
    if total == 0:
        return CLEAR
    red, green, blue = ((over[i] * a + under[i] * b) // total for i in range(3))
    return red, green, blue, total
