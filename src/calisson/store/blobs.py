"""Files that people add: bytes in the home's `blobs` folder by their hash, facts about them in a table."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from calisson.errors import NotFoundError, StoreError, VaultError
from calisson.store import sealing, tables
from calisson.store.database import Database
from calisson.store.transaction import Transaction

FOLDER = "blobs"
MAX_BYTES = 50_000_000
OVERHEAD = len(sealing.BYTES) + 16 + 12 + 16
"""Bytes by which a sealed file is longer: mark, key's name, nonce, tag."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A stored file."""

    id: str
    media_type: str
    name: str | None
    size_bytes: int
    created_at: datetime


class Blobs:
    """The files of a home. The same bytes are kept once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.folder = database.data_dir / FOLDER

    def put(self, tx: Transaction, data: bytes, media_type: str, name: str | None = None) -> Blob:
        """Keep bytes and return what was kept; they are on the disk before the transaction commits.

        Raises:
            StoreError: They are too large. VaultError: The person's files are encrypted, and the key is not open.
        """
        if len(data) > MAX_BYTES:
            raise StoreError(
                f"a file has at most {MAX_BYTES} bytes, not {len(data)}",
                message_id="error-file-size",
                size=len(data),
                limit=MAX_BYTES,
            )
        key = self._database.vault.key(tx.actor)
        blob_id = hashlib.sha256(data).hexdigest()
        path = self.path(blob_id)
        if not path.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            partial = path.with_suffix(f".{os.getpid()}.part")
            with partial.open("wb") as file:
                file.write(data if key is None else key.seal_bytes(data))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        row = tx.get(tables.blobs, blob_id) or tx.insert(
            tables.blobs, {"id": blob_id, "media_type": media_type[:120], "name": name and name[:255],
                           "size_bytes": len(data), "created_at": tx.now},
        )  # fmt: skip
        return Blob(**row)

    def get(self, blob_id: str) -> tuple[Blob, bytes]:
        """Return a file and its bytes.

        Raises:
            NotFoundError: There is none with this id. VaultError: It is encrypted, and the key is not open.
        """
        with self._database.read() as connection:
            row = (
                connection.execute(select(tables.blobs).where(tables.blobs.c.id == blob_id))
                .mappings()
                .first()
            )
        if row is None or not (path := self.path(blob_id)).is_file():
            raise NotFoundError(f"no file {blob_id!r}", message_id="error-no-file", file=blob_id)
        data = sealing.reveal_bytes(path.read_bytes())
        if data is None:
            raise VaultError(f"the file {blob_id!r} is encrypted, and its key is not open")
        return Blob(**row), data

    def path(self, blob_id: str) -> Path:
        """Return where a file's bytes are.

        Raises:
            NotFoundError: This is no id of a file.
        """
        if not re.fullmatch(r"[0-9a-f]{64}", blob_id):
            raise NotFoundError(f"no file {blob_id!r}", message_id="error-no-file", file=blob_id)
        return self.folder / blob_id[:2] / blob_id[2:]

    def missing(self) -> Iterator[str]:
        """Return the ids of files whose bytes are gone or damaged in length."""
        with self._database.read() as connection:
            rows = connection.execute(select(tables.blobs.c.id, tables.blobs.c.size_bytes)).all()
        for blob_id, size in rows:
            path = self.path(blob_id)
            if not path.is_file() or path.stat().st_size not in (size, size + OVERHEAD):
                yield blob_id
