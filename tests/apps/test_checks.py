"""Checks run before an app is published, and catch what would not work."""

from typing import Any

import pytest
from app_samples import MEALS, spec

from calisson.apps import Apps
from calisson.apps.checks import run, sample_record, with_checks
from calisson.apps.spec import AppSpec
from calisson.apps.values import check_values
from calisson.errors import SpecError
from calisson.language.types import Aggregate
from calisson.store import Database


def test_every_app_carries_checks_that_hold(apps: Apps, database: Database) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, spec(MEALS))
    kinds = [c.kind for c in app.spec.checks]
    assert kinds == ["values", "metric", "metric", "view", "view", "view", "view"]
    assert run(app.spec) == []
    metric = app.spec.checks[1]
    assert metric.expected == 6 and len(metric.records) == 3


def test_generated_checks_are_renewed_and_own_ones_stay() -> None:
    own = {"name": "my own", "kind": "metric", "target": "calories_day", "entity": "meal", "expected": 5,
           "records": [{"calories": 5, "eaten_at": "2026-01-14T08:00"}]}  # fmt: skip
    once = with_checks(spec({**MEALS, "checks": [own]}))
    assert with_checks(once) == once
    assert once.checks[0].name == "my own"
    assert run(once) == []


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        (
            {
                "kind": "metric",
                "target": "calories_day",
                "records": [{"calories": 5, "eaten_at": "2026-01-14"}],
                "expected": 6,
            },
            "expected 6",
        ),
        (
            {"kind": "metric", "target": "calories_day", "records": [{"calories": "x"}], "expected": 6},
            "not a number",
        ),
        ({"kind": "values", "target": "meal", "records": [{"rating": 9}]}, "between"),
        ({"kind": "formula", "target": "twice", "records": [{"calories": 5}], "expected": 11}, "expected 11"),
        ({"kind": "logic", "target": "half"}, "expected 3"),
        ({"kind": "logic", "target": "broken"}, "ZeroDivisionError"),
    ],
)
def test_a_check_that_fails_stops_the_version(
    apps: Apps, database: Database, check: dict[str, Any], reason: str
) -> None:
    entity = MEALS["entities"][0]
    twice = {"name": "twice", "label": "Twice", "type": "number", "formula": "calories * 2"}
    logic = [
        {
            "name": "half",
            "code": "def half(x):\n    return x / 2",
            "inputs": ["x"],
            "examples": [{"inputs": {"x": 4}, "output": 3}],
        },
        {"name": "broken", "code": "def broken():\n    return 1 / 0", "examples": [{"output": 1}]},
    ]
    data = {**MEALS, "entities": [{**entity, "fields": [*entity["fields"], twice]}], "logic": logic,
            "checks": [{"name": "mine", "entity": "meal", **check}]}  # fmt: skip
    with database.transaction("me") as tx, pytest.raises(SpecError) as caught:
        apps.create(tx, spec(data))
    problem = caught.value.problems[0]
    assert (problem.message_id, problem.arguments["name"]) == ("spec-check-failed", "mine")
    assert reason in problem.hint
    assert apps.list() == []


def test_logic_that_gives_what_it_should_passes() -> None:
    logic = [
        {
            "name": "half",
            "code": "def half(x):\n    return x / 2",
            "examples": [{"inputs": {"x": 4}, "output": 2}],
        }
    ]
    checks = [{"name": "c", "kind": "logic", "target": "half"}]
    assert run(spec({**MEALS, "logic": logic, "checks": checks})) == []


TYPES = [
    "text",
    "long_text",
    "number",
    "integer",
    "quantity",
    "money",
    "percent",
    "duration",
    "date",
    "time",
    "datetime",
    "boolean",
    "choice",
    "multi_choice",
    "rating",
    "image",
    "link",
    "person",
    "place",
]


@pytest.mark.parametrize("time_field", [None, "f_date", "f_datetime"])
@pytest.mark.parametrize("period", ["day", "week", "month", "year", "total"])
def test_generated_checks_hold_for_every_type_and_aggregate(time_field: str | None, period: str) -> None:
    fields = [{"name": f"f_{t}", "label": t, "type": t} for t in TYPES]
    aggregates: list[Aggregate] = ["sum", "mean", "min", "max", "median", "last", "first", "count"]
    metrics = [
        {"name": f"{a}_{t}", "entity": "e", "aggregate": a, "field": f"f_{t}", "period": period}
        for a in aggregates
        for t in TYPES
        if a in ("last", "first", "count", "min", "max")
        or t in ("number", "integer", "quantity", "money", "percent", "duration", "rating", "boolean")
    ]
    views = [
        {"kind": k, "entity": "e", "group_by": g}
        for k in ("chart", "stat", "table", "board")
        for g in (None, "day", "week", "month", "year", "weekday", *(f"f_{t}" for t in TYPES))
    ]
    made = with_checks(AppSpec.model_validate({
        "name": "All", "entities": [{"name": "e", "label": "E", "fields": fields, "time_field": time_field}],
        "metrics": metrics[:100], "views": views[:100]}))  # fmt: skip
    assert run(made) == []
    assert sum(c.kind == "metric" for c in made.checks) > 40


def test_samples_fit_their_fields() -> None:
    fields = [{"name": f"f_{t}", "label": t, "type": t, "required": True} for t in TYPES]
    fields.append({"name": "small", "label": "s", "type": "rating", "minimum": 1, "maximum": 2})
    entity = AppSpec.model_validate(
        {"name": "A", "entities": [{"name": "e", "label": "E", "fields": fields}]}
    ).main
    for number in range(5):
        assert not check_values(entity, sample_record(entity, number)).problems
