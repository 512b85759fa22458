"""The apps of a home: making and changing them, their records, and questions over those."""

from __future__ import annotations

from builtins import list as Listing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Select, func, select

from calisson.apps import grants, sql, tables
from calisson.apps import records as rows
from calisson.apps.spec import AppSpec, EntitySpec, ViewSpec
from calisson.apps.types import Answer, App, AppVersion, ImportReport, Metric, PasteReport, Record, Series
from calisson.apps.values import time_text
from calisson.clock import Clock, local
from calisson.errors import ConflictError, NotFoundError
from calisson.ids import new_id
from calisson.language.types import AppSchema, Period, Question, RecordRef
from calisson.store import Change, Database, PreferenceStore, Row, Transaction, writers

A, V, R = tables.apps, tables.app_versions, tables.records
MAX_RECORDS = 10_000
"""The most records that one call lists."""


@lru_cache(maxsize=512)
def _spec(text: str) -> AppSpec:
    return AppSpec.model_validate_json(text)


class Apps:
    """The home's mini-apps.

    Whoever reads inside a transaction passes it as `tx`, to see its own changes.
    """

    def __init__(self, database: Database, clock: Clock | None = None) -> None:
        self.database = database
        self.clock = clock or database.clock
        self._preferences = PreferenceStore(database)
        self._query = select(A, sql.raw_json(A.c.spec, database.dialect).label("spec_text"))

    # --- apps ------------------------------------------------------------------------------------------

    def create(
        self, tx: Transaction, spec: AppSpec, *, reason: str = "created", granted: bool = False
    ) -> App:
        """Make a new app; its checks have to pass.

        Args:
            tx: the transaction to write in.
            spec: what it is.
            reason: why, for its history.
            granted: whether the person agreed to what its functions read of other apps.

        Raises:
            SpecError: The specification does not hold together, one of its checks fails, or nobody agreed.
        """
        if not granted:
            grants.require(spec, None)
        spec = _validated(spec)
        app_id = new_id("app")
        tx.insert(
            A,
            {
                "id": app_id,
                "name": spec.name,
                "version": 1,
                "spec": spec.as_dict(),
                "created_at": tx.now,
                "created_by": tx.actor,
                "created_turn": tx.turn_id,
                "updated_at": tx.now,
            },
        )
        self._version(tx, app_id, 1, spec, reason, None)
        return App(app_id, spec.name, 1, spec, tx.now, tx.now, tx.turn_id)

    def publish(
        self,
        tx: Transaction,
        app_id: str,
        spec: AppSpec,
        reason: str = "",
        *,
        base_version: int | None = None,
        granted: bool = False,
    ) -> App:
        """Put a new version of an app live and bring its records along.

        Args:
            tx: the transaction to write in.
            app_id: which app.
            spec: what it is to be.
            reason: why, for its history.
            base_version: the version that the change was made from.
            granted: whether the person agreed to what its functions read of other apps beyond what they do now.

        Raises:
            NotFoundError: There is no such app.
            ConflictError: `base_version` is given and somebody published since.
            SpecError: The specification does not hold together, one of its checks fails, or nobody agreed.
        """
        from calisson.apps.migration import migrate

        app = self.get(app_id, tx=tx)
        if base_version is not None and app.version != base_version:
            raise ConflictError(f"{app.name!r} is at version {app.version}, not {base_version}", table="apps",
                                row=app_id, version=app.version)  # fmt: skip
        if not granted:
            grants.require(spec, app.spec)
        number = 1 + (tx.connection.execute(
            select(func.max(V.c.number)).where(V.c.app_id == app_id)).scalar() or 0)  # fmt: skip
        spec, report = migrate(tx, app, _validated(spec))
        moved = report.as_dict() if report.changed else None
        tx.update(
            A, app_id, {"name": spec.name, "version": number, "spec": spec.as_dict(), "updated_at": tx.now}
        )
        self._version(tx, app_id, number, spec, reason, moved)
        return App(app_id, spec.name, number, spec, app.created_at, tx.now, app.created_turn)

    def plan(self, tx: Transaction, app_id: str, spec: AppSpec) -> Mapping[str, Any]:
        """Return what publishing would do to the records, without doing it: `converted`, `filled`, `lost`.

        Raises:
            NotFoundError: There is no such app.
            SpecError: The specification does not hold together, or one of its checks fails.
        """
        from calisson.apps.migration import migrate

        return migrate(tx, self.get(app_id, tx=tx), _validated(spec), dry=True)[1].as_dict()

    def get(self, app_id: str, *, tx: Transaction | None = None, deleted: bool = False) -> App:
        """Return an app; a deleted one only when `deleted`.

        Raises:
            NotFoundError: There is no such app.
        """
        with self._reading(tx) as connection:
            row = connection.execute(self._query.where(A.c.id == app_id)).mappings().first()
        if row is None or (row["deleted_at"] is not None and not deleted):
            raise NotFoundError(f"no app {app_id!r}", message_id="error-no-app", app=app_id)
        return _app(row)

    def list(self, *, tx: Transaction | None = None, deleted: bool = False) -> Listing[App]:
        """Return the apps, most recently used first; with `deleted`, only those that were deleted."""
        condition = A.c.deleted_at.is_not(None) if deleted else A.c.deleted_at.is_(None)
        query = self._query.where(condition).order_by(A.c.updated_at.desc(), A.c.id.desc())
        with self._reading(tx) as connection:
            return [_app(row) for row in connection.execute(query).mappings()]

    def maker(self, app_id: str, *, tx: Transaction | None = None) -> str:
        """Return who made an app.

        Raises:
            NotFoundError: There is no such app.
        """
        with self._reading(tx) as connection:
            by = connection.execute(select(A.c.created_by).where(A.c.id == app_id)).scalar()
        if by is None:
            raise NotFoundError(f"no app {app_id!r}", message_id="error-no-app", app=app_id)
        return str(by)

    def schemas(self, *, tx: Transaction | None = None) -> tuple[AppSchema, ...]:
        """Return every app as the words see it, most recently used first."""
        return tuple(app.schema for app in self.list(tx=tx))

    def history(self, app_id: str, *, tx: Transaction | None = None) -> Listing[AppVersion]:
        """Return every version of an app, latest first.

        Raises:
            NotFoundError: There is no such app.
        """
        self.get(app_id, tx=tx, deleted=True)
        query = select(V, sql.raw_json(V.c.spec, self.database.dialect).label("spec_text"))
        with self._reading(tx) as connection:
            found = connection.execute(
                query.where(V.c.app_id == app_id).order_by(V.c.number.desc())
            ).mappings()
            return [
                AppVersion(
                    r["number"],
                    _spec(r["spec_text"]),
                    r["reason"],
                    r["at"],
                    r["actor"],
                    r["turn_id"],
                    r["report"],
                )
                for r in found
            ]

    def rollback(self, tx: Transaction, app_id: str, to: int) -> App:
        """Make version `to` live again, as a new version, with its data usable as it was then.

        Raises:
            NotFoundError: There is no such app or version.
        """
        version = next((v for v in self.history(app_id, tx=tx) if v.number == to), None)
        if version is None:
            raise NotFoundError(
                f"app {app_id!r} has no version {to}", message_id="error-no-version", version=to
            )
        return self.publish(tx, app_id, version.spec, reason=f"rollback:{to}", granted=True)

    def delete(self, tx: Transaction, app_id: str) -> App:
        """Put an app out of sight; `restore` (or undo) brings it back with everything in it.

        Raises:
            NotFoundError: There is no such app.
        """
        app = self.get(app_id, tx=tx)
        tx.update(A, app_id, {"deleted_at": tx.now})
        return app

    def restore(self, tx: Transaction, app_id: str) -> App:
        """Bring a deleted app back.

        Raises:
            NotFoundError: There is no such app.
        """
        self.get(app_id, tx=tx, deleted=True)
        tx.update(A, app_id, {"deleted_at": None, "updated_at": tx.now})
        return self.get(app_id, tx=tx)

    # --- records ---------------------------------------------------------------------------------------

    def add(
        self, tx: Transaction, app_id: str, entity: str | None, values: Mapping[str, Any], *,
        now: datetime | None = None,
    ) -> Record:  # fmt: skip
        """Add a record. `now` is the home's local time (naive), worked out from `tx.now` when not given.

        Raises:
            NotFoundError: There is no such app or entity.
            ValuesError: Values do not fit their fields; nothing is stored.
        """
        app = self.get(app_id, tx=tx)
        return self._add(tx, app, rows.entity_of(app.spec, entity), values, now or self._local(tx), 0)

    def add_many(
        self, tx: Transaction, app_id: str, entity: str | None, many: Iterable[Mapping[str, Any]], *,
        now: datetime | None = None,
    ) -> Listing[Record]:  # fmt: skip
        """Add records, all or none; like `add`, but past entries set off no rules."""
        app = self.get(app_id, tx=tx)
        return rows.add_many(tx, app, rows.entity_of(app.spec, entity), many, now or self._local(tx))

    def update(
        self, tx: Transaction, record_id: str, values: Mapping[str, Any], *, base_version: int | None = None
    ) -> Record:
        """Change some values of a record; None empties a field.

        Raises:
            NotFoundError: There is no such record.
            ValuesError: Values do not fit their fields.
            ConflictError: `base_version` is given and the record was changed since.
        """
        row = rows.must_get(tx, record_id)
        app = self.get(row["app_id"], tx=tx)
        return self._update(tx, app, row, values, base_version, 0)

    def remove(self, tx: Transaction, record_id: str) -> Record:
        """Remove a record and return what it was; the history keeps it.

        Raises:
            NotFoundError: There is no such record.
        """
        row = rows.must_get(tx, record_id)
        return rows.remove(tx, self.get(row["app_id"], tx=tx), record_id)

    def settle(self, tx: Transaction, changes: Iterable[Change]) -> None:
        """Compute anew what follows from records that an undo changed; to be called in its transaction."""
        from calisson.apps.undone import settle

        settle(self, tx, changes)

    def record(self, record_id: str, *, tx: Transaction | None = None) -> Record:
        """Return a record.

        Raises:
            NotFoundError: There is no such record.
        """
        with self._reading(tx) as connection:
            row = connection.execute(select(R).where(R.c.id == record_id)).mappings().first()
        if row is None:
            raise NotFoundError(f"no record {record_id!r}", message_id="error-no-record", record=record_id)
        return rows.record_of(self.get(row["app_id"], tx=tx, deleted=True), row)

    def records(
        self, app_id: str, entity: str | None = None, *, limit: int = 100, offset: int = 0,
        order: str | None = None, search: str | None = None, start: str | None = None, end: str | None = None,
        tx: Transaction | None = None,
    ) -> Listing[Record]:  # fmt: skip
        """Return records, latest first.

        Args:
            app_id: Of which app.
            entity: Of which kind; all kinds when None.
            limit: At most this many.
            offset: After so many.
            order: A field's name, or `created_at`, `updated_at`; with `-` in front, descending.
            search: Words that must all stand in it, whatever the case.
            start: Local ISO date or date-time; only records at or after.
            end: Only records before.
            tx: The transaction to read in.

        Raises:
            NotFoundError: There is no such app, entity or field.
        """
        app = self.get(app_id, tx=tx)
        query = self._listing(app, entity, order=order, search=search, start=start, end=end)
        with self._reading(tx) as connection:
            found = connection.execute(query.limit(min(limit, MAX_RECORDS)).offset(offset)).mappings()
            return [rows.record_of(app, row) for row in found]

    def count(
        self, app_id: str, entity: str | None = None, *, search: str | None = None, start: str | None = None,
        end: str | None = None, tx: Transaction | None = None,
    ) -> int:  # fmt: skip
        """Return how many records `records` would list without a limit."""
        app = self.get(app_id, tx=tx)
        query = self._listing(app, entity, order=None, search=search, start=start, end=end)
        counting = select(func.count()).select_from(query.order_by(None).subquery())
        with self._reading(tx) as connection:
            return int(connection.execute(counting).scalar_one())

    def record_refs(
        self, app_id: str, limit: int = 50, *, tx: Transaction | None = None
    ) -> Listing[RecordRef]:
        """Return an app's records as the words see them, latest touched first."""
        app = self.get(app_id, tx=tx)
        query = (
            select(R).where(R.c.app_id == app_id).order_by(R.c.updated_at.desc(), R.c.id.desc()).limit(limit)
        )
        with self._reading(tx) as connection:
            return [rows.record_of(app, row).ref for row in connection.execute(query).mappings()]

    def values(
        self, app_id: str, entity: str, field: str, limit: int = 200, *, tx: Transaction | None = None
    ) -> Sequence[str]:
        """Return the distinct texts of a field, most frequent first, then the choices not used yet."""
        app = self.get(app_id, tx=tx)
        with self._reading(tx) as connection:
            return rows.distinct_values(
                connection, self.database.dialect, app, rows.entity_of(app.spec, entity), field, limit
            )

    def writers(
        self, app_ids: Iterable[str], record_ids: Iterable[str], *, tx: Transaction | None = None
    ) -> set[str]:
        """Return who ever wrote in these apps' specifications and these records; `import` stands for files."""
        with self._reading(tx) as connection:
            return writers(connection, A, app_ids) | writers(connection, R, record_ids)

    # --- questions -------------------------------------------------------------------------------------

    def answer(self, question: Question, now: datetime, *, tx: Transaction | None = None) -> Answer:
        """Answer a typed question over records. `now` is the home's local time, naive.

        Raises:
            NotFoundError: There is no such app.
            QuestionError: The app has no such field, or the question does not fit its type.
        """
        from calisson.apps.answers import answer

        ids = dict.fromkeys((question.app_id, *(q.app_id for q in question.also)))
        apps = {app_id: self.get(app_id, tx=tx) for app_id in ids}
        with self._reading(tx) as connection:
            return answer(connection, self.database.dialect, apps, question, now)

    def glance(self, app_id: str, now: datetime, *, tx: Transaction | None = None) -> Sequence[Metric]:
        """Return the numbers of an app's card. `now` is the home's local time, naive."""
        from calisson.apps.metrics import glance

        app = self.get(app_id, tx=tx)
        with self._reading(tx) as connection:
            return glance(connection, self.database.dialect, app, now)

    def trend(self, app_id: str, now: datetime) -> Sequence[float | None]:
        """Return the card's first number for each day of the last fortnight, today last."""
        from calisson.apps.metrics import trend

        app = self.get(app_id)
        with self._reading(None) as connection:
            return trend(connection, self.database.dialect, app, now)

    def recent(self, limit: int = 12) -> Listing[Record]:
        """Return the records that were added or changed last, of every live app, latest first."""
        with self._reading(None) as connection:
            return rows.recent(connection, {a.id: a for a in self.list()}, limit)

    def series(
        self, app_id: str, view: int | ViewSpec, now: datetime, *, period: Period | None = None,
        step: str | None = None, tx: Transaction | None = None,
    ) -> Series:  # fmt: skip
        """Return the points of a view of an app, or of one that is not kept yet. `now` is the home's local time, naive.

        `period` and `step` (day, week, month…) show another time than the view's own.

        Raises:
            NotFoundError: There is no such app or view.
        """
        from calisson.apps.metrics import series

        app = self.get(app_id, tx=tx)
        if isinstance(view, int) and not 0 <= view < len(app.spec.views):
            raise NotFoundError(f"{app.name!r} has no view {view}", message_id="error-no-view", view=view)
        with self._reading(tx) as connection:
            chosen = app.spec.views[view] if isinstance(view, int) else view
            return series(connection, self.database.dialect, app, chosen, now, period=period, step=step)

    def as_of(self, app_id: str, time: datetime, *, tx: Transaction | None = None) -> Listing[Record]:
        """Return an app's records as they were at an aware time, in the app's present form, latest first.

        Raises:
            NotFoundError: There is no such app.
        """
        from calisson.store import as_of

        app = self.get(app_id, tx=tx, deleted=True)
        with self._reading(tx) as connection:
            present = [dict(r) for r in connection.execute(select(R).where(R.c.app_id == app_id)).mappings()]
            then = as_of(tx or connection, R, present, time).values()
        found = sorted(
            (r for r in then if r["app_id"] == app_id), key=lambda r: (r["time_at"] or "", r["id"])
        )
        return [rows.record_of(app, row) for row in reversed(found)]

    # --- in and out ------------------------------------------------------------------------------------

    def export_csv(self, app_id: str, entity: str | None = None, *, tx: Transaction | None = None) -> str:
        """Return the records of one entity (the main one by default) as CSV text."""
        from calisson.apps.transfer import export_csv

        app = self.get(app_id, tx=tx)
        kind = rows.entity_of(app.spec, entity)
        with self._reading(tx) as connection:
            return export_csv(connection, self.database.dialect, app, kind)

    def import_csv(
        self, tx: Transaction, app_id: str, text: str, entity: str | None = None, *, dry_run: bool = False,
        now: datetime | None = None,
    ) -> ImportReport:  # fmt: skip
        """Add the records of a CSV text, all or none, and report what came of it.

        Raises:
            ImportDataError: The text is no CSV, too large, or has no column that a field takes.
        """
        from calisson.apps.transfer import import_csv

        app = self.get(app_id, tx=tx)
        return import_csv(
            tx, app, rows.entity_of(app.spec, entity), text, now or self._local(tx), dry_run=dry_run
        )

    def paste(
        self, tx: Transaction, app_id: str, text: str, entity: str | None = None, *, fields: Sequence[str] = (),
        keep: bool = False, dry_run: bool = False, now: datetime | None = None,
    ) -> PasteReport:  # fmt: skip
        """Add the rows of a piece of a spreadsheet (tabs between cells); see `paste.paste`.

        Raises:
            ImportDataError: There is nothing in it, or too much.
        """
        from calisson.apps.paste import paste

        app = self.get(app_id, tx=tx)
        kind = rows.entity_of(app.spec, entity)
        return paste(tx, app, kind, text, now or self._local(tx), fields=fields, keep=keep, dry_run=dry_run,
                     language=self._preferences.get(tx).language or app.spec.language)  # fmt: skip

    def look_at_table(self, text: str, name: str, language: str) -> Mapping[str, Any]:
        """Return what a CSV text holds: its columns, the fields they would be, and the apps that take them.

        Raises:
            ImportDataError: it is no CSV, or has no named columns.
        """
        from calisson.apps.infer import spec_of_table
        from calisson.apps.transfer import match_columns, read_table

        header, lines = read_table(text)
        spec = spec_of_table(header, [line for _, line in lines], name=name, language=language)
        fits = ((app, len(match_columns(app.spec.main, header)[0])) for app in self.list())
        best = sorted((f for f in fits if f[1]), key=lambda f: -f[1])
        return {"name": name, "rows": len(lines),
                "fields": [{"label": f.label, "type": f.type} for f in spec.main.fields],
                "matches": [{"app_id": app.id, "columns": count} for app, count in best]}  # fmt: skip

    def create_from_table(
        self, tx: Transaction, text: str, name: str, language: str
    ) -> tuple[App, ImportReport]:
        """Make an app of a CSV text, with its rows in it.

        Raises:
            ImportDataError: it is no CSV, or has no named columns.
        """
        from calisson.apps.infer import spec_of_table
        from calisson.apps.transfer import read_table

        header, lines = read_table(text)
        spec = spec_of_table(header, [line for _, line in lines], name=name, language=language)
        app = self.create(tx, spec, reason="table")
        return app, self.import_csv(tx, app.id, text)

    def export_json(self, app_id: str, *, tx: Transaction | None = None) -> Mapping[str, Any]:
        """Return a whole app as JSON-able data: specification, versions, records."""
        from calisson.apps.transfer import export_json

        app = self.get(app_id, tx=tx, deleted=True)
        with self._reading(tx) as connection:
            return export_json(connection, app, self.history(app_id, tx=tx))

    def import_json(self, tx: Transaction, data: Any, *, now: datetime | None = None) -> App:
        """Make a new app of exported data, with its records.

        Raises:
            ImportDataError: The data is no exported app.
            SpecError: Its specification does not hold together.
            ValuesError: A record does not fit.
        """
        from calisson.apps.transfer import read_export

        spec, by_entity, former = read_export(data)
        app = self.create(tx, grants.without(spec), reason=f"import:{former}")
        moved: dict[str, str] = {}
        for entity, many in by_entity:
            values = [
                {k: moved.get(v, v) if isinstance(v, str) else v for k, v in m.items()} for _, m in many
            ]
            made = rows.add_many(tx, app, rows.entity_of(app.spec, entity), values, now or self._local(tx))
            moved.update(zip((old for old, _ in many), (r.id for r in made), strict=True))
        return app

    # --- inside ----------------------------------------------------------------------------------------

    def _add(
        self,
        tx: Transaction,
        app: App,
        entity: EntitySpec,
        values: Mapping[str, Any],
        now: datetime,
        depth: int,
    ) -> Record:
        if not app.spec.rules:
            return rows.add_many(tx, app, entity, [values], now)[0]
        before = self._metrics(tx, app, entity, now)
        record = rows.add_many(tx, app, entity, [values], now)[0]
        return self._follow(tx, app, entity, None, record, before, now, depth)

    def _update(
        self, tx: Transaction, app: App, row: Row, values: Mapping[str, Any], base: int | None, depth: int
    ) -> Record:
        now = self._local(tx)
        if not app.spec.rules:
            return rows.update(tx, app, row, values, now, base)
        entity = rows.entity_of(app.spec, row["entity"])
        before = self._metrics(tx, app, entity, now)
        record = rows.update(tx, app, row, values, now, base)
        return self._follow(tx, app, entity, rows.record_of(app, row), record, before, now, depth)

    def _metrics(self, tx: Transaction, app: App, entity: EntitySpec, now: datetime) -> dict[str, Any]:
        from calisson.apps.rules import metric_values, metrics_in

        names = metrics_in(app.spec, entity)
        return metric_values(tx.connection, self.database.dialect, app, names, now) if names else {}

    def _follow(
        self, tx: Transaction, app: App, entity: EntitySpec, old: Record | None, new: Record,
        before: Mapping[str, Any], now: datetime, depth: int,
    ) -> Record:  # fmt: skip
        """Do what the app's rules ask for after a write, and return the record as it is then."""
        from calisson.apps.rules import MAX_DEPTH, effects

        asked = effects(app, entity, old, new, before, self._metrics(tx, app, entity, now))
        tx.notices.extend(asked.notices)
        for write in asked.writes if depth < MAX_DEPTH else ():
            if write.record_id is None:
                self._add(tx, app, rows.entity_of(app.spec, write.entity), write.values, now, depth + 1)
            else:
                row = rows.must_get(tx, write.record_id)
                new = self._update(tx, app, row, write.values, None, depth + 1)
        return new

    def _listing(
        self, app: App, entity: str | None, *, order: str | None, search: str | None, start: str | None,
        end: str | None,
    ) -> Select[Any]:  # fmt: skip
        kind = rows.entity_of(app.spec, entity) if entity else None
        return rows.listing(
            self.database.dialect,
            app,
            kind,
            order=order,
            search=search,
            start=time_text(start),
            end=time_text(end),
        )

    def _version(
        self, tx: Transaction, app_id: str, number: int, spec: AppSpec, reason: str, report: Any
    ) -> None:
        tx.insert(V, {"id": f"{app_id}:{number}", "app_id": app_id, "number": number, "spec": spec.as_dict(),
                      "reason": reason, "report": report, "at": tx.now, "actor": tx.actor,
                      "turn_id": tx.turn_id})  # fmt: skip

    def _local(self, tx: Transaction) -> datetime:
        return local(tx.now, self._preferences.get(tx).tz)

    @contextmanager
    def _reading(self, tx: Transaction | None) -> Iterator[Connection]:
        if tx is not None:
            yield tx.connection
        else:
            with self.database.read() as connection:
                yield connection


def _app(row: Any) -> App:
    return App(row["id"], row["name"], row["version"], _spec(row["spec_text"]), row["created_at"],
               row["updated_at"], row["created_turn"], row["deleted_at"])  # fmt: skip


def _validated(spec: AppSpec) -> AppSpec:
    from calisson.apps.checks import require, with_checks, without_generated
    from calisson.apps.validation import require_valid

    spec = without_generated(spec)
    require_valid(spec)
    spec = with_checks(spec)
    require(spec)
    return spec
