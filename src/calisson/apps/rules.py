"""Rules: what an app does by itself when a condition becomes true for a record.

A rule looks at one record and, where its condition names them, at the app's metrics. It acts when the condition
holds after a write and did not hold before, so that a low stock is told once and not at every entry. Everything
that a rule does belongs to the transaction of the write that set it off: one undo takes back both. Imports set
off no rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from calisson.apps.formula import FormulaFailure, evaluate, formula_names, parse
from calisson.apps.metrics import metric_question
from calisson.apps.spec import AppSpec, EntitySpec, RuleSpec
from calisson.apps.types import App, Record
from calisson.errors import FormulaError

MAX_DEPTH = 3
"""A rule's own writes may set off rules this deep; deeper ones stay still, so that no circle of rules runs on."""

_PLACE = re.compile(r"\{([^{}]+)\}")
"""A field in a notice's text: `{name}`."""


@dataclass(frozen=True, slots=True)
class Write:
    """A write that a rule asks for."""

    record_id: str | None
    """The record to change; None adds one."""
    entity: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Effects:
    """What follows from one write."""

    notices: tuple[str, ...] = ()
    writes: tuple[Write, ...] = ()


def metrics_in(spec: AppSpec, entity: EntitySpec) -> tuple[str, ...]:
    """Return the names of the metrics that conditions about an entity look at."""
    fields = {f.name for f in entity.fields}
    names = {n for r in spec.rules if r.entity == entity.name for n in formula_names(r.when)}
    return tuple(m.name for m in spec.metrics if m.name in names - fields)


def metric_values(
    connection: Any, dialect: str, app: App, names: tuple[str, ...], now: datetime
) -> dict[str, Any]:
    """Return the present values of metrics by name; an empty sum is 0."""
    from calisson.apps.answers import answer

    found = {}
    for metric in app.spec.metrics:
        if metric.name in names:
            value = answer(
                connection, dialect, {app.id: app}, metric_question(app.id, metric, now), now
            ).value
            found[metric.name] = 0 if value is None and metric.aggregate in ("sum", "count") else value
    return found


def effects(
    app: App, entity: EntitySpec, old: Record | None, new: Record, before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> Effects:  # fmt: skip
    """Return what the app's rules ask for after a write.

    Args:
        app: the app.
        entity: the record's entity.
        old: the record before the write; None when it is new.
        new: the record as it is now.
        before: values of the metrics before the write.
        after: values of the metrics after it.
    """
    notices: list[str] = []
    writes: list[Write] = []
    now = {**new.values, **new.computed, **after}
    for rule in app.spec.rules:
        if rule.entity != entity.name or not holds(rule, now):
            continue
        # Of a new record only the metrics were anything before.
        was = {**old.values, **old.computed, **before} if old is not None else {**now, **before}
        if (old is not None or set(before) & set(formula_names(rule.when))) and holds(rule, was):
            continue
        if rule.action == "notify":
            notices.append(filled(rule.text or rule.name, entity, now))
        else:
            target = (app.spec.entity(rule.into) or entity) if rule.action == "add" else entity
            record = None if rule.action == "add" else new.id
            writes.append(Write(record, target.name, {k: _value(v, now) for k, v in rule.values.items()}))
    return Effects(tuple(notices), tuple(writes))


def holds(rule: RuleSpec, values: Mapping[str, Any]) -> bool:
    """Tell whether a rule's condition is true; one that has no value is not."""
    return _evaluated(rule.when, values) is True


def filled(text: str, entity: EntitySpec, values: Mapping[str, Any]) -> str:
    """Return a notice with the values of the fields that it names; an empty field leaves nothing."""

    def shown(place: re.Match[str]) -> str:
        name = place[1].strip()
        field = next((f for f in entity.fields if name in (f.name, f.label)), None)
        value = values.get(field.name if field else name)
        if field is None and name not in values:
            return place[0]
        return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)

    return _PLACE.sub(shown, text)


def _value(given: Any, values: Mapping[str, Any]) -> Any:
    """A literal, or the result of a formula when it is a text that begins with `=`."""
    return _evaluated(given[1:], values) if isinstance(given, str) and given.startswith("=") else given


def _evaluated(formula: str, values: Mapping[str, Any]) -> Any:
    from calisson.apps.formula.syntax import BeyondError

    try:
        return evaluate(parse(formula), values)
    except BeyondError:
        from calisson.apps.formula.cel import evaluate_cel

        try:
            return evaluate_cel(formula, dict(values))
        except (FormulaFailure, FormulaError):
            return None
    except (FormulaFailure, FormulaError):
        return None
