"""Arithmetic of the Gregorian calendar: shifting, weeks, Easter, movable feasts.

Dates outside the years 1 to 9999 do not exist here: every function returns None for them instead of raising.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

Amount = tuple[float, str]
"""A count and the unit it counts: `(1.5, "hour")`."""

SECONDS: dict[str, float] = {
    "second": 1,
    "minute": 60,
    "hour": 3600,
    "day": 86400,
    "workday": 86400,
    "weekend": 172800,
    "week": 604800,
    "month": 2592000,
    "quarter": 7776000,
    "year": 31536000,
    "decade": 315360000,
    "century": 3153600000,
}
"""Nominal lengths: months of 30 days, years of 365."""

MONTHS: dict[str, int] = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
CLOCK_UNITS = ("hour", "minute", "second")


def day_of(year: int, month: int, day: int) -> datetime | None:
    """Return midnight of this day, or None when the calendar has no such day."""
    try:
        return datetime(year, month, day)
    except ValueError:
        return None


def midnight(when: datetime) -> datetime:
    """Return the first moment of the day."""
    return when.replace(hour=0, minute=0, second=0, microsecond=0)


def add(when: datetime, **parts: float) -> datetime | None:
    """Return `when` plus a timedelta of these parts, or None outside the calendar."""
    try:
        return when + timedelta(**parts)
    except OverflowError:
        return None


def add_months(when: datetime, count: int) -> datetime | None:
    """Return the same day `count` months on; a day the month does not have becomes its last."""
    index = when.year * 12 + when.month - 1 + count
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        return None
    return when.replace(year=year, month=month + 1, day=min(when.day, monthrange(year, month + 1)[1]))


def add_workdays(when: datetime, count: int) -> datetime | None:
    """Return the day that lies `count` working days (Monday to Friday) on."""
    step, left = (1 if count > 0 else -1), min(abs(count), 20000)
    current: datetime | None = when
    while left and current is not None:
        current = add(current, days=step)
        left -= current is not None and current.weekday() < 5
    return current


def shift(when: datetime, amounts: Iterable[Amount], sign: int) -> datetime | None:
    """Return `when` moved by the amounts, largest units first; None outside the calendar."""
    current: datetime | None = when
    for count, unit in sorted(amounts, key=lambda a: -SECONDS[a[1]]):
        if current is None or abs(count) > 1e7:
            return None
        if unit in MONTHS:
            months = count * MONTHS[unit]
            current = add_months(current, sign * int(months))
            if current is not None and months != int(months):
                current = add(current, days=sign * round((months - int(months)) * 30))
        elif unit == "workday":
            current = add_workdays(current, sign * int(count))
        else:
            current = add(current, seconds=sign * count * SECONDS["week" if unit == "weekend" else unit])
    return current


def week_of(when: datetime) -> datetime | None:
    """Return the Monday of the week."""
    return add(midnight(when), days=-when.weekday())


def start_of(unit: str, when: datetime) -> datetime | None:
    """Return the first moment of the unit in which `when` lies; a weekend begins on Saturday."""
    day = midnight(when)
    if unit == "week":
        return week_of(day)
    if unit == "weekend":
        monday = week_of(day)
        return None if monday is None else add(monday, days=5)
    if unit == "month":
        return day.replace(day=1)
    if unit == "quarter":
        return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
    if unit == "year":
        return day.replace(month=1, day=1)
    if unit == "decade":
        return day_of(max(day.year // 10 * 10, 1), 1, 1)
    if unit == "century":
        return day_of(max(day.year // 100 * 100, 1), 1, 1)
    if unit == "hour":
        return when.replace(minute=0, second=0, microsecond=0)
    if unit == "minute":
        return when.replace(second=0, microsecond=0)
    if unit == "second":
        return when.replace(microsecond=0)
    return day


def step(unit: str, when: datetime, count: int) -> datetime | None:
    """Return `when` moved by whole units."""
    if unit in MONTHS:
        return add_months(when, count * MONTHS[unit])
    if unit == "workday":
        return add_workdays(when, count)
    return add(when, seconds=count * SECONDS["week" if unit == "weekend" else unit])


def end_of(unit: str, start: datetime) -> datetime:
    """Return the first moment after the unit that begins at `start` (the calendar's end at worst)."""
    if unit == "weekend":
        return add(start, days=2) or datetime.max
    return step(unit, start, 1) or datetime.max


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> datetime | None:
    """Return the nth (from 1; -1 is the last) such weekday of the month, or None when it has fewer."""
    if not 1 <= year <= 9999:
        return None
    length = monthrange(year, month)[1]
    if nth > 0:
        first = datetime(year, month, 1)
        day = 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1)
    else:
        last = datetime(year, month, length)
        day = length - (last.weekday() - weekday) % 7 + 7 * (nth + 1)
    return day_of(year, month, day) if 1 <= day <= length else None


def easter(year: int) -> datetime | None:
    """Return Easter Sunday (the anonymous Gregorian computus, Meeus, 'Astronomical Algorithms', ch. 8)."""
    if not 1 <= year <= 9999:
        return None
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return datetime(year, month, day + 1)


def feast(rule: str, year: int) -> datetime | None:
    """Return the day of a feast in a year.

    Rules: `12-25` (fixed), `easter-2` and `easter+49` (days from Easter Sunday), `11-4TH+1` (the fourth
    Thursday of November, one day on; the nth may be -1), `advent-1` (the first Sunday of Advent; 0 is the one
    before), `bettag` (the Wednesday eleven days before the first Sunday of Advent).
    """
    if rule.startswith("easter"):
        sunday = easter(year)
        return None if sunday is None else add(sunday, days=int(rule[6:] or 0))
    if rule.startswith("advent"):
        christmas = day_of(year, 12, 25)
        if christmas is None:
            return None
        fourth = add(christmas, days=-(christmas.weekday() + 1))
        return None if fourth is None else add(fourth, days=7 * (int(rule[7:]) - 4))
    if rule == "bettag":
        first = feast("advent-1", year)
        return None if first is None else add(first, days=-11)
    month, _, rest = rule.partition("-")
    if rest.isdigit():
        return day_of(year, int(month), int(rest))
    body, sign, days = rest.partition("+")
    nth, name = int(body[:-2]), body[-2:]
    found = nth_weekday(year, int(month), DAYS.index(name), nth)
    return add(found, days=int(days)) if found is not None and sign else found


DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""The weekdays of RFC 5545, Monday first."""


def years_around(year: int) -> Iterator[int]:
    """Yield the years from this one outwards (0, -1, +1, -2, +2 … 8) within the calendar."""
    for distance in range(9):
        for candidate in {year - distance, year + distance}:
            if 1 <= candidate <= 9999:
                yield candidate
