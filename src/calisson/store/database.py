"""The door of a home's database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Engine

from calisson.clock import Clock, SystemClock
from calisson.errors import StoreError
from calisson.store import setup
from calisson.store.engine import WRITE, make_engine
from calisson.store.transaction import Transaction
from calisson.store.vault import Vault

if TYPE_CHECKING:
    from calisson.store.checkup import Check

FILE = "calisson.db"


class Database:
    """A home's database, open. Safe to share between threads; several processes may open the same home."""

    def __init__(self, data_dir: Path, engine: Engine, clock: Clock) -> None:
        self.data_dir = data_dir
        self.engine = engine
        self.clock = clock
        self.vault = Vault(data_dir)
        """The keys of people whose memories are encrypted."""
        self.followers: list[Callable[[Transaction], None]] = []
        """Called at the end of each transaction that wrote to a table marked `followed`, and part of it."""
        self._writing = threading.Lock()
        self._writer: int | None = None

    @classmethod
    def open(cls, data_dir: Path, url: str | None = None, clock: Clock | None = None) -> Database:
        """Open the home in `data_dir`, making it when it is new and migrating it when it is older.

        Raises:
            ConfigError: The URL names no database that is known, or the folder cannot be made.
            NewerSchemaError: The home was made by a newer release.
            StoreError: The database cannot be reached.
        """
        data_dir = Path(data_dir).expanduser()
        setup.make_folder(data_dir)
        engine = make_engine(data_dir / FILE, url)
        database = cls(data_dir, engine, clock or SystemClock())
        try:
            setup.bring_up(engine, data_dir, database.clock.now())
        except BaseException:
            engine.dispose()
            raise
        return database

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @property
    def file(self) -> Path:
        """Where the SQLite file is (or would be)."""
        return Path(self.engine.url.database or "") if self.dialect == "sqlite" else self.data_dir / FILE

    @contextmanager
    def transaction(
        self, actor: str, turn_id: str | None = None, now: datetime | None = None
    ) -> Iterator[Transaction]:
        """One write transaction: committed and durable when the block ends, taken back when it raises.

        There is one writer at a time, over all processes. `now` (aware) replaces the clock's time.

        Raises:
            StoreError: This thread is inside a transaction already.
        """
        me = threading.get_ident()
        if self._writer == me:
            raise StoreError("a transaction is open in this thread; pass it on instead of opening another")
        with self._writing:
            self._writer = me
            try:
                with self.engine.connect().execution_options(**{WRITE: True}) as connection:
                    with connection.begin():
                        tx = Transaction(self, connection, actor, turn_id, now or self.clock.now())
                        yield tx
                        for follow in self.followers if tx.followed else ():
                            follow(tx)
                        tx.flush()
            finally:
                self._writer = None
        for callback in tx.committed():
            callback()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other writer of this process out, without a transaction."""
        with self._writing:
            self._writer = threading.get_ident()
            try:
                yield
            finally:
                self._writer = None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading one consistent state; nothing written through it is kept."""
        with self.engine.connect() as connection:
            transaction = connection.begin()
            try:
                yield connection
            finally:
                transaction.rollback()

    def in_transaction(self) -> bool:
        """Tell whether this thread is inside a write transaction."""
        return self._writer == threading.get_ident()

    def backup(self, dest: Path) -> Path:
        """Write the whole home to one file while it runs; see `calisson.store.backups`."""
        from calisson.store.backups import backup

        return backup(self, dest)

    def check(self) -> list[Check]:
        """Look the database over, for `doctor`; see `calisson.store.checkup`."""
        from calisson.store.checkup import check

        return check(self)

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()
