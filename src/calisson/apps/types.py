"""What the rest of the house sees of apps: an app, a record, an answer, a metric."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from calisson.apps.spec import AppSpec
from calisson.errors import Problem
from calisson.language.types import AppSchema, Period, RecordRef


@dataclass(frozen=True, slots=True)
class App:
    """A mini-app of the home."""

    id: str
    name: str
    version: int
    spec: AppSpec
    created_at: datetime
    updated_at: datetime
    """When it, or one of its records, was last touched."""
    created_turn: str | None = None
    deleted_at: datetime | None = None

    @property
    def schema(self) -> AppSchema:
        """The app as the words see it."""
        from calisson.apps.convert import schema_of

        return schema_of(self.spec, self.id, self.version)

    def as_dict(self) -> dict[str, Any]:
        """Return the contract's `app` object: the specification with `id` and `version`."""
        return {"id": self.id, "version": self.version, **self.spec.as_dict()}


@dataclass(frozen=True, slots=True)
class AppVersion:
    """One published version of an app."""

    number: int
    spec: AppSpec
    reason: str
    at: datetime
    actor: str
    turn_id: str | None
    report: Mapping[str, Any] | None = None
    """What the migration did: `converted`, `lost` (record, field, value)."""


@dataclass(frozen=True, slots=True)
class Record:
    """A stored record."""

    id: str
    app_id: str
    entity: str
    values: Mapping[str, Any]
    """By field name; fields that are not filled are absent."""
    computed: Mapping[str, Any]
    """Results of the entity's formulas, by field name."""
    created_at: datetime
    updated_at: datetime
    version: int = 1
    """Goes up at every change; give it back as `base_version` to notice somebody else's."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """Formulas that could not be computed: field name → message id."""
    title: str = ""
    time_at: str | None = None
    """Local, `YYYY-MM-DDTHH:MM:SS`: the time field, or when it was added."""
    created_turn: str | None = None

    @property
    def ref(self) -> RecordRef:
        """The record as the words see it (formula results included)."""
        return RecordRef(
            self.id, self.app_id, self.entity, {**self.computed, **self.values}, self.created_turn
        )

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"id": self.id, "app_id": self.app_id, "entity": self.entity, "values": dict(self.values),
                "computed": dict(self.computed), "errors": dict(self.errors), "title": self.title,
                "version": self.version, "created_at": self.created_at.isoformat(),
                "updated_at": self.updated_at.isoformat()}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question came to."""

    value: float | int | str | bool | None
    """None when nothing was found; 0 only for a count of nothing."""
    unit: str | None
    """A unit id, `min` for durations, an ISO 4217 code for money, `%` for shares; None for plain numbers."""
    rows: tuple[Mapping[str, Any], ...] = ()
    """`{"label", "value"}` for groups; a record's values (with `id`) for lists."""
    query: Mapping[str, Any] = field(default_factory=dict)
    """The question as JSON-able data."""
    count: int = 0
    """How many records it was made of."""
    chart: Mapping[str, Any] | None = None
    """`{"kind", "points": [{"x", "y"}]}` where a chart helps."""
    app_id: str = ""
    period: Period | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the contract's `answer` object."""
        return {"value": self.value, "unit": self.unit, "rows": [dict(r) for r in self.rows],
                "query": dict(self.query), "chart": dict(self.chart) if self.chart else None}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Metric:
    """A number on an app's card."""

    name: str
    label: str
    value: float | int | str | bool | None
    unit: str | None
    period: str
    field: str | None = None
    aggregate: str = "sum"
    goal: float | None = None
    direction: str | None = None
    """`at_least` or `at_most`, when there is a goal."""
    progress: float | None = None
    """Value over goal, when both are there."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"name": self.name, "label": self.label, "value": self.value, "unit": self.unit,
                "period": self.period, "field": self.field, "aggregate": self.aggregate, "goal": self.goal,
                "direction": self.direction, "progress": self.progress}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Series:
    """The points of a chart."""

    points: tuple[Mapping[str, Any], ...]
    """`{"x", "y"}`; x is a calendar step (`2026-03-02` for a day or a week's Monday, `2026-03`, `2026`),
    an ISO weekday `1` to `7`, or a group's label."""
    unit: str | None
    kind: str
    """`line`, `bar`, `pie` or `area`."""
    group_by: str
    aggregate: str
    field: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"points": [dict(p) for p in self.points], "unit": self.unit, "kind": self.kind,
                "group_by": self.group_by, "aggregate": self.aggregate, "field": self.field}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PasteReport:
    """What came of pasting a piece of a spreadsheet."""

    rows: int
    """Rows that were in it, the header not counted."""
    added: int
    """Records that were added (or would be, in a rehearsal)."""
    fields: tuple[str, ...]
    """The field that each column went to; empty for a column that no field takes."""
    header: bool
    """Whether the first row was read as names of fields."""
    problems: tuple[Problem, ...] = ()
    """What does not fit, with the number of the row (from 1) in front (`3.amount`)."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of reading a file in."""

    added: int
    """Records that were added (or would be, in a dry run)."""
    dry_run: bool
    columns: Mapping[str, str] = field(default_factory=dict)
    """Column of the file → field."""
    ignored: tuple[str, ...] = ()
    """Columns that no field takes."""
    suggestions: Mapping[str, str] = field(default_factory=dict)
    """Ignored column → the field that it looks like."""
    problems: tuple[Problem, ...] = ()
    """What does not fit, with the row in front (`3.amount`); nothing is added while there is any."""

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""
        return {"added": self.added, "dry_run": self.dry_run, "columns": dict(self.columns),
                "ignored": list(self.ignored), "suggestions": dict(self.suggestions),
                "problems": [p.as_dict() for p in self.problems]}  # fmt: skip
