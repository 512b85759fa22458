"""What carrying out one option produced, before it becomes a turn's result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from calisson.assistant.types import (
    AnswerOut,
    ChipOut,
    MemoryOut,
    OfferOut,
    RecordOut,
    ReminderOut,
    WorkOut,
)
from calisson.language.types import Question
from calisson.memory import Given


@dataclass(slots=True)
class Outcome:
    """The reply and the effects of one option."""

    reply: str
    act: str
    app_id: str | None = None
    records: list[RecordOut] = field(default_factory=list)
    chips: list[ChipOut] = field(default_factory=list)
    answer: AnswerOut | None = None
    reminders: list[ReminderOut] = field(default_factory=list)
    memories: list[MemoryOut] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    offers: list[OfferOut] = field(default_factory=list)
    work: WorkOut | None = None
    """Work of several steps that is offered, or begun."""
    question: Question | None = None
    """What a follow-up question builds on."""
    effects: bool = False
    """Whether something was changed that undo can take back."""
    evidence: list[str] = field(default_factory=list)
    """Ids of what the outcome rests on: records, memories."""
    given: Sequence[Given] = ()
    """What of the person's memory a model was given for it."""
