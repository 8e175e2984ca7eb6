"""Writes THIRD_PARTY_LICENSES.txt and what the about page shows: the licences of everything this project hands on.

``python tools/licenses.py`` builds the page with source maps to see which npm packages are really in it, adds the npm
packages whose files are copied as they are (fonts), and what ``pip install outflank`` brings along.
``--check`` writes nothing and says what is stale.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
TEXT = ROOT / "THIRD_PARTY_LICENSES.txt"
DATA = WEB / "src" / "generated" / "licenses.json"
RULE = "-" * 100


@dataclass(frozen=True)
class Work:
    """Somebody else's work. ``where``: it is in the ``page``, or installed beside it for the ``server``."""

    name: str
    where: str
    version: str
    license: str
    url: str
    text: str


def in_page() -> list[Work]:
    """The npm packages in the built page."""
    names = set(json.loads((WEB / "package.json").read_text())["dependencies"])
    with tempfile.TemporaryDirectory() as folder:
        vite = ["node", "node_modules/vite/bin/vite.js", "build", "--sourcemap", "--logLevel", "error"]
        subprocess.run([*vite, "--outDir", folder, "--emptyOutDir"], cwd=WEB, check=True)
        for source_map in Path(folder).rglob("*.map"):
            for source in json.loads(source_map.read_text())["sources"]:
                found = re.search(r".*node_modules/((?:@[^/]+/)?[^/]+)/", source)
                if found:
                    names.add(found[1])
    return [npm(name) for name in sorted(names)]


def npm(name: str) -> Work:
    """One installed npm package."""
    folder = WEB / "node_modules" / name
    about = json.loads((folder / "package.json").read_text())
    url = about.get("homepage") or f"https://www.npmjs.com/package/{name}"
    return Work(name, "page", about["version"], about["license"], url, licence_text(name, sorted(folder.iterdir())))


def licence_text(name: str, candidates: list[Path]) -> str:
    """The text that must travel with the work."""
    for path in candidates:
        if re.match(r"(licen[sc]e|copying)", path.name, re.IGNORECASE) and path.is_file():
            return path.read_text(encoding="utf-8").replace("\r\n", "\n").strip()
    raise SystemExit(f"{name} has no licence file: look it up and decide")


def beside_server() -> list[Work]:
    """What ``pip install outflank`` brings along, dependencies of dependencies included."""
    from packaging.requirements import Requirement

    todo, found = ["outflank"], dict[str, Distribution]()
    while todo:
        for line in distribution(todo.pop()).requires or []:
            wanted = Requirement(line)
            name = wanted.name.lower().replace("_", "-")
            if name not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
                found[name] = distribution(name)
                todo.append(name)
    return [python(name, found[name]) for name in sorted(found)]


def python(name: str, installed: Distribution) -> Work:
    """One installed Python package. No version: pip chooses it when the user installs."""
    about = installed.metadata
    texts = [Path(str(installed.locate_file(path))) for path in installed.files or [] if ".dist-info/" in str(path)]
    licence = about["License-Expression"] or about["License"]
    url = f"https://pypi.org/project/{name}/"
    return Work(name, "server", "", licence, url, licence_text(name, sorted(texts)))


def as_text(works: list[Work]) -> str:
    """The file that travels in the wheel."""
    head = (
        "Outflank is under the MIT licence (see LICENSE). It hands on or builds on the works below.\n"
        "Made by tools/licenses.py; do not edit.\n"
    )
    kinds = {"page": "in the page", "server": "installed beside the server"}
    parts = [
        f"{RULE}\n{f'{w.name} {w.version}'.strip()} ({w.license}), {kinds[w.where]}\n{w.url}\n\n{w.text}\n"
        for w in works
    ]
    return head + "\n" + "\n".join(parts)


def as_data(works: list[Work]) -> str:
    """What the about page shows; the texts of what is not in the page are left to the file."""
    shown = [asdict(w) | ({} if w.where == "page" else {"text": ""}) for w in works]
    return json.dumps(shown, indent=2, ensure_ascii=False) + "\n"


def stale(page: list[Work]) -> list[str]:
    """What the committed files say wrongly of the page, or leave out of the direct Python dependencies."""
    data = json.loads(DATA.read_text()) if DATA.is_file() else []
    wrong = []
    if [w for w in data if w["where"] == "page"] != [asdict(w) for w in page]:
        wrong.append(f"{DATA.relative_to(ROOT)} does not list what is in the page")
    text = TEXT.read_text() if TEXT.is_file() else ""
    wrong += [
        f"{TEXT.name} lacks the licence of {w.name} {w.version}"
        for w in page
        if as_text([w]).split(RULE)[1] not in text
    ]
    known = {w["name"] for w in data}
    wrong += [f"{w.name} is not listed" for w in beside_server() if w.name in direct() and w.name not in known]
    return wrong


def direct() -> set[str]:
    """The Python packages that pyproject.toml itself names: a newer one of theirs may bring others any day."""
    import tomllib

    names = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return {re.split(r"[^a-z0-9-]", name)[0] for name in names}


def main() -> int:
    page = in_page()
    if "--check" in sys.argv:
        wrong = stale(page)
        print("\n".join(wrong) if wrong else "licences: up to date", file=sys.stderr)
        return 1 if wrong else 0
    works = page + beside_server()
    TEXT.write_text(as_text(works), encoding="utf-8")
    DATA.parent.mkdir(exist_ok=True)
    DATA.write_text(as_data(works), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
