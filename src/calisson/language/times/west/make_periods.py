"""Constructors of days and stretches told in words: 'tomorrow', 'last week', 'the third quarter'."""

from __future__ import annotations

from calisson.language.times.west.calendar import CLOCK_UNITS
from calisson.language.times.west.frame import Frame
from calisson.language.times.west.make_clocks import clock
from calisson.language.times.west.make_days import date, year_of
from calisson.language.times.west.words import Words, counted


def relday(w: Words) -> Frame | None:
    """'today', 'tomorrow', 'the day before yesterday'; with a part of the day glued on, that too."""
    return Frame(rel=("day", w.get("relday")), part=w.get("part", "clearpart"), weekday=w.get("weekday"))


def weekday_part(w: Words) -> Frame | None:
    """'Dienstagabend' as one word."""
    weekday, part = w.get("weekday_part")
    return Frame(weekday=weekday, part=part, which=w.get("which"))


def weekday_and_part(w: Words) -> Frame | None:
    """'Dienstag Abend'."""
    return Frame(weekday=w.get("weekday"), part=w.get("part"), which=w.get("which"))


def window_units(w: Words) -> Frame | None:
    """'in den nächsten Stunden', 'in den letzten Tagen': a few of them."""
    return None


def nth_half(w: Words) -> Frame | None:
    """'the first half of'."""
    place = int(w.get("ord", "day"))
    name = w.get("unit")
    if place not in (1, 2) or name in CLOCK_UNITS:
        return None
    return Frame(nth=place, nth_of="half", year=year_of(w), rel=None if name is None else (name, 0))


def nth_of_this(w: Words) -> Frame | None:
    """'die dritte Woche des Monats': the nth of the current one."""
    units = w.all("unit")
    place = w.get("ord", "day")
    weekday = w.get("weekday")
    inner, outer = ("weekday", units[-1]) if weekday is not None else (units[0], units[-1])
    if inner in CLOCK_UNITS or outer not in ("month", "year", "quarter"):
        return None
    return Frame(nth=-1 if place is None else int(place), nth_of=inner, weekday=weekday, rel=(outer, 0))


def clock_led(w: Words) -> Frame | None:
    """'um 7.15'."""
    return None if counted(w) else clock(w)


def relday_part(w: Words) -> Frame | None:
    """'heutabend' and the like as one word."""
    offset, part = w.get("relday_part")
    return Frame(rel=("day", offset), part=part)


def unit(w: Words) -> Frame | None:
    """'last week', 'this year', 'next weekend'; 'next hour' is a stretch from now on."""
    name, which = w.get("unit") or "weekend", w.get("which") or (1 if w.get("coming") else 0)
    if name in CLOCK_UNITS:
        return None if which == 0 else Frame(window=((1.0, name),), sign=1 if which > 0 else -1)
    if name == "workday":
        return Frame(shift=((1.0, name),), sign=1 if which > 0 else -1) if which else None
    if w.get("coming"):
        return Frame(rel=(name, 0), nearest=True) if name == "weekend" else Frame(rel=(name, 1))
    return Frame(rel=(name, which))


def unit_after_next(w: Words) -> Frame | None:
    """'the week after next', 'übernächste Woche'."""
    return Frame(rel=(w.get("unit"), 2))


def unit_before_last(w: Words) -> Frame | None:
    """'the week before last', 'vorletzte Woche'."""
    return Frame(rel=(w.get("unit"), -2))


def now(_w: Words) -> Frame | None:
    """'now', 'as soon as possible'."""
    return Frame(now=True)


def holiday(w: Words) -> Frame | None:
    """A feast, with a year if captured."""
    return Frame(holiday=w.get("holiday"), year=year_of(w), which=None)


def season(w: Words) -> Frame | None:
    """'last summer', 'winter 2025'."""
    which = w.get("which")
    return Frame(season=w.get("season"), year=year_of(w), which=which if which is not None else None)


def nth(w: Words) -> Frame | None:
    """'the first Friday', 'the last day', 'the third week'."""
    place = w.get("ord", "day")
    place = -1 if place is None else int(place)
    weekday = w.get("weekday")
    if weekday is not None:
        return Frame(nth=place, nth_of="weekday", weekday=weekday)
    name = w.get("unit")
    if name in CLOCK_UNITS or name in (None, "century", "decade"):
        return None
    return Frame(nth=place, nth_of=name)


def week_of(_w: Words) -> Frame | None:
    """'the week of …' before a day."""
    return Frame(week_of=True)


def quarter(w: Words) -> Frame | None:
    """`Q3`, 'second half of the year' as the third quarter and so on of a year."""
    place = w.get("nd", "n", "ord")
    limit = 2 if w.get("halfmark") else 4
    if not 1 <= place <= limit:
        return None
    return Frame(nth=place, nth_of="half" if limit == 2 else "quarter", year=year_of(w))


def year(w: Words) -> Frame | None:
    """A year that words announce ('in 2016', 'year 247')."""
    value = year_of(w)
    return None if value is None or value < 1 or counted(w) else Frame(year=value)


def year_led(w: Words) -> Frame | None:
    """A year after a preposition of time ('since 2016')."""
    found = year(w) if w.led or "of" in w.before else None
    if found is not None:
        found.weak = not w.led  # 'class of 2012'
    return found


def stamp(w: Words) -> Frame | None:
    """'Wed Oct 26 15:50:06 2016'."""
    day, time = date(w), clock(w)
    if day is None or time is None:
        return None
    day.hour, day.minute, day.second, day.exact = time.hour, time.minute, time.second, time.exact
    return day


def decade(w: Words) -> Frame | None:
    """'the 1970s', 'the seventies'."""
    value = w.get("decade")
    if value is None:
        value = w.get("year", "y2", "hundreds")
    two = w.caps.get("y2w")
    if two:
        value = int(two[0]) * 100 + int(w.get("decade") or 0)
    if value is None or value % 10:
        return None
    return Frame(decade=(int(value), value >= 100))


def century(w: Words) -> Frame | None:
    """'the 21st century'."""
    place = w.get("ord", "n")
    return Frame(century=int(place)) if 1 <= place <= 30 else None


def weekno(w: Words) -> Frame | None:
    """'week 31'."""
    number = w.get("nd", "n")
    return Frame(weekno=number) if 1 <= number <= 53 else None


def edge(w: Words) -> Frame | None:
    """'the end of', 'early', 'the rest of' before a stretch; with a unit, of the current one."""
    if (whole := w.get("edge_of")) is not None:
        return Frame(edge=whole[0], rel=(whole[1], 0))
    if w.get("relday") is not None:
        return Frame(edge=w.get("todate"), rel=("day", w.get("relday")))
    name = w.get("unit")
    rel = None if name is None else (name, w.get("which") or 0)
    if name in CLOCK_UNITS:
        return None
    return Frame(edge=w.get("edge", "portion", "todate"), rel=rel, month=w.get("month"), year=year_of(w))


def part(w: Words) -> Frame | None:
    """'in the morning', 'early afternoon'; after a count ('3 nights') it is no time."""
    if "n" in w.before and "in" not in w.caps:
        return None
    return Frame(part=w.get("part", "clearpart"), part_edge=w.get("portion"), lead=bool(w.get("in")))


def relpart(w: Words) -> Frame | None:
    """'this morning', 'last night'."""
    which = w.get("which", "relpart")
    return Frame(rel=("day", which), part=w.get("part"), part_edge=w.get("portion"))


def relnamed(w: Words) -> Frame | None:
    """One word for a day and its part: 'tonight'."""
    offset, name = w.get("daypart")
    return Frame(rel=("day", offset), part=name, part_edge=w.get("portion"))


def meal(w: Words) -> Frame | None:
    """'at lunchtime'."""
    return Frame(part=w.get("part"))
