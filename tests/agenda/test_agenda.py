import threading
from datetime import datetime, timedelta

import pytest

from calisson.agenda import Agenda, Reminder
from calisson.clock import FixedClock
from calisson.errors import AgendaError, ConflictError, NotFoundError
from calisson.store import Database, undo

TZ = "Europe/Berlin"  # 2026-03-04 11:00 UTC is 12:00 there, a Wednesday


@pytest.fixture
def agenda(database: Database, clock: FixedClock) -> Agenda:
    return Agenda(database, clock)


def local(text: str) -> datetime:
    return datetime.fromisoformat(text)


def put(
    database: Database, agenda: Agenda, text: str, start: str, rrule: str | None = None, turn: str = "t"
) -> Reminder:
    with database.transaction("me", turn) as tx:
        return agenda.set(tx, text, local(start), rrule, TZ)


def claim(database: Database, agenda: Agenda) -> list[tuple[str, str, int]]:
    with database.transaction("calisson") as tx:
        return [(r.text, str(r.next), r.missed) for r in agenda.claim_due(tx)]


def test_a_reminder_is_set_and_delivered_once(database: Database, agenda: Agenda, clock: FixedClock) -> None:
    made = put(database, agenda, "call  the\ndentist", "2026-03-04T15:00")
    assert (made.text, made.next, made.status) == ("call the dentist", local("2026-03-04T15:00"), "set")
    assert not agenda.has_due()
    assert claim(database, agenda) == []
    clock.advance(3 * 3600)
    assert agenda.has_due()
    assert claim(database, agenda) == [("call the dentist", "2026-03-04 15:00:00", 0)]
    assert not agenda.has_due()
    assert claim(database, agenda) == []
    shown = agenda.upcoming()[0]
    assert (shown.status, shown.due) == ("due", local("2026-03-04T15:00"))
    with database.transaction("me", "t2") as tx:
        assert agenda.done(tx, made.id).status == "done"
    assert agenda.upcoming() == []


def test_what_was_missed_comes_once(database: Database, agenda: Agenda, clock: FixedClock) -> None:
    put(database, agenda, "stretch", "2026-03-05T08:00", "FREQ=DAILY")
    put(database, agenda, "bins", "2026-03-06T07:00")
    clock.advance(5 * 86400)  # 9 March, 12:00
    again = Agenda(database, clock)  # a fresh start
    assert claim(database, again) == [
        ("bins", "2026-03-06 07:00:00", 0),
        ("stretch", "2026-03-09 08:00:00", 4),
    ]
    assert claim(database, again) == []
    stretch = next(r for r in again.upcoming() if r.text == "stretch")
    assert (stretch.next, stretch.due, stretch.missed) == (
        local("2026-03-10T08:00"),
        local("2026-03-09T08:00"),
        4,
    )


def test_two_processes_do_not_deliver_twice(database: Database, agenda: Agenda, clock: FixedClock) -> None:
    for n in range(20):
        put(database, agenda, f"item {n}", "2026-03-04T13:00")
    clock.advance(7200)
    got: list[str] = []

    def deliver() -> None:
        got.extend(text for text, _, _ in claim(database, Agenda(database, clock)))

    threads = [threading.Thread(target=deliver) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(f"item {n}" for n in range(20))


def test_move_snooze_and_done(database: Database, agenda: Agenda, clock: FixedClock) -> None:
    made = put(database, agenda, "water the plants", "2026-03-05T09:00", "FREQ=WEEKLY;BYDAY=TH")
    with database.transaction("me", "t2") as tx:
        moved = agenda.move(tx, made.id, local("2026-03-06T10:00"), "FREQ=WEEKLY;BYDAY=FR")
    assert moved.next == local("2026-03-06T10:00")
    clock.advance(2 * 86400)
    assert claim(database, agenda) == [("water the plants", "2026-03-06 10:00:00", 0)]
    with database.transaction("me", "t3") as tx:
        snoozed = agenda.snooze(tx, made.id, local("2026-03-06T12:30"))
    assert (snoozed.next, snoozed.status) == (local("2026-03-06T12:30"), "set")
    clock.advance(3600)
    assert claim(database, agenda) == [("water the plants", "2026-03-06 12:30:00", 0)]
    with database.transaction("me", "t4") as tx:
        done = agenda.done(tx, made.id)
    assert (done.status, done.next) == ("set", local("2026-03-13T10:00"))
    with database.transaction("me", "t5") as tx:
        ahead = agenda.done(tx, made.id)  # next week's is done already
    assert ahead.next == local("2026-03-20T10:00")


def test_snoozing_what_has_not_come_yet_moves_it(
    database: Database, agenda: Agenda, clock: FixedClock
) -> None:
    made = put(database, agenda, "call", "2026-03-04T15:00")
    with database.transaction("me", "t2") as tx:
        assert agenda.snooze(tx, made.id, local("2026-03-04T16:00")).next == local("2026-03-04T16:00")
    clock.advance(10 * 3600)
    assert claim(database, agenda) == [("call", "2026-03-04 16:00:00", 0)]


def test_undo_brings_back_the_right_next_time_whatever_was_delivered(
    database: Database, agenda: Agenda, clock: FixedClock
) -> None:
    made = put(database, agenda, "vitamin", "2026-03-05T08:00", "FREQ=DAILY")
    with database.transaction("me", "moved") as tx:
        agenda.move(tx, made.id, local("2026-03-05T09:00"))
    clock.advance(86400)  # 5 March, 12:00
    assert claim(database, agenda) == [("vitamin", "2026-03-05 09:00:00", 0)]
    with database.transaction("me", "u1") as tx:
        undo(tx, "moved")
    assert claim(database, agenda) == []
    assert agenda.get(made.id).next == local("2026-03-06T08:00")
    with database.transaction("me", "u2") as tx:
        undo(tx, "t")
    assert agenda.upcoming() == []
    clock.advance(86400)
    assert claim(database, agenda) == []


def test_cancel_can_be_undone_unless_it_was_changed_since(database: Database, agenda: Agenda) -> None:
    made = put(database, agenda, "call", "2026-03-04T15:00")
    with database.transaction("me", "c") as tx:
        assert agenda.cancel(tx, made.id).next is None
    assert agenda.find("call") is None
    with database.transaction("me", "u") as tx:
        undo(tx, "c")
    assert agenda.get(made.id) == made
    with database.transaction("me", "m") as tx:
        agenda.move(tx, made.id, local("2026-03-04T16:00"))
    with pytest.raises(ConflictError), database.transaction("me", "u2") as tx:
        undo(tx, "t")


FIND = [
    ("the dentist", "call the dentist"),
    ("watering plants", "water the plants"),
    ("dentits", "call the dentist"),
    ("den Zahnarzt", "beim Zahnarzt anrufen"),
    ("Blumen gießen", "die Blumen gießen"),
    ("交房租", "交房租给王阿姨"),
    ("房租那个提醒", "交房租给王阿姨"),
    ("薬のリマインダー", "薬を飲む"),
    ("ゴミ出し", "明日のゴミ出し"),
    ("카드값 알림", "카드값 확인하기"),
    ("짐 싸는 거", "여행 짐 싸기"),
]


@pytest.mark.parametrize(("words", "text"), FIND)
def test_words_name_a_reminder_in_five_languages(
    database: Database, agenda: Agenda, words: str, text: str
) -> None:
    for other in dict.fromkeys(t for _, t in FIND):
        put(database, agenda, other, "2026-03-05T15:00")
    found = agenda.find(words)
    assert found is not None
    assert found.text == text


@pytest.mark.parametrize("words", ["the gym", "Steuererklärung", "遛狗", "会議", "운동", "xyzzy", "the"])
def test_words_that_name_none_find_none(database: Database, agenda: Agenda, words: str) -> None:
    for other in dict.fromkeys(t for _, t in FIND):
        put(database, agenda, other, "2026-03-05T15:00")
    assert agenda.find(words) is None


def test_without_words_the_newest_is_meant(database: Database, agenda: Agenda, clock: FixedClock) -> None:
    assert agenda.find(None) is None
    put(database, agenda, "one", "2026-03-05T15:00")
    clock.advance(1)
    put(database, agenda, "two", "2026-03-04T15:00")
    found = agenda.find(None)
    assert found is not None
    assert found.text == "two"


def test_occurrences_for_a_calendar(database: Database, agenda: Agenda) -> None:
    put(database, agenda, "daily", "2026-03-05T08:00", "FREQ=DAILY")
    put(database, agenda, "once", "2026-03-06T07:00")
    got = agenda.occurrences(local("2026-03-05T00:00"), local("2026-03-07T00:00"))
    assert [(o.text, o.at.isoformat()) for o in got] == [
        ("daily", "2026-03-05T08:00:00"),
        ("once", "2026-03-06T07:00:00"),
        ("daily", "2026-03-06T08:00:00"),
    ]
    assert len(agenda.occurrences(local("2026-03-05T00:00"), None)) == 366 + 1
    assert len(agenda.occurrences(local("2026-03-05T00:00"), local("2199-01-01T00:00"))) == 1000
    assert agenda.occurrences(datetime.min, datetime.min + timedelta(1)) == []
    assert agenda.occurrences(local("2026-03-07T00:00"), local("2026-03-05T00:00")) == []


@pytest.mark.parametrize(
    ("text", "start", "rrule", "tz", "message"),
    [
        ("", "2026-03-05T08:00", None, TZ, "remind-what"),
        ("\x00\x1b \n", "2026-03-05T08:00", None, TZ, "remind-what"),
        ("x", "2026-03-04T11:00", None, TZ, "reminder-past"),
        ("x", "9999-03-04T11:00", None, TZ, "reminder-time-range"),
        ("x", "2026-03-05T08:00", "FREQ=SECONDLY", TZ, "reminder-rrule"),
        ("x", "2026-03-05T08:00", "FREQ=DAILY;UNTIL=20200101", TZ, "reminder-past"),
        ("x", "2026-03-05T08:00", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31", TZ, "reminder-past"),
        ("x", "2026-03-05T08:00", None, "Nowhere/Land", "reminder-zone"),
    ],
)
def test_what_cannot_be_planned_is_refused(
    database: Database, agenda: Agenda, text: str, start: str, rrule: str | None, tz: str, message: str
) -> None:
    with pytest.raises(AgendaError) as refused, database.transaction("me", "t") as tx:
        agenda.set(tx, text, local(start), rrule, tz)
    assert refused.value.message_id == message
    assert agenda.upcoming() == []


def test_what_is_not_there_is_not_found(database: Database, agenda: Agenda) -> None:
    with database.transaction("me", "t") as tx:
        for change in (agenda.done, agenda.cancel, agenda.get):
            with pytest.raises(NotFoundError):
                change(*((tx, "rem_no") if change != agenda.get else ("rem_no",)))  # type: ignore[arg-type]
