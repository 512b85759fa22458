"""Functions of an app that compute its fields: run in the sandbox, tested before they are published."""

from typing import Any

import pytest

from calisson.apps import Apps, parse_spec
from calisson.apps.logic import Call, read_call
from calisson.errors import SpecError
from calisson.store import Database

CODE = """
def grade(points, most):
    if points is None or not most:
        return None
    share = points / most
    for limit, mark in ((0.9, "A"), (0.75, "B"), (0.5, "C")):
        if share >= limit:
            return mark
    return "F"
"""
EXAMPLES = [
    {"inputs": {"points": 9, "most": 10}, "output": "A"},
    {"inputs": {"points": None, "most": 10}, "output": None},
]


def school(code: str = CODE, formula: str = "logic.grade(points, most)", **logic: Any) -> dict[str, Any]:
    return {
        "name": "School",
        "entities": [{
            "name": "test", "label": "Test", "fields": [
                {"name": "points", "label": "Points", "type": "number"},
                {"name": "most", "label": "Of", "type": "number"},
                {"name": "grade", "label": "Grade", "type": "text", "formula": formula},
                {"name": "passed", "label": "Passed", "type": "boolean", "formula": 'grade != "F"'},
            ],
        }],
        "views": [{"kind": "table", "entity": "test"}],
        "logic": [{"name": "grade", "code": code, "inputs": ["points", "most"], "examples": EXAMPLES, **logic}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "call"),
    [
        ("logic.grade(points, most)", Call("grade", ("points", "most"))),
        (" logic . f ( ) ", Call("f", ())),
        ("logic.f(a) + 1.0", None),
        ("grade(points)", None),
    ],
)
def test_a_call_is_told_from_a_formula(formula: str, call: Call | None) -> None:
    assert read_call(formula) == call


def test_a_function_computes_a_field_and_formulas_build_on_it(apps: Apps, database: Database) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(school()))
        good = apps.add(tx, app.id, None, {"points": 8, "most": 10})
        bad = apps.add(tx, app.id, None, {"points": 1, "most": 10})
        empty = apps.add(tx, app.id, None, {"most": 10})
        assert (good.computed, bad.computed) == (
            {"grade": "B", "passed": True},
            {"grade": "F", "passed": False},
        )
        assert "grade" not in empty.computed and not empty.errors
        assert apps.update(tx, bad.id, {"points": 10}).computed["grade"] == "A"


def test_a_new_function_computes_what_is_there_anew(apps: Apps, database: Database) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(school()))
        record = apps.add(tx, app.id, None, {"points": 8, "most": 10})
        apps.publish(tx, app.id, parse_spec(school(CODE.replace("0.75", "0.85"))))
        assert apps.record(record.id, tx=tx).computed["grade"] == "C"
        apps.rollback(tx, app.id, 1)
        assert apps.record(record.id, tx=tx).computed["grade"] == "B"


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("def grade(points, most):\n    return 1 / 0 if points == 3 else 'A' if points else None", "formula-logic"),
        ("def grade(points, most):\n    while points == 3:\n        pass\n    return 'A' if points else None",
         "formula-logic-time"),
        ("def grade(points, most):\n    return __import__('os').environ['HOME'] if points == 3 else 'A' if points else None",
         "formula-logic"),
    ],
)  # fmt: skip
def test_a_function_that_fails_is_a_value_and_the_record_is_kept(
    apps: Apps, database: Database, code: str, error: str
) -> None:
    with database.transaction("me") as tx:
        app = apps.create(tx, parse_spec(school(code)))
        kept = apps.add(tx, app.id, None, {"points": 3, "most": 10})
        assert kept.values["points"] == 3 and kept.errors["grade"] == error


@pytest.mark.parametrize(
    "spec",
    [
        school(CODE.replace('"A"', '"Z"')),
        school("def grade(points, most)\n    return 1"),
        school("def other(points, most):\n    return 1"),
        school(formula="logic.unknown(points)"),
        school(formula="logic.grade(points)"),
        school(formula="logic.grade(points, ghost)"),
        {**school(), "rules": [{"name": "r", "entity": "test", "when": "logic.grade(points, most)", "action": "notify"}]},
    ],
    ids=["wrong example", "syntax", "no such name", "no such function", "too few", "no such field", "in a rule"],
)  # fmt: skip
def test_what_does_not_hold_is_not_published(apps: Apps, database: Database, spec: dict[str, Any]) -> None:
    with database.transaction("me") as tx, pytest.raises(SpecError):
        apps.create(tx, parse_spec(spec))
    assert apps.list() == []
