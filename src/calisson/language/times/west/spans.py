"""From a composed frame to the public `TimeSpan`."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal, cast

from calisson.language.times.west.calendar import SECONDS, add, add_months, midnight, shift
from calisson.language.times.west.compose import Item
from calisson.language.times.west.frame import Frame, has_clock, has_date
from calisson.language.times.west.lexer import Token
from calisson.language.times.west.recur import first, rule
from calisson.language.times.west.resolve import clock_of, part_hours, whole_stretch
from calisson.language.times.west.stretch import NO_SUCH_DATE, NoSuchDateError, Stretch
from calisson.language.types import Grain, TimeSpan

Kind = Literal["date", "time", "datetime", "range", "duration", "recurrence"]
_POINT_GRAINS = ("second", "minute", "hour")


def span_of(
    item: Item, text: str, tokens: list[Token], now: datetime, settings: dict[str, Any]
) -> TimeSpan | None:
    """Return the span of an item, or None when its words name nothing after all."""
    begin, end = tokens[item.start].start, tokens[item.end - 1].end
    frame = item.frame
    blank = TimeSpan(begin, end, text[begin:end], "date", None, None, "day", bound=frame.bound)
    try:
        if frame.every is not None:
            return _recurrence(frame, blank, now, settings)
        if frame.begin is not None and frame.length is not None:
            return _spread(frame, blank, now, settings)
        if frame.length is not None:
            return _length(frame, blank)
        if frame.pair is not None:
            return _range(frame.pair, blank, now, settings)
        return _plain(frame, blank, now, settings)
    except NoSuchDateError:
        return replace(blank, invalid=NO_SUCH_DATE, has_date=True)
    except (OverflowError, ValueError):
        return None


def _grain(unit: str) -> Grain:
    return cast(
        Grain, {"workday": "day", "weekend": "day", "decade": "year", "century": "year"}.get(unit, unit)
    )


def _length(frame: Frame, blank: TimeSpan) -> TimeSpan | None:
    assert frame.length is not None
    seconds = sum(count * SECONDS[unit] for count, unit in frame.length)
    if not 0 < seconds < 1e12:
        return None
    unit = min((u for _, u in frame.length), key=lambda u: SECONDS[u])
    return replace(blank, kind="duration", seconds=seconds, grain=_grain(unit))


def _plain(frame: Frame, blank: TimeSpan, now: datetime, settings: dict[str, Any]) -> TimeSpan | None:
    found = whole_stretch(frame, now, settings)
    if found is None:
        return None
    if frame.since and found.start > now:
        found = _before(found, now)
    dated, clocked = has_date(frame), has_clock(frame)
    kind: Kind
    if frame.part is not None and not clocked:
        kind = "range" if found.start != found.end else "datetime" if dated else "time"
    elif clocked:
        kind = "datetime" if dated else "time"
    elif found.whole and found.grain == "day":
        kind = "date"
    elif found.whole and found.grain in _POINT_GRAINS:
        kind = "datetime"
    elif found.grain == "second":
        kind = "datetime"
    else:
        kind = "range"
    end = found.end if found.end > found.start else found.start + timedelta(minutes=1)
    precise = clocked or kind == "datetime"
    return replace(
        blank,
        kind=kind,
        start=found.start,
        end=end,
        grain=found.grain,
        has_date=dated,
        has_clock=precise,
        part_of_day=frame.part,
        direction=found.direction,
        vague_year=found.vague_year,
        alternatives=found.alternatives,
        last=found.last,
    )


def _before(found: Stretch, now: datetime) -> Stretch:
    """The latest reading before now, for words that look back."""
    past = [a for a in found.alternatives if a <= now]
    if not past:
        return found
    start = max(past)
    others = (found.start, *(a for a in found.alternatives if a != start))
    return replace(
        found, start=start, end=start + (found.end - found.start), alternatives=others, direction="past"
    )


def _spread(frame: Frame, blank: TimeSpan, now: datetime, settings: dict[str, Any]) -> TimeSpan | None:
    """'for three days from Monday'."""
    assert frame.begin is not None and frame.length is not None
    found = whole_stretch(replace(frame.begin, bound="none"), now, settings)
    end = None if found is None else shift(found.start, frame.length, 1)
    if found is None or end is None or end <= found.start:
        return None
    return replace(
        blank,
        kind="range",
        start=found.start,
        end=end,
        grain=found.grain,
        has_date=has_date(frame.begin),
        has_clock=has_clock(frame.begin),
        vague_year=found.vague_year,
        bound="none",
    )


# --- ranges ----------------------------------------------------------------------------------------------


def _range(
    pair: tuple[Frame, Frame], blank: TimeSpan, now: datetime, settings: dict[str, Any]
) -> TimeSpan | None:
    a, b = _halves(pair[0], pair[1], settings)
    one = whole_stretch(replace(a, bound="none"), now, settings)
    two = whole_stretch(replace(b, bound="none"), now, settings)
    if one is None or two is None:
        return None
    clocked = has_clock(b)
    one, two = _ordered(one, two, a, b)
    if two.start < one.start or (two.start == one.start and clocked):
        return None
    end = two.start if clocked or two.grain in _POINT_GRAINS else two.end
    return replace(
        blank,
        kind="range",
        start=one.start,
        end=end,
        grain=two.grain,
        has_date=has_date(a) or has_date(b),
        has_clock=clocked,
        part_of_day=a.part or b.part,
        direction=one.direction,
        vague_year=one.vague_year or two.vague_year,
        last=None if end == two.start else two.start,
        bound="none",
        alternatives=one.alternatives if not clocked or one.vague_year else (),
    )


def _ordered(one: Stretch, two: Stretch, a: Frame, b: Frame) -> tuple[Stretch, Stretch]:
    """Move an end that was not fixed by its words so that the second lies after the first."""
    if two.start > one.start or (two.start == one.start and not has_clock(b)):
        return one, two
    if has_clock(b) and one.start.date() >= two.start.date():
        days = 1
        if b.weekday is not None and a.weekday != b.weekday:
            days = 7
        moved = add(two.start, days=days)
        if moved is not None and moved > one.start:
            return one, replace(two, start=moved, end=moved)
    later = [c for c in two.alternatives if c > one.start]
    if later and b.rel is None and b.which is None:
        start = min(later)
        return one, replace(two, start=start, end=start + (two.end - two.start))
    if b.weekday is not None and b.day is None:
        moved = add(two.start, days=7)
        if moved is not None:
            return one, replace(two, start=moved, end=moved + (two.end - two.start))
    if b.day is not None and b.month is None and b.rel is None:
        moved = add_months(two.start, 1)
        if moved is not None:
            return one, replace(two, start=moved, end=moved + timedelta(days=1))
    earlier = [c for c in one.alternatives if c <= two.start]
    if earlier:
        start = max(earlier)
        return replace(one, start=start), two
    return one, two


def _halves(a: Frame, b: Frame, settings: dict[str, Any]) -> tuple[Frame, Frame]:
    """Work out the half of the day where only one end tells it ('5 to 6 pm', '11 am to 3')."""
    if not has_clock(a) or not has_clock(b):
        return a, b
    told_a, told_b = _told(a), _told(b)
    if told_a and told_b:
        return a, b
    same_day = (a.rel, a.weekday, a.day, a.month) == (b.rel, b.weekday, b.day, b.month)
    if not same_day:
        return a, b
    if told_b and not told_a:
        goal = _minutes(b, settings)
        options = {h: (goal - (h * 60 + (a.minute or 0))) % 1440 or 1440 for h in _both(a)}
        hour = min(options, key=lambda h: options[h])
        return replace(a, hour=hour, exact=True, part=None), b
    origin = _minutes(a, settings) if told_a else cast(int, a.hour) * 60 + (a.minute or 0)
    if not told_a and not told_b:
        goal = cast(int, b.hour) * 60 + (b.minute or 0)
        if goal <= origin and cast(int, b.hour) < 12:
            return a, replace(b, hour=cast(int, b.hour) + 12, exact=True)
        return a, b
    options = {h: (h * 60 + (b.minute or 0) - origin) % 1440 or 1440 for h in _both(b)}
    hour = min(options, key=lambda h: options[h])
    return a, replace(b, hour=hour, exact=True, part=None)


def _told(frame: Frame) -> bool:
    return bool(frame.meridian or frame.part) or (frame.hour or 0) > 12 or frame.hour == 0 or frame.exact


def _both(frame: Frame) -> tuple[int, ...]:
    hour = cast(int, frame.hour)
    return (hour % 12, hour % 12 + 12) if hour <= 12 else (hour,)


def _minutes(frame: Frame, settings: dict[str, Any]) -> int:
    _, hour, minute, _ = clock_of(frame, settings)
    return hour * 60 + minute


# --- recurrence ------------------------------------------------------------------------------------------


def _recurrence(frame: Frame, blank: TimeSpan, now: datetime, settings: dict[str, Any]) -> TimeSpan | None:
    assert frame.every is not None
    since = now
    if frame.begin is not None:
        begin = whole_stretch(replace(frame.begin, bound="none"), now, settings)
        if begin is None:
            return None
        since = begin.start if begin.start.date() != now.date() else now
    until = None
    if frame.until is not None:
        last = whole_stretch(replace(frame.until, bound="none"), now, settings)
        until = None if last is None else last.end
    clock: tuple[int, int, int] | None = None
    if has_clock(frame):
        offset, *rest = clock_of(frame, settings)
        clock = (rest[0], rest[1], rest[2])
        if offset and frame.every.freq == "DAILY" and not frame.every.weekdays:
            offset = 0
    elif frame.part is not None:
        hours = part_hours(frame, settings)[0]
        clock = (int(hours) % 24, 0, 0)
    start = first(frame.every, since, clock)
    if start is None:
        return None
    grain: Grain = "minute" if clock is not None else "day"
    end = start + timedelta(minutes=1) if clock is not None else (add(midnight(start), days=1) or start)
    if frame.every.freq in ("HOURLY", "MINUTELY"):
        grain, end = "minute", start + timedelta(minutes=1)
    return replace(
        blank,
        kind="recurrence",
        start=start,
        end=end,
        grain=grain,
        rrule=rule(frame.every, until),
        has_date=True,
        has_clock=has_clock(frame),
        part_of_day=frame.part,
        bound="none",
    )
