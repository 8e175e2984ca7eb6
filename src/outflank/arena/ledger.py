"""The results of a tournament in a file: one line of JSON per game, added when it is over, so that nothing is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from outflank.arena.play import Row
from outflank.contract import Refusal

if TYPE_CHECKING:
    from pathlib import Path

    from outflank.arena.tournament import Tournament

NAME = "games.jsonl"
_coded = msgspec.json.Encoder(order="sorted").encode
_row = msgspec.json.Decoder(Row)


class Ledger:
    """An open file of results, and the rows that were in it."""

    def __init__(self, path: Path, tournament: Tournament, resume: bool) -> None:
        """Raises Refusal: there are results and nobody said ``resume``, or they are of another tournament."""
        self.path = path
        self.rows: dict[int, Row] = {}
        head = _coded(tournament.identity()) + b"\n"
        data = path.read_bytes() if path.is_file() else b""
        lines = data.splitlines(keepends=True)
        if lines and not lines[-1].endswith(b"\n"):
            lines.pop()  # it was cut off while it was written
        if lines and not resume:
            message = f"{path} holds results already: go on with them by --resume, or choose another folder."
            raise Refusal("HasResults", message)
        if lines and lines[0] != head:
            message = f"{path} holds the results of another tournament ({_differs(lines[0], head)})."
            raise Refusal("OtherTournament", message)
        for number, line in enumerate(lines[1:], 2):
            try:
                row = _row.decode(line)
            except msgspec.MsgspecError as error:
                raise Refusal("BadResults", f"{path}, line {number}: {error}.") from None
            self.rows[row.number] = row
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = b"".join(lines) or head
        if kept != data:
            path.write_bytes(kept)
        self._file = path.open("ab")

    def add(self, row: Row) -> None:
        """One more game, with the system before anything else is done: it outlives this process, however that ends."""
        self.rows[row.number] = row
        self._file.write(_coded(row) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def _differs(one: bytes, other: bytes) -> str:
    """The names of what two heads disagree in."""
    try:
        was, now = msgspec.json.decode(one), msgspec.json.decode(other)
        names = [name for name in now if was.get(name) != now[name]]
    except (msgspec.MsgspecError, AttributeError):
        return "its first line cannot be read"
    return "other " + ", ".join(names)
