"""Weeks, months, years and their edges; lengths before, after and around now."""

from __future__ import annotations

from datetime import datetime, timedelta

from calisson.language.times.east.grammar import Parts
from calisson.language.times.east.stretch import (
    DAY,
    Direction,
    NoSuchTime,
    Stretch,
    add_months,
    distance,
    midnight,
    moved,
    one_day,
    toward,
)
from calisson.language.types import Grain


def year_of(parts: Parts, now: datetime) -> int | None:
    """Return the year that was told, None when none was. Two digits are 1970 to 2069."""
    if "yearoff" in parts:
        return now.year + int(parts["yearoff"])
    if "year" not in parts:
        return None
    year = int(parts["year"]) + int(parts.get("era", 0))
    if year < 100 and "era" not in parts and not parts.get("full_year"):
        year += 2000 if year < 70 else 1900
    if not 1 <= year < 9999:
        raise NoSuchTime("no-such-date")
    return year


def week_of(parts: Parts, now: datetime) -> Stretch:
    """Return the week that was told, Monday first."""
    today = now.date()
    if "nthweek" in parts:
        return _nth_week(parts, now)
    weeks = int(parts["weekoff"])
    monday = midnight(today - timedelta(days=today.weekday()) + timedelta(weeks=weeks))
    return Stretch(monday, monday + 7 * DAY, "week", direction=toward(weeks))


def _nth_week(parts: Parts, now: datetime) -> Stretch:
    """The nth week of a month begins with its nth Monday's week of four days, as ISO weeks do for years."""
    nth = int(parts["nthweek"])
    if "month" in parts or "monthoff" in parts:
        month = month_of(parts, now, None)
        first = month.start + timedelta(days=(3 - month.start.weekday()) % 7)  # the Thursday
        if nth < 0:
            last = month.end - DAY
            thursday = last - timedelta(days=(last.weekday() - 3) % 7)
        else:
            thursday = first + timedelta(weeks=nth - 1)
    else:
        year = year_of(parts, now) or now.year
        if nth < 0:
            thursday = datetime(year, 12, 28) + timedelta(days=3 - datetime(year, 12, 28).weekday())
        else:
            fourth = datetime(year, 1, 4)
            thursday = fourth + timedelta(days=3 - fourth.weekday(), weeks=nth - 1)
    monday = thursday - timedelta(days=3)
    return Stretch(monday, monday + 7 * DAY, "week")


def month_of(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    """Return the month that was told (this one when none was); without a year the nearest."""
    year = year_of(parts, now)
    if "monthoff" in parts:
        offset = int(parts["monthoff"])
        start = add_months(datetime(now.year, now.month, 1), offset)
        start = start if year is None else start.replace(year=year)
        return Stretch(start, add_months(start, 1), "month", direction=toward(offset))
    if "month" not in parts:
        start = datetime(now.year if year is None else year, now.month, 1)
        return Stretch(start, add_months(start, 1), "month")
    month = int(parts["month"])
    if not 1 <= month <= 12:
        raise NoSuchTime("no-such-date")
    if year is not None:
        start = datetime(year, month, 1)
        return Stretch(start, add_months(start, 1), "month", direction=toward(parts.get("yearoff", 0)))
    anchor = near or now
    options = [datetime(y, month, 1) for y in (anchor.year - 1, anchor.year, anchor.year + 1)]
    if near is not None:
        options = [o for o in options if add_months(o, 1) > anchor]
    start = min(options, key=lambda m: distance((m + 15 * DAY).date(), anchor.date()))
    others = tuple(o for o in options if o != start)
    return Stretch(start, add_months(start, 1), "month", vague=True, others=others)


def edge_of(whole: Stretch, parts: Parts) -> Stretch:
    """Cut a week, month or year to its beginning, middle or end when the words say so."""
    edge = parts.get("edge")
    if edge is None:
        return whole
    length = whole.end - whole.start
    if edge == "last_day":
        return one_day((whole.end - DAY).date(), whole.direction, whole.vague)
    if edge == "first_day":
        return one_day(whole.start.date(), whole.direction, whole.vague)
    cuts = {
        "begin": (0.0, 0.5),
        "end": (0.5, 1.0),
        "early": (0.0, 1 / 12),
        "mid": (1 / 3, 2 / 3),
        "late": (11 / 12, 1.0),
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
            add_months(whole.start, begin), add_months(whole.start, end), "month", direction=whole.direction
        )
    start = whole.start + timedelta(days=bounds[0])
    return Stretch(
        start, whole.start + timedelta(days=bounds[1]), "day", direction=whole.direction, vague=whole.vague
    )


def part_of_year(parts: Parts, now: datetime) -> Stretch:
    """Return the quarter or half of a year that was told."""
    year = year_of(parts, now)
    months = 3 if "quarter" in parts else 6
    index = int(parts["quarter"] if "quarter" in parts else parts.get("halfyear", 1)) - 1
    if parts.get("quarteroff") is not None:
        first = datetime(now.year, 3 * ((now.month - 1) // 3) + 1, 1)
        start = add_months(first, 3 * int(parts["quarteroff"]))
        return Stretch(start, add_months(start, 3), "quarter", direction=toward(parts["quarteroff"]))
    if not 0 <= index * months < 12:
        raise NoSuchTime("no-such-date")
    start = datetime(now.year if year is None else year, 1 + index * months, 1)
    return Stretch(start, add_months(start, months), "quarter", vague=year is None)


def season_of(parts: Parts, now: datetime) -> Stretch:
    """Return the season that was told: three whole months, winter over the turn of the year."""
    first = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}[parts["season"]]
    year = year_of(parts, now)
    start = datetime(now.year if year is None else year, first, 1)
    if year is None and first == 12 and now.month < 6:
        start = datetime(now.year - 1, first, 1)
    return Stretch(start, add_months(start, 3), "quarter", vague=year is None)


def offset(parts: Parts, base: Stretch | None, now: datetime) -> Stretch:
    """Return the time so far before or after the base (now when none was told)."""
    sign = -1 if parts["direction"] == "past" else 1
    fine = any(unit in ("hour", "minute", "second", "quarter_hour") for _, unit in parts["amounts"])
    start = now if base is None else base.start
    if base is not None and fine and "hour" in parts:
        start = start.replace(hour=int(parts["hour"]))
    when = moved(start, parts["amounts"], sign)
    way: Direction = "past" if sign < 0 else "future"
    if fine:
        unit = parts["amounts"][-1][1]
        grain: Grain = "second" if unit == "second" else "minute"
        return Stretch(when, when + timedelta(minutes=1), grain, has_clock=True, direction=way)
    coarse = parts["amounts"][-1][1] in ("week", "month", "year") and base is None and "whole" in parts
    day = midnight(when.date())
    if coarse and parts["amounts"][-1][1] == "month":
        day = day.replace(day=1)
        return Stretch(day, add_months(day, 1), "month", direction=way)
    return Stretch(day, day + DAY, "day", direction=way)


def window(parts: Parts, now: datetime) -> Stretch:
    """Return the last or next so many days, weeks …, up to or from today."""
    sign = -1 if parts["direction"] == "past" else 1
    fine = any(unit in ("hour", "minute", "second", "quarter_hour") for _, unit in parts["amounts"])
    way: Direction = "past" if sign < 0 else "future"
    if fine:
        other = moved(now, parts["amounts"], sign)
        return Stretch(min(now, other), max(now, other), "minute", direction=way, part=None)
    today = midnight(now.date())
    if sign < 0:
        tomorrow = today + DAY
        start = (
            moved(tomorrow, parts["amounts"], -1)
            if parts.get("with_today", True)
            else moved(today, parts["amounts"], -1)
        )
        return Stretch(start, tomorrow if parts.get("with_today", True) else today, "week", direction=way)
    first = today if parts.get("with_today", True) else today + DAY
    return Stretch(first, moved(first, parts["amounts"], 1), "week", direction=way)
