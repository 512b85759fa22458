"""From the times of a question to the period it asks about, and the one it compares with.

'On Monday' is the last Monday for what was logged and the coming one for what is planned; where the year or
week is open, the reading under which the home has records wins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from calisson.language.drafts import ontology
from calisson.language.questions.heard import Heard
from calisson.language.traits import traits
from calisson.language.types import AppSchema, Context, EntitySchema, Period, TimeSpan

PLANNED = frozenset(
    {
        "due_date",
        "renewal_date",
        "expiry_date",
        "next_date",
        "interview_date",
        "viewing",
        "birthday",
        "warranty",
    }
)
"""Concepts of time fields that point ahead."""

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Periods:
    """What a question says about time."""

    period: Period | None = None
    compare: Period | None = None
    span: TimeSpan | None = None
    """The time that `period` came from."""


def plans(app: AppSchema, entity: EntitySchema) -> bool:
    """Whether the entity's time lies ahead (an itinerary, due dates) rather than behind (a log)."""
    field = entity.field(entity.time_field) if entity.time_field else None
    if field is not None and field.concept in PLANNED:
        return True
    domain = ontology.domain(app.domain)
    return domain is not None and domain.kind == "plan"


def periods(
    heard: Heard,
    context: Context,
    app: AppSchema,
    entity: EntitySchema,
    *,
    comparing: bool,
    taken: Sequence[tuple[int, int]] = (),
) -> Periods:
    """Return the period and, when the question compares, the period it is compared with.

    `taken` are stretches that name a value of the entity ('아침' as a meal, not a time of day).
    """
    spans = [t for t in heard.times if t.start is not None and (t.start_char, t.end_char) not in taken]
    if not spans:
        return Periods()
    ahead = plans(app, entity)
    days = _days(context, app, entity) if any(_movable(t, context.now) for t in spans) else ()
    if (
        len(spans) == 1
        and not comparing
        and (since := _since(heard, spans[0], context.now, ahead, days)) is not None
    ):
        return Periods(since, None, spans[0])
    if not comparing:
        joined = _joined(heard, spans, context.now, ahead, days)
        if joined is not None:
            return Periods(joined, None, spans[0])
        best = max(spans, key=lambda t: (t.kind != "time", t.kind == "range", -t.start_char))
        return Periods(_period(best, context.now, ahead, days), None, best)
    other = _compared(heard, spans)
    rest = [t for t in spans if t is not other]
    compare = _period(other, context.now, ahead, days)
    if rest:
        return Periods(_period(rest[0], context.now, ahead, days), compare, rest[0])
    return Periods(_present(other, context.now), compare, None)


def _since(heard: Heard, span: TimeSpan, now: datetime, ahead: bool, days: Sequence[date]) -> Period | None:
    """'Since January', 3月から: from there on."""
    pattern = heard.words.cues.get("since")
    if span.bound == "until" and heard.has("due"):  # 'due tomorrow' asks for that day
        return None
    if span.bound != "none" and span.kind != "time":
        found = _period(span, now, ahead, days)
        if found is None:
            return None
        return {
            "from": Period(found.start, None, found.text), "until": Period(None, found.end, found.text),
            "before": Period(None, found.start, found.text), "after": Period(found.end, None, found.text),
        }[span.bound]  # fmt: skip
    if pattern is None:
        return None
    before, inside, after = (
        heard.raw[: span.start_char][-8:],
        span.text.lower(),
        heard.raw[span.end_char :][:6],
    )
    beside = (
        pattern.search(inside),
        heard.latin and re.search(rf"(?:{pattern.pattern})\s*$", before),
        not heard.latin and pattern.match(after),
    )
    if not any(beside):
        return None
    found = _period(span, now, ahead, days)
    return (
        Period(found.start, None, found.text)
        if found is not None and found.start is not None and found.start <= now
        else None
    )


def _joined(
    heard: Heard, spans: list[TimeSpan], now: datetime, ahead: bool, days: Sequence[date]
) -> Period | None:
    """Two dates with only a connecting word between them are one stretch ('from the 3rd to the 9th')."""
    if len(spans) != 2:
        return None
    a, b = sorted(spans, key=lambda t: t.start_char)
    between = heard.raw[a.end_char : b.start_char].strip()
    if len(between) > 5 or (a.kind == "range" and a.grain == b.grain == "week"):
        return None
    first, last = _period(a, now, ahead, days), _period(b, now, ahead, days)
    if first is None or last is None or first.start is None or last.end is None or first.start >= last.end:
        return None
    return Period(first.start, last.end, heard.spans.original[a.start_char : b.end_char])


def _compared(heard: Heard, spans: list[TimeSpan]) -> TimeSpan:
    """Which of the times is the one to compare with: beside 'than' or 比 or より, else the earlier one."""
    marks = heard.cues.get("than", []) + heard.cues.get("compare", [])
    verb_last = traits(heard.language).verb_last

    def distance(span: TimeSpan) -> float:
        gaps = [(s - span.end_char) if verb_last else (span.start_char - e) for s, e in marks]
        near = [g for g in gaps if -1 <= g <= 4]
        return min(near, default=99)

    if len(spans) == 1:
        return spans[0]
    nearest = min(spans, key=lambda t: (distance(t), t.start or datetime.max))
    if distance(nearest) < 99:
        return nearest
    return min(spans, key=lambda t: t.start or datetime.max)


def _present(other: TimeSpan, now: datetime) -> Period:
    """What a single compared time stands against: today, this week, this month, this year."""
    today = datetime.combine(now.date(), datetime.min.time())
    grain = other.grain
    if other.kind == "range" and other.start and other.end and other.end - other.start > 2 * _DAY:
        length = (other.end - other.start).days
        grain = "week" if length <= 7 else "month" if length <= 31 else "year"
    if grain == "week":
        start = today - timedelta(days=today.weekday())
        return Period(start, start + 7 * _DAY)
    if grain == "month":
        start = today.replace(day=1)
        return Period(start, (start + 32 * _DAY).replace(day=1))
    if grain in ("year", "quarter"):
        return Period(today.replace(month=1, day=1), today.replace(year=today.year + 1, month=1, day=1))
    return Period(today, today + _DAY)


def _movable(span: TimeSpan, now: datetime) -> bool:
    return span.vague_year or (
        span.direction == "none" and span.start is not None and abs(span.start - now) < 8 * _DAY
    )


def _period(span: TimeSpan, now: datetime, ahead: bool, days: Sequence[date]) -> Period | None:
    start, end = span.start, span.end
    if start is None:
        return None
    if end is None or end <= start:
        end = start + _step(span)
    if span.kind == "datetime" and span.has_clock and span.grain in ("minute", "second"):
        end = start + timedelta(hours=1)
    today = datetime.combine(now.date(), datetime.min.time())
    if span.vague_year:
        start, end = _yearly(start, end, now, ahead, days)
    elif (
        span.direction == "none"
        and span.grain in ("day", "hour", "minute")
        and _weekday(span)
        and start >= today + _DAY
    ):
        past = (start - 7 * _DAY, end - 7 * _DAY)
        if not ahead or (_count(days, *past) and not _count(days, start, end)):
            start, end = past
    elif span.direction == "past" and span.grain == "day" and end == today and end - start >= 2 * _DAY:
        start, end = start + _DAY, end + _DAY  # 'the last 7 days' of a log count today
    if end.year >= 9990:
        return Period(start, None, span.text)
    return Period(None if start.year <= 1 else start, end, span.text)


def _weekday(span: TimeSpan) -> bool:
    """Whether a day was named without a date: no digit stands in its words."""
    return not any(c.isdigit() for c in span.text)


def _step(span: TimeSpan) -> timedelta:
    return {"week": 7 * _DAY, "month": 30 * _DAY, "year": 365 * _DAY, "hour": timedelta(hours=1)}.get(
        span.grain, _DAY
    )


def _yearly(
    start: datetime, end: datetime, now: datetime, ahead: bool, days: Sequence[date]
) -> tuple[datetime, datetime]:
    """The year of a date without one: where records lie; else the last for logs, the nearest for plans."""
    candidates = [(s, e) for years in (-1, 0, 1) if (s := _moved(start, years)) and (e := _moved(end, years))]
    filled = [(s, e) for s, e in candidates if _count(days, s, e)]
    if filled:
        candidates = filled
    past = [(s, e) for s, e in candidates if s <= now]
    if not ahead and past:
        return max(past)
    if ahead and not filled:
        coming = [(s, e) for s, e in candidates if s >= now - 60 * _DAY]
        if coming:
            return min(coming)
    return min(candidates, key=lambda c: abs(c[0] - now))


def _moved(when: datetime, years: int) -> datetime | None:
    try:
        return when.replace(year=when.year + years)
    except ValueError:
        return when.replace(year=when.year + years, day=28) if 1 <= when.year + years <= 9998 else None


def _days(context: Context, app: AppSchema, entity: EntitySchema) -> tuple[date, ...]:
    out = []
    for record in context.records(app.id):
        value = record.values.get(entity.time_field or "")
        if record.entity == entity.name and isinstance(value, str):
            try:
                out.append(date.fromisoformat(value[:10]))
            except ValueError:
                continue
    return tuple(out)


def _count(days: Sequence[date], start: datetime, end: datetime) -> int:
    return sum(start <= datetime.combine(d, datetime.min.time()) < end for d in days)
