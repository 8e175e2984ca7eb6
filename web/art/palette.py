"""The colours: one ramp of five tones per material, shadows drawn towards blue, lights towards yellow."""

from __future__ import annotations

Colour = tuple[int, int, int, int]
Ramp = tuple[Colour, Colour, Colour, Colour, Colour]

TEAMS = ("blue", "red", "orange", "sky")
OWNERS = ("neutral", *TEAMS)

OUTLINE, SHADOW, MID, LIGHT, SHINE = range(5)


def _ramp(*tones: str) -> Ramp:
    a, b, c, d, e = (_hex(tone) for tone in tones)
    return a, b, c, d, e


def _hex(text: str) -> Colour:
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16), 255


# outline, shadow, mid, light, shine
RAMPS: dict[str, Ramp] = {
    "blue": _ramp("141844", "2b3f9c", "3a6fdc", "69a8f8", "bfe4ff"),
    "red": _ramp("3c0c22", "8c1f3c", "d23b3b", "f2785a", "ffc49a"),
    "orange": _ramp("40180a", "96480f", "e07f1c", "fab043", "ffe6a0"),
    "sky": _ramp("0c2c40", "1c6a8c", "33a6cc", "7fdcf0", "d6fafc"),
    "neutral": _ramp("2a2838", "6a6880", "9a98a8", "c6c4cc", "efeef0"),
    "steel": _ramp("1a1c2c", "4c5470", "7e8a9e", "b4c0c8", "eef4f2"),
    "rubber": _ramp("12121e", "262838", "3e4254", "626878", "949aa4"),
    "skin": _ramp("4c2028", "b06a50", "e8a478", "fad0a0", "ffecc8"),
    "leather": _ramp("2c1a1e", "6a4434", "9c6c44", "cc9c60", "f0d090"),
    "glass": _ramp("122848", "2c6494", "58a8d0", "a0e0f0", "f0ffff"),
    "leaf": _ramp("10302c", "1f5a40", "3a8c46", "74b84c", "b8de6c"),
    "pine": _ramp("0c2630", "184a44", "286c4a", "4c9650", "8cc468"),
    "bark": _ramp("281a20", "553428", "7e5234", "aa7a48", "d4aa6c"),
    "soot": _ramp("120e18", "241e2a", "3a3238", "5a4e50", "84766e"),
    "smoke": _ramp("4c4858", "7c7886", "a4a0aa", "cac8cc", "ecebea"),
    "fume": _ramp("1c1824", "343040", "504a58", "726c78", "9a949c"),
    "fire": _ramp("7a1c1c", "d8441c", "f88a20", "ffcc40", "fff8b8"),
    "cloth": _ramp("4c4458", "a49cac", "d8d2d0", "f4f0e8", "ffffff"),
    "blood": _ramp("3c0c22", "7c1428", "b02434", "d85050", "f08c7c"),
    "grass": _ramp("3c6a34", "5f9c44", "74b04a", "88c054", "a4d264"),
    "sand": _ramp("7c5c44", "b4946a", "d4b884", "ecd8a4", "faf0cc"),
    "road": _ramp("6a6070", "948a8c", "b4aaa2", "c8beb2", "e0d8cc"),
    "water": _ramp("1f3c88", "2f66b8", "3f86d4", "64ace8", "c4ecfa"),
    "rock": _ramp("2c2638", "5c5468", "8c8488", "bcb4a8", "e6e0cc"),
    "snow": _ramp("4c5a80", "9cb0d0", "d0def0", "f0f6fc", "ffffff"),
    "wall": _ramp("3a2e3c", "8c7c80", "c4b6a8", "e6dcc8", "fbf6e6"),
    "brick": _ramp("3a1a22", "7c3c34", "aa5c44", "d08858", "ecb884"),
    "slate": _ramp("1e2034", "404a64", "626e88", "8c9aac", "c0ccd4"),
    "concrete": _ramp("3a3a48", "74747e", "9c9c9e", "bebeb8", "e0e0d6"),
    "gold": _ramp("5a3210", "b06c18", "eaa82c", "ffda50", "fff6b0"),
    "heart": _ramp("4a0c24", "a41c3c", "e23a4c", "fc7c74", "ffd0c4"),
    "heal": _ramp("0e4030", "1c8450", "3cc864", "8cf088", "e4ffd0"),
    "paper": _ramp("2a2838", "9a98a8", "dcdadc", "f6f4f0", "ffffff"),
}

SHADE: Colour = (18, 16, 40, 88)
"""What lies in the shade of a unit or a tree: drawn over any ground."""
