"""The database of a home: engine, transactions with change history, undo, blobs, backup, migrations.

SQLite by default, PostgreSQL by URL, with the same behaviour on both. This room does not know what is stored:
every capability declares its tables in its own `tables.py` on the shared `metadata`, each with a string
primary key called `id`. Every effect goes through a `Transaction`, which is one real database transaction and
writes who changed what, when, in which turn, with the values before and after; `undo` reads that history.
"""

from typing import TYPE_CHECKING, Any

from calisson.store.database import Database
from calisson.store.engine import memory_engine
from calisson.store.history import IMPORTED, Change, as_of, changes_of, history_of, touched, undo, writers
from calisson.store.preferences import PreferenceStore
from calisson.store.repeats import Repeat, keep, kept
from calisson.store.schema import Instant, Json, Sequence64, extra, metadata
from calisson.store.sealing import Sealed, SealedBytes, SealedText, reveal
from calisson.store.transaction import Row, Transaction

if TYPE_CHECKING:
    from calisson.store.backups import backup, restore
    from calisson.store.blobs import Blob, Blobs
    from calisson.store.checkup import Check, check

__all__ = [
    "IMPORTED",
    "Blob",
    "Blobs",
    "Change",
    "Check",
    "Database",
    "Instant",
    "Json",
    "PreferenceStore",
    "Repeat",
    "Row",
    "Sealed",
    "SealedBytes",
    "SealedText",
    "Sequence64",
    "Transaction",
    "as_of",
    "backup",
    "changes_of",
    "check",
    "extra",
    "history_of",
    "keep",
    "kept",
    "memory_engine",
    "metadata",
    "restore",
    "reveal",
    "touched",
    "undo",
    "writers",
]

_RARE = {
    "backup": "backups",
    "restore": "backups",
    "Blob": "blobs",
    "Blobs": "blobs",
    "Check": "checkup",
    "check": "checkup",
}
"""Names that most turns never need, and the module that is imported when one is asked for."""


def __getattr__(name: str) -> Any:
    """Resolve a rarely used name on first use."""
    if name in _RARE:
        from importlib import import_module

        return getattr(import_module(f"calisson.store.{_RARE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
