"""A later fact about the same matter closes the earlier one; both are kept, and undo opens it again.

Only facts of one person, said by one speaker, are compared. A fact that holds for a while only ('until Friday the key
is at Ana's') closes nothing: it stands before the other while it holds. One that tells of the past closes nothing
either, and one that begins before a known one is itself closed by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.errors import NotFoundError
from calisson.memory.finding.search import readable
from calisson.memory.holding.facets import NOTHING, facets, kept_as, read, start_of
from calisson.memory.holding.matters import Matter, same_matter, same_value
from calisson.memory.holding.register import Register, read_register
from calisson.memory.privacy.policy import owned_by
from calisson.memory.tables import memories
from calisson.store import Transaction
from calisson.store.sealing import Key

MOST = 60
"""Facts about one attribute that are compared with a new one, the latest ones."""

FILLED = 500
"""Older rows whose matter is read in one go."""

Row = Mapping[str, Any]


def close_earlier(
    tx: Transaction, kept: Row, key: Key | None, *, also: Row | None = None, near: Sequence[Row] = ()
) -> list[Row]:
    """Close the facts whose place a new one takes, and return them; the new one itself may be closed by a later one.

    Args:
        tx: the transaction; its actor is whose facts they are.
        kept: the new row.
        key: of the actor, when their memories are encrypted.
        also: a fact that the new one takes the place of for another reason.
        near: facts with its words, which may be about the same matter.
    """
    fill(tx, key)
    when, matter = read(str(kept["text"]), kept["language"], datetime.fromisoformat(kept["at"]))
    if kept["valid_until"] is not None or when.past:
        return []
    found = [also] if also is not None else []
    if matter is not None:
        known = {r["id"] for r in found}
        own = owned_by(tx.actor)
        who = read_register(tx.connection, tx.actor, own, str(kept["speaker"]))
        found += [r for r in _rivals(tx, kept, matter, key, near, who) if r["id"] not in known]
    later = [r for r in found if _comes_after(r, kept)]
    if later:
        first = min(later, key=start_of)
        tx.update(memories, kept["id"], {"valid_until": start_of(first), "closed_by": first["id"]})
        return []
    for row in found:
        tx.update(memories, row["id"], {"valid_until": start_of(kept), "closed_by": kept["id"]})
    return found


def _comes_after(row: Row, kept: Row) -> bool:
    """Tell whether a known fact begins after a new one: by their own words, else because it was said later."""
    if row["valid_from"] and kept["valid_from"]:
        return bool(row["valid_from"] > kept["valid_from"])
    return bool(row["at"] > kept["at"] and start_of(row) > start_of(kept))


def _rivals(
    tx: Transaction, kept: Row, matter: Matter, key: Key | None, near: Sequence[Row], who: Register
) -> list[Row]:
    """Return the facts that hold when a new one begins and say something else about its matter."""
    of_it = select(memories).where(
        memories.c.person == kept["person"],
        memories.c.matter == kept_as(matter.attribute, key),
        memories.c.tier == "fact",
        memories.c.status == "live",
    )
    latest = tx.rows(of_it.order_by(memories.c.at.desc()).limit(MOST))
    found: dict[str, Row] = {}
    for row in [*latest, *near]:
        if row["id"] == kept["id"] or row["speaker"] != kept["speaker"] or row["valid_until"] is not None:
            continue
        if not readable(row) or row["id"] in found:
            continue
        when, other = read(str(row["text"]), row["language"], datetime.fromisoformat(row["at"]))
        if (
            other is not None
            and not when.past
            and same_matter(matter, other, who)
            and not same_value(matter, other)
        ):
            found[row["id"]] = row
    return list(found.values())


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
