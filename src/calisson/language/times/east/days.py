"""Days: named fully, without a year or month, by weekday, by feast, or by their place in a month."""

from __future__ import annotations

import calendar
from datetime import date, datetime, timedelta

from calisson.language.times.east.grammar import Parts
from calisson.language.times.east.holidays import holiday
from calisson.language.times.east.periods import edge_of, month_of, part_of_year, season_of, week_of, year_of
from calisson.language.times.east.stretch import (
    DAY,
    NoSuchTime,
    Stretch,
    add_months,
    distance,
    midnight,
    one_day,
    toward,
)


def day_of(parts: Parts, now: datetime, near: datetime | None) -> Stretch | None:
    """Return the day, week, month or year that the parts name, None when they name none."""
    today = now.date()
    if "relday" in parts:
        offset = int(parts["relday"])
        return one_day(today + timedelta(days=offset), toward(offset))
    if "holiday" in parts:
        return _holiday(parts, now)
    if "nth" in parts and "weekday" in parts:
        return _nth_weekday(parts, now)
    if "weekend" in parts:
        weeks = int(parts.get("weekoff", 0))
        saturday = today - timedelta(days=today.weekday()) + timedelta(days=5, weeks=weeks)
        return Stretch(midnight(saturday), midnight(saturday) + 2 * DAY, "day", direction=toward(weeks))
    if "weekday" in parts and not parts.keys() & {"day", "amounts"}:
        return _weekday(parts, now, near)
    if "weekoff" in parts or "nthweek" in parts:
        return edge_of(week_of(parts, now), parts)
    if "day" in parts:
        return _month_day(parts, now, near)
    if "quarter" in parts or "halfyear" in parts:
        return part_of_year(parts, now)
    if "month" in parts or "monthoff" in parts:
        return edge_of(month_of(parts, now, near), parts)
    if "season" in parts:
        return season_of(parts, now)
    if "decade" in parts:
        century = (
            parts["century"] * 100 - 100 if "century" in parts else 1900 if parts["decade"] >= 30 else 2000
        )
        year = int(parts["decade"] if parts["decade"] >= 100 else century + parts["decade"])
        return Stretch(datetime(year, 1, 1), datetime(year + 10, 1, 1), "year")
    if "century" in parts:
        year = int(parts["century"] - 1) * 100
        return Stretch(datetime(max(year, 1), 1, 1), datetime(year + 100, 1, 1), "year")
    told = year_of(parts, now)
    if told is None:
        return None
    first, last = datetime(told, 1, 1), datetime(told + 1, 1, 1)
    return edge_of(Stretch(first, last, "year", direction=toward(told - now.year)), parts)


def _valid(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def _month_day(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    """Return the day of a month: named fully, without a year, or without a month."""
    day, today = int(parts["day"]), now.date()
    anchor = near.date() if near is not None else today
    if "monthoff" in parts:
        year = year_of(parts, now)
        start = add_months(now.replace(day=1), int(parts["monthoff"])).date()
        start = start if year is None else start.replace(year=year)
        if not _valid(start.year, start.month, day):
            raise NoSuchTime("no-such-date")
        return one_day(start.replace(day=day), toward(parts["monthoff"]))
    if "month" in parts:
        month = int(parts["month"])
        year = year_of(parts, now)
        if year is not None:
            if not _valid(year, month, day):
                raise NoSuchTime("no-such-date")
            return one_day(date(year, month, day), toward(parts.get("yearoff", 0)))
        years = [y for y in range(anchor.year - 8, anchor.year + 9) if 0 < y < 9999 and _valid(y, month, day)]
        if not years:
            raise NoSuchTime("no-such-date")
        options = [date(y, month, day) for y in years]
        if near is not None:
            options = [o for o in options if o >= anchor]
        return _nearest(options, anchor, vague=True)
    options = []
    for shift in range(-2, 4):
        first = add_months(datetime(anchor.year, anchor.month, 1), shift).date()
        if _valid(first.year, first.month, day):
            options.append(first.replace(day=day))
    if "weekday" in parts:
        fitting = [o for o in options if o.weekday() == int(parts["weekday"])]
        options = fitting or options
    if near is not None:
        options = [o for o in options if o >= anchor] or options
    if not options:
        raise NoSuchTime("no-such-date")
    return _nearest(options, anchor)


def _nearest(options: list[date], anchor: date, *, vague: bool = False) -> Stretch:
    """Return the day nearest to the anchor (of its month, if it names no month), and its neighbours."""
    this_month = [d for d in options if (d.year, d.month) == (anchor.year, anchor.month)]
    best = this_month[0] if this_month and not vague else min(options, key=lambda d: distance(d, anchor))
    before = [d for d in options if d < min(best, anchor)]
    after = [d for d in options if d > max(best, anchor)]
    found = one_day(best, vague=vague)
    found.others = tuple(
        midnight(d) for d in ([max(before)] if before else []) + ([min(after)] if after else [])
    )
    if best < anchor and len(found.others) == 2:
        found.others = found.others[::-1]
    return found


def _weekday(parts: Parts, now: datetime, near: datetime | None) -> Stretch:
    today = near.date() if near is not None else now.date()
    wanted = int(parts["weekday"])
    monday = today - timedelta(days=today.weekday())
    if "weekoff" in parts:
        weeks = int(parts["weekoff"])
        return one_day(monday + timedelta(days=wanted, weeks=weeks), toward(weeks))
    ahead = (wanted - today.weekday()) % 7
    if ahead == 0 and near is None and not _later_today(parts, now):
        ahead = 7
    found = one_day(today + timedelta(days=ahead))
    if near is None:
        found.others = (found.start - 7 * DAY, found.start + 7 * DAY)
    return found


def _later_today(parts: Parts, now: datetime) -> bool:
    return "hour" in parts and int(parts["hour"]) > now.hour


def _nth_weekday(parts: Parts, now: datetime) -> Stretch:
    month = month_of(parts, now, None)
    if "month" not in parts and "monthoff" not in parts and ("year" in parts or "yearoff" in parts):
        year = year_of(parts, now) or now.year
        month = Stretch(datetime(year, 1, 1), datetime(year + 1, 1, 1), "year")
    nth, wanted = int(parts["nth"]), int(parts["weekday"])
    if nth < 0:
        last = month.end - DAY
        day = last - timedelta(days=(last.weekday() - wanted) % 7) + timedelta(weeks=nth + 1)
    else:
        day = month.start + timedelta(days=(wanted - month.start.weekday()) % 7, weeks=nth - 1)
    if not month.start <= day < month.end:
        raise NoSuchTime("no-such-date")
    return one_day(day.date(), vague=month.vague)


def _holiday(parts: Parts, now: datetime) -> Stretch | None:
    name = str(parts["holiday"])
    year = year_of(parts, now)
    years = [year] if year is not None else [now.year - 1, now.year, now.year + 1]
    days = [d for y in years if (d := holiday(name, y)) is not None]
    if not days:
        return None
    return _nearest(days, now.date(), vague=year is None)
