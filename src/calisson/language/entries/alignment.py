"""A stretch of words laid over an entity: which field holds what, and what is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from calisson.language.types import AppSchema, EntitySchema, FieldSchema, TimeSpan


@dataclass(slots=True)
class Fill:
    """One filled field."""

    field: FieldSchema
    value: Any
    start: int
    end: int
    sure: bool = True
    weight: float = 1.0


@dataclass(slots=True)
class Alignment:
    """A stretch of words laid over an entity."""

    app: AppSchema
    entity: EntitySchema
    start: int
    end: int
    fills: dict[str, Fill] = field(default_factory=dict)
    pieces: list[str] = field(default_factory=list)
    """The words that no field took, cleaned, in order."""
    repeated: bool = False
    """A second value for a field that has one: the stretch holds several entries."""
    learned: dict[str, FieldSchema] = field(default_factory=dict)
    """Fields of unknown kind that turn out to hold numbers, as they would be then."""
    surplus: bool = False
    """A number found its only field taken, by less certain signs: perhaps several entries."""
    mentions: int = 0

    @property
    def rest(self) -> str:
        """The words that no field took."""
        return " ".join(self.pieces)

    @property
    def weight(self) -> float:
        """How much of the schema the words speak about."""
        return sum(f.weight for f in self.fills.values()) + 0.3 * self.mentions


def time_value(span: TimeSpan, target: FieldSchema, entity: EntitySchema, now: datetime) -> str | None:
    """Return a time as the field stores it, moved to the past for logs and to the future for plans."""
    start = span.start
    if start is None:
        return None
    due = entity.done_field is not None and target.name == entity.time_field
    if span.kind == "range" and span.end is not None and not span.has_clock and due:
        start = span.end - timedelta(days=1)
    planned = any(f.type == "time" and f.concept in _BEGINNINGS for f in entity.fields)
    if span.has_date and span.direction == "none" and span.vague_year is False and not due and not planned:
        alternatives = getattr(span, "alternatives", ())
        past = [a for a in (start, *alternatives) if a.date() <= now.date()]
        if start.date() > now.date() and past and target.concept not in AHEAD and entity.done_field is None:
            start = max(past)
    if span.kind == "time" and not span.has_date and entity.done_field is None and span.alternatives:
        hours = [
            now.replace(hour=c.hour, minute=c.minute, second=0, microsecond=0)
            for c in (start, *span.alternatives)
        ]
        before = [c for c in hours if c <= now]
        start = max(before) if before else start  # 'at half past one', told at two, was this afternoon
    if target.type == "time":
        return start.strftime("%H:%M")
    if target.type == "date":
        return start.strftime("%Y-%m-%d")
    if span.has_clock:
        return start.strftime("%Y-%m-%dT%H:%M")
    clock = PART_CLOCKS.get(span.part_of_day or "")
    if clock is None:
        clock = now.strftime("%H:%M") if start.date() == now.date() else "12:00"
    return f"{start:%Y-%m-%d}T{clock}"


_BEGINNINGS = frozenset({"time", "start_time"})
"""A day with a time of its own beside it is a plan (events, trips, appointments): 'on Friday' lies ahead."""

AHEAD = frozenset("due_date viewing interview_date next_date expiry_date renewal_date".split())
"""Meanings of dates that lie ahead: a weekday is the coming one."""

PART_CLOCKS = {
    "morning": "08:00",
    "noon": "12:00",
    "afternoon": "15:00",
    "evening": "19:00",
    "night": "22:00",
}
"""Where a part of the day stands when a field wants a clock time."""
