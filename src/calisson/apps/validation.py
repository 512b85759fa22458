"""What a type cannot say about a specification: names, references, formulas, things that do not fit together.

Every problem names the place and the mend, with a message id for the person's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from calisson.apps.formula import check_formulas
from calisson.apps.functions import problems as function_problems
from calisson.apps.logic import problems as logic_problems
from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec, FilterSpec
from calisson.apps.values import ValueProblem, check_value
from calisson.apps.widgets import problems as widget_problems
from calisson.errors import Problem, SpecError
from calisson.language.types import NUMERIC

GRAINS = frozenset({"hour", "day", "week", "month", "quarter", "year", "weekday"})
_MEASURING = ("sum", "mean", "median")


def require_valid(spec: AppSpec) -> None:
    """Raise when something is wrong with a specification.

    Raises:
        SpecError: With every problem.
    """
    found = problems(spec)
    if found:
        raise SpecError(found)


def problems(spec: AppSpec) -> list[Problem]:
    """Return everything that is wrong with a specification."""
    return [
        *_unique("entities", (e.name for e in spec.entities)),
        *_unique("metrics", (m.name for m in spec.metrics)),
        *_unique("logic", (x.name for x in spec.logic)),
        *(p for e in spec.entities for p in _entity(spec, e)),
        *_metrics(spec),
        *_views(spec),
        *_rules(spec),
        *_rest(spec),
        *logic_problems(spec),
        *widget_problems(spec),
        *_unique("functions", (f.name for f in spec.functions)),
        *function_problems(spec),
    ]


def is_name(name: str) -> bool:
    """Return whether `name` can be a name: letters of any script, digits and `_`, no digit first."""
    return name.isidentifier() and len(name) <= 64


def _unique(path: str, names: Iterable[str]) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, name in enumerate(names):
        if not is_name(name):
            yield Problem(f"{path}.{number}.name", "spec-name", {"name": name},
                          f"{name!r} is no name: use letters, digits and _, not a digit first")  # fmt: skip
        if name.casefold() in seen:
            yield Problem(f"{path}.{number}.name", "spec-duplicate", {"name": name},
                          f"{name!r} is there twice: rename one")  # fmt: skip
        seen.add(name.casefold())


def _entity(spec: AppSpec, entity: EntitySpec) -> Iterator[Problem]:
    path = f"entities.{entity.name}"
    yield from _unique(f"{path}.fields", (f.name for f in entity.fields))
    keys = [f.key for f in entity.fields if len({g.name for g in entity.fields}) == len(entity.fields)]
    for key in {k for k in keys if keys.count(k) > 1}:
        yield Problem(f"{path}.fields", "spec-duplicate", {"name": key}, f"two fields have the key {key!r}")
    for field in entity.fields:
        yield from _field(spec, entity, field, f"{path}.fields.{field.name}")
    for problem in check_formulas(entity.fields):
        yield Problem(
            f"{path}.fields.{problem.field}.formula", problem.message_id, problem.arguments, problem.hint
        )
    if all(f.formula is not None for f in entity.fields):
        yield Problem(f"{path}.fields", "spec-nothing-to-enter", {"entity": entity.label},
                      "every field is computed, so nothing can be entered: add one")  # fmt: skip
    wanted = {"title_field": None, "notes_field": None, "time_field": ("date", "datetime"),
              "done_field": ("boolean", "choice", "date", "datetime")}  # fmt: skip
    for role, types in wanted.items():
        name = getattr(entity, role)
        field_of_role = entity.field(name) if name else None
        if name and field_of_role is None:
            yield _missing(f"{path}.{role}", name, entity)
        elif field_of_role is not None and types and field_of_role.type not in types:
            yield Problem(
                f"{path}.{role}",
                "spec-field-type",
                {"field": field_of_role.label, "types": ", ".join(types)},
                f"{name!r} is {field_of_role.type}, {role} needs {' or '.join(types)}",
            )
    if entity.sort and entity.field(entity.sort.field) is None:
        yield _missing(f"{path}.sort.field", entity.sort.field, entity)


def _missing(path: str, name: str, entity: EntitySpec) -> Problem:
    known = ", ".join(f.name for f in entity.fields)
    return Problem(path, "spec-no-field", {"field": name, "entity": entity.label, "known": known},
                   f"{entity.name!r} has no field {name!r}, it has {known}")  # fmt: skip


def _field(spec: AppSpec, entity: EntitySpec, field: FieldSpec, path: str) -> Iterator[Problem]:
    if field.key != field.name and not all(c.isalnum() or c in "_~" for c in field.key):
        yield Problem(f"{path}.key", "spec-name", {"name": field.key}, f"{field.key!r} is no storage key")
    if field.type == "ref" and (field.ref is None or spec.entity(field.ref) is None):
        known = ", ".join(e.name for e in spec.entities)
        yield Problem(
            f"{path}.ref",
            "spec-no-entity",
            {"entity": field.ref or "", "field": field.label, "known": known},
            f"it points to {field.ref!r}; the entities are {known}",
        )
    if field.type == "money" and field.currency is not None:
        code = field.currency
        if not (len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()):
            yield Problem(f"{path}.currency", "spec-currency", {"field": field.label, "value": code},
                          f"{code!r} is no ISO 4217 code such as EUR")  # fmt: skip
    low, high = field.minimum, field.maximum
    if low is not None and high is not None and low > high:
        yield Problem(
            f"{path}.minimum",
            "spec-range",
            {"field": field.label, "minimum": low, "maximum": high},
            f"the minimum {low:g} is above the maximum {high:g}",
        )
    values = [c.value.casefold() for c in field.choices]
    if len(set(values)) < len(values):
        twice = next(v for v in values if values.count(v) > 1)
        yield Problem(
            f"{path}.choices", "spec-duplicate", {"name": twice}, f"the choice {twice!r} is there twice"
        )
    if field.strict and field.type in ("choice", "multi_choice") and not field.choices:
        yield Problem(
            f"{path}.choices", "spec-empty", {"field": field.label}, "a strict choice needs choices"
        )
    moment = field.type in ("date", "datetime", "time") and field.default in ("now", "today")
    if field.default is not None and not moment and field.formula is None:
        try:
            check_value(field, field.default)
        except ValueProblem as problem:
            yield Problem(
                f"{path}.default",
                "spec-default",
                {"field": field.label, "value": str(field.default)[:80]},
                f"the default does not fit: {problem}",
            )


def _entity_of(spec: AppSpec, name: str, path: str) -> tuple[EntitySpec | None, list[Problem]]:
    entity = spec.entity(name)
    if entity is not None:
        return entity, []
    known = ", ".join(e.name for e in spec.entities)
    return None, [Problem(f"{path}.entity", "spec-no-entity", {"entity": name, "field": "", "known": known},
                          f"there is no entity {name!r}; the entities are {known}")]  # fmt: skip


def _where(entity: EntitySpec, where: tuple[FilterSpec, ...], path: str) -> Iterator[Problem]:
    for number, condition in enumerate(where):
        if entity.field(condition.field) is None:
            yield _missing(f"{path}.where.{number}.field", condition.field, entity)


def _measured(entity: EntitySpec, name: str | None, aggregate: str | None, path: str) -> Iterator[Problem]:
    field = entity.field(name) if name else None
    if name and field is None:
        yield _missing(f"{path}.field", name, entity)
    elif field is not None and aggregate in _MEASURING and field.type not in NUMERIC | {"boolean"}:
        yield Problem(
            f"{path}.aggregate",
            "spec-not-measurable",
            {"field": field.label, "aggregate": aggregate},
            f"{name!r} is {field.type}: it has no {aggregate}, it can be counted",
        )
    elif field is None and aggregate in (*_MEASURING, "min", "max"):
        yield Problem(f"{path}.field", "spec-missing", {"field": "field"}, f"{aggregate} of which field?")


def _metrics(spec: AppSpec) -> Iterator[Problem]:
    for metric in spec.metrics:
        path = f"metrics.{metric.name}"
        entity, wrong = _entity_of(spec, metric.entity, path)
        yield from wrong
        if entity is not None:
            yield from _measured(entity, metric.field, metric.aggregate, path)
            yield from _where(entity, metric.where, path)


def _views(spec: AppSpec) -> Iterator[Problem]:
    for number, view in enumerate(spec.views):
        path = f"views.{number}"
        entity, wrong = _entity_of(spec, view.entity, path)
        yield from wrong
        if entity is None:
            continue
        for name in view.fields:
            if entity.field(name) is None:
                yield _missing(f"{path}.fields", name, entity)
        if view.group_by and view.group_by not in GRAINS and entity.field(view.group_by) is None:
            yield _missing(f"{path}.group_by", view.group_by, entity)
        if view.split_by and entity.field(view.split_by) is None:
            yield _missing(f"{path}.split_by", view.split_by, entity)
        if view.sort and entity.field(view.sort.field) is None:
            yield _missing(f"{path}.sort.field", view.sort.field, entity)
        yield from _where(entity, view.where, path)
        if view.kind == "calendar" and not any(f.type in ("date", "datetime") for f in entity.fields):
            yield Problem(f"{path}.kind", "spec-view-needs", {"view": view.kind, "types": "date"},
                          "a calendar needs a date field: add one")  # fmt: skip
        if view.kind == "custom" and spec.widget is None:
            yield Problem(f"{path}.kind", "spec-view-needs", {"view": view.kind, "types": "widget"},
                          "a custom view needs the app's widget")  # fmt: skip


def _rules(spec: AppSpec) -> Iterator[Problem]:
    for rule in spec.rules:
        path = f"rules.{rule.name}"
        entity, wrong = _entity_of(spec, rule.entity, path)
        yield from wrong
        if entity is None:
            continue
        fields = {f.name for f in entity.fields}
        metrics = [
            FieldSpec(name=m.name, label=m.name, type="number") for m in spec.metrics if m.name not in fields
        ]
        formulas = {"when": (rule.when, "boolean")}
        formulas |= {f"values.{k}": (v[1:], "text") for k, v in rule.values.items()
                     if isinstance(v, str) and v.startswith("=")}  # fmt: skip
        for where, (formula, kind) in formulas.items():
            probe = FieldSpec.model_validate(
                {"name": "rule_probe_", "label": rule.name, "type": kind, "formula": formula}
            )
            for problem in check_formulas([*entity.fields, *metrics, probe]):
                if problem.field == probe.name:
                    yield Problem(f"{path}.{where}", problem.message_id, problem.arguments, problem.hint)
        if rule.into:
            target, wrong = _entity_of(spec, rule.into, path)
            yield from wrong
        else:
            target = entity
        if target is not None:
            yield from (_missing(f"{path}.values", n, target) for n in rule.values if target.field(n) is None)


def _rest(spec: AppSpec) -> Iterator[Problem]:
    metrics, functions = {m.name for m in spec.metrics}, {x.name for x in spec.logic}
    rules = {r.name for r in spec.rules}
    for number, check in enumerate(spec.checks):
        known: Any = {"metric": metrics, "logic": functions, "rule": rules, "function": {f.name for f in spec.functions},
                      "view": {str(n) for n in range(len(spec.views))}}.get(check.kind)  # fmt: skip
        if known is not None and check.target not in known:
            yield Problem(f"checks.{number}.target", "spec-no-target", {"name": check.target},
                          f"there is no {check.kind} {check.target!r}")  # fmt: skip
        if check.entity is not None and spec.entity(check.entity) is None:
            yield from _entity_of(spec, check.entity, f"checks.{number}")[1]
    for reminder in spec.reminders:
        if reminder.view is not None and not 0 <= reminder.view < len(spec.views):
            yield Problem(
                "reminders.view", "spec-no-target", {"name": str(reminder.view)}, "there is no such view"
            )
    for logic in spec.logic:
        if logic.hosts:
            yield Problem(f"logic.{logic.name}.hosts", "spec-no-hosts", {"name": logic.name},
                          "code of an app has no network in this release: leave hosts empty")  # fmt: skip
