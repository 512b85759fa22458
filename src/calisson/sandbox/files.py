"""Files in and out of a work folder, without ever following what stands in it.

Covers: symbolic links, hard links, devices, pipes and sockets that untrusted code left behind, paths that climb
out, archives that do (`unpack`), and sizes. Does not cover: what is inside a regular file.
"""

from __future__ import annotations

import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from calisson.errors import SandboxError

MOST_FILES = 2000


def safe_name(name: str) -> PurePosixPath:
    """Return a relative path that stays inside.

    Raises:
        SandboxError: it does not, or it is no path.
    """
    path = PurePosixPath(name)
    wrong = (
        not name
        or "\0" in name
        or "\\" in name
        or path.is_absolute()
        or ".." in path.parts
        or ":" in path.parts[0]
    )
    if wrong or len(name.encode("utf-8", "replace")) > 1024:
        raise SandboxError(f"{name[:80]!r} is no path inside a folder", message_id="error-sandbox-path")
    return path


def place(folder: Path, files: Mapping[str, bytes], owner: int | None = None) -> None:
    """Write files into an empty folder; `owner` is a user id that they and the folder are given to."""
    for name, content in files.items():
        path = folder / safe_name(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    if owner is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, owner, owner, follow_symlinks=False)


def collect(folder: Path, most_bytes: int) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the regular files of a folder by relative path, and the names of what was left out."""
    found: dict[str, bytes] = {}
    left: list[str] = []
    room = most_bytes
    for name, handle in _walk(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW), "", left):
        try:
            status = os.fstat(handle)
            fine = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= room
            if not fine or len(found) >= MOST_FILES:
                left.append(name)
                continue
            with os.fdopen(os.dup(handle), "rb") as file:
                found[name] = file.read(room)
            room -= len(found[name])
        finally:
            os.close(handle)
    return found, tuple(sorted(left)[:100])


def _walk(folder: int, prefix: str, left: list[str], depth: int = 0) -> Iterator[tuple[str, int]]:
    """Yield (relative path, open file) of what is no folder; closes `folder`."""
    try:
        for name in sorted(os.listdir(folder))[:MOST_FILES]:
            path = f"{prefix}{name}"
            try:
                kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
                if stat.S_ISDIR(kind) and depth < 20:
                    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=folder)
                    yield from _walk(inner, f"{path}/", left, depth + 1)
                elif stat.S_ISREG(kind):
                    yield path, os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
                else:
                    left.append(path)
            except OSError:
                left.append(path)
    finally:
        os.close(folder)


def unpack(data: bytes, most_bytes: int) -> dict[str, bytes]:
    """Return the files of a zip or tar archive by relative path.

    Raises:
        SandboxError: it is no archive, or it holds a link, a device, a path that climbs out, or too much.
    """
    try:
        if zipfile.is_zipfile(io.BytesIO(data)):
            return _unzip(data, most_bytes)
        return _untar(data, most_bytes)
    except (
        zipfile.BadZipFile,
        tarfile.TarError,
        EOFError,
        OSError,
        RuntimeError,
        ValueError,
        MemoryError,
    ) as error:
        raise SandboxError(
            f"no archive that can be read: {error}", message_id="error-sandbox-archive"
        ) from error


def _unzip(data: bytes, most_bytes: int) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            kind = info.external_attr >> 16
            if info.is_dir():
                continue
            if kind and not stat.S_ISREG(kind) and stat.S_IFMT(kind):
                raise SandboxError(
                    f"{info.filename[:80]!r} is a link or a device", message_id="error-sandbox-archive"
                )
            with archive.open(info) as file:
                most_bytes = _take(found, info.filename, file.read(most_bytes + 1), most_bytes)
    return found


def _untar(data: bytes, most_bytes: int) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.isdir():
                continue
            file = archive.extractfile(member) if member.isreg() else None
            if file is None:
                raise SandboxError(
                    f"{member.name[:80]!r} is a link or a device", message_id="error-sandbox-archive"
                )
            most_bytes = _take(found, member.name, file.read(most_bytes + 1), most_bytes)
    return found


def _take(found: dict[str, bytes], name: str, content: bytes, room: int) -> int:
    path = str(safe_name(name))
    if len(content) > room or len(found) >= MOST_FILES:
        raise SandboxError("the archive holds too much", message_id="error-sandbox-archive")
    found[path] = content
    return room - len(content)
