"""The only source of time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

YEARS = (1000, 8999)
"""The first and the last year that a time from outside may have: beyond, days around it can no longer be counted."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        ...


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return datetime.now(UTC)


@dataclass(slots=True)
class FixedClock:
    """A clock that stands still until it is moved; for `--at`, tests and replays."""

    at: datetime

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError(f"a clock needs an aware time, not {self.at!r}")

    def now(self) -> datetime:
        """Return the time that was set, in UTC."""
        return self.at.astimezone(UTC)

    def advance(self, seconds: float) -> None:
        """Move the clock on."""
        self.at += timedelta(seconds=seconds)


def local(now: datetime, tz: str) -> datetime:
    """Return the aware `now` as naive local time of the zone `tz`.

    Raises:
        zoneinfo.ZoneInfoNotFoundError: There is no such zone.
    """
    return now.astimezone(ZoneInfo(tz)).replace(tzinfo=None)


def day_start(now: datetime, tz: str) -> datetime:
    """Return the aware instant at which the day of `now` began in the zone `tz`."""
    return now.astimezone(ZoneInfo(tz)).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
