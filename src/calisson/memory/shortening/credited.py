"""Credit of memories, carried over to the chunks of talk that they were said in.

A memory's source is the turn in which it was said, and a chunk names the turns that went into it: what answers with the
memory turned out to be worth (`memory_care.credit`) says what the chunk was good for.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, func, select

from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.importance import MOST
from calisson.memory.tables import memories, memory_care

LEAST = 1e-6
"""A smaller change is none."""


def credit_by_source(connection: Connection, person: str) -> dict[str, float]:
    """Return source → the credit of a person's live memories that were said there; sources without any are left out."""
    query = select(memories.c.source, func.sum(memory_care.c.credit))
    query = query.join(memory_care, memory_care.c.id == memories.c.id).where(
        memories.c.person == person, memories.c.status == "live", memory_care.c.credit != 0.0
    )
    rows = connection.execute(query.group_by(memories.c.source)).all()
    return {source: float(credit) for source, credit in rows if source}


def credit_chunks(engine: Diffusion, credit: Mapping[str, float]) -> None:
    """Give every chunk the credit of what was said in it, instead of what it had; doing it again changes nothing."""
    for chunk in engine.chunks():
        worth = max(-MOST, min(MOST, sum(credit.get(source, 0.0) for source in chunk.sources)))
        if abs(worth - chunk.standing.credit) > LEAST:
            engine.credit(chunk.id, worth - chunk.standing.credit)
