"""An app from a table: types by what stands in the columns, and rows that all fit."""

import pytest

from calisson.apps import Apps
from calisson.apps.infer import MAX_COLUMNS
from calisson.errors import ImportDataError
from calisson.store import Database, undo

RUNS = """Datum;Strecke;Puls;Wetter;Notiz;Wettkampf;PLZ
2026-03-01;10.5;148;sonnig;"lange Runde am Fluss, ruhig";no;01067
2026-03-03;5,2;152;Regen;kurz;no;01067
2026-03-05;8;150;sonnig;Berg;no;04109
2026-03-08;21.1;161;sonnig;Halbmarathon;yes;04109
2026-03-10;5;139;Regen;locker;no;01067
2026-03-12;6;140;Regen;locker;no;01067
"""


def make(apps: Apps, database: Database, text: str, name: str = "Läufe") -> str:
    with database.transaction("me", "turn_table") as tx:
        app, report = apps.create_from_table(tx, text, name, "de")
    assert report.problems == ()
    return app.id


def test_columns_become_fields_and_every_row_is_kept(apps: Apps, database: Database) -> None:
    app = apps.get(make(apps, database, RUNS))
    types = {f.label: f.type for f in app.spec.main.fields}
    assert types == {
        "Datum": "date", "Strecke": "number", "Puls": "integer", "Wetter": "choice", "Notiz": "text",
        "Wettkampf": "boolean", "PLZ": "choice",
    }  # fmt: skip
    assert (app.spec.main.time_field, app.spec.main.title_field) == ("datum", "notiz")
    assert {v.kind for v in app.spec.views} == {"table", "form", "chart", "calendar"}
    records = apps.records(app.id)
    assert len(records) == 6
    assert records[-1].values["plz"] == "01067"
    assert records[-2].values["strecke"] == 5.2
    with database.transaction("me", "turn_undo") as tx:
        undo(tx, "turn_table")
    assert apps.list() == []


def test_names_of_any_script_and_twins_and_gaps(apps: Apps, database: Database) -> None:
    app = apps.get(
        make(apps, database, "日付,金額,,金額,id\n2026-01-02,3,x,4,a\n2026-01-03,,y,5,b\n", "家計")
    )
    assert [f.label for f in app.spec.main.fields] == ["日付", "金額", "金額", "id"]
    assert len({f.name for f in app.spec.main.fields}) == 4
    assert len(apps.records(app.id)) == 2


def test_a_look_changes_nothing_and_names_the_apps_that_fit(apps: Apps, database: Database) -> None:
    app_id = make(apps, database, RUNS)
    seen = apps.look_at_table("Datum,Puls,Laune\n2026-04-01,150,gut\n", "neu", "de")
    assert seen["rows"] == 1
    assert [f["type"] for f in seen["fields"]] == ["date", "integer", "text"]
    assert seen["matches"] == [{"app_id": app_id, "columns": 2}]
    assert apps.count(app_id) == 6


@pytest.mark.parametrize(
    "text", ["", "a,b\n", ",,\n1,2,3\n", "\x00,a\n1,2\n", ",".join("abcdefghij" * 7) + "\n" + "1," * 70]
)
def test_what_is_no_table_is_refused(apps: Apps, database: Database, text: str) -> None:
    assert MAX_COLUMNS < 70
    with pytest.raises(ImportDataError):
        make(apps, database, text)
    assert apps.list() == []
