"""The store in one SQLite file: a writer thread commits whatever queued up during the last commit, together."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from outflank.match import Event
from outflank.server.store.kept import Change, Conflict, Kept, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VERSION = 1
BATCH = 500
"""At most so many jobs share one commit."""

T = TypeVar("T")
Job = tuple["Callable[[sqlite3.Connection], Any]", "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any, "Exception | None"]

_event = msgspec.msgpack.Decoder(Event)
_encoder = msgspec.msgpack.Encoder()


class FolderInUse(StoreFailed):
    """Another process serves from this data folder."""


class Lock:
    """Only one process may serve from a folder: two would not see each other's matches."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "lock").open("a+")
        try:
            self._take()
        except OSError:
            self._file.close()
            message = f"another Outflank server uses the data folder {folder}: stop it, or choose another with --data"
            raise FolderInUse(message) from None

    def _take(self) -> None:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def release(self) -> None:
        self._file.close()


class Sqlite:
    """Matches in ``folder``/outflank.db. Committed means on the disk: WAL with synchronous=FULL."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock: Lock | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.commits = 0
        self.jobs = 0

    async def open(self) -> None:
        if self._thread is not None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock = Lock(self._folder)
        except OSError as error:
            raise StoreFailed(f"the data folder {self._folder} cannot be used: {error.strerror or error}") from None
        self._loop = asyncio.get_running_loop()
        ready: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="store", daemon=True)
        self._thread.start()
        try:
            await ready
        except BaseException:
            self._lock.release()
            raise

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._jobs.put(None)
            await asyncio.to_thread(thread.join)
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # ---- what is asked

    async def write(self, change: Change) -> None:
        bodies = [_encoder.encode(event) for event in change.events]
        await self._do(lambda connection: _write(connection, change, bodies))

    async def read(self, match_id: str) -> Kept | None:
        return await self._do(lambda connection: _read(connection, match_id))

    async def deadlines(self) -> list[tuple[str, int, int]]:
        return await self._do(
            lambda connection: connection.execute(
                "SELECT match_id, player, due FROM deadline ORDER BY due, match_id, player"
            ).fetchall()
        )

    async def forget(self, match_id: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for table in ("event", "seat", "invitation", "deadline"):
                connection.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))

        await self._do(job)

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if self._thread is None or self._loop is None:
            raise StoreFailed("the store is closed")
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put((job, future))
        return await future

    # ---- the writer thread

    def _run(self, ready: asyncio.Future[None]) -> None:
        assert self._loop is not None
        try:
            connection = self._connect()
        except (sqlite3.Error, StoreFailed) as error:
            failure = StoreFailed(f"the database in {self._folder} cannot be opened: {error}")
            failed: list[Result] = [(ready, None, failure)]
            self._loop.call_soon_threadsafe(_settle, failed)
            return
        done: list[Result] = [(ready, None, None)]
        self._loop.call_soon_threadsafe(_settle, done)
        with_more = True
        while with_more:
            batch, with_more = self._next()
            if batch:
                results = self._commit(connection, batch)
                try:
                    self._loop.call_soon_threadsafe(_settle, results)
                except RuntimeError:
                    break  # the loop is closed: nobody waits any more
        connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._folder / "outflank.db", isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 5000"):
            connection.execute(f"PRAGMA {pragma}")
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").fetchone():
            schema = files("outflank.server.store").joinpath("schema.sql").read_text()
            connection.executescript(f"BEGIN; {schema} COMMIT;")
        (version,) = connection.execute("SELECT version FROM schema_version").fetchone()
        if version != VERSION:
            raise StoreFailed(f"it was made by another version of Outflank ({version}; this one knows {VERSION})")
        return connection

    def _next(self) -> tuple[list[Job], bool]:
        """The jobs that are waiting, at least one; False when there are no more to come."""
        batch: list[Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH:
                return batch, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _commit(self, connection: sqlite3.Connection, batch: list[Job]) -> list[Result]:
        """All jobs in one transaction; one that fails loses alone, a commit that fails loses all."""
        results: list[Result] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, future in batch:
                connection.execute("SAVEPOINT job")
                try:
                    results.append((future, job(connection), None))
                except (Conflict, msgspec.MsgspecError) as error:
                    connection.execute("ROLLBACK TO job")
                    results.append((future, None, error))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            failure = StoreFailed(f"nothing can be kept now: {error}")
            results = [(future, None, failure) for _, future in batch]
        self.commits += 1
        self.jobs += len(batch)
        return results


def _settle(results: list[Result]) -> None:
    for future, value, error in results:
        if future.done():
            continue  # whoever asked has gone
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(value)


def _write(connection: sqlite3.Connection, change: Change, bodies: list[bytes]) -> None:
    key = change.match_id
    (last,) = connection.execute("SELECT max(number) FROM event WHERE match_id = ?", (key,)).fetchone()
    count = 0 if last is None else last + 1
    if count != change.index:
        raise Conflict(f"match {key} has {count} events, not {change.index}")
    rows = [(key, change.index + offset, body) for offset, body in enumerate(bodies)]
    connection.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    for table, entries in (("seat", change.seats), ("invitation", change.invitations), ("deadline", change.deadlines)):
        for player, value in entries.items():
            if value is None:
                connection.execute(f"DELETE FROM {table} WHERE match_id = ? AND player = ?", (key, player))
            else:
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", (key, player, value))


def _read(connection: sqlite3.Connection, match_id: str) -> Kept | None:
    rows = connection.execute("SELECT body FROM event WHERE match_id = ? ORDER BY number", (match_id,)).fetchall()
    if not rows:
        return None

    def pairs(sql: str) -> dict[int, Any]:
        return dict(connection.execute(f"{sql} WHERE match_id = ?", (match_id,)).fetchall())

    return Kept(
        [_event.decode(body) for (body,) in rows],
        pairs("SELECT player, digest FROM seat"),
        pairs("SELECT player, digest FROM invitation"),
        pairs("SELECT player, due FROM deadline"),
    )
