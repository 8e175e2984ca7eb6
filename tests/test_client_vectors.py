"""The client does what tests/data/client/ says; the page's session reads the same files (web/tests/vectors.test.ts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outflank.client import Client
from outflank.protocol import Act, ClientMessage, Hello, Sync, read_host

FILES = sorted((Path(__file__).parent / "data" / "client").glob("*.json"))


class Told:
    """A client with what it has sent. A vector calls its commands "command 1", "command 2" ..."""

    def __init__(self) -> None:
        self.client = Client(1, "c")
        self.asked: int | None = None
        self.greeted: int | None = None
        self.sent: list[str] = []

    def step(self, step: dict[str, Any]) -> None:
        out: list[ClientMessage] = []
        match step.get("do"):
            case None:
                message = step["hear"]
                if message.get("command_id"):
                    message = message | {"command_id": message["command_id"].replace("command ", "c-")}
                out = self.client.receive(read_host(json.dumps(message)), 0)
            case "connect":
                out = self.client.connect(None, 0)
            case "act":
                out = self.client.act(step["action"], 0)
            case "hint":
                out = self.client.hint()
            case other:
                assert other == "lost"
        for each in out:
            if isinstance(each, Sync):
                self.asked = each.after
            elif isinstance(each, Hello):
                self.greeted = each.after
            elif isinstance(each, Act):
                self.sent.append(each.command_id or "")

    def now(self) -> dict[str, Any]:
        """All that a vector may expect."""
        client = self.client
        command = client._command
        return {
            "seq": client.seq,
            "state_seq": client.state_seq,
            "view": client.view,
            "legal": len(client.legal),
            "pending": int((command.command_id or "").removeprefix("c-")) if command is not None else None,
            "times": [self.sent.count(each) for each in dict.fromkeys(self.sent)],
            "asked": self.asked,
            "greeted": self.greeted,
            "refused": client.refused.error if client.refused else None,
            "winner": client.over.winner if client.over else None,
            "seats": [seat.name for seat in client.seats],
            "present": [each.player for each in client.presence if each.connected],
            "thinking": client.thinking.spent if client.thinking else None,
            "faltered": client.faltered.lasting if client.faltered else None,
            "hinted": client.hinted.said if client.hinted else None,
            "rematch": client.rematch.match_id if client.rematch else None,
        }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_vector(file: Path) -> None:
    told = Told()
    for number, step in enumerate(json.loads(file.read_text())["steps"]):
        told.step(step)
        now = told.now()
        assert step["then"] == {name: now[name] for name in step["then"]}, f"step {number}: {step}"


def test_there_are_vectors_for_loss_doubles_and_disorder() -> None:
    assert {"dropped", "doubled", "reordered"} <= {file.stem for file in FILES}
