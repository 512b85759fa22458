"""Killed at any instant, a home opens, has everything that was acknowledged, nothing half done."""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calisson.apps import Apps, AppSpec
from calisson.journal import Alternative, Journal
from calisson.store import Database, undo

KILLS = 200
PARTS = 4
"""Records that every turn writes; with fewer, it is half done."""
SPEC = {"name": "Log", "entities": [{"name": "entry", "label": "Entry", "title_field": "text", "fields": [
    {"name": "text", "label": "Text", "type": "text"}, {"name": "part", "label": "Part", "type": "integer"},
    {"name": "double", "label": "Double", "type": "number", "formula": "part * 2"}]}]}  # fmt: skip

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


def write_for_ever(home: Path, app_id: str, said: int, round_number: int) -> None:
    """Take turns until killed, and acknowledge each one once its transaction is over."""
    with Database.open(home) as database:
        apps, journal = Apps(database), Journal(database)
        number = 0
        while True:
            number += 1
            turn = f"turn_{round_number}_{number}"
            with database.transaction("writer", turn) as tx:
                texts = [{"text": turn, "part": part} for part in range(PARTS - 1)]
                added = apps.add_many(tx, app_id, None, texts)
                apps.add(tx, app_id, None, {"text": turn, "part": PARTS - 1})
                if number % 3 == 0:
                    apps.update(tx, added[0].id, {"part": 10})
                if number % 5 == 0:
                    apps.publish(tx, app_id, apps.get(app_id, tx=tx).spec, reason=turn)
                if number % 4 == 0:
                    undo(tx, f"turn_{round_number}_{number - 1}")
                journal.decision(tx, "log", [Alternative("log", 1.0)], [turn])
            os.write(said, f"{turn}\n".encode())


def kill_one(write: Callable[[int], None], delay_s: float) -> list[str]:
    """Fork a writer, kill it after a while, and return what it acknowledged."""
    heard, said = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(heard)
            write(said)
        finally:
            os._exit(1)
    os.close(said)
    time.sleep(delay_s)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    with os.fdopen(heard, "rb") as pipe:
        return pipe.read().decode().splitlines()


def look(home: Path) -> tuple[set[str], dict[str, int], set[str]]:
    """The turns in the journal, records by turn, and the turns that were taken back."""
    connection = sqlite3.connect(home / "calisson.db")
    turns = {r[0] for r in connection.execute("SELECT turn_id FROM journal WHERE kind = 'decision'")}
    parts: dict[str, int] = dict(
        connection.execute("SELECT title, count(*) FROM records GROUP BY title").fetchall()
    )
    undone = {
        r[0]
        for r in connection.execute(
            "SELECT DISTINCT json_extract(before, '$.title') FROM changes "
            "WHERE table_name = 'records' AND op = 'delete'"
        )
    }
    connection.close()
    return turns, parts, undone


def test_nothing_acknowledged_is_lost_and_nothing_is_half_done(tmp_path: Path) -> None:
    rng = random.Random(20260304)
    home = tmp_path / "home"
    with Database.open(home) as database, database.transaction("me") as tx:
        app_id = Apps(database).create(tx, AppSpec.model_validate(SPEC)).id
    acknowledged: set[str] = set()
    busy = 0
    longest_s = 0.05  # grows on a busy machine, so that about half of the writers get a turn done
    for number in range(KILLS):
        told = kill_one(
            lambda said, n=number: write_for_ever(home, app_id, said, n), rng.uniform(0.004, longest_s)
        )
        longest_s = max(0.03, longest_s * 0.9) if told else min(2.0, longest_s * 1.15)
        acknowledged.update(told)
        busy += bool(told)
        if number % 10 == 9:
            turns, parts, undone = look(home)
            assert acknowledged <= turns, "an acknowledged turn is missing"
            assert set(parts.values()) <= {PARTS}, "a turn is half there"
            assert turns == set(parts) | undone and not set(parts) & undone
    assert busy > KILLS / 4, "the writers were killed too early to prove anything"
    with Database.open(home) as database:
        assert all(c.ok for c in database.check())
        assert Journal(database).verify() == []
        apps = Apps(database)
        assert next(v.number for v in apps.history(app_id)) == apps.get(app_id).version
        with database.transaction("me", "turn_after") as tx:
            apps.add(tx, app_id, None, {"text": "after", "part": 1})


def test_a_home_that_is_killed_while_it_is_made_opens(tmp_path: Path) -> None:
    rng = random.Random(1)

    def make(folder: Path) -> Callable[[int], None]:
        def run(said: int) -> None:
            Database.open(folder).close()
            os.write(said, b"made\n")

        return run

    for number in range(20):
        home = tmp_path / str(number)
        kill_one(make(home), rng.uniform(0, 0.04))
        with Database.open(home) as database:
            assert all(c.ok for c in database.check())
        shutil.rmtree(home)


def test_a_backup_that_is_killed_leaves_no_false_one(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Database.open(home) as database, database.transaction("me") as tx:
        Apps(database).create(tx, AppSpec.model_validate(SPEC))

    def write(said: int) -> Any:
        with Database.open(home) as database:
            while True:
                database.backup(tmp_path / "out" / "home.zip")

    rng = random.Random(2)
    for number in range(10):
        kill_one(write, rng.uniform(0.005, 0.06))
        file = tmp_path / "out" / "home.zip"
        if file.exists():
            from calisson.store import restore

            restore(file, tmp_path / f"again{number}")
