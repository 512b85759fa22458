"""Opening homes: new, present, older, newer, broken; and the migrations that lead to the present schema."""

import multiprocessing
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text

from calisson.errors import ConfigError, NewerSchemaError, StoreError
from calisson.store import Database, metadata
from calisson.store import setup as store_setup
from calisson.store.engine import make_engine
from calisson.store.migrate import context, head, upgrade


def shape(engine: Any) -> dict[str, Any]:
    """Everything that can differ between two databases of one kind."""
    found: dict[str, Any] = {}
    with engine.connect() as connection:
        seen = inspect(connection)
        for table in sorted(set(seen.get_table_names()) - {"alembic_version"}):
            found[table] = (
                [(c["name"], str(c["type"]), c["nullable"]) for c in seen.get_columns(table)],
                seen.get_pk_constraint(table)["constrained_columns"],
                sorted(
                    (i["name"], tuple(i["column_names"]), bool(i["unique"])) for i in seen.get_indexes(table)
                ),
                sorted(tuple(f["constrained_columns"]) for f in seen.get_foreign_keys(table)),
            )
        if connection.dialect.name == "sqlite":
            triggers = (
                "SELECT name || ' ' || sql FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY name"
            )
        else:
            triggers = (
                "SELECT tgname || tgrelid::regclass::text FROM pg_trigger t "
                "JOIN pg_class c ON c.oid = tgrelid "
                "WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace ORDER BY 1"
            )
        found["triggers"] = [r[0] for r in connection.execute(text(triggers))]
    return found


def test_a_new_home_has_the_schema_that_migrations_make(database: Database, tmp_path: Path) -> None:
    made = shape(database.engine)
    if database.dialect == "sqlite":
        engine = make_engine(tmp_path / "migrated.db", None)
    else:
        engine = database.engine
        with engine.begin() as connection:
            connection.execute(
                text(f"DROP SCHEMA {connection.scalar(text('SELECT current_schema()'))} CASCADE")
            )
        schema = str(engine.url.query["options"]).partition("=")[2]
        with engine.begin() as connection:
            connection.execute(text(f"CREATE SCHEMA {schema}"))
    with engine.begin() as connection:
        upgrade(connection)
    migrated = shape(engine)
    mend = "write the migration: python -m calisson.store.revise"
    assert migrated.keys() == made.keys(), mend
    for name in made:
        assert migrated[name] == made[name], f"{name}: {mend}"
    with engine.connect() as connection:
        from alembic.autogenerate import compare_metadata

        assert not compare_metadata(context(connection), metadata), mend
    engine.dispose()


def test_head_is_the_last_migration() -> None:
    assert head() == store_setup.HEAD


def test_a_home_that_is_up_to_date_never_imports_alembic(tmp_path: Path) -> None:
    Database.open(tmp_path).close()
    code = (
        "import sys, pathlib; from calisson.store import Database; "
        f"Database.open(pathlib.Path({str(tmp_path)!r})).close(); "
        "sys.exit('alembic' in sys.modules or 'calisson.store.backups' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_newer_home_is_left_alone(tmp_path: Path) -> None:
    Database.open(tmp_path).close()
    with sqlite3.connect(tmp_path / "calisson.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(NewerSchemaError) as caught:
        Database.open(tmp_path)
    assert caught.value.arguments["found"] == "9999"


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "calisson.db").write_bytes(b"this is a letter, not a database" * 100)
    with pytest.raises(StoreError) as caught:
        Database.open(tmp_path)
    assert caught.value.message_id == "error-database-open"


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ConfigError):
        Database.open(tmp_path / "file" / "home")


def test_an_unknown_kind_of_database_is_said_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        Database.open(tmp_path, "mysql://anna:secret@localhost/db")
    assert "secret" not in str(caught.value)


def test_a_failed_migration_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database.open(tmp_path).close()
    with sqlite3.connect(tmp_path / "calisson.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    connection.close()
    with pytest.raises(StoreError) as caught:
        Database.open(tmp_path)
    assert caught.value.message_id == "error-migration"
    assert Path(caught.value.arguments["path"]).is_file()
    with sqlite3.connect(tmp_path / "calisson.db") as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0000",)
    connection.close()


def _open_and_write(folder: str, number: int) -> None:
    from calisson.store import PreferenceStore

    with Database.open(Path(folder)) as database:
        for n in range(5):
            with database.transaction(f"p{number}", f"turn_{number}_{n}") as tx:
                PreferenceStore(database).set(tx, name=f"{number}.{n}")


def test_several_processes_make_and_write_one_home(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=_open_and_write, args=(str(tmp_path / "home"), n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [w.exitcode for w in workers] == [0, 0, 0]
    with Database.open(tmp_path / "home") as database, database.read() as connection:
        assert connection.execute(text("SELECT count(DISTINCT turn_id) FROM changes")).scalar() == 15
