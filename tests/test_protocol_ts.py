"""The page's types and the published schema are made from the messages as they are now."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def emitter() -> ModuleType:
    spec = importlib.util.spec_from_file_location("emit_protocol", ROOT / "tools" / "emit_protocol.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_document_is_current() -> None:
    emit = emitter()
    assert json.loads(emit.DOCUMENT.read_text()) == emit.document(), "run python tools/emit_protocol.py"


def test_the_types_were_made_from_the_document() -> None:
    emit = emitter()
    first, body = emit.TYPES.read_text().split("\n", 1)
    assert first == emit.head(emit.DOCUMENT.read_text()), "run python tools/emit_protocol.py"
    for name in emit.document()["components"]["schemas"]:
        assert f"export type {name} = components['schemas']['{name}'];" in body
    assert body.endswith(emit.version())


def test_every_message_tells_its_type() -> None:
    schemas = emitter().document()["components"]["schemas"]
    for side in ("ClientMessage", "HostMessage"):
        for tag, ref in schemas[side]["discriminator"]["mapping"].items():
            message = schemas[ref.rsplit("/", 1)[1]]
            assert message["properties"]["type"] == {"enum": [tag], "type": "string"}
            assert "type" in message["required"]
