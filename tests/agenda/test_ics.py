from datetime import date, datetime
from itertools import islice

import icalendar
import pytest
from dateutil.rrule import rrulestr

from calisson.agenda import Agenda, CalendarEvent
from calisson.clock import FixedClock
from calisson.store import Database

TZ = "Europe/Berlin"


@pytest.fixture
def agenda(database: Database, clock: FixedClock) -> Agenda:
    return Agenda(database, clock)


def test_the_feed_reads_back(database: Database, agenda: Agenda) -> None:
    with database.transaction("me", "t") as tx:
        once = agenda.set(tx, "Zahnarzt, 3; bei „Müller“ 牙医", datetime(2026, 3, 5, 8), None, TZ)
        rule = "FREQ=WEEKLY;UNTIL=20260401;BYDAY=MO"
        weekly = agenda.set(tx, "Yoga", datetime(2026, 3, 5, 18), rule, TZ)
    feed = icalendar.Calendar.from_ical(agenda.ics())
    events = {str(e["uid"]): e for e in feed.walk("VEVENT")}
    first = events[f"{once.id}@calisson"]
    assert first["summary"] == "Zahnarzt, 3; bei „Müller“ 牙医"
    assert first["dtstart"].dt.isoformat() == "2026-03-05T08:00:00+01:00"
    assert first["dtstart"].params["TZID"] == TZ
    assert feed.walk("VTIMEZONE")
    yoga = events[f"{weekly.id}@calisson"]
    assert yoga["dtstart"].dt.isoformat() == "2026-03-09T18:00:00+01:00"
    assert yoga["rrule"].to_ical() == b"FREQ=WEEKLY;UNTIL=20260401T215959Z;BYDAY=MO"
    read = rrulestr(yoga["rrule"].to_ical().decode(), dtstart=yoga["dtstart"].dt)
    assert [at.day for at in islice(read, 9)] == [9, 16, 23, 30]
    assert agenda.ics().split(b"BEGIN:VEVENT")[1:] == agenda.ics().split(b"BEGIN:VEVENT")[1:]


@pytest.mark.parametrize(
    "text", ["x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:forged", "a\nb", "\x00\x07bell", "a\\nb;c,d"]
)
def test_text_stays_text(database: Database, agenda: Agenda, text: str) -> None:
    with database.transaction("me", "t") as tx:
        agenda.set(tx, text, datetime(2026, 3, 5, 8), None, TZ)
    event = CalendarEvent("rec_1@calisson", text, date(2026, 3, 6), description=text)
    feed = icalendar.Calendar.from_ical(agenda.ics([event]))
    assert len(feed.walk("VEVENT")) == 2
    assert all(
        "forged" not in line[:20]
        for line in agenda.ics().decode().split("\r\n")
        if line.startswith("SUMMARY:f")
    )


def test_dated_records_are_events(agenda: Agenda) -> None:
    events = [
        CalendarEvent("a@calisson", "Flug", datetime(2026, 3, 6, 10, 30), tz=TZ),
        CalendarEvent("b@calisson", "Urlaub", date(2026, 3, 6), date(2026, 3, 9)),
        CalendarEvent("c@calisson", "Tag", date(2026, 3, 6), date(2026, 3, 1)),
    ]
    found = icalendar.Calendar.from_ical(agenda.ics(events)).walk("VEVENT")
    spans = [(str(e["dtstart"].dt), str(e["dtend"].dt)) for e in found]
    assert spans == [
        ("2026-03-06 10:30:00+01:00", "2026-03-06 11:00:00+01:00"),
        ("2026-03-06", "2026-03-09"),
        ("2026-03-06", "2026-03-07"),
    ]
