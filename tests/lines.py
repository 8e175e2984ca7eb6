"""A host over lines of JSON, so that the page's own tests play against the real rules: ``python -m tests.lines``.

In: ``{"begin": {"game", "options", "position"}}`` starts a match of two people, ``{"player": n, "message": ...}`` is
what seat n's end sends. Out, per line that came in: ``{"player": n, "message": ...}`` for each message to somebody,
then ``{"done": true}``.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from outflank.host import Host
from outflank.match import Place, begin
from outflank.protocol import Hello, HostMessage, Look, read, write


def say(player: int, message: HostMessage) -> None:
    print(json.dumps({"player": player, "message": json.loads(write(message))}))


def answer(host: Host, player: int, message: dict[str, Any]) -> None:
    """Everything that one message leads to."""
    told = read(json.dumps(message).encode())
    if isinstance(told, Hello):
        for each in host.hello(player, told.after):
            say(player, each)
    elif isinstance(told, Look):
        say(player, host.look(player, told)())
    else:
        for number, each in host.receive(player, told, 0).mail:
            if number:
                say(number, each)


def main() -> None:
    host: Host | None = None
    for line in sys.stdin:
        heard = json.loads(line)
        if "begin" in heard:
            wish = heard["begin"]
            places = [Place("human"), Place("human")]
            started = begin(wish["game"], wish.get("options", {}), places, 1, at=0, position=wish.get("position"))
            host = Host.start("m", started)
        else:
            assert host is not None, "no match has begun"
            answer(host, heard["player"], heard["message"])
        print(json.dumps({"done": True}), flush=True)


if __name__ == "__main__":
    main()
