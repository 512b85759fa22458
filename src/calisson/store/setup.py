"""Bringing a home's database up to this release's schema.

The schema's version stands in Alembic's own table. A new home is made from the metadata and stamped; one that
is up to date costs one query; only an older one imports Alembic, after an automatic backup (see `migrate`).
"""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError

import calisson
from calisson.errors import ConfigError, NewerSchemaError, StoreError
from calisson.store.engine import WRITE
from calisson.store.schema import metadata

HEAD = "0014"
"""The schema version of this release: the name of the last file in `migrations/versions`."""


def make_folder(data_dir: Path) -> None:
    """Make the home's folder, for its owner only.

    Raises:
        ConfigError: It cannot be made.
    """
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(
            f"cannot make the home's folder {str(data_dir)!r}: {error.strerror}; choose another with --data",
            message_id="error-data-dir",
            path=str(data_dir),
        ) from error


def load_tables() -> None:
    """Import the `tables` module of every room, so that the metadata is whole."""
    for base in calisson.__path__:
        for path in sorted(Path(base).glob("*/tables.py")):
            import_module(f"calisson.{path.parent.name}.tables")


def version_of(connection: Connection) -> str | None:
    """Return the schema version that the database says it has; None when it is empty."""
    try:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    except (OperationalError, ProgrammingError) as error:
        if "alembic_version" in str(error.orig):
            return None
        raise
    return str(found) if found is not None else None


def bring_up(engine: Engine, data_dir: Path, now: datetime) -> None:
    """Make, migrate or accept the database.

    Raises:
        NewerSchemaError: It was made by a newer release.
        StoreError: It cannot be opened.
    """
    try:
        with engine.connect() as connection:
            version = version_of(connection)
        if version == HEAD:
            return
        if version is None:
            version = _make_new(engine)
    except DBAPIError as error:
        raise StoreError(f"cannot open the database of {str(data_dir)!r}: {error.orig}; if it is damaged, "
                         "`calisson restore FILE` brings a backup back and keeps this aside",
                         message_id="error-database-open", path=str(data_dir)) from error  # fmt: skip
    if version == HEAD:
        return
    if version > HEAD:
        raise NewerSchemaError(f"this home has schema {version}, this release knows {HEAD}: install a newer "
                               "release", found=version, known=HEAD)  # fmt: skip
    from calisson.store.migrate import migrate

    migrate(engine, data_dir, version, now)


def _make_new(engine: Engine) -> str:
    """Make the tables, unless another process did so meanwhile; return the version found or made."""
    with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
        found = None
        if inspect(connection).has_table("alembic_version"):
            found = version_of(connection)
        if found is None:
            load_tables()
            metadata.create_all(connection)
            stamp(connection, HEAD)
        return found or HEAD


def stamp(connection: Connection, version: str) -> None:
    """Write the schema's version."""
    connection.execute(text(
        "CREATE TABLE IF NOT EXISTS alembic_version "
        "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    ))  # fmt: skip
    connection.execute(text("DELETE FROM alembic_version"))
    connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:v)"), {"v": version})
