"""Functions that see earlier entries: `rows` of a logic function, computed when records are written.

A function with `rows` is given, beside its fields, those fields of the entries before the one that it computes: of the
same entity, newest first, at most `last`. Before means: earlier by time, then by when it was added, then by id, so that
the order is total and the result the same on every machine. The entry itself and later ones are never among them.

The results are kept beside the values, as all formulas' are, so that views and metrics stay plain SQL. Since a result
depends on the `last` entries before it, a write changes the results of its own entry and of the `last` entries after it,
and no others: those are computed anew in the same transaction (adding today's entry: one call). Results are derived, so
they have no history of their own; after an undo they are computed from what is there then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, and_, bindparam, func, or_, select

from calisson.apps import tables
from calisson.apps.logic import Entry, calls
from calisson.apps.spec import AppSpec, EntitySpec

if TYPE_CHECKING:
    from calisson.store import Row

T = tables.records
SINGLY = 8
"""Up to so many places are looked up one by one; more are met in one pass from the first on."""

Place = tuple[str, Any, str]
"""Where a record stands in its entity's order: time (empty when it has none), when it was added, id."""

_TIME = func.coalesce(T.c.time_at, "")
_ORDER = (_TIME, T.c.created_at, T.c.id)


def reach(spec: AppSpec, entity: EntitySpec) -> int:
    """Return how many entries back the functions of an entity see at most; 0 when they see none."""
    functions = {x.name: x for x in spec.logic}
    called = (functions.get(c.name) for name, _, c in calls(spec) if name == entity.name)
    return max((x.last for x in called if x is not None and x.rows), default=0)


def place_of(row: Mapping[str, Any]) -> Place:
    """Return where a record's row stands."""
    return row["time_at"] or "", row["created_at"], row["id"]


def refresh(
    connection: Connection, app_id: str, spec: AppSpec, entity: EntitySpec, places: Iterable[Place]
) -> dict[str, dict[str, Any]]:
    """Compute anew what the entries at these places, and those that see them, come to; return the results that changed.

    Args:
        connection: of the transaction that wrote.
        app_id: the app.
        spec: its specification.
        entity: whose entries.
        places: where entries were added, changed (both places) or removed.
    """
    last = reach(spec, entity)
    wanted = sorted(set(places))
    if not last or not wanted:
        return {}
    groups = [[p] for p in wanted] if len(wanted) <= SINGLY else [wanted]
    changed: dict[str, dict[str, Any]] = {}
    for group in groups:
        found = dict(_recomputed(connection, app_id, spec, entity, group, last))
        changed |= found
        if found:
            connection.execute(
                T.update().where(T.c.id == bindparam("b_id")),
                [{"b_id": record, "computed": computed} for record, computed in found.items()],
            )
    return changed


def refresh_all(connection: Connection, app_id: str, spec: AppSpec, entity: EntitySpec) -> None:
    """Compute every entry of an entity anew."""
    if not reach(spec, entity):
        return
    base = select(*_ORDER).where(T.c.app_id == app_id, T.c.entity == entity.name)
    refresh(connection, app_id, spec, entity, [(t, at, i) for t, at, i in connection.execute(base)])


def after_undo(connection: Connection, app_id: str, spec: AppSpec, rows: Iterable[Mapping[str, Any]]) -> None:
    """Compute anew what depends on rows that an undo brought back, changed or took away.

    Args:
        connection: of the transaction that undid.
        app_id: the app.
        spec: its specification as it is now.
        rows: the records' rows, as they were and as they are.
    """
    by_entity: dict[str, list[Place]] = {}
    for row in rows:
        by_entity.setdefault(row["entity"], []).append(place_of(row))
    for name, places in by_entity.items():
        entity = spec.entity(name)
        if entity is not None:
            refresh(connection, app_id, spec, entity, places)


def seen(entity: EntitySpec, row: Mapping[str, Any]) -> Entry:
    """Return an entry as functions see it: every field by name, None where it is empty."""
    return Entry({f.name: (row["computed"] if f.formula else row["data"]).get(f.key) for f in entity.fields})


def _recomputed(
    connection: Connection, app_id: str, spec: AppSpec, entity: EntitySpec, places: Sequence[Place], last: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    from calisson.apps.formula import evaluate_all

    before: deque[Entry] = deque(
        (seen(entity, r) for r in reversed(_before(connection, app_id, entity, places[0], last))), maxlen=last
    )
    left, waiting = 0, deque(places)
    for row in _from(connection, app_id, entity, places[0], last + 1 if len(places) == 1 else None):
        here = place_of(row)
        while waiting and waiting[0] <= here:
            waiting.popleft()
            left = last + 1
        if left:
            left -= 1
            computed = evaluate_all(entity, row["data"], spec.logic, rows=tuple(reversed(before)))
            if computed != row["computed"]:
                row = {**row, "computed": computed}
                yield row["id"], computed
        elif not waiting:
            return
        before.append(seen(entity, row))


def _mine(app_id: str, entity: EntitySpec) -> Any:
    return select(T).where(T.c.app_id == app_id, T.c.entity == entity.name)


def _before(connection: Connection, app_id: str, entity: EntitySpec, place: Place, last: int) -> list[Row]:
    """The entries before a place, newest first."""
    time, at, record = place
    earlier = or_(
        _TIME < time,
        and_(_TIME == time, or_(T.c.created_at < at, and_(T.c.created_at == at, T.c.id < record))),
    )
    query = _mine(app_id, entity).where(earlier).order_by(*(c.desc() for c in _ORDER)).limit(last)
    return [dict(r) for r in connection.execute(query).mappings()]


def _from(
    connection: Connection, app_id: str, entity: EntitySpec, place: Place, limit: int | None
) -> list[Row]:
    """The entries from a place on, oldest first."""
    time, at, record = place
    later = or_(
        _TIME > time,
        and_(_TIME == time, or_(T.c.created_at > at, and_(T.c.created_at == at, T.c.id >= record))),
    )
    query = _mine(app_id, entity).where(later).order_by(*_ORDER)
    return [dict(r) for r in connection.execute(query.limit(limit) if limit else query).mappings()]
