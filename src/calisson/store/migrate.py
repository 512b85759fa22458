"""Migrating an older home: an automatic backup, then all steps in one transaction. Imports Alembic."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, select, text

from calisson.errors import StoreError
from calisson.store.backups import automatic
from calisson.store.engine import WRITE
from calisson.store.images import whole
from calisson.store.schema import metadata
from calisson.store.setup import HEAD, load_tables, version_of

SCRIPTS = Path(__file__).parent / "migrations"


def migrate(engine: Engine, data_dir: Path, version: str, now: datetime) -> Path | None:
    """Bring a database from `version` to this release's schema; return the backup that was made first.

    Raises:
        StoreError: A step failed; the database is as it was.
    """
    kept = _back_up(engine, data_dir, version, now)
    load_tables()
    try:
        with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
            if version_of(connection) != HEAD:
                upgrade(connection)
    except StoreError:
        raise
    except Exception as error:
        raise StoreError(
            f"the home could not be brought from schema {version} to {HEAD} and is unchanged: {error}; "
            f"a copy is in {kept}",
            message_id="error-migration",
            found=version,
            known=HEAD,
            path=str(kept),
        ) from error
    return kept


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run the steps on an open transaction."""
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def configuration() -> Config:
    """Return Alembic's configuration, without a file."""
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(SCRIPTS))
    return config


def head() -> str:
    """Return the last step there is."""
    found = ScriptDirectory.from_config(configuration()).get_current_head()
    return found or ""


def context(connection: Connection) -> MigrationContext:
    """Return a context that compares a database with the metadata."""
    return MigrationContext.configure(connection, opts={"compare_type": True, "include_object": ours})


def ours(_object: object, name: str | None, kind: str, reflected: bool, other: object) -> bool:
    """Return whether a difference concerns what the metadata declares.

    What rooms add by `extra` (full-text tables with their inner ones, indexes on expressions) does not.
    """
    if kind == "table":
        return name in metadata.tables
    return kind != "index" or not reflected or other is not None


def _back_up(engine: Engine, data_dir: Path, version: str, now: datetime) -> Path | None:
    if engine.dialect.name == "sqlite":
        database = engine.url.database
        return automatic(data_dir, Path(database), f"schema-{version}", now) if database else None
    folder = data_dir / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    dest = folder / f"{now:%Y%m%d-%H%M%S}-schema-{version}.jsonl"
    load_tables()
    with engine.connect() as connection, dest.open("w", encoding="utf-8") as file:
        there = set(inspect(connection).get_table_names())
        for table in metadata.sorted_tables:
            if table.name in there:
                columns = set(connection.execute(select(text("*")).select_from(table).limit(0)).keys())
                wanted = [c for c in table.columns if c.name in columns]
                for row in connection.execute(select(*wanted)).mappings():
                    file.write(json.dumps({table.name: whole(table, dict(row))}, ensure_ascii=False) + "\n")
    return dest
