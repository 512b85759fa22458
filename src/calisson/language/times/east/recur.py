"""Recurrences: what 'every …' tells as an RFC 5545 rule, and its first occurrence at or after now."""

from __future__ import annotations

from datetime import datetime, timedelta

from calisson.language.times.east.grammar import Parts
from calisson.language.types import Grain

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_FREQ = {
    "day": "DAILY",
    "week": "WEEKLY",
    "month": "MONTHLY",
    "year": "YEARLY",
    "hour": "HOURLY",
    "minute": "MINUTELY",
}
_DEFAULT_HOUR = {
    "dawn": 6, "morning": 8, "am": 9, "noon": 12, "afternoon": 15, "pm": 15, "evening": 19, "night": 21,
    "late_night": 22, "midnight": 0, "early_morning": 7, "early_evening": 18,
}  # fmt: skip
"""When a part of day without a clock rings."""


def recurrence(parts: Parts, now: datetime, language: str) -> tuple[str, datetime, Grain] | None:
    """Return (rule, first occurrence, grain), None when the words tell no rule."""
    rule = _rule(parts)
    if rule is None:
        return None
    clock = _time(parts, now, language)
    return rule, _first(rule, parts, clock, now), ("minute" if "hour" in parts else "day")


def _rule(parts: Parts) -> str | None:
    unit, interval = str(parts.get("every")), int(parts.get("interval", 1))
    if parts.get("skip"):
        interval += 1  # 每隔一天 leaves one day out
    days = _weekdays(parts)
    if unit == "workdays":
        unit, days = "week", [0, 1, 2, 3, 4]
    elif unit == "weekend":
        unit, days = "week", [5, 6]
    elif unit == "any":
        unit = "week" if days else "year" if "month" in parts else "month" if "day" in parts else "day"
    if unit not in _FREQ or not 1 <= interval <= 999:
        return None
    rule = f"FREQ={_FREQ[unit]}"
    if interval > 1:
        rule += f";INTERVAL={interval}"
    if unit == "year" and "month" in parts:
        rule += f";BYMONTH={int(parts['month'])}"
    if days and unit == "week":
        rule += ";BYDAY=" + ",".join(_DAYS[d] for d in sorted(set(days)))
    elif days and unit in ("month", "year") and "nth" in parts:
        rule += ";BYDAY=" + ",".join(f"{int(parts['nth'])}{_DAYS[d]}" for d in days)
    elif unit in ("month", "year") and parts.get("edge") == "last_day":
        rule += ";BYMONTHDAY=-1"
    elif unit in ("month", "year") and parts.get("edge") in ("first_day", "begin", "early"):
        rule += ";BYMONTHDAY=1"
    elif unit in ("month", "year") and parts.get("edge") in ("end", "late"):
        rule += ";BYMONTHDAY=-1"
    elif unit in ("month", "year") and "day" in parts:
        if not 1 <= int(parts["day"]) <= 31:
            return None
        rule += f";BYMONTHDAY={int(parts['day'])}"
    elif days and unit == "day":
        rule = "FREQ=WEEKLY;BYDAY=" + ",".join(_DAYS[d] for d in sorted(set(days)))
    return rule


def _weekdays(parts: Parts) -> list[int]:
    if "weekdays" in parts:
        return [int(day) for day in parts["weekdays"]]
    return [int(parts["weekday"])] if "weekday" in parts else []


def _time(parts: Parts, now: datetime, language: str) -> timedelta | None:
    from calisson.language.times.east.resolve import point

    if "hour" in parts:
        keys = ("hour", "minute", "second", "half", "part", "minus", "quarters")
        one = point({k: parts[k] for k in keys if k in parts}, now, language)
        if one is None:
            return None
        return timedelta(hours=one.start.hour, minutes=one.start.minute, seconds=one.start.second)
    if parts.get("part") in _DEFAULT_HOUR:
        return timedelta(hours=_DEFAULT_HOUR[str(parts["part"])])
    return None


def _first(rule: str, parts: Parts, clock: timedelta | None, now: datetime) -> datetime:
    """Return the first occurrence at or after now (on any time of the day when no clock was told)."""
    from dateutil.rrule import rrulestr

    midnight = datetime(now.year, now.month, now.day)
    if rule.startswith(("FREQ=HOURLY", "FREQ=MINUTELY")):
        step = {"HOURLY": 60, "MINUTELY": 1}[rule[5:].split(";")[0]] * int(parts.get("interval", 1))
        return now + timedelta(minutes=step)
    start = midnight + (clock or timedelta())
    floor = now if clock is not None else midnight
    if rule.startswith("FREQ=DAILY;INTERVAL") and start < floor:
        return start + timedelta(days=1)  # 'every 5 days' begins with the next such hour
    occurrence: datetime | None = rrulestr(rule, dtstart=start).after(floor, inc=True)
    return start if occurrence is None else occurrence
