"""Recurrence arithmetic in local wall time (RFC 5545), safe across clock changes and hostile rules.

A rule is evaluated on naive local times, because '8 o'clock' means 8 on the wall in summer and winter; only
then is each occurrence placed on the world's time line. A local time that the clock skips moves forward by
the gap (02:30 becomes 03:30); one that happens twice means its first. Occurrences that fall together after
that count once.

Left out: SECONDLY, and BY-parts that make a sub-daily rule search for years; both are refused with a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from calisson.errors import AgendaError

if TYPE_CHECKING:
    from dateutil.rrule import rrule as Rule

FIRST = datetime(1900, 1, 1)
LAST = datetime(2200, 1, 1)
"""Times outside [FIRST, LAST) are refused: they are typing errors, and arithmetic near year 9999
overflows."""

HORIZON_YEARS = 60
"""How far ahead the next occurrence is looked for; 29 February on a Friday comes every 28 (40 across
2100)."""

MAX_COUNT = 10_000
MAX_INTERVAL = 1_000
MAX_LENGTH = 400

_FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
_ORDER = (
    "FREQ",
    "INTERVAL",
    "COUNT",
    "UNTIL",
    "BYMONTH",
    "BYWEEKNO",
    "BYYEARDAY",
    "BYMONTHDAY",
    "BYDAY",
    "BYHOUR",
    "BYMINUTE",
    "BYSECOND",
    "BYSETPOS",
    "WKST",
)
_SUB_DAILY = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYHOUR", "BYMINUTE", "WKST"})
_NUMBERS = {
    "BYMONTH": (1, 12),
    "BYWEEKNO": (1, 53),
    "BYYEARDAY": (1, 366),
    "BYMONTHDAY": (1, 31),
    "BYHOUR": (0, 23),
    "BYMINUTE": (0, 59),
    "BYSECOND": (0, 59),
    "BYSETPOS": (1, 366),
}
_SIGNED = frozenset({"BYWEEKNO", "BYYEARDAY", "BYMONTHDAY", "BYSETPOS"})
_DAY = re.compile(r"[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)")
_UNTIL = re.compile(r"(\d{8})(?:T(\d{6})(Z)?)?")


def zone(name: str) -> ZoneInfo:
    """Return the IANA zone called `name`.

    Raises:
        AgendaError: This machine knows no such zone.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise AgendaError(
            f"unknown time zone {name!r}; use an IANA name such as 'Europe/Berlin'",
            message_id="reminder-zone",
            zone=str(name)[:60],
        ) from None


def to_utc(local: datetime, tz: str) -> datetime:
    """Place the naive `local` time of zone `tz` on the time line, aware in UTC.

    A skipped time moves forward by the gap; a doubled one means its first.
    """
    return local.replace(tzinfo=zone(tz), fold=0).astimezone(UTC)


def to_local(moment: datetime, tz: str) -> datetime:
    """Return the aware `moment` as naive local time of zone `tz`."""
    return moment.astimezone(zone(tz)).replace(tzinfo=None, fold=0)


def check_time(local: datetime) -> datetime:
    """Return `local` to the second, if it is a naive time that can be planned.

    Raises:
        AgendaError: It is aware, or outside [FIRST, LAST).
    """
    if local.tzinfo is not None:
        raise AgendaError(f"a reminder's time is naive local time, not {local!r}", message_id="reminder-time")
    if not FIRST <= local < LAST:
        raise AgendaError(
            f"{local.isoformat()} cannot be planned; use a time from {FIRST.year} to {LAST.year - 1}",
            message_id="reminder-time-range",
            first=FIRST.year,
            last=LAST.year - 1,
        )
    return local.replace(microsecond=0, fold=0)


def _refuse(text: str, reason: str) -> AgendaError:
    return AgendaError(f"the recurrence {text[:80]!r} {reason}", message_id="reminder-rrule", rule=text[:80])


@lru_cache(maxsize=512)
def check_rrule(text: str) -> str:
    """Return an RRULE in canonical form: upper case, no `RRULE:` prefix, parts in the order of RFC 5545.

    Raises:
        AgendaError: It is no RRULE, or one that is not offered here (see the module).
    """
    given = text.strip().upper().removeprefix("RRULE:")
    if len(given) > MAX_LENGTH:
        raise _refuse(text, f"is longer than {MAX_LENGTH} characters")
    parts: dict[str, str] = {}
    for piece in given.rstrip(";").split(";"):
        name, sign, value = (s.strip() for s in piece.partition("="))
        if not sign or name not in _ORDER or name in parts or not value:
            raise _refuse(text, f"has a part {piece[:40]!r} that RFC 5545 does not know")
        parts[name] = value
    frequency = parts.get("FREQ")
    if frequency not in _FREQUENCIES:
        raise _refuse(text, f"needs FREQ, one of {', '.join(_FREQUENCIES)}")
    if frequency in ("HOURLY", "MINUTELY") and not parts.keys() <= _SUB_DAILY:
        raise _refuse(text, f"may not combine FREQ={frequency} with {', '.join(parts.keys() - _SUB_DAILY)}")
    if "COUNT" in parts and "UNTIL" in parts:
        raise _refuse(text, "has both COUNT and UNTIL")
    for name, most in (("COUNT", MAX_COUNT), ("INTERVAL", MAX_INTERVAL)):
        value = parts.get(name, "1")
        if not (value.isascii() and value.isdigit() and 1 <= int(value) <= most):
            raise _refuse(text, f"needs {name} from 1 to {most}")
    if parts.get("INTERVAL") == "1":
        del parts["INTERVAL"]
    for name, (least, most) in _NUMBERS.items():
        for value in parts[name].split(",") if name in parts else ():
            digits = value.lstrip("+-") if name in _SIGNED else value
            if not (digits.isascii() and digits.isdigit() and least <= int(digits) <= most):
                raise _refuse(text, f"needs {name} from {least} to {most}")
    if any(not _DAY.fullmatch(d) for d in parts["BYDAY"].split(",")) if "BYDAY" in parts else False:
        raise _refuse(text, "needs BYDAY of MO TU WE TH FR SA SU")
    if parts.get("WKST", "MO") not in ("MO", "TU", "WE", "TH", "FR", "SA", "SU"):
        raise _refuse(text, "needs WKST of MO TU WE TH FR SA SU")
    if "UNTIL" in parts:
        _until(parts["UNTIL"], "UTC", text)
    canonical = ";".join(f"{name}={parts[name]}" for name in _ORDER if name in parts)
    try:
        _rule(canonical, datetime(2026, 1, 1), "UTC")
    except (ValueError, TypeError, KeyError, IndexError) as wrong:
        raise _refuse(text, f"cannot be read: {wrong}") from None
    return canonical


def _until(value: str, tz: str, rule: str = "") -> datetime:
    """Return UNTIL as inclusive naive local time; a bare date includes its whole day."""
    match = _UNTIL.fullmatch(value)
    if match is None:
        raise _refuse(rule or value, "needs UNTIL as 20261231 or 20261231T225959Z")
    day, clock, utc = match.groups()
    try:
        moment = datetime.strptime(day + (clock or "235959"), "%Y%m%d%H%M%S")
    except ValueError:
        raise _refuse(rule or value, "has an UNTIL that is no date") from None
    if utc and FIRST <= moment < LAST:
        return to_local(moment.replace(tzinfo=UTC), tz)
    return moment


def parts_of(rrule: str) -> dict[str, str]:
    """Return the parts of a canonical RRULE by name."""
    return dict(p.split("=", 1) for p in rrule.split(";"))


def until_utc(rrule: str, tz: str) -> datetime | None:
    """Return the last moment of a rule with UNTIL, aware in UTC, for formats that want it so."""
    value = parts_of(rrule).get("UNTIL")
    return to_utc(_until(value, tz), tz) if value else None


_STEP = {
    "WEEKLY": timedelta(days=7),
    "DAILY": timedelta(days=1),
    "HOURLY": timedelta(hours=1),
    "MINUTELY": timedelta(minutes=1),
}


def _rule(
    rrule: str, start: datetime, tz: str, near: datetime | None = None, last: datetime | None = None
) -> Rule:
    """Return dateutil's rule, begun near `near` if that changes nothing, and ending by `last`."""
    from dateutil.rrule import rrulestr

    parts = parts_of(rrule)
    end = _until(parts.pop("UNTIL"), tz) if "UNTIL" in parts else None
    end = min((e for e in (end, last) if e is not None), default=None)
    step = _STEP.get(parts["FREQ"])
    if near is not None and step is not None and "COUNT" not in parts:
        step *= int(parts.get("INTERVAL", "1"))
        skip = (near - start) // step - 1
        if skip > 0:
            start += skip * step
    text = ";".join(f"{k}={v}" for k, v in parts.items())
    if end is not None and "COUNT" not in parts:
        text += f";UNTIL={max(end, FIRST):%Y%m%dT%H%M%S}"
    return rrulestr(text, dtstart=start)  # type: ignore[return-value]


def occurrences(
    start: datetime, rrule: str | None, tz: str, after: datetime
) -> Iterator[tuple[datetime, datetime]]:
    """Yield the occurrences later than the aware `after` as (naive local, aware UTC), in order.

    The local time is what the wall shows when it happens (moved forward out of a gap). Ends at LAST, or when
    nothing comes for `HORIZON_YEARS`.

    Args:
        start: naive local time of the first occurrence.
        rrule: canonical rule (`check_rrule`), or None for one occurrence.
        tz: IANA zone.
        after: only later occurrences are yielded.
    """
    if rrule is None:
        moment = to_utc(start, tz)
        if moment > after:
            yield to_local(moment, tz), moment
        return
    # One day earlier than `after`: a skipped hour can move an occurrence, and zones differ by at most a day.
    near = max(to_local(after, tz) if after.year >= FIRST.year else FIRST, FIRST) - timedelta(days=1)
    before = after
    while near < LAST:
        horizon = min(near.replace(year=near.year + HORIZON_YEARS, month=1, day=1), LAST)
        found = False
        for local in _rule(rrule, start, tz, near, horizon).xafter(near, inc=True):
            if local >= horizon:
                break
            moment = to_utc(local, tz)
            if moment > before:
                found = True
                before = moment
                yield to_local(moment, tz), moment
        if not found or "COUNT" in parts_of(rrule):
            return
        near = horizon


@lru_cache(maxsize=8192)
def next_after(
    start: datetime, rrule: str | None, tz: str, after: datetime
) -> tuple[datetime, datetime] | None:
    """Return the first occurrence later than the aware `after` as (naive local, aware UTC), or None."""
    return next(occurrences(start, rrule, tz, after), None)


def last_until(
    start: datetime, rrule: str | None, tz: str, after: datetime, until: datetime
) -> tuple[datetime, datetime, int] | None:
    """Return the latest occurrence in (after, until] as (naive local, aware UTC) and how many there were.

    Counting stops at 1,000 and jumps to the end then, so that years of a missed hourly rule cost little.
    """
    found: tuple[datetime, datetime, int] | None = None
    for count, (local, moment) in enumerate(occurrences(start, rrule, tz, after), 1):
        if moment > until:
            break
        found = (local, moment, count)
        if count == MAX_MISSED:
            jumped = _last_near(start, rrule, tz, until)
            return (*jumped, count) if jumped else found
    return found


MAX_MISSED = 1_000


def _last_near(
    start: datetime, rrule: str | None, tz: str, until: datetime
) -> tuple[datetime, datetime] | None:
    """Return the latest occurrence at or before `until`, looking back in growing steps."""
    for days in (2, 40, 800):
        latest = None
        for local, moment in occurrences(start, rrule, tz, until - timedelta(days=days)):
            if moment > until:
                break
            latest = (local, moment)
        if latest:
            return latest
    return None
