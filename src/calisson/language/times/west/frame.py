"""What a stretch of words says about time, before it is placed in the calendar.

A frame is a set of slots. Templates fill some of them; neighbouring frames are joined when together they say
one time (`fits`). Nothing here knows the reference time or a language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Literal

from calisson.language.times.west.calendar import Amount

Bound = Literal["none", "from", "until", "before", "after"]
"""How a preposition relates to the time: opens a stretch, closes one, or names what lies on one side."""


@dataclass(frozen=True, slots=True)
class Every:
    """How often something comes back."""

    freq: str
    """`DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY`, `HOURLY`, `MINUTELY`."""
    interval: int = 1
    weekdays: tuple[int, ...] = ()
    nth: int | None = None
    """'The first Monday': the place of the weekday in the month; -1 is the last."""
    monthday: int | None = None
    month: int | None = None


@dataclass(slots=True)
class Frame:
    """Slots that words fill; None means not said."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    which: int | None = None
    """'Last' -1, 'this' 0, 'next' 1, of a weekday or a month; 2 is 'after next'."""
    nearest: bool = False
    """With `which` 1: the nearest one to come ('coming Friday'), not that of the next week."""
    rel: tuple[str, int] | None = None
    """A whole unit counted from now: `("week", 1)` is next week."""
    nth: int | None = None
    nth_of: str | None = None
    """`nth` of this unit inside the rest: the third `week` of May; -1 is the last."""
    edge: str | None = None
    """A portion of the rest: `start`, `mid`, `end`, `rest`, `early`, `late`, `sofar`, `remaining`."""
    holiday: str | None = None
    shift: tuple[Amount, ...] | None = None
    """An amount of time away from now (or from `base`)."""
    sign: int = 0
    base: Frame | None = None
    window: tuple[Amount, ...] | None = None
    """The last (`sign` -1) or next (1) so many units; 0 is 'within': from now on."""
    season: str | None = None
    decade: tuple[int, bool] | None = None
    """First year, and whether the century was named."""
    century: int | None = None
    weekno: int | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    meridian: Literal["am", "pm"] | None = None
    exact: bool = False
    """The clock was given in a form that leaves no doubt about the half of the day (`18 Uhr`, `07:00`)."""
    part: str | None = None
    part_edge: str | None = None
    now: bool = False
    length: tuple[Amount, ...] | None = None
    every: Every | None = None
    until: Frame | None = None
    begin: Frame | None = None
    """With `every`: from when on."""
    pair: tuple[Frame, Frame] | None = None
    """From one time to another."""
    week_of: bool = False
    """The week in which the day lies."""
    num: int | None = None
    """A bare number, which is a time only beside something else."""
    wordy: bool = False
    """The number was written as a word."""
    bound: Bound = "none"
    since: bool = False
    """With `bound` "from": the words look back ('since')."""
    weak: bool = False
    """Only words that are common for other things ('may', '4/5'); needs company."""
    lead: bool = False
    """A preposition of time stands before it."""


DATE = frozenset(
    "year month day weekday which rel nth edge holiday season shift window decade century weekno now length"
    " pair week_of".split()
)
CLOCK = ("hour", "meridian", "part")
SKIP = {
    "weak",
    "lead",
    "bound",
    "exact",
    "nearest",
    "sign",
    "minute",
    "second",
    "nth_of",
    "part_edge",
    "wordy",
    "since",
}


def slots(frame: Frame) -> frozenset[str]:
    """Return the names of the slots that were filled (without the mere refinements)."""
    return frozenset(
        f.name for f in fields(frame)
        if f.name not in SKIP and (value := getattr(frame, f.name)) is not None and value is not False
    )  # fmt: skip


def has_date(frame: Frame) -> bool:
    """Return whether a day or something coarser was said."""
    return any(
        (value := getattr(frame, name)) is not None and value is not False
        for name in DATE if name not in ("length", "pair")
    )  # fmt: skip


def has_clock(frame: Frame) -> bool:
    """Return whether a clock time was said."""
    return frame.hour is not None


_CALENDAR = frozenset({"year", "month", "day", "weekday"})
_JOINS: tuple[frozenset[str], ...] = tuple(
    frozenset(line.split())
    for line in """
        year month day weekday
        rel weekday edge
        rel month day weekday
        rel month edge
        which month day
        nth weekday month year
        nth weekday rel
        nth weekday which month
        nth year edge
        season year edge
        season rel
        edge month year day
        edge which month
        edge which weekday
        edge holiday year
        edge decade
        edge century
        holiday year weekday
        holiday rel
        shift weekday
        which weekday day month year
        which weekday rel
        week_of year month day weekday
        weekno year
        weekno rel
    """.strip().splitlines()
)
"""Sets of date slots that may stand in one time together."""


_FIXED = re.compile(r"\d+-\d+")


def fits(a: Frame, b: Frame) -> bool:
    """Return whether two neighbouring frames can be parts of one time."""
    mine, yours = slots(a), slots(b)
    if (mine & yours) - {"every"} or a.num is not None or b.num is not None:
        return False
    both = mine | yours
    if "length" in both or "base" in both or "now" in both:
        return False
    if a.every or b.every:
        return _fits_every(a, b)
    if "pair" in both:
        pair, other = (a, b) if a.pair else (b, a)
        return _fits_pair(pair, other)
    if "window" in both:
        return False
    date = both - {"hour", "meridian", "part"}
    if date and (mine - {"hour", "meridian", "part"}) and (yours - {"hour", "meridian", "part"}):
        if (a.rel and a.rel[0] == "day") or (b.rel and b.rel[0] == "day"):
            if not date <= {"rel", "weekday"} and not date <= {"rel", "edge"}:
                return False
        elif not any(date <= joined for joined in _JOINS):
            return False
    return not (date and both & {"hour", "part"} and not _daylike(a, b))


def _daylike(a: Frame, b: Frame) -> bool:
    """Whether the two name a single day."""
    for f in (a, b):
        if (
            f.day
            or f.holiday
            or f.weekday is not None
            or f.shift
            or (f.rel is not None and f.rel[0] == "day")
        ):
            return True
        if f.nth is not None and f.nth_of in ("day", "weekday"):
            return True
    return False


def _fits_every(a: Frame, b: Frame) -> bool:
    every, other = (a, b) if a.every else (b, a)
    if other.every:
        return _refines(every.every, other.every) or _refines(other.every, every.every)
    if slots(other) <= {"hour", "meridian", "part"}:
        return True
    if other.pair is not None:
        return all(slots(f) <= {"hour", "meridian", "part"} for f in other.pair)
    spec = every.every
    if other.bound == "until" and has_date(other):
        return every.until is None
    if other.bound == "from" and has_date(other):
        return every.begin is None
    if (
        spec is not None
        and spec.freq == "WEEKLY"
        and not spec.weekdays
        and slots(other) <= {"weekday", "hour", "meridian", "part"}
    ):
        return other.weekday is not None and other.bound == "none"
    if spec is not None and spec.freq in ("MONTHLY", "YEARLY") and not spec.weekdays:
        names = slots(other)
        if names <= {"day"} or (spec.freq == "YEARLY" and names <= {"day", "month"}):
            return spec.monthday is None
        if names == {"holiday"}:
            return spec.freq == "YEARLY" and _FIXED.fullmatch(other.holiday or "") is not None
        if (names == {"nth"} and other.nth_of == "day") or names == {"nth", "weekday"}:
            return True
    return False


def _refines(base: Every | None, other: Every | None) -> bool:
    """Whether `other` tells the days of `base`: 'every two weeks' + 'on Mondays'."""
    return (
        base is not None and other is not None and base.freq == "WEEKLY" and not base.weekdays
        and other.freq == "WEEKLY" and bool(other.weekdays) and other.interval == 1
    )  # fmt: skip


def _fits_pair(pair: Frame, other: Frame) -> bool:
    assert pair.pair is not None
    first, second = pair.pair
    if other.bound != "none":
        return False
    if other.part is not None and slots(other) == {"part"}:
        return has_clock(first) and first.part is None
    if not has_date(other):
        return False
    names = slots(other)
    if has_clock(first) and not has_date(first) and not has_date(second):
        return _daylike(other, other) and "hour" not in names
    if not has_clock(first) and "hour" not in names:
        probe = replace(first)
        return not slots(probe) & names and fits(probe, other) and fits(replace(second), other)
    return False


def join(a: Frame, b: Frame) -> Frame:
    """Return the frame that says what both say; call only when `fits(a, b)`."""
    if a.every or b.every:
        every, other = (a, b) if a.every else (b, a)
        return _join_every(every, other)
    if a.pair or b.pair:
        pair, other = (a, b) if a.pair else (b, a)
        assert pair.pair is not None
        first, second = pair.pair
        if other.part is not None and slots(other) == {"part"}:
            return replace(pair, pair=(_union(first, other), _union(second, other)))
        second = second if has_date(second) and has_clock(second) else _union(second, other)
        return replace(pair, pair=(_union(first, other), second), lead=pair.lead or other.lead)
    return _union(a, b)


def _union(a: Frame, b: Frame) -> Frame:
    out = replace(a)
    for f in fields(Frame):
        value = getattr(b, f.name)
        if f.name in ("weak",):
            continue
        mine = getattr(out, f.name)
        if mine is None or mine is False or mine == "none" or (f.name == "sign" and mine == 0):
            setattr(out, f.name, value)
    out.weak = a.weak and b.weak
    return out


def _join_every(every: Frame, other: Frame) -> Frame:
    spec = every.every
    assert spec is not None
    if other.every is not None:
        base, days = (every, other) if _refines(spec, other.every) else (other, every)
        assert base.every is not None and days.every is not None
        joined = replace(base.every, weekdays=days.every.weekdays)
        return replace(_union(replace(base, every=None), replace(days, every=None)), every=joined)
    if other.pair is not None:
        return _union(every, other.pair[0])
    if spec.freq == "WEEKLY" and other.weekday is not None:
        return _union(
            replace(every, every=replace(spec, weekdays=(other.weekday,))), replace(other, weekday=None)
        )
    if other.bound == "until":
        return replace(every, until=other)
    if other.bound == "from" and has_date(other):
        bare = replace(other, bound="none", hour=None, minute=None, second=None, meridian=None, part=None)
        clock = Frame(hour=other.hour, minute=other.minute, second=other.second, meridian=other.meridian,
                      part=other.part, exact=other.exact)  # fmt: skip
        out = replace(every, begin=bare)
        return _union(out, clock) if slots(clock) and not slots(clock) & slots(every) else out
    if other.holiday is not None:
        month, day = map(int, other.holiday.split("-"))
        return replace(every, every=replace(spec, month=month, monthday=day))
    if other.nth is not None and other.nth_of == "day":
        return replace(every, every=replace(spec, monthday=other.nth))
    if other.nth is not None and other.weekday is not None:
        return replace(every, every=replace(spec, weekdays=(other.weekday,), nth=other.nth))
    if other.day is not None:
        return replace(every, every=replace(spec, monthday=other.day, month=other.month or spec.month))
    return _union(every, other)
