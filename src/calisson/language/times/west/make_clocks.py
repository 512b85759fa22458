"""Constructors of clock times."""

from __future__ import annotations

from typing import Any

from calisson.language.times.west.frame import Frame
from calisson.language.times.west.words import Words, counted


def _meridian(w: Words) -> Any:
    return w.get("meridian")


def clock(w: Words) -> Frame | None:
    """`8:40`, '8 Uhr 40', '3 pm', 'eight forty': hour, minute, second as captured."""
    text = w.get("clock")
    if text is not None and (
        w.preceding.endswith((" in ", "\nin ")) or w.preceding == "in "
        or w.settings["pace_before"].search(w.preceding) or w.settings["pace_after"].match(w.followed)
    ):  # fmt: skip
        return None  # 'ran it in 1:45', '5:30 per km' are lengths
    minute: int | None
    second: int | None = None
    if text is not None:
        numbers = [int(p) for p in text.split(":")]
        hour, minute = numbers[0], numbers[1]
        second = numbers[2] if len(numbers) > 2 else None
        exact = text[0] == "0" or hour > 12
    elif w.get("dotclock") or w.get("pair") is not None:
        left, _, right = str(w.get("pair")).partition(".")
        if len(right) != 2:
            return None
        hour, minute, exact = int(left), int(right), False
    elif w.get("hhmm") is not None:
        hour, minute, exact = w.get("hhmm") // 100, w.get("hhmm") % 100, False
    else:
        hour = w.get("nw_hour", "hour")
        minute = w.get("min", "min2")
        exact = hour > 12 or hour == 0
        if (
            w.get("nw_hour")
            and minute is not None
            and minute < 10
            and "meridian" not in w.caps
            and "oh" not in w.caps
        ):
            return None
    if hour is None or hour > 24 or (minute or 0) > 59 or (second or 0) > 59 or (hour == 24 and minute):
        return None
    return _timed(w, Frame(hour=hour, minute=minute, second=second, exact=exact or bool(w.get("uhr"))))


def _timed(w: Words, frame: Frame) -> Frame:
    frame.meridian = _meridian(w)
    frame.part = w.get("part", "clearpart")
    return frame


def minutes_past(w: Words) -> Frame | None:
    """'ten past nine', 'Viertel nach acht'."""
    return _offset(w, 1)


def minutes_to(w: Words) -> Frame | None:
    """'ten to nine', 'Viertel vor acht'."""
    return _offset(w, -1)


def half_past(w: Words) -> Frame | None:
    """'half 7' where it means half past seven."""
    return _timed(w, Frame(hour=w.get("hour"), minute=30)) if 1 <= w.get("hour") <= 12 else None


def half_to(w: Words) -> Frame | None:
    """'halb neun': half an hour before nine."""
    hour = w.get("hour")
    return None if not 1 <= hour <= 24 else _timed(w, _moved(hour, 0, -30))


def quarter_into(w: Words) -> Frame | None:
    """'viertel neun' (8:15), 'dreiviertel neun' (8:45)."""
    hour = w.get("hour")
    return None if not 1 <= hour <= 24 else _timed(w, _moved(hour, 0, -60 + int(w.get("quarterword") * 60)))


def half_eve(w: Words) -> Frame | None:
    """'fünf vor halb neun', 'fünf nach halb neun'."""
    sign = -1 if w.get("before") else 1
    return _timed(w, _moved(w.get("hour"), 0, -30 + sign * int(w.get("min"))))


def _moved(hour: int, minute: int, by: int) -> Frame:
    total = hour * 60 + minute + by
    frame = Frame(hour=total // 60 % 24, minute=total % 60, exact=hour > 12)
    if 0 < hour <= 12 and total < 60:  # 'half to one' is 0:30 or 12:30: read as 12:30
        frame.hour = 12
    return frame


def _offset(w: Words, sign: int) -> Frame | None:
    fraction = w.get("frac", "quarterword")
    numbers = w.all("n")
    text = w.get("clock")
    minutes = int(fraction * 60) * (int(w.get("times") or 1)) if fraction is not None else w.get("min")
    if fraction is not None and (times := w.get("times_n")) is not None:
        minutes = int(fraction * 60 * times)
    if text is not None:
        hour, base = (int(p) for p in text.split(":")[:2])
    else:
        hour = w.get("hour2", "hour")
        hours = w.caps.get("hour", [])
        hour = hours[-1] if hours else hour
        base = w.get("min2nd") or 0
        if len(numbers) == 3:
            hour, base = numbers[1], numbers[2]
    if hour is None or hour > 24:
        return None
    return _timed(w, _moved(hour, base, sign * minutes))


def named_clock(w: Words) -> Frame | None:
    """'noon', 'midnight', also with a number before it ('12 noon')."""
    hour, minute = w.get("clockword")
    said = w.get("hour")
    if said not in (None, hour, hour or 12, 12 if hour == 0 else hour):
        return None
    return Frame(hour=hour, minute=minute, exact=True)


def bare_hour(w: Words) -> Frame | None:
    """'at 7', 'um sieben'."""
    hour = w.get("hour")
    return None if counted(w) else Frame(hour=hour, exact=hour > 12 or hour == 0, lead=True)
