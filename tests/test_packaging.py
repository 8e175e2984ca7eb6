"""A wheel made from this tree works in an empty environment, and what is missing on a machine is told in one line."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import outflank

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
LEAVE_OUT = shutil.ignore_patterns(
    *(".git", ".venv", ".cache", "node_modules", "build", "dist", "artifacts", "tests", "web"),
    *("*.so", "*.egg-info", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis", ".pytest_cache"),
)


def build(tree: Path, *options: str, **env: str) -> tuple[Path, str]:
    """The wheel made from a tree, and what the build said."""
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tree / "dist"), *options]
    done = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": "", **env}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tree / "dist").glob("*.whl")
    return wheel, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pure wheel."""
    tree = tmp_path_factory.mktemp("wheel") / "outflank"
    shutil.copytree(ROOT, tree, ignore=LEAVE_OUT)
    return build(tree, "--no-isolation", OUTFLANK_COMPILE="0")[0]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command ``outflank`` of an empty environment into which only the wheel was installed."""
    place = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
    pip = [str(place / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel)]
    subprocess.run(pip, check=True)
    return place / "bin" / "outflank"


def quiet_env() -> dict[str, str]:
    """An environment that does not lead to this tree, and has no Node."""
    return {"PATH": "/nowhere", "HOME": "/nowhere"}


def test_the_wheel_holds_the_page_the_texts_and_the_rules(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = ["static/index.html", "py.typed", "games/cellwar/RULES.md"]
    wanted += [f"i18n/{language}.json" for language in ("en", "fr", "de")]
    lost = [name for name in wanted if f"outflank/{name}" not in names]
    assert not lost, f"not in the wheel: {lost} (if it is the page: ./run build builds it first)"
    built = {f"outflank/static/{p.relative_to(ROOT / 'src/outflank/static').as_posix()}" for p in static_files()}
    assert built <= names
    assert not [name for name in names if name.endswith((".so", ".c")) or name.startswith("tests/")]
    licences = [name for name in names if name.endswith(("/LICENSE", "/THIRD_PARTY_LICENSES.txt"))]
    assert len(licences) == 2


def static_files() -> list[Path]:
    return [path for path in (ROOT / "src/outflank/static").rglob("*") if path.is_file()]


def test_the_command_tells_its_version(installed: Path) -> None:
    out = subprocess.run([installed, "--version"], env=quiet_env(), capture_output=True, text=True, check=True).stdout
    assert out.startswith(f"outflank {outflank.__version__} (rules in plain Python")


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server started by the installed command, without Node and outside this tree."""
    command = [str(installed), "play", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]
    with subprocess.Popen(command, cwd=tmp_path, env=quiet_env(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        yield next(word for word in first.split() if word.startswith("http://"))
        process.send_signal(signal.SIGINT)
        assert process.wait(10) in (0, 130), "Ctrl-C ends the server in good order"


def fetch(address: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.headers["content-type"], answer.read()


def test_the_installed_server_serves_the_page(server: str) -> None:
    kind, body = fetch(server)
    assert kind.startswith("text/html")
    assert body == (ROOT / "src/outflank/static/index.html").read_bytes()
    health = json.loads(fetch(f"{server}api/health")[1])
    assert health["status"] == "ok"
    assert [game["id"] for game in json.loads(fetch(f"{server}api/games")[1])] == ["cellwar"]


def test_the_compiled_wheel_is_built_from_what_pyproject_names_alone(tmp_path: Path) -> None:
    tree = tmp_path / "outflank"
    shutil.copytree(ROOT, tree, ignore=LEAVE_OUT)
    made, _ = build(tree)  # isolated, as pip does it: nothing of this environment is there
    assert "-none-any" not in made.name
    with zipfile.ZipFile(made) as wheel:
        names = wheel.namelist()
        wheel.extractall(tmp_path / "unpacked")
    compiled = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert {"outflank/state", "outflank/games/cellwar/rules", "outflank/games/cellwar/fog"} <= compiled
    assert {f"{name}.py" for name in compiled if name.startswith("outflank/")} <= set(names)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked")}
    tell = [sys.executable, "-m", "outflank", "--version"]
    assert "compiled rules" in subprocess.run(tell, env=env, capture_output=True, text=True, check=True).stdout


def test_without_a_compiler_the_wheel_is_pure_and_one_line_says_how_to_get_the_fast_one(tmp_path: Path) -> None:
    tree = tmp_path / "outflank"
    shutil.copytree(ROOT, tree, ignore=LEAVE_OUT)
    empty = tmp_path / "no-compiler"
    empty.mkdir()
    made, said = build(tree, "--no-isolation", PATH=str(empty), CC="", OUTFLANK_COMPILE="1")
    assert made.name.endswith("-py3-none-any.whl")
    lines = [line for line in said.splitlines() if "without compiled rules" in line]
    assert len(lines) == 1
    assert "apt install gcc" in lines[0]


def test_the_licences_are_those_of_what_is_handed_on() -> None:
    done = subprocess.run(
        [sys.executable, "tools/licenses.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
