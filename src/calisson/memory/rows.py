"""Rows of memories: the hash that tells repeats, a line of an import, a fact of a row."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from calisson.memory.tables import memories
from calisson.memory.types import Fact

PROPOSED = "proposed"
"""Status of what came from outside and waits for its person's yes; nothing that reads live rows sees it."""

MAX_TEXT = 4000
"""Characters of a memory that are kept."""

Row = Mapping[str, Any]


def mark_of(tier: str, person: str, speaker: str, said: str, at: datetime | None) -> str:
    """Return a hash of what is said, by whom and, for what was imported with a time, when."""
    when = at.isoformat() if at else ""
    return hashlib.sha256(
        "\x00".join((tier, person, speaker, " ".join(said.split()), when)).encode()
    ).hexdigest()


def last_language(connection: Connection) -> str | None:
    """Return the language of what was kept last."""
    query = select(memories.c.language).order_by(memories.c.position.desc()).limit(1)
    return connection.execute(query).scalar()


def fact_of(row: Row, *, new: bool = True, replaced: str | None = None) -> Fact:
    """Return a row as a fact."""
    return Fact(
        row["id"],
        str(row["text"]),
        datetime.fromisoformat(row["at"]),
        row["source"],
        row["language"],
        row["speaker"],
        new,
        row["tier"],
        replaced,
        datetime.fromisoformat(row["valid_from"]) if row["valid_from"] else None,
        datetime.fromisoformat(row["valid_until"]) if row["valid_until"] else None,
        row["closed_by"],
        row["status"] == PROPOSED,
    )
