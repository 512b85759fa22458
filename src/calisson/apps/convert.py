"""Between specifications and the `AppSchema` that words refer to."""

from __future__ import annotations

from dataclasses import replace

from calisson.apps.spec import (
    AppSpec,
    ChoiceSpec,
    EntitySpec,
    FieldSpec,
    GoalSpec,
    MetricSpec,
    PolicySpec,
    ViewSpec,
)
from calisson.language.types import AppSchema, Choice, EntitySchema, FieldSchema, Goal, ViewSchema


def priced(draft: AppSchema, currency: str) -> AppSchema:
    """Return the draft with a currency (ISO 4217) in the money fields that name none."""
    return replace(
        draft,
        entities=tuple(
            replace(
                e,
                fields=tuple(
                    replace(f, currency=currency) if f.type == "money" and not f.currency else f
                    for f in e.fields
                ),
            )
            for e in draft.entities
        ),
    )


def field_spec(field: FieldSchema) -> FieldSpec:
    """Return the specification of a field that words named."""
    return FieldSpec(
        name=field.name,
        label=field.label or field.name,
        type=field.type,
        aliases=tuple(field.aliases),
        unit=field.unit,
        currency=field.currency,
        choices=tuple(
            ChoiceSpec(value=c.value, aliases=tuple(c.aliases), color=c.color) for c in field.choices
        ),
        required=field.required,
        default=field.default,
        minimum=field.minimum,
        maximum=field.maximum,
        formula=field.formula,
        concept=field.concept,
        aggregate=field.aggregate,
        ref=field.ref,
    )


def field_schema(field: FieldSpec) -> FieldSchema:
    """Return a field as the words see it."""
    return FieldSchema(
        field.name,
        field.label,
        field.type,
        (*field.aliases, *field.labels.values()),
        field.unit,
        field.currency,
        tuple(
            Choice(c.value, (*c.aliases, *c.labels.values(), *((c.label,) if c.label else ())), c.color)
            for c in field.choices
        ),
        field.required,
        field.default,
        field.minimum,
        field.maximum,
        field.formula,
        field.concept,
        field.aggregate,
        field.ref,
    )


def view_spec(view: ViewSchema) -> ViewSpec:
    """Return the specification of a view that words named."""
    return ViewSpec(
        kind=view.kind,
        entity=view.entity,
        title=view.title,
        fields=tuple(view.fields),
        group_by=view.group_by,
        aggregate=view.aggregate,
        period=view.period,
        chart=view.chart,
    )


def goal_metric(spec: AppSpec | None, entities: tuple[EntitySpec, ...], goal: Goal) -> MetricSpec:
    """Return the metric that a goal is about."""
    entity = next((e for e in entities if e.field(goal.field)), entities[0])
    field = entity.field(goal.field)
    taken = {m.name for m in spec.metrics} if spec else set()
    name = f"{goal.field}_{goal.period}"
    number = 2
    while name in taken:
        name, number = f"{goal.field}_{goal.period}_{number}", number + 1
    return MetricSpec(
        name=name[:64], label=field.label if field else "", entity=entity.name, aggregate=goal.aggregate,
        field=goal.field if field else None, period=goal.period,
        goal=GoalSpec(value=goal.value, direction=goal.direction),
    )  # fmt: skip


def spec_from_draft(draft: AppSchema) -> AppSpec:
    """Return the specification of a draft, with metrics for its goals and main number, and its checks.

    The result still has to pass `validation.problems`.

    Raises:
        SpecError: The draft has not the shape of an app.
    """
    from calisson.apps.checks import with_checks

    draft = sound(draft)

    entities = tuple(
        EntitySpec(
            name=e.name,
            label=e.label or e.name,
            fields=tuple(map(field_spec, e.fields)),
            aliases=tuple(e.aliases),
            title_field=e.title_field,
            time_field=e.time_field,
            notes_field=e.notes_field,
            done_field=e.done_field,
        )
        for e in draft.entities
    )
    metrics = [goal_metric(None, entities, goal) for goal in draft.goals]
    metrics += [m for m in default_metrics(entities) if all(not _same_metric(m, x) for x in metrics)]
    spec = AppSpec(
        name=draft.name, language=draft.language, icon=draft.icon, summary=draft.summary, domain=draft.domain,
        aliases=tuple(draft.aliases), entities=entities, metrics=tuple(metrics),
        views=tuple(map(view_spec, draft.views)), policy=PolicySpec(stakes=draft.stakes),
    )  # fmt: skip
    return with_checks(spec)


def sound(draft: AppSchema) -> AppSchema:
    """Return a draft with names that can be names, and without references that lead nowhere."""
    from calisson.apps.rewrite import name_from, unique_name
    from calisson.apps.validation import is_name

    entities: list[EntitySchema] = []
    for entity in draft.entities:
        fields: list[FieldSchema] = []
        for field in entity.fields:
            name = field.name if is_name(field.name) else name_from(field.label or field.name)
            name = unique_name((f.name for f in fields), name)
            fields.append(replace(field, name=name, label=field.label or name))
        names = {f.name: f for f in fields}
        time = names.get(entity.time_field or "")
        name = entity.name if is_name(entity.name) else name_from(entity.label or entity.name)
        entities.append(
            replace(
                entity,
                name=unique_name((e.name for e in entities), name),
                label=entity.label or name,
                fields=tuple(fields),
                time_field=time.name if time and time.type in ("date", "datetime") else None,
                title_field=entity.title_field if entity.title_field in names else None,
                notes_field=entity.notes_field if entity.notes_field in names else None,
                done_field=entity.done_field if entity.done_field in names else None,
            )
        )
    renamed = {old.name: new for old, new in zip(draft.entities, entities, strict=True)}
    views = [
        replace(
            v,
            entity=renamed[v.entity].name,
            fields=tuple(f for f in v.fields if renamed[v.entity].field(f)),
            group_by=v.group_by
            if v.group_by in _GRAINS or renamed[v.entity].field(v.group_by or "")
            else None,
        )
        for v in draft.views
        if v.entity in renamed and (v.kind != "calendar" or _has_date(renamed[v.entity]))
    ]
    goals = tuple(g for g in draft.goals if any(e.field(g.field) for e in entities))
    return replace(draft, entities=tuple(entities), views=tuple(views), goals=goals)


_GRAINS = ("hour", "day", "week", "month", "quarter", "year", "weekday")


def _has_date(entity: EntitySchema) -> bool:
    return any(f.type in ("date", "datetime") for f in entity.fields)


def _same_metric(a: MetricSpec, b: MetricSpec) -> bool:
    return (a.entity, a.field, a.aggregate, a.period) == (b.entity, b.field, b.aggregate, b.period)


def default_metrics(entities: tuple[EntitySpec, ...]) -> list[MetricSpec]:
    """Return the numbers that a card shows when nobody chose any: the main entity's first measured fields."""
    entity = entities[0]
    metrics: list[MetricSpec] = []
    for field in entity.fields:
        if field.aggregate not in ("sum", "mean", "last", "min", "max", "count", "median"):
            continue
        period = "total" if field.aggregate == "last" else "day" if field.aggregate == "sum" else "month"
        if entity.time_field is None:
            period = "total"
        metrics.append(MetricSpec(name=f"{field.name}_{period}"[:64], label=field.label, entity=entity.name,
                                  aggregate=field.aggregate, field=field.name, period=period))  # type: ignore[arg-type]  # fmt: skip
    if not metrics:
        metrics.append(MetricSpec(name="count", label=entity.label, entity=entity.name, aggregate="count",
                                  period="total"))  # fmt: skip
    return metrics[:3]


def schema_of(spec: AppSpec, app_id: str = "", version: int = 0) -> AppSchema:
    """Return a specification as the words see it."""
    return AppSchema(
        id=app_id,
        name=spec.name,
        language=spec.language,
        icon=spec.icon,
        summary=spec.summary,
        entities=tuple(
            EntitySchema(
                e.name,
                e.label,
                tuple(map(field_schema, e.fields)),
                (*e.aliases, *e.labels.values()),
                e.title_field,
                e.time_field,
                e.notes_field,
                e.done_field,
            )
            for e in spec.entities
        ),
        views=tuple(
            ViewSchema(v.kind, v.entity, v.title, v.fields, v.group_by, v.aggregate, v.period, v.chart)
            for v in spec.views
        ),
        goals=tuple(
            Goal(m.field, m.goal.value, m.period, m.aggregate, m.goal.direction)
            for m in spec.metrics
            if m.goal and m.field
        ),
        domain=spec.domain,
        aliases=spec.aliases,
        stakes=spec.policy.stakes,
        version=version,
    )
