"""Builds the wheel: the rules compiled by mypyc, or plain Python when OUTFLANK_COMPILE=0 or there is no C compiler."""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from setuptools import setup

if TYPE_CHECKING:
    from setuptools import Extension

PACKAGE = Path("src/outflank")


def compiled_modules() -> list[str]:
    """The files to compile, in a fixed order; a package's __init__ stays Python."""
    patterns = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["outflank"]["compiled"]
    found = {path for pattern in patterns for path in PACKAGE.glob(pattern) if path.name != "__init__.py"}
    return [path.as_posix() for path in sorted(found)]


def obstacle() -> str | None:
    """Why this machine cannot compile, or None: the smallest extension is tried, nothing is guessed."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.errors import CompileError, DistutilsPlatformError
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    headers = Path(get_python_inc())
    if not (headers / "Python.h").is_file():
        return "the Python headers are missing (Debian and Ubuntu: apt install python3-dev)"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint outflank_probe(void) { return 0; }\n")
        # A compiler that fails prints to the terminal itself; the one line that is wanted is ours.
        quiet, screen = os.open(os.devnull, os.O_WRONLY), os.dup(2)
        os.dup2(quiet, 2)
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=[str(headers)])
        except (CompileError, DistutilsPlatformError, OSError):
            return (
                "no C compiler works here (Debian, Ubuntu: apt install gcc python3-dev; macOS: xcode-select --install)"
            )
        finally:
            os.dup2(screen, 2)
            os.close(screen)
            os.close(quiet)
    return None


def extensions() -> list[Extension]:
    """The extension modules of this build: none for a pure one."""
    if os.environ.get("OUTFLANK_COMPILE", "1") == "0" or {"egg_info", "dist_info", "sdist"} & set(sys.argv):
        return []
    reason = obstacle()
    if reason:
        print(f"outflank: building without compiled rules (same game, slower): {reason}", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # Where mypyc may write its C: several builds of one tree must not share it.
    target = os.environ.get("OUTFLANK_C_DIR", "build")
    # Only what is compiled is checked here, without the libraries of the rest: an isolated build has none of them.
    flags = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]
    modules: list[Extension] = mypycify(
        [*flags, *compiled_modules()], opt_level="3", group_name="outflank", target_dir=target
    )
    if sys.platform != "win32":
        for module in modules:
            module.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return modules


setup(ext_modules=extensions())
