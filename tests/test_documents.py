"""The documents tell the truth: the rules' worked examples, the tutorial's programs and every text's keys."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from outflank import Host, Place, begin
from outflank.contract import Levelled
from outflank.games import games, load
from outflank.protocol import Act, Refused
from tests.conftest import ROOT
from tools import strength

if TYPE_CHECKING:
    from pathlib import Path

RULES = ROOT / "src" / "outflank" / "games" / "cellwar" / "RULES.md"


def blocks(path: Path, language: str) -> list[tuple[int, str]]:
    """The fenced blocks in a language, each with the line it begins in."""
    text = path.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, each.start()) + 1, each[1]) for each in found]


# ---- the worked examples of CellWar's rules


class Example:
    """A match that follows the lines of an example. ``checked`` counts what was compared."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.checked = 0
        first = self.lines.pop(0)
        options, position = ({}, first) if first.startswith("cellwar/") else (json.loads(first[8:]), None)
        if position:
            options = {"player_count": max(2, *(int(each) for each in re.findall(r"\b(\d)[IFA]", position)))}
            options |= {"width": 20, "height": 20}  # of no account: the position has its own
        places = [Place("human")] * options.get("player_count", 2)
        self.host = Host.start("m", begin("cellwar", options, places, 1, 0, position))

    @property
    def player(self) -> int:
        return int(self.host.match.state.player)

    def play(self) -> int:
        while self.lines:
            self.step(self.lines.pop(0))
        return self.checked

    def step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case ">":
                self.act(rest)
                return
            case "!":
                notation, detail = rest.rsplit(" ", 1)
                before = self.host.text.position(self.host.match.state)
                with pytest.raises(ValueError, match=f"^{detail}$"):
                    self.act(notation)
                assert self.host.text.position(self.host.match.state) == before
            case "leave":
                self.host.leave(int(rest), 0)
                return
            case "=":
                assert self.host.text.position(self.host.match.state).split()[2] == rest
            case "turn":
                assert self.player == int(rest)
            case "round":
                assert self.host.text.position(self.host.match.state).split()[4].split("/")[0] == rest
            case "won":
                outcome = self.host.match.outcome
                assert outcome and f"{outcome.winner} {outcome.reason}" == rest
            case "see":
                seen = self.host.text.grid(self.host.game.view(self.host.match.state, int(rest)))
                assert [self.lines.pop(0).split() for _ in seen] == seen
            case _:
                raise AssertionError(f"what is {line!r}?")
        self.checked += 1

    def act(self, notation: str) -> None:
        action = self.host.text.parse(notation, {})
        answer = self.host.receive(self.player, Act(action), 0).mail[-1][1]
        if isinstance(answer, Refused):
            raise ValueError(answer.detail)


def test_the_rules_have_their_examples() -> None:
    assert len(blocks(RULES, "cellwar")) >= 12


@pytest.mark.parametrize(("line", "block"), blocks(RULES, "cellwar"), ids=lambda each: str(each)[:20])
def test_each_example_of_the_rules_holds(line: int, block: str) -> None:
    lines = [each.split("  #")[0].rstrip() for each in block.splitlines()]
    assert Example(lines).play() > 0


# ---- documents for programmers


def test_the_tutorial_runs_and_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    found = re.findall(r"^```(python|text)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"__name__": "tutorial"}
    printed = None
    compared = 0
    for language, block in found:
        if language == "python":
            assert not printed, "a block prints something and the tutorial does not say what"
            exec(compile(block, "tutorial.md", "exec"), names)
            printed = capsys.readouterr().out
        else:
            assert printed == block
            printed = None
            compared += 1
    assert not printed and compared >= 8


def test_the_programs_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    programs = blocks(ROOT / "README.md", "python")
    for _, program in programs:
        exec(compile(program, "README.md", "exec"), {"__name__": "readme"})
    assert programs and "Outcome(" in capsys.readouterr().out


def test_adding_a_game_shows_pieces_of_the_example() -> None:
    folder = ROOT / "examples" / "crossing"
    sources = [path.read_text(encoding="utf-8") for path in (*folder.rglob("*.py"), folder / "pyproject.toml")]
    page = ROOT / "docs" / "add-a-game.md"
    pieces = [*blocks(page, "python"), *blocks(page, "toml")]
    assert len(pieces) >= 12
    for line, piece in pieces:
        assert any(piece in source for source in sources), f"add-a-game.md, line {line}"
    contract = (ROOT / "src" / "outflank" / "contract.py").read_text(encoding="utf-8")
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"^    def (\w+)\(", contract, re.MULTILINE)
    assert "from_position" in named and not [name for name in named if not name.startswith("_") and name not in text]


def test_links_between_documents_lead_somewhere() -> None:
    checked = 0
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "src").rglob("*.md")):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.name}: {target}"
                checked += 1
    assert checked > 10


@pytest.mark.skipif(not strength.REPORT.is_file(), reason="docs/strength.json is not there: python -m tools.strength")
def named_with_version(text: str) -> list[str]:
    """Files and packages of ours that are named with a version, which the next one will not have."""
    return re.findall(r"\boutflank(?:-|==|_)\d+\.\S*", text)


def test_no_document_tells_to_use_one_version() -> None:
    assert named_with_version("pip install 'outflank-0.1.0-py3-none-any.whl[server]' outflank==0.1.0") == [
        "outflank-0.1.0-py3-none-any.whl[server]'",
        "outflank==0.1.0",
    ]
    told = {
        path.name: found
        for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "deploy").glob("*.*")]
        if (found := named_with_version(path.read_text(encoding="utf-8")))
    }
    assert not told


def test_the_page_of_strength_is_made_of_its_report(tmp_path: Path) -> None:
    strength.write(strength.read(), tmp_path / "strength.json", tmp_path / "strength.md")
    assert (tmp_path / "strength.json").read_text() == strength.REPORT.read_text()
    assert (tmp_path / "strength.md").read_text() == strength.PAGE.read_text()


@pytest.mark.parametrize("name", games())
def test_the_page_of_opponents_tells_the_budgets(name: str) -> None:
    """Every level that searches has a row in its game's table, with the nodes it has; the others need no number."""
    page = (ROOT / "docs" / "opponents.md").read_text(encoding="utf-8")
    title = {"cellwar": "CellWar", "pixelswars": "PixelsWars", "traversal": "Traversal"}[name]
    part = page.split(f"### {title}\n", 1)[1].split("\n### ", 1)[0]
    rules = load(name)
    assert isinstance(rules, Levelled)
    for level, held in rules.LEVELS.items():
        (row,) = [line for line in part.splitlines() if line.startswith("| ") and level.title() in line.split("|")[1]]
        if held.search == "script":
            assert "| one script |" in row
            continue
        assert f"| {held.full:,} nodes | {held.light:,} |" in row
        for number in ("worlds", "trials", "noise"):
            assert number not in held.numbers or f"| {held.numbers[number]} |" in row


# ---- what to do when something goes wrong

TROUBLES = {
    "a friend cannot open your link": "link",
    "an invitation does not work": "code",
    "the page loads, but no match begins": "begin",
    "`This page is of another version than the server`": "old",
    "`There is no such match on this server`": "gone",
    "a player has left in the middle of a match": "left",
    "`This seat is not yours`": "seat",
    "`This request comes from another site`": "origin",
    "status 413": "large",
    "status 429": "many",
}
"""What a player meets, in the words of the guide, and which case of the page's help that is."""


def test_the_page_helps_with_whatever_the_guide_says_of_playing() -> None:
    text = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part for part in text.split("\n## ")}
    rows = re.findall(r"^\| (.+?) \|", sections["Playing"], re.MULTILINE)
    assert rows.pop(0) == "you see" and sorted(rows) == sorted(TROUBLES)
    page = (ROOT / "web" / "src" / "screens" / "help" / "Trouble.svelte").read_text(encoding="utf-8")
    shown = re.findall(r"\['help\.trouble\.(\w+)', 'help\.trouble\.(\w+)_text'\],", page)
    assert all(what == helps for what, helps in shown) and page.count("    ['help") == len(shown)
    assert "Replays" in sections and sorted(what for what, _ in shown) == sorted({*TROUBLES.values(), "replay"})
