"""Making the engine: SQLite in WAL mode with every commit on the disk, or PostgreSQL.

A transaction begins by itself as `BEGIN` (a consistent snapshot for reading); one that was opened with the
execution option `calisson_write` begins as `BEGIN IMMEDIATE` on SQLite, and takes one advisory lock on
PostgreSQL, so that on both there is one writer at a time and read-then-write never races.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import StaticPool

from calisson.errors import ConfigError

BUSY_TIMEOUT_S = 15.0
"""How long a writer waits for another process."""

WRITE = "calisson_write"
_LOCK = 0x43414C49
"""The advisory lock of writers on PostgreSQL."""


@lru_cache(maxsize=65536)
def _fold_text(value: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", value).casefold().split())


def fold_value(value: Any) -> Any:
    """The database's `calisson_fold`: text for comparing (NFKC, casefolded, single spaces)."""
    return _fold_text(value) if isinstance(value, str) else value


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def make_engine(path: Path, url: str | None) -> Engine:
    """Return the engine for the SQLite file `path`, or for `url` when one is given.

    Raises:
        ConfigError: The URL is neither PostgreSQL nor SQLite.
    """
    try:
        chosen = make_url(url) if url else URL.create("sqlite", database=str(path))
    except (ArgumentError, ValueError):
        raise _no_database(url) from None
    if chosen.get_backend_name() == "sqlite":
        engine = create_engine(chosen, json_serializer=_dumps, connect_args={"timeout": BUSY_TIMEOUT_S},
                               query_cache_size=800)  # fmt: skip
        event.listen(engine, "connect", _sqlite_connect)
        event.listen(engine, "begin", _sqlite_begin)
        return engine
    if chosen.get_backend_name() == "postgresql":
        chosen = chosen.set(drivername="postgresql+psycopg")
        engine = create_engine(chosen, json_serializer=_dumps, pool_pre_ping=True, query_cache_size=800)
        event.listen(engine, "begin", _postgres_begin)
        return engine
    raise _no_database(url)


def _no_database(url: str | None) -> ConfigError:
    return ConfigError(f"no database for {re.sub('//.*@', '//…@', str(url))!r}: give a postgresql:// URL",
                       message_id="error-database-url")  # fmt: skip


def memory_engine() -> Engine:
    """Return an engine for an empty SQLite database in memory, on one connection, for scratch work."""
    engine = create_engine("sqlite://", json_serializer=_dumps, poolclass=StaticPool,
                           connect_args={"check_same_thread": False})  # fmt: skip
    event.listen(engine, "connect", _sqlite_functions)
    event.listen(engine, "begin", _sqlite_begin)
    return engine


def _sqlite_functions(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun below, DDL included
    connection.create_function("calisson_fold", 1, fold_value, deterministic=True)


def _sqlite_connect(connection: sqlite3.Connection, record: object) -> None:
    _sqlite_functions(connection, record)
    for pragma in (
        "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-16000", "temp_store=MEMORY",
        "mmap_size=268435456", "trusted_schema=OFF",
    ):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begin(connection: Connection) -> None:
    write = connection.get_execution_options().get(WRITE)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _postgres_begin(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITE):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    elif "isolation_level" not in connection.get_execution_options():  # a reader sees one state, as on SQLite
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
