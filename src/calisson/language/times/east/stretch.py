"""A resolved stretch of time, and the calendar steps that every rule shares."""

from __future__ import annotations

import calendar
import math
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal

from calisson.language.types import Grain

Direction = Literal["past", "future", "none"]
DAY = timedelta(days=1)
LONG = {"year": 31536000.0, "month": 2592000.0, "week": 604800.0, "day": 86400.0, "workday": 86400.0,
        "hour": 3600.0, "quarter_hour": 900.0, "minute": 60.0, "second": 1.0}  # fmt: skip
"""Seconds of each unit of a length; a month has 30 days and a year 365, as in 'a 3-month plan'."""
_OTHER_YEAR = 1.5
"""'5月' said in November is this year's May, not next year's, though that is a little nearer."""
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


def many(count: float) -> float:
    """Return a count as a number: a vague one ('a few', stored as NaN) is three."""
    return float(_FEW) if math.isnan(count) else count


def midnight(day: date) -> datetime:
    """Return the first instant of a day."""
    return datetime(day.year, day.month, day.day)


def one_day(day: date, direction: Direction = "none", vague: bool = False) -> Stretch:
    """Return one whole day as a stretch."""
    start = midnight(day)
    return Stretch(start, start + DAY, "day", direction=direction, vague=vague)


def toward(offset: float) -> Direction:
    """Return which way an offset points."""
    return "past" if offset < 0 else "future" if offset > 0 else "none"


def distance(day: date, anchor: date) -> float:
    """Return how far a day is from the anchor in days; another calendar year counts half as far again."""
    return abs((day - anchor).days) * (1.0 if day.year == anchor.year else _OTHER_YEAR)


def add_months(when: datetime, months: int) -> datetime:
    """Return the same day so many months on, or the month's last day when it is shorter.

    Raises:
        NoSuchTime: The year is past what a calendar holds.
    """
    index = when.year * 12 + when.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year < 9999:
        raise NoSuchTime("no-such-date")
    return when.replace(
        year=year, month=month + 1, day=min(when.day, calendar.monthrange(year, month + 1)[1])
    )


def shift_year(when: datetime, years: int) -> datetime:
    """Return the same day so many years on."""
    return add_months(when, 12 * years)


def moved(when: datetime, amounts: list[tuple[float, str]], sign: int) -> datetime:
    """Return `when` moved by every (count, unit), forward for sign 1 and back for -1."""
    for count, unit in amounts:
        number = many(count)
        if unit in ("year", "month"):
            months = number * (12 if unit == "year" else 1) * sign
            when = add_months(when, int(months))
            when += timedelta(days=30 * (months - int(months)))
        elif unit == "workday":
            left = int(number)
            while left > 0:
                when += sign * DAY
                left -= when.weekday() < 5
        else:
            when += sign * timedelta(seconds=number * LONG[unit])
    return when
