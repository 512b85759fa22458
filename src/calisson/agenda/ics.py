"""The calendar feed (RFC 5545): reminders and dated records, with stable UIDs and time zones by name.

Text comes from people and is data: the library escapes it, and control characters are dropped before, so that
no title can end its event and begin another one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from calisson.agenda import recurrence
from calisson.agenda.types import CalendarEvent

if TYPE_CHECKING:
    from icalendar import Event

    from calisson.agenda.state import State

MAX_EVENTS = 5000
"""Dated records that one feed carries."""


def calendar(states: Iterable[State], events: Iterable[CalendarEvent], now: datetime) -> bytes:
    """Return a calendar with one event a reminder and one a dated record.

    Args:
        states: the reminders.
        events: the dated records; at most 5,000 are taken.
        now: the aware time of writing (DTSTAMP).
    """
    from icalendar import Calendar

    made = Calendar()
    made.add("prodid", "-//Calisson//EN")
    made.add("version", "2.0")
    made.add("calscale", "GREGORIAN")
    made.add("x-wr-calname", "Calisson")
    made.add("refresh-interval", timedelta(minutes=15), parameters={"VALUE": "DURATION"})
    for state in states:
        made.add_component(_reminder(state, now))
    for count, event in enumerate(events):
        if count == MAX_EVENTS:
            break
        made.add_component(_dated(event, now))
    made.add_missing_timezones()
    return bytes(made.to_ical())


def _event(uid: str, title: str, now: datetime) -> Event:
    from icalendar import Event

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", now.astimezone(UTC))
    event.add("summary", plain(title))
    return event


def _reminder(state: State, now: datetime) -> Event:
    from icalendar import Alarm, vRecur

    row = state.row
    event = _event(f"{row['id']}@calisson", row["text"], now)
    event.add("last-modified", row["updated_at"])
    event.add("duration", timedelta(minutes=15))
    event.add("transp", "TRANSPARENT")
    start = state.start
    if row["rrule"]:
        # Calendars show DTSTART even when the rule does not name it; so begin with a time that it does name.
        start = next((local for local, _ in _occurrences(state)), start)
        rule = row["rrule"]
        until = recurrence.until_utc(rule, row["tz"])
        if until is not None:
            parts = {**recurrence.parts_of(rule), "UNTIL": f"{until:%Y%m%dT%H%M%SZ}"}
            rule = ";".join(f"{k}={v}" for k, v in parts.items())
        event.add("rrule", vRecur.from_ical(rule))
    event.add("dtstart", start.replace(tzinfo=recurrence.zone(row["tz"])))
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", plain(row["text"]))
    alarm.add("trigger", timedelta(0))
    event.add_component(alarm)
    return event


def _occurrences(state: State) -> Iterable[tuple[datetime, datetime]]:
    begin = recurrence.to_utc(state.start, state.row["tz"]) - timedelta(seconds=1)
    return recurrence.occurrences(state.start, state.row["rrule"], state.row["tz"], begin)


def _dated(given: CalendarEvent, now: datetime) -> Event:
    event = _event(given.uid, given.title, now)
    start, end = given.start, given.end
    if isinstance(start, datetime):
        tz = recurrence.zone(given.tz)
        event.add("dtstart", start.replace(tzinfo=tz))
        last = end if isinstance(end, datetime) and end > start else start + timedelta(minutes=30)
        event.add("dtend", last.replace(tzinfo=tz))
    else:
        event.add("dtstart", start)
        day = end if isinstance(end, date) and not isinstance(end, datetime) and end > start else None
        event.add("dtend", day or start + timedelta(days=1))
    if given.description:
        event.add("description", plain(given.description, 4000))
    return event


def plain(text: str, limit: int = 1000) -> str:
    """Return text without control characters (line breaks stay), at most `limit` characters."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c == "\n" or c.isprintable())[:limit]
