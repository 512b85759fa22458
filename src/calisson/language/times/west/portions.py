"""Portions of a stretch: its start, middle, end, what is left of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import cast

from calisson.language.times.west.calendar import add_months, midnight
from calisson.language.times.west.stretch import Stretch


def portion(edge: str, outer: Stretch, now: datetime) -> Stretch | None:
    """A portion of a stretch: its start, middle, end, what is left of it."""
    start, end, grain = outer.start, outer.end, outer.grain
    today = midnight(now)
    if edge in ("rest", "remaining"):
        if grain == "day":
            moment = max(now.replace(microsecond=0), start)
            return replace(outer, start=moment, end=end - timedelta(seconds=1), grain="minute", whole=False)
        begin = max(today, start)
        last = end - timedelta(days=1) if edge == "rest" else None
        return (
            replace(outer, start=begin, end=end, grain="day", whole=False, last=last) if begin < end else None
        )
    if edge == "todate":
        return (
            replace(outer, end=min(end, today + timedelta(days=1)), grain="day", whole=False)
            if start <= now
            else None
        )
    if grain == "day" and edge not in ("end", "sofar"):
        return outer
    if edge == "sofar" and grain == "day":
        moment = min(now.replace(microsecond=0), end)
        return replace(outer, end=moment, grain="minute", whole=False) if start < moment else None
    if edge == "sofar":
        return replace(outer, end=today, grain="day", whole=False) if start < today else None
    if grain == "day" and edge == "end":
        moment = end - timedelta(seconds=1)
        shifted = tuple(a + (moment - start) for a in outer.alternatives)
        return replace(outer, start=moment, end=end, grain="second", alternatives=shifted)
    cut = _cuts(start, end, grain)
    if cut is None:
        return None
    first, second = {"start": cut[0], "mid": cut[1], "end": cut[2], "early": cut[3], "late": cut[4]}[edge]
    return replace(outer, start=first, end=second, grain="day", whole=False, alternatives=())


_Cut = tuple[datetime, datetime]


def _cuts(start: datetime, end: datetime, grain: str) -> tuple[_Cut, _Cut, _Cut, _Cut, _Cut] | None:
    """(start, middle, end, early, late) of a week, month or year."""
    if grain == "week":
        early = (start, start + timedelta(days=3))
        late = (start + timedelta(days=3), end)
        return early, (start + timedelta(days=1), start + timedelta(days=5)), late, early, late
    if grain == "month":
        half = start + timedelta(days=15)
        return (
            (start, half),
            (start + timedelta(days=9), start + timedelta(days=20)),
            (half, end),
            (start, half),
            (half, end),
        )
    if grain == "year":
        third, two, half = (cast(datetime, add_months(start, m)) for m in (4, 8, 6))
        return (start, third), (third, two), (two, end), (start, half), (half, end)
    length = (end - start) / 3
    if length < timedelta(days=1):
        return None
    one, two = midnight(start + length), midnight(end - length)
    return (start, one), (one, two), (two, end), (start, one), (two, end)
