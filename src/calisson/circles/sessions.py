"""Sessions: opaque random secrets, stored as hashes, looked up at every request.

No signed token is needed in a home with one database: a session can be ended at once, and a copy of the
database opens nothing (RFC 6750 section 5 on bearer secrets at rest). Passwords are hashed with Argon2id (RFC
9106) with the library's defaults.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import DBAPIError

from calisson.circles import tables
from calisson.circles.scopes import EVERYTHING, Scope
from calisson.clock import Clock
from calisson.errors import AuthError, NotFoundError, StoreError
from calisson.store import Database, Transaction

Kind = Literal["login", "session", "token"]

LIFETIME = {"login": timedelta(minutes=10), "session": timedelta(days=90), "token": None}
"""How long a secret opens the door; a token until it is taken back."""

LEAST_PASSWORD = 8
"""Characters (NIST SP 800-63B, 5.1.1.1)."""

SHOWN = 12
"""Characters of a secret's hash by which a token is named."""

USED_EVERY = timedelta(minutes=1)
"""How exactly it is known when a token was used last."""

log = logging.getLogger(__name__)

_NOBODY = "$argon2id$v=19$m=65536,t=3,p=4$YWJjZGVmZ2hpamtsbW5vcA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
"""A hash that no password has, checked when nobody has one so that both take as long."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is asking."""

    person: str
    csrf: str
    kind: Kind
    scopes: frozenset[Scope] = EVERYTHING

    @property
    def is_person(self) -> bool:
        """Whether the person themself acts, in a browser; a token's program acts in their name."""
        return self.kind != "token"


@dataclass(frozen=True, slots=True)
class TokenOut:
    """A token as it is listed: never its secret."""

    id: str
    label: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    used_at: datetime | None
    """None when it was never used; to the minute otherwise."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "label": self.label, "scopes": list(self.scopes),
                "created_at": self.created_at.isoformat(),
                "used_at": self.used_at.isoformat() if self.used_at else None}  # fmt: skip


def _scopes(stored: str | None) -> frozenset[Scope]:
    if stored is None:
        return EVERYTHING
    return frozenset(s for s in Scope if s.value in stored.split())


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Sessions:
    """Issues and checks the secrets of a home."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def issue(
        self,
        tx: Transaction,
        person: str,
        kind: Kind,
        label: str = "",
        *,
        scopes: Collection[Scope] = EVERYTHING,
    ) -> str:
        """Make a new secret for a person and return it; only its hash is kept. `scopes` are a token's."""
        secret = secrets.token_urlsafe(32)
        tx.execute(delete(tables.sessions).where(tables.sessions.c.expires_at <= tx.now))
        lifetime = LIFETIME[kind]
        tx.execute(
            tables.sessions.insert(),
            {
                "id": _digest(secret), "kind": kind, "person": person, "csrf": secrets.token_urlsafe(24),
                "label": label[:200], "created_at": tx.now, "expires_at": tx.now + lifetime if lifetime else None,
                "scopes": " ".join(s for s in Scope if s in scopes) if kind == "token" else None, "used_at": None,
            },
        )  # fmt: skip
        return secret

    def caller(self, secret: str, *kinds: Kind) -> Caller | None:
        """Return who holds this secret, or None when it opens nothing (any more)."""
        table = tables.sessions
        with self._database.read() as connection:
            row = connection.execute(select(table).where(table.c.id == _digest(secret))).mappings().first()
        if row is None or (kinds and row["kind"] not in kinds):
            return None
        if row["expires_at"] is not None and row["expires_at"] <= self._clock.now():
            return None
        if row["kind"] == "token":
            self._used(row["id"], row["used_at"])
        return Caller(row["person"], row["csrf"], row["kind"], _scopes(row["scopes"]))

    def _used(self, token: str, before: datetime | None) -> None:
        """Write down that a token is in use, at most once a minute; a home that cannot be written goes on."""
        now = self._clock.now()
        if before is not None and now - before < USED_EVERY:
            return
        table = tables.sessions
        try:
            with self._database.transaction("calisson") as tx:
                tx.execute(update(table).where(table.c.id == token).values(used_at=now))
        except (DBAPIError, StoreError):
            log.warning("the use of a token could not be written down", exc_info=True)

    def redeem(self, tx: Transaction, secret: str) -> str:
        """Turn a one-time login secret into a session's secret.

        Raises:
            AuthError: it was used, is over, or never was.
        """
        caller = self.caller(secret, "login")
        gone = tx.execute(delete(tables.sessions).where(tables.sessions.c.id == _digest(secret)))
        if caller is None or not gone.rowcount:
            raise AuthError("this link was used or is over; start calisson again for a new one")
        return self.issue(tx, caller.person, "session", "browser")

    def end(self, tx: Transaction, secret: str) -> None:
        """Take a secret back; nothing happens when it is not known."""
        tx.execute(delete(tables.sessions).where(tables.sessions.c.id == _digest(secret)))

    def set_password(self, tx: Transaction, person: str, password: str) -> None:
        """Set a person's password.

        Raises:
            AuthError: it is too short.
        """
        if len(password) < LEAST_PASSWORD:
            raise AuthError(f"a password has at least {LEAST_PASSWORD} characters", message_id="error-password-short",
                            least=LEAST_PASSWORD)  # fmt: skip
        from argon2 import PasswordHasher

        row = {"hash": PasswordHasher().hash(password), "changed_at": tx.now}
        table = tables.passwords
        tx.execute(delete(table).where(table.c.id == person))
        tx.execute(table.insert(), {"id": person, **row})

    def is_password(self, person: str, password: str) -> bool:
        """Tell whether this is the person's password; takes long on purpose, also when there is none."""
        from argon2 import PasswordHasher
        from argon2.exceptions import InvalidHashError, VerificationError

        table = tables.passwords
        with self._database.read() as connection:
            stored = connection.execute(select(table.c.hash).where(table.c.id == person)).scalar()
        try:
            return PasswordHasher().verify(stored or _NOBODY, password) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    def end_others(self, tx: Transaction, person: str, secret: str) -> None:
        """End every session of a person but the one with this secret."""
        table = tables.sessions
        others = table.c.person == person, table.c.kind != "token", table.c.id != _digest(secret)
        tx.execute(delete(table).where(*others))

    def tokens(self, person: str) -> list[TokenOut]:
        """Return a person's tokens, latest first, without their secrets."""
        table = tables.sessions
        query = select(table).where(table.c.person == person, table.c.kind == "token")
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(table.c.created_at.desc())).mappings().all()
        return [
            TokenOut(r["id"][:SHOWN], r["label"], tuple(s for s in Scope if s in _scopes(r["scopes"])),
                     r["created_at"], r["used_at"])
            for r in rows
        ]  # fmt: skip

    def end_token(self, tx: Transaction, person: str, token_id: str) -> None:
        """Take a token back by the id that `tokens` shows.

        Raises:
            NotFoundError: there is none.
        """
        table = tables.sessions
        found = [t for t in self.tokens(person) if t.id == token_id]
        if not found:
            raise NotFoundError(f"no token {token_id!r}", message_id="error-not-found")
        tx.execute(
            delete(table).where(
                table.c.person == person,
                table.c.kind == "token",
                func.substr(table.c.id, 1, SHOWN) == token_id,
            )
        )

    def fingerprint(self) -> str:
        """Return a text that tells this home from others, and nothing about it."""
        return hashlib.sha256(self.standing(self._database, "home").encode()).hexdigest()[:16]

    def standing(self, database: Database, name: str) -> str:
        """Return the home's lasting secret called `name`, made at the first call.

        Kept in the clear, because it is part of an address that is shown again: it opens one read-only feed.
        """
        table = tables.secrets_
        with database.read() as connection:
            found = connection.execute(select(table.c.secret).where(table.c.id == name)).scalar()
        if found is None:
            found = secrets.token_urlsafe(24)
            with database.transaction("calisson") as tx:
                tx.execute(table.insert(), {"id": name, "secret": found})
        return str(found)

    def has_password(self) -> bool:
        """Tell whether anybody has a password."""
        with self._database.read() as connection:
            return bool(connection.execute(select(func.count()).select_from(tables.passwords)).scalar())
