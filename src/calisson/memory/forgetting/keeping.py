"""What is kept by itself, whatever the budget: what the law asks for, and what an app relies on.

It is noted as `kept_for` in a memory's care when it is written, at night, and at the latest before the budget takes
something; the report shows it as the reason. A person's own word goes before: what they let take its chances again
(`care_for(kept_for=None)`) is not kept by itself a second time. Book-keeping without history: it follows from the
words, and names no words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select, update

from calisson.memory.tables import memories, memory_care
from calisson.memory.words.legal import LEGAL, is_legal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from calisson.store import Transaction

IMPORTANCE = {"fact": 0.7, "turn": 0.2, "app": 0.5}
"""Of a memory whose importance nobody set, by tier."""

NO_CARE: Mapping[str, Any] = {
    "pinned": False, "kept_for": None, "uses": 0, "last_used": None, "credit": 0.0,
}  # fmt: skip

ITSELF = frozenset({"fact", "turn"})
"""Tiers that are looked at; a row of an app is kept for its app anyway."""


def keep_legal(tx: Transaction, rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Keep those of these memories that the law asks for, unless their person said otherwise; return their ids."""
    found = [
        r for r in rows if r["tier"] in ITSELF and r["text"] and is_legal(str(r["text"]), str(r["language"]))
    ]
    return keep_for(tx, {r["id"]: LEGAL for r in found}, {r["id"]: r["tier"] for r in found})


def keep_for(tx: Transaction, reasons: Mapping[str, str], tiers: Mapping[str, str]) -> list[str]:
    """Note what memories are kept for, where nothing is noted yet; return the ids of those that are kept by it.

    Args:
        tx: the transaction.
        reasons: memory → `legal`, or the app that needs it.
        tiers: memory → its tier.
    """
    kept: list[str] = []
    for memory_id, reason in reasons.items():
        care = tx.get(memory_care, memory_id)
        if care is None:
            made = {
                **NO_CARE,
                "id": memory_id,
                "kept_for": reason,
                "importance": IMPORTANCE[tiers[memory_id]],
            }
            tx.execute(memory_care.insert(), made)
        elif care["kept_for"] is None:
            tx.execute(update(memory_care).where(memory_care.c.id == memory_id).values(kept_for=reason))
        elif care["kept_for"] == "":
            continue
        kept.append(memory_id)
    return kept


def let_go_of(tx: Transaction, app_ids: Sequence[str]) -> None:
    """Keep nothing for these apps any more: they are gone."""
    own = select(memories.c.id).where(memories.c.tier.in_(ITSELF))
    of = update(memory_care).where(memory_care.c.kept_for.in_(list(app_ids)), memory_care.c.id.in_(own))
    tx.execute(of.values(kept_for=None))


def reasons(connection: Connection, person: str) -> dict[str, int]:
    """Return how many of a person's live memories never go by themselves, by reason: pinned, legal, app."""
    care = memory_care.c
    query = (
        select(care.pinned, care.kept_for, func.count())
        .select_from(memory_care.join(memories, memories.c.id == care.id))
        .where(memories.c.person == person, memories.c.status == "live", memories.c.tier.in_(ITSELF))
        .group_by(care.pinned, care.kept_for)
    )
    found: dict[str, int] = {}
    for pinned, kept_for, count in connection.execute(query):
        reason = "pinned" if pinned else LEGAL if kept_for == LEGAL else "app" if kept_for else None
        if reason:
            found[reason] = found.get(reason, 0) + int(count)
    return found
