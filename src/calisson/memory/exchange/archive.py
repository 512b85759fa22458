"""The files of an export, from a single file or a zip.

A zip is never unpacked onto the disk: its entries are read as they stream. Refused are archives that would swell
beyond any export: by their total size, by how much they are compressed, by the number of their entries. Sizes are
those that the archive states; `zipfile` stops an entry that goes on after the size that it stated.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import BinaryIO, Protocol

from calisson.errors import MemoryError_

LARGEST = 8 << 30
"""Bytes of a whole archive, unpacked."""

SWELLS = 120
"""Times that an entry may grow; text of talk grows four to ten times."""

SMALL = 10 << 20
"""Bytes below which an entry may grow as much as it likes."""

MOST_ENTRIES = 20_000


class Readable(Protocol):
    """Bytes that are read from the beginning to the end."""

    def read(self, size: int = -1, /) -> bytes:
        """Return at most `size` bytes; none at the end."""
        ...


NAMES = ("conversations", "memories", "projects")
"""What the names of files begin with that hold something to remember; others of the exports do not."""


@contextmanager
def opened(file: BinaryIO) -> Iterator[list[tuple[str, Readable]]]:
    """Give the JSON files of an upload, one after another as they are read; a zip's in the order of their names.

    Raises:
        MemoryError_: a broken zip, one that swells too much, or one without such a file.
    """
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    if head[:2] != b"PK":
        yield [("", file)]
        return
    try:
        with zipfile.ZipFile(file) as archive:
            wanted = _wanted(archive)
            yield [(i.filename, _Entry(archive, i)) for i in wanted]
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error) as problem:
        raise MemoryError_(
            f"this zip cannot be read: {problem}", message_id="error-memory-file-zip"
        ) from None


def _wanted(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    entries = [i for i in archive.infolist() if not i.is_dir()]
    swollen = any(i.file_size > SMALL and i.file_size > SWELLS * max(1, i.compress_size) for i in entries)
    if swollen or len(entries) > MOST_ENTRIES or sum(i.file_size for i in entries) > LARGEST:
        raise MemoryError_("this zip would swell too much", message_id="error-memory-file-swells")
    if any(i.flag_bits & 1 for i in entries):
        raise MemoryError_("this zip has a password", message_id="error-memory-file-zip")
    found = [i for i in entries if i.filename.endswith((".json", ".jsonl"))]
    known = [i for i in found if PurePosixPath(i.filename).name.startswith(NAMES)]
    if not (known or found):
        raise MemoryError_("there is no JSON file in this zip", message_id="error-memory-file-unknown")
    return sorted(known or found, key=lambda i: i.filename)


class _Entry:
    """One entry of a zip, opened when it is first read."""

    def __init__(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
        self._archive = archive
        self._info = info
        self._stream: BinaryIO | None = None

    def read(self, size: int = -1, /) -> bytes:
        if self._stream is None:
            self._stream = self._archive.open(self._info)  # type: ignore[assignment]
        assert self._stream is not None
        return self._stream.read(size)
