from datetime import UTC, datetime, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.agenda import recurrence
from calisson.errors import AgendaError

BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def first(start: str, rrule: str | None, tz: str, after: str, count: int = 4) -> list[tuple[str, str]]:
    rule = recurrence.check_rrule(rrule) if rrule else None
    found = recurrence.occurrences(
        datetime.fromisoformat(start), rule, tz, datetime.fromisoformat(after).replace(tzinfo=UTC)
    )
    return [
        (at.isoformat("T", "minutes"), moment.strftime("%d %H:%M")) for at, moment in islice(found, count)
    ]


@pytest.mark.parametrize(
    ("tz", "start", "after", "expected"),
    [
        # The clock skips 02:00 to 03:00: half past two moves forward, and eight o'clock stays eight o'clock.
        (
            BERLIN,
            "2026-03-28T02:30",
            "2026-03-28",
            [
                ("2026-03-28T02:30", "28 01:30"),
                ("2026-03-29T03:30", "29 01:30"),
                ("2026-03-30T02:30", "30 00:30"),
            ],
        ),
        (
            BERLIN,
            "2026-03-28T08:00",
            "2026-03-28",
            [
                ("2026-03-28T08:00", "28 07:00"),
                ("2026-03-29T08:00", "29 06:00"),
                ("2026-03-30T08:00", "30 06:00"),
            ],
        ),
        (
            NEW_YORK,
            "2026-03-07T02:15",
            "2026-03-07",
            [
                ("2026-03-07T02:15", "07 07:15"),
                ("2026-03-08T03:15", "08 07:15"),
                ("2026-03-09T02:15", "09 06:15"),
            ],
        ),
        # The clock shows 02:00 to 03:00 twice: the first counts, once.
        (
            BERLIN,
            "2026-10-24T02:30",
            "2026-10-23",
            [
                ("2026-10-24T02:30", "24 00:30"),
                ("2026-10-25T02:30", "25 00:30"),
                ("2026-10-26T02:30", "26 01:30"),
            ],
        ),
        (
            NEW_YORK,
            "2026-10-31T01:30",
            "2026-10-31",
            [
                ("2026-10-31T01:30", "31 05:30"),
                ("2026-11-01T01:30", "01 05:30"),
                ("2026-11-02T01:30", "02 06:30"),
            ],
        ),
    ],
)
def test_clock_changes_keep_wall_time_and_fire_once(
    tz: str, start: str, after: str, expected: list[tuple[str, str]]
) -> None:
    assert first(start, "FREQ=DAILY", tz, after, 3) == expected


def test_hours_that_fall_together_count_once() -> None:
    found = first("2026-03-28T00:30", "FREQ=HOURLY", BERLIN, "2026-03-29T00:00", 3)
    assert found == [
        ("2026-03-29T01:30", "29 00:30"),
        ("2026-03-29T03:30", "29 01:30"),
        ("2026-03-29T04:30", "29 02:30"),
    ]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("FREQ=WEEKLY;BYDAY=MO,TH", ["2026-03-05", "2026-03-09", "2026-03-12"]),
        ("freq=weekly;interval=2;byday=WE", ["2026-03-04", "2026-03-18", "2026-04-01"]),
        ("RRULE:FREQ=MONTHLY;BYMONTHDAY=-1", ["2026-03-31", "2026-04-30", "2026-05-31"]),
        ("FREQ=MONTHLY;BYDAY=2TU", ["2026-03-10", "2026-04-14", "2026-05-12"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["2028-02-29", "2032-02-29", "2036-02-29"]),
        ("FREQ=DAILY;COUNT=2", ["2026-03-04", "2026-03-05"]),
        ("FREQ=DAILY;UNTIL=20260305", ["2026-03-04", "2026-03-05"]),
        ("FREQ=DAILY;UNTIL=20260305T065959Z", ["2026-03-04"]),
        ("FREQ=DAILY;UNTIL=20260305T070000Z", ["2026-03-04", "2026-03-05"]),
    ],
)
def test_rules(rule: str, expected: list[str]) -> None:
    assert [at[:10] for at, _ in first("2026-03-04T08:00", rule, BERLIN, "2026-03-01", 3)] == expected


def test_far_from_its_start_a_rule_costs_little_and_keeps_its_step() -> None:
    assert first("2001-01-01T00:00", "FREQ=MINUTELY;INTERVAL=7", "UTC", "2026-03-04T12:00", 1) == [
        ("2026-03-04T12:05", "04 12:05")
    ]
    assert (datetime(2026, 3, 4, 12, 5) - datetime(2001, 1, 1)) % timedelta(minutes=7) == timedelta(0)


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "DAILY",
        "FREQ=SECONDLY",
        "FREQ=DAILY;FREQ=DAILY",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=99999999",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=2;UNTIL=20260101",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=DAILY;UNTIL=soon",
        "FREQ=DAILY;UNTIL=20261399",
        "FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY\nDTSTART:20260101",
        "FREQ=MONTHLY;BYMONTHDAY=32",
        "FREQ=DAILY;X=1",
        "FREQ=DAILY;" * 100,
        "FREQ=DAILY;BYHOUR=٣",
        "💥",
        "FREQ=WEEKLY;WKST=ZZ",
    ],
)
def test_other_rules_are_refused_with_a_message(rule: str) -> None:
    with pytest.raises(AgendaError) as refused:
        recurrence.check_rrule(rule)
    assert refused.value.message_id == "reminder-rrule"


def test_a_rule_that_never_comes_ends() -> None:
    assert first("2026-01-01T08:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "UTC", "2026-01-01") == []


@pytest.mark.parametrize("year", [1, 1899, 2200, 9999])
def test_years_out_of_reach_are_refused(year: int) -> None:
    with pytest.raises(AgendaError):
        recurrence.check_time(datetime(year, 12, 31))


def test_zones_are_checked() -> None:
    for name in ("Mars/Base", "../etc/passwd", "", "/etc/localtime"):
        with pytest.raises(AgendaError):
            recurrence.zone(name)


def test_years_of_missed_hours_are_counted_up_to_a_bound() -> None:
    last = recurrence.last_until(
        datetime(2020, 1, 1),
        "FREQ=HOURLY",
        "UTC",
        datetime(2020, 1, 1, tzinfo=UTC),
        datetime(2026, 3, 4, 9, 30, tzinfo=UTC),
    )
    assert last is not None
    assert last[0] == datetime(2026, 3, 4, 9)
    assert last[2] == recurrence.MAX_MISSED


@given(
    st.sampled_from([BERLIN, NEW_YORK, "Asia/Tokyo", "Australia/Lord_Howe", "America/Sao_Paulo"]),
    st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)),
    st.sampled_from(
        ["FREQ=DAILY", "FREQ=HOURLY;INTERVAL=3", "FREQ=WEEKLY;BYDAY=SU", "FREQ=MONTHLY;BYMONTHDAY=-1"]
    ),
)
def test_occurrences_only_move_forward(tz: str, start: datetime, rule: str) -> None:
    start = start.replace(microsecond=0)
    found = list(islice(recurrence.occurrences(start, rule, tz, datetime(2019, 1, 1, tzinfo=UTC)), 60))
    moments = [moment for _, moment in found]
    assert moments == sorted(set(moments))
    for at, moment in found:
        assert recurrence.to_local(moment, tz) == at
        assert recurrence.next_after(start, rule, tz, moment - timedelta(seconds=1)) == (at, moment)
