"""Numbers of an app's card, and the points of its charts: questions that the specification asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from calisson.apps.answers import answer
from calisson.apps.scope import GRAINS
from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec, MetricSpec, ViewSpec
from calisson.apps.types import App, Metric, Series
from calisson.language.types import NUMERIC, Aggregate, Condition, Period, Question

_WINDOWS = {"day": 30, "week": 182, "month": 730, "quarter": 1461, "year": 7305, "hour": 7, "weekday": 365}
"""Days that a chart by this step looks back."""


def window(period: str, now: datetime) -> Period | None:
    """Return the calendar day, week (from Monday), month or year of `now`; None for everything."""
    day = datetime(now.year, now.month, now.day)
    match period:
        case "day":
            return Period(day, day + timedelta(days=1))
        case "week":
            monday = day - timedelta(days=day.weekday())
            return Period(monday, monday + timedelta(days=7))
        case "month":
            first = day.replace(day=1)
            return Period(first, (first + timedelta(days=32)).replace(day=1))
        case "year":
            return Period(datetime(now.year, 1, 1), datetime(now.year + 1, 1, 1))
    return None


def metric_question(app_id: str, metric: MetricSpec, now: datetime) -> Question:
    """Return the question that a metric stands for."""
    where = tuple(Condition(c.field, c.op, c.value) for c in metric.where)
    return Question(app_id, metric.entity, metric.aggregate, metric.field, where, window(metric.period, now))


def glance(connection: Connection, dialect: str, app: App, now: datetime) -> list[Metric]:
    """Return the numbers of an app's card."""
    found = []
    for metric in app.spec.metrics:
        got = answer(connection, dialect, {app.id: app}, metric_question(app.id, metric, now), now)
        value = got.value
        if value is None and metric.aggregate == "sum":
            value = 0
        goal = metric.goal
        progress = None
        if goal and goal.value and isinstance(value, int | float) and not isinstance(value, bool):
            progress = round(value / goal.value, 4)
        found.append(
            Metric(metric.name, _label(app.spec, metric), value, got.unit, metric.period, metric.field,
                   metric.aggregate, goal.value if goal else None, goal.direction if goal else None, progress)
        )  # fmt: skip
    return found


def _label(spec: AppSpec, metric: MetricSpec) -> str:
    entity = spec.entity(metric.entity)
    field = entity.field(metric.field) if entity and metric.field else None
    return metric.label or (field.label if field else entity.label if entity else metric.name)


def view_question(app: App, view: ViewSpec, now: datetime) -> Question:
    """Return the question that a chart, board or stat stands for."""
    entity = app.spec.entity(view.entity) or app.spec.main
    field = measured(entity, view)
    aggregate: Aggregate = (
        view.aggregate
        or (field.aggregate if field and field.aggregate in _CHARTED else None)
        or ("sum" if field else "count")
    )
    if aggregate in ("list", "value", "streak"):
        aggregate = "count"
    if field is None:
        aggregate = "count"
    where = tuple(Condition(c.field, c.op, c.value) for c in view.where)
    if view.kind == "stat" and view.group_by is None:
        return Question(app.id, entity.name, aggregate, field.name if field else None, where,
                        window(view.period or "total", now))  # fmt: skip
    group = view.group_by or (view.period if view.period in GRAINS else "day")
    period = None
    if group in _WINDOWS and entity.field(group) is None:
        day = datetime(now.year, now.month, now.day) + timedelta(days=1)
        period = Period(day - timedelta(days=_WINDOWS[group]), day)
    elif view.period in ("day", "week", "month", "year"):
        period = window(view.period, now)
    return Question(
        app.id,
        entity.name,
        aggregate,
        field.name if field and aggregate != "count" else None,
        where,
        period,
        group_by=group,
    )


_CHARTED = ("sum", "mean", "min", "max", "last", "median", "count")


def measured(entity: EntitySpec, view: ViewSpec) -> FieldSpec | None:
    """Return the number that a view shows: of its own fields, else the entity's first measured one."""
    own = [f for name in view.fields if (f := entity.field(name)) is not None and f.type in NUMERIC]
    if own:
        return own[0]
    if view.aggregate == "count":
        return None
    numbers = [f for f in entity.fields if f.type in NUMERIC]
    return next((f for f in numbers if f.aggregate), numbers[0] if numbers else None)


LAYERS = 8
"""The most layers that a stacked chart shows by name; the rest is one more."""


def series(
    connection: Connection, dialect: str, app: App, view: ViewSpec, now: datetime, *,
    period: Period | None = None, step: str | None = None,
) -> Series:  # fmt: skip
    """Return the points of a view. `now` is the home's local time, naive.

    Args:
        connection: Where to read.
        dialect: Its SQL dialect.
        app: The app.
        view: One of its views.
        now: The home's local time, naive.
        period: Only records of this time, whatever the view says.
        step: The calendar step of a view that is not grouped by a field.
    """
    question = view_question(app, view, now)
    entity = app.spec.entity(view.entity) or app.spec.main
    by_field = view.group_by is not None and entity.field(view.group_by) is not None
    if step is not None and not by_field:
        question = replace(question, group_by=step)
    if period is not None:
        question = replace(question, period=period)
    got = answer(connection, dialect, {app.id: app}, question, now)
    if question.group_by is None:
        points: Sequence[dict[str, Any]] = [{"x": "", "y": got.value}]
    elif view.split_by is not None and entity.field(view.split_by) is not None:
        points = _layers(connection, dialect, app, question, view.split_by, now)
    else:
        points = [{"x": row["label"], "y": row["value"]} for row in got.rows]
    by_time = question.group_by in GRAINS and question.group_by != "weekday"
    kind = view.chart or ("line" if by_time else "bar")
    return Series(tuple(points), got.unit, kind, question.group_by or "", question.aggregate, question.field)


def _layers(
    connection: Connection, dialect: str, app: App, question: Question, split: str, now: datetime
) -> list[dict[str, Any]]:
    """The points of a stacked chart: one question for each of the largest values, one for the rest."""
    apps = {app.id: app}
    names = [
        r["label"] for r in answer(connection, dialect, apps, replace(question, group_by=split), now).rows
    ]
    named = [n for n in names if n is not None]
    largest, rest = named[:LAYERS], named[LAYERS:]
    parts: list[tuple[Any, Condition]] = [(n, Condition(split, "eq", n)) for n in largest]
    if rest:
        parts.append((OTHERS, Condition(split, "in", rest)))
    if None in names:
        parts.append((None, Condition(split, "empty", None)))
    points = []
    for name, condition in parts:
        asked = replace(question, where=(*question.where, condition))
        rows = answer(connection, dialect, apps, asked, now).rows
        points += [{"x": row["label"], "y": row["value"], "group": name} for row in rows]
    return points


OTHERS = "…"
"""The name of the layer that holds everything past the largest."""


TREND_DAYS = 14


def trend(connection: Connection, dialect: str, app: App, now: datetime) -> list[float | None]:
    """Return the card's first number for each of the last fortnight's days, today last; None for a day without.

    An app without metrics is counted. The trend of a number that has no daily sense (a text, a streak) is
    the count of entries too.
    """
    metric = app.spec.metrics[0] if app.spec.metrics else None
    entity = (app.spec.entity(metric.entity) if metric else None) or app.spec.main
    if entity.time_field is None and not app.spec.metrics:
        return []
    summed = metric is not None and metric.aggregate in _CHARTED and metric.field is not None
    aggregate: Aggregate = metric.aggregate if metric and summed else "count"
    where = tuple(Condition(c.field, c.op, c.value) for c in metric.where) if metric else ()
    end = datetime(now.year, now.month, now.day) + timedelta(days=1)
    days = [(end - timedelta(days=n)).strftime("%Y-%m-%d") for n in range(TREND_DAYS, 0, -1)]
    question = Question(app.id, entity.name, aggregate, metric.field if metric and summed else None, where,
                        Period(end - timedelta(days=TREND_DAYS), end), group_by="day")  # fmt: skip
    got = answer(connection, dialect, {app.id: app}, question, now)
    known = {str(row["label"])[:10]: row["value"] for row in got.rows}
    values = [known.get(day) for day in days]
    return [float(v) if isinstance(v, int | float) and not isinstance(v, bool) else None for v in values]
