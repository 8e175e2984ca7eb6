"""The public names of the library: all there, each the real one, and none loaded before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import outflank


def test_every_public_name_is_there() -> None:
    assert set(outflank.__all__) <= set(dir(outflank))
    for name in outflank.__all__:
        assert getattr(outflank, name) is not None
    from outflank.host import Host

    assert outflank.Host is Host


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(AttributeError, match="Hostess"):
        getattr(outflank, "Host" + "ess")


def test_the_import_loads_nothing_else() -> None:
    code = "import sys, outflank; print([name for name in sys.modules if name.startswith(('outflank.', 'msgspec'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
