"""What people put into a request beside fields: a goal ('2,000 a day'), a reminder, a name, a unit.

Goals and reminders are blanked out of the text (with spaces, so that offsets stay), and what is left is
read for fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from calisson.language import units
from calisson.language.drafts import grammar, ontology
from calisson.language.spans import Spans
from calisson.language.types import Aggregate, EntitySchema, FieldSchema, Goal, NumberSpan, TimeSpan

Window = Literal["day", "week", "month", "year", "total"]

REACH = 28
"""Characters around a number in which words make it a goal."""


@dataclass(frozen=True, slots=True)
class GoalWish:
    """A goal before its field is known."""

    number: NumberSpan
    period: Window | None
    direction: Literal["at_least", "at_most"] | None
    around: str
    """The words about it, to find its field by."""


@dataclass(frozen=True, slots=True)
class ReminderWish:
    """A reminder inside a request."""

    text: str
    start: datetime | None
    rrule: str | None


@dataclass(frozen=True, slots=True)
class Extras:
    """A text without its goals and reminders, and those."""

    text: str
    goals: tuple[GoalWish, ...] = ()
    reminders: tuple[ReminderWish, ...] = ()
    name: str | None = None


_STOPS = ",.;!?。、\n()（）"


def take_extras(spans: Spans) -> Extras:
    """Return goals, reminders and a given name, and the text without them."""
    text, reminders = _reminders(spans.text, spans.times, spans.language)
    text, name = _name(text, spans.language)
    text, goals = _goals(text, spans.numbers, spans.language)
    return Extras(text, tuple(goals), tuple(reminders), name)


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _clause(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    """The stretch between the marks (or the 'and') around a place; a decimal or thousands mark is none."""
    left, right = start, end
    while left > 0 and not (text[left - 1] in _STOPS and not _inside_number(text, left - 1)):
        left -= 1
    while right < len(text) and not (text[right] in _STOPS and not _inside_number(text, right)):
        right += 1
    for found in grammar.pattern(language, "separators").finditer(text, left, start):
        left = found.start()
    return left, right


def _inside_number(text: str, at: int) -> bool:
    return text[at] in ".," and text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()


def _reminders(text: str, times: Iterable[TimeSpan], language: str) -> tuple[str, list[ReminderWish]]:
    out: list[ReminderWish] = []
    cue = grammar.pattern(language, "remind").search(text)
    if not cue:
        return text, out
    left, right = _clause(text, cue.start(), cue.end(), language)
    near = [
        t
        for t in times
        if t.kind in ("recurrence", "time", "datetime", "date")
        and not t.invalid
        and (left <= t.start_char < right or 0 <= t.start_char - right <= 3 or 0 <= left - t.end_char <= 3)
    ]
    if not near:
        return text, out
    when = next((t for t in near if t.rrule), near[0])
    clock = next((t for t in near if t.has_clock and t.start), None)
    start = when.start
    if start and clock and clock.start and not when.has_clock:
        start = start.replace(hour=clock.start.hour, minute=clock.start.minute, second=0)
    left = min(left, *(t.start_char for t in near))
    right = max(right, *(t.end_char for t in near))
    stretch = text[left:right]
    for span in sorted(near, key=lambda t: -t.start_char):
        stretch = stretch[: span.start_char - left] + stretch[span.end_char - left :]
    found = grammar.pattern(language, "reminder_text").search(stretch)
    said = grammar.trim(found.group("text")) if found else ""
    said = grammar.trim(grammar.pattern(language, "remind").sub("", said))
    out.append(ReminderWish(said if 1 < len(said) < 80 else "", start, when.rrule))
    return _blank(text, left, right), out


def _name(text: str, language: str) -> tuple[str, str | None]:
    for rule in grammar.patterns(language, "named"):
        found = rule.search(text)
        if found:
            name = next((g for g in found.groups() if g), None)
            if name and len(grammar.trim(name)) > 1:
                return _blank(text, *found.span()), grammar.trim(name)
    return text, None


def _goals(text: str, numbers: Iterable[NumberSpan], language: str) -> tuple[str, list[GoalWish]]:
    out: list[GoalWish] = []
    most, least, cue = (grammar.pattern(language, k) for k in ("at_most", "at_least", "goal"))
    for number in numbers:
        counted = not number.unit or units.dimension(number.unit) in (None, "count")
        if number.kind in ("ordinal", "multiple") or number.value <= 0 or (number.value < 2 and counted):
            continue
        if _ranged(text, number, language):
            continue
        left, right = _clause(text, number.start_char, number.end_char, language)
        left, right = max(left, number.start_char - REACH), min(right, number.end_char + REACH)
        around = text[left:right]
        period = _period(text, number, left, right, language)
        if period is None and not cue.search(around):
            continue
        direction: Literal["at_least", "at_most"] | None = None
        if most.search(around):
            direction = "at_most"
        elif least.search(around):
            direction = "at_least"
        out.append(GoalWish(number, period[0] if period else None, direction, around))
        text = _blank(text, number.start_char, number.end_char)
        if period:
            text = _blank(text, period[1], period[2])
        for rule in (most, least, cue):
            for found in list(rule.finditer(text, left, right)):
                text = _blank(text, *found.span())
    return text, out


def _ranged(text: str, number: NumberSpan, language: str) -> bool:
    """Whether the number is one end of a range or a scale, not an amount."""
    return any(
        found.start() < number.end_char and number.start_char < found.end()
        for rule in grammar.patterns(language, "rating")
        for found in rule.finditer(text)
        if found.group().strip()
    )


def _period(
    text: str, number: NumberSpan, left: int, right: int, language: str
) -> tuple[Window, int, int] | None:
    best: tuple[int, Window, int, int] | None = None
    for name, rule in grammar.periods(language):
        for found in rule.finditer(text, left, right):
            gap = max(found.start() - number.end_char, number.start_char - found.end(), 0)
            if gap <= 12 and (best is None or gap < best[0]):
                best = (gap, cast(Window, name), found.start(), found.end())
    return None if best is None else best[1:]


_SUMS: frozenset[str] = frozenset({"sum", "count"})


def place_goals(wishes: Iterable[GoalWish], entity: EntitySchema, main: str | None) -> tuple[Goal, ...]:
    """Return the goals with their fields: by unit, by the words around, else the main measured one."""
    out = []
    for wish in wishes:
        target = _goal_field(wish, entity, main)
        if target is None:
            continue
        value = _in_units(wish.number, target)
        if value is None:
            continue
        aggregate: Aggregate = target.aggregate or "sum"
        if aggregate in _SUMS:
            aggregate = "sum"
        period = wish.period or ("day" if aggregate == "sum" else "total")
        out.append(Goal(target.name, value, period, aggregate, wish.direction or _usual_direction(target)))
    return tuple(out)


def _usual_direction(target: FieldSchema) -> Literal["at_least", "at_most"]:
    return "at_most" if target.concept in ontology.role("less") else "at_least"


def _goal_field(wish: GoalWish, entity: EntitySchema, main: str | None) -> FieldSchema | None:
    numeric = [
        f
        for f in entity.fields
        if f.type in ("number", "integer", "quantity", "money", "percent", "duration")
    ]
    unit = wish.number.unit
    if unit:
        for found in numeric:
            if found.unit and units.compatible(unit, found.unit):
                return found
            if found.type == "duration" and units.dimension(unit) == "time":
                return found
            if found.type == "money" and wish.number.kind == "money":
                return found
    words = wish.around.casefold()
    for found in numeric:
        if any(len(w) > 1 and w.casefold() in words for w in (found.label, *found.aliases)):
            return found
    preferred = next((f for f in numeric if f.concept == main or f.name == main), None)
    if unit and preferred and preferred.unit and units.dimension(unit) not in (None, "count"):
        return None
    return preferred or (numeric[0] if numeric else None)


def _in_units(number: NumberSpan, target: FieldSchema) -> float | None:
    if target.type == "duration":
        if number.unit and units.dimension(number.unit) == "time":
            return units.convert(number.value, number.unit, "min")
        return number.value
    if target.unit and number.unit and number.unit != target.unit:
        try:
            return round(units.convert(number.value, number.unit, target.unit), 6)
        except units.UnitError:
            return number.value if units.dimension(number.unit) in (None, "count") else None
    return number.value
