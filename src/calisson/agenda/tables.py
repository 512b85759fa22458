"""Where reminders are kept: local wall time, zone and rule, so that 8 o'clock stays 8 o'clock.

When a reminder comes next is never stored: it follows from its row and from what was delivered, so that undo
of a change brings back the right next time whatever was delivered meanwhile.
"""

from sqlalchemy import Column, Index, Integer, String, Table, Text

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
    Column("status", String(10), nullable=False, doc="set, done, cancelled"),
    Column(
        "since", Instant, nullable=False, doc="occurrences up to here are not meant: when it was set or moved"
    ),
    Column("snoozed", Instant, doc="an extra occurrence"),
    Column("skipped", Instant, doc="occurrences up to here were done ahead of time"),
    Column("answered", Instant, doc="deliveries up to here were marked as done"),
    Column("created_at", Instant, nullable=False),
    Column("updated_at", Instant, nullable=False, info={"loose": True}),
    Index("reminders_by_status", "status", "created_at"),
)
"""One row a reminder."""

deliveries = Table(
    "deliveries",
    metadata,
    Column("id", String(40), primary_key=True, doc="the reminder"),
    Column("due", Instant, doc="the latest occurrence of its rule that was delivered"),
    Column("snoozed", Instant, doc="the latest snooze that was delivered"),
    Column("at", Instant, nullable=False, doc="when it was delivered last"),
    Column("missed", Integer, nullable=False, doc="how many occurrences that delivery stood for, less one"),
)
"""What was delivered, one row a reminder; book-keeping without history, so that it never stands in undo's
way."""
