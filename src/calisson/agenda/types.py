"""Reminders and their occurrences."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Status = Literal["set", "due", "done", "cancelled"]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder as people see it."""

    id: str
    text: str
    next: datetime | None
    """Naive local time of `tz`; None when it is over or cancelled."""
    rrule: str | None
    tz: str
    app_id: str | None = None
    status: Status = "set"
    """`due` from the moment it was delivered until it is done or snoozed (or comes again)."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time at which a reminder comes."""

    reminder_id: str
    text: str
    at: datetime
    """Naive local time."""
