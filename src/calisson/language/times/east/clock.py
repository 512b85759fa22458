"""Clock times and parts of the day."""

from __future__ import annotations

from datetime import datetime, timedelta

from calisson.language.times.east.grammar import Parts, grammar
from calisson.language.times.east.stretch import DAY, Stretch, one_day
from calisson.language.types import Grain

_AFTERNOON = ("pm", "afternoon", "evening", "early_evening")
_NIGHT = ("night", "late_night")


def part_name(parts: Parts) -> str | None:
    """Return the public name of the part of day, when one was told."""
    part = parts.get("part")
    return None if part in (None, "am", "pm") else str(part).split("_")[-1]


def clock(parts: Parts, day: Stretch | None, now: datetime, language: str) -> Stretch | None:
    """Return the clock time or part of day that the parts tell, on `day` (today when none was told)."""
    base = day or one_day(now.date())
    has_date = day is not None
    part = parts.get("part")
    if "hour" not in parts:
        if part is None:
            return day
        window = grammar(language).data["parts_of_day"].get(part)
        if window is None or base.grain != "day":
            return day
        start, end = (base.start + timedelta(minutes=_minutes(edge)) for edge in window)
        others = tuple(other + (start - base.start) for other in base.others)
        name = part_name({"part": _public(part)})
        return Stretch(start, end, "hour", has_date, False, name, base.direction, base.vague, others)
    if base.grain != "day":
        base = Stretch(base.start, base.start + DAY, "day", direction=base.direction, vague=base.vague)
    hour, minute = float(parts["hour"]), float(parts.get("minute", 0))
    second = float(parts.get("second", 0))
    if parts.get("half"):
        minute += 30
    if "quarters" in parts:
        minute += 15 * float(parts["quarters"])
    if hour > 30 or minute >= 60 or second >= 60 or hour != int(hour):
        return None
    hour = _twelve(int(hour), part)
    shift = timedelta(hours=hour, minutes=minute, seconds=second)
    moment = base.start + shift
    if "minus" in parts:
        moment -= timedelta(minutes=float(parts["minus"]))
    grain: Grain = (
        "second" if "second" in parts else "minute" if "minute" in parts or parts.get("half") else "hour"
    )
    step = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1)}[grain]
    if not has_date:
        moment = datetime.combine(now.date(), moment.time())
    readings = [other + shift for other in base.others]
    if part is None and 1 <= hour < 12:
        readings.insert(0, moment + timedelta(hours=12))  # '7時' may be 19:00
    return Stretch(
        moment, moment + step, grain, has_date, True, None, base.direction, base.vague, tuple(readings)
    )


def _public(part: str) -> str:
    return {"am": "morning", "pm": "afternoon"}.get(part, part)


def _minutes(text: str) -> float:
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


def _twelve(hour: int, part: str | None) -> int:
    """Return the hour on the 24-hour clock: '下午3' is 15, '夜の12時' 24, '深夜1時' 1."""
    if part is None or hour > 12:
        return hour
    if part in _AFTERNOON:
        return hour + 12 if hour < 12 else hour
    if part in _NIGHT:
        return 24 if hour == 12 else hour + 12 if hour >= 5 else hour
    if part == "noon":
        return hour + 12 if 1 <= hour <= 4 else hour
    if part in ("dawn", "midnight"):
        return 0 if hour == 12 else hour
    return 0 if hour == 12 and part == "am" else hour
