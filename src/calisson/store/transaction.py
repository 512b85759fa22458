"""A transaction: one real database transaction whose every write leaves its history row.

    with database.transaction("me", turn_id) as tx:
        row = tx.insert(things, {"id": new_id("thing"), "name": "…"})
        tx.update(things, row["id"], {"name": "…"})

Leaving the block commits (and is durable then); an exception takes everything back. History rows are kept in
memory and written in one go before the commit, or as soon as somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, CursorResult, Executable, Table, bindparam, select

from calisson.errors import ConflictError, NotFoundError
from calisson.store import tables
from calisson.store.images import Row, difference, encode, whole

if TYPE_CHECKING:
    from calisson.store.database import Database

__all__ = ["Row", "Transaction"]


class Transaction:
    """Reads and writes inside one transaction. Made by `Database.transaction`; for one thread only."""

    def __init__(
        self, database: Database, connection: Connection, actor: str, turn_id: str | None, now: datetime
    ) -> None:
        self.database = database
        self.connection = connection
        """For statements that need no history (search indexes, book-keeping)."""
        self.actor = actor
        self.turn_id = turn_id
        self.now = now
        """The time of everything in this transaction, aware, UTC."""
        self.notices: list[str] = []
        """What the person shall be told of what followed by itself (an app's rules); the doors show it."""
        self.touched: set[str] = set()
        """The tables that were written with history, by name."""
        self.followed: dict[str, set[str]] = {}
        """Table → ids of its rows that were written, for tables that something is derived from."""
        self._pending: list[dict[str, Any]] = []
        self._after_commit: list[Callable[[], None]] = []

    # --- reading ---------------------------------------------------------------------------------------

    def get(self, table: Table, row_id: str) -> Row | None:
        """Return the row with this id, or None."""
        row = self.connection.execute(select(table).where(table.c.id == row_id)).mappings().first()
        return dict(row) if row is not None else None

    def rows(self, statement: Executable, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        """Return the rows of a query as dicts."""
        return [dict(r) for r in self.connection.execute(statement, parameters).mappings()]

    def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        """Run a statement that leaves no history."""
        return self.connection.execute(statement, parameters)

    # --- writing ---------------------------------------------------------------------------------------

    def insert(self, table: Table, row: Mapping[str, Any]) -> Row:
        """Add a row and return it whole, with the columns' defaults.

        Raises:
            ConflictError: There is a row with this id.
        """
        return self.insert_many(table, [row])[0]

    def insert_many(self, table: Table, rows: Iterable[Mapping[str, Any]]) -> list[Row]:
        """Add rows in one statement and return them whole.

        Raises:
            ConflictError: There is a row with one of these ids.
        """
        made = [_complete(table, row) for row in rows]
        if not made:
            return []
        if len(made) == 1 and self.get(table, made[0]["id"]) is not None:
            raise ConflictError(f"{table.name} {made[0]['id']!r} is there already", table=table.name,
                                row=made[0]["id"])  # fmt: skip
        self.connection.execute(table.insert(), made)
        for row in made:
            self._log(table, row["id"], "insert", None, whole(table, row))
        return made

    def update(self, table: Table, row_id: str, changes: Mapping[str, Any]) -> Row:
        """Change columns of a row and return it whole; nothing is written when nothing differs.

        Raises:
            NotFoundError: There is no such row.
        """
        old = self._must_get(table, row_id)
        new = {**old, **changes}
        before, after = difference(table, old, new)
        if not before and not after:
            return old
        values = {name: new[name] for name in _columns(before, after)}
        for column in table.columns:
            if column.info.get("counter"):
                values[column.name] = new[column.name] = (old[column.name] or 0) + 1
        self.connection.execute(
            table.update().where(table.c.id == bindparam("b_id")), {"b_id": row_id, **values}
        )
        self._log(table, row_id, "update", before, after)
        return new

    def update_many(self, table: Table, columns: Sequence[str], pairs: Iterable[tuple[Row, Row]]) -> int:
        """Change the same columns of many rows, given as they are and as they shall be, in one statement.

        The rows must have been read in this transaction. Returns how many differ.
        """
        counters = [c.name for c in table.columns if c.info.get("counter")]
        changed = []
        for old, new in pairs:
            before, after = difference(table, old, {name: new[name] for name in columns})
            if before or after:
                values = {name: new[name] for name in columns}
                values |= {name: (old[name] or 0) + 1 for name in counters}
                changed.append({"b_id": old["id"], **values})
                self._log(table, old["id"], "update", before, after)
        if changed:
            self.connection.execute(table.update().where(table.c.id == bindparam("b_id")), changed)
        return len(changed)

    def delete(self, table: Table, row_id: str) -> Row:
        """Remove a row for good (the history keeps it) and return what it was.

        Raises:
            NotFoundError: There is no such row.
        """
        old = self._must_get(table, row_id)
        self.connection.execute(table.delete().where(table.c.id == row_id))
        self._log(table, row_id, "delete", whole(table, old), None)
        return old

    def on_commit(self, callback: Callable[[], None]) -> None:
        """Call `callback` once this transaction is durable; not at all when it fails."""
        self._after_commit.append(callback)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Run a block whose writes are taken back, alone, when it raises."""
        length, callbacks, touched = len(self._pending), len(self._after_commit), set(self.touched)
        nested = self.connection.begin_nested()
        try:
            yield
        except BaseException:
            nested.rollback()
            del self._pending[length:]
            del self._after_commit[callbacks:]
            self.touched = touched
            raise
        nested.commit()

    def flush(self) -> None:
        """Write the history rows that are still in memory."""
        if self._pending:
            pending, self._pending = self._pending, []
            self.connection.execute(tables.changes.insert(), pending)

    # --- inside ----------------------------------------------------------------------------------------

    def committed(self) -> Sequence[Callable[[], None]]:
        """Return what waits for the commit."""
        return tuple(self._after_commit)

    def _must_get(self, table: Table, row_id: str) -> Row:
        row = self.get(table, row_id)
        if row is None:
            raise NotFoundError(f"no {table.name} {row_id!r}", table=table.name, row=row_id)
        return row

    def _log(self, table: Table, row_id: str, op: str, before: Any, after: Any) -> None:
        self.touched.add(table.name)
        if table.info.get("followed"):
            self.followed.setdefault(table.name, set()).add(row_id)
        self._pending.append({"at": self.now, "actor": self.actor, "turn_id": self.turn_id,
                              "table_name": table.name, "row_id": row_id, "op": op, "before": before,
                              "after": after})  # fmt: skip


def _columns(*images: Mapping[str, Any]) -> list[str]:
    """The columns that some images touch."""
    return list(dict.fromkeys(path.partition("/")[0] for image in images for path in image))


def _complete(table: Table, row: Mapping[str, Any]) -> Row:
    """Return the row with every column, in the form in which it will be read back."""
    unknown = row.keys() - table.columns.keys()
    if unknown:
        raise KeyError(f"{table.name} has no column {', '.join(sorted(unknown))}")
    made: Row = {}
    for column in table.columns:
        value = row.get(column.name)
        if (
            value is None
            and column.name not in row
            and column.default is not None
            and column.default.is_scalar
        ):
            value = column.default.arg  # type: ignore[attr-defined]
        if value is None and column.info.get("counter"):
            value = 1
        made[column.name] = value
        encode(column, value)
    return made
