"""Where matches are kept: what every store must do, one in memory, one in a file."""

from outflank.server.store.kept import Change, Conflict, Kept, Store, StoreFailed
from outflank.server.store.memory import Memory
from outflank.server.store.sqlite import Sqlite

__all__ = ["Change", "Conflict", "Kept", "Memory", "Sqlite", "Store", "StoreFailed"]
