"""Homes for language tests: apps of the ontology's domains in any language, with stored values; and short forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from calisson.language.drafts import ontology
from calisson.language.questions import read_question
from calisson.language.reading import read_spans
from calisson.language.spans import Spans
from calisson.language.types import (
    AppSchema,
    Ask,
    Condition,
    Context,
    EntitySchema,
    FieldSchema,
    Period,
    Question,
    RecordRef,
    Turn,
)  # fmt: skip

NOW = datetime(2026, 3, 11, 18, 0)
"""A Wednesday; the ISO week runs from 9 to 16 March."""

LIMITS = {"money": {"currency": "EUR"}}


def app(domain: str, language: str, *, extra: Sequence[str] = ()) -> AppSchema:
    """Return the usual app of a domain, as the ontology has it, in one language."""
    about = ontology.domains()[domain]
    fields = []
    for name in (*about.fields, *extra):
        concept = ontology.concepts()[name]
        fields.append(
            FieldSchema(
                name=name, label=ontology.label(name, language), type=concept.type, concept=name,
                unit=about.units.get(name, concept.unit), aggregate=concept.aggregate,
                choices=tuple(ontology.choice(c, language) for c in concept.choices),
                currency="EUR" if concept.type == "money" else None, minimum=concept.low, maximum=concept.high,
            )
        )  # fmt: skip
    entity = EntitySchema(
        name=about.entity, label=ontology.entity_label(domain, language), fields=tuple(fields), title_field=about.title,
        time_field=about.time, done_field=about.done, notes_field="notes" if "notes" in about.fields else None,
    )  # fmt: skip
    return AppSchema(
        id=domain, name=ontology.domain_name(domain, language), language=language, entities=(entity,), domain=domain,
        aliases=ontology.domain_words(domain, language),
    )  # fmt: skip


def context(
    language: str, domains: Sequence[str], values: Mapping[str, Mapping[str, Sequence[str]]] | None = None, *,
    focus: str | None = None, now: datetime = NOW, history: Sequence[Turn] = (), extra: Mapping[str, Sequence[str]] | None = None,
    records: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
) -> Context:  # fmt: skip
    """Return a home with one app for each domain; `values` is domain → field → stored texts."""
    stored = values or {}
    apps = tuple(app(d, language, extra=(extra or {}).get(d, ())) for d in domains)
    rows = {
        name: tuple(
            RecordRef(f"{name}-{i}", name, ontology.domains()[name].entity, r) for i, r in enumerate(given)
        )
        for name, given in (records or {}).items()
    }
    return Context(
        now=now, language=language, currency="EUR", apps=apps, focus=focus or (domains[0] if domains else None),
        history=tuple(history), records=lambda app_id: rows.get(app_id, ()),
        values=lambda app_id, entity, field: tuple(stored.get(app_id, {}).get(field, ())),
    )  # fmt: skip


def spans(text: str, language: str, home: Context) -> Spans:
    """Return the utterance with its times and numbers, as the reading makes it."""
    return read_spans(text, language, home)


def ask(text: str, language: str, home: Context) -> Question | None:
    """Return the question that was read, or None."""
    found = read_question(spans(text, language, home), home)
    return found.payload.question if found is not None and isinstance(found.payload, Ask) else None


def brief(question: Question | None) -> str:
    """Write a question shortly: `sum amount of spending where category=Food in 2026-03-09..16`."""
    if question is None:
        return "-"
    parts = [question.aggregate, *([question.field] if question.field else [])]
    parts.append("agenda" if question.source == "agenda" else f"of {question.app_id}")
    if question.where:
        parts.append("where " + " & ".join(_condition(c) for c in question.where))
    if question.period:
        parts.append(f"in {_period(question.period)}")
    if question.compare:
        parts.append(f"minus {_period(question.compare)}")
    for name in ("group_by", "per", "order_by", "limit", "select", "unit"):
        if getattr(question, name) is not None:
            parts.append(f"{name.removesuffix('_by')} {getattr(question, name)}")
    if question.order_by and not question.descending:
        parts.append("ascending")
    parts += [name for name in ("ratio", "invert") if getattr(question, name)]
    return " ".join(parts)


def _condition(c: Condition) -> str:
    sign = {
        "eq": "=",
        "ne": "!=",
        "lt": "<",
        "le": "<=",
        "gt": ">",
        "ge": ">=",
        "contains": "~",
        "lacks": "!~",
    }.get(c.op, f" {c.op} ")
    value = (
        "|".join(map(str, c.value))
        if isinstance(c.value, tuple)
        else f"{c.value:g}"
        if isinstance(c.value, float)
        else c.value
    )
    return f"{c.field}{sign}{value}"


def _period(p: Period) -> str:
    def day(when: datetime | None, *, last: bool = False) -> str:
        if when is None:
            return ""
        if when.time() != datetime.min.time():
            return f"{when:%m-%dT%H:%M}" if when.year == NOW.year else f"{when:%Y-%m-%dT%H:%M}"
        when = when - timedelta(days=1) if last else when
        return f"{when:%m-%d}" if when.year == NOW.year else f"{when:%Y-%m-%d}"

    first, end = day(p.start), day(p.end, last=True)
    return first if first == end else f"{first}..{end}"
