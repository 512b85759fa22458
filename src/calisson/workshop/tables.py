"""Where runs and their steps are kept."""

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint

from calisson.store import Instant, Json, Sequence64, metadata

workshop_runs = Table(
    "workshop_runs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("at", Instant, nullable=False),
    Column("person", String(80), nullable=False),
    Column("app_id", String(40)),
    Column("folder", String(1000), nullable=False, doc="the workspace"),
    Column("task", Json, nullable=False, doc="words, instructions, privacy, limits"),
    Column("reason", String(20), nullable=False, doc="how it ended; empty while it goes on"),
    Column("version", Integer, nullable=False, doc="of the steps' form"),
    Index("workshop_runs_by_time", "at"),
)
"""One row a run."""

workshop_steps = Table(
    "workshop_steps",
    metadata,
    Column("seq", Sequence64, primary_key=True, autoincrement=True),
    Column("run_id", String(40), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(10), nullable=False, doc="model, tool, question, answer or summary"),
    Column("state", String(10), nullable=False, doc="kept, or done: its changes are in the workspace"),
    Column("at", Instant, nullable=False),
    Column("body", Json, nullable=False),
    UniqueConstraint("run_id", "number"),
    sqlite_autoincrement=True,
)
"""One row a step, with everything that it changes, before and after."""
