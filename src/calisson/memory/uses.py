"""Which memories an answer came from, how each was found, and in which answers a memory was used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.memory.privacy.policy import Viewer, visible
from calisson.memory.tables import memories, memory_uses
from calisson.memory.types import Hit
from calisson.store import Database, Transaction
from calisson.store.sealing import Key

MOST = 100
"""Answers of one memory that are told, the latest ones."""


@dataclass(frozen=True, slots=True)
class Use:
    """One memory in one answer."""

    memory_id: str
    turn_id: str
    place: int
    """0 for the one that the answer told; then those found beside it, best first."""
    how: str
    """words, latest, language, meaning, hop."""
    via: str | None
    """The memory that led to it, for a hop."""
    why: str
    """What matched."""
    at: datetime
    text: str
    """What the memory says; empty once it is forgotten, or for whoever may not see it, as is what matched."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {
            "id": self.memory_id, "turn_id": self.turn_id, "place": self.place, "how": self.how, "via": self.via,
            "why": self.why, "at": self.at.isoformat(timespec="seconds"), "text": self.text,
        }  # fmt: skip


def note_uses(tx: Transaction, turn_id: str, hits: Sequence[Hit], key: Key | None) -> None:
    """Note which memories the answer of a turn came from, the one that it told first.

    Not in the history: an answer that was given was given, whatever is taken back later.
    """
    for place, hit in enumerate(hits):
        use = {
            "id": f"{turn_id}:{hit.id}", "memory_id": hit.id, "turn_id": turn_id, "person": tx.actor, "place": place,
            "how": hit.how, "via": hit.via, "why": key.seal(hit.why) if key else hit.why, "at": tx.now,
        }  # fmt: skip
        tx.execute(memory_uses.delete().where(memory_uses.c.id == use["id"]))
        tx.execute(memory_uses.insert(), use)


def uses_in(database: Database, turn_id: str, viewer: Viewer, now: datetime) -> list[Use]:
    """Return the memories that the answer of a turn to this viewer came from, the one that it told first."""
    of_it = select(memory_uses).where(memory_uses.c.turn_id == turn_id, memory_uses.c.person == viewer.person)
    with database.read() as connection:
        rows = connection.execute(of_it.order_by(memory_uses.c.place)).mappings().all()
        seen = select(memories.c.id, memories.c.text).where(
            memories.c.id.in_([r["memory_id"] for r in rows]),
            memories.c.status == "live",
            visible(viewer, now),
        )
        texts = {r.id: str(r.text) for r in connection.execute(seen)}
    return [
        _use({**r, "why": r["why"] if r["memory_id"] in texts else ""}, texts.get(r["memory_id"], ""))
        for r in rows
    ]


def uses_of(database: Database, memory_id: str, person: str) -> list[Use]:
    """Return the answers to a person that a memory was used in, the latest first."""
    of_it = select(memory_uses).where(memory_uses.c.memory_id == memory_id, memory_uses.c.person == person)
    with database.read() as connection:
        rows = connection.execute(of_it.order_by(memory_uses.c.at.desc()).limit(MOST)).mappings().all()
    return [_use(dict(r), "") for r in rows]


def _use(row: Mapping[str, Any], text: str) -> Use:
    return Use(
        row["memory_id"],
        row["turn_id"],
        row["place"],
        row["how"],
        row["via"],
        str(row["why"]),
        row["at"],
        text,
    )
