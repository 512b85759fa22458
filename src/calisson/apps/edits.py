"""Changes to a specification, one by one, as words ask for them.

Each edit gives a new specification or a `SpecError` that says why not; records are brought along when it is
published (`migration`). What a removed field held is kept, and comes back when the field does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from calisson.apps.convert import field_spec, goal_metric, view_spec
from calisson.apps.formula import formula_names
from calisson.apps.rewrite import (
    fitting,
    keep_views,
    name_from,
    rename_everywhere,
    replace_entity,
    replace_field,
    unique_name,
    without_mentions,
)
from calisson.apps.spec import AppSpec, ChoiceSpec, EntitySpec, FieldSpec, ViewSpec, parse_spec
from calisson.apps.validation import is_name
from calisson.errors import FormulaError, Problem, SpecError
from calisson.language.text import fold
from calisson.language.types import Edit, FieldSchema


def apply_edits(spec: AppSpec, edits: Sequence[Edit]) -> AppSpec:
    """Return the specification with the edits applied in order.

    Raises:
        SpecError: An edit cannot be done; nothing is changed then.
    """
    for edit in edits:
        step = _STEPS.get(edit.kind)
        if step is None:
            raise _wrong("edit-not-here", f"{edit.kind!r} is no change of a specification", text=edit.kind)
        spec = step(spec, edit)
    return parse_spec(spec.model_dump()) if edits else spec


def _wrong(message_id: str, hint: str, **arguments: Any) -> SpecError:
    return SpecError([Problem("edit", message_id, arguments, hint)])


def _find(spec: AppSpec, target: str | None) -> tuple[EntitySpec, FieldSpec]:
    """The field that a target names: by name, else by label or another word for it."""
    wanted = fold(target or "")
    for match in (
        lambda f: f.name == target,
        lambda f: fold(f.label) == wanted,
        lambda f: wanted in {fold(a) for a in (*f.aliases, *f.labels.values(), f.name)},
    ):
        for entity in spec.entities:
            for field in entity.fields:
                if match(field):
                    return entity, field
    known = ", ".join(f.label for f in spec.main.fields)
    raise _wrong(
        "edit-no-field", f"there is no field {target!r}; there are {known}", field=target or "", known=known
    )


def _given(edit: Edit) -> FieldSchema:
    if edit.field is None:
        raise _wrong("edit-incomplete", f"{edit.kind} needs a field", text=edit.kind)
    return edit.field


def _text(edit: Edit) -> str:
    text = (edit.text or "").strip()
    if not text:
        raise _wrong("edit-incomplete", f"{edit.kind} needs a text", text=edit.kind)
    if len(text) > 200:
        raise _wrong("edit-too-long", "a name has at most 200 characters", length=len(text), limit=200)
    return text


# --- fields ----------------------------------------------------------------------------------------------


def _add_field(spec: AppSpec, edit: Edit) -> AppSpec:
    wanted = _given(edit)
    entity = spec.entity(edit.target) or spec.main
    same = next((f for f in entity.fields if fold(f.label) == fold(wanted.label)
                 or (f.name == wanted.name and fold(wanted.label) in _words(f))), None)  # fmt: skip
    if same is not None:
        raise _wrong("edit-field-exists", f"there is a field {same.label!r} already", field=same.label)
    name = wanted.name if is_name(wanted.name) else name_from(wanted.label or wanted.name)
    name = unique_name((f.name for f in entity.fields), name)
    former = next((f for f in entity.retired if f.name == name and f.type == wanted.type), None)
    taken = [f.key for f in (*entity.fields, *entity.retired)]
    field = field_spec(wanted).model_copy(update={
        "name": name, "key": former.key if former else fresh_key(taken, name),
        "unit": wanted.unit or (former.unit if former else None),
    })  # fmt: skip
    retired = tuple(f for f in entity.retired if f is not former)
    spec = replace_entity(
        spec, entity.model_copy(update={"fields": (*entity.fields, field), "retired": retired})
    )
    views = tuple(
        v.model_copy(update={"fields": (*v.fields, name)})
        if v.entity == entity.name and v.fields and v.kind in ("table", "form", "list", "cards") else v
        for v in spec.views
    )  # fmt: skip
    return spec.model_copy(update={"views": views})


def _words(field: FieldSpec) -> set[str]:
    return {fold(w) for w in (field.name, field.label, *field.aliases, *field.labels.values())}


def fresh_key(taken: Sequence[str], name: str) -> str:
    """Return a storage key for a field called `name` that no field has or had."""
    base, number = name.partition("~")[0], 2
    key = base
    while key in taken:
        key, number = f"{base}~{number}", number + 1
    return key


def _remove_field(spec: AppSpec, edit: Edit) -> AppSpec:
    entity, field = _find(spec, edit.target)
    if len(entity.fields) == 1:
        raise _wrong("edit-last-field", "the last field cannot be removed", field=field.label)
    for other in entity.fields:
        if other.formula and field.name in _names(other.formula):
            raise _wrong("edit-field-in-formula", f"{other.label!r} is computed from it", field=field.label,
                         other=other.label)  # fmt: skip
    changed = entity.model_copy(update={
        "fields": tuple(f for f in entity.fields if f is not field), "retired": (*entity.retired, field),
    })  # fmt: skip
    return without_mentions(replace_entity(spec, changed), changed, field.name)


def _names(formula: str) -> tuple[str, ...]:
    try:
        return formula_names(formula)
    except FormulaError:
        return ()


def _rename_field(spec: AppSpec, edit: Edit) -> AppSpec:
    entity, field = _find(spec, edit.target)
    label = edit.field.label if edit.field and not edit.text else _text(edit)
    if any(f is not field and fold(f.label) == fold(label) for f in entity.fields):
        raise _wrong("edit-field-exists", f"there is a field {label!r} already", field=label)
    wanted = (
        edit.field.name if edit.field and is_name(edit.field.name) and edit.field.name != field.name else ""
    )
    name = unique_name((f.name for f in entity.fields if f is not field), wanted or name_from(label))
    aliases = tuple(dict.fromkeys(a for a in (*field.aliases, field.label) if fold(a) != fold(label)))
    renamed = field.model_copy(update={"name": name, "label": label, "aliases": aliases, "labels": {}})
    spec = rename_everywhere(spec, entity, field.name, name)
    entity = spec.entity(entity.name) or entity
    formula = next(f.formula for f in entity.fields if f.name == field.name)
    return replace_field(spec, entity, field.name, renamed.model_copy(update={"formula": formula}))


def _change_field(spec: AppSpec, edit: Edit) -> AppSpec:
    wanted = _given(edit)
    entity, field = _find(spec, edit.target or wanted.name)
    made = field_spec(wanted)
    update = {
        name: getattr(made, name)
        for name in ("type", "required", "default", "minimum", "maximum", "formula", "ref", "strict")
    }
    for name in ("unit", "currency", "concept", "aggregate"):
        update[name] = getattr(made, name) or (getattr(field, name) if made.type == field.type else None)
    update["choices"] = made.choices or (field.choices if "choice" in made.type else ())
    update["aliases"] = tuple(dict.fromkeys((*field.aliases, *made.aliases)))
    if made.label and made.label not in (field.label, made.name):
        update["label"] = made.label
        update["aliases"] = tuple(dict.fromkeys((*update["aliases"], field.label)))
    changed = field.model_copy(update=update)
    spec = replace_field(spec, entity, field.name, changed)
    return fitting(spec, spec.entity(entity.name) or entity, changed)


def _add_choice(spec: AppSpec, edit: Edit) -> AppSpec:
    wanted = tuple(edit.field.choices) if edit.field and edit.field.choices else ()
    texts = tuple(c.value for c in wanted) or (_text(edit),)
    name = edit.target or (edit.field.name if edit.field else None)
    if name is None:
        name = next((f.name for f in spec.main.fields if f.type in ("choice", "multi_choice")), None)
    entity, field = _find(spec, name)
    if field.type not in ("choice", "multi_choice"):
        raise _wrong("edit-no-choices", f"{field.label!r} has no choices", field=field.label)
    known = {fold(w) for c in field.choices for w in (c.value, *c.aliases)}
    new = tuple(ChoiceSpec(value=t) for t in texts if fold(t) not in known)
    return replace_field(
        spec, entity, field.name, field.model_copy(update={"choices": (*field.choices, *new)})
    )


def _set_display_unit(spec: AppSpec, edit: Edit) -> AppSpec:
    from calisson.language.units import compatible

    unit = _text(edit)
    entity, field = _find(spec, edit.target) if edit.target else (None, None)
    if entity is not None and field is not None:
        if not field.unit or not compatible(field.unit, unit):
            raise _wrong(
                "edit-unit", f"{field.label!r} is not measured in {unit!r}", field=field.label, unit=unit
            )
        return replace_field(spec, entity, field.name, field.model_copy(update={"display_unit": unit}))
    for one in spec.entities:
        fields = tuple(
            f.model_copy(update={"display_unit": unit}) if f.unit and compatible(f.unit, unit) else f
            for f in one.fields
        )
        spec = replace_entity(spec, one.model_copy(update={"fields": fields}))
    return spec


# --- the rest --------------------------------------------------------------------------------------------


def _add_view(spec: AppSpec, edit: Edit) -> AppSpec:
    if edit.view is None:
        raise _wrong("edit-incomplete", "add_view needs a view", text=edit.kind)
    view = view_spec(edit.view)
    entity = spec.entity(view.entity) or spec.main
    known = {f.name for f in entity.fields}
    view = view.model_copy(
        update={"entity": entity.name, "fields": tuple(f for f in view.fields if f in known)}
    )
    if any(_same_view(view, v) for v in spec.views):
        return spec
    return spec.model_copy(update={"views": (*spec.views, view)})


def _same_view(a: ViewSpec, b: ViewSpec) -> bool:
    fields = a.kind in ("chart", "stat", "board")
    return (a.kind, a.entity) == (b.kind, b.entity) and (
        not fields
        or (a.fields, a.group_by, a.aggregate, a.chart) == (b.fields, b.group_by, b.aggregate, b.chart)
    )


def _remove_view(spec: AppSpec, edit: Edit) -> AppSpec:
    number = edit.number
    if number is None and edit.view is not None:
        wanted = edit.view
        same = [n for n, v in enumerate(spec.views) if v.kind == wanted.kind]
        exact = [n for n in same if wanted.fields and spec.views[n].fields == tuple(wanted.fields)]
        number = next(iter(exact or same[::-1]), None)
    if number is None and (edit.target or edit.text):
        words = fold(edit.target or edit.text or "")
        number = next((n for n, v in enumerate(spec.views) if words in (fold(v.title), v.kind)), None)
    if number is None or not 0 <= number < len(spec.views):
        raise _wrong(
            "edit-no-view", "there is no such view", view=edit.view.kind if edit.view else edit.text or ""
        )
    return keep_views(spec, [n for n in range(len(spec.views)) if n != number])


def _rename_app(spec: AppSpec, edit: Edit) -> AppSpec:
    name = _text(edit)
    aliases = tuple(dict.fromkeys(a for a in (*spec.aliases, spec.name) if fold(a) != fold(name)))
    return spec.model_copy(update={"name": name, "aliases": aliases, "labels": {}})


def _add_goal(spec: AppSpec, edit: Edit) -> AppSpec:
    if edit.goal is None:
        raise _wrong("edit-incomplete", "add_goal needs a goal", text=edit.kind)
    if not any(e.field(edit.goal.field) for e in spec.entities):
        _find(spec, edit.goal.field)
    metric = goal_metric(spec, spec.entities, edit.goal)

    def replaced(m: Any) -> bool:
        return (m.entity, m.field, m.aggregate, m.period, m.where) == (
            metric.entity, metric.field, metric.aggregate, metric.period, ())  # fmt: skip

    former = next((m for m in spec.metrics if replaced(m)), None)
    if former is not None:
        metric = former.model_copy(update={"goal": metric.goal})
    rest = tuple(m for m in spec.metrics if m is not former)
    return spec.model_copy(update={"metrics": (metric, *rest)})


def _set_icon(spec: AppSpec, edit: Edit) -> AppSpec:
    return spec.model_copy(update={"icon": _text(edit)[:16]})


def _share(spec: AppSpec, edit: Edit) -> AppSpec:
    shared = tuple(dict.fromkeys((*spec.policy.shared_with, _text(edit))))
    return spec.model_copy(update={"policy": spec.policy.model_copy(update={"shared_with": shared})})


_STEPS: dict[str, Callable[[AppSpec, Edit], AppSpec]] = {
    "add_field": _add_field,
    "remove_field": _remove_field,
    "rename_field": _rename_field,
    "change_field": _change_field,
    "add_view": _add_view,
    "remove_view": _remove_view,
    "rename_app": _rename_app,
    "add_goal": _add_goal,
    "set_icon": _set_icon,
    "add_choice": _add_choice,
    "set_display_unit": _set_display_unit,
    "share": _share,
}
