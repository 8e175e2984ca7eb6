"""Write the playthroughs anew (--write), or say which differ."""

from __future__ import annotations

import argparse
import sys

from tests.playthroughs.play import PLAYS, record


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.playthroughs", description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the files; then read the diff")
    write = parser.parse_args().write
    differ = 0
    for play in PLAYS:
        told = record(play)
        if play.file.is_file() and play.file.read_text(encoding="utf-8") == told:
            continue
        differ += 1
        print(f"{play.file.name} {'written' if write else 'differs'}")
        if write:
            play.file.write_text(told, encoding="utf-8")
    return 1 if differ and not write else 0


if __name__ == "__main__":
    sys.exit(main())
