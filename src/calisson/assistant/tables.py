"""Where turns of conversation are kept."""

from sqlalchemy import JSON, Boolean, Column, Index, String, Table, Text

from calisson.store import metadata

turns = Table(
    "turns",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("person", String(80), nullable=False),
    Column("at", String(32), nullable=False, doc="UTC, ISO 8601"),
    Column("local_at", String(32), nullable=False, doc="naive local time of the home"),
    Column("text", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("act", String(20), nullable=False),
    Column("app_id", String(40)),
    Column(
        "memory",
        JSON,
        nullable=False,
        doc="the `language.types.Turn` that follow-ups refer to, as plain JSON",
    ),
    Column("result", JSON, nullable=False, doc="the turn's public result"),
    Column("effects", Boolean, nullable=False, doc="whether it changed anything"),
    Column("undone_by", String(40), doc="the turn that took it back"),
    Index("turns_by_person", "person", "id"),
)
"""One row a turn; effects are in the change history under the turn's id."""
