"""Files sealed with a key of their own, and where the keys of sealed backups are kept.

A sealed backup can be read only with its key, which is not in it: it lies in the home's `backup-keys` folder, and in
one copy where the person wants it. To have something forgotten also where a backup is out of reach, its key is
destroyed (crypto-shredding); a backup that is there is rewritten under a new key.

Format: `CALSEAL1`, 8 bytes naming the key, 7 bytes of nonce, then pieces of 1 MiB under AES-256-GCM, each with the
nonce + its number + whether it is the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway & Vizár 2015,
'Online authenticated-encryption and its nonce-reuse misuse-resistance'), so that no piece can be changed, moved or
cut off unseen.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from calisson.errors import CorruptError, StoreError

MAGIC = b"CALSEAL1"
PIECE = 1 << 20
TAG = 16
FOLDER = "backup-keys"
_ID = 8
_NONCE = 7


def new_key() -> bytes:
    """Return 32 random bytes."""
    return secrets.token_bytes(32)


def name_of(key: bytes) -> str:
    """Return the name of a key, which tells nothing about it."""
    return hashlib.sha256(b"calisson backup key" + key).hexdigest()[: 2 * _ID]


def sealed_with(path: Path) -> str | None:
    """Return the name of the key that a file is sealed with, or None when it is not sealed."""
    with path.open("rb") as file:
        head = file.read(len(MAGIC) + _ID)
    return head[len(MAGIC) :].hex() if head.startswith(MAGIC) and len(head) == len(MAGIC) + _ID else None


def seal(source: Path, dest: Path, key: bytes) -> None:
    """Write a file sealed to `dest`, which must be new."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    cipher, nonce = AESGCM(key), secrets.token_bytes(_NONCE)
    head = MAGIC + bytes.fromhex(name_of(key)) + nonce
    descriptor = os.open(dest, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with source.open("rb") as file, os.fdopen(descriptor, "wb") as out:
        out.write(head)
        for number, piece, last in _pieces(file, PIECE):
            out.write(cipher.encrypt(nonce + number.to_bytes(4, "big") + bytes([last]), piece, head))
        out.flush()
        os.fsync(out.fileno())


def unseal(source: Path, dest: Path, key: bytes) -> None:
    """Write what is sealed in a file to `dest`, which must be new.

    Raises:
        CorruptError: it was changed or cut, or the key is another.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    cipher = AESGCM(key)
    descriptor = os.open(dest, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with source.open("rb") as file, os.fdopen(descriptor, "wb") as out:
        head = file.read(len(MAGIC) + _ID + _NONCE)
        nonce = head[len(MAGIC) + _ID :]
        try:
            for number, piece, last in _pieces(file, PIECE + TAG):
                out.write(cipher.decrypt(nonce + number.to_bytes(4, "big") + bytes([last]), piece, head))
        except (InvalidTag, ValueError) as error:
            raise CorruptError(f"{str(source)!r} is damaged, or this is not its key",
                               message_id="error-backup-damaged", path=str(source), reason="seal") from error  # fmt: skip


def _pieces(file: IO[bytes], size: int) -> Iterator[tuple[int, bytes, int]]:
    """Yield number, bytes and whether it is the last, of the pieces of a file; an empty file has one."""
    number, piece = 0, file.read(size)
    while True:
        following = file.read(size)
        yield number, piece, int(not following)
        if not following:
            return
        number, piece = number + 1, following


# --- keys --------------------------------------------------------------------------------------------------


def keep_key(data_dir: Path, key: bytes, copy: Path | None = None) -> str:
    """Keep a key in the home, and in the folder `copy`, and return its name.

    Raises:
        StoreError: it cannot be written.
    """
    name = name_of(key)
    try:
        for folder in (data_dir / FOLDER, *([copy] if copy else [])):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = folder / f"{name}.key"
            if not file.exists():
                descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
                with os.fdopen(descriptor, "wb") as out:
                    out.write(key)
                    out.flush()
                    os.fsync(out.fileno())
    except OSError as error:
        raise StoreError(f"the backup's key cannot be kept in {str(error.filename)!r}: {error.strerror}",
                         message_id="error-backup", path=str(error.filename)) from error  # fmt: skip
    return name


def find_key(name: str, *places: Path | None) -> bytes | None:
    """Return the key of this name from the first place (a home, a folder of keys, or a key file) that has it."""
    for place in places:
        if place is None:
            continue
        for file in (place, place / f"{name}.key", place / FOLDER / f"{name}.key"):
            if file.is_file() and file.stat().st_size == 32 and name_of(key := file.read_bytes()) == name:
                return key
    return None


def destroy_key(name: str, *folders: Path) -> bool:
    """Overwrite and remove a key in each of these folders; return whether each folder could be reached."""
    reached = True
    for folder in folders:
        file = folder / f"{name}.key"
        if not folder.is_dir():
            reached = False
        elif file.is_file():
            with file.open("r+b") as out:
                out.write(secrets.token_bytes(32))
                out.flush()
                os.fsync(out.fileno())
            file.unlink()
    return reached
