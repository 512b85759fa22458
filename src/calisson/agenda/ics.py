"""Reminders as an iCalendar feed (RFC 5545), with stable UIDs and time zones by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from calisson.agenda import recurrence


def calendar(rows: Sequence[Mapping[str, Any]], now: datetime) -> bytes:
    """Return a calendar with one event a reminder.

    Args:
        rows: rows of the reminders table.
        now: the aware time of writing (DTSTAMP).
    """
    from icalendar import Alarm, Calendar, Event, vRecur

    made = Calendar()
    made.add("prodid", "-//Calisson//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", "Calisson")
    for row in rows:
        start = datetime.fromisoformat(row["start"]).replace(tzinfo=recurrence.zone(row["tz"]))
        event = Event()
        event.add("uid", f"{row['id']}@calisson")
        event.add("dtstamp", now)
        event.add("dtstart", start)
        event.add("duration", timedelta(minutes=15))
        event.add("summary", row["text"])
        if row["rrule"]:
            event.add("rrule", vRecur.from_ical(row["rrule"]))
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", row["text"])
        alarm.add("trigger", timedelta(0))
        event.add_component(alarm)
        made.add_component(event)
    made.add_missing_timezones()
    return bytes(made.to_ical())
