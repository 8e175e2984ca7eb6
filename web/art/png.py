"""PNG files, written and read with the standard library: what the generator makes and what people put in its place."""

from __future__ import annotations

import struct
import zlib

from .image import Image
from .palette import Colour

SIGNATURE = b"\x89PNG\r\n\x1a\n"


class BadPng(ValueError):
    """A file that is no PNG this reader knows: 8 bits a channel, not interlaced."""


def write(image: Image) -> bytes:
    """With a palette where the picture has at most 256 colours, else with all four channels."""
    colours = sorted(set(image.pixels), key=lambda colour: (colour[3], colour))
    rows = range(0, len(image.pixels), image.width)
    if len(colours) <= 256:
        index = {colour: number for number, colour in enumerate(colours)}
        raw = b"".join(b"\0" + bytes(index[c] for c in image.pixels[row : row + image.width]) for row in rows)
        table = b"".join(bytes(colour[:3]) for colour in colours)
        alphas = bytes(colour[3] for colour in colours if colour[3] < 255)
        head = [_chunk(b"PLTE", table), *([_chunk(b"tRNS", alphas)] if alphas else [])]
        kind = 3
    else:
        raw = b"".join(b"\0" + b"".join(map(bytes, image.pixels[row : row + image.width])) for row in rows)
        head, kind = [], 6
    header = struct.pack(">IIBBBBB", image.width, image.height, 8, kind, 0, 0, 0)
    parts = [_chunk(b"IHDR", header), *head, _chunk(b"IDAT", zlib.compress(raw, 9)), _chunk(b"IEND", b"")]
    return SIGNATURE + b"".join(parts)


def read(data: bytes) -> Image:
    if not data.startswith(SIGNATURE):
        raise BadPng("not a PNG file")
    chunks = _chunks(data)
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise BadPng("no header")
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(kind)
    if depth != 8 or channels is None or interlaced:
        raise BadPng("save it with 8 bits per channel and without interlacing")
    table = b"".join(body for name, body in chunks if name == b"PLTE")
    alphas = b"".join(body for name, body in chunks if name == b"tRNS")
    try:
        raw = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    except zlib.error as error:
        raise BadPng("damaged picture data") from error
    if len(raw) != height * (width * channels + 1):
        raise BadPng("the picture data does not fill the picture")
    image = Image(width, height)
    before = bytes(width * channels)
    pixels: list[Colour] = []
    for y in range(height):
        start = y * (width * channels + 1)
        before = _unfilter(raw[start], raw[start + 1 : start + 1 + width * channels], before, channels)
        for x in range(width):
            pixels.append(_colour(kind, before[x * channels : (x + 1) * channels], table, alphas))
    image.pixels = pixels
    return image


def _colour(kind: int, sample: bytes, table: bytes, alphas: bytes) -> Colour:
    if kind == 3:
        at = sample[0]
        if at * 3 + 3 > len(table):
            raise BadPng("a colour outside the palette")
        alpha = alphas[at] if at < len(alphas) else 255
        return table[at * 3], table[at * 3 + 1], table[at * 3 + 2], alpha
    if kind in (0, 4):
        return sample[0], sample[0], sample[0], sample[1] if kind == 4 else 255
    return sample[0], sample[1], sample[2], sample[3] if kind == 6 else 255


def _unfilter(kind: int, line: bytes, above: bytes, step: int) -> bytes:
    out = bytearray(line)
    for at in range(len(out)):
        left = out[at - step] if at >= step else 0
        up = above[at]
        corner = above[at - step] if at >= step else 0
        if kind == 1:
            out[at] = (out[at] + left) & 255
        elif kind == 2:
            out[at] = (out[at] + up) & 255
        elif kind == 3:
            out[at] = (out[at] + (left + up) // 2) & 255
        elif kind == 4:
            out[at] = (out[at] + _paeth(left, up, corner)) & 255
        elif kind:
            raise BadPng("an unknown line filter")
    return bytes(out)


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    out: list[tuple[bytes, bytes]] = []
    at = len(SIGNATURE)
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        out.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += length + 12
    return out
