"""Days and months as the calendar names them: which year, which month, which week is meant."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any, cast

from calisson.language.times.west.calendar import add, add_months, day_of, midnight, years_around
from calisson.language.times.west.frame import Frame
from calisson.language.times.west.stretch import (
    Direction,
    NoSuchDateError,
    Stretch,
    direction_of,
    existing_day,
    nearest,
    stretch_of,
)


def by_calendar(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    """Resolve year, month, day and weekday slots; None when there are none.

    Raises:
        NoSuchDateError: The day does not exist.
    """
    if frame.month is not None and frame.day is not None:
        return _month_day(frame, now)
    if frame.day is not None:
        return _month_only_day(frame, now)
    if frame.month is not None:
        return _month(frame, now)
    if frame.weekday is not None:
        return _weekday(frame, now, settings)
    if frame.year is not None:
        start = day_of(frame.year, 1, 1)
        if start is None:
            raise NoSuchDateError
        return stretch_of(start, "year")
    return None


def _month_day(frame: Frame, now: datetime) -> Stretch:
    month, day = cast(int, frame.month), cast(int, frame.day)
    if frame.year is not None:
        return stretch_of(existing_day(frame.year, month, day), "day")
    if frame.which is not None:
        inner = _month(replace(frame, day=None), now)
        return stretch_of(existing_day(inner.start.year, month, day), "day", direction=inner.direction)
    days = [d for y in years_around(now.year) if (d := day_of(y, month, day))]
    if not days:
        raise NoSuchDateError
    if frame.weekday is not None:
        matching = [d for d in days if d.weekday() == frame.weekday and abs(d.year - now.year) <= 1]
        days = matching or days
    best, others = nearest(days, now)
    return stretch_of(best, "day", vague_year=True, alternatives=others)


def _month_only_day(frame: Frame, now: datetime) -> Stretch:
    day = cast(int, frame.day)
    first = midnight(now).replace(day=1)
    months = [m for i in range(-13, 14) if (m := add_months(first, i))]
    days = [d for m in months if (d := day_of(m.year, m.month, day))]
    if frame.weekday is not None:
        days = [d for d in days if d.weekday() == frame.weekday] or days
        best, others = nearest(days, now)
        return stretch_of(best, "day", alternatives=others)
    if not days:
        raise NoSuchDateError
    today = midnight(now)
    coming = min((d for d in days if d >= today), default=days[-1])
    before = max((d for d in days if d < today), default=days[0])
    return stretch_of(coming, "day", alternatives=(before,))


def _month(frame: Frame, now: datetime) -> Stretch:
    month = cast(int, frame.month)
    if frame.year is not None:
        start = day_of(frame.year, month, 1)
        if start is None:
            raise NoSuchDateError
        return stretch_of(start, "month")
    this = midnight(now).replace(month=month, day=1)
    if frame.which is not None:
        if frame.which == 0:
            return stretch_of(this, "month")
        current = now.month
        year = now.year
        if frame.which > 0:
            year += (month <= current) + frame.which - 1
        else:
            year -= (month >= current) - frame.which - 1
        start = day_of(year, month, 1)
        if start is None:
            raise NoSuchDateError
        return stretch_of(start, "month", direction=direction_of(frame.which))
    if month == now.month:
        others = [d for y in (now.year - 1, now.year + 1) if (d := day_of(y, month, 1))]
        return stretch_of(this, "month", vague_year=True, alternatives=tuple(others))
    months = [d for y in years_around(now.year) if (d := day_of(y, month, 1))]
    best, rest = nearest(months, now)
    return stretch_of(best, "month", vague_year=True, alternatives=rest)


def _weekday(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch:
    weekday = cast(int, frame.weekday)
    today = midnight(now)
    ahead = (weekday - today.weekday()) % 7
    in_week = weekday - today.weekday()
    which = frame.which
    others: tuple[int, ...]
    if which is None:
        days, others, direction = ahead, (ahead - 7, ahead + 7), "none"
    elif which == 0:
        days, others, direction = in_week, (ahead,) if ahead != in_week else (), "none"
    elif which < 0:
        back = (today.weekday() - weekday) % 7 or 7
        week = in_week - 7
        days = -back + 7 * (which + 1)
        others, direction = (week + 7 * (which + 1),) if week != -back else (), "past"
    else:
        by_week = in_week + 7 * which
        by_order = (ahead or 7) + 7 * (which - 1)
        use_week = settings["next_weekday"] == "week" and not frame.nearest
        days, other = (by_week, by_order) if use_week else (by_order, by_week)
        others, direction = (other,) if other != days else (), "future"
    start = add(today, days=days)
    if start is None:
        raise NoSuchDateError
    alternatives = tuple(a for d in others if (a := add(today, days=d)))
    return stretch_of(start, "day", direction=cast(Direction, direction), alternatives=alternatives)
