"""The report of an arena as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from outflank.contract import Json


def table(report: Json) -> str:
    """All parts of the report of ``Results.report``."""
    parts = [_head(report), _bots(report), _crosses(report), _boards(report), _faults(report), _test(report)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(report: Json) -> str:
    played = report["tournament"]
    reasons = ", ".join(f"{reason} {count}" for reason, count in report["reasons"].items())
    line = (
        f"{played['game']}: {report['played']} of {report['of']} games, budget {played['budget']}, "
        f"seed {played['seed']}, {played['opening']} random actions a player"
    )
    return f"{line}\n{reasons}" if reasons else line


def ordered(report: Json) -> list[int]:
    """The numbers of the bots, the strongest first."""
    bots = report["bots"]
    return sorted(range(len(bots)), key=lambda number: (-bots[number].get("elo", 0.0), number))


def against(report: Json, a: int, b: int) -> Json | None:
    """The pair as seen by bot ``a``; None where they have not met."""
    for pair in report["pairs"]:
        if (pair["a"], pair["b"]) == (a, b):
            return pair if pair["games"] else None
        if (pair["a"], pair["b"]) == (b, a):
            if not pair["games"]:
                return None
            turned = {"wins": "losses", "losses": "wins", "a": "b", "b": "a"}
            told = {turned.get(name, name): value for name, value in pair.items()}
            told["points"] = pair["games"] - pair["points"]
            told["share"], told["superior"] = 1 - pair["share"], 1 - pair["superior"]
            told["low"], told["high"] = 1 - pair["high"], 1 - pair["low"]
            return told
    return None


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _bots(report: Json) -> str:
    rows = [["bot", "Elo", "95 %", "games", "won", "drawn", "forfeits", "s/turn", "median", "longest"]]
    for number in ordered(report):
        bot = report["bots"][number]
        clock = bot["seconds"]
        rated = "elo" in bot and report["played"]
        rows.append(
            [
                bot["name"],
                f"{bot['elo']:+.0f}" if rated else "-",
                f"{bot['elo_low']:+.0f} to {bot['elo_high']:+.0f}" if rated else "-",
                str(bot["games"]),
                str(bot["won"]),
                str(bot["drawn"]),
                str(sum(bot["faults"].values())),
                *(f"{clock[name]:.3f}" for name in ("mean", "median", "longest")),
            ]
        )
    return "\n".join(aligned(rows))


def _crosses(report: Json) -> str:
    """Who made how much against whom."""
    rows = [["pair", "score", "95 %", "won-drawn-lost", "sets", "superior"]]
    order = ordered(report)
    for i, a in enumerate(order):
        for b in order[i + 1 :]:
            pair = against(report, a, b)
            if pair is not None:
                rows.append(
                    [
                        f"{report['names'][a]} - {report['names'][b]}",
                        percent(pair["share"]),
                        f"{100 * pair['low']:.1f} to {100 * pair['high']:.1f}",
                        f"{pair['wins']}-{pair['draws']}-{pair['losses']}",
                        str(sum(pair["sets"].values())),
                        percent(pair["superior"]),
                    ]
                )
    return "\n".join(aligned(rows)) if len(rows) > 1 else ""


def _boards(report: Json) -> str:
    rows = [["map", "first player", "95 %", "games", "drawn", "rounds"]]
    for board in report["boards"]:
        rows.append(
            [
                board["board"],
                percent(board["share"]),
                f"{100 * board['low']:.1f} to {100 * board['high']:.1f}",
                str(board["games"]),
                str(board["drawn"]),
                f"{board['rounds']:.1f}",
            ]
        )
    return "\n".join(aligned(rows)) if len(rows) > 1 else ""


def _faults(report: Json) -> str:
    lines = [f"{bot['name']} forfeited {line}" for bot in report["bots"] for line in bot["said"]]
    return "\n".join(lines)


def _test(report: Json) -> str:
    test = report.get("sprt")
    if not test:
        return ""
    low, high = test["bounds"]
    verdict = {
        "elo1": f"{report['names'][0]} is taken to be {test['elo1']:g} Elo stronger or more",
        "elo0": f"{report['names'][0]} is taken to be no more than {test['elo0']:g} Elo stronger",
        "": "not decided",
    }[test["verdict"]]
    return (
        f"sequential test: {verdict} after {test['sets']} pairs (ratio {test['ratio']:.2f} in {low:.2f} to {high:.2f})"
    )


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns under each other, the first one from the left, the others from the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        first, *others = (word.rjust(width) for word, width in zip(row, widths, strict=True))
        yield "  ".join([row[0].ljust(widths[0]), *others]).rstrip() if first else ""
