"""The example game, installed by pip as anybody would install it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def install_crossing(folder: Path) -> Path:
    """Install examples/crossing below ``folder``; returns what must be on the path."""
    source, site = folder / "source", folder / "site"
    shutil.copytree(ROOT / "examples" / "crossing", source, ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(site), str(source)], check=True)
    return site
