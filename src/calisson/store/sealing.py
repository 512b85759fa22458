"""Values that are encrypted where they are stored: text and bytes under a person's key.

A column of type `SealedText` or `SealedBytes` gives back the plain value of what was sealed, while the key is open
in this process; without it, an empty one. A text that was read so still knows its sealed form, and writes that form
when it goes back into the database or its history, so that undo finds exactly what was. Cipher: AES-256-GCM with a
random nonce; the key's name is authenticated. Keys come from `vault`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import LargeBinary, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

TEXT = "\x02sealed1:"
"""What a sealed text begins with; no text that people write does (see `unmarked`)."""
BYTES = b"\x02SEALED1"
_NONCE = 12


@dataclass(frozen=True)
class Key:
    """A person's key."""

    secret: bytes = field(repr=False)
    """32 random bytes."""

    @cached_property
    def id(self) -> str:
        """Its name, which tells nothing about it."""
        return hashlib.sha256(b"calisson vault" + self.secret).hexdigest()[:16]

    def mac(self, words: str) -> str:
        """Return a keyed hash, 16 hexadecimal digits."""
        return hmac.new(self._part(b"tokens"), words.encode(), hashlib.sha256).hexdigest()[:16]

    def seal(self, value: str) -> Sealed:
        """Return a text that is stored sealed."""
        nonce = secrets.token_bytes(_NONCE)
        box = nonce + self._cipher.encrypt(nonce, value.encode("utf-8"), self.id.encode())
        return Sealed(value, f"{TEXT}{self.id}:{base64.b64encode(box).decode()}")

    def seal_bytes(self, value: bytes) -> bytes:
        """Return bytes sealed."""
        nonce = secrets.token_bytes(_NONCE)
        return BYTES + self.id.encode() + nonce + self._cipher.encrypt(nonce, value, self.id.encode())

    def open(self, box: bytes) -> bytes:
        """Return what is in a box of nonce and ciphertext.

        Raises:
            cryptography.exceptions.InvalidTag: it was changed, or the key is another.
        """
        return bytes(self._cipher.decrypt(box[:_NONCE], box[_NONCE:], self.id.encode()))

    @cached_property
    def _cipher(self) -> AESGCM:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(self._part(b"content"))

    def _part(self, name: bytes) -> bytes:
        return hmac.digest(self.secret, b"calisson " + name, "sha256")


OPEN: dict[str, Key] = {}
"""The keys that are open in this process, by name."""


class Sealed(str):
    """A text that is stored sealed; as a string it is the plain text, or empty when its key is not open."""

    sealed: str
    key_id: str

    def __new__(cls, plain: str, sealed: str) -> Sealed:
        """Make it of the plain text and the stored form."""
        made = super().__new__(cls, plain)
        made.sealed = sealed
        made.key_id = sealed[len(TEXT) :].partition(":")[0]
        return made

    @property
    def is_open(self) -> bool:
        """Whether the plain text could be read."""
        return self.key_id in OPEN

    @property
    def key(self) -> Key | None:
        """Its key, while that is open."""
        return OPEN.get(self.key_id)


def reveal(value: str) -> str:
    """Return a stored text as a `Sealed` one when it is sealed, else as it is."""
    if not value.startswith(TEXT):
        return value
    key_id, _, box = value[len(TEXT) :].partition(":")
    key = OPEN.get(key_id)
    return Sealed(key.open(base64.b64decode(box)).decode("utf-8") if key else "", value)


def reveal_bytes(value: bytes) -> bytes | None:
    """Return the plain bytes; None when they are sealed and the key is not open."""
    if not value.startswith(BYTES):
        return value
    at = len(BYTES) + 16
    key = OPEN.get(value[len(BYTES) : at].decode("ascii", "replace"))
    return key.open(value[at:]) if key else None


def unmarked(value: str) -> str:
    """Return a text that nobody could take for a sealed one."""
    return value.lstrip("\x02")


def stored(value: Any) -> Any:
    """Return a value as it is stored."""
    return value.sealed if isinstance(value, Sealed) else value


class SealedText(TypeDecorator[str]):
    """Text that may be sealed."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Write the sealed form of what is sealed."""
        found: str | None = stored(value)
        return found

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        """Read the plain text."""
        return None if value is None else reveal(value)


class SealedBytes(TypeDecorator[bytes]):
    """Bytes that may be sealed; empty when the key is not open."""

    impl = LargeBinary
    cache_ok = True

    def process_result_value(self, value: Any | None, dialect: Dialect) -> bytes | None:
        """Read the plain bytes."""
        return None if value is None else (reveal_bytes(bytes(value)) or b"")
