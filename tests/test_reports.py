"""What the committed figures say is what was measured, and what the documents say of them."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from typing import Any

import pytest

from bench import rows
from bench.__main__ import REPORT, SCALE
from tests.conftest import ROOT
from tools import fairness


@pytest.mark.skipif(sys.platform != "linux", reason="the rows of the server are measured on Linux alone")
def test_the_report_has_every_row_and_every_bar_is_reached_in_it() -> None:
    """The committed figures: neither a row that nobody measures any more, nor one that was never measured."""
    table = json.loads(REPORT.read_text(encoding="utf-8"))["rows"]
    assert sorted(table) == sorted(rows.every(1))
    assert [name for name, row in table.items() if not row["bars"]] == []
    assert [name for name, row in table.items() if not row["passed"]] == []
    assert [name for name, row in table.items() if row["passed"] != all(map(partial(reached, row), row["bars"]))] == []


def reached(row: dict[str, Any], bar: str) -> bool:
    """Whether the row's own figures reach a bar, as it is written in the report."""
    of, sign, least, scale = re.fullmatch(r"(ratio|all)? ?([<>]=) (\S+) ?([Mk](?= ))?.*", bar).groups()  # type: ignore[union-attr]
    figure = row[{None: "rate", "all": "reference_rate", "ratio": "ratio"}[of]]
    wanted = float(least) * SCALE.get(scale, 1)
    return bool(figure >= wanted if sign == ">=" else figure <= wanted)


def test_the_page_on_maps_tells_what_was_counted() -> None:
    page = " ".join((ROOT / "docs" / "make-a-map.md").read_text(encoding="utf-8").split())
    report = json.loads(fairness.REPORT.read_text(encoding="utf-8"))
    shares = {
        level: [100 * told["first"] / told["games"] for told in every.values()] for level, every in report.items()
    }
    assert f"between {min(shares['medium']):.1f} and {max(shares['medium']):.1f} % of a thousand" in page
    assert f"with Hard give {min(shares['hard']):.0f} to {max(shares['hard']):.0f} %" in page
    beyond = [number for number, told in report["hard"].items() if told["first"] / told["games"] > 0.6]
    assert f"on maps {', '.join(beyond[:-1])} and {beyond[-1]} a stronger" in page
