"""Putting the content of a backup into a home that is open, as one step, with what is there kept first.

The backup is unpacked and brought up to date beside the home. Then, while this process writes nothing, the present
state is written to a file, who may come in (sessions, tokens, the password) is carried over, and SQLite's online
backup copies the prepared database over the open one: other connections and processes see the old state or the new
one, never a mixture (https://www.sqlite.org/backup.html). Files are only added. Not for PostgreSQL: there a backup
goes into an empty database, by the command line.

A write that another process makes while the state is kept is noticed, and the state is kept again; between that
look and the copy there are some milliseconds that are not guarded.
"""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from calisson.errors import CorruptError, StoreError
from calisson.store import backups, tables
from calisson.store.blobs import FOLDER
from calisson.store.database import FILE, Database
from calisson.store.schema import metadata

STAY = ("sessions", "passwords", "secrets")
"""Tables that stay as they are: who may come in does not come from a file."""

TRIES = 3
"""How often the present state is kept when another process writes meanwhile."""

ROOM = 2.2
"""How many times its own size unpacked a backup needs on the disk: unpacked, and copied in."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A backup, checked, unpacked and brought up to this release, ready to be looked at or taken over."""

    folder: Path
    """Of a home: `calisson.db`, `blobs`."""
    made_at: datetime


def unpack(file: Path, folder: Path, keys: Path) -> Unpacked:
    """Check a backup and unpack it into an empty folder; the key of a sealed one is looked for in the home at `keys`.

    Raises:
        CorruptError: it is no backup, or is damaged, or is sealed with a key that is not there.
        NewerSchemaError: it was made by a newer release.
        StoreError: there is no room for it.
    """
    plain = folder / "unsealed.zip"
    source = backups.opened(file, plain, keys)
    _require_backup(source, folder)
    manifest: dict[str, Any] = backups.unpack(source, folder)
    plain.unlink(missing_ok=True)
    if (folder / "tables").is_dir():
        backups.load(folder / "tables", folder, None)
        shutil.rmtree(folder / "tables")
    Database.open(folder).close()
    return Unpacked(folder, datetime.fromisoformat(manifest["at"]))


def _require_backup(file: Path, folder: Path) -> None:
    """Say plainly what a file is that is no backup, before anything is unpacked."""
    try:
        with zipfile.ZipFile(file) as archive:
            names, size = set(archive.namelist()), sum(i.file_size for i in archive.infolist())
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise CorruptError(f"{file.name!r} is no backup: {error}", message_id="error-backup-kind") from error
    if backups.MANIFEST not in names:
        message = "error-backup-export" if "about.json" in names else "error-backup-kind"
        raise CorruptError(f"{file.name!r} has no {backups.MANIFEST}", message_id=message)
    if size * ROOM > shutil.disk_usage(folder).free:
        raise StoreError(f"unpacking needs {size} bytes", message_id="error-disk-full", size=size)


def take_over(database: Database, unpacked: Unpacked, keep: Path) -> None:
    """Write the present state to `keep`, then put the unpacked backup in its place.

    Raises:
        StoreError: the home is on PostgreSQL, or the state cannot be kept; nothing is changed then.
    """
    if database.dialect != "sqlite":
        raise StoreError(
            "a PostgreSQL home is restored by the command line", message_id="error-restore-postgres"
        )
    _add_files(unpacked.folder / FOLDER, database.data_dir / FOLDER)
    with database.alone():
        for _ in range(TRIES):
            seen = _latest(database)
            backups.backup(database, keep)
            _carry_over(database.file, unpacked.folder / FILE)
            if _latest(database) == seen:
                break
        backups.copy_sqlite(unpacked.folder / FILE, database.file)
    database.engine.dispose()


def _latest(database: Database) -> int:
    with database.read() as connection:
        return int(connection.execute(select(func.max(tables.changes.c.seq))).scalar() or 0)


def _add_files(source: Path, target: Path) -> None:
    """Copy the files that are not there yet; their names are their hashes."""
    for path in sorted(p for p in source.rglob("*") if p.is_file()):
        there = target / path.relative_to(source)
        if not there.exists():
            there.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            partial = there.with_suffix(".restore.part")
            shutil.copyfile(path, partial)
            partial.replace(there)


def _carry_over(present: Path, prepared: Path) -> None:
    """Put what stays into the prepared database."""
    with closing(sqlite3.connect(prepared)) as connection:
        connection.execute("ATTACH DATABASE ? AS present", (str(present),))
        with connection:
            for name in STAY:
                columns = ", ".join(f'"{c.name}"' for c in metadata.tables[name].columns)
                connection.execute(f'DELETE FROM main."{name}"')
                connection.execute(
                    f'INSERT INTO main."{name}" ({columns}) SELECT {columns} FROM present."{name}"'
                )
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
