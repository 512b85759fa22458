"""One typed question over one entity of one app, answered by one SQL statement."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, case, func, literal, not_, select, true, union_all

from calisson.apps import sql, tables
from calisson.apps.records import record_of, refs_titles
from calisson.apps.scope import GRAINS, Scope
from calisson.apps.spec import FieldSpec
from calisson.apps.types import Answer
from calisson.apps.values import tidy
from calisson.errors import QuestionError
from calisson.language.types import NUMERIC, Question

T = tables.records
LIST_LIMIT = 200
"""Rows of a list answer when the question has no limit."""
GROUP_LIMIT = 1000

_SIMPLE: dict[str, Callable[[Any], Any]] = {
    "sum": func.sum, "mean": func.avg, "min": func.min, "max": func.max, "count": func.count,
}  # fmt: skip
_ADDITIVE = ("sum", "count")


class Asked:
    """A question with its field and scope found; `answer` asks it."""

    def __init__(self, connection: Connection, scope: Scope, question: Question, now: datetime) -> None:
        self.connection = connection
        self.scope = scope
        self.question = question
        self.now = now
        self.field = scope.field(question.field) if question.field else None
        self.aggregate = question.aggregate
        needs_field = self.aggregate in ("sum", "mean", "min", "max", "median")
        if self.field is None and needs_field and question.per is None and question.group_by is None:
            raise QuestionError(f"{self.aggregate} of nothing: the question names no field",
                                    message_id="question-needs-field", aggregate=self.aggregate)  # fmt: skip
        if self.field is not None and self.aggregate in ("sum", "mean", "median"):
            self._require_numbers(self.field)

    # --- choosing --------------------------------------------------------------------------------------

    def answer(self) -> Answer:
        """Ask it.

        Raises:
            QuestionError: A field is missing, or the question does not fit its type.
        """
        q = self.question
        if q.group_by is not None:
            return self._groups()
        if q.per is not None:
            return self._per()
        if self.aggregate == "list":
            return self._list()
        if self.aggregate == "streak":
            return self._streak()
        if self.aggregate in ("last", "first", "value") or (self.aggregate in ("min", "max") and q.select):
            return self._row()
        if q.compare is not None or q.ratio:
            return self._compared()
        if self.field is not None and self.field.type == "time" and self.aggregate in ("mean", "median"):
            return self._time_of_day(self.field)
        value, count = self._totals([self.base(q.period)])[0]
        return self._result(value, count)

    def base(self, period: Any, where: bool = True) -> Any:
        """The rows that the question is about, in a period."""
        parts = self.scope.rows & self.scope.within(period)
        return parts & self.scope.where(self.question.where) if where else parts

    # --- single numbers --------------------------------------------------------------------------------

    def _totals(self, bases: Sequence[Any]) -> list[tuple[Any, int]]:
        """The aggregate and the count under each of several conditions, in one statement."""
        if self.aggregate == "median":
            parts = [select(literal(i), self._measure()).where(b, self._measure().is_not(None))
                     for i, b in enumerate(bases)]  # fmt: skip
            rows = self.connection.execute(union_all(*parts) if len(parts) > 1 else parts[0]).all()
            sorted_in = [[r[1] for r in rows if r[0] == i] for i in range(len(bases))]
            return [(statistics.median(v) if v else None, len(v)) for v in sorted_in]
        measured = self._measure() if self.field is not None else T.c.id
        parts = [select(literal(i), _SIMPLE[self.aggregate](measured), func.count(measured)).where(b)
                 for i, b in enumerate(bases)]  # fmt: skip
        rows = self.connection.execute(union_all(*parts) if len(parts) > 1 else parts[0]).all()
        by_number = {r[0]: (r[1], int(r[2])) for r in rows}
        return [by_number[i] for i in range(len(bases))]

    def _time_of_day(self, field: FieldSpec) -> Answer:
        """The middle of times on the clock; when they lie around midnight, the small hours count as late."""
        text = self.scope.text(field)
        query = select(text).where(self.base(self.question.period), text.is_not(None))
        minutes = [int(t[:2]) * 60 + int(t[3:5]) for (t,) in self.connection.execute(query)]
        if not minutes:
            return Answer(None, None)
        if max(minutes) - min(minutes) > 720:
            minutes = [m + 1440 if m < 720 else m for m in minutes]
        middle = statistics.median(minutes) if self.aggregate == "median" else statistics.fmean(minutes)
        hour, minute = divmod(round(middle) % 1440, 60)
        return Answer(f"{hour:02d}:{minute:02d}", None, count=len(minutes))

    def _compared(self) -> Answer:
        q = self.question
        if q.compare is not None:
            pair = self._totals([self.base(q.period), self.base(q.compare)])
        else:
            pair = self._totals([self.base(q.period), self.base(q.period, where=False)])
        (first, count), (second, other) = pair
        if self.aggregate in _ADDITIVE and (count or other):
            first, second = first or 0, second or 0
        rows = tuple({"label": p.text if p else "", "value": self._number(v)}
                     for p, v in ((q.period, first), (q.compare, second)))  # fmt: skip
        value: Any = None
        if first is not None and second is not None:
            if q.ratio:
                part = first - second if q.compare is not None else first
                value = part / second * 100 if second else None
            else:
                value = first - second
            if q.invert and value is not None:
                value = -value
        total = count + other if q.compare is not None else count
        if q.ratio:
            return Answer(tidy(value) if value is not None else None, "%", rows, count=total)
        return replace(self._result(value, total, difference=True), rows=rows)

    def _per(self) -> Answer:
        q = self.question
        label = sql.step(self.scope.dialect, T.c.time_at, q.per or "day")
        measured = self._measure() if self.field is not None else T.c.id
        inner = "count" if self.field is None else _inner(self.field)
        query = (
            select(label.label("label"), _SIMPLE[inner](measured).label("total"))
            .where(self.base(q.period), T.c.time_at.is_not(None), measured.is_not(None))
            .group_by(label)
        )
        rows = self.connection.execute(query).all()
        totals = [(r[0], r[1]) for r in rows if r[1] is not None]
        totals.sort(key=lambda r: r[0])
        if not totals:
            return self._result(None, 0)
        numbers = [t for _, t in totals]
        chart = _chart("line", totals, self._number)
        if q.select is not None and self.aggregate in ("min", "max"):
            extreme = (max if self.aggregate == "max" else min)(totals, key=lambda r: r[1])
            rows_out = ({"label": extreme[0], "value": self._number(extreme[1])},)
            return Answer(extreme[0], None, rows_out, count=len(totals), chart=chart)
        match self.aggregate:
            case "max":
                value = max(numbers)
            case "min":
                value = min(numbers)
            case "median":
                value = statistics.median(numbers)
            case "sum":
                value = sum(numbers)
            case "last":
                value = numbers[-1]
            case "first":
                value = numbers[0]
            case _:
                value = sum(numbers) / len(numbers)
        return replace(self._result(value, len(totals), plain=self.field is None), chart=chart)

    def _streak(self) -> Answer:
        day = sql.step(self.scope.dialect, T.c.time_at, "day")
        base = self.base(self.question.period) & T.c.time_at.is_not(None)
        if self.field is not None:
            measured = self.scope.number(self.field) if self.field.type == "boolean" else None
            base = base & (
                measured == 1 if measured is not None else self.scope.text(self.field).is_not(None)
            )
        days = {date.fromisoformat(r[0]) for r in self.connection.execute(select(day).where(base).distinct())}
        today = self.now.date()
        start = today if today in days else today - timedelta(days=1)
        length = 0
        while start - timedelta(days=length) in days:
            length += 1
        return Answer(length, "d", count=len(days))

    # --- groups ----------------------------------------------------------------------------------------

    def _groups(self) -> Answer:
        q = self.question
        label, source, by_time, field = self._grouping(q.group_by or "")
        measured = self._measure() if self.field is not None else T.c.id
        aggregate = self.aggregate if self.aggregate in (*_SIMPLE, "median", "last", "first") else "count"
        if self.field is None:
            aggregate = "count"
        base = self.base(q.period)
        if by_time:
            base = base & T.c.time_at.is_not(None)
        if aggregate in _SIMPLE:
            shown = (
                func.min(label) if field is not None and field.type in ("text", "person", "place") else label
            )
            key = sql.fold(label) if shown is not label else label
            query = select(
                shown.label("label"), _SIMPLE[aggregate](measured).label("value"), func.count(measured)
            )
            rows = [(r[0], r[1], r[2]) for r in
                    self.connection.execute(query.select_from(source).where(base).group_by(key))]  # fmt: skip
        else:
            query = (
                select(label, measured, T.c.time_at)
                .select_from(source)
                .where(base, measured.is_not(None))
                .order_by(T.c.time_at, T.c.created_at, T.c.id)
            )
            rows = _python_groups(self.connection.execute(query).all(), aggregate)
        groups = [(g, v, n) for g, v, n in rows if n and v is not None]
        groups = self._sorted_groups(groups, by_time)
        total = sum(n for _, _, n in groups)
        if field is not None and field.type == "ref":
            titles = refs_titles(self.connection, [g for g, _, _ in groups if g])
            groups = [(titles.get(g, g), v, n) for g, v, n in groups]
        out = tuple({"label": _label(g, field), "value": self._number(v, count=aggregate == "count")}
                    for g, v, n in groups[: q.limit or GROUP_LIMIT])  # fmt: skip
        chart = None
        if len(groups) > 1:
            points = [{"x": r["label"], "y": r["value"]} for r in out]
            chart = {"kind": "line" if by_time and q.group_by != "weekday" else "bar", "points": points}
        named = next((r for r in out if r["label"] is not None), None)
        value = named["label"] if named and (q.limit == 1 or q.select) else None
        return Answer(value, self._unit(aggregate), out, count=total, chart=chart)

    def _grouping(self, name: str) -> tuple[Any, Any, bool, FieldSpec | None]:
        field = self.scope.entity.field(name)
        if field is None and name in GRAINS:
            return sql.step(self.scope.dialect, T.c.time_at, name), T, True, None
        field = self.scope.field(name)
        if field.type == "multi_choice":
            items = sql.json_items(self.scope.dialect, T.c.data, field.key)
            return items.c.value, T.join(items, true()), False, field
        if field.type == "datetime":
            return func.substr(self.scope.text(field), 1, 10), T, False, field
        if field.type in NUMERIC or field.type == "boolean":
            return self.scope.number(field), T, False, field
        return self.scope.text(field), T, False, field

    def _sorted_groups(self, groups: list[tuple[Any, Any, int]], by_time: bool) -> list[tuple[Any, Any, int]]:
        q = self.question
        by_label = q.order_by in ("label", q.group_by) if q.order_by else by_time and q.limit is None
        if by_label:
            return sorted(groups, key=lambda g: (g[0] is None, str(g[0]) if not is_number(g[0]) else g[0]),
                          reverse=bool(q.order_by) and q.descending)  # fmt: skip
        groups = sorted(groups, key=lambda g: str(g[0]))
        return sorted(groups, key=lambda g: g[1], reverse=q.descending)

    # --- rows ------------------------------------------------------------------------------------------

    def _row(self) -> Answer:
        q = self.question
        base = self.base(q.period)
        order: list[Any] = [T.c.time_at.desc().nulls_last(), T.c.created_at.desc(), T.c.id.desc()]
        if self.aggregate == "first":
            order = [T.c.time_at.asc().nulls_last(), T.c.created_at, T.c.id]
        elif q.order_by:
            order = self._order(q.order_by, q.descending)
        elif self.aggregate == "last" and q.period is None:
            tomorrow = (self.now + timedelta(days=1)).strftime("%Y-%m-%dT00:00:00")
            order = [
                case((T.c.time_at < tomorrow, 0), else_=1),
                *order,
            ]  # what is still to come is not the last
        if self.field is not None:
            measured = self._measure()
            base = base & measured.is_not(None)
            if self.aggregate in ("min", "max"):
                order = [measured.asc() if self.aggregate == "min" else measured.desc(), *order]
        query = select(T).where(base).order_by(*order).limit(1)
        row = self.connection.execute(query).mappings().first()
        if row is None:
            return self._result(None, 0)
        record = record_of(self.scope.app, row)
        values = {**record.values, **record.computed}
        rows = (_row_values(record.id, values),)
        name = q.select or q.field
        if name is None:
            return Answer(record.title or record.time_at, None, rows, count=1)
        if name in ("time_at", "created_at"):
            return Answer(record.time_at, None, rows, count=1)
        return replace(self._value(self.scope.field(name), values.get(name), 1), rows=rows)

    def _list(self) -> Answer:
        q = self.question
        base = self.base(q.period)
        if self.field is not None:
            base = base & not_(self.scope._empty(self.field))
        order = self._order(q.order_by, q.descending)
        limit = min(q.limit or LIST_LIMIT, LIST_LIMIT)
        query = select(T, func.count().over().label("total")).where(base).order_by(*order).limit(limit)
        found = list(self.connection.execute(query).mappings())
        records = [record_of(self.scope.app, row) for row in found]
        count = found[0]["total"] if found else 0
        name = q.select or q.field
        if name is None:
            rows = tuple(_row_values(r.id, {**r.values, **r.computed}) for r in records)
            texts = [r.title or (r.time_at or "")[:10] for r in records]
            return Answer(", ".join(t for t in texts if t) or None, None, rows, count=count)
        field = self.scope.field(name)
        values = [{**r.values, **r.computed}.get(name) for r in records]
        if field.type == "ref":
            titles = refs_titles(self.connection, [str(v) for v in values if v])
            values = [titles.get(str(v), v) for v in values]
        shown = [self._shown(field, v) for v in values]
        rows = tuple({"label": r.title or (r.time_at or "")[:10], "value": v, "id": r.id}
                     for r, v in zip(records, shown, strict=True))  # fmt: skip
        text = ", ".join(
            ", ".join(map(str, v)) if isinstance(v, list) else str(v) for v in shown if v is not None
        )
        return Answer(text or None, self._field_unit(field), rows, count=count)

    def _order(self, name: str | None, descending: bool) -> list[Any]:
        tie = [T.c.created_at.desc(), T.c.id.desc()] if descending else [T.c.created_at, T.c.id]
        column: Any = T.c.time_at
        if name and name not in ("time_at", "created_at"):
            column = self.scope.measure(self.scope.field(name))
        elif name == "created_at":
            column = T.c.created_at
        return [(column.desc() if descending else column.asc()).nulls_last(), *tie]

    # --- numbers and units -----------------------------------------------------------------------------

    def _measure(self) -> Any:
        assert self.field is not None
        return self.scope.measure(self.field)

    def _require_numbers(self, field: FieldSpec) -> None:
        plain = self.question.per is None and self.question.group_by is None and self.question.compare is None
        if field.type == "time" and self.aggregate != "sum" and plain and not self.question.ratio:
            return
        if field.type not in NUMERIC and field.type != "boolean":
            raise QuestionError(f"{field.name!r} is {field.type}, it has no {self.aggregate}",
                                message_id="question-not-measurable", field=field.label,
                                aggregate=self.aggregate)  # fmt: skip

    def _result(self, value: Any, count: int, *, plain: bool = False, difference: bool = False) -> Answer:
        if self.aggregate == "count" or plain:
            return Answer(tidy(value) if value is not None else None, None, count=count)
        if self.field is None or value is None:
            return Answer(None, self._unit(self.aggregate), count=count)
        if self.field.type == "boolean" and self.aggregate == "mean":
            return Answer(tidy(value * 100), "%", count=count)
        if self.field.type == "boolean":
            return Answer(tidy(value), None, count=count)
        if not is_number(value):
            return Answer(value, None, count=count)
        return Answer(self._number(value, difference=difference), self._field_unit(self.field), count=count)

    def _value(self, field: FieldSpec, value: Any, count: int) -> Answer:
        if field.type == "ref" and value is not None:
            value = refs_titles(self.connection, [str(value)]).get(str(value), value)
        if isinstance(value, list):
            value = ", ".join(map(str, value))
        return Answer(self._shown(field, value), self._field_unit(field), count=count)

    def _shown(self, field: FieldSpec, value: Any) -> Any:
        return self._converted(field, value) if is_number(value) and field.type in NUMERIC else value

    def _number(self, value: Any, *, count: bool = False, difference: bool = False) -> Any:
        if not is_number(value):
            return value
        if self.field is None or count or self.aggregate == "count" or self.field.type == "boolean":
            return tidy(value)
        return self._converted(self.field, value, difference=difference)

    def _unit(self, aggregate: str) -> str | None:
        return None if self.field is None or aggregate == "count" else self._field_unit(self.field)

    def _wanted_unit(self, field: FieldSpec) -> str | None:
        own = unit_of(field)
        wanted = self.question.unit if self.field is None or field.name == self.field.name else None
        return wanted or field.display_unit or own

    def _field_unit(self, field: FieldSpec) -> str | None:
        return self._wanted_unit(field) if field.type in NUMERIC else None

    def _converted(self, field: FieldSpec, value: float, *, difference: bool = False) -> float | int:
        own, wanted = unit_of(field), self._wanted_unit(field)
        if own is None or wanted is None or own == wanted:
            return tidy(value)
        if difference:
            return tidy(convert(value, own, wanted) - convert(0.0, own, wanted))
        return tidy(convert(value, own, wanted))


def unit_of(field: FieldSpec) -> str | None:
    """Return the unit in which a field's values are stored."""
    match field.type:
        case "money":
            return field.currency or field.unit
        case "duration":
            return "min"
        case "percent":
            return "%"
        case _:
            return field.unit


def convert(value: float, unit_from: str, unit_to: str) -> float:
    """Convert a number.

    Raises:
        QuestionError: The units do not measure the same thing; money never converts.
    """
    from calisson.language import units

    try:
        return units.convert(value, unit_from, unit_to)
    except ValueError as error:
        raise QuestionError(f"{unit_from} does not convert to {unit_to}", message_id="question-units-differ",
                            unit_from=unit_from, unit_to=unit_to) from error  # fmt: skip


def _inner(field: FieldSpec) -> str:
    """How a period's values make its total: what adds up is added, the rest is averaged."""
    if field.type in ("percent", "rating") or field.aggregate in ("mean", "last", "median", "first"):
        return "mean"
    return "sum"


def _python_groups(rows: Sequence[Any], aggregate: str) -> list[tuple[Any, Any, int]]:
    groups: dict[Any, list[Any]] = {}
    for label, value, _ in rows:
        groups.setdefault(label, []).append(value)
    pick: Callable[[list[Any]], Any] = {
        "median": statistics.median, "last": lambda v: v[-1], "first": lambda v: v[0],
    }[aggregate]  # fmt: skip
    return [(label, pick(values), len(values)) for label, values in groups.items()]


def _label(label: Any, field: FieldSpec | None) -> Any:
    if field is not None and field.type == "boolean" and label is not None:
        return bool(label)
    return tidy(label) if isinstance(label, float) else label


def _row_values(record_id: str, values: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": record_id, **values}


def _chart(
    kind: str, totals: Sequence[tuple[Any, Any]], number: Callable[[Any], Any]
) -> dict[str, Any] | None:
    if len(totals) < 2:
        return None
    return {"kind": kind, "points": [{"x": x, "y": number(y)} for x, y in totals]}


def is_number(value: Any) -> bool:
    """Return whether a value is a number and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)
