"""A person's key, and how it is kept: wrapped by a passphrase, by a code to write down, or by the system's keyring.

One small file a person in the home's `vault` folder holds the key wrapped with AES-256-GCM under Argon2id of the
passphrase (RFC 9106: 64 MiB, 3 passes, 4 lanes). It is replaced whole, so that a crash leaves the former one. The
recovery code is the key itself in letters with a checksum: whoever has it can read everything, and without it and
the passphrase nobody can. The keyring keeps a random passphrase.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
from pathlib import Path
from typing import Any, Protocol

from calisson.errors import VaultError
from calisson.store.sealing import OPEN, Key

FOLDER = "vault"
MEMORY_KIB = 65536
PASSES = 3
LANES = 4
SHORTEST = 8
"""Characters of a passphrase."""
SERVICE = "calisson"


class Keyring(Protocol):
    """The system's keyring, as the package `keyring` has it."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return a stored passphrase."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store a passphrase."""
        ...


class Vault:
    """The keys of the people of one home. Which are open is known to the process, not to the home."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / FOLDER

    def is_on(self, person: str) -> bool:
        """Tell whether this person's memories are sealed."""
        return self._file(person).is_file()

    def key(self, person: str) -> Key | None:
        """Return the key to seal this person's values with; None when they are not sealed.

        Raises:
            VaultError: they are, and the key is not open.
        """
        if not self.is_on(person):
            return None
        found = OPEN.get(self._read(person)["key_id"])
        if found is None:
            raise VaultError(f"the memories of {person!r} are locked", message_id="error-vault-locked")
        return found

    def is_locked(self, person: str) -> bool:
        """Tell whether this person's memories are sealed and the key is not open."""
        return self.is_on(person) and self._read(person)["key_id"] not in OPEN

    def create(self, person: str, passphrase: str, *, keyring: str | None = None) -> Key:
        """Make a key for a person who has none, keep it wrapped, open it and return it.

        `keyring` is the name under which the system's keyring has the passphrase.

        Raises:
            VaultError: the person has one, or the passphrase is too short.
        """
        if self.is_on(person):
            raise VaultError(f"{person!r} has a key already", message_id="error-vault-on")
        key = Key(secrets.token_bytes(32))
        self._write(person, key, passphrase, keyring)
        OPEN[key.id] = key
        return key

    def from_keyring(self, person: str) -> str | None:
        """Return the passphrase that the system's keyring has for this person; None when it is not kept there.

        Raises:
            VaultError: it is kept there, and the keyring does not give it.
        """
        name = self._read(person).get("keyring") if self.is_on(person) else None
        return keyring_passphrase(name, make=False) if name else None

    def unlock(self, person: str, passphrase: str) -> Key:
        """Open a person's key.

        Raises:
            VaultError: the passphrase is wrong, or there is no key.
        """
        kept = self._read(person)
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            kdf = kept["kdf"]
            wrapper = _derive(
                passphrase, base64.b64decode(kdf["salt"]), kdf["memory_kib"], kdf["passes"], kdf["lanes"]
            )
            box = base64.b64decode(kept["wrapped"])
            key = Key(AESGCM(wrapper).decrypt(box[:12], box[12:], kept["key_id"].encode()))
        except (InvalidTag, KeyError, ValueError) as error:
            raise VaultError("the passphrase is wrong, or the key's file is damaged",
                             message_id="error-vault-passphrase") from error  # fmt: skip
        OPEN[key.id] = key
        return key

    def lock(self, person: str) -> None:
        """Close a person's key in this process."""
        if self.is_on(person):
            OPEN.pop(self._read(person)["key_id"], None)

    def change(self, person: str, old: str, new: str) -> None:
        """Wrap the key with another passphrase; what is sealed stays as it is.

        Raises:
            VaultError: the old passphrase is wrong, or the new one too short.
        """
        self._write(person, self.unlock(person, old), new)

    def recover(self, person: str, code: str, new: str) -> Key:
        """Open the key by its recovery code, also when its file is lost, and wrap it with a new passphrase.

        Raises:
            VaultError: the code is wrong, or the passphrase too short.
        """
        key = key_of(code)
        if self.is_on(person) and self._read(person)["key_id"] != key.id:
            raise VaultError("this is the code of another key", message_id="error-vault-code")
        self._write(person, key, new)
        OPEN[key.id] = key
        return key

    def remove(self, person: str) -> None:
        """Remove a person's key, once nothing is sealed with it any more."""
        self.lock(person)
        self._file(person).unlink(missing_ok=True)

    def _file(self, person: str) -> Path:
        return self._folder / f"{hashlib.sha256(person.encode()).hexdigest()[:16]}.json"

    def _read(self, person: str) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self._file(person).read_text("utf-8"))
            return {**found, "key_id": str(found["key_id"])}
        except FileNotFoundError:
            raise VaultError(f"{person!r} has no key", message_id="error-vault-off") from None
        except (ValueError, KeyError, OSError) as error:
            raise VaultError(f"the key's file of {person!r} cannot be read: {error}",
                             message_id="error-vault-passphrase") from error  # fmt: skip

    def _write(self, person: str, key: Key, passphrase: str, keyring: str | None = None) -> None:
        if len(passphrase) < SHORTEST:
            raise VaultError(f"a passphrase has at least {SHORTEST} characters", message_id="error-vault-short",
                             count=SHORTEST)  # fmt: skip
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
        wrapper = _derive(passphrase, salt, MEMORY_KIB, PASSES, LANES)
        wrapped = nonce + AESGCM(wrapper).encrypt(nonce, key.secret, key.id.encode())
        kdf = {"name": "argon2id", "memory_kib": MEMORY_KIB, "passes": PASSES, "lanes": LANES,
               "salt": base64.b64encode(salt).decode()}  # fmt: skip
        body = {"version": 1, "person": person, "key_id": key.id, "kdf": kdf, "keyring": keyring,
                "wrapped": base64.b64encode(wrapped).decode()}  # fmt: skip
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self._file(person).with_suffix(".part")
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(body, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self._file(person))


def code_of(key: Key) -> str:
    """Return the recovery code of a key: 56 letters and digits in groups of eight."""
    whole = key.secret + hashlib.sha256(key.secret).digest()[:3]
    words = base64.b32encode(whole).decode()
    return "-".join(words[at : at + 8] for at in range(0, len(words), 8))


def key_of(code: str) -> Key:
    """Return the key of a recovery code.

    Raises:
        VaultError: it is none; a letter may be wrong.
    """
    bare = (
        "".join(c for c in code.upper() if c.isalnum()).replace("0", "O").replace("1", "I").replace("8", "B")
    )
    try:
        whole = base64.b32decode(bare)
    except ValueError:
        whole = b""
    if len(whole) != 35 or hashlib.sha256(whole[:32]).digest()[:3] != whole[32:]:
        raise VaultError("this is no recovery code; look for a wrong letter", message_id="error-vault-code")
    return Key(whole[:32])


def keyring_passphrase(name: str, *, make: bool, keyring: Keyring | None = None) -> str:
    """Return the passphrase that the system's keyring keeps under a name; with `make`, put a random one there first.

    Raises:
        VaultError: there is no keyring here, or it has no such passphrase.
    """
    if keyring is None:
        try:
            import keyring as system  # type: ignore[import-not-found, unused-ignore]
        except ImportError as error:
            raise VaultError(
                "the package `keyring` is not installed", message_id="error-vault-keyring"
            ) from error
        keyring = system
    found = keyring.get_password(SERVICE, name)
    if found is None and make:
        found = secrets.token_urlsafe(32)
        keyring.set_password(SERVICE, name, found)
    if found is None:
        raise VaultError(f"the keyring has nothing for {name!r}", message_id="error-vault-keyring")
    return found


def _derive(passphrase: str, salt: bytes, memory_kib: int, passes: int, lanes: int) -> bytes:
    import unicodedata

    from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

    kdf = Argon2id(salt=salt, length=32, iterations=passes, lanes=lanes, memory_cost=memory_kib)
    return kdf.derive(unicodedata.normalize("NFC", passphrase).encode("utf-8"))
