"""The reference: bench/cellwar.c, compiled here and now, with its functions as Python calls."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("cellwar.c")
FLAGS = ("-O3", "-march=native", "-shared", "-fPIC")
PLAYERS = 8


class Config(ctypes.Structure):
    """The C struct of the same name."""

    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("players", ctypes.c_int),
        ("fog", ctypes.c_int),
        ("max_rounds", ctypes.c_int),
        ("starts", ctypes.c_int * PLAYERS),
    )


def config(width: int, height: int, starts: list[int], max_rounds: int, fog: int) -> Config:
    return Config(width, height, len(starts), fog, max_rounds, (ctypes.c_int * PLAYERS)(*starts))


def compiler() -> str:
    """The C compiler and its version, in one line."""
    done = subprocess.run([cc(), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[0]


def cc() -> str:
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if found is None:
        raise SystemExit("The bench needs a C compiler (Debian and Ubuntu: apt install gcc).")
    return found


def compile_here(source: Path) -> ctypes.CDLL:
    """Compile a reference and load it; what all of them have is declared."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "reference.so")
        subprocess.run([cc(), *FLAGS, "-o", library, source], check=True)
        c = ctypes.CDLL(str(library))
    c.playouts.restype = None
    c.copies.restype = ctypes.c_uint64
    c.batch_new.restype = c.batch_masks.restype = c.batch_observations.restype = ctypes.c_void_p
    c.batch_step.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    c.batch_pick.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32]
    c.batch_pick.restype = ctypes.c_uint32
    c.batch_free.argtypes = c.batch_masks.argtypes = c.batch_observations.argtypes = [ctypes.c_void_p]
    return c


def build() -> ctypes.CDLL:
    """CellWar's reference."""
    c = compile_here(SOURCE)
    c.copies.argtypes = [ctypes.POINTER(Config), ctypes.c_int64, ctypes.c_uint32, ctypes.c_int64]
    c.copies.restype = ctypes.c_uint64
    return c


@dataclass(slots=True)
class Playouts:
    """What a run of playouts gave."""

    played: int
    check: int
    memories: int


def playouts(c: ctypes.CDLL, how: Config, matches: int, limit: int, seed: int) -> Playouts:
    result = (ctypes.c_uint64 * 3)()
    c.playouts(
        ctypes.byref(how), ctypes.c_int64(matches), ctypes.c_int64(limit), ctypes.c_uint32(seed), ctypes.byref(result)
    )
    return Playouts(*result)


class Batch:
    """Matches in lock-step, in C."""

    def __init__(self, c: ctypes.CDLL, how: Config, n: int, limit: int) -> None:
        self.c = c
        self.n = n
        self.cells = how.width * how.height
        self.actions = (ctypes.c_int64 * n)()
        self.seed = 0
        self.handle = c.batch_new(ctypes.byref(how), n, limit)

    def pick(self) -> list[int]:
        """A random legal action for every match, kept for ``step``."""
        self.seed = self.c.batch_pick(self.handle, ctypes.addressof(self.actions), self.seed)
        return list(self.actions)

    def step(self) -> None:
        if self.c.batch_step(self.handle, ctypes.addressof(self.actions)) != 0:
            raise AssertionError("the reference refused a legal action")

    def masks(self) -> memoryview:
        return self._bytes(self.c.batch_masks(self.handle), self.cells * 9 + 1)

    def observations(self) -> memoryview:
        return self._bytes(self.c.batch_observations(self.handle), self.cells * 12)

    def _bytes(self, address: int, each: int) -> memoryview:
        """The C buffer itself, not a copy."""
        return memoryview((ctypes.c_uint8 * (self.n * each)).from_address(address))

    def free(self) -> None:
        self.c.batch_free(self.handle)
