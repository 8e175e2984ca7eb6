"""A copy of this tree in which ./run finds the libraries that are here, so that its commands change nothing here."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LEAVE_OUT = (
    *(".git", ".venv", ".cache", "node_modules", "build", "dist", "artifacts", "tests", "reports", "bench"),
    *("*.so", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"),
)


def run_script(tree: Path = ROOT) -> Any:
    """A tree's script ``run`` as a module."""
    loader = SourceFileLoader("run_script", str(tree / "run"))
    spec = importlib.util.spec_from_loader("run_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


def clone(tree: Path) -> Path:
    """Copy it there, libraries and the built page being taken for made. No package is ever installed from there."""
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEAVE_OUT))
    script = run_script(tree)
    script.PYTHON.parent.mkdir(parents=True)
    # A link would be taken for a Python without an environment; and pip would install into the real one.
    refusal = 'case "$*" in *"-m pip"*|*"-m venv"*) echo "not from a copy: $*" >&2; exit 3;; esac'
    script.PYTHON.write_text(f'#!/bin/sh\n{refusal}\nexec "{sys.executable}" "$@"\n')
    script.PYTHON.chmod(0o755)
    (script.VENV / "made-venv").write_text(sys.version)
    take_libraries_for_made(tree)
    script.CACHE.mkdir()
    web = script.files(script.WEB, without=[script.MODULES, script.WEB / "tests"])
    (script.CACHE / "made-page").write_text(script.fingerprint([*web, *script.files(script.PACKAGE / "i18n")]))
    return tree


def take_libraries_for_made(tree: Path) -> None:
    """Again, when a copy's pyproject.toml was changed."""
    script = run_script(tree)
    made_from = script.fingerprint([tree / "pyproject.toml", tree / "setup.py", script.PACKAGE / "__init__.py"])
    (script.VENV / "made-dev").write_text(made_from)


def link_node_modules(tree: Path) -> None:
    """The page's libraries, each a link and taken for made: what Vite writes beside them stays in the copy."""
    here, there = ROOT / "web" / "node_modules", tree / "web" / "node_modules"
    there.mkdir()
    for each in here.iterdir():
        if each.name != ".made" and not each.name.startswith(".vite"):
            (there / each.name).symlink_to(each)
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    named = [tree / "web" / name for name in ("package.json", "package-lock.json")]
    (there / ".made").write_text(run_script(tree).fingerprint(named, version))
