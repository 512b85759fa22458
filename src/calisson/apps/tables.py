"""Where apps, their versions and their records are kept.

A record's `data` holds its values by storage key (`FieldSpec.key`), `computed` the results of its formulas,
so that questions over either are plain SQL. Deleted records leave the table; the change history keeps them.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, Text

from calisson.store import Instant, Json, metadata

apps = Table(
    "apps",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("version", Integer, nullable=False),
    Column("spec", Json, nullable=False),
    Column("created_at", Instant, nullable=False),
    Column("created_by", String(80), nullable=False),
    Column("created_turn", String(40)),
    Column("updated_at", Instant, nullable=False, info={"loose": True}),
    Column("deleted_at", Instant),
    info={"followed": True},
)
"""One row an app, with the specification that is live."""

app_versions = Table(
    "app_versions",
    metadata,
    Column("id", String(60), primary_key=True, doc="app id:number"),
    Column("app_id", String(40), ForeignKey("apps.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("spec", Json, nullable=False),
    Column("reason", Text, nullable=False, doc="what changed, as data for phrasing or the person's words"),
    Column("report", Json, doc="what the migration did"),
    Column("at", Instant, nullable=False),
    Column("actor", String(80), nullable=False),
    Column("turn_id", String(40)),
    Index("app_versions_by_app", "app_id", "number", unique=True),
)
"""Every version that was ever published."""

records = Table(
    "records",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("app_id", String(40), ForeignKey("apps.id"), nullable=False),
    Column("entity", String(80), nullable=False),
    Column("title", String(400), nullable=False, doc="the title field's text, or empty"),
    Column("time_at", String(19), doc="YYYY-MM-DDTHH:MM:SS, local: the time field, or when it was added"),
    Column("data", Json, nullable=False),
    Column("computed", Json, nullable=False, info={"loose": True}),
    Column("created_at", Instant, nullable=False),
    Column("created_turn", String(40)),
    Column("updated_at", Instant, nullable=False, info={"loose": True}),
    Column("version", Integer, nullable=False, info={"counter": True}),
    Index("records_by_time", "app_id", "entity", "time_at"),
    Index("records_by_touch", "app_id", "updated_at"),
)
"""One row a record."""
