"""Backup of a whole home into one zip file while it runs, and bringing it back.

SQLite: a copy by the online backup API, consistent whatever is written meanwhile, plus the blobs. PostgreSQL:
every table as JSON lines, read in one snapshot, which any home can be restored from. The manifest has the
hash of every member; `restore` checks all of them, opens the result, and only then puts it in the place of
the home, which is kept aside.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Integer, func, insert, select

from calisson.errors import CorruptError, StoreError
from calisson.store import blobs as blob_store
from calisson.store import sealed, setup, vault
from calisson.store.database import FILE, Database
from calisson.store.engine import WRITE, make_engine
from calisson.store.images import row_of, whole
from calisson.store.schema import metadata

FORMAT = "calisson-backup"
FORMAT_VERSION = 1
MANIFEST = "manifest.json"
KNOWN = "known-backups.jsonl"
KNOWN_MOST = 200
"""Backups that are remembered, the latest ones."""
_BLOCK = 1 << 20


def backup(
    database: Database, dest: Path, *, download: bool = False, seal: bool = False, keys: Path | None = None
) -> Path:
    """Write the whole home to `dest` (a zip file), consistent while it is in use, and return its path.

    Where it is written is noted in the home, so that what is forgotten later can be taken out of it; with
    `download` it moves on to a place that is not known, which is noted too. With `seal` it can be read only with
    a key that stays in the home and, when `keys` is given, in that folder; see `sealed`.

    Raises:
        StoreError: It cannot be written; a file that was there stays as it was.
    """
    dest = Path(dest).expanduser()
    try:
        dest.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=dest.parent, prefix=".backup-") as folder:
            made = Path(folder) / "backup.zip"
            _write(database, made, Path(folder))
            made.chmod(0o600)
            name = None
            if seal:
                plain, made, key = made, made.with_suffix(".sealed"), sealed.new_key()
                name = sealed.keep_key(database.data_dir, key, keys and Path(keys).expanduser().absolute())
                sealed.seal(plain, made, key)
            made.replace(dest)
        note_backup(database.data_dir, None if download else dest, database.clock.now(), key=name, keys=keys)
    except OSError as error:
        raise StoreError(f"cannot write the backup {str(dest)!r}: {error.strerror or error}",
                         message_id="error-backup", path=str(dest)) from error  # fmt: skip
    return dest


def known_backups(data_dir: Path) -> list[dict[str, Any]]:
    """Return where backups of this home were written, the oldest first.

    Each has `path` (None for a download), `at`, and of a sealed one the name of the `key` and the folder `keys`
    where a copy of it is.
    """
    file = data_dir / KNOWN
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    whole = ({"key": None, "keys": None, **json.loads(line)} for line in lines)
    return list({(k["path"] or k["at"], k["key"]): k for k in whole}.values())


def note_backup(
    data_dir: Path, dest: Path | None, at: datetime, *, key: str | None = None, keys: Path | None = None
) -> None:
    """Note where a backup was written, and by the name of which key and where its copy is, if it is sealed."""
    line = {"path": None if dest is None else str(dest.absolute()), "at": at.isoformat(timespec="seconds"),
            "key": key, "keys": keys and str(Path(keys).expanduser().absolute())}  # fmt: skip
    _write_known(data_dir, [*known_backups(data_dir), line][-KNOWN_MOST:])


def drop_backup(data_dir: Path, known: dict[str, Any]) -> None:
    """Take a backup off the list."""
    _write_known(data_dir, [k for k in known_backups(data_dir) if k != known])


def _write_known(data_dir: Path, lines: list[dict[str, Any]]) -> None:
    file = data_dir / KNOWN
    partial = file.with_suffix(".part")
    partial.write_text("".join(json.dumps(k, ensure_ascii=False) + "\n" for k in lines), "utf-8")
    partial.replace(file)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return _digest(file)


def _write(database: Database, made: Path, folder: Path) -> None:
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        if database.dialect == "sqlite":
            copy = folder / FILE
            copy_sqlite(database.file, copy)
            hashes[FILE] = _add(archive, FILE, copy)
        else:
            for name, path in _dump(database, folder):
                hashes[name] = _add(archive, name, path)
        blobs = database.data_dir / blob_store.FOLDER
        for path in sorted(p for p in blobs.rglob("*") if p.is_file() and p.suffix != ".part"):
            name = f"{blob_store.FOLDER}/{path.relative_to(blobs).as_posix()}"
            hashes[name] = _add(archive, name, path)
        for path in sorted((database.data_dir / vault.FOLDER).glob("*.json")):
            name = f"{vault.FOLDER}/{path.name}"
            hashes[name] = _add(archive, name, path)
        manifest = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "schema": setup.HEAD,
            "kind": database.dialect,
            "at": database.clock.now().isoformat(),
            "sha256": hashes,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))


def copy_sqlite(source: Path, dest: Path) -> None:
    """Copy a SQLite database that may be in use, consistently."""
    with closing(sqlite3.connect(source, timeout=30)) as old, closing(sqlite3.connect(dest)) as new:
        old.backup(new)


def _dump(database: Database, folder: Path) -> Iterator[tuple[str, Path]]:
    setup.load_tables()
    with database.engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        for table in metadata.sorted_tables:
            path = folder / f"{table.name}.jsonl"
            with path.open("w", encoding="utf-8") as file:
                query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=1000)
                for row in connection.execute(query).mappings():
                    file.write(json.dumps(whole(table, dict(row)), ensure_ascii=False) + "\n")
            yield f"tables/{table.name}.jsonl", path


def _add(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    archive.write(path, name)
    with path.open("rb") as file:
        return _digest(file)


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while block := file.read(_BLOCK):
        digest.update(block)
    return digest.hexdigest()


def restore(source: Path, data_dir: Path, url: str | None = None, *, keys: Path | None = None) -> Path | None:
    """Bring a home back from a backup and return where the former home is kept (None when there was none).

    Everything is checked before the former home is touched. No process may have the home open. With `url`,
    the tables go into that PostgreSQL database, which must be empty. The key of a sealed backup is looked for in
    `keys` (a key file, a folder of them, or a home) and in the former home.

    Raises:
        CorruptError: The backup is damaged, or is none.
        NewerSchemaError: It was made by a newer release.
        StoreError: It cannot be put into place.
    """
    source, data_dir = Path(source).expanduser(), Path(data_dir).expanduser().absolute()
    setup.make_folder(data_dir.parent)
    with tempfile.TemporaryDirectory(dir=data_dir.parent, prefix=f".{data_dir.name}-restore-") as folder:
        fresh = Path(folder) / "home"
        fresh.mkdir(mode=0o700)
        manifest = unpack(opened(source, Path(folder) / "backup.zip", keys, data_dir), fresh)
        tables = fresh / "tables"
        if tables.is_dir():
            load(tables, fresh, url)
            shutil.rmtree(tables)
        elif url is not None:
            raise StoreError(
                "this backup is of an SQLite home; restore it without a database URL, or move it by "
                "export and import",
                message_id="error-backup-kind",
                kind=manifest["kind"],
            )
        if url is None:
            Database.open(fresh).close()
        for file in fresh.glob(f"{FILE}-*"):
            file.unlink()
        return _put_in_place(fresh, data_dir)


def opened(source: Path, plain: Path, *places: Path | None) -> Path:
    """Return a backup that can be read: itself, or what is sealed in it, written to `plain`.

    Raises:
        CorruptError: it is sealed and its key is in none of the places, or it is damaged.
    """
    try:
        name = sealed.sealed_with(source)
    except OSError as error:
        raise _damaged(source, str(error)) from error
    if name is None:
        return source
    key = sealed.find_key(name, *places)
    if key is None:
        raise CorruptError(f"the backup {str(source)!r} is sealed, and its key {name} is not here; name the folder "
                           "with its copy by --keys; after an erasure it may be destroyed",
                           message_id="error-backup-key", path=str(source), key=name)  # fmt: skip
    sealed.unseal(source, plain, key)
    return plain


def unpack(source: Path, fresh: Path) -> dict[str, Any]:
    """Unpack a backup into a folder, checking every file, and return its manifest.

    Raises:
        CorruptError: It is damaged, or is none.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
            if manifest.get("format") != FORMAT or manifest.get("format_version", 0) > FORMAT_VERSION:
                raise _damaged(source, "it is no backup that this release knows")
            names = set(archive.namelist()) - {MANIFEST}
            if names != set(manifest["sha256"]):
                raise _damaged(source, "files are missing or were added")
            for name, expected in manifest["sha256"].items():
                target = (fresh / name).resolve()
                if not target.is_relative_to(fresh.resolve()):
                    raise _damaged(source, f"it has a file outside the home: {name!r}")
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with archive.open(name) as packed, target.open("wb") as out:
                    shutil.copyfileobj(packed, out, _BLOCK)
                with target.open("rb") as file:
                    if _digest(file) != expected:
                        raise _damaged(source, f"{name!r} was changed")
    except (OSError, zipfile.BadZipFile, ValueError, KeyError) as error:
        raise _damaged(source, str(error)) from error
    if (fresh / FILE).exists():
        with closing(sqlite3.connect(fresh / FILE)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise _damaged(source, str(found))
    return manifest


def _damaged(source: Path, why: str) -> CorruptError:
    return CorruptError(
        f"the backup {str(source)!r} cannot be used: {why}",
        message_id="error-backup-damaged",
        path=str(source),
        reason=why,
    )


def load(folder: Path, fresh: Path, url: str | None) -> None:
    """Fill an empty database from JSON lines."""
    setup.load_tables()
    with Database.open(fresh, url) as database:
        if url is not None:
            with database.read() as connection:
                for table in metadata.sorted_tables:
                    if connection.execute(select(table).limit(1)).first() is not None:
                        raise StoreError("the database is not empty; restore into an empty one",
                                         message_id="error-restore-not-empty")  # fmt: skip
        engine = make_engine(fresh / FILE, url)
        with engine.connect().execution_options(**{WRITE: True}) as connection, connection.begin():
            for table in metadata.sorted_tables:
                path = folder / f"{table.name}.jsonl"
                lines = path.read_text("utf-8").splitlines() if path.is_file() else []
                rows = [row_of(table, json.loads(line)) for line in lines]
                for at in range(0, len(rows), 1000):
                    connection.execute(insert(table), rows[at : at + 1000])
                if rows and connection.dialect.name == "postgresql":
                    for column in table.primary_key.columns:
                        if isinstance(column.type, Integer):
                            sequence = func.pg_get_serial_sequence(table.name, column.name)
                            connection.execute(
                                select(func.setval(sequence, select(func.max(column)).scalar_subquery()))
                            )
        engine.dispose()


def _put_in_place(fresh: Path, data_dir: Path) -> Path | None:
    kept: Path | None = None
    try:
        if data_dir.exists() and any(data_dir.iterdir()):
            kept = _free(data_dir.with_name(f"{data_dir.name}-before-restore"))
            data_dir.rename(kept)
        elif data_dir.exists():
            data_dir.rmdir()
        fresh.rename(data_dir)
        if kept is not None:
            _take_along(kept, data_dir)
    except OSError as error:
        if kept is not None and not data_dir.exists():
            kept.rename(data_dir)
        raise StoreError(f"cannot put the home into {str(data_dir)!r}: {error.strerror}",
                         message_id="error-restore", path=str(data_dir)) from error  # fmt: skip
    return kept


def _take_along(former: Path, data_dir: Path) -> None:
    """Copy what the former home knows about its backups."""
    if (former / sealed.FOLDER).is_dir():
        shutil.copytree(former / sealed.FOLDER, data_dir / sealed.FOLDER, dirs_exist_ok=True)
    if (former / KNOWN).is_file():
        shutil.copy2(former / KNOWN, data_dir / KNOWN)


def _free(path: Path) -> Path:
    number, free = 2, path
    while free.exists():
        free, number = path.with_name(f"{path.name}-{number}"), number + 1
    return free


def automatic(data_dir: Path, file: Path, reason: str, now: datetime) -> Path:
    """Copy the SQLite file of a home into its `backups` folder before something is done to it."""
    folder = data_dir / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    dest = _free(folder / f"{now:%Y%m%d-%H%M%S}-{reason}.db")
    copy_sqlite(file, dest)
    os.chmod(dest, 0o600)
    return dest
