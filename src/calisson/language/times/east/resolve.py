"""From what a phrase tells to a span of time, against the reference time.

A date without a year is the nearest such day, before or after; a weekday without a week is the next one; what
else they may mean stands in `alternatives`. A clock without a part of day keeps its number ('5点' is 05:00),
with the evening as the alternative. Ranges of days end behind their last day.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from calisson.language.times.east.clock import clock, part_name
from calisson.language.times.east.days import day_of
from calisson.language.times.east.grammar import Parts, grammar
from calisson.language.times.east.periods import offset, window
from calisson.language.times.east.phrases import Phrase
from calisson.language.times.east.stretch import (
    DAY,
    LONG,
    NoSuchTime,
    Stretch,
    many,
    shift_year,
)
from calisson.language.types import Grain, TimeSpan


def resolve(phrase: Phrase, text: str, language: str, now: datetime) -> TimeSpan | None:
    """Return the span of a phrase, or None when it tells no time after all."""
    from calisson.language.times.east.recur import recurrence

    written = text[phrase.start : phrase.end]
    parts = phrase.parts
    base: dict[str, Any] = {"start_char": phrase.start, "end_char": phrase.end, "text": written}
    try:
        if "every" in phrase.types:
            found = recurrence(parts, now, language)
            if found is None:
                return None
            rule, first, grain = found
            clocked = "hour" in parts
            return TimeSpan(
                **base, kind="recurrence", start=first, end=None, grain=grain, rrule=rule, has_date=True,
                has_clock=clocked, part_of_day=None if clocked else part_name(parts),
            )  # fmt: skip
        if "duration" in phrase.types:
            seconds = sum(many(count) * LONG[unit] for count, unit in parts["amounts"])
            return TimeSpan(
                **base,
                kind="duration",
                start=None,
                end=None,
                grain=_finest(parts),
                seconds=float(f"{seconds:.12g}"),
            )
        one = point(parts, now, language)
        if one is None:
            return None
        if phrase.until is not None:
            return _range(base, one, phrase, now, language)
        return _span(base, one, _bound(text, phrase, language))
    except NoSuchTime as error:
        return TimeSpan(
            **base, kind="date", start=None, end=None, grain="day", has_date=True, invalid=str(error)
        )
    except (OverflowError, ValueError):
        return None  # a year that no calendar holds


def _finest(parts: Parts) -> Grain:
    unit = parts["amounts"][-1][1] if parts["amounts"] else "day"
    return cast(Grain, {"workday": "day", "quarter_hour": "minute"}.get(unit, unit))


def _bound(text: str, phrase: Phrase, language: str) -> Literal["none", "from", "until"]:
    """Return whether what follows makes it a beginning ('月曜から') or an end ('金曜まで')."""
    rules = grammar(language)
    if rules.since.match(text, phrase.end):
        return "from"
    if rules.until.match(text, phrase.end):
        return "until"
    return "none"


def _span(base: dict[str, Any], one: Stretch, bound: Literal["none", "from", "until"]) -> TimeSpan:
    kind = "date"
    if one.has_clock:
        kind = "datetime" if one.has_date else "time"
    elif one.part is not None or one.grain != "day" or one.end - one.start > DAY:
        kind = "range"
    return TimeSpan(
        **base, kind=cast(Any, kind), start=one.start, end=one.end, grain=one.grain, has_date=one.has_date,
        has_clock=one.has_clock, part_of_day=one.part, direction=one.direction, vague_year=one.vague,
        alternatives=one.others, bound=bound,
    )  # fmt: skip


def _range(
    base: dict[str, Any], one: Stretch, phrase: Phrase, now: datetime, language: str
) -> TimeSpan | None:
    assert phrase.until is not None
    reference = one.start if "year" not in phrase.until and one.has_date else now
    two = point(phrase.until, now, language, near=reference)
    if two is None:
        return None
    bare = one.has_clock and "part" not in phrase.parts and one.start.hour < 12
    if bare and two.has_clock and "part" in phrase.until and two.start.hour >= 12:
        noon = one.start + timedelta(hours=12)
        if noon.time() < two.start.time():  # '5時から午後6時まで': both in the afternoon
            one = replace(one, start=noon, end=one.end + timedelta(hours=12))
    end = two.start if two.has_clock else two.end
    if two.has_clock and not two.has_date:
        end = datetime.combine(one.start.date(), end.time())
        if end <= one.start:
            later = end + timedelta(hours=12)
            tells = "part" in phrase.until or phrase.until.get("hour", 0) >= 12
            end = later if later > one.start and not tells and end.hour < 12 else end + DAY
    elif end <= one.start:
        if one.vague or two.vague:
            end = shift_year(end, 1)
        elif end <= one.start:
            return None
    grain: Grain = one.grain if _order(one.grain) <= _order(two.grain) else two.grain
    return TimeSpan(
        **base, kind="range", start=one.start, end=end, grain=grain, has_date=one.has_date or two.has_date,
        has_clock=one.has_clock or two.has_clock, direction=one.direction, vague_year=one.vague,
        alternatives=one.others, last=end if two.has_clock else two.start,
    )  # fmt: skip


def _order(grain: Grain) -> int:
    return ("second", "minute", "hour", "day", "week", "month", "quarter", "year").index(grain)


def point(parts: Parts, now: datetime, language: str, near: datetime | None = None) -> Stretch | None:
    """Return the stretch that the parts tell; a vague date is the nearest, or the first after `near`."""
    if "order" in parts:
        parts = _ordered(parts)
    if "now" in parts:
        return Stretch(now, now, "second", has_clock=True)
    if parts.get("type") == "window" or "window" in parts:
        return window(parts, now)
    day = day_of(parts, now, near)
    if "amounts" in parts:
        day = offset(parts, day, now)
        if "weekday" in parts and not day.has_clock:
            monday = day.start - timedelta(days=day.start.weekday())
            start = monday + timedelta(days=int(parts["weekday"]))
            day = Stretch(start, start + DAY, "day", direction=day.direction)
    elif day is None and not ("hour" in parts or "part" in parts):
        return None
    if "day_end" in parts and day is not None:
        moment = datetime.combine(day.start.date(), datetime.min.time()) + DAY - timedelta(seconds=1)
        return Stretch(
            moment, moment + timedelta(seconds=1), "second", has_clock=True, direction=day.direction
        )
    if day is not None and day.has_clock:
        return day
    return clock(parts, day, now, language)


def _ordered(parts: Parts) -> Parts:
    """Return the parts with the numbers of a date in digits told as year, month and day.

    `order` is the language's own (`dmy`, `mdy`, `md`); a number that cannot be a month is the day, and a
    first number past 12 before two others is a year.
    """
    order, a, b = str(parts["order"]), int(parts["a"]), int(parts["b"])
    out = {k: v for k, v in parts.items() if k not in ("order", "a", "b", "c")}
    if "c" in parts:
        c = str(parts["c"])
        if a > 12 or (order == "dmy" and a >= 10 and len(c) == 2 and not c.startswith("0") and int(c) <= 31):
            out["year"], a, b, order = a, b, int(c), "md"
        else:
            out["year"] = int(c)
    month, day = (b, a) if order == "dmy" else (a, b)
    if month > 12:
        month, day = day, month
    out.update(month=month, day=day)
    return out
