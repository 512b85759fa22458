"""Where facts and the searchable form of turns are kept, with a full-text index that follows by itself."""

from sqlalchemy import Boolean, Column, Index, String, Table, Text

from calisson.store import extra, metadata

memories = Table(
    "memories",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("tier", String(8), nullable=False, doc="fact or turn"),
    Column("text", Text, nullable=False),
    Column("tokens", Text, nullable=False, doc="what is searched: tokens joined by spaces"),
    Column("language", String(8), nullable=False),
    Column("speaker", String(80), nullable=False),
    Column("source", String(40), nullable=False, doc="the turn"),
    Column("at", String(19), nullable=False, doc="naive local ISO time"),
    Column("forgotten", Boolean, nullable=False),
    Index("memories_by_tier", "tier", "at"),
)
"""One row a fact or a turn of talk. Forgetting marks the row, so that it can be undone; nothing finds it then."""

extra(
    memories,
    sqlite=["CREATE VIRTUAL TABLE memories_index USING fts5(id UNINDEXED, tokens)"],
    postgresql=["CREATE INDEX memories_index ON memories USING gin (to_tsvector('simple', tokens))"],
)
"""On SQLite the index is written beside the row and joined by id, so that a row that undo took away is not found
and one that it brought back is; triggers would need trust in the whole schema (`PRAGMA trusted_schema`)."""
