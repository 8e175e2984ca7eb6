"""Where an arena's games are played: here one after the other, in processes of this machine, or by Ray."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import islice
from multiprocessing.connection import wait as ready
from typing import TYPE_CHECKING, Any

from outflank.arena.play import abandon, play
from outflank.contract import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from outflank.arena.play import Row
    from outflank.arena.tournament import Job

AHEAD = 3
"""So many games for each worker are handed out at a time."""
GRACE = 5.0
"""Seconds in which workers may end what they have begun, when it is not wanted any more."""


def played(jobs: Iterable[Job], backend: str, workers: int | None = None) -> Iterator[Row]:
    """The rows of these jobs, as they are done. Closing it ends all that is running. Raises Refusal."""
    if backend not in BACKENDS:
        raise Refusal("BadTournament", f"There is no backend {backend[:40]!r}; there is {', '.join(BACKENDS)}.")
    return BACKENDS[backend](jobs, max(1, workers or os.cpu_count() or 1))


def serial(jobs: Iterable[Job], _: int) -> Iterator[Row]:
    """In this process."""
    return map(play, jobs)


def processes(jobs: Iterable[Job], workers: int) -> Iterator[Row]:
    """In fresh processes that share nothing with this one. Scripts that call this need ``if __name__ == "__main__":``,
    as for any such pool."""
    coming = iter(jobs)
    ours = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_alone)
    running: set[Future[Row]] = set()
    try:
        while True:
            with _deaf():
                running |= {pool.submit(play, job) for job in islice(coming, workers * AHEAD - len(running))}
            if not running:
                break
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    except BrokenProcessPool:
        message = (
            "A process of the arena has ended by itself: for want of memory, or because a script plays without "
            "`if __name__ == '__main__':`. What was played is kept."
        )
        raise Refusal("BrokenPool", message) from None
    finally:
        pool.shutdown(wait=not running, cancel_futures=True)
        if running:
            _end([each for each in multiprocessing.active_children() if each not in ours])


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started now are deaf to Ctrl-C from the first; they would tell of it, line by line, before
    they come to ``_alone``. Here it comes through as ever: another thread takes it, or else it waits so long."""
    _masked(True)
    try:
        yield
    finally:
        _masked(False)


def _masked(on: bool) -> None:
    """SIGINT for this thread, and for the processes that it starts; where there is no such thing, nothing."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK if on else signal.SIG_UNBLOCK, [signal.SIGINT])


def _end(children: Iterable[Any]) -> None:
    for each in children:
        each.terminate()
    for each in children:
        each.join(GRACE)
        if each.is_alive():
            each.kill()


def _alone() -> None:
    """In a worker: Ctrl-C is its parent's, which tells it to end. It takes the programs of its bots with it, and does
    not outlive its parent. (An exception would not end it: the pool keeps those for whoever asked for the game.)"""

    def end(*_: object) -> None:
        abandon()
        os._exit(143)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _masked(False)
    signal.signal(signal.SIGTERM, end)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        assert parent is not None
        with suppress(OSError):
            ready([parent.sentinel])
        end()

    if parent is not None:
        threading.Thread(target=watch, daemon=True).start()


def ray(jobs: Iterable[Job], workers: int) -> Iterator[Row]:
    """By Ray: on the cluster that RAY_ADDRESS names, else on this machine with so many workers."""
    try:
        library = import_module("ray")
    except ImportError:
        message = "The ray backend needs Ray, which is not installed: pip install 'outflank[ray]'."
        raise Refusal("NoRay", message) from None
    return _by(library, jobs, workers)


def _by(library: Any, jobs: Iterable[Job], workers: int) -> Iterator[Row]:
    began = not library.is_initialized()
    if began:
        path = {"PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}
        size = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers}
        library.init(**size, log_to_driver=False, include_dashboard=False, runtime_env={"env_vars": path})
    remote = library.remote(num_cpus=1)(play)
    coming = iter(jobs)
    running: list[Any] = []
    try:
        while True:
            running += [remote.remote(job) for job in islice(coming, workers * AHEAD - len(running))]
            if not running:
                break
            done, running = library.wait(running, num_returns=1)
            for each in done:
                row: Row = library.get(each)
                yield row
    finally:
        for each in running:
            library.cancel(each, force=True)
        if began:
            library.shutdown()


BACKENDS: dict[str, Callable[[Iterable[Job], int], Iterator[Row]]] = {
    "process": processes,
    "serial": serial,
    "ray": ray,
}
