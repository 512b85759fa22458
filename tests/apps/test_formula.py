"""Formulas: the shared vectors, agreement with cel-python, problems before use, errors as values."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.apps.formula import FormulaFailure, check_formulas, evaluate, evaluate_all, parse
from calisson.apps.formula.cel import evaluate_cel
from calisson.apps.spec import EntitySpec, FieldSpec
from calisson.errors import FormulaError

VECTORS = json.loads((Path(__file__).parent / "formula_vectors.json").read_text("utf-8"))["vectors"]


def compute(formula: str, values: dict[str, Any]) -> Any:
    try:
        return evaluate(parse(formula), values)
    except FormulaFailure as failure:
        return {"error": failure.message_id}


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{v['formula']} {v['values']}" for v in VECTORS])
def test_vectors(vector: dict[str, Any]) -> None:
    got = compute(vector["formula"], vector["values"])
    if isinstance(vector["result"], int | float) and not isinstance(vector["result"], bool):
        assert got == pytest.approx(vector["result"], rel=1e-9)
    else:
        assert got == vector["result"] and type(got) is type(vector["result"])


NATIVE_CEL = [v for v in VECTORS if not any(isinstance(x, str) and x[:2] in ("20", "22", "06", "07", "23")
                                            for x in v["values"].values())
              and None not in v["values"].values() and "%" not in v["formula"] and "has(" not in v["formula"]
              and "null" not in v["formula"] and v["values"] != {"flour": 0}]  # fmt: skip


@pytest.mark.parametrize("vector", NATIVE_CEL, ids=[v["formula"] for v in NATIVE_CEL])
def test_cel_python_agrees(vector: dict[str, Any]) -> None:
    try:
        got = evaluate_cel(vector["formula"], vector["values"])
    except FormulaFailure as failure:
        got = {"error": failure.message_id}
    if vector["result"] == {"error": "formula-too-large"}:
        assert got == pytest.approx(5e18)
    elif isinstance(vector["result"], dict):
        assert "error" in got
    elif isinstance(vector["result"], str):
        assert got == vector["result"]
    else:
        assert got == pytest.approx(vector["result"], rel=1e-9)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from("+-*/"), st.sampled_from("+-*/"))
def test_arithmetic_is_that_of_cel(a: float, b: float, one: str, two: str) -> None:
    formula, values = f"a {one} b {two} (a {one} 2)", {"a": a, "b": b}
    ours = compute(formula, values)
    try:
        theirs: Any = evaluate_cel(formula, values)
    except FormulaFailure as failure:
        theirs = {"error": failure.message_id}
    if isinstance(ours, dict) or isinstance(theirs, dict):
        assert isinstance(ours, dict) or theirs == ours
    else:
        assert ours == pytest.approx(theirs, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("a +", "formula-unfinished"),
        ("", "formula-empty"),
        ("a + )", "formula-unexpected"),
        ("a b", "formula-unexpected"),
        ("a $ b", "formula-character"),
        ("(" * 100 + "a" + ")" * 100, "formula-too-deep"),
        ("=cmd|' /C calc'!A0", "formula-character"),
        ("a ? b", "formula-unfinished"),
        ("f(a,", "formula-unfinished"),
        ("+".join(["a"] * 500), "formula-too-deep"),
        ("-" * 3, "formula-unfinished"),
    ],
)
def test_what_cannot_be_read_is_said(formula: str, message: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse(formula)
    assert caught.value.message_id == message


def field(name: str, kind: str = "number", formula: str | None = None) -> FieldSpec:
    return FieldSpec(name=name, label=name, type=kind, formula=formula)


@pytest.mark.parametrize(
    ("kind", "formula", "message"),
    [
        ("number", "watr + 1", "formula-unknown-name"),
        ("number", "name + 1", "formula-mismatch"),
        ("number", "name", "formula-result"),
        ("boolean", "water", "formula-result"),
        ("number", "summe(water)", "formula-unknown-function"),
        ("number", "round()", "formula-arguments"),
        ("number", "water ? 1 : 2", "formula-needs"),
        ("number", 'water > 1 ? 1 : "x"', "formula-mismatch"),
        ("number", "x * 2", "formula-circle"),
        ("number", "day - water + name", "formula-mismatch"),
        ("date", 'name == "x"', "formula-result"),
        ("number", "lower(water)", "formula-needs"),
        ("number", "[1, 2].nothing(", "formula-unexpected"),
    ],
)
def test_problems_are_found_before_use(kind: str, formula: str, message: str) -> None:
    fields = [field("water"), field("name", "text"), field("day", "date"), field("x", kind, formula)]
    problems = check_formulas(fields)
    assert [p.message_id for p in problems] == [message]
    assert problems[0].field == "x"


@pytest.mark.parametrize("formula", ["water * 2", "day + water", "tags.filter(t, t != \"a\").size() + 1",
                                     "round(water / 3, 1)", "null"])  # fmt: skip
def test_sound_formulas_have_no_problem(formula: str) -> None:
    kind = "date" if formula.startswith("day") else "number"
    assert not check_formulas([field("water"), field("day", "date"), field("tags", "multi_choice"),
                               field("x", kind, formula)])  # fmt: skip


def test_a_misspelt_name_gets_a_suggestion() -> None:
    problem = check_formulas([field("water"), field("x", "number", "watr")])[0]
    assert problem.arguments["suggestion"] == "water"


def test_formulas_of_an_entity_wait_for_each_other() -> None:
    entity = EntitySpec(
        name="e",
        label="e",
        fields=(
            field("tax", formula="net * 0.19"),
            field("net", formula="price - discount"),
            field("price"),
            field("discount"),
            field("label", "text", 'tax > 10 ? "viel" : "wenig"'),
            field("each", formula="net / people"),
            field("people"),
            field("words", "number", 'size(tags.filter(t, t.startsWith("a")))'),
            field("tags", "multi_choice"),
            field("points", "integer", "net / 3"),
        ),
    )
    data = {"price": 100, "discount": 20, "people": 0, "tags": ["ab", "c"]}
    assert evaluate_all(entity, data) == {
        "net": 80, "tax": 15.2, "label": "viel", "words": 1, "points": 27,
        "$errors": {"each": "formula-division-by-zero"},
    }  # fmt: skip
    assert evaluate_all(entity, {"price": 1}) == {}


def test_names_of_any_script_reach_cel() -> None:
    assert evaluate_cel("쪽수.map(x, x * 2)[0] + 水", {"쪽수": [3, 4], "水": 1}) == 7
