"""What is measured: the field that a question is about, how it adds up, and the unit that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from calisson.language.drafts import ontology
from calisson.language.questions.heard import Heard
from calisson.language.questions.linking import PAYING, WEAK, Mention, hinted
from calisson.language.types import NUMERIC, Aggregate, AppSchema, EntitySchema, FieldSchema
from calisson.language.units import compatible

_BY_TYPE: dict[str, Aggregate] = {
    "money": "sum", "quantity": "sum", "duration": "sum", "integer": "sum", "number": "sum", "rating": "mean", "percent": "mean",
}  # fmt: skip


def default_aggregate(field: FieldSchema) -> Aggregate:
    """Return what a question about the field means when it says no aggregate."""
    if field.aggregate is not None:
        return field.aggregate
    concept = ontology.concept(field.concept) or ontology.concept(field.name)
    if concept is not None and concept.aggregate is not None:
        return concept.aggregate
    if (
        field.unit is not None
        and field.unit in ("degC", "degF", "kg", "lb", "cm", "km/h", "bpm", "mmHg")
        and field.type == "quantity"
    ):
        return "sum" if field.unit in ("kg", "lb") else "mean"
    return _BY_TYPE.get(field.type, "last")


def additive(field: FieldSchema) -> bool:
    """Return whether values of the field add up over records."""
    return default_aggregate(field) == "sum"


def main_measure(app: AppSchema, entity: EntitySchema) -> FieldSchema | None:
    """Return the number that the entity is about: its domain's, else the first that adds up, else the first."""
    numeric = [f for f in entity.fields if f.type in NUMERIC]
    domain = ontology.domain(app.domain)
    if domain is not None and domain.main is not None:
        for f in numeric:
            if domain.main in (f.concept, f.name):
                return f
    return next((f for f in numeric if additive(f)), numeric[0] if numeric else None)


def score_fields(
    heard: Heard, fields: Iterable[FieldSchema], mentions: Sequence[Mention]
) -> dict[str, float]:
    """Return how strongly each field is meant: its mentions, and the hints that fit it."""
    out: dict[str, float] = {}
    for f in fields:
        own = [
            m
            for m in mentions
            if m.field is not None and m.field.name == f.name and m.kind in ("field", "unit", "state")
        ]
        spots: dict[tuple[int, int], float] = {}
        for m in own:
            spots[(m.start, m.end)] = max(spots.get((m.start, m.end), 0.0), m.weight)
        total = sum(sorted(spots.values(), reverse=True)[:2])
        hint = hinted(f, heard.hints)
        if total or hint:
            out[f.name] = total + hint
    return out


def measured_field(
    heard: Heard, app: AppSchema, entity: EntitySchema, mentions: Sequence[Mention]
) -> tuple[FieldSchema | None, float]:
    """Return the numeric field that is meant and how strongly, or (None, 0)."""
    numeric = [f for f in entity.fields if f.type in NUMERIC]
    money = [f for f in numeric if f.type == "money"]
    if (
        money
        and any(name in heard.hints for name in PAYING)
        and not heard.has("how_many")
        and not any(m.kind == "unit" and m.field is not None and m.field.type != "money" for m in mentions)
    ):
        numeric = money
    scores = score_fields(heard, numeric, mentions)
    if not scores:
        return None, 0.0
    main = main_measure(app, entity)
    best = max(
        numeric, key=lambda f: (scores.get(f.name, 0.0) + (0.3 if f is main else 0.0), -numeric.index(f))
    )
    return (best, scores[best.name]) if scores.get(best.name, 0.0) > WEAK else (None, 0.0)


def asked_unit(field: FieldSchema | None, mentions: Sequence[Mention]) -> str | None:
    """Return the unit that was asked for, when it is another one than the field's."""
    if field is None:
        return None
    own = "min" if field.type == "duration" else field.unit
    for m in mentions:
        if (
            m.kind == "unit"
            and m.unit
            and own
            and m.unit != own
            and m.field is not None
            and m.field.name == field.name
        ):
            exact = [
                x
                for x in mentions
                if x.kind == "unit" and x.unit == own and (x.start, x.end) == (m.start, m.end)
            ]
            if not exact and compatible(m.unit, own):
                return m.unit
    return None
