"""Writes the golden replays of these rules (``python -m tests.golden [NAME ...]``); released ones stay for ever."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from outflank.bots import make
from outflank.games import load
from outflank.host import Host
from outflank.match import Place, begin
from outflank.protocol import Act
from outflank.replay import read, record
from outflank.seats import Seats
from tests.playthroughs.play import RIVER

FOLDER = Path(__file__).parent / "data" / "replays"
INDEX = FOLDER / "index.json"

MATCHES: dict[str, tuple[dict[str, object], int | None, str | None]] = {
    # game-name: (options, after so many events the player to move leaves, position)
    "cellwar-elimination": ({"width": 6, "height": 6}, None, "cellwar/1 6x6 6/1,1I:1,3,1I:2/3,2I:3,2/6/6/6 1 1"),
    "cellwar-round-limit": ({"width": 12, "height": 9, "max_rounds": 25}, None, None),
    "cellwar-leaver-in-turn": ({"width": 10, "height": 10, "player_count": 3, "max_rounds": 20}, 60, None),
    "cellwar-private-ids": (
        {"width": 8, "height": 10, "player_count": 4, "max_rounds": 20, "private_ids": True},
        None,
        None,
    ),
    "cellwar-great-board": ({"width": 20, "height": 20, "player_count": 8, "max_rounds": 8}, None, None),
    "pixelswars-elimination": ({"layout": RIVER}, None, None),
    "pixelswars-round-limit": (
        {"max_rounds": 5},
        None,
        "pixelswars/1 rrBgCg/rfggmA/Cwwrww/wwrwwH/Amggfr/gCgBrr 7/5 3000,3200 1tank@a1=90/6/2/0;1plane@b1;1sniper@c1;"
        "2tank@f6;2helicopter@e6=40/8/1/0;2rocket@d6;2artillery@c6;1infantry@a3 a3=1:10;f4=2:20;c1=1:20;a5=2:20",
    ),
    "pixelswars-leaver-in-turn": ({"layout": RIVER}, 40, None),
    "traversal-against-the-computer": ({}, None, None),
    "traversal-move-limit": (
        {"adjacency": 8, "base_defence": "strength"},
        None,
        "traversal/1 seed7 195 2 1E1@b3;1V1@d1;1S1@e1;2E1@h10;2V1@g10;2S2@e10 2E2 adjacency=8;base_defence=strength",
    ),
    "traversal-leaver-in-turn": ({"seed": 42, "specials_attack": False, "exit_cost": 0}, 20, None),
}


def played(name: str) -> Host:
    """One of the matches, the same every time."""
    game, _, rest = name.partition("-")
    options, leave, position = MATCHES[name]
    count = int(str(options.get("player_count", 2)))
    places = [Place("human", f"Player {n}") for n in range(1, count)] + [Place("computer", "", "greedy")]
    host = Host.start(rest, begin(game, options, places, 7, 1_700_000_000_000, position))
    seats = Seats(host, {count: make(game, "greedy")})
    chance = random.Random(rest)
    now = 1_700_000_000_000
    while host.match.running:
        now += chance.randrange(50, 4_000)
        player = host.match.state.player
        if leave is not None and len(host.match.events) > leave and player != count:
            host.leave(player, now)
            leave = None
        elif seats.due():
            seats.play(now)
        else:
            host.receive(player, Act(chance.choice(host.game.legal(host.match.state, player))), now)
    return host


def main() -> None:
    index = json.loads(INDEX.read_text()) if INDEX.exists() else {}
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or MATCHES:
        game, _, rest = name.partition("-")
        file = f"{game}-{load(game).VERSION}-{rest}.cwreplay"
        data = record(rest, played(name).match.events)
        (FOLDER / file).write_bytes(data)
        index[file] = {"events": len(read(data).events), "winner": read(data).winner, "hash": read(data).hashes[-1][1]}
    INDEX.write_text(json.dumps(index, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
