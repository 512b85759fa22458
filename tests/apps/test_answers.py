"""Typed questions, answered alike on both databases."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import event

from calisson.apps import Answer, App, Apps, AppSpec
from calisson.errors import QuestionError
from calisson.language.codec import from_plain
from calisson.language.types import Condition, Period, Question
from calisson.store import Database

NOW = datetime(2026, 3, 4, 20, 0)


def days(first: int, last: int, month: int = 3) -> Period:
    return Period(datetime(2026, month, first), datetime(2026, month, last))


MONDAY, TUESDAY, TODAY, WEEK = days(2, 3), days(3, 4), days(4, 5), days(2, 9)


class Asker:
    def __init__(self, apps: Apps, app: App) -> None:
        self.apps, self.app = apps, app

    def __call__(self, aggregate: Any, field: str | None = None, **more: Any) -> Answer:
        more["where"] = tuple(Condition(*c) for c in more.pop("where", ()))
        return self.apps.answer(Question(self.app.id, "meal", aggregate, field, **more), NOW)


@pytest.fixture
def ask(apps: Apps, meals: App) -> Asker:
    return Asker(apps, meals)


@pytest.mark.parametrize(
    ("aggregate", "field", "more", "value", "unit"),
    [
        ("sum", "calories", {}, 2700.5, "kcal"),
        ("sum", "calories", {"period": MONDAY}, 1100, "kcal"),
        ("sum", "calories", {"period": Period(None, datetime(2026, 3, 1))}, 410, "kcal"),
        ("sum", "calories", {"period": days(20, 21)}, None, "kcal"),
        ("mean", "calories", {"period": MONDAY}, 550, "kcal"),
        ("mean", "calories", {}, 540.1, "kcal"),
        ("min", "calories", {}, 380, "kcal"),
        ("max", "calories", {}, 720, "kcal"),
        ("median", "calories", {}, 540, "kcal"),
        ("count", None, {}, 5, None),
        ("count", None, {"period": days(20, 21)}, 0, None),
        ("count", "protein", {}, 4, None),
        ("sum", "took", {}, 55, "min"),
        ("sum", "took", {"unit": "h"}, 55 / 60, "h"),
        ("sum", "calories", {"unit": "kJ", "period": TODAY}, 650.5 * 4.184, "kJ"),
        ("mean", "rating", {}, 4, None),
        ("mean", "homemade", {}, 75, "%"),
        ("sum", "homemade", {}, 3, None),
        ("mean", "calories", {"per": "day"}, 2700.5 / 4, "kcal"),
        ("max", "calories", {"per": "day"}, 1100, "kcal"),
        ("max", "calories", {"per": "day", "select": "eaten_at"}, "2026-03-02", None),
        ("mean", "rating", {"per": "day"}, (4.5 + 3 + 4) / 3, None),
        ("mean", None, {"per": "week"}, 2.5, None),
        ("last", "food", {}, "Ramen", None),
        ("first", "food", {}, "Chicken salad", None),
        ("last", "protein", {}, 28, "g"),
        ("value", "calories", {"where": [("food", "contains", "CURRY")]}, 720, "kcal"),
        ("value", "kind", {"where": [("food", "eq", "ramen")]}, "lunch", None),
        ("value", "kind", {"where": [("food", "eq", "pizza")]}, None, None),
        ("max", "calories", {"select": "food"}, "Chicken curry", None),
        ("min", "calories", {"select": "eaten_at"}, "2026-03-02T08:00", None),
        ("streak", None, {}, 3, "d"),
        ("streak", "homemade", {}, 0, "d"),
        ("sum", "calories", {"period": TUESDAY, "compare": MONDAY}, -560, "kcal"),
        ("sum", "calories", {"period": TUESDAY, "compare": MONDAY, "invert": True}, 560, "kcal"),
        ("sum", "calories", {"period": TUESDAY, "compare": MONDAY, "ratio": True}, -560 / 11, "%"),
        ("count", None, {"period": TUESDAY, "compare": days(20, 21)}, 1, None),
        ("mean", "calories", {"period": TUESDAY, "compare": days(20, 21)}, None, "kcal"),
        ("sum", "calories", {"where": [("kind", "eq", "lunch")], "ratio": True}, 1190.5 / 27.005, "%"),
    ],
)  # fmt: skip
def test_numbers(
    ask: Asker, aggregate: str, field: str | None, more: dict[str, Any], value: Any, unit: str | None
) -> None:
    got = ask(aggregate, field, **more)
    assert got.value == (pytest.approx(value, rel=1e-9) if isinstance(value, float) else value)
    assert got.unit == unit


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ([("kind", "eq", "LUNCH")], 2),
        ([("kind", "eq", "Mittagessen")], 2),
        ([("kind", "in", ["lunch", "Dinner"])], 4),
        ([("kind", "ne", "lunch")], 3),
        ([("food", "contains", "chicken")], 2),
        ([("food", "contains", "ＣＨＩＣＫＥＮ")], 2),
        ([("food", "lacks", "chicken")], 3),
        ([("notes", "lacks", "salty")], 5),
        ([("food", "eq", "x' OR '1'='1")], 0),
        ([("food", "contains", "%")], 0),
        ([("calories", "gt", 540)], 2),
        ([("calories", "ge", 540), ("calories", "lt", 700)], 2),
        ([("calories", "eq", 380.0)], 1),
        ([("protein", "empty")], 1),
        ([("protein", "filled")], 4),
        ([("protein", "lt", 20, True)], 2),
        ([("homemade", "eq", False)], 1),
        ([("homemade", "eq", False, True)], 2),
        ([("homemade", "eq", True)], 3),
        ([("tags", "eq", "WARM")], 3),
        ([("tags", "contains", "spicy")], 1),
        ([("tags", "lacks", "warm")], 2),
        ([("tags", "empty")], 2),
        ([("eaten_at", "ge", "2026-03-03")], 2),
        ([("eaten_at", "gt", "2026-03-03")], 1),
        ([("eaten_at", "le", datetime(2026, 3, 2, 8, 0))], 2),
        ([("eaten_at", "eq", "2026-03-02")], 2),
        ([("rating", "in", [3, 5])], 2),
    ],
)
def test_filters(ask: Asker, where: list[tuple[Any, ...]], count: int) -> None:
    assert ask("count", where=where).value == count


@pytest.mark.parametrize(
    ("field", "more", "rows"),
    [
        ("calories", {"group_by": "kind"}, [("lunch", 1190.5), ("dinner", 1130), ("breakfast", 380)]),
        ("calories", {"group_by": "kind", "descending": False},
         [("breakfast", 380), ("dinner", 1130), ("lunch", 1190.5)]),
        ("calories", {"group_by": "day"},
         [("2026-02-25", 410), ("2026-03-02", 1100), ("2026-03-03", 540), ("2026-03-04", 650.5)]),
        ("calories", {"group_by": "week"}, [("2026-02-23", 410), ("2026-03-02", 2290.5)]),
        ("calories", {"group_by": "month"}, [("2026-02", 410), ("2026-03", 2290.5)]),
        ("calories", {"group_by": "quarter"}, [("2026-Q1", 2700.5)]),
        ("calories", {"group_by": "year"}, [("2026", 2700.5)]),
        ("calories", {"group_by": "weekday"}, [("1", 1100), ("2", 540), ("3", 1060.5)]),
        ("calories", {"group_by": "hour", "limit": 1}, [("12", 1190.5)]),
        ("calories", {"group_by": "tags"}, [("warm", 1100), ("spicy", 720), ("Warm", 650.5), ("sweet", 380)]),
        ("calories", {"group_by": "homemade"}, [(True, 1510), (None, 650.5), (False, 540)]),
        ("calories", {"group_by": "rating", "order_by": "label", "descending": False},
         [(3, 540), (4, 790), (5, 720), (None, 650.5)]),
        ("calories", {"group_by": "kind", "limit": 2}, [("lunch", 1190.5), ("dinner", 1130)]),
    ],
)  # fmt: skip
def test_groups(ask: Asker, field: str, more: dict[str, Any], rows: list[tuple[Any, Any]]) -> None:
    got = ask("sum", field, **more)
    assert [(r["label"], r["value"]) for r in got.rows] == rows
    if len(rows) > 1:
        assert got.chart is not None and len(got.chart["points"]) == len(rows)


@pytest.mark.parametrize(
    ("aggregate", "values"),
    [
        ("count", [2, 2, 1]),
        ("mean", [595.25, 565, 380]),
        ("median", [595.25, 565, 380]),
        ("last", [720, 650.5, 380]),
    ],
)
def test_other_aggregates_of_groups(ask: Asker, aggregate: str, values: list[float]) -> None:
    got = ask(aggregate, None if aggregate == "count" else "calories", group_by="kind")
    assert [r["value"] for r in got.rows] == values


def test_the_top_group_is_the_answer(ask: Asker) -> None:
    assert ask("sum", "calories", group_by="kind", limit=1).value == "lunch"
    assert ask("count", None, group_by="homemade", limit=1).rows[0]["value"] == 3


def test_lists(ask: Asker) -> None:
    got = ask("list", period=MONDAY)
    assert [r["food"] for r in got.rows] == ["Chicken curry", "Oatmeal"]
    assert (got.value, got.count) == ("Chicken curry, Oatmeal", 2)
    assert [r["value"] for r in ask("list", "food", order_by="calories", limit=2).rows] == [
        "Chicken curry",
        "Ramen",
    ]
    assert ask("list", order_by="calories", descending=False, limit=1).rows[0]["food"] == "Oatmeal"
    assert ask("list", period=days(20, 21)).rows == ()
    assert ask("list", limit=1).count == 5
    assert ask("list", "tags", period=MONDAY).value == "spicy, warm, sweet, warm"


def test_the_question_comes_back(ask: Asker, apps: Apps, meals: App) -> None:
    question = Question(meals.id, "meal", "sum", "calories", (Condition("kind", "eq", "lunch"),), WEEK)
    got = apps.answer(question, NOW)
    assert from_plain(got.query) == question
    assert got.period == WEEK


@pytest.mark.parametrize(
    ("aggregate", "field", "more"),
    [
        ("sum", "weight", {}),
        ("sum", "food", {}),
        ("mean", None, {}),
        ("sum", "calories", {"group_by": "nothing"}),
        ("count", None, {"where": [("nothing", "eq", 1)]}),
        ("count", None, {"where": [("calories", "gt", "many")]}),
        ("count", None, {"where": [("homemade", "eq", "perhaps")]}),
        ("sum", "calories", {"unit": "kg"}),
        ("list", None, {"order_by": "nothing"}),
    ],
)
def test_what_cannot_be_answered_is_said(
    ask: Asker, aggregate: str, field: str | None, more: dict[str, Any]
) -> None:
    with pytest.raises(QuestionError) as caught:
        ask(aggregate, field, **more)
    assert caught.value.message_id.startswith("question-")


def test_one_statement_a_question(ask: Asker, database: Database, apps: Apps, meals: App) -> None:
    said: list[str] = []
    event.listen(database.engine, "before_cursor_execute", lambda *a: said.append(a[2]))
    for more in (
        {},
        {"group_by": "day"},
        {"per": "day"},
        {"period": MONDAY, "compare": TUESDAY},
        {"ratio": True},
    ):
        said.clear()
        ask("sum", "calories", **more)
        assert len([s for s in said if "FROM records" in s]) == 1
        assert not any("lunch" in s or "2026" in s for s in said)


SPENDING: dict[str, Any] = {
    "name": "Ausgaben", "entities": [{
        "name": "expense", "label": "Ausgabe", "time_field": "day", "title_field": "what", "fields": [
            {"name": "what", "label": "Was", "type": "text"},
            {"name": "amount", "label": "Betrag", "type": "money", "currency": "EUR"},
            {"name": "day", "label": "Tag", "type": "date"}]}],
}  # fmt: skip


def make(
    apps: Apps, database: Database, data: dict[str, Any], records: list[dict[str, Any]], **more: Any
) -> App:
    with database.transaction("me") as tx:
        app = apps.create(tx, AppSpec.model_validate({**data, **more}))
        apps.add_many(tx, app.id, None, records)
    return app


def test_money_of_two_apps(apps: Apps, database: Database) -> None:
    one = make(apps, database, SPENDING, [{"what": "Brot", "amount": 4.2, "day": "2026-03-02"}])
    two = make(
        apps, database, SPENDING, [{"what": "Miete", "amount": 900, "day": "2026-03-01"}], name="Wohnung"
    )
    question = Question(one.id, "expense", "sum", "amount")
    both = replace(question, also=(replace(question, app_id=two.id),))
    got = apps.answer(both, NOW)
    assert (got.value, got.unit, got.count) == (904.2, "EUR", 2)
    assert apps.answer(replace(both, aggregate="mean"), NOW).value == 452.1
    assert apps.answer(replace(both, aggregate="max"), NOW).value == 900
    listed = replace(
        both,
        aggregate="list",
        field=None,
        also=(replace(question, app_id=two.id, aggregate="list", field=None),),
    )
    assert len(apps.answer(listed, NOW).rows) == 2
    dollars = {
        **SPENDING,
        "entities": [
            {
                **SPENDING["entities"][0],
                "fields": [
                    {**f, "currency": "USD"} if f["type"] == "money" else f
                    for f in SPENDING["entities"][0]["fields"]
                ],
            }
        ],
    }
    three = make(apps, database, dollars, [{"what": "Taxi", "amount": 10, "day": "2026-03-01"}], name="Reise")
    with pytest.raises(QuestionError):
        apps.answer(replace(question, also=(replace(question, app_id=three.id),)), NOW)


def test_days_without_a_clock_count_whole(apps: Apps, database: Database) -> None:
    app = make(
        apps, database, SPENDING, [{"what": "x", "amount": 1, "day": f"2026-03-0{n}"} for n in range(1, 6)]
    )
    noon = Period(datetime(2026, 3, 2, 12), datetime(2026, 3, 3, 12))
    assert apps.answer(Question(app.id, "expense", "sum", "amount", period=noon), NOW).value == 2
    month = Question(
        app.id, "expense", "sum", "amount", period=Period(datetime(2026, 3, 1), datetime(2026, 4, 1))
    )
    assert apps.answer(month, NOW).value == 5
    assert apps.answer(Question(app.id, "expense", "streak"), NOW).value == 5 - 1


def test_things_without_a_time_have_the_one_when_they_were_added(apps: Apps, database: Database) -> None:
    app = make(
        apps,
        database,
        {
            "name": "Wishes",
            "entities": [
                {
                    "name": "wish",
                    "label": "Wish",
                    "fields": [{"name": "what", "label": "What", "type": "text"}],
                }
            ],
        },
        [{"what": "bike"}, {"what": "boat"}],
    )
    assert apps.answer(Question(app.id, "wish", "count", period=TODAY), NOW).value == 2
    assert apps.answer(Question(app.id, "wish", "count", period=MONDAY), NOW).value == 0


def test_formulas_and_references_are_asked_like_anything_else(apps: Apps, database: Database) -> None:
    data = {
        "name": "Bread",
        "entities": [
            {
                "name": "flour",
                "label": "Flour",
                "title_field": "name",
                "fields": [{"name": "name", "label": "Name", "type": "text"}],
            },
            {
                "name": "loaf",
                "label": "Loaf",
                "time_field": "day",
                "fields": [
                    {"name": "day", "label": "Day", "type": "date"},
                    {"name": "水", "label": "水", "type": "number"},
                    {"name": "粉", "label": "粉", "type": "number"},
                    {"name": "of", "label": "Of", "type": "ref", "ref": "flour"},
                    {"name": "ratio", "label": "加水率", "type": "percent", "formula": "水 / 粉 * 100"},
                ],
            },
        ],
    }
    with database.transaction("me") as tx:
        app = apps.create(tx, AppSpec.model_validate(data))
        rye = apps.add(tx, app.id, "flour", {"name": "Rye"})
        for n, (water, flour, of) in enumerate([(350, 500, "rye"), (400, 500, rye.id), (1, 0, None)]):
            apps.add(tx, app.id, "loaf", {"day": f"2026-03-0{n + 1}", "水": water, "粉": flour, "of": of})

    def loaf(aggregate: Any, field: str | None = None, **more: Any) -> Answer:
        return apps.answer(Question(app.id, "loaf", aggregate, field, **more), NOW)

    assert loaf("mean", "ratio").value == 75
    assert loaf("max", "ratio", select="day").value == "2026-03-02"
    assert loaf("count", where=(Condition("ratio", "gt", 75),)).value == 1
    assert loaf("count", where=(Condition("of", "eq", "RYE"),)).value == 2
    assert loaf("sum", "水", group_by="of").rows == (
        {"label": "Rye", "value": 750},
        {"label": None, "value": 1},
    )
    assert loaf("value", "of").value == "Rye"
    broken = apps.records(app.id, "loaf")[0]
    assert (broken.computed, broken.errors) == ({}, {"ratio": "formula-division-by-zero"})


def test_times_of_day_and_what_is_still_to_come(apps: Apps, database: Database) -> None:
    data = {
        "name": "Sleep",
        "entities": [
            {
                "name": "night",
                "label": "Night",
                "time_field": "day",
                "fields": [
                    {"name": "bed", "label": "Bed", "type": "time"},
                    {"name": "day", "label": "Day", "type": "date"},
                ],
            }
        ],
    }
    nights = [
        ("23:30", "2026-03-01"),
        ("00:30", "2026-03-02"),
        ("23:00", "2026-03-03"),
        ("05:00", "2026-04-01"),
    ]
    app = make(apps, database, data, [{"bed": b, "day": d} for b, d in nights])

    def night(aggregate: Any, **more: Any) -> Any:
        return apps.answer(Question(app.id, "night", aggregate, "bed", **more), NOW).value

    march = Period(datetime(2026, 3, 1), datetime(2026, 4, 1))
    assert night("mean", period=march) == "23:40"
    assert night("median", period=march) == "23:30"
    assert night("mean", period=days(20, 21)) is None
    assert night("last") == "23:00"
    assert (night("min"), night("max")) == ("00:30", "23:30")
    with pytest.raises(QuestionError):
        night("sum")


def test_a_display_unit_changes_the_answer_only(apps: Apps, database: Database) -> None:
    app = make(
        apps,
        database,
        {
            "name": "Weight",
            "entities": [
                {
                    "name": "w",
                    "label": "W",
                    "time_field": "day",
                    "fields": [
                        {
                            "name": "weight",
                            "label": "Weight",
                            "type": "quantity",
                            "unit": "kg",
                            "display_unit": "lb",
                        },
                        {"name": "day", "label": "Day", "type": "date"},
                    ],
                }
            ],
        },
        [{"weight": 80, "day": "2026-03-01"}, {"weight": 79, "day": "2026-03-04"}],
    )
    got = apps.answer(Question(app.id, "w", "last", "weight"), NOW)
    assert (got.value, got.unit) == (pytest.approx(174.165, abs=0.01), "lb")
    assert apps.records(app.id)[0].values["weight"] == 79
