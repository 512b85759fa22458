"""Where the journal is kept, and the triggers that keep it from being rewritten."""

from __future__ import annotations

from sqlalchemy import Column, Index, String, Table, Text

from calisson.store import Sequence64, extra, metadata

journal = Table(
    "journal",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("kind", String(40), nullable=False),
    Column("turn_id", String(40)),
    Column("body", Text, nullable=False, doc="the entry as canonical JSON; what is hashed"),
    Column("previous", String(64), nullable=False, doc="hash of the entry before"),
    Column("hash", String(64), nullable=False, doc="SHA-256 of previous + body, hexadecimal"),
    Index("journal_by_turn", "turn_id"),
    Index("journal_by_kind", "kind", "seq"),
    sqlite_autoincrement=True,
)
"""One row an entry, in the order in which they were written."""

evidence = Table(
    "evidence",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("entry_id", String(40), nullable=False),
    Column("target", String(80), nullable=False, doc="the id of a turn, memory, record, app or entry"),
    Index("evidence_by_entry", "entry_id"),
    Index("evidence_by_target", "target"),
)
"""Edges of the interaction graph: what an entry rests on."""

_TABLES = (journal, evidence)

for _table in _TABLES:
    extra(
        _table,
        sqlite=[
            f"CREATE TRIGGER {_table.name}_no_{verb.lower()} BEFORE {verb} ON {_table.name} "
            f"BEGIN SELECT RAISE(ABORT, 'the {_table.name} is append-only'); END"
            for verb in ("UPDATE", "DELETE")
        ],
        postgresql=[
            (
                "CREATE OR REPLACE FUNCTION calisson_append_only() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'the % is append-only', TG_TABLE_NAME; END $$"
            ),
            (
                f"CREATE TRIGGER {_table.name}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE "
                f"ON {_table.name} "
                "FOR EACH STATEMENT EXECUTE FUNCTION calisson_append_only()"
            ),
        ],
    )
