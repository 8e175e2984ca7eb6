"""A tenth unit is a row in the catalogue and nothing else: a copy of the package with one row more knows it everywhere.

And a check of the rows there are, which names what one lacks: a picture, a name in each language, a pair of the table.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from textwrap import indent
from typing import TYPE_CHECKING, Any

from outflank.games.pixelswars import game
from outflank.games.pixelswars.catalog import AIRBORNE, UNITS, Unit
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "docs" / "add-a-unit.md"
END = ")\n\n\nclass Ground"
"""Of the rows of the catalogue."""


def row() -> str:
    """The mortar as the page shows it, indented for the catalogue."""
    (block,) = re.findall(r"```python\n(Unit\(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return indent(str(block), "    ")


PROGRAM = """
import json
from outflank.games import load, text
game, words = load("pixelswars"), text("pixelswars")
line = "pixelswars/1 Bgggm/ggggg/ggggg 1 5000,0 1infantry@a3;1mortar@c1=50/3/1/0;2jeep@e1;2helicopter@d1 a1=1:20"
state = words.from_position(line)
before = game.view(state, 1)
bought = game.decode(state, words.parse("buy mortar a1", before))
state.apply(bought)
print(json.dumps({
    "tables": game.tables(),
    "advice": game.advice(before),
    "view": game.view(state, 1),
    "legal": game.legal(state, 1),
    "position": words.position(words.from_position(words.position(state))) == words.position(state),
    "judged": len(state.judge(state.legal_actions())),
    "planes": len(state.observation(1)) // state.cells(),
    "text": words.text(game.view(state, 1)),
}))
"""


def with_a_tenth(folder: Path) -> dict[str, Any]:
    """What a copy of the package says that has the row."""
    package = folder / "outflank"
    leave_out = shutil.ignore_patterns("static", "__pycache__", "*.so", "*.pyd")
    shutil.copytree(ROOT / "src" / "outflank", package, ignore=leave_out)
    catalog = package / "games" / "pixelswars" / "catalog.py"
    source = catalog.read_text(encoding="utf-8")
    assert source.count(END) == 1
    catalog.write_text(source.replace(END, row() + END), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def test_a_row_is_enough(tmp_path: Path) -> None:
    told = with_a_tenth(tmp_path)
    facts = {each["kind"]: each for each in told["tables"]["units"]}
    assert list(facts) == [unit.kind for unit in UNITS] + ["mortar"]
    assert facts["mortar"]["multipliers"]["jeep"] == 120 and facts["mortar"]["multipliers"]["plane"] is None
    assert facts["helicopter"]["multipliers"]["mortar"] == 175
    assert facts["anti_air"]["multipliers"]["mortar"] is None and facts["tank"]["multipliers"]["mortar"] == 100
    offers = told["advice"]["shops"][0]["offers"]
    assert [each["kind"] for each in offers].index("mortar") == 4  # by price
    mortar = next(each for each in told["advice"]["units"] if each["id"] == 1)
    assert (mortar["capture_why"], mortar["attacks"]) == ("cannot", 1)
    assert [shot["target"] for shot in mortar["shots"] if shot["origin"] == mortar["at"]] == [2]
    # 55 against 20 + 50 of defence on the mountain, 1.2 times, with 50 of 90 HP: 125 - 32 = 93
    assert mortar["shots"][0]["forecast"]["hp"] == 93
    assert {"buy": "mortar", "at": [0, 0]} not in told["legal"], "the base is occupied now"
    assert told["view"]["units"][-1] == {
        "id": 4,
        "owner": 1,
        "kind": "mortar",
        "x": 0,
        "y": 0,
        "hp": 90,
        "movement": 3,
        "attacks": 1,
        "captures": 0,
    }
    assert told["position"] and told["judged"] == len(told["legal"]) and told["planes"] == 2 * 10 + 9 + 9
    assert "mortar@a1:90(3/1/0)" in told["text"]


# ---- what each row needs


def lacking(kinds: list[str], texts: dict[str, dict[str, str]], sprites: set[str]) -> list[str]:
    """What is missing for these kinds, in words."""
    found = [
        f"{kind}: no name pixelswars.kind.{kind} in {language}.json"
        for kind in kinds
        for language, known in texts.items()
        if f"pixelswars.kind.{kind}" not in known
    ]
    found += [
        f"{kind}: no picture in web/src/art/pixelswars.json"
        for kind in kinds
        if not any(kind in name.split("/") for name in sprites)
    ]
    return found


def unpaired(units: list[Unit]) -> list[str]:
    """Pairs of kinds of which neither row says anything although one of them flies: forgotten, most likely."""
    return [
        f"{one.kind} against {other.kind}: neither row names the other"
        for one in units
        for other in units
        if one.domain == "ground" and other.domain == "air"
        if other.kind not in one.against and one.kind not in other.suffers
    ]


def known_texts() -> dict[str, dict[str, str]]:
    folder = ROOT / "src" / "outflank" / "i18n"
    return {
        language: json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "fr", "de")
    }


def known_sprites() -> set[str]:
    return set(json.loads((ROOT / "web" / "src" / "art" / "pixelswars.json").read_text(encoding="utf-8"))["frames"])


def test_every_unit_has_pictures_names_and_pairs() -> None:
    kinds = [unit.kind for unit in UNITS]
    assert lacking(kinds, known_texts(), known_sprites()) == []
    assert unpaired(list(UNITS)) == []
    assert [len(each["multipliers"]) for each in game.tables()["units"]] == [len(UNITS)] * len(UNITS)


def test_what_a_new_unit_lacks_is_named() -> None:
    told = lacking(["infantry", "mortar"], known_texts(), known_sprites())
    assert told == [
        *(f"mortar: no name pixelswars.kind.mortar in {language}.json" for language in ("en", "fr", "de")),
        "mortar: no picture in web/src/art/pixelswars.json",
    ]
    row = UNITS[0]._replace(kind="mortar", against={})
    assert unpaired([*UNITS, row]) == [
        "mortar against plane: neither row names the other",
        "mortar against helicopter: neither row names the other",
    ]
    assert unpaired([*UNITS, row._replace(against=dict(AIRBORNE))]) == []
