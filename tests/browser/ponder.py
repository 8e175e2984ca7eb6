"""A server on which Expert thinks for as long as it may: ``python -m tests.browser.ponder serve ...``."""

from __future__ import annotations

import sys
from dataclasses import replace

from outflank.cli import main
from outflank.games import load

LEVELS = load("pixelswars").LEVELS  # type: ignore[attr-defined]
LEVELS["expert"] = replace(LEVELS["expert"], full=10**8, light=10**8)

if __name__ == "__main__":
    sys.exit(main())
