"""Print one table: how fast the rules are beside hand-written C, and whether each bar is reached."""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import reference, rows
from outflank.cli.version import compiled

if TYPE_CHECKING:
    from bench.measure import Bar, Row

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "reports" / "bench.json"
SCALE = {"M": 1e6, "k": 1e3}


def figure(value: float, unit: str) -> str:
    return f"{value / SCALE.get(unit.split(' ')[0], 1):.3g}"


def bar(each: Bar, unit: str) -> str:
    value, sign = (each.least, ">=") if each.least is not None else (each.most, "<=")
    assert value is not None
    if each.of == "ratio":
        return f"ratio {sign} {value}"
    return f"{'' if each.of == 'rate' else 'all '}{sign} {figure(value, unit)} {unit}"


def line(row: Row) -> str:
    bars = ", ".join(bar(each, row.unit) for each in row.bars)
    against = f"{figure(row.reference_rate, row.unit)} {row.reference}"
    return (
        f"{row.name:27} {figure(row.rate, row.unit):>7} {row.unit:12} {against:27} {row.ratio:7.3f}  "
        f"{'pass' if row.passed else 'MISS'}  {bars}"
    )


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((each.split(":", 1)[1].strip() for each in lines if each.startswith("model name")), "unknown")


def origin() -> dict[str, Any]:
    """What the figures were measured on."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()

    return {
        "commit": git("rev-parse", "HEAD"),
        "changed": bool(git("status", "--porcelain", "--", "src", "bench")),
        "machine": {
            "processor": processor(),
            "cores": os.cpu_count(),
            "system": platform.system(),
            "python": platform.python_version(),
            "compiler": reference.compiler(),
        },
    }


def report(measured: dict[str, Row]) -> dict[str, Any]:
    """The table as JSON."""
    return origin() | {
        "rows": {
            name: {
                "name": row.name.strip(),
                "rate": row.rate,
                "unit": row.unit.replace("M ", "").replace("k ", ""),
                "reference": row.reference,
                "reference_rate": row.reference_rate,
                "ratio": row.ratio,
                "rounds": row.rounds,
                "seeds": row.seeds,
                **({"boards": row.boards} if row.boards else {}),
                "bars": [bar(each, row.unit) for each in row.bars],
                "passed": row.passed,
            }
            for name, row in measured.items()
        }
    }


def update(file: Path, later: dict[str, Any]) -> None:
    """Rows measured later take their place in a table; each tells its own commit."""
    table = json.loads(file.read_text())
    told = {key: later[key] for key in ("commit", "changed")}
    for name, row in later["rows"].items():
        table["rows"][name] = row | told
    file.write_text(json.dumps(table, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=rows.every(1), metavar="NAME", help="one row (may be repeated)"
    )
    parser.add_argument("--list", action="store_true", help="the names of the rows")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here (a whole table: to reports/)")
    parser.add_argument("--update", action="store_true", help="put the rows of --only into the table in reports/")
    parser.add_argument("--more", type=int, default=1, metavar="N", help="N times as many rounds (1)")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(rows.every(1)))
        return 0
    if not compiled():
        raise SystemExit("The bench measures the compiled rules, and these are not compiled: use ./run bench.")
    c = reference.build()
    measured: dict[str, Row] = {}
    print(f"{'what':27} {'ours':>7} {'':12} {'reference':27} {'ratio':>7}  {'':4}  bars", flush=True)
    for name, measure in rows.every(arguments.more).items():
        if not arguments.only or name in arguments.only:
            measured[name] = measure(c)
            print(line(measured[name]), flush=True)
    where = arguments.json or (None if arguments.only else REPORT)
    if arguments.only and arguments.update:
        update(REPORT, report(measured))
    if where:
        where.parent.mkdir(exist_ok=True)
        where.write_text(json.dumps(report(measured), indent=1) + "\n")
    return 0 if all(row.passed for row in measured.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
