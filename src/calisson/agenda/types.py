"""Reminders and their occurrences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Status = Literal["set", "due", "done", "cancelled", "over"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder as people see it."""

    id: str
    text: str
    next: datetime | None
    """Naive local time of `tz` at which it comes next, or came when it is `due` and does not come again.

    None when it is over, done or cancelled.
    """
    rrule: str | None
    tz: str
    app_id: str | None = None
    status: Status = "set"
    """`due` from the moment it was delivered until it is done or snoozed; `over` when it never comes
    again."""
    due: datetime | None = None
    """Naive local time of the delivered occurrence that nobody has answered yet."""
    missed: int = 0
    """How many earlier occurrences that delivery stands for: those that came while nothing ran."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time at which a reminder comes."""

    reminder_id: str
    text: str
    at: datetime
    """Naive local time."""


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """Something with a date, for the calendar feed: a record of an app."""

    uid: str
    """Stable between feeds."""
    title: str
    start: date | datetime
    """A day, or naive local time of `tz`."""
    end: date | datetime | None = None
    """Exclusive; None means the day, or 30 minutes."""
    tz: str = "UTC"
    description: str = ""
