"""Recurrences: the RFC 5545 rule of a rhythm and its first occurrence at or after a moment."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from calisson.language.times.west.calendar import DAYS, add, midnight, nth_weekday
from calisson.language.times.west.frame import Every

_HORIZON = 366 * 9


def rule(every: Every, until: datetime | None) -> str:
    """Return the rule without the `RRULE:` prefix; `until` is exclusive."""
    parts = [f"FREQ={every.freq}"]
    if every.interval > 1:
        parts.append(f"INTERVAL={every.interval}")
    if every.weekdays:
        place = "" if every.nth is None else str(every.nth)
        parts.append("BYDAY=" + ",".join(place + DAYS[d] for d in every.weekdays))
    if every.month is not None:
        parts.append(f"BYMONTH={every.month}")
    if every.monthday is not None:
        parts.append(f"BYMONTHDAY={every.monthday}")
    if until is not None:
        parts.append(f"UNTIL={until - timedelta(seconds=1):%Y%m%dT%H%M%S}")
    return ";".join(parts)


def first(every: Every, since: datetime, clock: tuple[int, int, int] | None) -> datetime | None:
    """Return the first occurrence at or after `since`; without a clock, on or after its day."""
    if every.freq in ("HOURLY", "MINUTELY"):
        step = (
            timedelta(hours=every.interval) if every.freq == "HOURLY" else timedelta(minutes=every.interval)
        )
        if clock is not None:
            return _on(every, since, clock)
        try:
            return since.replace(microsecond=0) + step
        except OverflowError:
            return None
    return _on(every, since, clock)


def _on(every: Every, since: datetime, clock: tuple[int, int, int] | None) -> datetime | None:
    for day in _days(every, midnight(since)):
        moment = day if clock is None else day.replace(hour=clock[0], minute=clock[1], second=clock[2])
        if clock is None or moment >= since.replace(second=0, microsecond=0):
            return moment
    return None


def _days(every: Every, today: datetime) -> Iterator[datetime]:
    for offset in range(_HORIZON):
        day = add(today, days=offset)
        if day is None:
            return
        if _holds(every, day):
            yield day


def _holds(every: Every, day: datetime) -> bool:
    if every.month is not None and day.month != every.month:
        return False
    if every.monthday is not None:
        if every.monthday > 0:
            return day.day == every.monthday
        following = add(day, days=-every.monthday)
        return following is not None and following.day == 1
    if every.nth is not None:
        return any(nth_weekday(day.year, day.month, d, every.nth) == day for d in every.weekdays)
    return not every.weekdays or day.weekday() in every.weekdays
