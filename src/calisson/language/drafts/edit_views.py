"""Edits of what an app shows: its views and its goals."""

from __future__ import annotations

from dataclasses import replace

from calisson.language.drafts.edit_rules import (
    Asked,
    Found,
    find_field,
    mentioned_in,
    rule_of,
    rules_of,
    table_of,
)
from calisson.language.drafts.extras import place_goals, take_extras
from calisson.language.drafts.views import chart_of
from calisson.language.traits import traits
from calisson.language.types import NUMERIC, Edit, ViewKind, ViewSchema

_WEAK_VIEWS = frozenset({"list", "table", "form", "stat", "map", "checklist", "cards", "gallery", "board"})
"""Views whose words also mean other things; they need a word like 'view' or 'as'."""


def goal(asked: Asked) -> Found:
    """Read a goal: a number, a period, and the field that it is about."""
    noun, wish = (rules_of(asked.language, "goal")[i].search(asked.text) for i in (0, 1))
    if (
        not (noun or wish)
        or not asked.spans.numbers
        or rule_of(asked.language, "question").search(asked.text)
    ):
        return [], 0.0
    wishes = take_extras(asked.spans).goals
    about = asked.about
    goals = place_goals(wishes, asked.app.main, about.main if about else None)
    if not goals:
        return [], 0.0
    sure = 0.9 if noun and rule_of(asked.language, "set_goal").search(asked.text) else 0.6 if wish else 0.5
    return [Edit("add_goal", goal=g, target=g.field) for g in goals], sure


def remove_view(asked: Asked) -> Found:
    """Read that a view shall go."""
    if not any(rule.search(asked.text) for rule in rules_of(asked.language, "remove_view")):
        return [], 0.0
    kind, sure = _view_kind(asked)
    if kind and sure:
        return [Edit("remove_view", view=ViewSchema(kind, asked.app.main.name))], 0.88
    return [], 0.0


def _view_kind(asked: Asked) -> tuple[ViewKind | None, bool]:
    """The view that is named, and whether its word can mean nothing else here."""
    best: tuple[int, ViewKind, bool] | None = None
    for kind, rule in table_of(asked.language, "views"):
        for found in rule.finditer(asked.text):
            if traits(asked.language).latin and found.start() and asked.text[found.start() - 1].isalnum():
                continue
            viewish = bool(rule_of(asked.language, "viewish").search(asked.text[found.end() :]))
            strong = kind not in _WEAK_VIEWS or viewish
            rank = 2 * strong + viewish
            if best is None or rank > best[0]:
                best = (rank, kind, strong)  # type: ignore[assignment]
    return (best[1], best[2]) if best else (None, False)


def add_view(asked: Asked) -> Found:
    """Read another way to look at the app."""
    rules = rules_of(asked.language, "add_view")
    hits = [i for i, rule in enumerate(rules) if rule.search(asked.text)]
    if not hits:
        return [], 0.0
    kind, strong = _view_kind(asked)
    if kind is None or (not strong and hits == [0]):
        return [], 0.0
    view = _view(kind, asked)
    score = 0.9
    if rule_of(asked.language, "question").search(asked.text) and 1 not in hits:
        score *= 0.6
    if any(t.direction == "past" or t.kind == "range" for t in asked.spans.times):
        score *= 0.6  # 'show me a chart of last week' asks, it does not change the app
    if any(n.kind in ("quantity", "money") for n in asked.spans.numbers):
        score *= 0.5
    return [Edit("add_view", view=view)], score


def _view(kind: ViewKind, asked: Asked) -> ViewSchema:
    main = asked.app.main
    if kind not in ("chart", "stat", "board"):
        return ViewSchema(kind, main.name)
    mentioned = mentioned_in(asked)
    measured = [f for f in mentioned if f.type in NUMERIC]
    about = asked.about
    usual = next((f for f in main.fields if about and f.concept == about.main), None) or next(
        (f for f in main.fields if f.type in NUMERIC), None
    )
    target = measured[0] if measured else usual
    group = _grouped(asked)
    if kind == "board":
        status = group or next((f.name for f in main.fields if f.type == "choice"), None)
        return ViewSchema("board", main.name, group_by=status)
    shape = next((name for name, rule in table_of(asked.language, "shapes") if rule.search(asked.text)), None)
    if target is None:
        return ViewSchema(
            kind,
            main.name,
            aggregate="count",
            period="week",
            chart="bar" if kind == "chart" else None,
            group_by=group,
        )
    if kind == "stat":
        return ViewSchema(
            "stat", main.name, fields=(target.name,), aggregate=target.aggregate or "sum", period="week"
        )
    chart = chart_of(main, target, shape)
    return (
        replace(chart, group_by=group, chart="pie" if group and shape is None else chart.chart)
        if group
        else chart
    )


def _grouped(asked: Asked) -> str | None:
    for found in rule_of(asked.language, "group").finditer(asked.text):
        target = find_field(asked.app, found.group("what"), asked.language)
        if target and target.type not in NUMERIC:
            return target.name
    return None
