"""From a frame to stretches of the calendar, against the reference time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

from calisson.language.times.west.bydate import by_calendar
from calisson.language.times.west.calendar import (
    CLOCK_UNITS,
    SECONDS,
    add,
    add_months,
    day_of,
    feast,
    midnight,
    shift,
    start_of,
    step,
    week_of,
    years_around,
)
from calisson.language.times.west.frame import Frame, has_clock, has_date
from calisson.language.times.west.portions import portion
from calisson.language.times.west.stretch import (
    NoSuchDateError,
    Stretch,
    direction_of,
    existing_day,
    nearest,
    several,
    stretch_of,
)
from calisson.language.types import Grain


def day_stretch(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    """Resolve the date slots of a frame; None when it has none.

    Raises:
        NoSuchDateError: The day does not exist.
    """
    found = _base(frame, now, settings)
    if found is None or frame.edge is None:
        return found
    return portion(frame.edge, found, now)


def _base(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    for reader in (_week_of, _special, _nth, _shifted, _relative, by_calendar):
        found = reader(frame, now, settings)
        if found is not None:
            return found
    return None


def _week_of(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    if not frame.week_of:
        return None
    inner = _base(replace(frame, week_of=False), now, settings)
    monday = None if inner is None else week_of(inner.start)
    return None if monday is None else stretch_of(monday, "week")


def _special(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    if frame.holiday is not None:
        year = frame.year
        if year is None and frame.rel is not None and frame.rel[0] == "year":
            year = now.year + frame.rel[1]
        if year is not None:
            day = feast(frame.holiday, year)
            return None if day is None else stretch_of(day, "day")
        days = [d for y in years_around(now.year) if (d := feast(frame.holiday, y))]
        best, others = nearest(days, now)
        return stretch_of(best, "day", vague_year=True, alternatives=others)
    if frame.season is not None:
        return _season(frame, now)
    if frame.decade is not None:
        first, full = frame.decade
        if not full:
            first += 1900 if first > now.year % 100 + 10 else 2000
        start = day_of(first, 1, 1)
        return None if start is None else several(start, 120, "year")
    if frame.century is not None:
        start = day_of(max((frame.century - 1) * 100, 1), 1, 1)
        return None if start is None else several(start, 1200, "year")
    if frame.weekno is not None:
        year = frame.year or now.year + (frame.rel[1] if frame.rel else 0)
        try:
            return stretch_of(datetime.fromisocalendar(year, frame.weekno, 1), "week")
        except ValueError:
            raise NoSuchDateError from None
    return None


_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


def _season(frame: Frame, now: datetime) -> Stretch | None:
    """Meteorological seasons; a winter belongs to the year in which it begins."""
    month = _SEASONS[cast(str, frame.season)]
    year = frame.year
    if year is None and frame.rel is not None and frame.rel[0] == "year":
        year = now.year + frame.rel[1]
    if year is not None:
        start = day_of(year, month, 1)
        return None if start is None else several(start, 3, "month")
    starts = [d for y in years_around(now.year) if (d := day_of(y, month, 1))]
    current = [d for d in starts if d <= now < (add_months(d, 3) or now)]
    if frame.which == -1:
        best = max(d for d in starts if (add_months(d, 3) or now) <= now)
        return replace(several(best, 3, "month"), direction="past")
    if frame.which == 1:
        best = min(d for d in starts if d > now)
        return replace(several(best, 3, "month"), direction="future")
    if frame.which == 0:
        best = current[0] if current else day_of(now.year, month, 1) or now
        return several(best, 3, "month")
    best, others = (current[0], ()) if current else nearest(starts, now)
    return replace(several(best, 3, "month"), vague_year=True, alternatives=others)


def _within(frame: Frame, now: datetime, settings: dict[str, Any]) -> list[Stretch]:
    """The stretches (month, year …) that an nth is counted in, likeliest first."""
    outer = replace(frame, nth=None, nth_of=None, edge=None, weekday=None, which=frame.which)
    found = _base(outer, now, settings)
    if found is None:
        unit = "month" if frame.nth_of in ("weekday", "day", "week", "weekend") else "year"
        start = start_of(unit, now)
        return [] if start is None else [stretch_of(start, unit)]
    return [found, *(stretch_of(a, found.grain) for a in found.alternatives)]


def _nth(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    if frame.nth is None:
        return None
    place = frame.nth
    if frame.nth_of == "hence":
        today = midnight(now)
        gap = (cast(int, frame.weekday) - today.weekday()) % 7
        days = (gap or 7) + 7 * (place - 1)
        if place < 0:
            back = (today.weekday() - cast(int, frame.weekday)) % 7 or 7
            days = -back + 7 * (place + 1)
        start = add(today, days=days)
        return None if start is None else stretch_of(start, "day", direction=direction_of(place))
    results: list[Stretch] = []
    for outer in _within(frame, now, settings):
        found = _nth_in(frame, place, outer)
        if found is not None:
            results.append(found)
    if not results:
        raise NoSuchDateError
    first = results[0]
    vague = len(results) > 1
    return replace(first, alternatives=tuple(r.start for r in results[1:]), vague_year=vague)


def _nth_in(frame: Frame, place: int, outer: Stretch) -> Stretch | None:
    last = outer.end - timedelta(days=1)
    if frame.nth_of == "weekday":
        weekday = cast(int, frame.weekday)
        start: datetime | None
        if place > 0:
            start = add(outer.start, days=(weekday - outer.start.weekday()) % 7 + 7 * (place - 1))
        else:
            start = add(last, days=-((last.weekday() - weekday) % 7) + 7 * (place + 1))
        if start is None or not outer.start <= start < outer.end:
            return None
        return stretch_of(start, "day")
    if frame.nth_of == "day":
        start = add(outer.start, days=place - 1) if place > 0 else add(outer.end, days=place)
        return None if start is None or not outer.start <= start < outer.end else stretch_of(start, "day")
    if frame.nth_of in ("week", "weekend"):
        thursday = 3 if frame.nth_of == "week" else 5  # a week belongs to where its Thursday lies
        if place > 0:
            mark = add(outer.start, days=(thursday - outer.start.weekday()) % 7 + 7 * (place - 1))
        else:
            mark = add(last, days=-((last.weekday() - thursday) % 7) + 7 * (place + 1))
        if mark is None or not outer.start <= mark < outer.end:
            return None
        monday = week_of(mark)
        if monday is None:
            return None
        return (
            stretch_of(monday, "week") if frame.nth_of == "week" else stretch_of(mark, "weekend", whole=False)
        )
    if frame.nth_of == "half" and outer.grain == "month":
        middle = outer.start + timedelta(days=15)
        halves = ((outer.start, middle), (middle, outer.end))
        return replace(outer, start=halves[place - 1][0], end=halves[place - 1][1], whole=False)
    months = {"month": 1, "quarter": 3, "half": 6, "year": 12}.get(frame.nth_of or "")
    if months is None:
        return None
    if place < 0:
        place = 12 // months + 1 + place if outer.grain == "year" else 1
    start = add_months(outer.start, months * (place - 1))
    if start is None or not outer.start <= start < outer.end:
        return None
    end = add_months(start, months) or datetime.max
    grain = {1: "month", 3: "quarter", 12: "year"}.get(months, "month")
    return Stretch(start, end, cast(Grain, grain), whole=months != 6)


def _shifted(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    if frame.now:
        moment = now.replace(microsecond=0)
        return Stretch(moment, moment + timedelta(seconds=1), "second")
    if frame.shift is not None:
        fine = any(unit in CLOCK_UNITS for _, unit in frame.shift) or any(
            n != int(n) and unit in ("day", "week") for n, unit in frame.shift
        )
        origin = now
        if frame.base is not None:
            inner = whole_stretch(frame.base, now, settings)
            if inner is None:
                return None
            origin = inner.start
        moved = shift(origin if fine else midnight(origin), frame.shift, frame.sign)
        if moved is None:
            raise NoSuchDateError
        moved = moved.replace(microsecond=0)
        direction = direction_of(frame.sign) if frame.base is None else "none"
        if frame.weekday is not None and (monday := week_of(moved)) is not None:
            moved = monday + timedelta(days=frame.weekday)  # 'Saturday in two weeks'
        if fine:
            return Stretch(moved, moved + timedelta(minutes=1), "minute", direction)
        return stretch_of(moved, "day", direction=direction)
    if frame.window is not None:
        return _window(frame, now)
    return None


def _window(frame: Frame, now: datetime) -> Stretch | None:
    assert frame.window is not None
    moment, today = now.replace(microsecond=0), midnight(now)
    unit = min((u for _, u in frame.window), key=lambda u: SECONDS[u])
    grain = cast(
        Grain, {"workday": "day", "weekend": "week", "decade": "year", "century": "year"}.get(unit, unit)
    )
    if any(u in CLOCK_UNITS for _, u in frame.window):
        other = shift(moment, frame.window, -1 if frame.sign < 0 else 1)
        start, end = (other, moment) if frame.sign < 0 else (moment, other)
    elif unit == "decade":
        first = start_of("decade", now)
        count = int(frame.window[0][0])
        if first is None:
            return None
        start = add_months(first, -120 * count) if frame.sign < 0 else add_months(first, 120)
        end = first if frame.sign < 0 else add_months(first, 120 * (count + 1))
    elif frame.sign == 0:
        start, end = today, shift(today, frame.window, 1)
    elif frame.sign > 0:
        start = add(today, days=1)
        end = None if start is None else shift(start, frame.window, 1)
    else:
        start, end = shift(today, frame.window, -1), today
    if start is None or end is None or start >= end:
        return None
    return Stretch(start, end, grain, direction_of(frame.sign or 1), whole=False)


def _relative(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    if frame.rel is None:
        return None
    unit, offset = frame.rel
    origin = start_of(unit, now)
    if frame.nearest and origin is not None and origin <= now:
        offset += 1
    start = None if origin is None else step(unit, origin, offset)
    if start is None:
        raise NoSuchDateError
    direction = direction_of(offset)
    if unit == "week" and frame.weekday is not None:
        return stretch_of(start + timedelta(days=frame.weekday), "day", direction=direction)
    if unit == "weekend" and frame.weekday is not None and frame.weekday >= 5:
        return stretch_of(start + timedelta(days=frame.weekday - 5), "day", direction=direction)
    if unit == "month" and frame.day is not None:
        return stretch_of(existing_day(start.year, start.month, frame.day), "day", direction=direction)
    if unit == "year" and frame.month is not None:
        if frame.day is not None:
            return stretch_of(existing_day(start.year, frame.month, frame.day), "day", direction=direction)
        return stretch_of(start.replace(month=frame.month), "month", direction=direction)
    return stretch_of(start, unit, direction=direction, whole=unit not in ("weekend", "decade", "century"))


# --- the clock -------------------------------------------------------------------------------------------


def clock_of(frame: Frame, settings: dict[str, Any]) -> tuple[int, int, int, int]:
    """Return (day offset, hour, minute, second) of the clock slots, with the half of the day worked out."""
    hour, minute, second = cast(int, frame.hour), frame.minute or 0, frame.second or 0
    offset = 0
    if hour == 24:
        return 1, 0, 0, 0
    if frame.meridian == "pm":
        hour += 12 if hour < 12 else 0
    elif frame.meridian == "am":
        hour -= 12 if hour == 12 else 0
    elif frame.part is not None and hour <= 12:
        kind = settings["parts"][frame.part]["clock"]
        if kind == "pm":
            hour += 12 if hour < 12 else 0
        elif kind == "noon":
            hour += 12 if hour < 6 else 0
        elif kind == "am":
            hour -= 12 if hour == 12 else 0
        elif kind == "night":
            if hour == 12 or (hour <= 4 and not (hour == 0 and frame.exact)):
                hour, offset = hour % 12, 1
            elif hour >= 5:
                hour += 12
    return offset, hour, minute, second


def part_hours(frame: Frame, settings: dict[str, Any]) -> tuple[float, float]:
    """Return the hours from and to of a part of the day."""
    spec = settings["parts"][frame.part]
    first, last = spec["from"], spec["to"]
    if frame.part_edge == "early":
        last = first + 2
    elif frame.part_edge == "late":
        first = last - 2
    elif frame.part_edge == "mid":
        first, last = (first + last) / 2, (first + last) / 2
    return first, last


def whole_stretch(frame: Frame, now: datetime, settings: dict[str, Any]) -> Stretch | None:
    """Resolve date and clock of a frame together.

    Raises:
        NoSuchDateError: The day does not exist.
    """
    date = day_stretch(frame, now, settings)
    if has_clock(frame):
        offset, hour, minute, second = clock_of(frame, settings)
        dated = date is not None and (frame.part is None or True)
        base = date.start if date is not None else midnight(now)
        if not dated or (offset and not has_date(frame)):
            offset = 0
        start = add(base.replace(hour=hour, minute=minute, second=second), days=offset)
        if start is None:
            raise NoSuchDateError
        grain: Grain = "second" if frame.second is not None else "minute"
        length = timedelta(seconds=1) if grain == "second" else timedelta(minutes=1)
        alternatives: tuple[datetime, ...] = ()
        if date is not None:
            delta = start - date.start
            alternatives = tuple(a + delta for a in date.alternatives if a + delta < datetime.max)
            if (
                date.direction == "none"
                and date.alternatives
                and start < now
                and not frame.exact
                and date.start.date() == now.date()
                and frame.weekday is not None
            ):
                later = [a for a in alternatives if a > now]
                if later:
                    alternatives = (start, *(a for a in alternatives if a != later[0]))
                    start = later[0]
        if _doubtful(frame) and start.hour <= 12:
            twin = start + timedelta(hours=12)
            if start.hour < 12 or start.hour == 12:
                alternatives = (twin, *alternatives)
        return Stretch(
            start,
            start + length,
            grain,
            date.direction if date else "none",
            date.vague_year if date else False,
            alternatives,
        )
    if frame.part is not None:
        base = date.start if date is not None else midnight(now)
        first, last = part_hours(frame, settings)
        start, end = base + timedelta(hours=first), base + timedelta(hours=last)
        if last >= 24:
            end = base + timedelta(days=1, seconds=-1)
        delta = start - base
        alternatives = tuple(a + delta for a in date.alternatives) if date else ()
        if frame.part == "night" and frame.rel == ("day", 0) and now.hour < 12 and start.year > 1:
            alternatives = (start - timedelta(days=1),)  # in the morning, 'tonight' can look back
        return Stretch(
            start,
            end,
            "hour",
            date.direction if date else "none",
            date.vague_year if date else False,
            alternatives,
            whole=False,
        )
    return date


def _doubtful(frame: Frame) -> bool:
    """Whether the half of the day is open ('at 7')."""
    hour = frame.hour
    return (
        hour is not None
        and 1 <= hour <= 12
        and frame.meridian is None
        and frame.part is None
        and not frame.exact
    )
