"""Machine integers and packed vectors for the rules.

Compiled by mypyc, ``i64`` is a C integer, ``vec[i64]`` a C array, ``vec[i16]`` one of small numbers and ``vec[u8]``
packed bytes.
Interpreted (a checkout, a debugger, a browser) they are plain ``int``, ``list`` and ``bytearray``,
which CPython runs fastest, so the rules need nothing installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    i16 = int
    i64 = int

    class u8(int):
        """A byte; only ever named inside ``vec[u8]``."""

    class vec:
        def __class_getitem__(cls, item: type) -> type:
            return bytearray if item is u8 else list

    def mypyc_attr(*_flags, **_options):
        return lambda decorated: decorated
