"""Which views an app starts with, by what kind of thing it keeps."""

from __future__ import annotations

from collections.abc import Sequence

from calisson.language.drafts.ontology import Kind
from calisson.language.types import NUMERIC, EntitySchema, FieldSchema, Goal, ViewSchema

MAX_CHARTS = 2


def default_views(
    entity: EntitySchema, kind: Kind, goals: Sequence[Goal], main: str | None
) -> tuple[ViewSchema, ...]:
    """Return the views of a new app, the one that opens first in front."""
    name = entity.name
    table, form = ViewSchema("table", name), ViewSchema("form", name)
    views: list[ViewSchema] = []
    if kind == "log":
        views = [
            table,
            form,
            *_charts(entity, main),
            *_stats(entity, goals, main),
            ViewSchema("calendar", name),
        ]
    elif kind == "plan":
        views = [ViewSchema("timeline", name), ViewSchema("calendar", name), table, form]
    elif kind == "collection":
        views = [ViewSchema("cards", name), table, form]
    else:
        done = entity.field(entity.done_field or "")
        first = ViewSchema("checklist", name) if done and done.type == "boolean" else None
        board = (
            ViewSchema("board", name, group_by=done.name)
            if done and done.type == "choice" and done.choices
            else None
        )
        views = [v for v in (first, table, form, board) if v]
        if entity.time_field:
            views.append(ViewSchema("calendar", name))
    if kind != "log":
        views += _goal_stats(entity, goals)
        total = _measured(entity, main)
        if total and total.type == "money":
            views.append(ViewSchema("stat", name, fields=(total.name,), aggregate="sum"))
    return tuple(views)


def _measured(entity: EntitySchema, main: str | None) -> FieldSchema | None:
    numeric = [f for f in entity.fields if f.type in NUMERIC]
    chosen = [f for f in numeric if f.concept == main or f.name == main]
    return (chosen or numeric or [None])[0]  # type: ignore[list-item]


def _charts(entity: EntitySchema, main: str | None) -> list[ViewSchema]:
    first = _measured(entity, main)
    if first is None:
        return [ViewSchema("chart", entity.name, aggregate="count", period="week", chart="bar")]
    rest = [f for f in entity.fields if f.type in NUMERIC and f is not first]
    return [chart_of(entity, f) for f in [first, *rest][:MAX_CHARTS]]


def chart_of(entity: EntitySchema, target: FieldSchema, kind: str | None = None) -> ViewSchema:
    """Return a chart of one field over time: bars for what adds up, a line for what is measured."""
    adds = target.aggregate in ("sum", "count", None)
    shape = kind if kind in ("line", "bar", "pie", "area") else ("bar" if adds else "line")
    return ViewSchema(
        "chart",
        entity.name,
        fields=(target.name,),
        aggregate=target.aggregate or "sum",
        period="day",
        chart=shape,  # type: ignore[arg-type]
    )


def _stats(entity: EntitySchema, goals: Sequence[Goal], main: str | None) -> list[ViewSchema]:
    found = _goal_stats(entity, goals)
    if found:
        return found
    first = _measured(entity, main)
    if first is None:
        return [ViewSchema("stat", entity.name, aggregate="count", period="week")]
    adds = first.aggregate in ("sum", "count", None)
    return [
        ViewSchema(
            "stat",
            entity.name,
            fields=(first.name,),
            aggregate=first.aggregate or "sum",
            period="day" if adds else "week",
        )
    ]


def _goal_stats(entity: EntitySchema, goals: Sequence[Goal]) -> list[ViewSchema]:
    return [
        ViewSchema(
            "stat",
            entity.name,
            fields=(g.field,),
            aggregate=g.aggregate,
            period=None if g.period == "total" else g.period,
        )
        for g in goals
    ]
