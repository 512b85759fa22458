"""Values at the border: one stored form each, or a problem that names the field and the reason."""

from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calisson.apps.spec import EntitySpec, FieldSpec
from calisson.apps.values import ValueProblem, check_value, check_values, read_text, time_text


def field(kind: str, **more: Any) -> FieldSpec:
    return FieldSpec(name="f", label="Feld", type=kind, **more)


@pytest.mark.parametrize(
    ("kind", "value", "stored"),
    [
        ("number", 650, 650),
        ("number", 650.0, 650),
        ("number", 0.1, 0.1),
        ("number", -3, -3),
        ("number", -0.0, 0),
        ("integer", 4.0, 4),
        ("quantity", 1.23456789012345, 1.23456789012345),
        ("percent", 120, 120),
        ("boolean", True, True),
        ("boolean", 0, False),
        ("date", "2026-03-04", "2026-03-04"),
        ("date", date(2026, 3, 4), "2026-03-04"),
        ("date", datetime(2026, 3, 4, 12), "2026-03-04"),
        ("date", "2026-03-04T12:00", "2026-03-04"),
        ("time", "7:05", "07:05"),
        ("time", "07:05:00", "07:05"),
        ("time", time(7, 5, 9), "07:05:09"),
        ("datetime", "2026-03-04T12:00", "2026-03-04T12:00"),
        ("datetime", "2026-03-04 12:00:30", "2026-03-04T12:00:30"),
        ("datetime", datetime(2026, 3, 4, 12), "2026-03-04T12:00"),
        ("datetime", date(2026, 3, 4), "2026-03-04T00:00"),
        ("datetime", "2026-03-04", "2026-03-04T00:00"),
        ("text", "  Ramen  ", "Ramen"),
        ("text", 12, "12"),
        ("text", "e\u0301", "é"),
        ("text", "a\x00b\x07", "ab"),
        ("long_text", "a\nb\tc", "a\nb\tc"),
        ("text", "👩‍👩‍👧", "👩‍👩‍👧"),
        ("text", "=1+1", "=1+1"),
        ("multi_choice", "a", ["a"]),
        ("multi_choice", ["a", "b", "a", ""], ["a", "b"]),
        ("link", "https://example.org/x", "https://example.org/x"),
        ("link", "example.org", "example.org"),
        ("rating", 3, 3),
    ],
)
def test_one_stored_form(kind: str, value: Any, stored: Any) -> None:
    got = check_value(field(kind), value)
    assert got == stored and type(got) is type(stored)


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("number", "12", "value-not-number"),
        ("number", True, "value-not-number"),
        ("number", [], "value-not-number"),
        ("number", float("nan"), "value-too-large"),
        ("number", float("inf"), "value-too-large"),
        ("number", 1e16, "value-too-large"),
        ("number", 10**400, "value-too-large"),
        ("integer", 2.5, "value-not-whole"),
        ("boolean", "yes", "value-not-boolean"),
        ("boolean", 2, "value-not-boolean"),
        ("date", "2026-02-31", "value-no-such-date"),
        ("date", "31.02.2026", "value-not-date"),
        ("date", 20260304, "value-not-date"),
        ("date", "9999-01-01", "value-year-out-of-range"),
        ("date", "0026-01-01", "value-year-out-of-range"),
        ("date", "2026-03-04Tlunch", "value-no-such-date"),
        ("time", "25:00", "value-not-time"),
        ("time", "7", "value-not-time"),
        ("datetime", "2026-02-31T12:00", "value-no-such-date"),
        ("datetime", "gestern", "value-not-datetime"),
        ("datetime", "9999-12-31T12:00", "value-year-out-of-range"),
        ("text", {}, "value-not-text"),
        ("text", True, "value-not-text"),
        ("text", "\x00\x01", "value-not-text"),
        ("text", "a" * 10_001, "value-too-long"),
        ("choice", "a" * 201, "value-too-long"),
        ("multi_choice", {"a": 1}, "value-not-list"),
        ("multi_choice", ["a"] * 101, "value-not-list"),
        ("link", "javascript:alert(1)", "value-not-link"),
        ("link", "ftp://x/y", "value-not-link"),
    ],
)
def test_what_does_not_fit(kind: str, value: Any, message: str) -> None:
    with pytest.raises(ValueProblem) as caught:
        check_value(field(kind), value)
    assert caught.value.message_id == message


def test_limits_and_choices() -> None:
    mood = field("rating", minimum=1, maximum=5)
    assert check_value(mood, 5) == 5
    for wrong in (0, 6):
        with pytest.raises(ValueProblem) as caught:
            check_value(mood, wrong)
        assert caught.value.arguments == {"value": wrong, "minimum": 1, "maximum": 5}
    choices = [{"value": "Lebensmittel", "aliases": ["groceries", "食料品"]}, "Miete"]
    open_field, strict = field("choice", choices=choices), field("choice", choices=choices, strict=True)
    for word in ("LEBENSMITTEL", "Groceries", "食料品"):
        assert check_value(strict, word) == "Lebensmittel"
    assert check_value(open_field, "Urlaub") == "Urlaub"
    with pytest.raises(ValueProblem) as caught:
        check_value(strict, "Urlaub")
    assert "Miete" in caught.value.arguments["choices"]


ENTITY = EntitySpec(name="e", label="Eintrag", fields=(
    FieldSpec(name="what", label="Was", type="text", required=True),
    FieldSpec(name="amount", label="Betrag", type="money", currency="EUR", default=1),
    FieldSpec(name="day", label="Tag", type="date", default="today"),
    FieldSpec(name="twice", label="Doppelt", type="number", formula="amount * 2"),
))  # fmt: skip


def test_a_record_s_values() -> None:
    today = datetime(2026, 3, 4, 12)
    assert check_values(ENTITY, {"what": "x"}, today=today).values == {
        "what": "x",
        "amount": 1,
        "day": "2026-03-04",
    }
    wrong = check_values(ENTITY, {"amount": "?", "twice": 3, "nobody": 1}, today=today).problems
    assert {(p.path, p.message_id) for p in wrong} == {
        ("amount", "value-not-number"), ("twice", "value-computed"), ("nobody", "value-no-field"),
        ("what", "value-required"),
    }  # fmt: skip
    assert next(p for p in wrong if p.path == "amount").arguments["field"] == "Betrag"
    change = check_values(ENTITY, {"amount": None}, partial=True)
    assert (change.values, change.problems) == ({"amount": None}, ())
    assert check_values(ENTITY, {"what": ""}, partial=True).problems[0].message_id == "value-required"


@pytest.mark.parametrize(
    ("kind", "cell", "value"),
    [
        ("number", "1,234.5", 1234.5),
        ("number", "12,5", 12.5),
        ("number", "1 234", 1234),
        ("number", "−3", -3),
        ("number", "zwölf", "zwölf"),
        ("number", "1.2.3", "1.2.3"),
        ("boolean", "TRUE", True),
        ("boolean", "no", False),
        ("boolean", "maybe", "maybe"),
        ("multi_choice", "a; b;", ["a", "b"]),
        ("text", " x ", " x "),
        ("number", " ", None),
    ],
)
def test_cells(kind: str, cell: str, value: Any) -> None:
    assert read_text(field(kind), cell) == value


def test_times_that_sort() -> None:
    forms = [time_text(t) for t in ("2026-03-04", "2026-03-04T08:00", "2026-03-04T08:00:01", None, "")]
    assert forms == ["2026-03-04T00:00:00", "2026-03-04T08:00:00", "2026-03-04T08:00:01", None, None]


@given(st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.lists(st.text()),
                 st.dictionaries(st.text(), st.text())))  # fmt: skip
def test_every_value_is_stored_whole_or_refused(value: Any) -> None:
    for kind in (
        "text",
        "number",
        "integer",
        "date",
        "datetime",
        "time",
        "boolean",
        "choice",
        "multi_choice",
        "link",
    ):
        try:
            once = check_value(field(kind), value)
        except ValueProblem:
            continue
        assert check_value(field(kind), once) == once
