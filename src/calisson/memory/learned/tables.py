"""Where a home keeps what its retrieval learns from, and the versions that came of it."""

from sqlalchemy import Boolean, Column, Index, Integer, String, Table

from calisson.store import Instant, Json, metadata

memory_lessons = Table(
    "memory_lessons",
    metadata,
    Column("id", String(40), primary_key=True, doc="the turn that was answered"),
    Column("person", String(80), nullable=False),
    Column("memory_id", String(40), nullable=False, doc="what answered; the lesson goes with it"),
    Column("lesson", Json, nullable=False, doc="what the views said about the candidates; no words"),
    Column("held", Boolean, nullable=False, doc="held back: it only judges new versions"),
    Column("at", Instant, nullable=False),
    Index("memory_lessons_by_memory", "memory_id"),
)
"""A reservoir of questions that memories answered."""

memory_learned = Table(
    "memory_learned",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False, doc="live, former, refused"),
    Column("learned", Json, nullable=False, doc="`Learned.as_dict`"),
    Column("scores", Json, nullable=False, doc="before and after on the questions held back"),
    Column("at", Instant, nullable=False),
    Index("memory_learned_by_number", "number", unique=True),
)
"""Versions of what was learned; at most one is live. Without one the shipped weights serve."""
