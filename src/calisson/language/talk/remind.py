"""Reminders: what to be reminded of, when, how often; moving, cancelling and snoozing them.

A time that several spans name in parts ('tomorrow … at 5') is put together; of several dates the one that
schedules is taken and the others stay in the text ('remind me tomorrow to book flights for 9 October').
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from calisson.language.spans import Spans
from calisson.language.talk.patterns import TIME, first, patterns, section, trim
from calisson.language.traits import traits
from calisson.language.types import Act, Context, Proposal, Remind, TimeSpan

MORNING = time(9, 0)
"""When to remind on a day without a time of day."""

PART_HOURS = {
    "dawn": 6, "early_morning": 7, "morning": 9, "forenoon": 10, "noon": 12, "lunch": 12, "afternoon": 15,
    "evening": 19, "night": 21, "midnight": 0,
}  # fmt: skip
"""When to remind at a part of the day that is named without a clock time."""

_HALF_DAY = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class When:
    """When to remind, and which of the utterance's times said so."""

    start: datetime | None
    rrule: str | None
    used: tuple[TimeSpan, ...]


def read_reminder(spans: Spans, context: Context) -> Proposal | None:
    """Return the reminder that the words ask for, or None when they ask for none."""
    language, text = spans.language, spans.text
    everything = _mask(text, spans.times)
    if TIME not in everything:
        everything = _with_hours(spans, everything)
    last_was_reminder = bool(context.history) and context.history[0].act is Act.REMIND
    change = _change(language, everything, last_was_reminder)
    if change in ("cancel", "move", "snooze"):
        return _changed(spans, context, change, everything)
    cue = first(language, "remind", "cue", _mask(text, spans.times))
    if cue is None and any(
        t.has_clock and t.has_date and t.start and t.start > context.now for t in spans.times
    ):
        cue = first(language, "remind", "weak_cue", _mask(text, spans.times))  # '3월 10일 9시에 면접 알려줘'
    if cue is None:
        return None
    when = _when(spans, context.now, _cue_position(text, everything, cue.start(), spans.times))
    what = _what(spans, when)
    if not what and first(language, "remind", "snooze", everything) and when.start is not None:
        return _changed(spans, context, "snooze", everything)
    if not what and first(language, "remind", "wake", everything):
        what = str(section(language, "remind")["wake_text"])
    if not what:
        app = context.app(context.focus)
        what = app.name if app is not None else ""
    if not what and when.start is None:
        return Proposal(Act.REMIND, Remind("", None), 0.35, "asks for a reminder without text or time")
    score = 0.95 if when.start is not None else 0.6
    why = f"reminder words {cue.group().strip()!r}" + ("" if when.start else ", but no time")
    return Proposal(Act.REMIND, Remind(what or text.strip(), when.start, when.rrule), score, why)


def _change(language: str, masked: str, last_was_reminder: bool) -> str | None:
    if first(language, "remind", "cancel", masked):
        return "cancel"
    if first(language, "remind", "move", masked):
        return "move"
    snoozed = first(language, "remind", "snooze", masked)
    if snoozed and (last_was_reminder or (TIME in masked and not first(language, "remind", "cue", masked))):
        return "snooze"
    if last_was_reminder and first(language, "remind", "move_short", masked):
        return "move"
    return None


def _changed(spans: Spans, context: Context, change: str, masked: str) -> Proposal:
    language = spans.language
    when = _when(spans, context.now, 0, move=True) if change != "cancel" else When(None, None, ())
    if change == "snooze" and when.start is None:
        when = When(context.now + timedelta(minutes=10), None, ())
    match = _named(language, masked)
    payload = Remind(
        match or "", when.start, when.rrule, "snooze" if change == "snooze" else "move" if change == "move" else "cancel",
        match=match,
    )  # fmt: skip
    return Proposal(Act.REMIND, payload, 0.93, f"{change} of a reminder")


def _named(language: str, masked: str) -> str | None:
    """The words that name which reminder is meant, None when nothing is left but the wish itself."""
    rest = masked
    for key in ("time", "reminder", "verbs", "match_drop"):
        for pattern in patterns(language, "remind", key):
            rest = pattern.sub(" ", rest)
    rest = " ".join(re.sub(r"[^\w\s'-]", " ", rest).replace("_", " ").split())
    return rest or None


# --- when ------------------------------------------------------------------------------------------------


def _when(spans: Spans, now: datetime, cue: int, *, move: bool = False) -> When:
    times = [t for t in spans.times if t.invalid is None and t.kind != "duration"]
    lengths = [t for t in spans.times if t.kind == "duration" and t.seconds]
    recurring = next((t for t in times if t.kind == "recurrence" and t.rrule), None)
    dated = [t for t in times if t.has_date and t is not recurring and t.start is not None]
    clocks = [t for t in times if not t.has_date and t is not recurring and t.start is not None]
    if recurring is not None:
        start = recurring.start or now
        used = [recurring]
        day = _pick(dated, spans, cue)
        clock = next((t for t in [recurring, *([day] if day else []), *clocks] if _clock(t)), None)
        if clock is not None and clock not in used:
            used.append(clock)
        if day is not None:
            used.append(day)
        at = _clock(clock) if clock is not None else (start.time() if recurring.has_clock else MORNING)
        first_day = max(start, day.start) if day is not None and day.start is not None else start
        return When(
            _first(recurring.rrule or "", first_day.date(), at or MORNING, now), recurring.rrule, tuple(used)
        )
    day = _pick(dated, spans, cue)
    if day is not None and day.start is not None:
        used = [day]
        at = _clock(day)
        if at is None and clocks:
            nearest = min(clocks, key=lambda t: abs(t.start_char - day.start_char))
            at = _clock(nearest)
            used.append(nearest)
        start = datetime.combine(day.start.date(), at or MORNING)
        if at is not None and at == time(0, 0) and day.part_of_day in ("night", "midnight"):
            start = day.start
        return When(_coming(start, day, now), None, tuple(used))
    if clocks and clocks[0].start is not None:
        at = _clock(clocks[0])
        start = datetime.combine(clocks[0].start.date(), at) if at is not None else clocks[0].start
        if start <= now:
            start = _next_clock(datetime.combine(now.date(), start.time()), clocks[0], now)
        return When(start, None, (clocks[0],))
    if lengths and lengths[0].seconds:
        return When(now + timedelta(seconds=lengths[0].seconds), None, (lengths[0],))
    durations = [n for n in spans.numbers if n.kind == "duration"]
    if durations and move:
        return When(now + timedelta(minutes=durations[0].value), None, ())
    if move and (hour := _bare_hour(spans)) is not None:
        start = now.replace(hour=int(hour) % 24, minute=round(hour % 1 * 60), second=0, microsecond=0)
        if start <= now:
            start += _HALF_DAY if hour < 12 and start + _HALF_DAY > now else timedelta(days=1)
        return When(start, None, ())
    return When(None, None, ())


def _bare_hour(spans: Spans) -> float | None:
    """The number that 'move it to 9' names."""
    return next(
        (n.value for n in spans.numbers if n.kind == "number" and n.unit is None and 0 <= n.value <= 24), None
    )


def _with_hours(spans: Spans, text: str) -> str:
    """The text with a bare number or a length of time as a time: what 'move it to 9' and 'snooze 10 minutes' say."""
    for n in sorted(spans.numbers, key=lambda n: -n.start_char):
        if n.kind == "duration" or (n.kind == "number" and n.unit is None and 0 <= n.value <= 24):
            text = text[: n.start_char] + TIME + text[n.end_char :]
    return text


def _pick(dated: list[TimeSpan], spans: Spans, cue: int) -> TimeSpan | None:
    """Of several dates the one that schedules: the first in the languages that end with the verb, else the nearest."""
    if not dated:
        return None
    if section(spans.language, "remind").get("verb_last", traits(spans.language).verb_last):
        return dated[0]
    return min(dated, key=lambda t: min(abs(t.start_char - cue), abs(t.end_char - cue)))


def _clock(span: TimeSpan) -> time | None:
    """The time of day that a span names, None when it names none."""
    if span.start is None:
        return None
    if span.has_clock:
        return span.start.time().replace(second=0)
    if span.part_of_day:
        hour = PART_HOURS.get(span.part_of_day)
        return time(hour) if hour is not None else span.start.time()
    if span.grain in ("hour", "minute", "second"):
        return span.start.time().replace(second=0)
    return None


def _coming(start: datetime, span: TimeSpan, now: datetime) -> datetime:
    """Move a vague date to its next occurrence; a date that is truly past stays."""
    if start > now:
        return start
    if span.vague_year:
        try:
            return start.replace(year=start.year + 1)
        except ValueError:
            return start
    if span.grain == "day" and span.direction != "past" and start.date() < now.date():
        weeks = (now - start).days // 7 + 1
        if weeks <= 1:
            return start + timedelta(weeks=weeks)
    if start.date() == now.date() and not span.has_clock and span.part_of_day is None:
        return now.replace(second=0, microsecond=0) + timedelta(hours=1)
    return start


def _next_clock(start: datetime, span: TimeSpan, now: datetime) -> datetime:
    """A clock time that is over today: this evening when 'at 8' can be that, else tomorrow."""
    if span.part_of_day is None and 1 <= start.hour < 12 and ":" not in span.text and start + _HALF_DAY > now:
        return start + _HALF_DAY
    return start + timedelta(days=1)


def _first(rrule: str, day: object, at: time, now: datetime) -> datetime:
    """The first occurrence of a rule after `now` that is on or after `day`."""
    from datetime import date

    from dateutil.rrule import rrulestr

    assert isinstance(day, date)
    anchor = datetime.combine(day, at)
    if "FREQ=HOURLY" in rrule or "FREQ=MINUTELY" in rrule:
        return anchor if anchor > now else now.replace(second=0, microsecond=0) + timedelta(hours=1)
    rule = "".join(p + ";" for p in rrule.split(";") if not p.startswith(("BYHOUR", "BYMINUTE"))).rstrip(";")
    try:
        rules = rrulestr(rule, dtstart=anchor)
        found = rules.after(max(now, anchor - timedelta(seconds=1)))
    except ValueError:
        found = None
    return found if found is not None else anchor


# --- what ------------------------------------------------------------------------------------------------


def _mask(text: str, times: tuple[TimeSpan, ...]) -> str:
    out, at = [], 0
    for span in sorted(times, key=lambda t: t.start_char):
        if span.start_char >= at:
            out += [text[at : span.start_char], TIME]
            at = span.end_char
    return "".join([*out, text[at:]])


def _cue_position(text: str, masked: str, position: int, times: tuple[TimeSpan, ...]) -> int:
    """Where in the unmasked text a position of the masked one lies."""
    shift = 0
    for span in sorted(times, key=lambda t: t.start_char):
        if span.start_char + shift >= position:
            break
        shift += len(TIME) - (span.end_char - span.start_char)
    return position - shift


def _what(spans: Spans, when: When) -> str:
    """Cut the wish, the schedule and the courtesies away; what is left is what to be reminded of."""
    language = spans.language
    masked = _mask(spans.text, when.used)
    verbal = False
    for pattern in patterns(language, "remind", "cue"):
        if match := pattern.search(masked):
            verbal = bool(re.match(section(language, "remind").get("verbal", r"(?!)"), match.group()))
            masked = (
                masked[: match.start()]
                + (" ¦ " if not traits(language).verb_last else " ")
                + masked[match.end() :]
            )
            break
    for pattern in patterns(language, "remind", "time"):
        masked = pattern.sub(" ", masked)
    masked = masked.replace(TIME, " ")
    head, bar, rest = masked.partition("¦")
    if bar:
        head, rest = _clean(language, head), _clean(language, rest)
        masked = rest if len(rest) >= len(head) or not head else head
        if head and rest and traits(language).compounds:
            masked = f"{head} {rest}" if len(head) > 3 and len(rest) > 3 else max(head, rest, key=len)
    masked = _clean(language, masked)
    if verbal and masked and masked[-1] in str(section(language, "remind").get("verb_final", "")):
        masked += str(section(language, "remind")["verb_ending"])
    return masked


def _clean(language: str, text: str) -> str:
    for pattern in patterns(language, "remind", "drop"):
        text = pattern.sub(" ", text)
    return " ".join(trim(language, "remind", " ".join(text.split())).split())
