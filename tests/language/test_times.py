"""Times as people write them in English and German; the shared promises hold in all five languages."""

from __future__ import annotations

import string
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calisson.language.times import find_times
from calisson.language.types import LANGUAGES, TimeSpan

WEDNESDAY = datetime(2026, 11, 18, 10, 0)


def only(text: str, language: str, now: datetime = WEDNESDAY) -> TimeSpan:
    spans = find_times(text, language, now)
    assert len(spans) == 1, spans
    return spans[0]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


DAYS = [
    ("en", "today", "2026-11-18"),
    ("en", "yesterday", "2026-11-17"),
    ("en", "the day before yesterday", "2026-11-16"),
    ("en", "tmrw", "2026-11-19"),
    ("en", "the day after tomorrow", "2026-11-20"),
    ("en", "last Friday", "2026-11-13"),
    ("en", "next Friday", "2026-11-27"),
    ("en", "this Friday", "2026-11-20"),
    ("en", "coming Tuesday", "2026-11-24"),
    ("en", "Friday next week", "2026-11-27"),
    ("en", "on Thursday", "2026-11-19"),
    ("en", "thurs", "2026-11-19"),
    ("en", "since Monday", "2026-11-16"),
    ("en", "from Monday", "2026-11-23"),
    ("en", "3 days ago", "2026-11-15"),
    ("en", "a week from tomorrow", "2026-11-26"),
    ("en", "two weeks ago", "2026-11-04"),
    ("en", "in a fortnight", "2026-12-02"),
    ("en", "in two months", "2027-01-18"),
    ("en", "in four business days", "2026-11-24"),
    ("en", "Oct 9", "2026-10-09"),
    ("en", "October 9th", "2026-10-09"),
    ("en", "9 Oct 2027", "2027-10-09"),
    ("en", "the 3rd of January", "2027-01-03"),
    ("en", "July 4th, 2026", "2026-07-04"),
    ("en", "12/24", "2026-12-24"),
    ("en", "on 4/5", "2027-04-05"),
    ("en", "3/14/2026", "2026-03-14"),
    ("en", "14/3/2026", "2026-03-14"),
    ("en", "2026-12-01", "2026-12-01"),
    ("en", "on the 15th", "2026-12-15"),
    ("en", "the 20th of next month", "2026-12-20"),
    ("en", "Monday the 23rd", "2026-11-23"),
    ("en", "the first Friday of December", "2026-12-04"),
    ("en", "the last Monday of the month", "2026-11-30"),
    ("en", "last day of the month", "2026-11-30"),
    ("en", "Christmas Eve", "2026-12-24"),
    ("en", "Thanksgiving", "2026-11-26"),
    ("en", "Easter 2027", "2027-03-28"),
    ("de", "heute", "2026-11-18"),
    ("de", "vorgestern", "2026-11-16"),
    ("de", "übermorgen", "2026-11-20"),
    ("de", "letzten Montag", "2026-11-16"),
    ("de", "letzten Freitag", "2026-11-13"),
    ("de", "nächsten Freitag", "2026-11-20"),
    ("de", "kommenden Dienstag", "2026-11-24"),
    ("de", "nächste Woche am Mittwoch", "2026-11-25"),
    ("de", "übernächste Woche Freitag", "2026-12-04"),
    ("de", "am Do", "2026-11-19"),
    ("de", "seit Montag", "2026-11-16"),
    ("de", "ab Montag", "2026-11-23"),
    ("de", "vor drei Tagen", "2026-11-15"),
    ("de", "heute vor einer Woche", "2026-11-11"),
    ("de", "heute in zwei Wochen", "2026-12-02"),
    ("de", "Samstag in zwei Wochen", "2026-12-05"),
    ("de", "in vier Werktagen", "2026-11-24"),
    ("de", "9. Oktober", "2026-10-09"),
    ("de", "am 9. Okt. 2027", "2027-10-09"),
    ("de", "12.7.", "2026-07-12"),
    ("de", "am 13.07.", "2026-07-13"),
    ("de", "am 13.07", "2026-07-13"),
    ("de", "01.12.2026", "2026-12-01"),
    ("de", "am Dritten", "2026-12-03"),
    ("de", "am ersten Januar", "2027-01-01"),
    ("de", "Montag, den 23.", "2026-11-23"),
    ("de", "am letzten Tag des Monats", "2026-11-30"),
    ("de", "dritter Freitag im Dezember", "2026-12-18"),
    ("de", "an Heiligabend", "2026-12-24"),
    ("de", "Karfreitag 2027", "2027-03-26"),
    ("de", "Muttertag 2027", "2027-05-09"),
]


@pytest.mark.parametrize(("language", "text", "day"), DAYS)
def test_a_day(language: str, text: str, day: str) -> None:
    span = only(text, language)
    assert (span.kind, span.start, span.has_date, span.invalid) == ("date", at(day), True, None)
    assert span.end is not None and (span.end - at(day)).days == 1


CLOCKS = [
    ("en", "at 7", "07:00"),
    ("en", "7pm", "19:00"),
    ("en", "7:30 p.m.", "19:30"),
    ("en", "half past nine", "09:30"),
    ("en", "at half 7", "07:30"),
    ("en", "quarter to eight in the evening", "19:45"),
    ("en", "ten past 6 pm", "18:10"),
    ("en", "18:05", "18:05"),
    ("en", "noon", "12:00"),
    ("en", "8 o'clock", "08:00"),
    ("en", "at eleven thirty", "11:30"),
    ("en", "5 in the afternoon", "17:00"),
    ("de", "um 7", "07:00"),
    ("de", "18 Uhr", "18:00"),
    ("de", "20 Uhr 15", "20:15"),
    ("de", "7.15 Uhr", "07:15"),
    ("de", "halb zehn", "09:30"),
    ("de", "Viertel nach acht", "08:15"),
    ("de", "viertel neun", "08:15"),
    ("de", "dreiviertel acht", "07:45"),
    ("de", "fünf vor halb drei", "02:25"),
    ("de", "7 Uhr abends", "19:00"),
    ("de", "zwanzig nach acht abends", "20:20"),
    ("de", "acht Uhr dreißig", "08:30"),
    ("de", "Mitternacht", "00:00"),
]


@pytest.mark.parametrize(("language", "text", "clock"), CLOCKS)
def test_a_clock(language: str, text: str, clock: str) -> None:
    span = only(text, language)
    assert span.kind == "time" and span.has_clock and not span.has_date
    assert span.start is not None and f"{span.start:%H:%M}" == clock


def test_a_doubtful_clock_tells_its_other_half_of_the_day() -> None:
    assert only("at 7", "en").alternatives == (at("2026-11-18T19:00"),)
    assert only("um halb zehn", "de").alternatives == (at("2026-11-18T21:30"),)
    assert only("at 7 am", "en").alternatives == ()
    assert only("18 Uhr", "de").alternatives == ()


MOMENTS = [
    ("en", "tomorrow evening at 7", "2026-11-19T19:00"),
    ("en", "at 8 tomorrow morning", "2026-11-19T08:00"),
    ("en", "tonight at half past eight", "2026-11-18T20:30"),
    ("en", "last night at 2", "2026-11-18T02:00"),
    ("en", "yesterday at 11 at night", "2026-11-17T23:00"),
    ("en", "Friday at noon", "2026-11-20T12:00"),
    ("en", "on Saturday at 10am", "2026-11-21T10:00"),
    ("en", "Oct 9, 10:30", "2026-10-09T10:30"),
    ("en", "3pm on Dec 1", "2026-12-01T15:00"),
    ("en", "in 10 days at 2pm", "2026-11-28T14:00"),
    ("en", "in half an hour", "2026-11-18T10:30"),
    ("en", "in 2 hours and 15 minutes", "2026-11-18T12:15"),
    ("en", "an hour ago", "2026-11-18T09:00"),
    ("en", "2026-12-24T18:00", "2026-12-24T18:00"),
    ("de", "übermorgen um 18 Uhr", "2026-11-20T18:00"),
    ("de", "morgen früh um 7", "2026-11-19T07:00"),
    ("de", "morgen Abend gegen 8", "2026-11-19T20:00"),
    ("de", "gestern um 11 abends", "2026-11-17T23:00"),
    ("de", "heute Nacht um 2", "2026-11-19T02:00"),
    ("de", "am 13.07. um halb zehn", "2026-07-13T09:30"),
    ("de", "12.7., 7:15 Uhr", "2026-07-12T07:15"),
    ("de", "am 14. Juli abends um Viertel nach acht", "2026-07-14T20:15"),
    ("de", "nächsten Freitag um 20 Uhr", "2026-11-20T20:00"),
    ("de", "Montag morgen um 9", "2026-11-23T09:00"),
    ("de", "in anderthalb Stunden", "2026-11-18T11:30"),
    ("de", "vor einer halben Stunde", "2026-11-18T09:30"),
    ("de", "Zahnarzt 24.11. 9:30", "2026-11-24T09:30"),
]


@pytest.mark.parametrize(("language", "text", "moment"), MOMENTS)
def test_a_day_with_its_clock(language: str, text: str, moment: str) -> None:
    span = only(text, language)
    assert (span.kind, span.start) == ("datetime", at(moment))
    assert span.has_date and span.has_clock


STRETCHES = [
    ("en", "this week", "2026-11-16", "2026-11-23"),
    ("en", "last month", "2026-10-01", "2026-11-01"),
    ("en", "next weekend", "2026-11-28", "2026-11-30"),
    ("en", "the last 7 days", "2026-11-11", "2026-11-18"),
    ("en", "the next 2 days", "2026-11-19", "2026-11-21"),
    ("en", "in October", "2026-10-01", "2026-11-01"),
    ("en", "March 2031", "2031-03-01", "2031-04-01"),
    ("en", "in 2025", "2025-01-01", "2026-01-01"),
    ("en", "Q3 2026", "2026-07-01", "2026-10-01"),
    ("en", "the first half of 2026", "2026-01-01", "2026-07-01"),
    ("en", "last summer", "2026-06-01", "2026-09-01"),
    ("en", "from December 3 to December 7", "2026-12-03", "2026-12-08"),
    ("en", "December 3-7", "2026-12-03", "2026-12-08"),
    ("en", "3-4pm tomorrow", "2026-11-19T15:00", "2026-11-19T16:00"),
    ("en", "from 9am to 5pm tomorrow", "2026-11-19T09:00", "2026-11-19T17:00"),
    ("en", "23:30-07:15", "2026-11-18T23:30", "2026-11-19T07:15"),
    ("en", "for 3 days from Monday", "2026-11-23", "2026-11-26"),
    ("de", "diese Woche", "2026-11-16", "2026-11-23"),
    ("de", "letzten Monat", "2026-10-01", "2026-11-01"),
    ("de", "in den letzten 7 Tagen", "2026-11-11", "2026-11-18"),
    ("de", "im Oktober", "2026-10-01", "2026-11-01"),
    ("de", "am Wochenende", "2026-11-21", "2026-11-23"),
    ("de", "vom 3. bis 7. Dezember", "2026-12-03", "2026-12-08"),
    ("de", "vom 3.12. bis 7.12.", "2026-12-03", "2026-12-08"),
    ("de", "morgen von 15 bis 16 Uhr", "2026-11-19T15:00", "2026-11-19T16:00"),
    ("de", "zwischen 14 und 16 Uhr", "2026-11-18T14:00", "2026-11-18T16:00"),
    ("de", "Anfang nächster Woche", "2026-11-23", "2026-11-26"),
    ("de", "letzten Sommer", "2026-06-01", "2026-09-01"),
]


@pytest.mark.parametrize(("language", "text", "start", "end"), STRETCHES)
def test_a_stretch(language: str, text: str, start: str, end: str) -> None:
    span = only(text, language)
    assert (span.kind, span.start, span.end) == ("range", at(start), at(end))


def test_a_range_keeps_the_end_that_was_named() -> None:
    assert only("from December 3 to December 7", "en").last == at("2026-12-07")
    assert only("vom 3. bis 7. Dezember", "de").last == at("2026-12-07")
    assert only("3-4pm tomorrow", "en").last is None


PARTS = [
    ("en", "this morning", "morning", "2026-11-18"),
    ("en", "last night", "night", "2026-11-17"),
    ("en", "tonight", "night", "2026-11-18"),
    ("en", "tomorrow afternoon", "afternoon", "2026-11-19"),
    ("en", "friday night", "night", "2026-11-20"),
    ("de", "heute früh", "morning", "2026-11-18"),
    ("de", "heute morgen", "morning", "2026-11-18"),
    ("de", "gestern Abend", "evening", "2026-11-17"),
    ("de", "letzte Nacht", "night", "2026-11-17"),
    ("de", "Dienstagabend", "evening", "2026-11-24"),
    ("de", "gestern Mittag", "noon", "2026-11-17"),
]


@pytest.mark.parametrize(("language", "text", "part", "day"), PARTS)
def test_a_part_of_a_day(language: str, text: str, part: str, day: str) -> None:
    span = only(text, language)
    assert (span.part_of_day, span.has_date, span.has_clock) == (part, True, False)
    assert span.start is not None and f"{span.start:%Y-%m-%d}" == day


RHYTHMS = [
    ("en", "every day at 7:45 pm", "FREQ=DAILY", "2026-11-18T19:45"),
    ("en", "daily at 8", "FREQ=DAILY", "2026-11-19T08:00"),
    ("en", "every Monday and Thursday at 6:30 am", "FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-19T06:30"),
    ("en", "Mon, Wed and Fri at 6am", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-11-20T06:00"),
    ("en", "Saturdays at 10", "FREQ=WEEKLY;BYDAY=SA", "2026-11-21T10:00"),
    ("en", "every weekday at 7:30", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T07:30"),
    ("en", "Monday to Friday at 7", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T07:00"),
    ("en", "every other Friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-20"),
    ("en", "every 2 weeks on Tuesday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24"),
    ("en", "first Monday of every month", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"),
    ("en", "every month on the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-11-30"),
    ("en", "on the 5th of every month at 9am", "FREQ=MONTHLY;BYMONTHDAY=5", "2026-12-05T09:00"),
    ("en", "every year on May 5", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5", "2027-05-05"),
    ("en", "every 3 days starting tomorrow", "FREQ=DAILY;INTERVAL=3", "2026-11-19"),
    ("en", "every 6 hours", "FREQ=HOURLY;INTERVAL=6", "2026-11-18T16:00"),
    ("en", "every day at 8 until Friday", "FREQ=DAILY;UNTIL=20261120T235959", "2026-11-19T08:00"),
    ("de", "jeden Tag um 10 Uhr", "FREQ=DAILY", "2026-11-18T10:00"),
    ("de", "ab morgen täglich um 8 Uhr", "FREQ=DAILY", "2026-11-19T08:00"),
    ("de", "ab morgen alle 3 Tage um 7 Uhr", "FREQ=DAILY;INTERVAL=3", "2026-11-19T07:00"),
    ("de", "jeden Samstag um 9:30 Uhr", "FREQ=WEEKLY;BYDAY=SA", "2026-11-21T09:30"),
    ("de", "montags und donnerstags um 6:30", "FREQ=WEEKLY;BYDAY=MO,TH", "2026-11-19T06:30"),
    ("de", "werktags um 7:30", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-11-19T07:30"),
    ("de", "jeden zweiten Freitag", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-11-20"),
    ("de", "alle zwei Wochen am Dienstag", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-11-24"),
    ("de", "jeden ersten Montag im Monat", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"),
    ("de", "am 1. jedes Monats", "FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01"),
    ("de", "jährlich am 3. Mai", "FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3", "2027-05-03"),
    ("de", "jedes Jahr an Heiligabend", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "2026-12-24"),
    ("de", "wöchentlich am Sonntagabend", "FREQ=WEEKLY;BYDAY=SU", "2026-11-22T16:00"),
]


@pytest.mark.parametrize(("language", "text", "rule", "start"), RHYTHMS)
def test_a_rhythm(language: str, text: str, rule: str, start: str) -> None:
    span = only(text, language)
    assert (span.kind, span.rrule, span.start) == ("recurrence", rule, at(start))
    from dateutil.rrule import rrulestr

    assert next(iter(rrulestr(rule, dtstart=span.start))) == span.start


LENGTHS = [
    ("en", "1.5 hours", 5400),
    ("en", "an hour and a half", 5400),
    ("en", "half an hour", 1800),
    ("en", "three quarters of an hour", 2700),
    ("en", "2h 30m", 9000),
    ("en", "1h30", 5400),
    ("en", "45 min", 2700),
    ("en", "one week three days", 864000),
    ("de", "anderthalb Stunden", 5400),
    ("de", "ne halbe Stunde", 1800),
    ("de", "eine Viertelstunde", 900),
    ("de", "zweieinhalb Stunden", 9000),
    ("de", "2 Std 30 min", 9000),
    ("de", "2:15 h", 8100),
    ("de", "vierundzwanzig Stunden", 86400),
    ("de", "8,4 km in 50 min", 3000),
]


@pytest.mark.parametrize(("language", "text", "seconds"), LENGTHS)
def test_a_length(language: str, text: str, seconds: float) -> None:
    span = only(text, language)
    assert (span.kind, span.seconds) == ("duration", seconds)


NO_SUCH_DAYS = [
    ("en", "31 February"),
    ("en", "Feb 30"),
    ("en", "April 31st"),
    ("en", "2/30/2026"),
    ("de", "am 31. Februar"),
    ("de", "31.4."),
    ("de", "29.2.2027"),
]


@pytest.mark.parametrize(("language", "text"), NO_SUCH_DAYS)
def test_a_day_that_does_not_exist_is_never_another_day(language: str, text: str) -> None:
    span = only(text, language)
    assert span.start is None and span.invalid


NOTHING = [
    ("en", "bench press 3x8 at 135 lb"),
    ("en", "squats, 5 sets of 5 reps at 80 kg"),
    ("en", "mood 1 to 10, rated 4/5, then 8/10"),
    ("en", "spent $64.20, then 12.50 and 3.75"),
    ("en", "it may rain, march on"),
    ("en", "I sat in the sun on the sofa"),
    ("en", "the second set was hard"),
    ("en", "version 1.2.3 is out"),
    ("en", "2000 steps and 1900 calories"),
    ("en", "1/2 cup of rice, 3/4 done, 50/50"),
    ("en", "pace 5:30 per km"),
    ("en", "good morning!"),
    ("en", "twice a week"),
    ("en", "3 nights, 24/7"),
    ("en", "room 101, item #12, iphone 15"),
    ("en", "money, monitor, sunny, decent, marble"),
    ("de", "Kino 14,50 €, Kategorie Freizeit"),
    ("de", "1.250,00 € Miete"),
    ("de", "60 g Mehl, 65 g Wasser, bei 22 Grad"),
    ("de", "Stimmung von 1 bis 10, Gefühl (1-5)"),
    ("de", "12.50 bezahlt, Kosten: 3.50"),
    ("de", "so ein Mist, mir geht es so gut"),
    ("de", "er mag das, do it"),
    ("de", "Spiel endete 3:2, Version 1.2.3"),
    ("de", "Blutdruck 120/80, Note 1.3, Seite 20"),
    ("de", "guten Morgen, schönen Abend noch"),
    ("de", "die Sonntagszeitung"),
    ("de", "Tempo 5:30/km"),
]


@pytest.mark.parametrize(("language", "text"), NOTHING)
def test_what_only_looks_like_a_time(language: str, text: str) -> None:
    assert find_times(text, language, WEDNESDAY) == []


def test_several_times_stay_apart_and_in_order() -> None:
    text = "Priya cleans by Wednesday, Leo takes the bins out tomorrow, Sam vacuums by Saturday"
    assert [(s.text, s.bound) for s in find_times(text, "en", WEDNESDAY)] == [
        ("by Wednesday", "until"),
        ("tomorrow", "none"),
        ("by Saturday", "until"),
    ]


def test_a_weekday_offers_the_week_before_and_after() -> None:
    span = only("on Monday", "en")
    assert span.start == at("2026-11-23")
    assert span.alternatives == (at("2026-11-16"), at("2026-11-30"))


def test_a_date_without_a_year_is_the_nearest_and_says_so() -> None:
    coming = only("Oct 9", "en", datetime(2026, 9, 1))
    assert coming.vague_year and coming.start == at("2026-10-09")
    gone = only("10. Dezember", "de", datetime(2026, 1, 5))
    assert gone.start == at("2025-12-10") and at("2026-12-10") in gone.alternatives
    assert not only("9 Oct 2026", "en").vague_year


HARMLESS = ["at 25:00", "year 9999 and 10000", "in 9999999 years", "99999999999 days ago", "32.13."]


@pytest.mark.parametrize("text", HARMLESS)
def test_numbers_outside_the_calendar_do_no_harm(text: str) -> None:
    for language in LANGUAGES:
        find_times(text, language, WEDNESDAY)


WORDS = st.sampled_from(
    "at on in the next last every monday tomorrow 7 pm from to until of may 31 feb 2026 10/9 half past hours "
    "ago um am jeden morgen nächste Woche bis 12.7. Uhr halb alle Tage "
    "明天 下午 三点 每天 来週 月曜 毎日 時 내일 오후 3시 매주 월요일 , . - :".split()
)


@given(st.lists(WORDS, max_size=9), st.sampled_from(LANGUAGES))
@settings(max_examples=250, deadline=None)
def test_any_heap_of_time_words_yields_ordered_spans_inside_the_text(words: list[str], language: str) -> None:
    _holds(" ".join(words), language)


@given(
    st.text(alphabet=string.printable + "äöüß年月日時分上午下午내일오후每週", max_size=60),
    st.sampled_from(LANGUAGES),
)
@settings(max_examples=150, deadline=None)
def test_any_text_is_safe(text: str, language: str) -> None:
    _holds(text, language)


def _holds(text: str, language: str) -> None:
    end = 0
    for span in find_times(text, language, WEDNESDAY):
        assert end <= span.start_char < span.end_char <= len(text)
        assert text[span.start_char : span.end_char].casefold() == span.text.casefold()
        end = span.end_char
        if span.start is not None and span.end is not None:
            assert span.start < span.end
