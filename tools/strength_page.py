"""The strength report in words: docs/strength.md, from nothing but docs/strength.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.arena import Results

HEAD = """\
# How strong the levels are

Made by `python -m tools.strength` from [strength.json](strength.json), which holds pairing, seed, map, result and the
hash of the last state of every game; the tests play ten of them again. Each pair of levels played from the same
openings with the seats swapped, after a few random actions of each side. A level is to make 75 % of the points against
the one below, and the lower end of the interval (95 %, from the pairs of games) is to exceed 65 %. A draw is half a
point. What each level does: [opponents.md](opponents.md).
"""


def page(report: dict[str, dict[str, Any]], results: dict[str, Results], missing: Sequence[str]) -> str:
    """``results``: of each ladder, as made of the report; ``missing``: those that nobody has played yet."""
    parts = [HEAD]
    for game in dict.fromkeys(name.split(" ")[0] for name in sorted(report)):
        own = [name for name in report if name.split(" ")[0] == game]
        parts.append(f"## {game}\n")
        for budget in ("full", "light"):
            names = [name for name in own if name.split(" ")[1] == budget]
            if names:
                parts.append(f"### Budget {budget}\n")
                parts += [_crosses(report, results, names), _seconds(report, names), _first(results, names)]
    if missing:
        parts.append(
            "## Not played yet\n\nOf these nothing is claimed.\n\n" + "".join(f"- {each}\n" for each in missing)
        )
    return "\n".join(parts)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' + '--:|' * (len(heads) - 1)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)]) + "\n"


def _crosses(report: dict[str, dict[str, Any]], results: dict[str, Results], names: list[str]) -> str:
    rows = []
    for name in names:
        score = results[name].against(0, 1)
        games = report[name]["games"]
        limited = sum(line[4] in ("round_limit", "move_limit", "too_long") for line in games)
        faults = sum(sum(each.values()) for each in report[name]["faults"])
        rows.append(
            [
                " - ".join(report[name]["names"]),
                f"{100 * score.share:.1f} %",
                f"{100 * score.low:.1f} to {100 * score.high:.1f}",
                f"{score.wins}-{score.draws}-{score.losses}",
                str(score.games),
                str(limited),
                str(faults),
                f"{sum(line[5] for line in games) / max(1, len(games)):.1f}",
            ]
        )
    heads = ["Pair", "Points", "95 %", "Won-drawn-lost", "Games", "At the limit", "Forfeits", "Rounds"]
    return table(heads, rows)


def _seconds(report: dict[str, dict[str, Any]], names: list[str]) -> str:
    """Of the processor, for a turn."""
    rows = []
    for name in names:
        ladder = report[name]
        for line in ladder["seconds"]:
            bot, figures = ladder["names"][line["bot"]], [f"{line[each]:.3f}" for each in ("mean", "median", "longest")]
            other = ladder["names"][1 - line["bot"]]
            rows.append([f"{bot} (against {other}), {line['board']}", str(line["turns"]), *figures])
    plain = any("Earlier" in report[name]["names"] for name in names)
    note = "Earlier is played as it is written, in plain Python, everybody else compiled. " if plain else ""
    machines = "; ".join(dict.fromkeys(report[name]["machine"] for name in names))
    head = ["Level, map", "Turns", "Seconds a turn", "Median", "Longest"]
    what = "Seconds of the processor, for the views of the board and the thought"
    return f"{note}{what} ({machines}):\n\n{table(head, rows)}"


def _first(results: dict[str, Results], names: list[str]) -> str:
    """What it was worth to begin, over all pairs of this budget."""
    from outflank.arena.results import seat_shares

    rows = [
        [
            line["board"],
            f"{100 * line['share']:.1f} %",
            f"{100 * line['low']:.1f} to {100 * line['high']:.1f}",
            str(line["games"]),
            str(line["drawn"]),
        ]
        for line in seat_shares([row for name in names for row in results[name].games()])
    ]
    return f"Points of the side that begins:\n\n{table(['Map', 'First player', '95 %', 'Games', 'Drawn'], rows)}"
