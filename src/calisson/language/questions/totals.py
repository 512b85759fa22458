"""Numbers over many rows: totals, counts, averages, extremes, shares, groups, comparisons."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from calisson.language.questions.linking import WEAK, Mention
from calisson.language.questions.measures import additive, main_measure
from calisson.language.questions.parts import (
    aggregate_of,
    count_named,
    counted_noun,
    extreme_asked,
    is_named,
    measure,
    question,
    shows_all,
)
from calisson.language.questions.periods import plans
from calisson.language.questions.reading import Reading
from calisson.language.traits import traits
from calisson.language.types import NUMERIC, TEXTUAL, Aggregate, FieldSchema, Period, Question

GROUPABLE = ("choice", "multi_choice", "person", "place", "text", "ref", "boolean", "rating")
NIGHTLY = frozenset({"sleep", "sleep_quality", "awakenings", "bedtime", "wake_time", "dreams"})
"""Concepts that belong to a night, which two days share."""

_STEPS = (
    ("by_day", "day"),
    ("by_week", "week"),
    ("by_month", "month"),
    ("by_year", "year"),
    ("by_weekday", "weekday"),
)
_PER = (("per_day", "day"), ("per_week", "week"), ("per_month", "month"), ("per_year", "year"))


def comparison(r: Reading) -> Question | None:
    """'How many more today than yesterday?': one period minus another."""
    h = r.heard
    if r.times.compare is None:
        return None
    field = measure(r)
    counted = r.measured is None and (h.has("how_often") or field is None or bool(r.named("entity")))
    aggregate: Aggregate = "count" if counted else aggregate_of(r, field)
    q = question(r, aggregate, None if counted else field)
    return replace(
        q, compare=r.times.compare, invert=h.has("less") and not _also_more(r), ratio=h.has("percent"),
    )  # fmt: skip


def _also_more(r: Reading) -> bool:
    more, less = r.heard.at("more"), r.heard.at("less")
    return more is not None and less is not None and more[1] - more[0] > less[1] - less[0]


def share(r: Reading) -> Question | None:
    """'What percentage was rent?': a part of the whole."""
    if not r.heard.has("percent") or r.heard.has("mean"):
        return None
    if r.measured is not None and r.measured.type == "percent" and not r.filters.conditions:
        return None
    if not r.filters.conditions:
        return None
    field = measure(r)
    field = (
        field
        if field is not None
        and additive(field)
        and (r.measured is not None or field.type in ("money", "duration"))
        else None
    )
    q = question(r, "count" if field is None else "sum", field)
    return replace(q, ratio=True)


def grouped(r: Reading) -> Question | None:
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
    aggregate: Aggregate = "count" if measure is None else aggregate_of(r, measure)
    q = question(r, aggregate, measure)
    if field is not None:
        q = replace(q, where=tuple(c for c in q.where if c.field != field.name))
    return replace(q, group_by=field.name if field is not None else by_time)


def _group_field(r: Reading) -> FieldSchema | None:
    """The field that stands beside 'by' or 'each' (after it in Latin languages, before it in the others)."""
    kind = traits(r.heard.language)
    for m in r.mentions:
        if m.field is None or m.kind not in ("field", "state") or m.field.type not in GROUPABLE:
            continue
        for start, end in r.heard.cues.get("by", ()):
            gap = m.start - end if r.heard.latin else start - m.end
            around = m.start - end
            if 0 <= gap <= (5 if r.heard.latin else 1) or (
                (kind.characters or kind.particles) and 0 <= around <= 1
            ):
                return m.field
    return None


def per_step(r: Reading) -> Question | None:
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
    extreme = extreme_asked(r)
    if extreme is not None:
        aggregate = extreme
    q = question(r, aggregate, field)
    return replace(q, per=step)  # type: ignore[arg-type]


def extremes(r: Reading) -> Question | None:
    """'The most expensive', 'top three', 'which category most': the highest or lowest."""
    h = r.heard
    extreme = extreme_asked(r)
    if extreme is None and not h.has("mode", "rank"):
        return None
    counted = measure(r)
    if h.has("mode") and counted is not None and (often := _most_of(r, counted, extreme)) is not None:
        return often
    if h.has("mode"):
        group = r.field_named(*GROUPABLE) or r.title
        if group is None:
            return None
        return replace(
            question(r, "count"), group_by=group.name, order_by="value", descending=True, limit=count_named(r)
        )
    field = measure(r)
    number = count_named(r, 0)
    if h.has("rank") or (number > 1 and not h.has("at_least")):
        if field is None:
            return None
        q = question(r, "list")
        return replace(q, order_by=field.name, descending=extreme != "min", limit=number or 3)
    group = _which_group(r)
    if field is None:
        if group is None:
            return None
        return replace(
            question(r, "count"), group_by=group.name, order_by="value", descending=extreme != "min", limit=1
        )
    if group is not None and h.has("most", "least", "max", "min", "which") and additive(field):
        q = question(r, "sum", field)
        return replace(
            q, where=tuple(c for c in q.where if c.field != group.name), group_by=group.name, order_by="value",
            descending=extreme != "min", limit=1,
        )  # fmt: skip
    if (often := _most_of(r, field, extreme)) is not None:
        return often
    q = question(r, extreme or "max", field)
    if h.has("per_day") and additive(field):
        q = replace(q, per="day")
    told = _told(r, field)
    if told is not None:
        return replace(q, select=told.name)
    asked = h.has("how_many", "how_much", "how_long", "how_degree", "how_often")
    adjective = bool(h.highest or h.lowest or h.worst) or "tall" in h.hints
    named = any(m.field is field and m.kind in ("field", "unit") and m.weight > 1 for m in r.mentions)
    if r.title is not None and adjective and not asked and not named:
        if field.type == "money" and h.has("what", "where", "who"):
            return replace(q, select=r.title.name)  # 'what was the priciest?' asks for the thing
        if not h.latin and field.type != "money":
            return replace(q, select=r.title.name)  # '一番高い山は？'
    if _wants_title(r, field):
        title = group or r.title
        if title is not None:
            q = replace(q, select=title.name)
    return q


def _most_of(r: Reading, field: FieldSchema, extreme: Aggregate | None) -> Question | None:
    """'Which species have I seen most of?': the name under which the most was counted, over all its records."""
    counts = field.name in ("quantity", "count") or field.concept in ("quantity", "count")
    counts = counts or (additive(field) and field.concept in ("mass", "harvest_amount", "volume"))
    if (
        r.title is None
        or r.time is None
        or not counts
        or not r.heard.has("most", "least", "max", "min", "mode")
    ):
        return None
    named = not r.heard.latin or any(
        m.field is r.title and m.kind == "field" and m.weight > WEAK for m in r.mentions
    )
    if not (named or r.named("entity")) or r.heard.has("how_many", "how_much") or is_named(r, field):
        return None
    q = question(r, "sum", field)
    return replace(q, group_by=r.title.name, order_by="value", descending=extreme != "min", limit=1)


def _told(r: Reading, field: FieldSchema) -> FieldSchema | None:
    """The words that are asked of the extreme record: 'the reason for the longest delay', 'best rated beans'."""
    h = r.heard
    if h.has("how_many", "how_much", "how_long", "how_degree", "how_often"):
        return None
    used = {c.field for c in r.filters.conditions}
    texts = [f for f in r.entity.fields if f.type in TEXTUAL and f.type != "choice" and f.name not in used]

    def asked_of(m: Mention) -> bool:
        tail = h.text[m.end :].strip(" ?？")
        return not h.latin and len(tail) <= 1  # '… 場所は？'

    named = [
        m for m in r.mentions if m.kind == "field" and m.field in texts and (m.weight > 1 or asked_of(m))
    ]
    if not named:
        return None
    best = max(named, key=lambda m: m.weight)
    own = max((m.weight for m in r.mentions if m.field is field and m.kind == "field"), default=0.0)
    if best.field is r.title and own > best.weight and not h.has("which", "what", "who", "where"):
        return None
    return best.field


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
            inside = m.start <= start and end <= m.end and not m.field.choices  # 'which project' names it
            if inside or 0 <= m.start - end <= 3 or (not r.heard.latin and 0 <= start - m.end <= 2):
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


def average(r: Reading) -> Question | None:
    """Read 'what is my average …?'."""
    h = r.heard
    if not h.has("mean", "median"):
        return None
    lasting = next((f for f in r.entity.fields if f.type == "duration"), None) if h.has("how_long") else None
    field = r.measured or r.field_named("boolean") or lasting or main_measure(r.app, r.entity)
    if field is None:
        return None
    return question(r, "median" if h.has("median") else "mean", field)


def number(r: Reading) -> Question | None:
    """'How many', 'how much', 'how long', 'total': a sum or a count."""
    h = r.heard
    asking = h.has("how_many", "how_much", "how_long", "how_far", "how_often", "how_degree", "sum", "count")
    if not asking or (r.measured is None and shows_all(h)):
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
            return question(r, "sum", main)
        here = r.app.id == r.context.focus
        if r.link <= 1.2 and not r.unexplained and not here:
            return None
        return question(r, "count")
    field = r.measured
    if field is not None and h.has("how_many", "how_often", "count") and _bounded(r, field):
        return question(r, "count")
    things = _things(r)
    if things is not None:
        return question(r, aggregate_of(r, things), things)
    if field is not None and (night := _last_night(r, field)) is not None:
        return night
    if field is not None and not _weak_measure(r, field):
        return question(r, aggregate_of(r, field), field)
    if h.has("how_long", "how_much", "sum") and not h.has("how_many"):
        field = field or (main_measure(r.app, r.entity) if h.has("how_much", "sum") else None)
        if field is not None and (h.has("sum") or r.link > 1.2):
            return question(r, aggregate_of(r, field), field)
    if h.has("how_many", "how_much", "sum") and _countable(r):
        return question(r, "count")
    field = field or main_measure(r.app, r.entity)
    focused = r.app.id == r.context.focus
    main = main_measure(r.app, r.entity)
    if h.has("how_much") and not h.has("how_many") and focused and len(r.unexplained) in (1, 2):
        if main is not None and additive(main) and main.type != "money":
            return question(r, "sum", main)  # 'how much milk has she had?'
    paid = main is not None and main.type == "money" and r.measured is None and not r.unexplained
    if h.has("how_many", "count") and focused and (len(r.unexplained) in (1, 2) or paid):
        return question(r, "count")  # 'how many shots did I pull': a word for the records that nobody taught
    here = r.app.id == r.context.focus and not r.unexplained
    if field is not None and (r.link > 0 or here or h.has("entry")):
        return question(r, aggregate_of(r, field), field)
    return None


def _bounded(r: Reading, field: FieldSchema) -> bool:
    """Whether the number is only the bound of a filter ('how many trips were over 10 minutes late?')."""
    bounds = [c for c in r.filters.conditions if c.field == field.name and c.op in ("lt", "le", "gt", "ge")]
    if not bounds or field.type not in NUMERIC:
        return False
    spots = r.heard.cues.get("how_many", []) + r.heard.cues.get("count", [])
    reach = 1 if r.heard.latin else 0
    return not any(
        m.field is field
        and m.kind in ("field", "unit")
        and any(-reach <= m.start - e <= reach for _, e in spots)
        for m in r.mentions
    )


def _things(r: Reading) -> FieldSchema | None:
    """The field that says how many, when 'how many birds' in a log asks for all of them and not for entries."""
    h = r.heard
    if (
        r.time is None
        or r.entity.done_field is not None
        or not h.has("how_many")
        or h.has("entry", "how_often")
    ):
        return None
    if r.measured is not None and is_named(r, r.measured):
        return None
    found = [f for f in r.entity.fields if f.concept in ("quantity", "count")]
    noun = counted_noun(r)
    own = noun is not None and (
        noun.kind == "entity" or (noun.field is not None and noun.field is not r.title)
    )
    return found[0] if found and not own and not r.filters.state else None


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
    return replace(question(r, "last", field), period=Period(day, day + timedelta(days=2), span.text))


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
        beside = counted_noun(r)
        return beside is not None and beside.weight > own
    counted = counted_noun(r) is not None or r.filters.state or field.type == "money"
    return r.heard.has("how_many") and (counted or (r.title is not None and bool(r.filters.conditions)))


def _countable(r: Reading) -> bool:
    """Whether records are what is counted: they have names, a filter, a state, or are called by their noun."""
    if r.filters.state or r.named("entity", "app") or (r.heard.has("entry") and r.title is not None):
        return True
    if counted_noun(r) is not None:
        return True
    if r.filters.conditions:
        return r.title is not None or main_measure(r.app, r.entity) is None
    return r.title is not None and any(m.field is r.title and m.weight > 0.5 for m in r.mentions)
