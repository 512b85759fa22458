"""Requests that may come twice: each is done once, and a repeat gets the first one's answer.

A page that lost the connection cannot know whether its request arrived. It sends the same request again with the
same key (the `Idempotency-Key` header, draft-ietf-httpapi-idempotency-key-header-07). The answer is kept in the
transaction that has the effects, so that after a crash either both are there or neither; and because there is one
writer at a time, two repeats at once never both run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select

from calisson.errors import ConflictError
from calisson.store import tables
from calisson.store.transaction import Transaction

KEPT_FOR = timedelta(days=90)
"""How long a repeat is recognised: as long as a session lasts, so that no outbox outlives it."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """What tells a repeated request from a new one."""

    key: str
    """Chosen at random by whoever sends it."""
    request: str
    """What is asked for, as text; the same key with another request is an error."""

    def id_for(self, person: str) -> str:
        """Return the id under which the answer is kept: keys of different people never meet."""
        return hashlib.sha256(f"{person}\0{self.key}".encode("utf-8", "replace")).hexdigest()

    @property
    def digest(self) -> str:
        """SHA-256 of the request."""
        return hashlib.sha256(self.request.encode("utf-8", "replace")).hexdigest()


def kept(tx: Transaction, repeat: Repeat) -> Mapping[str, Any] | None:
    """Return the answer that the request got before, or None when it is new.

    Raises:
        ConflictError: the key was used for another request.
    """
    table = tables.answers
    row = tx.execute(select(table).where(table.c.id == repeat.id_for(tx.actor))).mappings().first()
    if row is None:
        return None
    if row["request"] != repeat.digest:
        raise ConflictError(
            "this idempotency key was used for another request", message_id="error-key-reused"
        )
    answer: Mapping[str, Any] = row["answer"]
    return answer


def keep(tx: Transaction, repeat: Repeat, answer: Mapping[str, Any]) -> None:
    """Keep the answer of a request, durable with its effects; answers past their time are let go."""
    table = tables.answers
    tx.execute(delete(table).where(table.c.at < tx.now - KEPT_FOR))
    row = {"id": repeat.id_for(tx.actor), "request": repeat.digest, "answer": dict(answer), "at": tx.now}
    tx.execute(table.insert(), row)
