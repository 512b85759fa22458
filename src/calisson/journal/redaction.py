"""Taking words out of the journal without breaking its chain: the one exception to 'it is never rewritten'.

When a person has something forgotten, entries that carry its words lose them. Their hashes stay, so every link of
the chain still holds, and a new entry of kind `erased` says which entries were cut and what hash their remaining
text has. `Journal.verify` accepts a text that is not the one hashed only when such an entry vouches for it; so a
cut is always visible, and nothing else can be changed under its name without a trace.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, text

from calisson.ids import new_id
from calisson.journal.tables import journal

KIND = "erased"


def redact(
    connection: Connection, bodies: Mapping[str, str], *, actor: str, at: datetime, about: Mapping[str, Any]
) -> str | None:
    """Give entries, by id, other bodies, and append the entry that vouches for them; return its id.

    Args:
        connection: inside a write transaction.
        bodies: canonical JSON by entry; each keeps the entry's id, kind and turn.
        actor: whose wish it is.
        at: aware.
        about: what was forgotten, by id; never its words.

    Returns: None when there is nothing to do.
    """
    if not bodies:
        return None
    with _unlocked(connection):
        for entry_id, body in bodies.items():
            connection.execute(journal.update().where(journal.c.id == entry_id).values(body=body))
    last = select(journal.c.hash).order_by(journal.c.seq.desc()).limit(1)
    previous = str(connection.execute(last).scalar() or "0" * 64)
    row = entry(bodies, previous=previous, actor=actor, at=at, about=about)
    connection.execute(journal.insert(), row)
    return str(row["id"])


def entry(
    bodies: Mapping[str, str], *, previous: str, actor: str, at: datetime, about: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the entry, as a row, that vouches for what is left of others."""
    own = new_id("evt")
    payload = {**about, "entries": {entry_id: digest(body) for entry_id, body in bodies.items()}}
    body = canonical({"id": own, "kind": KIND, "at": at.isoformat(), "actor": actor, "turn_id": None,
                      "payload": payload, "evidence": []})  # fmt: skip
    return {"id": own, "kind": KIND, "turn_id": None, "body": body, "previous": previous,
            "hash": digest(previous + body)}  # fmt: skip


def vouched(connection: Connection) -> dict[str, str]:
    """Return the hash of the remaining text of every entry that was cut, by id; the latest cut counts."""
    rows = connection.execute(select(journal.c.body).where(journal.c.kind == KIND).order_by(journal.c.seq))
    found: dict[str, str] = {}
    for (body,) in rows:
        found.update(json.loads(body)["payload"].get("entries", {}))
    return found


def canonical(value: Any) -> str:
    """Return the one JSON text of a body that was in the journal before."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(words: str) -> str:
    """Return SHA-256 in hexadecimal."""
    return hashlib.sha256(words.encode("utf-8")).hexdigest()


@contextmanager
def _unlocked(connection: Connection) -> Iterator[None]:
    """Lift the database's own lock on the journal, inside the transaction."""
    if connection.dialect.name == "sqlite":
        found = text("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'journal_no_update'")
        lock = connection.execute(found).scalar()
        connection.execute(text("DROP TRIGGER IF EXISTS journal_no_update"))
        yield
        if lock:
            connection.exec_driver_sql(str(lock))
    else:
        connection.execute(text("ALTER TABLE journal DISABLE TRIGGER journal_append_only"))
        yield
        connection.execute(text("ALTER TABLE journal ENABLE TRIGGER journal_append_only"))
