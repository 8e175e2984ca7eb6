"""One picture of the atlas: its name, its pixels, and where it sits on a cell of the board."""

from __future__ import annotations

from dataclasses import dataclass

from .image import Image

TILE = 24
ATOP = (0, 8)
"""Anchor of what is as wide as a cell and eight pixels higher."""


@dataclass(frozen=True)
class Sprite:
    """``anchor``: the pixel that lies on the top left corner of the cell, or on the point the picture is drawn at."""

    name: str
    image: Image
    anchor: tuple[int, int] = (0, 0)


def noise(x: int, y: int, seed: int = 0) -> int:
    """0..255, always the same for the same three numbers."""
    value = (x * 374761393 + y * 668265263 + seed * 1442695041) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    return (value ^ (value >> 16)) & 255
