"""Composing the typed question from a reading: which aggregate over which field, grouped, ordered, compared.

A cascade from the most telling wording (a comparison, a streak, 'when') to the least (a bare field name); each
rule answers with a question or hands on to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from calisson.language.numbers import parse_number
from calisson.language.questions.filters import done_field
from calisson.language.questions.lexicon import bad_when_high
from calisson.language.questions.linking import SPENT, WEAK, Mention, hinted
from calisson.language.questions.measures import additive, asked_unit, default_aggregate, main_measure
from calisson.language.questions.periods import plans
from calisson.language.questions.reading import Reading
from calisson.language.types import (
    NUMERIC,
    TEMPORAL,
    TEXTUAL,
    Aggregate,
    Condition,
    FieldSchema,
    Period,
    Question,
)

GROUPABLE = ("choice", "multi_choice", "person", "place", "text", "ref", "boolean", "rating")
_STEPS = (
    ("by_day", "day"),
    ("by_week", "week"),
    ("by_month", "month"),
    ("by_year", "year"),
    ("by_weekday", "weekday"),
)
_PER = (("per_day", "day"), ("per_week", "week"), ("per_month", "month"), ("per_year", "year"))
_WHICH = (("which_weekday", "weekday"), ("which_week", "week"), ("which_month", "month"))

WH = (
    "which",
    "what",
    "how_many",
    "how_much",
    "how_long",
    "how_often",
    "who",
    "when",
    "where",
    "show",
    "clock",
)
"""Question words that rule out a yes or no."""

NIGHTLY = frozenset({"sleep", "sleep_quality", "awakenings", "bedtime", "wake_time", "dreams"})
"""Concepts that belong to a night, which two days share."""

Rule = Callable[[Reading], Question | None]


def compose(reading: Reading) -> Question | None:
    """Return the question that the words ask of this entity, or None when they ask nothing of it."""
    for rule in RULES:
        question = rule(reading)
        if question is not None:
            reading.notes.append(rule.__name__.strip("_"))
            return _finish(reading, question)
    return None


# --- parts -----------------------------------------------------------------------------------------------


def _base(r: Reading, aggregate: Aggregate, field: FieldSchema | None = None) -> Question:
    return Question(
        app_id=r.app.id, entity=r.entity.name, aggregate=aggregate, field=field.name if field else None,
        where=_where(r, field), period=r.times.period,
    )  # fmt: skip


def _where(r: Reading, field: FieldSchema | None) -> tuple[Condition, ...]:
    return tuple(
        c
        for c in r.filters.conditions
        if not (field is not None and c.field == field.name and field.type == "boolean")
    )


def _measure(r: Reading) -> FieldSchema | None:
    """The field that a wish for a number means: the named one, else what the entity is about."""
    return r.measured if r.measured is not None else main_measure(r.app, r.entity)


def _extreme(r: Reading) -> Aggregate | None:
    """Whether the words ask for the highest or the lowest."""
    h = r.heard
    low = bool(h.lowest or h.worst or h.has("min", "least"))
    high = bool(h.highest or h.has("max", "most"))
    if not (low or high):
        return None
    if low and high:
        low = any(
            s not in {x for x, _ in (*h.highest, *h.cues.get("max", ()))}
            for s, _ in (*h.lowest, *h.cues.get("min", ()))
        )
        high = not low
    wanted: Aggregate = "min" if low else "max"
    field = _measure(r)
    if h.worst and not (h.lowest or h.highest or h.has("min", "least", "max", "most")):
        return "max" if field is not None and field.concept in bad_when_high() else "min"
    fast = "fast" in h.hints and field is not None and field.concept in ("pace", "duration")
    return ("min" if wanted == "max" else "max") if fast else wanted


def _finish(r: Reading, q: Question) -> Question:
    """Add what goes with any question: the unit that was asked for, a limit, a grouping."""
    field = r.entity.field(q.field) if q.field else None
    unit = asked_unit(field, r.mentions)
    if unit is not None and q.aggregate != "count":
        q = replace(q, unit=unit)
    return q


def _count_of(r: Reading, default: int = 1) -> int:
    """How many rows 'the last 5', 'top three' name."""
    h = r.heard
    for n in h.numbers:
        if n in r.filters.used_numbers or n.kind not in ("number", "ordinal", "quantity"):
            continue
        if 1 <= n.value <= 100 and float(n.value).is_integer():
            return int(n.value)
    for name in ("last", "first", "rank", "next"):
        for _, end in h.cues.get(name, ()):
            word = h.text[end:].strip().split(" ")[0] if h.latin else h.text[end : end + 1]
            value = parse_number(word, h.language) if word else None
            if value is not None and 1 < value <= 100:
                return int(value)
    return default


# --- rules -----------------------------------------------------------------------------------------------


def _comparison(r: Reading) -> Question | None:
    h = r.heard
    if r.times.compare is None:
        return None
    field = _measure(r)
    counted = r.measured is None and (h.has("how_often") or field is None or bool(r.named("entity")))
    aggregate: Aggregate = "count" if counted else _aggregate(r, field)
    q = _base(r, aggregate, None if counted else field)
    return replace(
        q, compare=r.times.compare, invert=h.has("less") and not _also_more(r), ratio=h.has("percent"),
    )  # fmt: skip


def _also_more(r: Reading) -> bool:
    more, less = r.heard.at("more"), r.heard.at("less")
    return more is not None and less is not None and more[1] - more[0] > less[1] - less[0]


def _streak(r: Reading) -> Question | None:
    if not r.heard.has("streak") or plans(r.app, r.entity) or not (r.heard.asks or r.heard.has("how_many")):
        return None
    field = r.field_named("boolean")
    q = _base(r, "streak", field)
    return replace(
        q, where=tuple(c for c in r.filters.conditions if field is None or c.field != field.name), period=None
    )


def _share(r: Reading) -> Question | None:
    if not r.heard.has("percent") or r.heard.has("mean"):
        return None
    if r.measured is not None and r.measured.type == "percent" and not r.filters.conditions:
        return None
    if not r.filters.conditions:
        return None
    field = _measure(r)
    field = (
        field
        if field is not None
        and additive(field)
        and (r.measured is not None or field.type in ("money", "duration"))
        else None
    )
    q = _base(r, "count" if field is None else "sum", field)
    return replace(q, ratio=True)


def _when(r: Reading) -> Question | None:
    h = r.heard
    step = next((s for cue, s in _WHICH if h.has(cue)), None)
    if not (h.has("when") or step or (h.has("clock") and not h.has("how_long"))):
        return None
    time = _time_field(r)
    extreme = _extreme(r)
    if extreme is not None and not _only_recent(r):
        field = _measure(r)
        if field is None:
            q = _base(r, "count")
            return replace(q, group_by=step or "day", order_by="value", descending=extreme == "max", limit=1)
        if step in ("week", "month"):
            q = _base(r, _aggregate(r, field, plain=True), field)
            return replace(q, group_by=step, order_by="value", descending=extreme == "max", limit=1)
        if step == "weekday":
            q = _base(r, "mean", field)
            return replace(q, group_by="weekday", order_by="value", descending=extreme == "max", limit=1)
        q = _base(r, extreme, field)
        if additive(field) and h.has("most", "least") and r.entity.time_field:
            return replace(q, per="day", select=r.entity.time_field)
        return replace(q, select=r.entity.time_field or "time_at")
    if h.has("next") or (h.has("due") and not r.filters.titles and not h.has("last")):
        if time is None:
            return None
        q = replace(_base(r, "first"), select=time.name)
        return replace(q, period=r.times.period or Period(r.context.now, None))
    if h.has("first"):
        return replace(_base(r, "first"), select=r.entity.time_field or "time_at")
    if (
        r.filters.conditions
        or r.unexplained
        or h.has("last")
        or r.measured is not None
        or r.named("entity", "app")
    ):
        if not (r.link > 1.2):
            return None
        clock = _clock_field(r) if h.has("clock") else None
        select = clock or (time if time is not None else None)
        q = _base(r, "last" if not r.filters.titles or h.has("last") else "value")
        if r.filters.state:
            q = replace(q, aggregate="last")
        return replace(q, select=select.name if select else "time_at")
    return None


def _only_recent(r: Reading) -> bool:
    """'the latest' of a time is the last one, no extreme of a number."""
    return r.heard.has("last") and not r.heard.has("max", "min", "most", "least") and r.measured is None


def _time_field(r: Reading) -> FieldSchema | None:
    named = r.field_named("date", "datetime")
    if named is not None:
        return named
    return r.time or next((f for f in r.entity.fields if f.type in TEMPORAL), None)


def _clock_field(r: Reading) -> FieldSchema | None:
    return r.field_named("time") or next((f for f in r.entity.fields if f.type == "time"), None)


def _who_where(r: Reading) -> Question | None:
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
    extreme = _extreme(r)
    if extreme is not None or h.has("mode"):
        measure = r.measured
        q = _base(
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
            return replace(_base(r, "list"), select=field.name)
        return _base(r, aggregate, field)
    return replace(_base(r, "list"), select=field.name) if r.link > 1.2 else None


def _grouped(r: Reading) -> Question | None:
    """'per category', 'by month', 按分类: one value for each group."""
    h = r.heard
    by_time = next((step for cue, step in _STEPS if h.has(cue)), None)
    field = _group_field(r)
    if field is None and (
        by_time is None
        or h.has("mean")
        or not (h.has("show") or (h.has("by") and not h.has("how_many", "how_much")))
    ):
        return None
    if field is not None and not h.has("by", "which", "who"):
        return None
    measure = r.measured if field is None or r.measured is None or r.measured.name != field.name else None
    if measure is None and field is not None and not h.has("how_many", "how_often"):
        measure = main_measure(r.app, r.entity)
        measure = (
            measure
            if measure is not None
            and h.has("sum", "mean", "max", "min", "how_much", "show")
            and additive(measure)
            else None
        )
    aggregate: Aggregate = "count" if measure is None else _aggregate(r, measure)
    q = _base(r, aggregate, measure)
    if field is not None:
        q = replace(q, where=tuple(c for c in q.where if c.field != field.name))
    return replace(q, group_by=field.name if field is not None else by_time)


def _group_field(r: Reading) -> FieldSchema | None:
    """The field that stands beside 'by' or 'each' (after it in Latin languages, before it in the others)."""
    for m in r.mentions:
        if m.field is None or m.kind not in ("field", "state") or m.field.type not in GROUPABLE:
            continue
        for start, end in r.heard.cues.get("by", ()):
            gap = m.start - end if r.heard.latin else start - m.end
            around = m.start - end
            if 0 <= gap <= (5 if r.heard.latin else 1) or (
                r.heard.language in ("zh", "ko") and 0 <= around <= 1
            ):
                return m.field
    return None


def _per_step(r: Reading) -> Question | None:
    """'average per day': the mean of daily totals."""
    h = r.heard
    step = next((s for cue, s in _PER if h.has(cue)), None)
    if (
        step is None
        or r.time is None
        or plans(r.app, r.entity)
        or not (
            h.has("mean")
            or h.has("how_many", "how_much", "how_long", "how_far", "how_often")
            or r.measured is not None
        )
    ):
        return None
    field = r.measured
    if field is None and not h.has("how_often"):
        field = main_measure(r.app, r.entity)
    aggregate: Aggregate = "mean"
    extreme = _extreme(r)
    if extreme is not None:
        aggregate = extreme
    q = _base(r, aggregate, field)
    return replace(q, per=step)  # type: ignore[arg-type]


def _extremes(r: Reading) -> Question | None:
    h = r.heard
    extreme = _extreme(r)
    if extreme is None and not h.has("mode", "rank"):
        return None
    if h.has("mode"):
        group = r.field_named(*GROUPABLE) or r.title
        if group is None:
            return None
        return replace(
            _base(r, "count"), group_by=group.name, order_by="value", descending=True, limit=_count_of(r)
        )
    field = _measure(r)
    number = _count_of(r, 0)
    if h.has("rank") or (number > 1 and not h.has("at_least")):
        if field is None:
            return None
        q = _base(r, "list")
        return replace(q, order_by=field.name, descending=extreme != "min", limit=number or 3)
    group = _which_group(r)
    if field is None:
        if group is None:
            return None
        return replace(
            _base(r, "count"), group_by=group.name, order_by="value", descending=extreme != "min", limit=1
        )
    if group is not None and h.has("most", "least", "max", "min", "which") and additive(field):
        q = _base(r, "sum", field)
        return replace(
            q, where=tuple(c for c in q.where if c.field != group.name), group_by=group.name, order_by="value",
            descending=extreme != "min", limit=1,
        )  # fmt: skip
    q = _base(r, extreme or "max", field)
    if h.has("per_day") and additive(field):
        q = replace(q, per="day")
    if _wants_title(r, field):
        title = group or r.title
        if title is not None:
            q = replace(q, select=title.name)
    return q


def _which_group(r: Reading) -> FieldSchema | None:
    """The field right after 'which' that records share ('which category'); not the one that names a record."""
    if not r.heard.has("which", "what"):
        return None
    for m in r.mentions:
        if (
            m.kind != "field"
            or m.field is None
            or m.field.type not in GROUPABLE
            or m.field.name == r.entity.title_field
        ):
            continue
        if m.weight <= 0.5:
            continue
        for start, end in (*r.heard.cues.get("which", ()), *r.heard.cues.get("what", ())):
            if 0 <= m.start - end <= 3 or (not r.heard.latin and 0 <= start - m.end <= 2):
                return m.field
    return None


def _wants_title(r: Reading, field: FieldSchema) -> bool:
    """Whether 'which …' asks for the record and not for its number."""
    h = r.heard
    if h.has("how_many", "how_much", "how_long", "how_degree", "how_often"):
        return False
    if h.has("which"):
        return True
    if any(m.kind == "unit" and m.field is field for m in r.mentions):
        return False
    if not h.has("what") or r.title is None:
        return False
    named = [m for m in r.mentions if m.field is r.title or m.kind == "entity"]
    return (
        bool(named)
        and not any(m.field is field and m.kind == "field" for m in r.mentions)
        and field.type != "money"
    )


def _mean(r: Reading) -> Question | None:
    h = r.heard
    if not h.has("mean", "median"):
        return None
    field = r.measured or r.field_named("boolean") or main_measure(r.app, r.entity)
    if field is None:
        return None
    return _base(r, "median" if h.has("median") else "mean", field)


def _meaning(r: Reading) -> Question | None:
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
    return replace(_base(r, "value", target), period=None)


def _value(r: Reading) -> Question | None:
    """A named field of one named record ('how familiar is resilient now?')."""
    titles = r.filters.titles
    if not titles or r.heard.has("sum", "mean", "how_often"):
        return None
    field = _asked_field(r)
    if field is None:
        return None
    if field.type in NUMERIC:
        if additive(field) and (r.times.period is not None or not _single(r, titles)):
            return None
        return _base(r, "value" if not additive(field) else "sum", field)
    return _base(r, "value", field)


def _single(r: Reading, titles: list[Mention]) -> bool:
    return bool(titles) and r.entity.time_field is None


def _asked_field(r: Reading) -> FieldSchema | None:
    """The field that is asked for: the named one that no condition is on."""
    used = {c.field for c in r.filters.conditions}
    named = [
        m for m in r.mentions
        if m.field is not None and m.kind in ("field", "unit", "state") and m.field.name not in used and m.weight > 0.5
    ]  # fmt: skip
    if named:
        if r.measured is not None and any(m.field is r.measured for m in named):
            best = max(named, key=lambda m: m.weight)
            return (
                r.measured
                if best.weight - 0.5 <= max(m.weight for m in named if m.field is r.measured)
                else best.field
            )
        return max(named, key=lambda m: m.weight).field
    if r.heard.has("clock"):
        return _clock_field(r)
    booleans = [
        c for c in r.filters.conditions if (f := r.entity.field(c.field)) is not None and f.type == "boolean"
    ]
    if booleans and r.heard.has("yes_no") and not r.heard.has(*WH):
        return r.entity.field(booleans[0].field)
    return r.measured if r.measured is not None and r.measured.name not in used else None


def _yes_no(r: Reading) -> Question | None:
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
    q = _base(r, "value", field)
    return replace(q, where=tuple(c for c in r.filters.conditions if c.field != field.name), period=None)


def _last(r: Reading) -> Question | None:
    h = r.heard
    if h.has("now") and not h.has("last", "first", "next"):
        field = r.measured if r.measured is not None and not additive(r.measured) else None
        return _base(r, "last", field) if field is not None and _named_measure(r, field) else None
    if not h.has("last", "first", "next"):
        return None
    if h.has("how_many", "how_much", "how_often") and not r.measured:
        main = main_measure(r.app, r.entity)
        if main is None or additive(main) or r.link <= 1.2:
            return None
        return _base(r, "first" if h.has("first") else "last", main)
    aggregate: Aggregate = "first" if h.has("first") else "last"
    field = _asked_field(r)
    number = _count_of(r)
    if h.has("next"):
        q = replace(_base(r, "list"), order_by=r.entity.time_field, descending=False, limit=number)
        return (
            replace(q, period=r.times.period or Period(r.context.now, None))
            if r.link > 1.2 and r.time
            else None
        )
    if field is not None and number == 1:
        return _base(r, aggregate, field)
    if r.link <= 1.2 or not (h.asks or r.named("entity", "app") or h.has("entry")):
        return None
    if field is not None and field.type in NUMERIC and number > 1 and h.has("sum"):
        return None
    return replace(_base(r, "list"), limit=number, descending=aggregate == "last")


def _named_measure(r: Reading, field: FieldSchema) -> bool:
    return (
        any(m.field is field and m.kind in ("field", "unit") and m.weight > WEAK for m in r.mentions)
        or r.measured_weight >= 1.5
    )


def _number(r: Reading) -> Question | None:
    """'How many', 'how much', 'how long', 'total': a sum or a count."""
    h = r.heard
    asking = h.has("how_many", "how_much", "how_long", "how_far", "how_often", "how_degree", "sum", "count")
    if not asking:
        return None
    if h.has("how_often") and not _counter_field(r):
        main = main_measure(r.app, r.entity)
        if (
            r.title is None
            and main is not None
            and additive(main)
            and main.type in ("integer", "number")
            and not r.filters.conditions
        ):
            return _base(r, "sum", main)
        if r.link <= 1.2 and not r.unexplained:
            return None
        return _base(r, "count")
    field = r.measured
    if field is not None and (night := _last_night(r, field)) is not None:
        return night
    if field is not None and not _weak_measure(r, field):
        return _base(r, _aggregate(r, field), field)
    if h.has("how_long", "how_much", "sum") and not h.has("how_many"):
        field = field or (main_measure(r.app, r.entity) if h.has("how_much", "sum") else None)
        if field is not None and (h.has("sum") or r.link > 1.2):
            return _base(r, _aggregate(r, field), field)
    if h.has("how_many", "how_much", "sum") and _countable(r):
        return _base(r, "count")
    field = field or main_measure(r.app, r.entity)
    here = r.app.id == r.context.focus and not r.unexplained
    if field is not None and (r.link > 0 or here or h.has("entry")):
        return _base(r, _aggregate(r, field), field)
    return None


def _last_night(r: Reading, field: FieldSchema) -> Question | None:
    """'How long did I sleep last night?': the night's entry, whether it is dated to the evening or the morning."""
    span = r.times.span
    if (
        field.concept not in NIGHTLY
        or span is None
        or span.start is None
        or span.part_of_day not in ("night", "evening")
    ):
        return None
    day = span.start.replace(hour=0, minute=0)
    return replace(_base(r, "last", field), period=Period(day, day + timedelta(days=2), span.text))


def _counter_field(r: Reading) -> bool:
    """Whether 'how many times' asks for a number field of its own (attempts, repetitions)."""
    return r.measured is not None and any(
        m.field is r.measured and m.kind in ("field", "unit") and m.weight >= 1.2 for m in r.mentions
    )


def _weak_measure(r: Reading, field: FieldSchema) -> bool:
    """Whether the number field was only guessed from a verb while the words count something else."""
    if not r.heard.has("how_many", "sum"):
        return False
    named = any(m.field is field and m.kind in ("field", "unit") and m.weight > 0.5 for m in r.mentions)
    spots = r.heard.cues.get("how_many", []) + r.heard.cues.get("how_much", [])
    if any(
        (m.field is field and m.kind in ("field", "unit") and m.weight > 0.5 and 0 <= m.start - e <= 1)
        or (m.start in range(s, e + 1) and m.field is field and m.weight > 0.5)
        for m in r.mentions
        for s, e in spots
    ):
        return False
    if named:
        own = max(m.weight for m in r.mentions if m.field is field and m.kind in ("field", "unit"))
        beside = _counted_noun(r)
        return beside is not None and beside.weight > own
    counted = _counted_noun(r) is not None or r.filters.state or field.type == "money"
    return r.heard.has("how_many") and (counted or (r.title is not None and bool(r.filters.conditions)))


def _counted_noun(r: Reading) -> Mention | None:
    """The name of records or of a text field right after 'how many' ('how many words', '단어 몇 개')."""
    spots = r.heard.cues.get("how_many", []) + r.heard.cues.get("how_much", [])
    for m in r.mentions:
        textual = m.field is not None and m.field.type in (*TEXTUAL, "boolean")
        if m.kind not in ("entity", "field", "choice", "value", "part", "state", "app") or (
            m.kind == "field" and not textual
        ):
            continue
        for start, end in spots:
            if 0 <= m.start - end <= (12 if r.heard.latin else 2) or (
                not r.heard.latin and 0 <= start - m.end <= 6
            ):
                return m
    return None


def _countable(r: Reading) -> bool:
    """Whether records are what is counted: they have names, a filter, a state, or are called by their noun."""
    if r.filters.state or r.named("entity", "app") or (r.heard.has("entry") and r.title is not None):
        return True
    if _counted_noun(r) is not None:
        return True
    if r.filters.conditions:
        return r.title is not None or main_measure(r.app, r.entity) is None
    return r.title is not None and any(m.field is r.title and m.weight > 0.5 for m in r.mentions)


def _aggregate(r: Reading, field: FieldSchema | None, *, plain: bool = False) -> Aggregate:
    """The aggregate that the words say for this field, else what the field means by default."""
    h = r.heard
    if field is None:
        return "count"
    if h.has("mean"):
        return "mean"
    if h.has("median"):
        return "median"
    extreme = None if plain else _extreme(r)
    if extreme is not None:
        return extreme
    if h.has("last") and not h.has("sum"):
        return "last"
    own = default_aggregate(field)
    if (
        h.has("sum")
        and field.type != "rating"
        and own in ("last", "mean", "max", "min")
        and field.type in ("money", "quantity", "duration", "integer")
    ):
        return "sum" if field.concept is None or own != "last" else own
    return own


def _list(r: Reading) -> Question | None:
    """'Which …', 'what is …', 'show …': the rows themselves."""
    h = r.heard
    wish = h.has("which", "what", "show", "is_there", "who", "due") or (
        h.asks and (r.filters.state or r.times.period is not None)
    )
    ahead = (
        r.times.period is not None
        and r.times.period.start is not None
        and r.times.period.start > r.context.now
    )
    if not wish or (ahead and not plans(r.app, r.entity) and r.time is not None):
        return None
    field = r.measured
    direct = field is not None and any(
        m.field is field and m.kind in ("field", "unit") and m.weight > 0.5 for m in r.mentions
    )
    direct = direct or (
        field is not None and field.type == "money" and r.measured_weight >= SPENT and h.has("what")
    )
    state = r.filters.state
    if direct and field is not None and not state and not h.has("which") and not _about_rows(r, field):
        return _base(r, _aggregate(r, field), field)
    if h.has("overdue") and r.time is not None:
        return replace(_base(r, "list"), period=Period(None, r.context.now), where=_open_too(r))
    if not (
        state
        or r.filters.conditions
        or r.times.period
        or r.named("entity", "app")
        or _title_named(r)
        or h.has("entry")
    ):
        text = _asked_field(r)
        if text is not None and r.link >= 2:
            return replace(_base(r, "list"), select=text.name)
        return None
    if r.filters.titles and not state and not r.times.period:
        text = _asked_field(r)
        if text is not None:
            return _base(r, "value", text)
    q = _base(r, "list")
    if r.time is not None and (r.times.period is not None or state):
        q = replace(q, descending=False)
    return q


def _open_too(r: Reading) -> tuple[Condition, ...]:
    finisher = done_field(r.entity)
    if (
        finisher is None
        or finisher.type != "boolean"
        or any(c.field == finisher.name for c in r.filters.conditions)
    ):
        return tuple(r.filters.conditions)
    return (*r.filters.conditions, Condition(finisher.name, "eq", False, or_empty=True))


def _about_rows(r: Reading, field: FieldSchema) -> bool:
    return any(c.field == field.name for c in r.filters.conditions) or (
        r.heard.has("which", "show") and (_title_named(r) or bool(r.named("entity")))
    )


def _title_named(r: Reading) -> bool:
    return r.title is not None and any(
        m.field is r.title and m.kind == "field" and m.weight > 0.5 for m in r.mentions
    )


def _bare(r: Reading) -> Question | None:
    """A field name with a question mark, or a verb and a time ('протеин?'; 'spent yesterday?')."""
    h = r.heard
    if not h.asks and not h.has("sum", "mean", "max", "min", "all_time"):
        return None
    field = r.measured
    if field is not None and r.measured_weight >= 1.5:
        return _base(r, _aggregate(r, field), field)
    text = _asked_field(r)
    if r.filters.titles and text is not None:
        return _base(r, "value", text)
    if r.filters.conditions and h.asks and not r.unexplained:
        return _base(r, "list")
    return None


RULES: tuple[Rule, ...] = (
    _comparison, _streak, _share, _when, _who_where, _yes_no, _per_step, _grouped, _extremes, _mean, _meaning, _value, _last,
    _number, _list, _bare,
)  # fmt: skip
