"""What a player of a match, or everybody who only watches, was sent, and what of it is kept for who missed some."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from outflank.protocol import read_host, write_update

if TYPE_CHECKING:
    from outflank.protocol import HostMessage, Sequenced

KEPT = 32
"""So many sequenced messages per recipient are kept for those who missed some, and"""
KEPT_BYTES = 8_000
"""so many bytes of them, but always the last one. Who missed more is sent the whole present view."""
LAST = 4
"""So many of them when the match is over."""
ANSWERS = 256
"""So many answers to commands per player are kept for those who ask again."""


@dataclass(slots=True)
class Recipient:
    """``seq``: the number of the last message to them, ``state_seq``: of the last StateUpdate; 0: there was none.

    ``answers``: those to commands, by the command's id.
    """

    seq: int = 0
    state_seq: int = 0
    view: bytes = b""
    """The last view, as JSON."""
    sent: list[tuple[int, bytes, bytes]] = field(default_factory=list)
    """(seq, view, rest) of each StateUpdate, (seq, nothing, all) of other messages: coded, a third of the memory."""
    size: int = 0
    """Bytes of all in ``sent``."""
    answers: dict[str, HostMessage] = field(default_factory=dict)

    def keep(self, view: bytes, rest: bytes) -> None:
        """Keep the message ``seq``, and no more than may be kept."""
        self.sent.append((self.seq, view, rest))
        self.size += len(view) + len(rest)
        if self.size > KEPT_BYTES or len(self.sent) > KEPT:
            self.trim(KEPT)

    def trim(self, most: int) -> None:
        """Keep no more than so many, nor more than KEPT_BYTES."""
        while len(self.sent) > most or (self.size > KEPT_BYTES and len(self.sent) > 1):
            self._drop()

    def had(self, seq: int) -> None:
        """The other end has all messages up to this one: they need not be kept."""
        while self.sent and self.sent[0][0] <= seq:
            self._drop()

    def _drop(self) -> None:
        _, view, rest = self.sent.pop(0)
        self.size -= len(view) + len(rest)

    def coded(self, seq: int) -> bytes | None:
        """The message ``seq`` as on the wire, if it is kept."""
        for kept, view, rest in reversed(self.sent):
            if kept <= seq:
                if kept < seq:
                    return None
                return write_update(seq, view, rest) if view else rest
        return None

    def since(self, after: int) -> list[Sequenced] | None:
        """The messages after the number ``after``, in order; None when not all of them are kept."""
        kept = [seq for seq, _, _ in self.sent if seq > after]
        if len(kept) != self.seq - after:
            return None
        return [cast("Sequenced", read_host(self.coded(seq) or b"")) for seq in kept]

    def remember(self, command_id: str, answer: HostMessage) -> None:
        """Keep the answer to a command for whoever asks again."""
        self.answers[command_id] = answer
        if len(self.answers) > ANSWERS:
            del self.answers[next(iter(self.answers))]
