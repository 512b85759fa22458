"""A later fact about the same matter closes the earlier one; both are kept, and undo opens it again.

Only facts of one person, said by one speaker, are compared. A fact that holds for a while only ('until Friday the key
is at Ana's') closes nothing: it stands before the other while it holds. One that tells of the past closes nothing
either, and one that begins before a known one is itself closed by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.errors import NotFoundError
from calisson.memory.finding.search import readable
from calisson.memory.holding.facets import NOTHING, facets, kept_as, read, start_of
from calisson.memory.holding.matters import Matter, same_matter, same_value
from calisson.memory.tables import memories
from calisson.store import Transaction
from calisson.store.sealing import Key

MOST = 400
"""Facts about one attribute that are compared with a new one, the latest ones."""

FILLED = 500
"""Older rows whose matter is read in one go."""

Row = Mapping[str, Any]


def close_earlier(tx: Transaction, kept: Row, key: Key | None, also: Row | None = None) -> list[Row]:
    """Close the facts whose place a new one takes, and return them; the new one itself may be closed by a later one.

    Args:
        tx: the transaction; its actor is whose facts they are.
        kept: the new row.
        key: of the actor, when their memories are encrypted.
        also: a fact that the new one takes the place of for another reason.
    """
    fill(tx, key)
    closed = [also] if also is not None else []
    when, matter = read(str(kept["text"]), kept["language"], datetime.fromisoformat(kept["at"]))
    if kept["valid_until"] is None and not when.past:
        if matter is not None:
            closed += [r for r in _rivals(tx, kept, matter, key) if also is None or r["id"] != also["id"]]
        begins = start_of(kept)
        for row in closed:
            if kept["valid_from"] and row["valid_from"] and row["valid_from"] > kept["valid_from"]:
                tx.update(memories, kept["id"], {"valid_until": row["valid_from"], "closed_by": row["id"]})
                return []
        for row in closed:
            tx.update(memories, row["id"], {"valid_until": begins, "closed_by": kept["id"]})
        return closed
    return []


def _rivals(tx: Transaction, kept: Row, matter: Matter, key: Key | None) -> list[Row]:
    """Return the facts that hold when a new one begins and say something else about its matter."""
    of_it = select(memories).where(
        memories.c.person == kept["person"],
        memories.c.matter == kept_as(matter.attribute, key),
        memories.c.tier == "fact",
        memories.c.status == "live",
        memories.c.speaker == kept["speaker"],
        memories.c.id != kept["id"],
    )
    found: list[Row] = []
    for row in tx.rows(of_it.order_by(memories.c.at.desc()).limit(MOST)):
        if not readable(row) or row["valid_until"] is not None:
            continue
        when, other = read(str(row["text"]), row["language"], datetime.fromisoformat(row["at"]))
        if other is None or when.past or not same_matter(matter, other) or same_value(matter, other):
            continue
        found.append(row)
    return found


def fill(tx: Transaction, key: Key | None) -> None:
    """Read the matters of facts of the transaction's actor that were kept before there were any; a part at a time."""
    unread = select(memories).where(
        memories.c.person == tx.actor, memories.c.matter.is_(None), memories.c.tier == "fact"
    )
    for row in tx.rows(unread.limit(FILLED)):
        found = facets(str(row["text"]), row["language"], datetime.fromisoformat(row["at"]), key)
        if not readable(row):
            continue
        of_row = memories.c.id == row["id"]
        tx.execute(memories.update().where(of_row).values({**found, "matter": found["matter"] or NOTHING}))


def reopen(tx: Transaction, memory_id: str) -> Row:
    """Let a closed fact of the transaction's actor hold again; undo closes it again.

    Raises:
        NotFoundError: there is no such fact, or nothing closed it.
    """
    row = tx.get(memories, memory_id)
    if row is None or row["person"] != tx.actor or row["status"] != "live" or not row["closed_by"]:
        raise NotFoundError(f"nothing closed {memory_id!r}", message_id="error-not-found", row=memory_id)
    own = facets(str(row["text"]), row["language"], datetime.fromisoformat(row["at"]), None)["valid_until"]
    return tx.update(memories, memory_id, {"valid_until": own, "closed_by": None})
