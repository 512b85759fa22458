"""Why one memory is kept: the parts of its score, and what it says that another memory says too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from calisson.clock import Clock
from calisson.memory.forgetting.retention import IMPORTANCE, WEIGHTS, score
from calisson.memory.memory import Memory
from calisson.memory.privacy.policy import owned_by
from calisson.memory.tables import memories, memory_care
from calisson.memory.words.sameness import share
from calisson.store import Database


@dataclass(frozen=True, slots=True)
class Reasons:
    """What speaks for keeping one memory."""

    score: float
    """0 to 1; under a budget the lowest go first."""
    parts: dict[str, float]
    """Each from 0 to 1; see `retention`."""
    kept: str | None
    """Why it never goes by itself: `pinned`, `legal`, or the app that needs it."""
    uses: int
    last_used: datetime | None
    """Aware."""
    is_set: bool
    """Whether somebody set its importance."""
    nearest: str | None
    """The memory that says most of the same; None when none shares a word."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data, with the weights of the parts."""
        return {
            "score": round(self.score, 4), "parts": {k: round(v, 4) for k, v in self.parts.items()},
            "weights": dict(WEIGHTS), "kept": self.kept, "uses": self.uses, "is_set": self.is_set,
            "last_used": self.last_used.isoformat() if self.last_used else None, "nearest": self.nearest,
        }  # fmt: skip


def reasons_for(
    database: Database, clock: Clock, memory: Memory, memory_id: str, person: str
) -> Reasons | None:
    """Return why a memory of this person is kept; None when they have no such one, or it follows from an app."""
    care = memory_care.c
    columns = [care.pinned, care.kept_for, care.importance, care.uses, care.last_used, care.credit]
    query = (
        select(memories, *columns)
        .select_from(memories.outerjoin(memory_care, care.id == memories.c.id))
        .where(
            memories.c.id == memory_id,
            memories.c.status == "live",
            memories.c.tier != "app",
            owned_by(person),
        )
    )
    with database.read() as connection:
        found = connection.execute(query).mappings().first()
        if found is None:
            return None
        row = dict(found)
        words = str(row["tokens"]).split()
        near = [
            (share(words, set(str(other["tokens"]).split())), str(other["id"]))
            for other in memory.near(connection, person, words, row["tier"])
            if other["id"] != memory_id
        ]
    shared, nearest = max(near, default=(0.0, ""))
    value, parts = score(row, clock.now(), redundancy=shared)
    return Reasons(
        value, parts, "pinned" if row["pinned"] else row["kept_for"], row["uses"] or 0, row["last_used"],
        row["importance"] is not None and row["importance"] != IMPORTANCE[row["tier"]],
        nearest if shared > 0 else None,
    )  # fmt: skip
