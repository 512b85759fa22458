"""A resolved stretch of local time, and what several makers of stretches share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from calisson.language.times.west.calendar import add_months, day_of, end_of, midnight
from calisson.language.types import Grain

Direction = Literal["past", "future", "none"]
NO_SUCH_DATE = "no-such-date"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A half-open stretch of local time with how it was come by."""

    start: datetime
    end: datetime
    grain: Grain
    direction: Direction = "none"
    vague_year: bool = False
    alternatives: tuple[datetime, ...] = ()
    whole: bool = True
    """Whether it is a single unit of its grain (a day, a month), not a stretch of several."""
    last: datetime | None = None


class NoSuchDateError(Exception):
    """The words name a day that the calendar does not have."""


def stretch_of(start: datetime, grain: str, **more: Any) -> Stretch:
    """Return the unit of this grain that begins at `start`."""
    return Stretch(start, end_of(grain, start), cast(Grain, grain if grain != "weekend" else "day"), **more)


def direction_of(sign: int) -> Direction:
    """Return which way a signed count points."""
    return "past" if sign < 0 else "future" if sign > 0 else "none"


def nearest(candidates: list[datetime], now: datetime) -> tuple[datetime, tuple[datetime, ...]]:
    """Return the candidate nearest to today (the coming one when equally near) and its two neighbours."""
    today = midnight(now)
    ordered = sorted(candidates, key=lambda c: (abs((c - today).days), c < today))
    best = ordered[0]
    others = [
        c
        for c in (
            next((c for c in sorted(candidates) if c > best), None),
            next((c for c in sorted(candidates, reverse=True) if c < best), None),
        )
        if c
    ]
    others.sort(key=lambda c: abs((c - today).days))
    return best, tuple(others)


def existing_day(year: int, month: int, number: int) -> datetime:
    """Return a day of the calendar.

    Raises:
        NoSuchDateError: The calendar has no such day.
    """
    found = day_of(year, month, number)
    if found is None:
        raise NoSuchDateError
    return found


def several(start: datetime, months: int, grain: str) -> Stretch:
    """Return a stretch of several months that is not one unit."""
    return Stretch(start, add_months(start, months) or datetime.max, cast(Grain, grain), whole=False)
