"""Records at the edges of what an app allows, and whether the app stands them.

In the manner of property tests (QuickCheck, Claessen & Hughes 2000; Hypothesis), but listed, not drawn: the same
draft always meets the same records. Empty, smallest, largest, zero, long text of other scripts, the first and the
last day of a year.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from calisson.apps import AppSpec
from calisson.apps.spec import CheckSpec, EntitySpec, FieldSpec
from calisson.errors import Problem
from calisson.language.types import NUMERIC
from calisson.making.types import Finding

LONG = "長い文字列 – ein langer Text – 긴 글 “</b>” 👩‍👧 " * 6
SIDES = ("empty", "low", "high", "zero")
_LARGE = 1_000_000


def trials(spec: AppSpec) -> Iterator[Finding]:
    """Yield what breaks when records at the edges are entered and every view and metric is asked for its data."""
    from calisson.apps.checks import run

    found = []
    for entity in spec.entities:
        records = tuple(edge_record(entity, side) for side in SIDES)
        for number, record in enumerate(records):
            found.append(_check(f"the {SIDES[number]} record", "values", entity.name, entity.name, (record,)))
        for number, view in enumerate(spec.views):
            if view.entity == entity.name:
                name = f"view {number} with edge values"
                found.append(_check(name, "view", str(number), entity.name, records))
    probe = spec.model_copy(update={"checks": tuple(found)})
    for problem in run(probe):
        yield Finding("records", problem)
    yield from _functions(spec)


def _functions(spec: AppSpec) -> Iterator[Finding]:
    """Yield the functions that fail on a record at the edges; an empty result is none."""
    from calisson.apps.formula import evaluate_all
    from calisson.apps.logic import call, calls

    for name, field, wanted in calls(spec):
        entity = spec.entity(name) or spec.main
        high = edge_record(entity, "high")
        sees = any(x.name == wanted.name and x.rows for x in spec.logic)
        lacking = [{n: v for n, v in high.items() if n != empty} for empty in wanted.fields if empty in high]
        for record, rows in _met(entity, spec, wanted.name, lacking):
            keys = {f.name: f.key for f in entity.fields}
            done = evaluate_all(entity, {keys[n]: v for n, v in record.items()}, spec.logic, rows=rows)
            error = done.get("$errors", {}).get(field)
            if error is None:
                continue
            values = {**record, **{n: done.get(k) for n, k in keys.items() if n not in record}}
            given = {n: values.get(n) for n in wanted.fields}
            hint = (
                call(spec.logic, wanted, values, rows).hint or f"the result does not fit the field {field!r}"
            )
            earlier = f" and {len(rows)} earlier entries" if sees else ""
            yield Finding("code", Problem(f"logic.{wanted.name}", error, {"field": field},
                                          f"with {given}{earlier} the function fails: {hint}"[:400]))  # fmt: skip
            break


def _met(
    entity: EntitySpec, spec: AppSpec, name: str, lacking: Sequence[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], Sequence[dict[str, Any]]]]:
    """Yield records at the edges, with the earlier entries that a function may meet: none, a few with gaps, very many."""
    edges = [edge_record(entity, side) for side in SIDES]
    last = next((x.last for x in spec.logic if x.name == name and x.rows), 0)
    yield from ((record, ()) for record in (*edges, *lacking))
    if last:
        yield from ((record, [*edges, {}]) for record in edges)
        yield edges[1], [edges[n % 2] for n in range(last)]


def _check(name: str, kind: Any, target: str, entity: str, records: tuple[dict[str, Any], ...]) -> CheckSpec:
    return CheckSpec(name=name, kind=kind, target=target, entity=entity, records=records)


def edge_record(entity: EntitySpec, side: str) -> dict[str, Any]:
    """Return a record at one side of what the entity allows; references and computed fields are left out."""
    made = {f.name: edge_value(f, side) for f in entity.fields
            if f.formula is None and f.type != "ref" and (side != "empty" or f.required)}  # fmt: skip
    made = {name: value for name, value in made.items() if value is not None}
    if not made:  # a wholly empty record is no record
        first = next((f for f in entity.fields if f.formula is None and f.type != "ref"), None)
        made = {first.name: edge_value(first, "low")} if first else {}
    return made


def edge_value(field: FieldSpec, side: str) -> Any:
    """Return a value of a field at one side; None where it has none."""
    if field.type in NUMERIC:
        return _number(field, side)
    match field.type:
        case "date":
            return "2024-02-29" if side == "high" else "2026-01-01"
        case "datetime":
            return "2026-12-31T23:59" if side == "high" else "2026-01-01T00:00"
        case "time":
            return "23:59" if side == "high" else "00:00"
        case "boolean":
            return side == "high"
        case "choice":
            return field.choices[-1 if side == "high" else 0].value if field.choices else "A"
        case "multi_choice":
            every = [c.value for c in field.choices] or ["A"]
            return every if side == "high" else every[:1]
        case "link":
            return "https://example.org/?q=%C3%A4"
        case "image":
            return None
    return LONG[:200] if side == "high" else "a"


def _number(field: FieldSpec, side: str) -> float | int:
    rating = field.type == "rating"
    low = field.minimum if field.minimum is not None else 0
    high = field.maximum if field.maximum is not None else 10 if rating else _LARGE
    value = {"high": high, "zero": 0}.get(side, low)
    value = min(max(value, low), high)
    return int(value) if float(value).is_integer() else value
