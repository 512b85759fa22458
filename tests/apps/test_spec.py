"""Specifications: reading, the problems they can have, drafts, the published schema."""

import copy
import json
from typing import Any

import pytest
from app_samples import MEALS, spec

from calisson.apps import AppSpec, parse_spec, schema_of, spec_from_draft
from calisson.apps.spec import json_schema
from calisson.apps.validation import problems
from calisson.errors import SpecError
from calisson.language.types import AppSchema, Choice, EntitySchema, FieldSchema, Goal, ViewSchema


def changed(path: str, value: Any) -> dict[str, Any]:
    """The meal diary with one thing changed: `entities.0.fields.1.type`."""
    data = copy.deepcopy(MEALS)
    at: Any = data
    *way, last = path.split(".")
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    if isinstance(at, list):
        at.append(value) if last == "+" else at.__setitem__(int(last), value)
    else:
        at[last] = value
    return data


def test_a_sound_one_has_no_problem_and_survives_json() -> None:
    found = spec(MEALS)
    assert problems(found) == []
    assert parse_spec(json.loads(json.dumps(found.as_dict()))) == found
    field = found.as_dict()["entities"][0]["fields"][1]
    assert {"name", "label", "aliases", "type", "unit", "formula", "choices", "required"} <= field.keys()


@pytest.mark.parametrize(
    ("path", "value", "where", "message"),
    [
        ("entities.0.fields.1.type", "colour", "entities.0.fields.1.type", "spec-one-of"),
        ("entities.0.fields.1.colour", "red", "entities.0.fields.1.colour", "spec-unknown"),
        ("entities", [], "entities", "spec-empty"),
        ("name", "x" * 300, "name", "spec-too-long"),
        ("entities.0.fields.0.name", 7, "entities.0.fields.0.name", "spec-type"),
        ("spec_version", 99, "spec_version", "spec-newer"),
    ],
)  # fmt: skip
def test_a_wrong_shape_is_named(path: str, value: Any, where: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse_spec(changed(path, value))
    assert (caught.value.problems[0].path, caught.value.problems[0].message_id) == (where, message)
    assert caught.value.problems[0].hint


FIELD = "entities.0.fields.+"
X = {"name": "x", "label": "X", "type": "number"}


@pytest.mark.parametrize(
    ("path", "value", "where", "message"),
    [
        (FIELD, {**X, "name": "food"}, "entities.meal.fields.10.name", "spec-duplicate"),
        (FIELD, {**X, "name": "two words"}, "entities.meal.fields.10.name", "spec-name"),
        (FIELD, {**X, "name": "1st"}, "entities.meal.fields.10.name", "spec-name"),
        (FIELD, {**X, "minimum": 5, "maximum": 1}, "entities.meal.fields.x.minimum", "spec-range"),
        (
            FIELD,
            {**X, "type": "money", "currency": "euro"},
            "entities.meal.fields.x.currency",
            "spec-currency",
        ),
        (FIELD, {**X, "type": "ref", "ref": "nobody"}, "entities.meal.fields.x.ref", "spec-no-entity"),
        (FIELD, {**X, "default": "many"}, "entities.meal.fields.x.default", "spec-default"),
        (FIELD, {**X, "type": "choice", "strict": True}, "entities.meal.fields.x.choices", "spec-empty"),
        (
            FIELD,
            {**X, "type": "choice", "choices": ["a", "A"]},
            "entities.meal.fields.x.choices",
            "spec-duplicate",
        ),
        (FIELD, {**X, "formula": "calorie * 2"}, "entities.meal.fields.x.formula", "formula-unknown-name"),
        (FIELD, {**X, "formula": "x + 1"}, "entities.meal.fields.x.formula", "formula-circle"),
        (FIELD, {**X, "formula": "food * 2"}, "entities.meal.fields.x.formula", "formula-mismatch"),
        ("entities.0.time_field", "food", "entities.meal.time_field", "spec-field-type"),
        ("entities.0.title_field", "nobody", "entities.meal.title_field", "spec-no-field"),
        ("metrics.0.field", "weight", "metrics.calories_day.field", "spec-no-field"),
        ("metrics.0.field", "food", "metrics.calories_day.aggregate", "spec-not-measurable"),
        ("metrics.0.field", None, "metrics.calories_day.field", "spec-missing"),
        ("metrics.0.entity", "nobody", "metrics.calories_day.entity", "spec-no-entity"),
        ("views.0.entity", "nobody", "views.0.entity", "spec-no-entity"),
        ("views.2.fields", ["weight"], "views.2.fields", "spec-no-field"),
        ("views.2.group_by", "weight", "views.2.group_by", "spec-no-field"),
        ("views.0.kind", "custom", "views.0.kind", "spec-view-needs"),
        (
            "rules",
            [{"name": "r", "entity": "meal", "when": "calories", "action": "notify"}],
            "rules.r.when",
            "formula-result",
        ),
        ("logic", [{"name": "f", "code": "1", "hosts": ["example.org"]}], "logic.f.hosts", "spec-no-hosts"),
        (
            "checks",
            [{"name": "c", "kind": "metric", "target": "nobody"}],
            "checks.0.target",
            "spec-no-target",
        ),
        ("reminders", [{"text": "x", "view": 9}], "reminders.view", "spec-no-target"),
    ],
)
def test_what_does_not_hold_together_is_named_with_its_mend(
    path: str, value: Any, where: str, message: str
) -> None:
    found = problems(parse_spec(changed(path, value)))
    assert [(p.path, p.message_id) for p in found] == [(where, message)]
    assert found[0].hint


def test_the_schema_is_published() -> None:
    schema = json_schema()
    assert schema["properties"]["entities"]["type"] == "array"
    assert "quantity" in json.dumps(schema)


DRAFT = AppSchema(
    id="",
    name="밥 일기",
    language="ko",
    icon="🍚",
    domain="meals",
    aliases=("meals",),
    stakes="health",
    entities=(
        EntitySchema(
            "meal",
            "식사",
            (
                FieldSchema("food", "음식", "text", aliases=("food",)),
                FieldSchema("calories", "칼로리", "quantity", unit="kcal", aggregate="sum"),
                FieldSchema(
                    "kind", "끼니", "choice", choices=(Choice("아침", ("breakfast",)), Choice("점심"))
                ),
                FieldSchema("eaten_at", "시간", "datetime", default="now"),
                FieldSchema("ratio", "비율", "percent", formula="calories / 2000 * 100"),
            ),
            title_field="food",
            time_field="eaten_at",
        ),
    ),
    views=(
        ViewSchema("table", "meal"),
        ViewSchema("chart", "meal", fields=("calories",), period="day", chart="line"),
    ),
    goals=(Goal("calories", 2000, "day", "sum", "at_most"),),
)


def test_a_draft_becomes_a_specification_and_back() -> None:
    made = spec_from_draft(DRAFT)
    assert problems(made) == []
    assert made.metrics[0].goal is not None and made.metrics[0].goal.value == 2000
    assert made.policy.stakes == "health"
    assert made.checks
    again = schema_of(made, "app_1", 3)
    assert (again.id, again.version, again.goals) == ("app_1", 3, DRAFT.goals)
    assert again.main.fields == DRAFT.main.fields
    assert again.views == DRAFT.views


@pytest.mark.parametrize(
    "entity",
    [
        {"name": "my entity"},
        {"title_field": "nobody"},
        {"time_field": "food"},
        {"label": ""},
        {
            "fields": (
                FieldSchema("two words", "x", "text"),
                FieldSchema("food", "y", "text"),
                FieldSchema("food", "z", "number"),
            )
        },
    ],
)
def test_a_rough_draft_is_made_sound(entity: dict[str, Any]) -> None:
    from dataclasses import replace

    rough = replace(
        DRAFT,
        entities=(replace(DRAFT.main, **entity),),
        views=(
            ViewSchema("table", "nobody"),
            ViewSchema("chart", "meal", fields=("nobody", "calories"), group_by="nobody"),
            ViewSchema("calendar", "meal"),
        ),
        goals=(Goal("nobody", 1, "day"),),
    )
    made = spec_from_draft(rough)
    assert problems(made) == []
    assert len(made.main.fields) == len(rough.main.fields)
    assert isinstance(made, AppSpec)
