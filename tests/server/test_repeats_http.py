"""Requests that come twice under one key are done once: in order, at once, and across a crash."""

import errno
import multiprocessing
import os
import sqlite3
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from serving import Served, events
from sqlalchemy import event, func, select
from sqlalchemy.exc import OperationalError

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.server.problems import disk_is_full
from calisson.store import Repeat, keep, kept, tables

API = "/api/v1"


@pytest.fixture
def meals(served: Served, client: httpx.Client) -> str:
    result = served.say(client, "I'd like to keep track of what I eat, with calories and protein")["result"]
    return str(result["app"]["id"])


def under(key: str) -> dict[str, str]:
    return {"idempotency-key": key}


def total(client: httpx.Client, app: str) -> int:
    return int(client.get(f"{API}/apps/{app}/records").json()["total"])


def test_a_repeated_record_is_added_once(client: httpx.Client, meals: str) -> None:
    body = {"entity": None, "values": {"energy": 300}}
    answers = [client.post(f"{API}/apps/{meals}/records", json=body, headers=under("k1")) for _ in range(3)]
    assert {a.status_code for a in answers} == {201}, answers[0].text
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert total(client, meals) == 1
    client.post(f"{API}/apps/{meals}/records", json=body, headers=under("k2"))
    client.post(f"{API}/apps/{meals}/records", json=body)
    assert total(client, meals) == 3


def test_repeats_at_once_are_one(served: Served, client: httpx.Client, meals: str) -> None:
    got: list[Any] = []
    body = {"values": {"energy": 5}}

    def send() -> None:
        with served.signed_in() as other:
            got.append(other.post(f"{API}/apps/{meals}/records", json=body, headers=under("same")).json())

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 8
    assert all(answer == got[0] for answer in got)
    assert total(client, meals) == 1


def test_changes_and_deletions_are_repeated_safely(client: httpx.Client, meals: str) -> None:
    added = client.post(f"{API}/apps/{meals}/records", json={"values": {"energy": 1}}).json()["record"]
    path = f"{API}/apps/{meals}/records/{added['id']}"
    change = {"values": {"energy": 2}, "base_version": added["version"]}
    first = client.patch(path, json=change, headers=under("c"))
    assert first.json() == client.patch(path, json=change, headers=under("c")).json()
    assert client.patch(path, json=change, headers=under("other")).status_code == 409
    assert client.get(path).json()["record"]["values"]["energy"] == 2
    gone = client.delete(path, headers=under("d"))
    assert gone.status_code == 200
    assert client.delete(path, headers=under("d")).json() == gone.json()
    assert client.delete(path, headers=under("e")).status_code == 404
    assert client.get(path).status_code == 404


def test_a_key_belongs_to_one_request(client: httpx.Client, meals: str) -> None:
    client.post(f"{API}/apps/{meals}/records", json={"values": {"energy": 1}}, headers=under("k"))
    other = client.post(f"{API}/apps/{meals}/records", json={"values": {"energy": 2}}, headers=under("k"))
    assert (other.status_code, other.json()["message_id"]) == (422, "error-key-reused")
    kind, data = events(client.post(f"{API}/turns", json={"text": "hello"}, headers=under("k")).text)[-1]
    assert (kind, data["problem"]["message_id"]) == ("RUN_ERROR", "error-key-reused")
    long = client.post(f"{API}/turns", json={"text": "hello"}, headers=under("k" * 300))
    assert long.status_code == 422
    assert total(client, meals) == 1


def test_what_was_refused_may_be_sent_again(client: httpx.Client, meals: str) -> None:
    path = f"{API}/apps/{meals}/records"
    assert client.post(path, json={"values": {"energy": "many"}}, headers=under("k")).status_code == 422
    assert client.post(path, json={"values": {"energy": 7}}, headers=under("k")).status_code == 201


def test_a_repeated_turn_is_said_once(served: Served, client: httpx.Client, meals: str) -> None:
    said = {"text": "had ramen for lunch today, 650 kcal"}
    results = [
        events(client.post(f"{API}/turns", json=said, headers=under("t")).text)[-1][1]["result"]
        for _ in range(2)
    ]
    assert results[0] == results[1]
    assert total(client, meals) == 1
    got: list[Any] = []

    def send() -> None:
        with served.signed_in() as other:
            got.append(events(other.post(f"{API}/turns", json=said, headers=under("u")).text)[-1])

    threads = [threading.Thread(target=send) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {kind for kind, _ in got} == {"RUN_FINISHED"}
    assert len({data["result"]["id"] for _, data in got}) == 1
    assert total(client, meals) == 2
    assert len(client.get(f"{API}/turns").json()["turns"]) == 3


def _say_and_die(folder: str, after: bool) -> None:
    home = Home(folder)
    transaction = home.database.transaction

    def dying(*args: Any, **more: Any) -> Any:
        class Block:
            def __enter__(self) -> Any:
                self.inner = transaction(*args, **more)
                tx = self.inner.__enter__()
                if after:
                    tx.on_commit(lambda: os._exit(9))
                return tx

            def __exit__(self, *error: Any) -> Any:
                if not after:
                    os._exit(9)
                return self.inner.__exit__(*error)

        return Block()

    home.database.transaction = dying  # type: ignore[method-assign]
    home.say("remember that the spare key is under the pot", key="crash")


@pytest.mark.parametrize("after", [False, True], ids=["before the commit", "after the commit"])
def test_a_crash_in_between_neither_loses_nor_doubles(tmp_path: Path, after: bool) -> None:
    folder = str(tmp_path / "home")
    Home(folder).close()
    process = multiprocessing.get_context("spawn").Process(target=_say_and_die, args=(folder, after))
    process.start()
    process.join(60)
    assert process.exitcode == 9
    with Home(folder) as home:
        assert len(home.turns()) == (1 if after else 0)
        again = home.say("remember that the spare key is under the pot", key="crash")
        assert [t["id"] for t in home.turns()] == [again.id]
        assert len(home.memories.all()) == 1


def test_answers_are_let_go_after_their_time(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        begin = home.clock.now()
        for day in (0, 1, 100):
            home.clock = FixedClock(begin + timedelta(days=day))
            with home.database.transaction("me", now=home.clock.now()) as tx:
                keep(tx, Repeat(f"k{day}", "r"), {"day": day})
        with home.database.transaction("me") as tx:
            assert kept(tx, Repeat("k100", "r")) == {"day": 100}
            assert kept(tx, Repeat("k0", "r")) is None
            assert tx.execute(select(func.count()).select_from(tables.answers)).scalar() == 1


def test_people_never_share_a_key(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        with home.database.transaction("me") as tx:
            keep(tx, Repeat("k", "r"), {"whose": "mine"})
        with home.database.transaction("you") as tx:
            assert kept(tx, Repeat("k", "r")) is None


@pytest.mark.parametrize("language", ["en", "de", "zh", "ja", "ko"])
def test_a_full_disk_is_said_in_the_persons_language(
    served: Served, client: httpx.Client, meals: str, language: str
) -> None:
    client.patch(f"{API}/preferences", json={"language": language})
    with served.home.database.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    served.home.database.engine.dispose()

    def bounded(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(served.home.database.engine, "connect", bounded)
    kept_before = 0
    try:
        for n in range(200):
            body = {"values": {"food": f"{n} " + "x" * 300, "energy": n}}
            answer = client.post(f"{API}/apps/{meals}/records", json=body, headers=under(f"full {n}"))
            if answer.status_code != 201:
                break
            kept_before += 1
        said = events(client.post(f"{API}/turns", json={"text": "remember " + "y" * 30_000}).text)[-1]
    finally:
        event.remove(served.home.database.engine, "connect", bounded)
        served.home.database.engine.dispose()
    assert (answer.status_code, answer.json()["message_id"]) == (507, "error-disk-full")
    assert answer.json()["detail"] not in ("", "error-disk-full")
    assert said[0] == "RUN_ERROR"
    assert said[1]["problem"]["status"] == 507
    assert total(client, meals) == kept_before


def test_full_disks_are_known_by_their_cause() -> None:
    assert disk_is_full(OSError(errno.ENOSPC, "no space"))
    assert disk_is_full(OperationalError("INSERT", {}, OSError(errno.EDQUOT, "quota")))
    wrapped = RuntimeError("outer")
    wrapped.__cause__ = OSError(errno.ENOSPC, "no space")
    assert disk_is_full(wrapped)
    assert not disk_is_full(OSError(errno.EIO, "broken"))
    assert not disk_is_full(ValueError())


def test_words_that_waited_keep_their_day(served: Served, client: httpx.Client, meals: str) -> None:
    zone = ZoneInfo(served.home.preferences.tz)
    said_at = served.home.clock.now() - timedelta(days=3)
    said = {"text": "had ramen for lunch today, 650 kcal", "said_at": said_at.isoformat()}
    (record,) = events(client.post(f"{API}/turns", json=said).text)[-1][1]["result"]["records"]
    assert record["values"]["datetime"][:10] == said_at.astimezone(zone).date().isoformat()
    for wrong in (timedelta(days=2), timedelta(days=-200)):
        said["said_at"] = (served.home.clock.now() + wrong).isoformat()
        (record,) = events(client.post(f"{API}/turns", json=said).text)[-1][1]["result"]["records"]
        assert record["values"]["datetime"][:10] == served.home.now().date().isoformat()
    said["said_at"] = "2026-03-03T12:00"
    assert client.post(f"{API}/turns", json=said).status_code == 422
