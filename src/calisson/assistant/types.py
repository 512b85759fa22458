"""What a turn returns: the public contract's `say --json` object."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

JsonDict = dict[str, Any]


class Out(BaseModel):
    """Base of everything that leaves the house as JSON."""

    model_config = ConfigDict(extra="forbid")


class RecordOut(Out):
    """A record that the turn added, changed or deleted."""

    id: str
    app_id: str
    entity: str
    change: str
    """`added`, `updated` or `deleted`."""
    values: JsonDict
    """The whole record after the turn; before it, when deleted."""


class ChipOut(Out):
    """One understood piece of a record, to check and change on the page."""

    record_id: str
    field: str
    label: str
    value: Any
    formatted: str
    text: str = ""
    sure: bool = True


class AnswerOut(Out):
    """The answer to a question."""

    value: Any = None
    """A number, text, date, or None when nothing was found."""
    unit: str | None = None
    rows: list[JsonDict] = Field(default_factory=list)
    query: JsonDict = Field(default_factory=dict)
    words: str = ""
    """The query in words."""
    chart: JsonDict | None = None
    count: int = 0


class ReminderOut(Out):
    """A reminder that the turn set, moved or cancelled."""

    id: str
    text: str
    next: str | None
    """Local date-time; None when cancelled or over."""
    rrule: str | None = None
    tz: str = "UTC"


class MemoryOut(Out):
    """A memory that the turn kept, found or forgot."""

    id: str
    text: str
    score: float = 1.0


class DecisionOut(Out):
    """Which option was taken, and why."""

    id: str
    option: str
    why: str


class OfferOut(Out):
    """One of several designs of an app, of which the person picks one; it is not live."""

    number: int
    """From 1."""
    option: str
    """What picks it, said or tapped."""
    name: str
    icon: str = ""
    summary: str = ""
    fields: list[str] = Field(default_factory=list)
    """Labels of its first fields."""
    views: list[str] = Field(default_factory=list)
    """Kinds of its views."""
    asks: list[str] = Field(default_factory=list)
    """What it wants beyond its own app, a sentence each; picking it is the person's yes to that."""
    app_id: str | None = None
    """The app that it would change; None makes a new one."""
    version: int | None = None
    """The version of that app which it was made from."""
    picture: str | None = None
    """How it looks with invented entries, by the id of the picture (`GET /images/{id}`); None when no browser looked."""
    spec: JsonDict = Field(default_factory=dict)


class WorkOut(Out):
    """Work of several steps for the workshop: offered, or begun."""

    task: str
    mode: str
    """How freely it works: `ask`, `edits`, `plan` or `locked`."""
    budget_usd: float
    run_id: str | None = None
    """The run, once it was begun in words."""


class TurnResult(Out):
    """The result of one turn."""

    id: str = ""
    reply: str
    language: str
    act: str
    app: JsonDict | None = None
    """The app made, changed, logged to or asked: its whole specification with `id` and `version`."""
    records: list[RecordOut] = Field(default_factory=list)
    chips: list[ChipOut] = Field(default_factory=list)
    answer: AnswerOut | None = None
    reminders: list[ReminderOut] = Field(default_factory=list)
    memories: list[MemoryOut] = Field(default_factory=list)
    decision: DecisionOut | None = None
    options: list[str] = Field(default_factory=list)
    """What the person may tap to answer a question back."""
    offers: list[OfferOut] = Field(default_factory=list)
    """Designs of an app to choose from; `options` picks one."""
    work: WorkOut | None = None
    """Work of several steps that is offered, or begun; `options` answers an offer."""
    notices: list[str] = Field(default_factory=list)
    """What the app's rules say about it; the reply ends with it."""
    undoable: bool = False
    images: list[str] = Field(default_factory=list)
    """The pictures that came with the words, by id."""
