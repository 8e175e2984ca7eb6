"""./run build: its wheels hold all that they need and work in an empty environment; what a machine lacks is told."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import outflank
from tests.clone import ROOT, clone

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = pytest.mark.timeout(900)  # everything is compiled once


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
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The tree in which ``./run build`` was called, and what it printed."""
    tree = clone(tmp_path_factory.mktemp("built") / "outflank")
    (tree / "dist").mkdir()
    (tree / "dist" / "outflank-0.0.1-py3-none-any.whl").touch()
    done = subprocess.run([sys.executable, "run", "build"], cwd=tree, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return tree, done.stdout.split()


@pytest.fixture(scope="module")
def wheel(built: tuple[Path, list[str]]) -> Path:
    """The pure wheel."""
    (wheel,) = (built[0] / "dist" / "pure").glob("*.whl")
    return wheel


def test_build_makes_both_wheels_and_nothing_else(built: tuple[Path, list[str]]) -> None:
    tree, told = built
    names = [Path(path).name for path in told]
    assert [str(Path(path).parent) for path in told] == ["dist", "dist/pure"]
    assert "-none-any" not in names[0]
    assert names[1].endswith("-py3-none-any.whl")
    made = sorted(path.relative_to(tree).as_posix() for path in (tree / "dist").rglob("*") if path.is_file())
    assert made == told, "what an earlier build left is gone"
    assert not (tree / "build").exists()


@pytest.fixture(scope="module", params=["dist", "dist/pure"])
def installed(
    request: pytest.FixtureRequest, built: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The command ``outflank`` of an empty environment into which only the wheel of a folder was installed."""
    (wheel,) = (built[0] / request.param).glob("*.whl")
    place = tmp_path_factory.mktemp(request.param.replace("/", "-"))
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
    wanted += [f"games/pixelswars/maps/{number:02}.json" for number in range(1, 13)]
    lost = [name for name in wanted if f"outflank/{name}" not in names]
    assert not lost, f"not in the wheel: {lost} (if it is the page: ./run build builds it first)"
    assert page(wheel) <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c")) or name.startswith("tests/")]
    licences = [name for name in names if name.endswith(("/LICENSE", "/THIRD_PARTY_LICENSES.txt"))]
    assert len(licences) == 2


def page(wheel: Path) -> set[str]:
    """The files of the built page in the tree whose wheel it is, as they must be named in it."""
    package = next(folder for folder in wheel.parents if (folder / "run").is_file()) / "src"
    return {path.relative_to(package).as_posix() for path in (package / "outflank/static").rglob("*") if path.is_file()}


def test_the_command_tells_its_version(installed: Path) -> None:
    out = subprocess.run([installed, "--version"], env=quiet_env(), capture_output=True, text=True, check=True).stdout
    rules = "rules in plain Python" if "pure" in str(installed) else "compiled rules"
    assert out.startswith(f"outflank {outflank.__version__} ({rules}")


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
    assert [game["id"] for game in json.loads(fetch(f"{server}api/games")[1])] == list(outflank.games.games())


def test_the_compiled_wheel_holds_the_page_the_sources_and_the_rules_in_c(
    built: tuple[Path, list[str]], tmp_path: Path
) -> None:
    made = built[0] / built[1][0]
    with zipfile.ZipFile(made) as wheel:
        names = wheel.namelist()
        wheel.extractall(tmp_path / "unpacked")
    assert page(made) <= set(names)
    compiled = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    assert {"outflank/state", "outflank/games/cellwar/rules", "outflank/games/cellwar/fog"} <= compiled
    assert {f"{name}.py" for name in compiled if name.startswith("outflank/")} <= set(names)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked")}
    tell = [sys.executable, "-m", "outflank", "--version"]
    assert "compiled rules" in subprocess.run(tell, env=env, capture_output=True, text=True, check=True).stdout


def test_to_compile_pyproject_names_all_that_is_needed(tmp_path: Path) -> None:
    """Isolated, as pip does it: nothing of this environment is there. One file shows it as well as all."""
    tree = clone(tmp_path / "outflank")
    project = (tree / "pyproject.toml").read_text()
    one, found = re.subn(r"^compiled = \[.*?^\]", 'compiled = ["rng.py"]', project, flags=re.DOTALL | re.MULTILINE)
    assert found == 1
    (tree / "pyproject.toml").write_text(one)
    made, _ = build(tree)
    assert "-none-any" not in made.name
    assert any(name.startswith("outflank/rng.") and name.endswith(".so") for name in zipfile.ZipFile(made).namelist())


def pure_for_want(tree: Path, **env: str) -> str:
    """Builds a wheel that should be compiled and cannot; the one line that says why."""
    made, said = build(clone(tree), "--no-isolation", OUTFLANK_COMPILE="1", **env)
    assert made.name.endswith("-py3-none-any.whl")
    (line,) = [line for line in said.splitlines() if "without compiled rules" in line]
    return line


def test_without_a_compiler_the_wheel_is_pure_and_one_line_says_how_to_get_the_fast_one(tmp_path: Path) -> None:
    empty = tmp_path / "no-compiler"
    empty.mkdir()
    line = pure_for_want(tmp_path / "outflank", PATH=str(empty), CC="")
    assert "no C compiler works here" in line and "apt install gcc" in line


def test_without_the_python_headers_too(tmp_path: Path) -> None:
    """A Python that looks for them where there are none, as Debian's does before python3-dev is installed."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib\n"  # the module of this very name: setuptools has another copy of it
        'distutils = importlib.import_module("setuptools._distutils.sysconfig")\n'
        f"distutils.get_python_inc = lambda *_, **__: {str(tmp_path / 'no-headers')!r}\n"
    )
    line = pure_for_want(tmp_path / "outflank", PYTHONPATH=str(tmp_path))
    assert "the Python headers are missing" in line and "apt install python3-dev" in line


def test_the_licences_are_those_of_what_is_handed_on() -> None:
    done = subprocess.run(
        [sys.executable, "tools/licenses.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
