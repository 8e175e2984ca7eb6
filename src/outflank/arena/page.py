"""The report of an arena as one HTML page that needs nothing else, in light and dark, on a phone as well."""

from __future__ import annotations

import shlex
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from outflank.arena.table import against, ordered, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.arena.play import Row
    from outflank.contract import Json

LISTED = 1000
"""So many games are listed, the last ones; all are in the file of results."""
STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfaf7; --line: #d9d5cb; --soft: #5d6673; --good: #1f6f54;
  --bar: #2f7f9e; --card: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --paper: #14181d; --line: #333b45; --soft: #a3adb8;
  --good: #7fd0ae; --bar: #69b7d6; --card: #1b2128; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.2rem 1rem 3rem; max-width: 62rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: .35rem .7rem; text-align: right; border-top: 1px solid var(--line); }
tr:first-child > * { border-top: 0; } th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; } thead th { color: var(--soft); } small { color: var(--soft); display: block; }
a { color: var(--bar); } svg text { fill: var(--ink); }
svg { width: 100%; max-width: 34rem; height: auto; display: block; }
summary { cursor: pointer; padding: .4rem 0; } code { font-size: .9em; overflow-wrap: anywhere; }
.whole { user-select: all; }
"""


def page(report: Json, rows: Sequence[Row], folder: Path = Path()) -> str:
    """The whole page. ``rows``: the games that are listed, with links to the replays and logs beside the page;
    ``folder``: where it will be, for the commands in it."""
    played = report["tournament"]
    title = f"Arena: {played['game']}, {', '.join(report['names'])}"
    reasons = ", ".join(f"{escape(reason)} {count}" for reason, count in report["reasons"].items())
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{report['played']} of {report['of']} games, budget {escape(played['budget'])}, seed {played['seed']}, "
        f"{played['opening']} random actions of each player first, the same in all games of a set.</p>",
        f'<p class="soft">How they ended: {reasons or "-"}</p>',
        _test(report),
        _chart(report),
        _bots(report),
        _crosses(report),
        _boards(report),
        _seconds(report),
        _faults(report),
        _games(report, rows, folder),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table that scrolls by itself. The words of ``rows`` are HTML already."""
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>' + "".join(f"<td>{word}</td>" for word in row[1:]) + "</tr>" for row in rows
    )
    label = escape(caption, quote=True)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{label}"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _chart(report: Json) -> str:
    """Elo with intervals."""
    bots = [report["bots"][number] for number in ordered(report)]
    if not report["played"] or not all("elo" in bot for bot in bots):
        return ""
    low = min(bot["elo_low"] for bot in bots)
    high = max(bot["elo_high"] for bot in bots)
    scale = 260 / max(1.0, high - low)
    height = 34 * len(bots) + 24
    drawn: list[str] = []
    for line, bot in enumerate(bots):
        y = 22 + 34 * line
        left, middle, right = (124 + (bot[name] - low) * scale for name in ("elo_low", "elo", "elo_high"))
        drawn.append(
            f'<text x="4" y="{y + 4}" font-size="13">{escape(bot["name"][:16])}</text>'
            f'<line x1="{left:.1f}" y1="{y}" x2="{right:.1f}" y2="{y}" stroke="var(--bar)" stroke-width="3" '
            f'stroke-linecap="round" opacity=".45"/><circle cx="{middle:.1f}" cy="{y}" r="5" fill="var(--bar)"/>'
            f'<text x="{middle:.1f}" y="{y - 9}" font-size="11" text-anchor="middle">{bot["elo"]:+.0f}</text>'
        )
    zero = 124 + (0 - low) * scale
    axis = (
        f'<line x1="{zero:.1f}" y1="6" x2="{zero:.1f}" y2="{height - 16}" stroke="var(--line)"/>'
        f'<text x="{zero:.1f}" y="{height - 3}" font-size="11" text-anchor="middle">0</text>'
    )
    words = "; ".join(f"{bot['name']} {bot['elo']:+.0f}" for bot in bots)
    return (
        '<h2>Elo, with 95 % intervals</h2><div class="wide">'
        f'<svg viewBox="0 0 400 {height}" role="img" aria-label="{escape(words, quote=True)}">{axis}{"".join(drawn)}'
        "</svg></div>"
    )


def _bots(report: Json) -> str:
    rows: list[list[str]] = []
    for number in ordered(report):
        bot = report["bots"][number]
        rated = "elo" in bot and report["played"]
        elo = f"{bot['elo']:+.0f}<small>{bot['elo_low']:+.0f} to {bot['elo_high']:+.0f}</small>" if rated else "-"
        clock = bot["seconds"]
        rows.append(
            [
                escape(bot["name"]),
                elo,
                str(bot["games"]),
                str(bot["won"]),
                str(bot["drawn"]),
                str(sum(bot["faults"].values())),
                *(f"{clock[name]:.3f}" for name in ("mean", "median", "longest")),
            ]
        )
    heads = ["Bot", "Elo", "Games", "Won", "Drawn", "Forfeits", "s a turn", "median", "longest"]
    note = (
        '<p class="soft">Seconds are of the processor for bots that run inside, and of waiting for programs. '
        "The mean of all Elo figures is 0.</p>"
    )
    return f"<h2>Bots</h2>{_table(heads, rows, 'Bots')}{note}"


def _crosses(report: Json) -> str:
    order = ordered(report)
    if len(order) < 2:
        return ""
    rows: list[list[str]] = []
    for a in order:
        row = [escape(report["names"][a])]
        for b in order:
            pair = None if a == b else against(report, a, b)
            row.append(
                "·"
                if pair is None
                else f"{percent(pair['share'])}<small>{100 * pair['low']:.1f} to {100 * pair['high']:.1f}</small>"
                f"<small>{pair['wins']}-{pair['draws']}-{pair['losses']}, "
                f"stronger: {percent(pair['superior'])}</small>"
            )
        rows.append(row)
    heads = ["", *(report["names"][number] for number in order)]
    note = (
        '<p class="soft">The row\'s points against the column: share, its 95 % interval from the sets of swapped '
        "seats, won-drawn-lost, and how likely it is the stronger one.</p>"
    )
    return f"<h2>Cross-table</h2>{_table(heads, rows, 'Cross-table')}{note}"


def _boards(report: Json) -> str:
    rows = [
        [
            escape(board["board"]),
            percent(board["share"]),
            f"{100 * board['low']:.1f} to {100 * board['high']:.1f}",
            str(board["games"]),
            str(board["players"]),
            str(board["drawn"]),
            str(board["reasons"].get("round_limit", 0) + board["reasons"].get("move_limit", 0)),
            f"{board['rounds']:.1f}",
        ]
        for board in report["boards"]
    ]
    if not rows:
        return ""
    heads = ["Map", "First player", "95 %", "Games", "Players", "Drawn", "At the limit", "Rounds"]
    return f"<h2>What it is worth to begin</h2>{_table(heads, rows, 'Maps')}"


def _seconds(report: Json) -> str:
    rows = [
        [
            escape(f"{line['board']}: {report['names'][line['bot']]}"),
            str(line["turns"]),
            *(f"{line[name]:.3f}" for name in ("mean", "median", "longest")),
        ]
        for line in report["seconds"]
    ]
    if not rows:
        return ""
    heads = ["Map, bot", "Turns", "s a turn", "median", "longest"]
    return f"<details><summary>Seconds by map</summary>{_table(heads, rows, 'Seconds by map')}</details>"


def _faults(report: Json) -> str:
    lines = [f"<li>{escape(bot['name'])}, {escape(line)}</li>" for bot in report["bots"] for line in bot["said"]]
    return f"<h2>Forfeits</h2><ul>{''.join(lines)}</ul>" if lines else ""


def _test(report: Json) -> str:
    test = report.get("sprt")
    if not test:
        return ""
    verdict = {"elo1": "the second answer holds", "elo0": "the first answer holds", "": "not decided yet"}
    return (
        f"<p><strong>Sequential test</strong> of {test['elo0']:g} against {test['elo1']:g} Elo: "
        f"{verdict[test['verdict']]} after {test['sets']} pairs "
        f"(ratio {test['ratio']:.2f}, bounds {test['bounds'][0]:.2f} and {test['bounds'][1]:.2f}).</p>"
    )


def _games(report: Json, rows: Sequence[Row], folder: Path) -> str:
    names = report["names"]
    lines: list[list[str]] = []
    for row in rows[-LISTED:]:
        number = str(row.number + 1)
        link = f'<a href="replays/{escape(row.replay, quote=True)}" download>{number}</a>' if row.replay else number
        winner = names[row.seats[row.winner - 1]] if row.winner else "nobody"
        lines.append(
            [
                link,
                escape(row.board),
                escape(" - ".join(names[seat] for seat in row.seats)),
                escape(winner),
                escape(row.reason),
                str(row.rounds),
                str(row.moves),
                f"<code>{escape(row.hash)}</code>",
                " ".join(f'<a href="logs/{quote(log)}">{escape(_name(log))}</a>' for log in row.logs),
                f'<code class="whole">{escape(_watch(folder, row.replay))}</code>' if row.replay else "",
            ]
        )
    if not lines:
        return ""
    heads = ["Replay", "Map", "Seats", "Winner", "Reason", "Rounds", "Actions", "Last state", "Logs", "To watch it"]
    how = (
        "<p>The command of a game opens its replay in the page; type it where the arena was started, or drop the file "
        "on the home page. <code>outflank replay FILE</code> shows it in the terminal. A log is what a program wrote "
        "to its standard error.</p>"
        if any(row.replay for row in rows)
        else ""
    )
    told = f"The last {LISTED} of {len(rows)} games" if len(rows) > LISTED else f"{len(rows)} games"
    return (
        f"<h2>Games</h2>{how}<details><summary>{told}</summary>{_table(heads, lines, 'Games')}</details>"
        '<p class="soft">All of them, with seeds and seconds: <a href="games.jsonl">games.jsonl</a>; '
        'all figures of this page: <a href="report.json">report.json</a>.</p>'
    )


def _name(log: str) -> str:
    return log.partition("-")[2].removesuffix(".txt")


def _watch(folder: Path, replay: str) -> str:
    """The command that opens a replay in the page."""
    return f"outflank play --replay {shlex.quote(str(folder / 'replays' / replay))}"
