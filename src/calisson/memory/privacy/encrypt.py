"""Turning encryption of a person's memories on and off: everything that is stored already follows.

The tables change in one transaction; files follow one by one, and can be told apart; then the database file is
rewritten, because freed pages still hold what was there. Interrupted anywhere, `finish` goes on, and nothing is lost
meanwhile: plain and sealed values are both read.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import OperationalError

from calisson.errors import VaultError
from calisson.memory.finding.points import points
from calisson.memory.finding.renewal import forget_unfinished
from calisson.memory.finding.search import SqliteIndex
from calisson.memory.forgetting.erase import compact
from calisson.memory.rows import mark_of
from calisson.memory.tables import memories
from calisson.memory.tiers.stored import drop
from calisson.memory.tiers.tables import memory_episodes, memory_merges, memory_profile
from calisson.store import Database, Sealed, reveal
from calisson.store.blobs import Blobs
from calisson.store.sealing import BYTES, Key, reveal_bytes, stored
from calisson.store.tables import changes

_BATCH = 500
_SEALED = ("text", "tokens")


def turn_on(database: Database, person: str, passphrase: str, *, keyring: str | None = None) -> Key:
    """Encrypt a person's memories and files, and return the key, for its recovery code.

    Raises:
        VaultError: it is on already, the passphrase is too short, or this is a PostgreSQL home.
    """
    if database.dialect != "sqlite":
        raise VaultError("memories are encrypted in SQLite homes; encrypt a PostgreSQL server's disk instead",
                         message_id="error-vault-postgres")  # fmt: skip
    key = database.vault.create(person, passphrase, keyring=keyring)
    finish(database, person)
    return key


def finish(database: Database, person: str) -> bool:
    """Seal what is still plain of a person whose key is open; return whether the file could be rewritten too.

    Raises:
        VaultError: the key is not open.
    """
    key = database.vault.key(person)
    if key is None:
        return True
    changed = _convert(database, person, key)
    changed = _convert_files(database, person, key) or changed
    return _compact(database) if changed else True


def turn_off(database: Database, person: str, passphrase: str) -> None:
    """Decrypt a person's memories and files, and remove the key.

    Raises:
        VaultError: the passphrase is wrong, or encryption is off.
    """
    database.vault.unlock(person, passphrase)
    _convert(database, person, None)
    _convert_files(database, person, None)
    database.vault.remove(person)
    _compact(database)


def _convert(database: Database, person: str, key: Key | None) -> bool:
    changed = False
    with database.transaction(person) as tx:
        index = SqliteIndex()
        for row in _rows(tx.connection, person):
            if isinstance(row["text"], Sealed) == (key is not None):
                continue
            changed = True
            forms = Forms(key)
            values: dict[str, str | None] = {c: forms.of(c, row[c]) for c in _SEALED if row[c] is not None}
            values["matter"] = None  # read anew, in its new form, with the next fact
            plain = mark_of(row["tier"], person, row["speaker"], str(row["text"]), None)
            mark = key.mac(row["mark"]) if key else plain
            here = memories.c.position == row["position"]
            tx.execute(update(memories).where(here).values(mark=mark, **values))
            vector = tx.execute(select(points.c.vector).where(points.c.position == row["position"])).scalar()
            if vector:
                kept = key.seal_bytes(vector) if key else vector
                tx.execute(update(points).where(points.c.position == row["position"]).values(vector=kept))
            _convert_history(tx.connection, row["id"], forms, mark)
        _convert_gone(tx.connection, person, key)
        changed = _convert_tiers(tx.connection, person, key) or changed
        if changed:
            forget_unfinished(tx.connection)
            index.rebuild(tx.connection)
    return changed


def _convert_tiers(connection: Connection, person: str, key: Key | None) -> bool:
    """Convert changes of the profile and traces of merges; blocks of talk go, and are made anew from it."""
    blocks = select(memory_episodes.c.id, memory_episodes.c.text).where(memory_episodes.c.person == person)
    old = [r.id for r in connection.execute(blocks) if isinstance(r.text, Sealed) == (key is None)]
    drop(connection, old)
    changed = bool(old)
    for table in (memory_profile, memory_merges):
        for row in connection.execute(select(table).where(table.c.person == person)).mappings().all():
            if not row["text"] or isinstance(row["text"], Sealed) == (key is not None):
                continue
            forms, changed = Forms(key), True
            text = forms.of("text", row["text"])
            connection.execute(update(table).where(table.c.id == row["id"]).values(text=text))
            _convert_history(connection, row["id"], forms, "", table.name)
    return changed


def _rows(connection: Connection, person: str) -> Iterator[Mapping[str, Any]]:
    last = -1
    while True:
        query = select(memories).where(memories.c.person == person, memories.c.position > last)
        rows = connection.execute(query.order_by(memories.c.position).limit(_BATCH)).mappings().all()
        yield from (dict(r) for r in rows)
        if len(rows) < _BATCH:
            return
        last = rows[-1]["position"]


class Forms:
    """The stored form of each plain text, the same one wherever it stands, so that undo finds what was."""

    def __init__(self, key: Key | None) -> None:
        self.key = key
        self._known: dict[tuple[str, str], str] = {}

    def of(self, column: str, value: str) -> str:
        """Return the text of a column as it shall be written."""
        plain = str(value)
        if self.key is None:
            return plain
        found = self._known.setdefault((column, plain), self.key.seal(plain).sealed)
        return Sealed(plain, found)


def _convert_history(
    connection: Connection, row_id: str, forms: Forms, mark: str, table: str = "memories"
) -> None:
    query = select(changes).where(changes.c.table_name == table, changes.c.row_id == row_id)
    for row in [dict(r) for r in connection.execute(query).mappings()]:
        _convert_change(connection, row, forms, mark)


def _convert_gone(connection: Connection, person: str, key: Key | None) -> None:
    """Convert the history of memories whose turn was taken back."""
    living = select(memories.c.id)
    query = select(changes).where(changes.c.table_name == "memories", changes.c.row_id.not_in(living))
    forms: dict[str, Forms] = {}
    for row in [dict(r) for r in connection.execute(query).mappings()]:
        image = row["after"] or row["before"] or {}
        text = image.get("text")
        if image.get("person") == person and text and isinstance(reveal(text), Sealed) == (key is None):
            mark = key.mac(image["mark"]) if key else image["mark"]
            _convert_change(connection, row, forms.setdefault(row["row_id"], Forms(key)), mark)


def _convert_change(connection: Connection, row: Mapping[str, Any], forms: Forms, mark: str) -> None:
    """Put other forms of the words into the images of one change."""
    new: dict[str, Any] = {}
    for side in ("before", "after"):
        image = dict(row[side]) if row[side] is not None else None
        if image is not None:
            image |= {c: stored(forms.of(c, reveal(image[c]))) for c in _SEALED if image.get(c)}
            image |= {"mark": mark} if "mark" in image else {}
        new[side] = image
    connection.execute(update(changes).where(changes.c.seq == row["seq"]).values(**new))


def _convert_files(database: Database, person: str, key: Key | None) -> bool:
    added = select(changes.c.row_id).where(
        changes.c.table_name == "blobs", changes.c.op == "insert", changes.c.actor == person
    )
    with database.read() as connection:
        ids = list(connection.execute(added).scalars())
    changed, kept = False, Blobs(database)
    for blob_id in ids:
        path = kept.path(blob_id)
        data = path.read_bytes() if path.is_file() else b""
        if data and data.startswith(BYTES) == (key is None):
            plain = reveal_bytes(data)
            if plain is not None:
                _replace(path, plain if key is None else key.seal_bytes(plain))
                changed = True
    return changed


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(f".{os.getpid()}.part")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _compact(database: Database) -> bool:
    try:
        compact(database.engine)
    except (OperationalError, sqlite3.OperationalError):
        return False
    return True
