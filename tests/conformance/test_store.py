"""What every store must satisfy."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from outflank.match import Acted, Event, Joined, Place, begin
from outflank.server.store.kept import Change, Conflict, Store, StoreFailed
from outflank.server.store.memory import Memory
from outflank.server.store.sqlite import FolderInUse, Sqlite

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")
STARTED = begin("cellwar", {}, [Place("open"), Place("computer")], 7, at=1)
EVENTS: tuple[Event, ...] = (STARTED, Joined(1, "Ada", 2), Acted(1, 5, 3))


@pytest.fixture(params=["memory", "sqlite"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    return Memory if request.param == "memory" else lambda: Sqlite(tmp_path / "data")


def run(make: Callable[[], Store], use: Callable[[Store], Awaitable[T]]) -> T:
    async def main() -> T:
        store = make()
        await store.open()
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(main())


def test_what_is_written_is_read(make: Callable[[], Store]) -> None:
    async def use(store: Store) -> None:
        assert await store.read("m") is None
        await store.write(Change("m", 0, EVENTS[:1], invitations={1: b"code"}))
        await store.write(Change("m", 1, EVENTS[1:], {1: b"token"}, {1: None}, {1: 500}))
        await store.write(Change("other", 0, EVENTS[:1], deadlines={2: 100}))
        kept = await store.read("m")
        assert kept is not None
        assert tuple(kept.events) == EVENTS
        assert (kept.seats, kept.invitations, kept.deadlines) == ({1: b"token"}, {}, {1: 500})
        assert await store.deadlines() == [("other", 2, 100), ("m", 1, 500)]
        assert kept.rematch is None
        await store.write(Change("m", 3, deadlines={1: None}, rematch=(1, "another")))
        await store.write(Change("m", 3, rematch=(2, "other")))
        await store.write(Change("m", 3, deadlines={1: None}))
        again = await store.read("m")
        assert again is not None and again.rematch == (2, "other")
        assert await store.deadlines() == [("other", 2, 100)]
        await store.forget("other")
        assert await store.read("other") is None and await store.deadlines() == []

    run(make, use)


def test_a_conflict_keeps_nothing(make: Callable[[], Store]) -> None:
    async def use(store: Store) -> None:
        await store.write(Change("m", 0, EVENTS[:1]))
        for index in (0, 2):
            with pytest.raises(Conflict):
                await store.write(Change("m", index, EVENTS[1:], seats={1: b"x"}))
        kept = await store.read("m")
        assert kept is not None and len(kept.events) == 1 and kept.seats == {}

    run(make, use)


def test_of_many_at_once_one_conflict_loses_alone(make: Callable[[], Store]) -> None:
    async def use(store: Store) -> None:
        changes = [Change(f"m{number}", number % 10 == 3, EVENTS[:1]) for number in range(300)]
        results = await asyncio.gather(*map(store.write, changes), return_exceptions=True)
        assert [number for number, result in enumerate(results) if result is not None] == list(range(3, 300, 10))
        assert all(isinstance(results[number], Conflict) for number in range(3, 300, 10))

    run(make, use)


def test_a_closed_store_says_so(make: Callable[[], Store]) -> None:
    async def main() -> None:
        store = make()
        await store.open()
        await store.close()
        with pytest.raises(StoreFailed):
            await store.write(Change("m", 0, EVENTS))
        with pytest.raises(StoreFailed):
            await store.read("m")

    asyncio.run(main())


# ---- the one on disk


def test_a_closed_file_is_taken_up_again(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.write(Change("m", 0, EVENTS, {1: b"token"}))

    async def read(store: Store) -> int:
        kept = await store.read("m")
        return len(kept.events) if kept else 0

    run(lambda: Sqlite(tmp_path), write)
    assert run(lambda: Sqlite(tmp_path), read) == 3


def test_commits_are_shared(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        assert isinstance(store, Sqlite)
        await asyncio.gather(*(store.write(Change(f"m{n}", 0, EVENTS)) for n in range(400)))
        assert store.jobs == 400 and store.commits < 100

    run(lambda: Sqlite(tmp_path), use)


def test_committed_is_on_the_disk(tmp_path: Path) -> None:
    """Also when the power fails the next moment: a commit waits for the disk."""

    def pragma(name: str, connection: sqlite3.Connection) -> Any:
        return connection.execute(f"PRAGMA {name}").fetchone()[0]

    async def use(store: Store) -> list[Any]:
        assert isinstance(store, Sqlite)
        return [await store._do(partial(pragma, name)) for name in ("journal_mode", "synchronous")]

    assert run(lambda: Sqlite(tmp_path), use) == ["wal", 2]


def test_a_file_of_before_there_were_rematches_is_taken_up(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store.write(Change("m", 0, EVENTS))

    async def ask(store: Store) -> object:
        await store.write(Change("m", len(EVENTS), rematch=(1, "other")))
        kept = await store.read("m")
        return kept and kept.rematch

    run(lambda: Sqlite(tmp_path), write)
    with sqlite3.connect(tmp_path / "outflank.db") as connection:
        connection.execute("DROP TABLE rematch")
    assert run(lambda: Sqlite(tmp_path), ask) == (1, "other")


def test_one_process_has_the_folder(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys, pathlib\n"
        "from outflank.server.store.sqlite import Sqlite, FolderInUse\n"
        "try: asyncio.run(Sqlite(pathlib.Path(sys.argv[1])).open())\n"
        "except FolderInUse as error: print(error)\n"
    )

    async def use(store: Store) -> str:
        done = await asyncio.to_thread(
            subprocess.run, [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
        )
        return done.stdout

    assert "another Outflank server uses the data folder" in run(lambda: Sqlite(tmp_path), use)
    assert issubclass(FolderInUse, StoreFailed)


def test_a_foreign_or_newer_file_is_refused(tmp_path: Path) -> None:
    async def nothing(store: Store) -> None:
        return None

    run(lambda: Sqlite(tmp_path / "newer"), nothing)
    with sqlite3.connect(tmp_path / "newer" / "outflank.db") as connection:
        connection.execute("UPDATE schema_version SET version = 99")
    with pytest.raises(StoreFailed, match="another version"):
        run(lambda: Sqlite(tmp_path / "newer"), nothing)
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "outflank.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreFailed, match="cannot be opened"):
        run(lambda: Sqlite(tmp_path / "foreign"), nothing)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFailed, match="cannot be used"):
        run(lambda: Sqlite(tmp_path / "file"), nothing)


def test_what_cannot_be_kept_loses_alone_and_the_store_lives_on(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        async with asyncio.timeout(20):
            with pytest.raises(StoreFailed, match="nothing can be kept now"):
                await store.write(Change("m", 0, EVENTS, deadlines={1: 2**80}))
            assert await store.read("m") is None
            await store.write(Change("m", 0, EVENTS))
            assert await store.read("m") is not None

    run(lambda: Sqlite(tmp_path), use)


def test_a_store_that_could_not_be_opened_is_closed_and_can_be_opened_later(tmp_path: Path) -> None:
    async def main() -> None:
        store = Sqlite(tmp_path)
        (tmp_path / "outflank.db").write_bytes(b"this is no database" * 100)
        async with asyncio.timeout(20):
            for _ in range(2):
                with pytest.raises(StoreFailed, match="cannot be opened"):
                    await store.open()
                with pytest.raises(StoreFailed, match="closed"):
                    await store.read("m")
            (tmp_path / "outflank.db").unlink()
            await store.open()
            await store.write(Change("m", 0, EVENTS))
            await store.close()

    asyncio.run(main())
