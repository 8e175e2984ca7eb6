"""The store in one SQLite file: a writer thread commits whatever queued up during the last commit, together."""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from outflank.match import Event
from outflank.server.store.kept import Change, Conflict, Kept, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VERSION = 1
SINCE = """
CREATE INDEX IF NOT EXISTS invited ON invitation (digest);
CREATE TABLE IF NOT EXISTS rematch (
    match_id TEXT PRIMARY KEY,
    player INTEGER NOT NULL, -- who asks the others
    other TEXT NOT NULL -- to this match
) WITHOUT ROWID;
"""
"""What was added to the schema since: an older server with the same version goes on without it."""
BATCH = 500
"""At most so many jobs share one commit."""
ROWS = 32
"""At most so many matches, or events, share one statement."""

T = TypeVar("T")
Bodies = tuple[Change, list[bytes]]
Job = tuple["Bodies | Callable[[sqlite3.Connection], Any]", "asyncio.Future[Any]"]
Result = tuple["asyncio.Future[Any]", Any, "Exception | None"]

_event = msgspec.msgpack.Decoder(Event)
_encoder = msgspec.msgpack.Encoder()


class FolderInUse(StoreFailed):
    """Another process serves from this data folder, at ``address`` as far as it has said."""

    def __init__(self, folder: Path, address: str) -> None:
        where = f" (it is at {address})" if address else ""
        super().__init__(
            f"another Outflank server uses the data folder {folder}{where}: stop it, or choose another with --data",
            "folder_in_use_at" if address else "folder_in_use",
            folder=str(folder),
            address=address,
        )
        self.address = address


class Lock:
    """Only one process may serve from a folder: two would not see each other's matches."""

    def __init__(self, folder: Path) -> None:
        self._file = (folder / "lock").open("a+")
        try:
            self._take()
        except OSError:
            address = self._said()
            self._file.close()
            raise FolderInUse(folder, address) from None

    def _take(self) -> None:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _said(self) -> str:
        """What the holder of the lock has written into the file."""
        try:
            self._file.seek(0)
            return self._file.read(200).strip()
        except OSError:
            return ""

    def say(self, address: str) -> None:
        """Write down where this server is, for whoever wants the folder too."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address)
        self._file.flush()

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
            why = str(error.strerror or error)
            message = f"the data folder {self._folder} cannot be used: {why}"
            raise StoreFailed(message, "folder_unusable", folder=str(self._folder), why=why) from None
        self._loop = asyncio.get_running_loop()
        self._jobs = queue.SimpleQueue()  # nothing is left over from before
        ready: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._run, args=(ready,), name="store", daemon=True)
        self._thread.start()
        try:
            await ready
        except BaseException:
            await self.close()
            raise

    def announce(self, address: str) -> None:
        """Tell whoever wants the folder too where this server is."""
        if self._lock is not None:
            self._lock.say(address)

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
        await self._do((change, [_encoder.encode(event) for event in change.events]))

    async def read(self, match_id: str) -> Kept | None:
        return await self._do(lambda connection: _read(connection, match_id))

    async def deadlines(self) -> list[tuple[str, int, int]]:
        return await self._do(
            lambda connection: connection.execute(
                "SELECT match_id, player, due FROM deadline ORDER BY due, match_id, player"
            ).fetchall()
        )

    async def invited(self, code: bytes) -> str | None:
        def job(connection: sqlite3.Connection) -> str | None:
            found = connection.execute("SELECT match_id FROM invitation WHERE digest = ?", (code,)).fetchone()
            return found[0] if found else None

        return await self._do(job)

    async def forget(self, match_id: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            for table in ("event", "seat", "invitation", "deadline", "rematch"):
                connection.execute(f"DELETE FROM {table} WHERE match_id = ?", (match_id,))

        await self._do(job)

    async def _do(self, job: Bodies | Callable[[sqlite3.Connection], T]) -> T:
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
            message = f"the database in {self._folder} cannot be opened: {error}"
            failure = StoreFailed(message, "database_unusable", folder=str(self._folder), why=str(error))
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
        connection.executescript(SINCE)
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
        changes: list[tuple[Bodies, asyncio.Future[Any]]] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job, future in batch:
                if isinstance(job, tuple):
                    changes.append((job, future))
                    continue
                results += _write(connection, changes)
                changes = []
                try:
                    results.append((future, job(connection), None))
                except sqlite3.Error:
                    raise
                except Exception as error:  # of a job that reads: whoever asked is told, and the thread lives on
                    results.append((future, None, error))
            results += _write(connection, changes)
            connection.execute("COMMIT")
        except Exception as error:  # also one that is not SQLite's, say of a value it cannot keep: the thread lives on
            with suppress(sqlite3.Error):
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


def _write(connection: sqlite3.Connection, changes: list[tuple[Bodies, asyncio.Future[Any]]]) -> list[Result]:
    """Write these, in order, those that conflict left out.

    In as few statements as can be: between any two the thread of the server's loop takes its turn.
    """
    counts = _counts(connection, list({change.match_id for (change, _), _ in changes}))
    results: list[Result] = []
    rows: list[Any] = []
    for (change, bodies), future in changes:
        key, count = change.match_id, counts.get(change.match_id, 0)
        if count != change.index:
            conflict = Conflict(f"match {key} has {count} events, not {change.index}")
            results.append((future, None, conflict))
            continue
        counts[key] = count + len(bodies)
        for offset, body in enumerate(bodies):
            rows += (key, count + offset, body)
        if change.seats or change.invitations or change.deadlines or change.rematch:
            _write_rest(connection, change)
        results.append((future, None, None))
    for at in range(0, len(rows), 3 * ROWS):
        some = rows[at : at + 3 * ROWS]
        connection.execute("INSERT INTO event VALUES " + ", ".join(["(?, ?, ?)"] * (len(some) // 3)), some)
    return results


def _counts(connection: sqlite3.Connection, keys: list[str]) -> dict[str, int]:
    """How many events these matches have."""
    counts: dict[str, int] = {}
    for at in range(0, len(keys), ROWS):
        some = keys[at : at + ROWS]
        last = "SELECT column1, (SELECT max(number) FROM event WHERE match_id = column1)"  # a seek, not a scan
        told = connection.execute(f"{last} FROM (VALUES {', '.join(['(?)'] * len(some))})", some).fetchall()
        counts.update({key: number + 1 for key, number in told if number is not None})
    return counts


def _write_rest(connection: sqlite3.Connection, change: Change) -> None:
    key = change.match_id
    for table, entries in (("seat", change.seats), ("invitation", change.invitations), ("deadline", change.deadlines)):
        for player, value in entries.items():
            if value is None:
                connection.execute(f"DELETE FROM {table} WHERE match_id = ? AND player = ?", (key, player))
            else:
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?)", (key, player, value))
    if change.rematch:
        connection.execute("INSERT OR REPLACE INTO rematch VALUES (?, ?, ?)", (key, *change.rematch))


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
        connection.execute("SELECT player, other FROM rematch WHERE match_id = ?", (match_id,)).fetchone(),
    )
