"""Constructors of recurrences."""

from __future__ import annotations

from calisson.language.times.west.frame import Every, Frame
from calisson.language.times.west.make_days import order_of
from calisson.language.times.west.words import Words

_FREQ = {
    "day": ("DAILY", 1), "workday": ("WEEKLY", 1), "week": ("WEEKLY", 1), "weekend": ("WEEKLY", 1),
    "month": ("MONTHLY", 1), "quarter": ("MONTHLY", 3), "year": ("YEARLY", 1), "hour": ("HOURLY", 1),
    "minute": ("MINUTELY", 1), "decade": ("YEARLY", 10),
}  # fmt: skip
WORKDAYS = (0, 1, 2, 3, 4)


def every_unit(w: Words) -> Frame | None:
    """'every day', 'every two weeks', 'every other month', 'alle 3 Tage'."""
    name = w.get("unit")
    if name not in _FREQ:
        return None
    freq, factor = _FREQ[name]
    count = w.get("cnt", "ord", "day")
    if w.get("other"):
        count = 2
    count = 1 if count is None else count
    if count != int(count) or count < 1:
        return None
    days = WORKDAYS if name == "workday" else (5, 6) if name == "weekend" else ()
    return Frame(every=Every(freq, int(count) * factor, days))


def every_weekday(w: Words) -> Frame | None:
    """'every Monday and Thursday', 'every other Friday', 'montags'."""
    days = tuple(dict.fromkeys(w.all("weekday") + w.all("weekdays") + [p[0] for p in w.all("weekday_part")]))
    interval = 2 if w.get("other") else int(w.get("cnt", "ord", "day") or 1)
    if interval < 1:
        return None
    parts = [p[1] for p in w.all("weekday_part")]
    return Frame(
        every=Every("WEEKLY", interval, tuple(sorted(days))), part=parts[0] if parts else w.get("part")
    )


def every_range(w: Words) -> Frame | None:
    """'Monday to Friday' where it is a rhythm: 'every day from Monday to Friday'."""
    days = w.all("weekday") + w.all("weekdays")
    first, last = days[0], days[-1]
    listed = tuple(sorted((first + i) % 7 for i in range((last - first) % 7 + 1)))
    return Frame(every=Every("WEEKLY", 1, listed))


def every_part(w: Words) -> Frame | None:
    """'every morning', 'abends'."""
    return Frame(every=Every("DAILY"), part=w.get("part", "parts"))


def every_named(w: Words) -> Frame | None:
    """'daily', 'fortnightly', 'quarterly' with what the data says: [freq, interval] and weekdays."""
    spec = w.get("rhythm")
    return Frame(every=Every(spec[0], spec[1], tuple(spec[2]) if len(spec) > 2 else ()), part=w.get("part"))


def every_monthday(w: Words) -> Frame | None:
    """'on the 1st of every month', 'jeden 15.'."""
    day = w.get("ord", "day")
    if day is None:
        day = -1
    if not 1 <= day <= 31 and day != -1:
        return None
    return Frame(every=Every("MONTHLY", 1, (), None, int(day)))


def every_nth(w: Words) -> Frame | None:
    """'the first Monday of every month', 'jeden letzten Freitag im Monat'."""
    place = w.get("ord", "day")
    place = -1 if place is None else int(place)
    weekday = w.get("weekday")
    if weekday is None:
        return Frame(every=Every("MONTHLY", 1, (), None, place)) if w.get("unit") == "day" else None
    return Frame(every=Every("MONTHLY", 1, (weekday,), place))


def every_yearday(w: Words) -> Frame | None:
    """'every 15 April', 'jedes Jahr am 3. Mai'."""
    day = w.get("ord", "day")
    return Frame(every=Every("YEARLY", 1, (), None, int(day), w.get("month", "mon")))


def every_holiday(w: Words) -> Frame | None:
    """'every Christmas': only feasts of a fixed date have a rule."""
    month, _, day = w.get("holiday").partition("-")
    if not (month.isdigit() and day.isdigit()):
        return None
    return Frame(every=Every("YEARLY", 1, (), None, int(day), int(month)))


def every_pair(w: Words) -> Frame | None:
    """'each 4/15'."""
    left, right = (int(p) for p in w.get("pair").replace(".", "/").replace("-", "/").split("/"))
    order = order_of(left, right, day_first=w.settings["day_first"])
    return None if order is None else Frame(every=Every("YEARLY", 1, (), None, order[1], order[0]))
