"""Who plays in an arena: a level, a class of somebody's own, or a program, by what was asked for."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from outflank.bots import levels, make
from outflank.contract import Refusal
from outflank.games import load
from outflank.seats.pipe import Pipe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from outflank.bots import Bot

_NAMED = re.compile(r"([A-Za-z0-9][\w.@-]{0,23})=(.+)", re.DOTALL)
_CLASS = re.compile(r"([\w./\\~-]+):([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One bot. ``what``: the level's name, ``module:Class`` or the command."""

    name: str
    kind: Literal["level", "class", "program"]
    what: str


def entrant(game: str, words: str) -> Entrant:
    """Who is meant. Raises Refusal UnknownBot or UnknownGame: when there is no such level, class or program."""
    words = words.strip()
    known = levels(game)
    named = _NAMED.fullmatch(words)
    if words not in known and named:
        found = entrant(game, named[2])
        return Entrant(named[1], found.kind, found.what)
    if words in known:
        return Entrant(words, "level", words)
    if _CLASS.fullmatch(words):
        _class(words)
        return Entrant(words.rsplit(":", 1)[1], "class", words)
    try:
        parts = shlex.split(words)
    except ValueError as error:
        raise _unknown(game, words, f" ({error})") from None
    if not parts or not (shutil.which(parts[0]) or Path(parts[0]).is_file()):
        raise _unknown(game, words)
    return Entrant(Path(next((each for each in parts if "." in each), parts[0])).name[:24], "program", words)


def _unknown(game: str, words: str, why: str = "") -> Refusal:
    message = (
        f"There is no bot {words[:60]!r}{why}. For {game} there is {', '.join(levels(game))}; or give a class as "
        "file.py:Class, or the command of a program."
    )
    return Refusal("UnknownBot", message, "unknown_bot", bot=words[:40])


def labels(game: str, bots: Sequence[str]) -> list[str]:
    """A name for each bot, no two alike."""
    names: list[str] = []
    for each in bots:
        name = entrant(game, each).name
        alike = sum(other.split("#")[0] == name for other in names)
        names.append(f"{name}#{alike + 1}" if alike else name)
    return names


def seated(game: str, who: Entrant, patience: float) -> Bot:
    """A fresh bot for one game. A program is started, and leaves after too many refused lines. Raises Refusal."""
    match who.kind:
        case "level":
            return make(game, who.what)
        case "class":
            made: Bot = _class(who.what)()
            return made
        case "program":
            return Pipe(who.what, load(game), patience=patience, forfeits=True)


def _class(words: str) -> type[Bot]:
    """The class of ``file.py:Class`` or ``module:Class``. Raises Refusal UnknownBot."""
    where, name = words.rsplit(":", 1)
    try:
        module = _file(Path(where).expanduser()) if where.endswith(".py") else _module(where)
    except Exception as error:  # whatever happens in somebody's own module
        message = f"The bot {words!r} cannot be loaded: {type(error).__name__}: {error}."
        raise Refusal("UnknownBot", message, "unknown_bot", bot=words[:40]) from None
    found: type[Bot] | None = getattr(module, name, None)
    if not isinstance(found, type) or not callable(getattr(found, "choose", None)):
        message = f"The bot {words!r} is no class with a method choose(turn)."
        raise Refusal("UnknownBot", message, "unknown_bot", bot=words[:40])
    return found


def _file(path: Path) -> ModuleType:
    path = path.resolve()
    where = hashlib.sha256(str(path.parent).encode()).hexdigest()[:8]  # two versions of one bot have the same name
    name = f"outflank_bot_{path.stem}_{where}"
    kept = sys.modules.get(name)
    if kept is not None:
        return kept
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module(name: str) -> ModuleType:
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(name)
