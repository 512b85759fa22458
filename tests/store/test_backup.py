"""Backup while running, restore, the file folder, and looking a home over."""

import json
import threading
import zipfile
from pathlib import Path

import pytest

from calisson.apps import Apps
from calisson.errors import CorruptError, NotFoundError, StoreError
from calisson.store import Blobs, Database, PreferenceStore, backup, check, restore


def fill(database: Database) -> str:
    with database.transaction("me", "turn_1") as tx:
        PreferenceStore(database).set(tx, tz="Asia/Seoul", units={"mass": "lb"})
        return Blobs(database).put(tx, "사진".encode(), "text/plain", "a.txt").id


def test_a_backup_brings_everything_back(database: Database, tmp_path: Path) -> None:
    blob = fill(database)
    file = backup(database, tmp_path / "out" / "home.zip")
    assert restore(file, tmp_path / "new") is None
    with Database.open(tmp_path / "new") as again:
        preferences = PreferenceStore(again).get()
        assert (preferences.tz, preferences.units) == ("Asia/Seoul", {"mass": "lb"})
        assert Blobs(again).get(blob)[1].decode() == "사진"
        with again.transaction("me", "turn_2") as tx:
            PreferenceStore(again).set(tx, tz="UTC")
        assert all(c.ok for c in check(again))


def test_the_former_home_is_kept_aside(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with Database.open(tmp_path / name) as database, database.transaction("me") as tx:
            PreferenceStore(database).set(tx, name=name)
    with Database.open(tmp_path / "one") as database:
        backup(database, tmp_path / "one.zip")
    kept = restore(tmp_path / "one.zip", tmp_path / "two")
    assert kept is not None
    with Database.open(tmp_path / "two") as database, Database.open(kept) as former:
        assert PreferenceStore(database).get().name == "one"
        assert PreferenceStore(former).get().name == "two"


def test_a_backup_while_somebody_writes_is_whole(tmp_path: Path) -> None:
    with Database.open(tmp_path / "home") as database:
        stop = threading.Event()

        def write() -> None:
            number = 0
            while not stop.is_set():
                number += 1
                with database.transaction("me", f"turn_{number}") as tx:
                    PreferenceStore(database).set(
                        tx, name=str(number), currency="EUR" if number % 2 else "USD"
                    )

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for n in range(3):
                backup(database, tmp_path / f"{n}.zip")
        finally:
            stop.set()
            writer.join()
    for n in range(3):
        restore(tmp_path / f"{n}.zip", tmp_path / f"again{n}")
        with Database.open(tmp_path / f"again{n}") as again:
            found = PreferenceStore(again).get()
            assert found.name is None or found.currency == ("EUR" if int(found.name) % 2 else "USD")


@pytest.mark.parametrize("damage", ["truncated", "changed", "added", "outside", "text"])
def test_a_damaged_backup_touches_nothing(tmp_path: Path, damage: str) -> None:
    with Database.open(tmp_path / "home") as database:
        fill(database)
        file = backup(database, tmp_path / "home.zip")
    data = file.read_bytes()
    if damage == "truncated":
        file.write_bytes(data[: len(data) // 2])
    elif damage == "text":
        file.write_text("hello")
    else:
        with zipfile.ZipFile(file) as archive:
            members = {n: archive.read(n) for n in archive.namelist()}
        if damage == "changed":
            members["calisson.db"] = members["calisson.db"][:-1] + b"x"
        elif damage == "added":
            members["evil"] = b"x"
        else:
            manifest = json.loads(members["manifest.json"])
            manifest["sha256"]["../evil"] = "0" * 64
            members |= {"../evil": b"x", "manifest.json": json.dumps(manifest).encode()}
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content)
    with pytest.raises(CorruptError):
        restore(file, tmp_path / "home")
    assert not list(tmp_path.glob("*evil*"))
    with Database.open(tmp_path / "home") as database:
        assert PreferenceStore(database).get().tz == "Asia/Seoul"


def test_a_backup_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with Database.open(tmp_path / "home") as database, pytest.raises(StoreError):
        backup(database, tmp_path / "file" / "home.zip")


def test_apps_come_back_with_their_records(database: Database, apps: Apps, tmp_path: Path) -> None:
    from calisson.apps import AppSpec

    spec = AppSpec.model_validate({"name": "本", "entities": [
        {"name": "book", "label": "本", "fields": [{"name": "title", "label": "題", "type": "text"}],
         "title_field": "title"}]})  # fmt: skip
    with database.transaction("me", "turn_1") as tx:
        app = apps.create(tx, spec)
        apps.add(tx, app.id, None, {"title": "吾輩は猫である"})
    restore(backup(database, tmp_path / "a.zip"), tmp_path / "again")
    with Database.open(tmp_path / "again") as again:
        assert Apps(again).records(app.id)[0].values == {"title": "吾輩は猫である"}


@pytest.mark.postgres
def test_a_home_moves_from_postgresql_to_postgresql(tmp_path: Path, postgres_url: str) -> None:
    import os

    from sqlalchemy import create_engine, make_url, text

    with Database.open(tmp_path / "home", postgres_url) as database:
        fill(database)
        backup(database, tmp_path / "a.zip")
    engine = create_engine(make_url(os.environ["CALISSON_TEST_POSTGRES"]))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA IF EXISTS t_again CASCADE"))
        connection.execute(text("CREATE SCHEMA t_again"))
    url = make_url(postgres_url).update_query_dict({"options": "-csearch_path=t_again"})
    again = url.render_as_string(hide_password=False)
    restore(tmp_path / "a.zip", tmp_path / "again", again)
    with Database.open(tmp_path / "again", again) as database:
        assert PreferenceStore(database).get().tz == "Asia/Seoul"
        with database.transaction("me") as tx:
            PreferenceStore(database).set(tx, name="x")
    with pytest.raises(StoreError):
        restore(tmp_path / "a.zip", tmp_path / "third", again)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA t_again CASCADE"))
    engine.dispose()


def test_files_are_kept_once_and_found_by_their_content(database: Database) -> None:
    store = Blobs(database)
    with database.transaction("me") as tx:
        one, two = store.put(tx, b"x", "text/plain"), store.put(tx, b"x", "text/plain")
    assert one.id == two.id
    assert store.get(one.id)[1] == b"x"
    assert not list(store.missing())
    store.path(one.id).unlink()
    assert list(store.missing()) == [one.id]
    for bad in (one.id, "../../etc/passwd", "0" * 64):
        with pytest.raises(NotFoundError):
            store.get(bad)
    with database.transaction("me") as tx, pytest.raises(StoreError):
        store.put(tx, bytes(50_000_001), "text/plain")
