"""Reading the history of changes: undo of a turn, the story of a row, and the state at an earlier time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, Table, select
from sqlalchemy.exc import IntegrityError

from calisson.errors import ConflictError, NotFoundError
from calisson.store import tables
from calisson.store.images import Row, matches, put, row_of
from calisson.store.schema import metadata
from calisson.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one row."""

    seq: int
    at: datetime
    actor: str
    turn_id: str | None
    table: str
    row_id: str
    op: Literal["insert", "update", "delete"]
    before: Mapping[str, Any] | None
    """By column, or `column/key` inside a JSON object; an update has only what changed."""
    after: Mapping[str, Any] | None


def _change(row: Any) -> Change:
    return Change(row["seq"], row["at"], row["actor"], row["turn_id"], row["table_name"], row["row_id"],
                  row["op"], row["before"], row["after"])  # fmt: skip


def changes_of(source: Connection | Transaction, turn_id: str) -> list[Change]:
    """Return what a turn changed, in order."""
    log = tables.changes
    rows = _connection(source).execute(select(log).where(log.c.turn_id == turn_id).order_by(log.c.seq))
    return [_change(r) for r in rows.mappings()]


def history_of(source: Connection | Transaction, table: Table, row_id: str, limit: int = 100) -> list[Change]:
    """Return the latest changes of a row, latest first."""
    log = tables.changes
    rows = _connection(source).execute(
        select(log).where(log.c.table_name == table.name, log.c.row_id == row_id)
        .order_by(log.c.seq.desc()).limit(limit)
    )  # fmt: skip
    return [_change(r) for r in rows.mappings()]


def touched(source: Connection | Transaction, table: Table, limit: int) -> list[str]:
    """Return the ids of the rows of `table` that were added or changed last, latest first.

    `limit` is how many changes are looked at; rows that are gone since are among them.
    """
    log = tables.changes
    latest = _connection(source).execute(
        select(log.c.row_id).where(log.c.table_name == table.name, log.c.op != "delete")
        .order_by(log.c.at.desc(), log.c.seq.desc()).limit(limit)
    )  # fmt: skip
    return list(dict.fromkeys(latest.scalars()))


IMPORTED = "import"
"""Turn ids with this prefix took in words of others (a file, or what a run made of a page that it had read): what they
wrote is not the words of the person for whom they did."""


def writers(source: Connection | Transaction, table: Table, row_ids: Iterable[str]) -> set[str]:
    """Return who ever wrote in these rows: names of people and parts of the program, and `import` for files."""
    log, found = tables.changes, set[str]()
    ids = list(dict.fromkeys(row_ids))
    for at in range(0, len(ids), 500):
        query = select(log.c.actor, log.c.turn_id).where(
            log.c.table_name == table.name, log.c.row_id.in_(ids[at : at + 500])
        )
        for actor, turn in _connection(source).execute(query.distinct()):
            found.add(IMPORTED if (turn or "").startswith(f"{IMPORTED}_") else actor)
    return found


def undo(tx: Transaction, turn_id: str) -> list[Change]:
    """Take back everything that a turn changed, exactly, and return the changes that were taken back.

    The taking back belongs to the turn of `tx` and has its own history, so it can be undone in turn. All or
    nothing: when it fails, `tx` is as it was.

    Raises:
        NotFoundError: The turn changed nothing. ConflictError: Something that the turn changed was changed
        again since; `arguments` has `table`, `row`,
            `paths` and `turn_id`, the later turn (None when it is not known).
    """
    done = changes_of(tx, turn_id)
    if not done:
        raise NotFoundError(
            f"turn {turn_id!r} changed nothing", message_id="error-nothing-to-undo", turn_id=turn_id
        )
    change = done[-1]
    try:
        with tx.savepoint():
            for change in reversed(done):
                table = metadata.tables.get(change.table)
                if table is None:
                    raise NotFoundError(f"no table {change.table!r} any more", table=change.table)
                _take_back(tx, table, change)
    except IntegrityError as error:  # something that came later needs the row
        raise _conflict(tx, change, ()) from error
    return done


def _take_back(tx: Transaction, table: Table, change: Change) -> None:
    row = tx.get(table, change.row_id)
    before, after = change.before or {}, change.after or {}
    if change.op == "delete":
        if row is not None:
            raise _conflict(tx, change, ())
        restored = row_of(table, before)
        for column in table.columns:
            if column.info.get("counter"):
                restored[column.name] = (restored.get(column.name) or 0) + 1
        tx.insert(table, restored)
        return
    if row is None:
        raise _conflict(tx, change, ())
    paths = tuple(dict.fromkeys((*before, *after)))
    strict = [p for p in paths if _strict(table, p)]
    changed = tuple(p for p in strict if not matches(table, row, p, after))
    if changed:
        raise _conflict(tx, change, changed)
    if change.op == "insert":
        tx.delete(table, change.row_id)
        return
    restored = dict(row)
    for path in paths:
        if path.partition("/")[0] in table.columns and matches(table, row, path, after):
            put(table, restored, path, before)
    tx.update(table, change.row_id, restored)


def _strict(table: Table, path: str) -> bool:
    column = table.columns.get(path.partition("/")[0])
    return column is not None and not column.info.get("counter") and not column.info.get("loose")


def _conflict(tx: Transaction, change: Change, paths: Iterable[str]) -> ConflictError:
    log = tables.changes
    tx.flush()
    later = tx.connection.execute(
        select(log.c.turn_id).where(
            log.c.table_name == change.table, log.c.row_id == change.row_id, log.c.seq > change.seq,
            log.c.turn_id.is_distinct_from(change.turn_id), log.c.turn_id.is_distinct_from(tx.turn_id),
        ).order_by(log.c.seq.desc()).limit(1)
    ).scalar()  # fmt: skip
    return ConflictError(
        f"{change.table} {change.row_id!r} was changed again since",
        message_id="error-undo-conflict",
        table=change.table,
        row=change.row_id,
        paths=tuple(paths),
        turn_id=later,
    )


def as_of(
    source: Connection | Transaction, table: Table, rows: Iterable[Row], time: datetime
) -> dict[str, Row]:
    """Return rows of `table` as they were at `time`, by id.

    `rows` are the rows as they are now. Rows that were deleted since come back too, whatever selection `rows`
    was: filter them again. The cost grows with the number of changes since `time`.
    """
    log = tables.changes
    state = {row["id"]: dict(row) for row in rows}
    later = _connection(source).execute(
        select(log).where(log.c.table_name == table.name, log.c.at > time).order_by(log.c.seq.desc())
    )
    for change in map(_change, later.mappings()):
        if change.op == "insert":
            state.pop(change.row_id, None)
        elif change.op == "delete":
            state[change.row_id] = row_of(table, change.before or {})
        elif change.row_id in state:
            for path in dict.fromkeys((*(change.before or {}), *(change.after or {}))):
                if path.partition("/")[0] in table.columns:
                    put(table, state[change.row_id], path, change.before or {})
    return state


def _connection(source: Connection | Transaction) -> Connection:
    if isinstance(source, Transaction):
        source.flush()
        return source.connection
    return source
