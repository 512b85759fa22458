"""The shared metadata, and the column types that behave alike on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DDL, JSON, BigInteger, Integer, MetaData, String, Table, event
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Every table of a home. `Column(info={"counter": True})` marks a number that goes up at every update and
never down (optimistic concurrency); `info={"loose": True}` marks book-keeping that undo need not find
unchanged."""


class JsonType(TypeDecorator[Any]):
    """JSON that becomes JSONB where there is one; that dialect is imported only by a home that uses it."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """Return JSONB on PostgreSQL, JSON elsewhere."""
        if dialect.name != "postgresql":
            return dialect.type_descriptor(JSON(none_as_null=True))
        from sqlalchemy.dialects.postgresql import JSONB

        return dialect.type_descriptor(JSONB(none_as_null=True))

    def coerce_compared_value(self, op: Any, value: Any) -> TypeEngine[Any]:
        """Let JSON's own operators choose (a path is compared as text), as the library advises for JSON."""
        return self.impl_instance.coerce_compared_value(op, value)


Json = JsonType(none_as_null=True)
"""JSON: text on SQLite, JSONB on PostgreSQL; None is SQL NULL."""

Sequence64 = BigInteger().with_variant(Integer(), "sqlite")
"""A number that the database counts up by itself as a primary key."""


class Instant(TypeDecorator[datetime]):
    """An aware point in time, stored as UTC text that sorts: `2026-03-03T11:00:00.000000Z`."""

    impl = String(27)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write an aware time.

        Raises:
            ValueError: The time is naive.
        """
        return None if value is None else instant_text(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Read it back, aware, in UTC."""
        return None if value is None else datetime.fromisoformat(value)


def instant_text(value: datetime) -> str:
    """Return the stored form of an aware time."""
    if value.tzinfo is None:
        raise ValueError(f"an instant needs a time zone, {value!r} has none")
    return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ") if value.year >= 1000 else _early(value)


def _early(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def extra(table: Table, *, sqlite: Sequence[str] = (), postgresql: Sequence[str] = ()) -> None:
    """Add SQL that belongs to `table` and that SQLAlchemy cannot say: triggers, full-text tables, functions.

    Each statement runs once after the table is made, in order. A release that changes one needs a migration.
    """
    extras: list[tuple[str, str]] = metadata.info.setdefault("extras", [])
    for dialect, statements in (("sqlite", sqlite), ("postgresql", postgresql)):
        for statement in statements:
            extras.append((dialect, statement))
            ddl: Any = DDL(statement.replace("%", "%%"))  # type: ignore[no-untyped-call]
            event.listen(table, "after_create", ddl.execute_if(dialect=dialect))
