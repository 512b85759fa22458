"""Looking one thing up: when, who, where, what it means, whether it is done, the last one."""

from __future__ import annotations

from dataclasses import replace

from calisson.language.questions.filters import done_field
from calisson.language.questions.lexicon import implied
from calisson.language.questions.linking import Mention, hinted
from calisson.language.questions.measures import additive, main_measure
from calisson.language.questions.parts import (
    WH,
    aggregate_of,
    asked_field,
    clock_field,
    count_named,
    extreme_asked,
    is_named,
    measure,
    question,
    time_field,
)
from calisson.language.questions.reading import Reading
from calisson.language.types import NUMERIC, TEXTUAL, Aggregate, Period, Question

_WHICH = (("which_weekday", "weekday"), ("which_week", "week"), ("which_month", "month"))


def when(r: Reading) -> Question | None:
    """'When did I last …', 'which day was the lowest?': a time."""
    h = r.heard
    step = next((s for cue, s in _WHICH if h.has(cue)), None)
    if not (h.has("when") or step or (h.has("clock") and not h.has("how_long"))):
        return None
    time = time_field(r)
    extreme = extreme_asked(r)
    if extreme is not None and not _only_recent(r):
        field = measure(r)
        if field is None:
            q = question(r, "count")
            return replace(q, group_by=step or "day", order_by="value", descending=extreme == "max", limit=1)
        if step in ("week", "month"):
            q = question(r, aggregate_of(r, field, plain=True), field)
            return replace(q, group_by=step, order_by="value", descending=extreme == "max", limit=1)
        if step == "weekday":
            q = question(r, "mean", field)
            return replace(q, group_by="weekday", order_by="value", descending=extreme == "max", limit=1)
        q = question(r, extreme, field)
        if additive(field) and h.has("most", "least") and r.entity.time_field:
            return replace(q, per="day", select=r.entity.time_field)
        return replace(q, select=r.entity.time_field or "time_at")
    if h.has("next") or (h.has("due") and not r.filters.titles and not h.has("last")):
        if time is None:
            return None
        q = replace(question(r, "first"), select=time.name)
        return replace(q, period=r.times.period or Period(r.context.now, None))
    if h.has("first"):
        return replace(question(r, "first"), select=r.entity.time_field or "time_at")
    if (
        r.filters.conditions
        or r.unexplained
        or h.has("last")
        or r.measured is not None
        or r.named("entity", "app")
    ):
        if not (r.link > 1.2):
            return None
        clock = clock_field(r) if h.has("clock") else None
        select = clock or (time if time is not None else None)
        q = question(r, "last" if not r.filters.titles or h.has("last") else "value")
        if r.filters.state:
            q = replace(q, aggregate="last")
        return replace(q, select=select.name if select else "time_at")
    return None


def _only_recent(r: Reading) -> bool:
    """'the latest' of a time is the last one, no extreme of a number."""
    return r.heard.has("last") and not r.heard.has("max", "min", "most", "least") and r.measured is None


def who_where(r: Reading) -> Question | None:
    """'Who does the bins?', 'where is it streaming?': a person or place of one record, or the busiest of a group."""
    h = r.heard
    asked = "who" if h.has("who") else "where" if h.has("where") else None
    if asked is None:
        return None
    fields = [f for f in r.entity.fields if f.type not in NUMERIC and hinted(f, {asked: [(0, 0)]}) > 0]
    named = r.field_named(*TEXTUAL)
    field = (
        named
        if named is not None and named in fields
        else max(fields, key=lambda f: hinted(f, {asked: [(0, 0)]}), default=None)
    )
    if field is None:
        return None
    extreme = extreme_asked(r)
    if extreme is None and h.has("more_of"):
        extreme = "max"
    if extreme is not None or h.has("mode"):
        measure = r.measured
        main = main_measure(r.app, r.entity)
        if measure is None and main is not None and main.type == "money":
            measure = main
        q = question(
            r,
            "count" if measure is None or h.has("mode") else "sum" if additive(measure) else extreme or "max",
            measure,
        )
        if q.aggregate == "count":
            q = replace(q, field=None)
        return replace(q, group_by=field.name, order_by="value", descending=extreme != "min", limit=1)
    if r.filters.titles or h.has("last", "first") or any(c.field != field.name for c in r.filters.conditions):
        aggregate: Aggregate = "first" if h.has("first") else "last" if h.has("last") else "value"
        if not r.filters.titles and not h.has("last", "first"):
            return replace(question(r, "list"), select=field.name)
        return question(r, aggregate, field)
    return replace(question(r, "list"), select=field.name) if r.link > 1.2 else None


def yes_no(r: Reading) -> Question | None:
    """'Have I watched Severance?': the yes/no field of one record."""
    h = r.heard
    if not h.has("yes_no") or h.has(*WH) or not r.filters.titles:
        return None
    field = next(
        (
            f
            for c in r.filters.conditions
            if (f := r.entity.field(c.field)) is not None and f.type == "boolean"
        ),
        None,
    )
    field = field or (done_field(r.entity) if r.filters.state else None)
    if field is None:
        return None
    if field.concept in implied():  # an entry says by being there that it happened
        return question(r, "count")
    q = question(r, "value", field)
    return replace(q, where=tuple(c for c in r.filters.conditions if c.field != field.name))


def meaning(r: Reading) -> Question | None:
    """'What does fika mean?': a text of one record, named by its title."""
    h = r.heard
    if not (h.has("means") or "means" in h.hints):
        return None
    fields = [f for f in r.entity.fields if f.type not in NUMERIC and f.name != r.entity.title_field]
    scored = [(hinted(f, {"means": [(0, 0)]}) + (1.0 if r.field_named() is f else 0), f) for f in fields]
    best = max(scored, key=lambda x: x[0], default=(0.0, None))
    target = best[1] if best[0] > 0 else None
    if target is None or not (r.filters.titles or r.filters.conditions):
        return None
    return replace(question(r, "value", target), period=None)


def value(r: Reading) -> Question | None:
    """A named field of one named record ('how familiar is resilient now?')."""
    titles = r.filters.titles
    if not titles or r.heard.has("sum", "mean", "how_often"):
        return None
    field = asked_field(r)
    if field is None:
        return None
    if field.concept in implied():
        return question(r, "count")
    if field.type in NUMERIC:
        if additive(field) and (r.times.period is not None or not _single(r, titles)):
            return None
        return question(r, "value" if not additive(field) else "sum", field)
    return question(r, "value", field)


def _single(r: Reading, titles: list[Mention]) -> bool:
    return bool(titles) and r.entity.time_field is None


def last(r: Reading) -> Question | None:
    """'My last …', 'current …': the latest row, or one field of it."""
    h = r.heard
    if h.has("now") and not h.has("last", "first", "next"):
        field = r.measured if r.measured is not None and not additive(r.measured) else None
        return question(r, "last", field) if field is not None and is_named(r, field) else None
    if not h.has("last", "first", "next"):
        return None
    if h.has("how_many", "how_much", "how_often") and not r.measured:
        main = main_measure(r.app, r.entity)
        if main is None or additive(main) or r.link <= 1.2:
            return None
        return question(r, "first" if h.has("first") else "last", main)
    aggregate: Aggregate = "first" if h.has("first") else "last"
    field = asked_field(r)
    number = count_named(r)
    if h.has("next"):
        q = replace(question(r, "list"), order_by=r.entity.time_field, descending=False, limit=number)
        return (
            replace(q, period=r.times.period or Period(r.context.now, None))
            if r.link > 1.2 and r.time
            else None
        )
    if field is not None and number == 1:
        return question(r, aggregate, field)
    if r.link <= 1.2 or not (h.asks or r.named("entity", "app") or h.has("entry")):
        return None
    if field is not None and field.type in NUMERIC and number > 1 and h.has("sum"):
        return None
    return replace(question(r, "list"), limit=number, descending=aggregate == "last")
