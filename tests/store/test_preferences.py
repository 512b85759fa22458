"""What a home prefers."""

import pytest

from calisson.errors import ConfigError
from calisson.settings import Preferences, Settings
from calisson.store import Database, PreferenceStore, undo


def test_preferences_are_kept_checked_and_undone(database: Database) -> None:
    store = PreferenceStore(database)
    assert store.get() == Preferences()
    with database.transaction("me", "turn_1") as tx:
        assert store.set(tx, tz="Europe/Berlin", currency="EUR", language="de").tz == "Europe/Berlin"
    with database.transaction("me", "turn_2") as tx:
        store.set(tx, currency=None, name="Anna")
    assert store.get() == Preferences(tz="Europe/Berlin", language="de", name="Anna")
    with database.transaction("me", "turn_3") as tx:
        undo(tx, "turn_2")
    assert store.get() == Preferences(tz="Europe/Berlin", language="de", currency="EUR")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tz", "Mars/Olympus"),
        ("tz", "../../etc/passwd"),
        ("tz", None),
        ("language", "xx"),
        ("currency", "euro"),
        ("currency", "eur"),
        ("units", {"mass": 3}),
        ("colour", "red"),
        ("name", "x" * 300),
    ],
)
def test_what_cannot_be_one_is_refused(database: Database, name: str, value: object) -> None:
    with database.transaction("me") as tx, pytest.raises(ConfigError):
        PreferenceStore(database).set(tx, **{name: value})
    assert PreferenceStore(database).get() == Preferences()


def test_where_settings_come_from(tmp_path: object) -> None:
    env = {
        "CALISSON_DATA": "/data",
        "ANTHROPIC_API_KEY": "k",
        "CALISSON_DATABASE_URL": "postgresql://x/y",
        "HOME": "/",
    }
    found = Settings.load(environ=env)
    assert (str(found.data_dir), found.database_url, dict(found.keys)) == (
        "/data", "postgresql://x/y", {"ANTHROPIC_API_KEY": "k"},
    )  # fmt: skip
    assert str(Settings.load("/other", env).data_dir) == "/other"
    assert Settings.load(environ={}).data_dir.is_absolute()
