"""Data in and out: CSV that spreadsheets cannot be hurt by, JSON of whole apps."""

import csv
import io
import json
from typing import Any

import pytest
from app_samples import MEALS, RECORDS, spec
from hypothesis import given
from hypothesis import strategies as st

from calisson.apps import App, Apps, AppSpec
from calisson.apps.transfer import cell_in, cell_out
from calisson.errors import ImportDataError, SpecError
from calisson.store import Database, undo


def take_in(apps: Apps, database: Database, app_id: str, text: str, **more: Any) -> Any:
    with database.transaction("me", "turn_import") as tx:
        return apps.import_csv(tx, app_id, text, **more)


def empty(apps: Apps, database: Database) -> App:
    with database.transaction("me") as tx:
        return apps.create(tx, spec({**MEALS, "name": "Copy"}))


def test_csv_goes_out_and_comes_back(apps: Apps, database: Database, meals: App) -> None:
    text = apps.export_csv(meals.id)
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0] == [
        "Food",
        "Calories",
        "Protein",
        "Kind",
        "When",
        "Homemade",
        "Tags",
        "Rating",
        "Time",
        "Notes",
    ]
    assert [r[0] for r in rows[1:]] == ["Chicken salad", "Oatmeal", "Chicken curry", "Tuna sandwich", "Ramen"]
    copy = empty(apps, database)
    report = take_in(apps, database, copy.id, text)
    assert (report.added, report.problems, report.ignored) == (5, (), ())
    assert [r.values for r in apps.records(copy.id)] == [r.values for r in apps.records(meals.id)]
    with database.transaction("me", "turn_undo") as tx:
        undo(tx, "turn_import")
    assert apps.count(copy.id) == 0


NASTY = [
    "=1+1",
    "+49 170",
    "-x",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    "'=x",
    "''=x",
    "'quoted'",
    'say "hi", ok',
    "a\nb",
    "\ttab",
    "😀, 日本",
    "' plain",
    "-5",
]


def test_no_cell_is_a_formula_and_texts_come_back_unchanged(apps: Apps, database: Database) -> None:
    app = empty(apps, database)
    with database.transaction("me") as tx:
        apps.add_many(tx, app.id, None, [{"food": t, "calories": -1 - n} for n, t in enumerate(NASTY)])
    text = apps.export_csv(app.id)
    for row in csv.reader(io.StringIO(text)):
        assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r"))
    again = empty(apps, database)
    assert take_in(apps, database, again.id, text).added == len(NASTY)
    assert {r.values["food"] for r in apps.records(again.id)} == {t.strip() for t in NASTY}
    assert min(r.values["calories"] for r in apps.records(again.id)) == -len(NASTY)


@given(st.text())
def test_a_cell_survives(text: str) -> None:
    assert cell_in(cell_out(text)) == text
    assert cell_out(text)[:1] not in ("=", "+", "-", "@", "\t", "\r")


def test_columns_in_any_order_words_and_language(apps: Apps, database: Database) -> None:
    app = empty(apps, database)
    text = "\ufeffcalories;FOOD;Weather;Calorie;eaten_at\r\n1234,5;Käse;sunny;3;2026-03-01\r\n"
    text += ";;;;\r\n300;Brot;;;\r\n"
    report = take_in(apps, database, app.id, text)
    assert report.columns == {"calories": "calories", "FOOD": "food", "eaten_at": "eaten_at"}
    assert report.ignored == ("Weather", "Calorie")
    assert report.added == 2
    assert {r.values["calories"] for r in apps.records(app.id)} == {1234.5, 300}


def test_wrong_columns_are_named_with_suggestions(apps: Apps, database: Database) -> None:
    app = empty(apps, database)
    with pytest.raises(ImportDataError) as caught:
        take_in(apps, database, app.id, "Wetter,Laune\nsonnig,gut\n")
    assert caught.value.problems[0].message_id == "import-no-column"
    assert "Calories" in caught.value.problems[0].arguments["known"]
    report = take_in(apps, database, app.id, "Foods,Kalories,Food\nx,3,Brot\n", dry_run=True)
    assert report.suggestions == {"Kalories": "Calories"}


def test_one_wrong_line_keeps_all_out_and_is_named(apps: Apps, database: Database) -> None:
    app = empty(apps, database)
    report = take_in(
        apps, database, app.id, "Food,Calories,When\na,1,2026-03-01\n\nb,many,2026-03-02\nc,2,2026-02-31\n"
    )
    assert (report.added, apps.count(app.id)) == (0, 0)
    assert [(p.path, p.message_id) for p in report.problems] == [
        ("4.calories", "value-not-number"), ("5.eaten_at", "value-no-such-date"),
    ]  # fmt: skip
    assert report.as_dict()["problems"][0]["arguments"]["line"] == 4


def test_a_rehearsal_adds_nothing(apps: Apps, database: Database) -> None:
    app = empty(apps, database)
    report = take_in(apps, database, app.id, "Food\nx\n", dry_run=True)
    assert (report.added, report.dry_run, apps.count(app.id)) == (1, True, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "import-empty"),
        ("Food\n", "import-empty"),
        ("\x00\x01\x02", "import-not-csv"),
        ('Food\n"unfinished', "import-not-csv"),
        ("Food\n" + "x\n" * 100_001, "import-too-large"),
        ("F" * 20_000_001, "import-too-large"),
    ],
)
def test_what_is_no_csv_is_said(apps: Apps, database: Database, text: str, message: str) -> None:
    app = empty(apps, database)
    with pytest.raises(ImportDataError) as caught:
        take_in(apps, database, app.id, text)
    assert caught.value.problems[0].message_id == message


def test_a_whole_app_goes_out_and_comes_back(apps: Apps, database: Database, meals: App) -> None:
    data = json.loads(json.dumps(apps.export_json(meals.id)))
    assert len(data["records"]) == 5 and data["versions"][0]["number"] == 1
    with database.transaction("me") as tx:
        copy = apps.import_json(tx, data)
    assert copy.id != meals.id and copy.spec == meals.spec
    assert [r.values for r in apps.records(copy.id)] == [r.values for r in apps.records(meals.id)]
    assert RECORDS[0] in [r.values for r in apps.records(copy.id)]


def test_references_point_to_the_copies(apps: Apps, database: Database) -> None:
    data = {"name": "Debts", "entities": [
        {"name": "debt", "label": "Debt", "fields": [
            {"name": "who", "label": "Who", "type": "ref", "ref": "friend"},
            {"name": "amount", "label": "Amount", "type": "number"}]},
        {"name": "friend", "label": "Friend", "title_field": "name",
         "fields": [{"name": "name", "label": "Name", "type": "text"}]}]}  # fmt: skip
    with database.transaction("me") as tx:
        app = apps.create(tx, AppSpec.model_validate(data))
        ben = apps.add(tx, app.id, "friend", {"name": "Ben"})
        apps.add(tx, app.id, "debt", {"who": "ben", "amount": 5})
    with database.transaction("me") as tx:
        copy = apps.import_json(tx, apps.export_json(app.id, tx=tx))
    who = apps.records(copy.id, "debt")[0].values["who"]
    assert who != ben.id and apps.record(who).values == {"name": "Ben"}
    assert "Ben,5" in apps.export_csv(copy.id, "debt")


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        "x",
        {"format": "calisson-app", "format_version": 9, "spec": {}},
        {"format": "calisson-app", "format_version": 1, "spec": MEALS, "records": [1]},
        {"format": "calisson-app", "format_version": 1, "spec": {"name": "x"}},
    ],
)
def test_what_is_no_app_is_said(apps: Apps, database: Database, data: Any) -> None:
    with database.transaction("me") as tx, pytest.raises((ImportDataError, SpecError)):
        apps.import_json(tx, data)
    assert apps.list() == []
