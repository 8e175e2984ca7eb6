"""The pile in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.contract import Json


def text(view: Json) -> str:
    return "o" * int(view["stones"])
