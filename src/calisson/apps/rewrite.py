"""Following a change of one field through everything in a specification that names it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from calisson.apps.formula.syntax import tokens
from calisson.apps.spec import AppSpec, EntitySpec, FieldSpec
from calisson.errors import FormulaError
from calisson.language.types import NUMERIC

_ROLES = ("title_field", "time_field", "notes_field", "done_field")


def replace_entity(spec: AppSpec, entity: EntitySpec) -> AppSpec:
    """Return the specification with the entity of this name replaced."""
    return spec.model_copy(
        update={"entities": tuple(entity if e.name == entity.name else e for e in spec.entities)}
    )


def replace_field(spec: AppSpec, entity: EntitySpec, name: str, field: FieldSpec) -> AppSpec:
    """Return the specification with one field replaced by another of the same name."""
    fields = tuple(field if f.name == name else f for f in entity.fields)
    return replace_entity(spec, entity.model_copy(update={"fields": fields}))


def unique_name(taken: Iterable[str], wanted: str) -> str:
    """Return `wanted`, or the first of `wanted_2`, `wanted_3`… that is not taken."""
    used = {t.casefold() for t in taken}
    name, number = wanted, 2
    while name.casefold() in used:
        name, number = f"{wanted[:60]}_{number}", number + 1
    return name


def name_from(text: str) -> str:
    """Return an identifier made from a person's word: `Körper Fett` → `körper_fett`."""
    name = re.sub(r"\W+", "_", text.casefold()).strip("_")[:60] or "field"
    return name if name.isidentifier() else f"f_{name}"[:60] if f"f_{name}".isidentifier() else "field"


def renamed_in_formula(formula: str, old: str, new: str) -> str:
    """Return a formula with a name replaced wherever it is that name."""
    out, at, before = [], 0, ""
    try:
        for token in tokens(formula):
            if token.kind == "name" and token.text == old and before != ".":
                out.append(formula[at : token.start] + new)
                at = token.start + len(token.text)
            before = token.text
    except FormulaError:
        return formula
    return "".join(out) + formula[at:]


def rename_everywhere(spec: AppSpec, entity: EntitySpec, old: str, new: str) -> AppSpec:
    """Return the specification with every mention of a field's name replaced; the field itself is not."""
    if old == new:
        return spec

    def mention(name: str | None) -> str | None:
        return new if name == old else name

    fields = tuple(
        f.model_copy(update={"formula": renamed_in_formula(f.formula, old, new)}) if f.formula else f
        for f in entity.fields
    )
    roles = {role: mention(getattr(entity, role)) for role in _ROLES}
    sort = entity.sort.model_copy(update={"field": mention(entity.sort.field)}) if entity.sort else None
    spec = replace_entity(spec, entity.model_copy(update={"fields": fields, "sort": sort, **roles}))
    return _mentions(spec, entity.name, mention, old, new)


def _mentions(
    spec: AppSpec, entity: str, mention: Callable[[str | None], str | None], old: str, new: str
) -> AppSpec:
    def where(conditions: Any) -> Any:
        return tuple(c.model_copy(update={"field": mention(c.field)}) for c in conditions)

    def sorted_by(sort: Any) -> Any:
        return sort and sort.model_copy(update={"field": mention(sort.field)})

    views = tuple(
        v.model_copy(update={"fields": tuple(mention(f) for f in v.fields), "group_by": mention(v.group_by),
                             "split_by": mention(v.split_by), "where": where(v.where), "sort": sorted_by(v.sort)})
        if v.entity == entity else v
        for v in spec.views
    )  # fmt: skip
    metrics = tuple(
        m.model_copy(update={"field": mention(m.field), "where": where(m.where)}) if m.entity == entity else m
        for m in spec.metrics
    )
    rules = tuple(
        r.model_copy(
            update={
                "when": renamed_in_formula(r.when, old, new),
                "values": {mention(k) or k: v for k, v in r.values.items()},
            }
        )
        if r.entity == entity
        else r
        for r in spec.rules
    )
    checks = tuple(
        c.model_copy(update={"records": tuple({mention(k) or k: v for k, v in r.items()} for r in c.records),
                             "target": mention(c.target) or c.target if c.kind == "formula" else c.target})
        if c.entity in (entity, None) else c
        for c in spec.checks
    )  # fmt: skip
    return spec.model_copy(update={"views": views, "metrics": metrics, "rules": rules, "checks": checks})


def keep_views(spec: AppSpec, numbers: Sequence[int]) -> AppSpec:
    """Return the specification with only these views, and what points to views following them."""
    if len(numbers) == len(spec.views):
        return spec
    new = {old: n for n, old in enumerate(numbers)}
    checks = tuple(
        c if c.kind != "view" else c.model_copy(update={"target": str(new[int(c.target)])})
        for c in spec.checks
        if c.kind != "view" or (c.target.isdigit() and int(c.target) in new)
    )
    reminders = tuple(
        r.model_copy(update={"view": new.get(r.view) if r.view is not None else None}) for r in spec.reminders
    )
    views = tuple(spec.views[n] for n in numbers)
    return spec.model_copy(update={"views": views, "checks": checks, "reminders": reminders})


def without_mentions(spec: AppSpec, entity: EntitySpec, name: str) -> AppSpec:
    """Return the specification with nothing left that shows or measures the field `name` of an entity."""
    roles = {role: None if getattr(entity, role) == name else getattr(entity, role) for role in _ROLES}
    sort = None if entity.sort and entity.sort.field == name else entity.sort
    changed = entity.model_copy(update={"sort": sort, **roles})
    spec = replace_entity(spec, changed)
    dated = any(f.type in ("date", "datetime") for f in changed.fields)

    def keeps(view: Any) -> bool:
        return bool(view.entity != entity.name or not (
            (view.fields and set(view.fields) == {name}) or (view.kind == "calendar" and not dated)
            or (view.kind == "board" and view.group_by == name)
        ))  # fmt: skip

    spec = keep_views(spec, [n for n, v in enumerate(spec.views) if keeps(v)])
    views = tuple(
        v
        if v.entity != entity.name
        else v.model_copy(
            update={
                "fields": tuple(f for f in v.fields if f != name),
                "group_by": None if v.group_by == name else v.group_by,
                "split_by": None if v.split_by == name else v.split_by,
                "sort": None if v.sort and v.sort.field == name else v.sort,
                "where": tuple(c for c in v.where if c.field != name),
            }
        )
        for v in spec.views
    )
    metrics = tuple(
        m for m in spec.metrics
        if m.entity != entity.name or (m.field != name and all(c.field != name for c in m.where))
    )  # fmt: skip
    checks = tuple(c for c in spec.checks if not (c.entity in (entity.name, None) and _about(c, name)))
    return spec.model_copy(update={"views": views, "metrics": metrics, "checks": checks})


def fitting(spec: AppSpec, entity: EntitySpec, field: FieldSpec) -> AppSpec:
    """Return the specification without what a field of another type than before cannot carry any more."""
    measured = field.type in NUMERIC | {"boolean"}
    dated = field.type in ("date", "datetime")
    roles: dict[str, None] = {}
    if entity.time_field == field.name and not dated:
        roles["time_field"] = None
    if entity.done_field == field.name and not (dated or field.type in ("boolean", "choice")):
        roles["done_field"] = None
    entity = entity.model_copy(update=roles)
    spec = replace_entity(spec, entity)
    any_date = any(f.type in ("date", "datetime") for f in entity.fields)

    def keeps(view: Any) -> bool:
        if view.entity != entity.name:
            return True
        drawn = view.kind in ("chart", "stat") and view.fields == (field.name,) and not measured
        return not drawn and (view.kind != "calendar" or any_date)

    metrics = tuple(
        m
        for m in spec.metrics
        if m.entity != entity.name
        or m.field != field.name
        or measured
        or m.aggregate in ("count", "last", "first")
    )
    checks = tuple(c for c in spec.checks if not (c.entity in (entity.name, None) and _about(c, field.name)))
    spec = spec.model_copy(update={"metrics": metrics, "checks": checks})
    return keep_views(spec, [n for n, v in enumerate(spec.views) if keeps(v)])


def _about(check: Any, name: str) -> bool:
    return (check.kind == "formula" and check.target == name) or any(name in r for r in check.records)
