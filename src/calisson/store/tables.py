"""The store's own tables."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, String, Table

from calisson.store.schema import Instant, Json, Sequence64, extra, metadata

changes = Table(
    "changes",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("at", Instant, nullable=False),
    Column("actor", String(80), nullable=False, doc="who: a person's name, or the part of the program"),
    Column("turn_id", String(40), doc="the turn of conversation or the request that did it"),
    Column("table_name", String(40), nullable=False),
    Column("row_id", String(80), nullable=False),
    Column("op", String(6), nullable=False, doc="insert, update, delete"),
    Column(
        "before", Json, doc="by column, or column/key inside a JSON object; only what changed, for an update"
    ),
    Column("after", Json),
    Index("changes_by_turn", "turn_id", "seq"),
    Index("changes_by_row", "table_name", "row_id", "seq"),
    Index("changes_by_time", "table_name", "at"),
    sqlite_autoincrement=True,
)
"""The history of every change, in the order in which it happened."""

preferences = Table(
    "preferences",
    metadata,
    Column("id", String(80), primary_key=True),
    Column("value", Json, nullable=False),
)
"""What the home prefers, by name."""

blobs = Table(
    "blobs",
    metadata,
    Column("id", String(64), primary_key=True, doc="SHA-256 of the content, in hexadecimal"),
    Column("media_type", String(120), nullable=False),
    Column("name", String(255)),
    Column("size_bytes", BigInteger, nullable=False),
    Column("created_at", Instant, nullable=False),
)
"""Files that people added; their bytes are in the home's `blobs` folder."""

answers = Table(
    "answers",
    metadata,
    Column("id", String(64), primary_key=True, doc="SHA-256 of who asked and the request's key"),
    Column("request", String(64), nullable=False, doc="SHA-256 of what was asked"),
    Column("answer", Json, nullable=False),
    Column("at", Instant, nullable=False),
    Index("answers_by_time", "at"),
)
"""What requests with a key were answered, so that a repeat gets the same; see `repeats`."""

_FOLD = (
    "CREATE OR REPLACE FUNCTION calisson_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE "
    "AS $$ SELECT replace(lower(btrim(regexp_replace(normalize(value, NFKC), '\\s+', ' ', 'g'))), "
    "'ß', 'ss') $$"
)
extra(preferences, postgresql=[_FOLD])
