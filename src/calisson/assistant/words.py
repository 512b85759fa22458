"""Wording: records, questions, recurrences and answers as a person of the language would read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from calisson.language import formats
from calisson.language.phrases import phrase
from calisson.language.traits import traits
from calisson.language.types import AppSchema, Condition, EntitySchema, FieldSchema, Period, Question

LIST_LIMIT = 8
"""Rows that a spoken answer names; the page shows all."""

DETAIL_LIMIT = 6
"""Values that one entry names."""


@dataclass(frozen=True, slots=True)
class Voice:
    """The language and day in which things are said."""

    language: str
    today: date
    units: Mapping[str, str] | None = None
    """Display preferences: dimension → shown unit (`mass` → `lb`)."""

    def say(self, message: str, /, **arguments: str | int | float) -> str:
        """Return the sentence `message` in this voice."""
        return phrase(self.language, message, **arguments)

    def shown(self, given: Any, unit: str | None) -> tuple[Any, str | None]:
        """Return a value and its unit as the person wants to see them."""
        if not self.units or not unit or not isinstance(given, (int, float)) or isinstance(given, bool):
            return given, unit
        from calisson.language.units import convert, dimension

        wanted = self.units.get(dimension(unit) or "")
        if not wanted:
            return given, unit

        return round(convert(float(given), unit, wanted), 4), wanted

    def value(self, given: Any, field: FieldSchema | None, *, unit: str | None = None) -> str:
        """Return a stored value of `field` for reading."""
        if field is None:
            kind = "number" if isinstance(given, (int, float)) else "text"
            return formats.value(given, type=kind, language=self.language, unit=unit, today=self.today)
        given, shown = self.shown(given, unit or field.unit)
        return formats.value(
            given,
            type=field.type,
            language=self.language,
            unit=shown,
            currency=field.currency,
            today=self.today,
        )

    def listing(self, items: Sequence[str]) -> str:
        """Join items as the language does."""
        return formats.listing(items, self.language)

    def moment(self, when: datetime) -> str:
        """Return a local date-time for reading."""
        return formats.moment(when, self.language, today=self.today)


def entry(voice: Voice, entity: EntitySchema, values: Mapping[str, Any], only: Sequence[str] = ()) -> str:
    """Name one record: its title, then its other values.

    Args:
        voice: how to say it.
        entity: the record's kind.
        values: its stored values.
        only: when given, name just these fields beside the title (a correction).
    """
    title_field = entity.field(entity.title_field) if entity.title_field else None
    title = str(values.get(title_field.name) or "") if title_field else ""
    details = []
    for field in entity.fields:
        if field is title_field or (only and field.name not in only):
            continue
        given = values.get(field.name)
        if given is None or given == "" or given == []:
            continue
        text = voice.value(given, field)
        if field.type == "boolean":
            details.append(f"{field.label} {text}")
        elif field.type in ("rating", "number", "integer") and not field.unit:
            details.append(f"{field.label} {text}")
        else:
            details.append(text)
    shown = (", " if traits(voice.language).spaced else "、").join(details[:DETAIL_LIMIT])
    if title and shown:
        return voice.say("entry-details", title=title, details=shown)
    return title or shown or entity.label


def period(voice: Voice, given: Period) -> str:
    """Name a period: the days it covers."""
    if given.start and given.end:
        last = given.end - timedelta(seconds=1)
        if given.start.date() == last.date():
            return formats.day(given.start.date(), voice.language, today=voice.today)
        return voice.say(
            "range-from-to",
            **{
                "from": formats.day(given.start.date(), voice.language, today=voice.today),
                "to": formats.day(last.date(), voice.language, today=voice.today),
            },
        )
    if given.start:
        return voice.say(
            "range-from", **{"from": formats.day(given.start.date(), voice.language, today=voice.today)}
        )
    if given.end:
        return voice.say("range-to", to=formats.day(given.end.date(), voice.language, today=voice.today))
    return given.text


def condition(voice: Voice, entity: EntitySchema, given: Condition) -> str:
    """Name one filter."""
    field = entity.field(given.field)
    label = field.label if field else given.field
    if field is not None and field.type == "boolean" and given.op in ("eq", "ne"):
        yes = bool(given.value) == (given.op == "eq")
        return voice.say("condition-done" if yes else "condition-not-done", field=label)
    values = given.value if isinstance(given.value, (list, tuple)) else [given.value]
    shown = voice.listing([voice.value(v, field) for v in values if v is not None])
    return voice.say(f"condition-{given.op}", field=label, value=shown)


def question(voice: Voice, app: AppSchema, asked: Question) -> str:
    """Say the query in words: what is measured, under which conditions, over which period."""
    entity = app.entity(asked.entity) or app.main
    field = entity.field(asked.select or "") or entity.field(asked.field or "")
    measured = entity.field(asked.field or "") or field
    label = measured.label if measured else app.name
    kind = asked.aggregate
    if kind == "value" and field is not None:
        label = field.label
    text = voice.say(f"query-{kind}", field=label, app=app.name)
    if kind in ("count", "list") and measured is None:
        text = voice.say(f"query-{kind}", field=app.name, app=app.name)
    if asked.per:
        text = voice.say(f"query-per-{asked.per}", query=text)
    if asked.where:
        shown = voice.listing([condition(voice, entity, c) for c in asked.where])
        text = voice.say("query-where", query=text, conditions=shown)
    if asked.period:
        text = voice.say("query-period", query=text, period=period(voice, asked.period))
    if asked.compare:
        text = voice.say("query-compared", query=text, period=period(voice, asked.compare))
    return text


_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def recurrence(voice: Voice, rrule: str) -> str:
    """Say an RRULE in words ('every 3 days', 'jede Woche (Mo., Do.)')."""
    from babel.dates import get_day_names

    parts = dict(p.split("=", 1) for p in rrule.upper().replace("RRULE:", "").split(";") if "=" in p)
    count = int(parts.get("INTERVAL", "1"))
    freq = parts.get("FREQ", "DAILY").lower()
    days = [d[-2:] for d in parts.get("BYDAY", "").split(",") if d]
    if days and set(days) == set(_WEEKDAYS[:5]) and count == 1:
        return voice.say("rrule-weekdays")
    if days and freq in ("weekly", "daily"):
        names = get_day_names(
            "abbreviated" if len(days) > 1 else "wide", locale=formats.locale_of(voice.language)
        )
        shown = voice.listing([names[_WEEKDAYS.index(d)] for d in days if d in _WEEKDAYS])
        return voice.say("rrule-weekly-on", count=count, days=shown)
    monthday = parts.get("BYMONTHDAY")
    if freq == "monthly" and monthday:
        if monthday == "-1":
            return voice.say("rrule-monthly-last")
        return voice.say("rrule-monthly-on", count=count, day=monthday)
    return voice.say(f"rrule-{freq}", count=count)


def answer(
    voice: Voice,
    app: AppSchema,
    asked: Question,
    value: Any,
    unit: str | None,
    rows: Sequence[Mapping[str, Any]],
) -> str:
    """Say the answer to a question."""
    entity = app.entity(asked.entity) or app.main
    words = question(voice, app, asked)
    if asked.aggregate == "list":
        return _list_answer(voice, entity, words, rows)
    if asked.group_by and rows:
        field = entity.field(asked.field or "")
        items = [
            voice.say(
                "answer-group", label=str(r.get("label")), value=voice.value(r.get("value"), field, unit=unit)
            )
            for r in rows[:LIST_LIMIT]
        ]
        return voice.say("answer-groups", query=words, items=voice.listing(items))
    if value is None:
        return voice.say("answer-nothing", query=words)
    if asked.aggregate == "streak":
        return voice.say("answer-streak", query=words, count=int(value))
    field = entity.field(asked.select or asked.field or "")
    if asked.compare and isinstance(value, (int, float)) and not asked.ratio:
        if not value:
            return voice.say("answer-same", query=words)
        more = (value > 0) != asked.invert
        return voice.say(
            "answer-more" if more else "answer-fewer",
            query=words,
            value=_measured(voice, abs(value), field, unit),
        )
    return voice.say("answer-value", query=words, value=_measured(voice, value, field, unit, asked.aggregate))


def _measured(
    voice: Voice, value: Any, field: FieldSchema | None, unit: str | None, aggregate: str = ""
) -> str:
    if aggregate == "count" or field is None:
        return voice.value(value, None, unit=unit if aggregate != "count" else None)
    if unit and field.type == "quantity" and unit != field.unit:
        return formats.quantity(float(value), unit, voice.language)
    if isinstance(value, str):
        kind = field.type if field.type in ("date", "datetime", "time") else "text"
        if kind == "datetime" and len(value) == 10:
            kind = "date"
        return formats.value(value, type=kind, language=voice.language, today=voice.today)
    return voice.value(value, field)


def _list_answer(voice: Voice, entity: EntitySchema, words: str, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return voice.say("answer-none-left", query=words)
    items = [entry(voice, entity, r) if "label" not in r else str(r["label"]) for r in rows[:LIST_LIMIT]]
    shown = voice.listing(items)
    if len(rows) > LIST_LIMIT:
        return voice.say(
            "answer-list-more", query=words, count=len(rows), items=shown, more=len(rows) - LIST_LIMIT
        )
    return voice.say("answer-list", query=words, items=shown)
