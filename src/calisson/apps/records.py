"""Records: adding, changing, removing and listing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, func, or_, select

from calisson.apps import sql, tables
from calisson.apps.computed import compute
from calisson.apps.spec import AppSpec, EntitySpec, LogicSpec
from calisson.apps.types import App, Record
from calisson.apps.values import check_values, is_blank, time_text
from calisson.apps.windows import Place, place_of, reach, refresh
from calisson.errors import ConflictError, NotFoundError, Problem, ValuesError
from calisson.ids import new_id
from calisson.store import Row, Transaction

T = tables.records


def entity_of(spec: AppSpec, name: str | None) -> EntitySpec:
    """Return the entity called `name`, or the main one.

    Raises:
        NotFoundError: There is none.
    """
    entity = spec.entity(name) if name else spec.main
    if entity is None:
        raise NotFoundError(f"{spec.name!r} has no entity {name!r}, it has "
                            f"{', '.join(e.name for e in spec.entities)}", entity=name)  # fmt: skip
    return entity


def record_of(app: App, row: Any) -> Record:
    """Return a stored row as a record of the app's present specification."""
    entity = app.spec.entity(row["entity"])
    data, done = row["data"], row["computed"]
    values, computed = dict(data), dict(done)
    if entity is not None:
        values = {f.name: data[f.key] for f in entity.fields if f.formula is None and f.key in data}
        computed = {f.name: done[f.key] for f in entity.fields if f.formula is not None and f.key in done}
    errors = done.get("$errors") or {}
    return Record(
        row["id"],
        row["app_id"],
        row["entity"],
        values,
        computed,
        row["created_at"],
        row["updated_at"],
        row["version"],
        errors,
        row["title"],
        row["time_at"],
        row["created_turn"],
    )


def stored(
    entity: EntitySpec, data: Mapping[str, Any], local: datetime | None, old: Row | None = None,
    logic: Sequence[LogicSpec] = (),
) -> Row:  # fmt: skip
    """Return the columns that follow from a record's data: itself, title, time and formula results.

    `local` is the home's time now, which stands in as the time of an entity that has no time field. `logic` are
    the app's functions.
    """
    title = entity.field(entity.title_field or "")
    time = entity.field(entity.time_field or "")
    name = data.get(title.key) if title is not None else None
    if time is not None:
        time_at = time_text(data.get(time.key)) if time.type in ("date", "datetime") else None
    else:
        time_at = (
            old["time_at"]
            if old and old["time_at"]
            else local.strftime("%Y-%m-%dT%H:%M:%S")
            if local
            else None
        )
    text = ", ".join(map(str, name)) if isinstance(name, list) else str(name) if name is not None else ""
    return {"data": dict(data), "computed": compute(entity, data, logic), "title": text[:400],
            "time_at": time_at}  # fmt: skip


def check(
    tx: Transaction, app: App, entity: EntitySpec, values: Mapping[str, Any], local: datetime, partial: bool
) -> dict[str, Any]:
    """Return checked values by storage key.

    Raises:
        ValuesError: Some do not fit.
    """

    def ref(target: str, text: str) -> str | None:
        found = tx.connection.execute(
            select(T.c.id).where(T.c.app_id == app.id, T.c.entity == target,
                                 or_(T.c.id == text, sql.fold(T.c.title) == sql.fold(text)))
            .order_by((T.c.id == text).desc(), T.c.id).limit(1)
        ).scalar()  # fmt: skip
        return str(found) if found is not None else None

    checked = check_values(entity, values, partial=partial, today=local, ref=ref)
    if checked.problems:
        raise ValuesError(checked.problems, app_id=app.id, entity=entity.name)
    keys = {f.name: f.key for f in entity.fields}
    return {keys[name]: value for name, value in checked.values.items()}


def add_many(
    tx: Transaction, app: App, entity: EntitySpec, many: Iterable[Mapping[str, Any]], local: datetime
) -> list[Record]:
    """Add records, all or none.

    Raises:
        ValuesError: Values do not fit; with several records the paths begin with the number of the record.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    for number, values in enumerate(many):
        try:
            data = check(tx, app, entity, values, local, partial=False)
            if not data or all(is_blank(v) for v in values.values()):
                raise ValuesError(
                    [Problem("", "value-nothing", {"entity": entity.label}, "there is nothing in it")]
                )
        except ValuesError as error:
            problems += [
                Problem(f"{number}.{p.path}" if number else p.path, p.message_id, p.arguments, p.hint)
                for p in error.problems
            ]
            continue
        rows.append({
            "id": new_id("rec"), "app_id": app.id, "entity": entity.name, "created_at": tx.now,
            "created_turn": tx.turn_id, "updated_at": tx.now, **stored(entity, data, local, logic=app.spec.logic),
        })  # fmt: skip
    if problems:
        raise ValuesError(problems, app_id=app.id, entity=entity.name)
    touch(tx, app.id)
    added = tx.insert_many(T, rows)
    return [record_of(app, row) for row in _refreshed(tx, app, entity, added, map(place_of, added))]


def update(
    tx: Transaction, app: App, row: Row, values: Mapping[str, Any], local: datetime, base_version: int | None
) -> Record:
    """Change some values of a record; None empties a field.

    Raises:
        ValuesError: Values do not fit.
        ConflictError: `base_version` is given and somebody changed the record since.
    """
    if base_version is not None and row["version"] != base_version:
        raise ConflictError(f"record {row['id']!r} was changed since version {base_version}", table="records",
                            row=row["id"], version=row["version"])  # fmt: skip
    entity = entity_of(app.spec, row["entity"])
    changes = check(tx, app, entity, values, local, partial=True)
    data = {k: v for k, v in {**row["data"], **changes}.items() if v is not None}
    touch(tx, app.id)
    new = tx.update(
        T, row["id"], {**stored(entity, data, None, old=row, logic=app.spec.logic), "updated_at": tx.now}
    )
    (new,) = _refreshed(tx, app, entity, [new], (place_of(row), place_of(new)))
    return record_of(app, new)


def remove(tx: Transaction, app: App, record_id: str) -> Record:
    """Remove a record and return what it was.

    Raises:
        NotFoundError: There is no such record.
    """
    touch(tx, app.id)
    gone = tx.delete(T, record_id)
    entity = app.spec.entity(gone["entity"])
    if entity is not None:
        _refreshed(tx, app, entity, [], [place_of(gone)])
    return record_of(app, gone)


def _refreshed(
    tx: Transaction, app: App, entity: EntitySpec, many: Sequence[Row], places: Iterable[Place]
) -> Sequence[Row]:
    """Return rows with what they come to after earlier entries are looked at; later entries follow in the database."""
    if not reach(app.spec, entity):
        return many
    tx.flush()
    changed = refresh(tx.connection, app.id, app.spec, entity, places)
    return [{**row, "computed": changed.get(row["id"], row["computed"])} for row in many]


def touch(tx: Transaction, app_id: str) -> None:
    """Remember that the app was used now; this needs no history.

    The time always goes forward, also for two writes of one instant, so that whoever keeps something read from
    the app can tell by it that the app has changed.
    """
    last = tx.execute(select(tables.apps.c.updated_at).where(tables.apps.c.id == app_id)).scalar()
    now = tx.now if last is None else max(tx.now, last + timedelta(microseconds=1))
    tx.execute(tables.apps.update().where(tables.apps.c.id == app_id).values(updated_at=now))


def must_get(tx: Transaction, record_id: str) -> Row:
    """Return a record's row.

    Raises:
        NotFoundError: There is no such record.
    """
    row = tx.get(T, record_id)
    if row is None:
        raise NotFoundError(f"no record {record_id!r}", message_id="error-no-record", record=record_id)
    return row


def listing(
    dialect: str, app: App, entity: EntitySpec | None, *, order: str | None, search: str | None,
    start: str | None, end: str | None,
) -> Select[Any]:  # fmt: skip
    """Return the query for records of an app. `order` is a field's name, with `-` in front for descending.

    Raises:
        NotFoundError: There is no field to order by.
    """
    query = select(T).where(T.c.app_id == app.id)
    if entity is not None:
        query = query.where(T.c.entity == entity.name)
    else:
        query = query.where(T.c.entity.in_([e.name for e in app.spec.entities]))
    if start is not None or end is not None:
        query = query.where(sql.between(T.c.time_at, start, end))
    for word in (search or "").split()[:8]:
        query = query.where(_anywhere(dialect, word))
    return query.order_by(*_order(dialect, app, entity, order))


def recent(connection: Connection, apps: Mapping[str, App], limit: int) -> list[Record]:
    """Return the records of these apps that were added or changed last, latest first."""
    from calisson.store import touched

    ids = touched(connection, T, limit * 8)
    found = {r["id"]: dict(r) for r in connection.execute(select(T).where(T.c.id.in_(ids))).mappings()}
    mine = [found[i] for i in ids if i in found and found[i]["app_id"] in apps]
    return [record_of(apps[r["app_id"]], r) for r in mine[:limit]]


def _anywhere(dialect: str, word: str) -> ColumnElement[bool]:
    items = sql.json_values(dialect, T.c.data)
    return sql.exists_in(items, sql.contains(dialect, items.c.value, word))


def _order(dialect: str, app: App, entity: EntitySpec | None, order: str | None) -> list[Any]:
    if order is None:
        return [T.c.time_at.desc().nulls_last(), T.c.created_at.desc(), T.c.id.desc()]
    name, down = order.removeprefix("-"), order.startswith("-")
    column: Any
    if name in ("created_at", "updated_at", "time_at"):
        column = T.c[name]
    else:
        field = next((f for e in app.spec.entities if entity is None or e.name == entity.name
                      for f in e.fields if f.name == name), None)  # fmt: skip
        if field is None:
            raise NotFoundError(f"no field {name!r} to order by", field=name)
        holder = T.c.computed if field.formula else T.c.data
        numeric = field.type in (
            "number",
            "integer",
            "quantity",
            "money",
            "percent",
            "duration",
            "rating",
            "boolean",
        )
        column = sql.json_number(dialect, holder, field.key) if numeric else sql.fold(
            sql.json_text(dialect, holder, field.key))  # fmt: skip
    return [
        column.desc().nulls_last() if down else column.asc().nulls_last(),
        T.c.id.desc() if down else T.c.id,
    ]


def distinct_values(connection: Connection, dialect: str, app: App, entity: EntitySpec, name: str,
                    limit: int) -> list[str]:  # fmt: skip
    """Return the texts that a field has, most frequent first; the choices of the specification come after."""
    field = entity.field(name)
    if field is None:
        return []
    base = and_(T.c.app_id == app.id, T.c.entity == entity.name)
    if field.type == "multi_choice":
        items = sql.json_items(dialect, T.c.data, field.key)
        query = select(items.c.value, func.count()).select_from(T, items).where(base)
        text: Any = items.c.value
    else:
        text = sql.json_text(dialect, T.c.computed if field.formula else T.c.data, field.key)
        query = select(text, func.count()).where(base, text.is_not(None))
    found = connection.execute(query.group_by(text).order_by(func.count().desc(), text).limit(limit))
    used = [str(value) for value, _ in found]
    return list(dict.fromkeys([*used, *(c.value for c in field.choices)]))[:limit]


def refs_titles(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """Return the titles of records, by id."""
    if not ids:
        return {}
    found = connection.execute(select(T.c.id, T.c.title).where(T.c.id.in_(ids)))
    return {row.id: row.title for row in found}
