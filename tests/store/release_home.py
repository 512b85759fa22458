"""A home as this release makes it, as SQL: `python tests/store/release_home.py >
tests/store/homes/VERSION.sql`.

One file is kept for every release, and `test_releases.py` opens them all with the present code.
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from calisson.apps import Apps, AppSpec, apply_edits
from calisson.clock import FixedClock
from calisson.journal import Alternative, Journal
from calisson.language.types import Edit, FieldSchema
from calisson.store import Database, PreferenceStore

SPEC = {
    "name": "빵 일지",
    "language": "ko",
    "icon": "🍞",
    "entities": [
        {
            "name": "loaf",
            "label": "빵",
            "title_field": "name",
            "time_field": "baked_on",
            "fields": [
                {"name": "name", "label": "이름", "type": "text"},
                {"name": "flour", "label": "밀가루", "type": "quantity", "unit": "g", "aggregate": "sum"},
                {"name": "water", "label": "물", "type": "quantity", "unit": "g"},
                {"name": "hydration", "label": "수분율", "type": "percent", "formula": "water / flour * 100"},
                {"name": "baked_on", "label": "날짜", "type": "date", "default": "today"},
                {"name": "rating", "label": "평점", "type": "rating", "maximum": 5},
            ],
        }
    ],
    "views": [{"kind": "table", "entity": "loaf"}, {"kind": "chart", "entity": "loaf", "fields": ["flour"]}],
}


def fill(folder: Path) -> None:
    """Make a home that uses what there is."""
    clock = FixedClock(datetime(2026, 3, 4, 11, 0, tzinfo=UTC))
    with Database.open(folder, clock=clock) as database:
        apps, journal = Apps(database), Journal(database)
        with database.transaction("anna", "turn_1") as tx:
            PreferenceStore(database).set(tx, tz="Asia/Seoul", currency="KRW", language="ko")
            app = apps.create(tx, AppSpec.model_validate(SPEC))
        for number, (flour, water) in enumerate([(500, 350), (450, 340), (600, 390)]):
            clock.advance(3600)
            with database.transaction("anna", f"turn_log_{number}") as tx:
                values = {
                    "name": f"사워도우 {number + 1}",
                    "flour": flour,
                    "water": water,
                    "rating": 3 + number % 3,
                }
                apps.add(tx, app.id, None, {**values, "baked_on": f"2026-03-0{number + 1}"})
                journal.decision(
                    tx, "log", [Alternative("log", 0.9), Alternative("ask", 0.1)], [f"turn_log_{number}"]
                )
        with database.transaction("anna", "turn_edit") as tx:
            edit = Edit("add_field", field=FieldSchema("notes", "메모", "long_text"))
            apps.publish(tx, app.id, apply_edits(app.spec, [edit]), "메모 추가")
        with database.transaction("anna", "turn_wrong") as tx:
            apps.update(tx, apps.records(app.id, tx=tx)[0].id, {"rating": 1, "notes": "너무 탔다"})


def dump(file: Path) -> Iterator[str]:
    """The database as SQL: ordinary tables with their rows, then full-text tables, indexes, triggers."""
    connection = sqlite3.connect(file)
    parts = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    virtual = tuple(f"{name}_" for _, name, sql in parts if sql.startswith("CREATE VIRTUAL"))
    ordinary = [
        (name, sql)
        for kind, name, sql in parts
        if kind == "table"
        and not sql.startswith("CREATE VIRTUAL")
        and not name.startswith(("sqlite_", *virtual))
    ]
    for name, sql in ordinary:
        yield f"{sql};"
        columns = ", ".join(
            f"quote({c[1]!r})".replace("'", '"') for c in connection.execute(f"PRAGMA table_info({name})")
        )
        for row in connection.execute(f"SELECT {columns} FROM {name}"):
            yield f"INSERT INTO {name} VALUES ({', '.join(row)});"
    done = {name for name, _ in ordinary}
    for _, name, sql in sorted(parts, key=lambda p: p[0] != "table"):
        if name not in done and not name.startswith(("sqlite_", *virtual)):
            yield f"{sql};"
    connection.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        fill(Path(made))
        sys.stdout.write("\n".join(dump(Path(made) / "calisson.db")) + "\n")
