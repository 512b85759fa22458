"""A home that any earlier release made opens, with everything in it, and goes on working."""

import sqlite3
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import inspect

from calisson.apps import Apps
from calisson.journal import Journal
from calisson.language.types import Question
from calisson.store import Database, PreferenceStore, metadata, undo

HOMES = sorted((Path(__file__).parent / "homes").glob("*.sql"))


@pytest.fixture(params=HOMES, ids=[h.stem for h in HOMES])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    connection = sqlite3.connect(folder / "calisson.db")
    connection.executescript(request.param.read_text("utf-8"))
    connection.close()
    return folder


def test_there_is_one_of_every_release() -> None:
    assert "0.1.0" in {h.stem for h in HOMES}


def test_it_opens_with_everything_and_goes_on(home: Path) -> None:
    with Database.open(home) as database:
        assert all(c.ok for c in database.check() if c.needed)
        assert set(metadata.tables) <= set(inspect(database.engine).get_table_names())
        assert Journal(database).verify() == []
        assert PreferenceStore(database).get().tz == "Asia/Seoul"
        apps = Apps(database)
        (app,) = apps.list()
        assert (app.name, app.version) == ("빵 일지", 2)
        records = apps.records(app.id)
        assert [r.values["flour"] for r in records] == [600, 450, 500]
        assert records[0].computed == {"hydration": 65}
        assert (records[0].values["rating"], records[0].values["notes"]) == (1, "너무 탔다")
        total = Question(app.id, "loaf", "mean", "hydration")
        assert apps.answer(total, datetime(2026, 3, 5)).value == pytest.approx(70.1851851867)
        with database.transaction("anna", "turn_undo") as tx:
            undo(tx, "turn_wrong")
        assert apps.record(records[0].id).values.get("notes") is None
        with database.transaction("anna", "turn_new") as tx:
            apps.add(tx, app.id, None, {"name": "바게트", "flour": 300, "water": 210})
            apps.rollback(tx, app.id, 1)
        assert apps.count(app.id) == 4
        assert Journal(database).verify() == []
