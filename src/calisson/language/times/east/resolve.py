"""From what a phrase tells to a span of time, against the reference time.

A date without a year is the nearest such day, before or after; a weekday without a week is the next one. A
clock without a part of day keeps its number ('5点' is 05:00): whether the evening is meant is the caller's to
judge. Ranges of days end behind their last day.
"""

from __future__ import annotations

import calendar
import math
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal, cast

from calisson.language.times.east.grammar import Parts, grammar
from calisson.language.times.east.holidays import holiday
from calisson.language.times.east.phrases import Phrase
from calisson.language.types import Grain, TimeSpan

Direction = Literal["past", "future", "none"]
_DAY = timedelta(days=1)
_LONG = {"year": 31536000.0, "month": 2592000.0, "week": 604800.0, "day": 86400.0, "workday": 86400.0,
         "hour": 3600.0, "quarter_hour": 900.0, "minute": 60.0, "second": 1.0}  # fmt: skip
"""Seconds of each unit of a length; a month has 30 days and a year 365, as in 'a 3-month plan'."""
_FEW = 3
"""What 'a few' days means (数日, 며칠)."""


@dataclass(slots=True)
class Stretch:
    """A resolved stretch of time."""

    start: datetime
    end: datetime
    grain: Grain
    has_date: bool = True
    has_clock: bool = False
    part: str | None = None
    direction: Direction = "none"
    vague: bool = False
    others: tuple[datetime, ...] = ()
    """Other readings of `start`, likeliest first."""


class NoSuchTime(ValueError):
    """The words name a day that the calendar does not have; the argument is the reason's message id."""


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
            return TimeSpan(
                **base, kind="recurrence", start=first, end=None, grain=grain, rrule=rule,
                has_date=True, has_clock="hour" in parts, part_of_day=part_name(parts),
            )  # fmt: skip
        if "duration" in phrase.types:
            seconds = sum(_count(count) * _LONG[unit] for count, unit in parts["amounts"])
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


def _count(count: float) -> float:
    return float(_FEW) if math.isnan(count) else count


def _finest(parts: Parts) -> Grain:
    unit = parts["amounts"][-1][1] if parts["amounts"] else "day"
    return cast(Grain, {"workday": "day", "quarter_hour": "minute"}.get(unit, unit))


def _bound(text: str, phrase: Phrase, language: str) -> Literal["none", "from", "until"]:
    """Return whether a particle behind the phrase makes it a beginning ('月曜から') or an end ('金曜まで')."""
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
    elif one.part is not None or one.grain != "day":
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
    end = two.start if two.has_clock else two.end
    if two.has_clock and not two.has_date:
        end = datetime.combine(one.start.date(), end.time())
        if end <= one.start:
            later = end + timedelta(hours=12)
            tells = "part" in phrase.until or phrase.until.get("hour", 0) >= 12
            end = later if later > one.start and not tells and end.hour < 12 else end + _DAY
    elif end <= one.start:
        if one.vague or two.vague:
            end = _shift_year(end, 1)
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
    """Return the stretch that the parts tell; a vague date is the one nearest to `near` (after it, if given)."""
    if "order" in parts:
        parts = _ordered(parts)
    if "now" in parts:
        return Stretch(now, now, "second", has_clock=True)
    if parts.get("type") == "window" or "window" in parts:
        return _window(parts, now)
    day = _day(parts, now, near)
    if "amounts" in parts:
        day = _offset(parts, day, now)
        if "weekday" in parts and not day.has_clock:
            monday = day.start - timedelta(days=day.start.weekday())
            start = monday + timedelta(days=int(parts["weekday"]))
            day = Stretch(start, start + _DAY, "day", direction=day.direction)
    elif day is None and not ("hour" in parts or "part" in parts):
        return None
    if "day_end" in parts and day is not None:
        moment = datetime.combine(day.start.date(), datetime.min.time()) + _DAY - timedelta(seconds=1)
        return Stretch(
            moment, moment + timedelta(seconds=1), "second", has_clock=True, direction=day.direction
        )
    if day is not None and day.has_clock:
        return day
    return _clock(parts, day, now, language)


def _ordered(parts: Parts) -> Parts:
    """Return the parts with the numbers of a date in digits told as year, month and day.

    `order` is the language's own (`dmy`, `mdy`, `md`); a number that cannot be a month is the day, and a first
    number of two digits before two shorter ones is a year.
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


# --- days ------------------------------------------------------------------------------------------------


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def _one_day(day: date, direction: Direction = "none", vague: bool = False) -> Stretch:
    start = _midnight(day)
    return Stretch(start, start + _DAY, "day", direction=direction, vague=vague)


def _toward(offset: float) -> Direction:
    return "past" if offset < 0 else "future" if offset > 0 else "none"


def _day(parts: Parts, now: datetime, near: datetime | None) -> Stretch | None:
    """Return the day, week, month or year that the parts name, None when they name none."""
    today = now.date()
    if "relday" in parts:
        offset = int(parts["relday"])
        return _one_day(today + timedelta(days=offset), _toward(offset))
    if "holiday" in parts:
        return _holiday(parts, now)
    if "nth" in parts and "weekday" in parts:
        return _nth_weekday(parts, now)
    if "weekend" in parts:
        weeks = int(parts.get("weekoff", 0))
        saturday = today - timedelta(days=today.weekday()) + timedelta(days=5, weeks=weeks)
        return Stretch(_midnight(saturday), _midnight(saturday) + 2 * _DAY, "day", direction=_toward(weeks))
    if "weekday" in parts and not parts.keys() & {"day", "amounts"}:
        return _weekday(parts, now, near)
    if "weekoff" in parts or "nthweek" in parts:
        return _edge(_week(parts, now), parts)
    if "day" in parts:
        return _month_day(parts, now, near)
    if "quarter" in parts or "halfyear" in parts:
        return _part_of_year(parts, now)
    if "month" in parts or "monthoff" in parts:
        return _edge(_month(parts, now, near), parts)
    if "season" in parts:
        return _season(parts, now)
    if "decade" in parts:
        century = (
            parts["century"] * 100 - 100 if "century" in parts else 1900 if parts["decade"] >= 30 else 2000
        )
        year = int(parts["decade"] if parts["decade"] >= 100 else century + parts["decade"])
        return Stretch(datetime(year, 1, 1), datetime(year + 10, 1, 1), "year")
    if "century" in parts:
        year = int(parts["century"] - 1) * 100
        return Stretch(datetime(max(year, 1), 1, 1), datetime(year + 100, 1, 1), "year")
    if "year" in parts or "yearoff" in parts:
        year = _year(parts, now)
        assert year is not None
        whole = Stretch(
            datetime(year, 1, 1), datetime(year + 1, 1, 1), "year", direction=_toward(year - now.year)
        )
        return _edge(whole, parts)
    return None


def _year(parts: Parts, now: datetime) -> int | None:
    if "yearoff" in parts:
        return now.year + int(parts["yearoff"])
    if "year" not in parts:
        return None
    year = int(parts["year"]) + int(parts.get("era", 0))
    if year < 100 and "era" not in parts and not parts.get("full_year"):
        year += 2000 if year < 70 else 1900
    if not 1 <= year < 9999:
        raise NoSuchTime("no-such-year")
    return year


def _valid(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def _month_day(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    """Return the day of a month: named fully, without a year, or without a month."""
    day, today = int(parts["day"]), now.date()
    anchor = near.date() if near is not None else today
    if "monthoff" in parts:
        year = _year(parts, now)
        start = _add_months(now.replace(day=1), int(parts["monthoff"])).date()
        start = start if year is None else start.replace(year=year)
        if not _valid(start.year, start.month, day):
            raise NoSuchTime("no-such-day")
        return _one_day(start.replace(day=day), _toward(parts["monthoff"]))
    if "month" in parts:
        month = int(parts["month"])
        year = _year(parts, now)
        if year is not None:
            if not _valid(year, month, day):
                raise NoSuchTime("no-such-day")
            return _one_day(date(year, month, day), _toward(parts.get("yearoff", 0)))
        years = [y for y in range(anchor.year - 8, anchor.year + 9) if 0 < y < 9999 and _valid(y, month, day)]
        if not years:
            raise NoSuchTime("no-such-day")
        options = [date(y, month, day) for y in years]
        if near is not None:
            options = [o for o in options if o >= anchor]
        return _nearest(options, anchor, vague=True)
    options = []
    for shift in range(-2, 4):
        first = _add_months(datetime(anchor.year, anchor.month, 1), shift).date()
        if _valid(first.year, first.month, day):
            options.append(first.replace(day=day))
    if "weekday" in parts:
        fitting = [o for o in options if o.weekday() == int(parts["weekday"])]
        options = fitting or options
    if near is not None:
        options = [o for o in options if o >= anchor] or options
    if not options:
        raise NoSuchTime("no-such-day")
    return _nearest(options, anchor)


def _nearest(options: list[date], anchor: date, *, vague: bool = False) -> Stretch:
    """Return the day nearest to the anchor (of its month, if it names no month), and its neighbours."""
    this_month = [d for d in options if (d.year, d.month) == (anchor.year, anchor.month)]
    best = this_month[0] if this_month and not vague else min(options, key=lambda d: abs((d - anchor).days))
    before = [d for d in options if d < min(best, anchor)]
    after = [d for d in options if d > max(best, anchor)]
    found = _one_day(best, vague=vague)
    found.others = tuple(
        _midnight(d) for d in ([max(before)] if before else []) + ([min(after)] if after else [])
    )
    if best < anchor and len(found.others) == 2:
        found.others = found.others[::-1]
    return found


def _weekday(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    today = near.date() if near is not None else now.date()
    wanted = int(parts["weekday"])
    monday = today - timedelta(days=today.weekday())
    if "weekoff" in parts:
        weeks = int(parts["weekoff"])
        return _one_day(monday + timedelta(days=wanted, weeks=weeks), _toward(weeks))
    ahead = (wanted - today.weekday()) % 7
    if ahead == 0 and near is None and not _later_today(parts, now):
        ahead = 7
    found = _one_day(today + timedelta(days=ahead))
    if near is None:
        found.others = (found.start - 7 * _DAY, found.start + 7 * _DAY)
    return found


def _later_today(parts: Parts, now: datetime) -> bool:
    return "hour" in parts and int(parts["hour"]) > now.hour


def _nth_weekday(parts: Parts, now: datetime) -> Stretch:
    month = _month(parts, now, None)
    if "month" not in parts and "monthoff" not in parts and ("year" in parts or "yearoff" in parts):
        year = _year(parts, now) or now.year
        month = Stretch(datetime(year, 1, 1), datetime(year + 1, 1, 1), "year")
    nth, wanted = int(parts["nth"]), int(parts["weekday"])
    if nth < 0:
        last = month.end - _DAY
        day = last - timedelta(days=(last.weekday() - wanted) % 7) + timedelta(weeks=nth + 1)
    else:
        day = month.start + timedelta(days=(wanted - month.start.weekday()) % 7, weeks=nth - 1)
    if not month.start <= day < month.end:
        raise NoSuchTime("no-such-day")
    return _one_day(day.date(), vague=month.vague)


def _holiday(parts: Parts, now: datetime) -> Stretch | None:
    name = str(parts["holiday"])
    year = _year(parts, now)
    years = [year] if year is not None else [now.year - 1, now.year, now.year + 1]
    days = [d for y in years if (d := holiday(name, y)) is not None]
    if not days:
        return None
    return _nearest(days, now.date(), vague=year is None)


# --- weeks, months, years --------------------------------------------------------------------------------


def _week(parts: Parts, now: datetime) -> Stretch:
    today = now.date()
    if "nthweek" in parts:
        return _nth_week(parts, now)
    weeks = int(parts["weekoff"])
    monday = _midnight(today - timedelta(days=today.weekday()) + timedelta(weeks=weeks))
    return Stretch(monday, monday + 7 * _DAY, "week", direction=_toward(weeks))


def _nth_week(parts: Parts, now: datetime) -> Stretch:
    """The nth week of a month begins with its nth Monday's week of four days, as ISO weeks do for years."""
    nth = int(parts["nthweek"])
    if "month" in parts or "monthoff" in parts:
        month = _month(parts, now, None)
        first = month.start + timedelta(days=(3 - month.start.weekday()) % 7)  # the Thursday
        if nth < 0:
            last = month.end - _DAY
            thursday = last - timedelta(days=(last.weekday() - 3) % 7)
        else:
            thursday = first + timedelta(weeks=nth - 1)
    else:
        year = _year(parts, now) or now.year
        if nth < 0:
            thursday = datetime(year, 12, 28) + timedelta(days=3 - datetime(year, 12, 28).weekday())
        else:
            fourth = datetime(year, 1, 4)
            thursday = fourth + timedelta(days=3 - fourth.weekday(), weeks=nth - 1)
    monday = thursday - timedelta(days=3)
    return Stretch(monday, monday + 7 * _DAY, "week")


def _month(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    year = _year(parts, now)
    if "monthoff" in parts:
        offset = int(parts["monthoff"])
        start = _add_months(datetime(now.year, now.month, 1), offset)
        start = start if year is None else start.replace(year=year)
        return Stretch(start, _add_months(start, 1), "month", direction=_toward(offset))
    if "month" not in parts:
        start = datetime(now.year if year is None else year, now.month, 1)
        return Stretch(start, _add_months(start, 1), "month")
    month = int(parts["month"])
    if not 1 <= month <= 12:
        raise NoSuchTime("no-such-month")
    if year is not None:
        start = datetime(year, month, 1)
        return Stretch(start, _add_months(start, 1), "month", direction=_toward(parts.get("yearoff", 0)))
    anchor = near or now
    options = [datetime(y, month, 1) for y in (anchor.year - 1, anchor.year, anchor.year + 1)]
    if near is not None:
        options = [o for o in options if _add_months(o, 1) > anchor]
    start = min(options, key=lambda m: abs((m - anchor).days + 15))
    others = tuple(o for o in options if o != start)
    return Stretch(start, _add_months(start, 1), "month", vague=True, others=others)


def _edge(whole: Stretch, parts: Parts) -> Stretch:
    """Cut a week, month or year to its beginning, middle or end when the words say so."""
    edge = parts.get("edge")
    if edge is None:
        return whole
    length = whole.end - whole.start
    if edge == "last_day":
        return _one_day((whole.end - _DAY).date(), whole.direction, whole.vague)
    if edge == "first_day":
        return _one_day(whole.start.date(), whole.direction, whole.vague)
    cuts = {
        "begin": (0.0, 0.5),
        "end": (0.5, 1.0),
        "early": (0.0, 1 / 3),
        "mid": (1 / 3, 2 / 3),
        "late": (2 / 3, 1.0),
    }
    low, high = cuts[edge]
    days = length.days
    if whole.grain == "week":
        bounds = {"begin": (0, 3), "early": (0, 3), "mid": (2, 5), "end": (3, 7), "late": (3, 7)}[edge]
    elif whole.grain == "month":
        bounds = {"begin": (0, 15), "end": (15, days), "early": (0, 10), "mid": (10, 20), "late": (20, days)}[
            edge
        ]
    else:
        begin, end = round(12 * low), round(12 * high)
        return Stretch(
            _add_months(whole.start, begin), _add_months(whole.start, end), "month", direction=whole.direction
        )
    start = whole.start + timedelta(days=bounds[0])
    return Stretch(
        start, whole.start + timedelta(days=bounds[1]), "day", direction=whole.direction, vague=whole.vague
    )


def _part_of_year(parts: Parts, now: datetime) -> Stretch:
    year = _year(parts, now)
    months = 3 if "quarter" in parts else 6
    index = int(parts.get("quarter", parts.get("halfyear", 1))) - 1
    if parts.get("quarteroff") is not None:
        first = datetime(now.year, 3 * ((now.month - 1) // 3) + 1, 1)
        start = _add_months(first, 3 * int(parts["quarteroff"]))
        return Stretch(start, _add_months(start, 3), "quarter", direction=_toward(parts["quarteroff"]))
    if not 0 <= index * months < 12:
        raise NoSuchTime("no-such-day")
    start = datetime(now.year if year is None else year, 1 + index * months, 1)
    return Stretch(start, _add_months(start, months), "quarter", vague=year is None)


def _season(parts: Parts, now: datetime) -> Stretch:
    first = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}[parts["season"]]
    year = _year(parts, now)
    start = datetime(now.year if year is None else year, first, 1)
    if year is None and first == 12 and now.month < 6:
        start = datetime(now.year - 1, first, 1)
    return Stretch(start, _add_months(start, 3), "quarter", vague=year is None)


# --- lengths from now ------------------------------------------------------------------------------------


def _add_months(when: datetime, months: int) -> datetime:
    index = when.year * 12 + when.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year < 9999:
        raise NoSuchTime("no-such-year")
    return when.replace(
        year=year, month=month + 1, day=min(when.day, calendar.monthrange(year, month + 1)[1])
    )


def _shift_year(when: datetime, years: int) -> datetime:
    return _add_months(when, 12 * years)


def _moved(when: datetime, amounts: list[tuple[float, str]], sign: int) -> datetime:
    for count, unit in amounts:
        many = _count(count)
        if unit in ("year", "month"):
            months = many * (12 if unit == "year" else 1) * sign
            when = _add_months(when, int(months))
            when += timedelta(days=30 * (months - int(months)))
        elif unit == "workday":
            left = int(many)
            while left > 0:
                when += sign * _DAY
                left -= when.weekday() < 5
        else:
            when += sign * timedelta(seconds=many * _LONG[unit])
    return when


def _offset(parts: Parts, base: Stretch | None, now: datetime) -> Stretch:
    """Return the time so far before or after the base (now when none was told)."""
    sign = -1 if parts["direction"] == "past" else 1
    fine = any(unit in ("hour", "minute", "second", "quarter_hour") for _, unit in parts["amounts"])
    start = now if base is None else base.start
    if base is not None and fine and "hour" in parts:
        start = start.replace(hour=int(parts["hour"]))
    when = _moved(start, parts["amounts"], sign)
    way: Direction = "past" if sign < 0 else "future"
    if fine:
        unit = parts["amounts"][-1][1]
        grain: Grain = "second" if unit == "second" else "minute"
        return Stretch(when, when + timedelta(minutes=1), grain, has_clock=True, direction=way)
    coarse = parts["amounts"][-1][1] in ("week", "month", "year") and base is None and "whole" in parts
    day = _midnight(when.date())
    if coarse and parts["amounts"][-1][1] == "month":
        day = day.replace(day=1)
        return Stretch(day, _add_months(day, 1), "month", direction=way)
    return Stretch(day, day + _DAY, "day", direction=way)


def _window(parts: Parts, now: datetime) -> Stretch:
    """Return the last or next so many days, weeks …, up to or from today."""
    sign = -1 if parts["direction"] == "past" else 1
    fine = any(unit in ("hour", "minute", "second", "quarter_hour") for _, unit in parts["amounts"])
    way: Direction = "past" if sign < 0 else "future"
    if fine:
        other = _moved(now, parts["amounts"], sign)
        return Stretch(min(now, other), max(now, other), "minute", direction=way, part=None)
    today = _midnight(now.date())
    if sign < 0:
        tomorrow = today + _DAY
        start = (
            _moved(tomorrow, parts["amounts"], -1)
            if parts.get("with_today", True)
            else _moved(today, parts["amounts"], -1)
        )
        return Stretch(start, tomorrow if parts.get("with_today", True) else today, "week", direction=way)
    first = today if parts.get("with_today", True) else today + _DAY
    return Stretch(first, _moved(first, parts["amounts"], 1), "week", direction=way)


# --- clocks ----------------------------------------------------------------------------------------------


def part_name(parts: Parts) -> str | None:
    """Return the public name of the part of day, when one was told."""
    part = parts.get("part")
    return None if part in (None, "am", "pm") else str(part).split("_")[-1]


def _clock(parts: Parts, day: Stretch | None, now: datetime, language: str) -> Stretch | None:
    base = day or _one_day(now.date())
    has_date = day is not None
    part = parts.get("part")
    if "hour" not in parts:
        if part is None:
            return day
        window = grammar(language).data["parts_of_day"].get(part)
        if window is None or base.grain != "day":
            return day
        start, end = (base.start + timedelta(minutes=_minutes(edge)) for edge in window)
        others = tuple(other + (start - base.start) for other in base.others)
        name = part_name({"part": _public(part)})
        return Stretch(start, end, "hour", has_date, False, name, base.direction, base.vague, others)
    if base.grain != "day":
        base = Stretch(base.start, base.start + _DAY, "day", direction=base.direction, vague=base.vague)
    hour, minute = float(parts["hour"]), float(parts.get("minute", 0))
    second = float(parts.get("second", 0))
    if parts.get("half"):
        minute += 30
    if "quarters" in parts:
        minute += 15 * float(parts["quarters"])
    if hour > 30 or minute >= 60 or second >= 60 or hour != int(hour):
        return None
    hour = _twelve(int(hour), part)
    shift = timedelta(hours=hour, minutes=minute, seconds=second)
    moment = base.start + shift
    if "minus" in parts:
        moment -= timedelta(minutes=float(parts["minus"]))
    grain: Grain = (
        "second" if "second" in parts else "minute" if "minute" in parts or parts.get("half") else "hour"
    )
    step = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1)}[grain]
    if not has_date:
        moment = datetime.combine(now.date(), moment.time())
    others = [other + shift for other in base.others]
    if part is None and 1 <= hour < 12:
        others.insert(0, moment + timedelta(hours=12))  # '7時' may be 19:00
    return Stretch(
        moment, moment + step, grain, has_date, True, None, base.direction, base.vague, tuple(others)
    )


def _public(part: str) -> str:
    return {"am": "morning", "pm": "afternoon"}.get(part, part)


def _minutes(text: str) -> float:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


_AFTERNOON = ("pm", "afternoon", "evening", "early_evening")
_NIGHT = ("night", "late_night")


def _twelve(hour: int, part: str | None) -> int:
    """Return the hour on the 24-hour clock: '下午3' is 15, '夜の12時' 24, '深夜1時' 1."""
    if part is None or hour > 12:
        return hour
    if part in _AFTERNOON:
        return hour + 12 if hour < 12 else hour
    if part in _NIGHT:
        return 24 if hour == 12 else hour + 12 if hour >= 5 else hour
    if part == "noon":
        return hour + 12 if 1 <= hour <= 4 else hour
    if part in ("dawn", "midnight"):
        return 0 if hour == 12 else hour
    return 0 if hour == 12 and part == "am" else hour
