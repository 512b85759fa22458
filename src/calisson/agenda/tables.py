"""Where reminders are kept: local wall time, zone and rule, so that 8 o'clock stays 8 o'clock."""

from sqlalchemy import Column, Index, String, Table, Text

from calisson.store import Instant, metadata

reminders = Table(
    "reminders",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("text", Text, nullable=False),
    Column("start", String(19), nullable=False, doc="naive local ISO time of the first occurrence"),
    Column("tz", String(64), nullable=False),
    Column("rrule", String(400)),
    Column("app_id", String(40)),
    Column("status", String(10), nullable=False, info={"loose": True}),
    Column("next_at", Instant, info={"loose": True}, doc="when it comes next; None when it is over"),
    Column("fired_at", Instant, info={"loose": True}, doc="the occurrence that was delivered last"),
    Column("created_at", Instant, nullable=False),
    Index("reminders_by_next", "next_at"),
)
"""One row a reminder."""
