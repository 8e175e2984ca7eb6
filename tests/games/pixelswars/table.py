"""A player's hands at PixelsWars: select, step, cancel, open, buy, with a client, its draft and advice alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outflank.client import Client
from outflank.contract import END_TURN_ACTION, Json
from outflank.protocol import ClientMessage, Hello, Look, Welcome, read, read_host, write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.host import Host


class Table:
    """One seat. What is allowed is read off the advice; what was only tried is known to the client alone."""

    def __init__(self, host: Host, player: int) -> None:
        self.host = host
        self.client = Client(player, f"table-{len(host.match.events)}")  # no two of one player alike
        self.selected: int | None = None
        self.production: list[int] | None = None
        self.exchange(self.client.connect(None, 0))
        self.exchange(self.client.discard())

    def exchange(self, messages: Iterable[ClientMessage]) -> None:
        """Deliver everything both ways, as bytes."""
        queue = list(messages)
        while queue:
            message = read(write(queue.pop(0)))
            if isinstance(message, Hello):
                answers: list[Any] = list(self.host.hello(self.client.player, message.after))
            elif isinstance(message, Look):
                answers = [self.host.look(self.client.player, message)()]
            else:
                mail = self.host.receive(self.client.player, message, 0).mail
                answers = [each for number, each in mail if number == self.client.player]
            for answer in answers:
                assert not isinstance(answer, Welcome) or answer.player == self.client.player
                queue += self.client.receive(read_host(write(answer)), 0)

    @property
    def advice(self) -> Json:
        """On the view after what was tried."""
        if self.client.advice is None:
            self.exchange(self.client.look(self.client.draft))
        assert self.client.advice is not None
        return self.client.advice.advice

    def unit(self) -> Json:
        """What may be done with the selected unit."""
        return next(each for each in self.advice["units"] if each["id"] == self.selected)

    def origin(self) -> tuple[list[int], int] | None:
        """Where a cancel would put the selected unit back: as the host knows it."""
        if self.selected is None:
            return None
        assert self.client.view is not None
        unit = next(each for each in self.client.view["units"] if each["id"] == self.selected)
        return [unit["x"], unit["y"]], unit["movement"]

    def commit(self, then: Json | None = None) -> None:
        """Send what was tried, and then something."""
        self.exchange(self.client.commit(0, then))
        assert self.client.refused is None and not self.client.busy

    # ---- what hands do; True or False where it can fail

    def select(self, number: int) -> None:
        if number == self.selected or not any(each["id"] == number for each in self.advice["units"]):
            return
        self.commit()
        self.selected = number
        self.production = None

    def move(self, cell: list[int]) -> bool:
        """One step, or no move."""
        if self.selected is None:
            return False
        unit = self.unit()
        if abs(unit["at"][0] - cell[0]) + abs(unit["at"][1] - cell[1]) != 1:
            return False
        if not any(each["to"] == cell for each in unit["reach"]):
            return False
        self.exchange(self.client.sketch({"move": self.selected, "to": cell}))
        return True

    def attack(self, target: int) -> bool:
        if self.selected is None:
            return False
        unit = self.unit()
        if not any(each["target"] == target and each["origin"] == unit["at"] for each in unit["shots"]):
            return False
        self.commit({"attack": self.selected, "target": target})
        if not any(each["id"] == self.selected for each in self.advice["units"]):
            self.selected = None
        return True

    def capture(self) -> bool:
        if self.selected is None or self.unit()["capture"] is None:
            return False
        self.commit({"capture": self.selected})
        return True

    def open(self, cell: list[int]) -> None:
        if not any(each["at"] == cell for each in self.advice["shops"]):
            return
        if self.production == cell:
            self.production = None
            return
        self.commit()
        self.selected = None
        self.production = cell

    def buy(self, kind: str) -> bool:
        shop = next((each for each in self.advice["shops"] if each["at"] == self.production), None)
        if shop is None or not any(each["kind"] == kind and each["why"] is None for each in shop["offers"]):
            return False
        self.commit({"buy": kind, "at": shop["at"]})
        self.production = None
        return True

    def cancel(self) -> None:
        if self.selected is not None:
            self.exchange(self.client.discard())
            self.selected = None

    def confirm(self) -> None:
        if self.selected is not None:
            self.commit()
            self.selected = None

    def end(self) -> bool:
        self.commit(END_TURN_ACTION)
        self.selected = self.production = None
        return True
